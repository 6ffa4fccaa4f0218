import type { Translator } from '#locales/translator.ts'

/** A time zone by the place whose clocks it is named after. */
export const zoneSaid = (timeZone: string, { t }: Translator): string =>
  timeZone === 'Asia/Dhaka' ? t('posts.dhaka') : (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')

/** A moment of the property's clocks, with their offset, in days and minutes. */
export const clockOf = (moment: string): { day: string; time: string } => ({
  day: moment.slice(0, 10),
  time: moment.slice(11, 16),
})
