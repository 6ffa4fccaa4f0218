import type { SVGProps } from 'react'

/** An icon on a grid of 24. The text beside the icon, or the label of its button, gives its meaning. */
export const Icon = ({ name, size = 24 }: { name: keyof typeof strokes; size?: number }) => (
  <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
    <path fill="none" stroke="currentColor" strokeWidth="2" {...strokes[name]} />
  </svg>
)

const strokes = {
  bag: { d: 'M3 9h18l-2.5 11h-13zM8 9l4-6 4 6' },
  calendar: { d: 'M4 6h16v14H4zM4 11h16M8 3v5M16 3v5' },
  chat: { d: 'M4 5h16v11h-9l-4 4v-4H4z' },
  enlarge: { d: 'M14 5h5v5M10 19H5v-5M19 5l-6 6M5 19l6-6' },
  less: { d: 'M6 12h12' },
  menu: { d: 'M3 8h18M3 16h18' },
  more: { d: 'M6 12h12M12 6v12' },
  next: { d: 'M10 6l6 6-6 6', strokeLinecap: 'square' },
  previous: { d: 'M14 6l-6 6 6 6', strokeLinecap: 'square' },
  tick: { d: 'M4 12.5l5.5 5.5L20 7', strokeWidth: 2.5 },
} satisfies Record<string, SVGProps<SVGPathElement>>
