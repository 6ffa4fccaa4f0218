import type { Translator } from '#locales/translator.ts'

/** Names a time zone by its city. */
export const formatTimeZoneName = (timeZone: string, { t }: Translator): string =>
  timeZone === 'Asia/Dhaka' ? t('posts.dhaka') : (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')

/** Splits a local timestamp with offset into day and minute. */
export const splitTimestamp = (timestamp: string): { day: string; time: string } => ({
  day: timestamp.slice(0, 10),
  time: timestamp.slice(11, 16),
})
