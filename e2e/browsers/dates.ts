import type { ElementQuery } from '#testing/browsers/find-elements.ts'
import type { ServerTranslator } from '#locales/translator.ts'

/** Returns the Check In field, which opens the calendar. */
export const createCheckInQuery = ({ t }: ServerTranslator): ElementQuery => ({
  role: 'button',
  name: new RegExp(`^${t('search.check_in')}`),
  within: { role: 'search' },
})

/** A day of the open calendar. */
export const createDayQuery = ({ day }: ServerTranslator, iso: string): ElementQuery => ({
  role: 'button',
  name: new RegExp(`^${day(iso, 'weekday')}(,|$)`),
  within: { role: 'grid' },
})

/** Returns the search button. It also contains the hidden label that it shows while it searches. */
export const createSearchButtonQuery = ({ t }: ServerTranslator): ElementQuery => ({
  role: 'button',
  name: new RegExp(`^${t('search.submit')}`),
  within: { role: 'search' },
})
