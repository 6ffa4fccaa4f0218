/** A tape, folded into an S. The folds take the colour of the text, the tape between them is brass. */
export const LogoMark = ({ className }: { className?: string | undefined }) => (
  <svg className={className} viewBox="4 4 56 56" aria-hidden="true">
    <path fill="currentColor" d="M4 4h56v14H4zM4 46h56v14H4z" />
    <path fill="var(--mark-thread, #c08a2e)" d="M4 18l56 14v14L4 32z" />
  </svg>
)
