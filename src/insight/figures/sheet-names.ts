/** The lower bounds of the groups in a distribution. */
export const GROUP_BOUNDS = {
  /** Nights of a stay. */
  lengths: [1, 2, 3, 4, 8, 15, 31],
  /** Days before arrival: same day, last days, last week, last month, earlier. */
  leads: [0, 1, 4, 8, 31],
  /** The number of whole hours until the first answer. */
  waits: [0, 1, 4, 24, 72],
} as const

/** The figures that have a list of stays. The first counts nights, the others count stays. */
export const stayFigures = ['nights', 'left', 'arrived', 'made', 'made_cancelled', 'cancelled', 'no_shows'] as const
export type StayFigure = (typeof stayFigures)[number]

/** The value for an unknown country in the URL. */
export const NO_COUNTRY = '-'

/** The sheets, each with a chart, a table and a file. The first has one row per night. */
export const sheetNames = [
  'nights',
  'rooms',
  'sources',
  'countries',
  'lengths',
  'leads',
  'ended',
  'enquiries',
  'messages',
  'offers',
] as const
export type SheetName = (typeof sheetNames)[number]

/** The sheets of the website visits. The daily visits are a separate file. */
export const visitsSheets = ['pages', 'ways', 'sources', 'sites', 'readers'] as const
export type VisitsSheet = (typeof visitsSheets)[number]
