/** The icons of the office, drawn in lines of 1.6 with round ends. */
export const OfficeIcon = ({ name, size = 20 }: { name: OfficeIconName; size?: number }) => (
  <svg viewBox="0 0 20 20" width={size} height={size} aria-hidden="true">
    <path
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      d={strokes[name]}
    />
  </svg>
)

const strokes = {
  bag: 'M3 7h14l-2 10H5zM7 7l3-5 3 5',
  bed: 'M2 16V5M2 12h16v4M18 12v-1a3 3 0 0 0-3-3H9v4M4.5 9.5h2',
  bookings: 'M3 4.5h14V17H3zM3 8.5h14M7 2.5v4M13 2.5v4M6.5 12h4',
  broom: 'M16.500 3l-6 7M8 9l4 3.500L9.500 17H3.500zM6 17l1-2.500',
  calendars: 'M3 4.5h14V17H3zM3 8.5h14M7 2.5v4M13 2.5v4M7 12.5h6M11 10.500l2 2-2 2',
  chart: 'M3 5h7M7 10h8M5 15h6M15 5h2',
  chat: 'M3 4h14v9h-7l-4 4v-4H3z',
  dots: 'M4 10h.01M10 10h.01M16 10h.01',
  download: 'M10 3v9M6.500 8.500L10 12l3.500-3.500M3.500 13.500V17h13v-3.500',
  extras: 'M4 6h9v5a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4zM13 7h1.500a2 2 0 0 1 0 4H13M4 17.500h10',
  factory: 'M3 17V9l4.500 2.500V9L12 11.500V4h5v13zM6 14h.01M9.500 14h.01M13 14h.01',
  figures: 'M3 17h14M5.500 14V9M10 14V4M14.500 14V7',
  goods:
    'M10 3v3M10 17a5.500 5.500 0 1 0 0-11 5.500 5.500 0 0 0 0 11zM8.500 10h.01M11.500 10h.01M8.500 13h.01M11.500 13h.01',
  grip: 'M7.500 5h.01M12.500 5h.01M7.500 10h.01M12.500 10h.01M7.500 15h.01M12.500 15h.01',
  invoice: 'M4 2.500h12v15l-2-1.500-2 1.500-2-1.500-2 1.500-2-1.500-2 1.500zM7 6.500h6M7 9.500h6M11 12.500h2',
  email: 'M2.5 4.5h15v11h-15zM2.5 5.5L10 11l7.500-5.500',
  log: 'M5 3h10v14H5zM8 7h4M8 10h4M8 13h2',
  moon: 'M16 12.500A6.500 6.500 0 0 1 7.500 4a6.500 6.500 0 1 0 8.500 8.500z',
  parcel: 'M3 6.500l7-3.500 7 3.500v7L10 17l-7-3.500zM3 6.500l7 3.500 7-3.500M10 10v7M6.500 4.800l7 3.500',
  payments: 'M2.500 5h15v10h-15zM2.500 8.500h15M5.500 12h3',
  people: 'M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM4 17c.5-3 2.700-4.500 6-4.500s5.500 1.500 6 4.500',
  picture: 'M3 4h14v12H3zM3 13l4-4 4 4 2.500-2.500L17 14M12.500 7.500h.01',
  policy: 'M10 2.500l6 2.500v4.500c0 4-2.500 6.500-6 8-3.500-1.500-6-4-6-8V5zM7.500 9.500l2 2 3-3.500',
  post: 'M4 16h3L16.500 6.500l-3-3L4 13zM11.500 5.500l3 3',
  quotation: 'M5 3h7l3 3v11H5zM8 9h4M8 12h4M8 15h2',
  rates: 'M3 4h14v12H3zM3 8h14M7.500 8v8M12 8v8',
  receivables: 'M4 2.500h12v15H4zM7 6.500h6M7 9.500h3M13 10.500v4.500M11.500 13.500l1.500 1.500 1.500-1.500',
  register:
    'M4 3h12v14H4zM8.500 8.500a1.500 1.500 0 1 0 3 0 1.500 1.500 0 0 0-3 0zM7 14c.300-1.800 1.300-2.500 3-2.500s2.700.700 3 2.500',
  request: 'M4 3h12v14l-3-2-3 2-3-2-3 2zM7 7h6M7 10h6',
  search: 'M8.500 14a5.500 5.500 0 1 0 0-11 5.500 5.500 0 0 0 0 11zM12.500 12.500L17 17',
  settings: 'M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4',
  status: 'M2.500 10.500h4l2-6 3.500 11 2-5h3.500',
  staff:
    'M7.500 9a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM2.500 16c.4-2.700 2-4 5-4s4.600 1.300 5 4M13 4.500a2.500 2.500 0 0 1 0 4.500M15 12.500c1.500.600 2.300 1.800 2.500 3.500',
  till: 'M3 8h14v9H3zM5.500 8V3.500h9V8M8 12.500h4',
  today: 'M3 4.5h14V17H3zM3 8.5h14M7 2.5v4M13 2.5v4M7.500 12.500l2 2 3.500-3.500',
  ticks:
    'M3 5l1.500 1.500L7 3.500M3 10.500l1.500 1.500L7 9M3 16l1.500 1.500L7 14.500M10.500 5H17M10.500 10.500H17M10.500 16H17',
  slides: 'M2.500 5h10v10h-10zM15 6v8M17.500 7.500v5',
  texts: 'M4 5h12M4 8.500h12M4 12h8M4 15.500h5',
  webhook: 'M4 10h9M9.500 6l4 4-4 4M16.500 4v12',
  website: 'M3 4h14v12H3zM3 8h14M5.500 6h.01M8 6h.01',
} as const

export type OfficeIconName = keyof typeof strokes
