/** The icons of the toolbar, in the style of the office icons (ui/office/icons.tsx): lines of 1.6 with round ends. */
export const ToolbarIcon = ({ name }: { name: ToolbarIconName }) => (
  <svg viewBox="0 0 20 20" width={20} height={20} aria-hidden="true">
    <path
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'strong' ? 2.4 : 1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      d={strokes[name]}
    />
  </svg>
)

const strokes = {
  strong: 'M6 4h4.500a3 3 0 0 1 0 6H6zM6 10h5.200a3 3 0 0 1 0 6H6z',
  em: 'M8.500 4H14M6 16h5.500M11.500 4l-3 12',
  bulletList: 'M4 5h.01M4 10h.01M4 15h.01M8 5h9M8 10h9M8 15h9',
  orderedList: 'M3 3.500l1-.5v4M3 10.500c.3-1 2-1 2 .200 0 .8-2 1.300-2 2.300h2M8.500 5H17M8.500 11.500H17M3 16.500h14',
  blockquote: 'M8 6c-2.500.5-4 2.300-4 5v3h4.500v-4H5.700M16 6c-2.500.5-4 2.300-4 5v3h4.500v-4h-2.800',
  cite: 'M10 9.500a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM4 16.500c.5-3 2.700-4.500 6-4.500s5.500 1.500 6 4.500',
  link: 'M8.500 11.500l3-3M9 6.500l1.700-1.700a3.200 3.200 0 0 1 4.500 4.500L13.500 11M11 13.500l-1.700 1.700a3.200 3.200 0 0 1-4.500-4.500L6.500 9',
  figure: 'M3 4h14v12H3zM3 13l4-4 4 4 2.500-2.500L17 14M12.500 7.500h.01',
  table: 'M3 4h14v12H3zM3 8h14M3 12h14M8 8v8M12.500 8v8',
  clear: 'M5 4h10M10 4l-1.200 5M8 12.500L7.300 16M4 16.500L16 4.500',
  undo: 'M7 4L3.500 7.500 7 11M3.500 7.500H12a4.200 4.200 0 0 1 0 8.500H8',
  redo: 'M13 4l3.500 3.500L13 11M16.500 7.500H8a4.200 4.200 0 0 0 0 8.500h4',
  rowAbove: 'M3 10h14v6H3zM10 10v6M10 2.500v4M8 4.500h4',
  rowBelow: 'M3 4h14v6H3zM10 4v6M10 13.500v4M8 15.500h4',
  noRow: 'M3 6h14v6H3zM10 6v6M7.500 16h5',
  columnBefore: 'M10 3h6v14h-6zM10 10h6M4.500 8v4M2.500 10h4',
  columnAfter: 'M4 3h6v14H4zM4 10h6M15.500 8v4M13.500 10h4',
  noColumn: 'M4 3h6v14H4zM4 10h6M13.500 10h4',
  headRow: 'M3 4h14v12H3zM3 8h14M3 6h14M9 8v8',
  headColumn: 'M3 4h14v12H3zM7 4v12M5 4v12M7 10h10',
  caption: 'M3 7h14v9H3zM10 7v9M5 4h10',
  remove: 'M4 6h12M8 6V4h4v2M5.500 6l.7 10h7.600l.7-10M8.500 9v4.500M11.500 9v4.500',
  describe: 'M4 4h12v9h-6l-4 3.500V13H4zM7 7.500h6M7 10h3.500',
} as const

export type ToolbarIconName = keyof typeof strokes
