import type { Sought } from '#testing/browsers/seek.ts'
import type { ServerTranslator } from '#locales/translator.ts'

/** The one field of both dates, which opens the calendar. */
export const datesField = ({ t }: ServerTranslator): Sought => ({
  role: 'button',
  name: new RegExp(`^${t('search.dates')}`),
  within: { role: 'search' },
})

/** A day of the open calendar. */
export const dayOf = ({ day }: ServerTranslator, iso: string): Sought => ({
  role: 'button',
  name: new RegExp(`^${day(iso, 'weekday')}(,|$)`),
  within: { role: 'grid' },
})

/** Its word has beside it, unseen, the one that it says while it looks. */
export const searchButton = ({ t }: ServerTranslator): Sought => ({
  role: 'button',
  name: new RegExp(`^${t('search.submit')}`),
  within: { role: 'search' },
})
