/** The hang tag with its threads. The tag takes the colour of the text. */
export const LogoMark = ({ className }: { className?: string | undefined }) => (
  <svg className={className} viewBox="-34 -63 68 140" aria-hidden="true">
    <path fill="var(--mark-thread, #c08a2e)" d="M-22-62h18v9h-18zM4-52h18v9H4zM-22-42h18v9h-18zM4-32h18v9H4z" />
    <path
      fill="currentColor"
      fillRule="evenodd"
      d="M-26-18h52a8 8 0 0 1 8 8v60a26 26 0 0 1-26 26h-16
        a26 26 0 0 1-26-26v-60a8 8 0 0 1 8-8zM-14 58h28V22a14 14 0 0 0-28 0z"
    />
    <path fill="#d9a441" d="M-14 58V22A14 14 0 0 1 0 8v50z" />
    <circle fill="#0f4a4b" cx="-4.5" cy="36" r="2.2" />
  </svg>
)
