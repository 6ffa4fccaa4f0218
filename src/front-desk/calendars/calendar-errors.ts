/** The errors of an imported calendar. Each has a message in the office. */
export const calendarErrors = [
  'address',
  'inner',
  'redirects',
  'too_large',
  'timeout',
  'encoding',
  'unreachable',
  'status',
  'not_there',
  'no_calendar',
  'damaged',
  'too_many',
  'too_long',
  'unread',
  'sealed_otherwise',
] as const
export type CalendarError = (typeof calendarErrors)[number]
