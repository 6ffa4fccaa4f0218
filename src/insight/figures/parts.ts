import type { BookingSource } from '#schema/bookings.ts'

/** Where one part of a spread ends and the next begins, as people think of it. */
export const steps = {
  /** Nights of a stay. */
  lengths: [1, 2, 3, 4, 8, 15, 31],
  /** Days: on the same one, in the last ones, in the last week, in the last month, before. */
  leads: [0, 1, 4, 8, 31],
  /** Whole hours until somebody answered. */
  waits: [0, 1, 4, 24, 72],
} as const

/** Which stays a figure counts; the first counts their nights. */
export const stayFigures = ['nights', 'left', 'arrived', 'made', 'made_cancelled', 'cancelled', 'no_shows'] as const
export type StayFigure = (typeof stayFigures)[number]

/** In the address, where nobody said from which country a stay comes. */
export const NO_COUNTRY = '-'

/** How a stay came to us. */
export const sources = ['website', 'phone', 'walk_in', 'mail', 'agent'] as const satisfies readonly BookingSource[]

/** Figures that are told together: drawn, in a table, and as a file; the first night by night. */
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

/** The same of the visits to the website; beside them they are told day by day. */
export const visitsSheets = ['pages', 'ways', 'sources', 'sites', 'readers'] as const
export type VisitsSheet = (typeof visitsSheets)[number]
