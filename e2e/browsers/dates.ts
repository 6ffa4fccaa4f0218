import type { Sought } from '#testing/browsers/seek.ts'
import type { ServerWords } from '#locales/words.ts'

/** The one field of both dates, which opens the calendar. */
export const datesField = ({ t }: ServerWords): Sought => ({
  role: 'button',
  name: new RegExp(`^${t('search.dates')}`),
  within: { role: 'search' },
})

/** A day of the open calendar. */
export const dayOf = ({ day }: ServerWords, iso: string): Sought => ({
  role: 'button',
  name: new RegExp(`^${day(iso, 'weekday')}(,|$)`),
  within: { role: 'grid' },
})

/** Its word has beside it, unseen, the one that it says while it looks. */
export const searchButton = ({ t }: ServerWords): Sought => ({
  role: 'button',
  name: new RegExp(`^${t('search.submit')}`),
  within: { role: 'search' },
})
