import type { Language } from '#routes/public.ts'
import type { enOffice } from './en-office.ts'
import type { enPages } from './en-pages.ts'
import type { enServer } from './en-server.ts'

/*
 * Where a word stands: en/ and bn/ hold the same files, named after slices, or after the place that says the words where
 * they are of no slice (frame, ui, errors, letters). A key's beginning belongs to one name alone: `booking.title` stands
 * in bookings.ts, and whatever begins with `booking.` in bookings.ts or in a file beside it, which tells who says it:
 *
 *   bookings.ts          pages: put together in en-pages.ts
 *   bookings-server.ts   the server alone, in refusals and letters: put together in en-server.ts
 *   bookings-office.ts   pages of the office alone: put together in en-office.ts
 *
 * How they are loaded: a page brings the words that its scripts mention (both.ts), and learns all of its bundles before
 * another page is shown (browser.ts). No browser loads a server's words, and none of the public the office's:
 * the build fails otherwise (bin/browser-modules.ts). The office names its bundle where it wakes (office/entry-client.tsx).
 * That no public script mentions a key of it, office/public.test.ts finds out in the build.
 */

/** What pages may say, and what may be said anywhere. A value in braces is filled in; _one and _other are chosen by a count. */
export type PageMessageKey = keyof typeof enPages | keyof typeof enOffice
export type MessageKey = PageMessageKey | keyof typeof enServer
export type Values = Record<string, string | number>

/** A sentence of the dictionary with what is filled into it; with a count, as it is put for one or for many. */
export type MessageRef =
  { key: MessageKey; count?: undefined; values?: Values } | { key: PluralKey; count: number; values?: Values }
export type PluralKey = Counted<MessageKey>

/** The reader's language: labels, numbers, amounts and dates. What a dictionary lacks is said in English. */
export interface Translator {
  readonly language: Language
  /**
   * Numbers, the times (HH:MM) called {time}, {arrival} and {departure}, and the days (YYYY-MM-DD) called {day}, {from}
   * and {to}, are written in the reader's way.
   */
  t(key: PageMessageKey, values?: Values): string
  /** `key_one` or `key_other`, by the language's own rule, with {count} written in its digits. */
  count(key: Counted<PageMessageKey>, count: number, values?: Values): string
  number(value: number): string
  /** Of a year, which unlike a count has no separators. */
  digits(text: string): string
  money(bdt: number): string
  /** A calendar day, from YYYY-MM-DD; of several see dates.ts. */
  day(isoDay: string, style?: DayStyle): string
  /** What the company's clocks show at a moment: YYYY-MM-DD, HH:MM. */
  clock(at: Date | number): readonly [day: string, time: string]
  /** A moment as these clocks show it, and where they stand. */
  moment(at: Date): string
}

/** The same on the server, which also has the sentences of refusals and letters. */
export interface ServerTranslator extends Translator {
  t(key: MessageKey, values?: Values): string
  count(key: PluralKey, count: number, values?: Values): string
}

/** Under it a dictionary names the zone of the company's clocks, where these are not set as in Dhaka. */
export const zoneKey = 'clock.zone'

type Counted<Key> = Key extends `${infer Stem}_one` ? Stem : never
/** 4 January 2027; 4 Jan; Monday, 4 January 2027; January. */
type DayStyle = 'long' | 'short' | 'weekday' | 'month'

export const say = ({ t, count }: ServerTranslator, said: MessageRef): string =>
  said.count === undefined ? t(said.key, said.values) : count(said.key, said.count, said.values)

/** `english` stands in for what the dictionary lacks. */
export function createTranslator(
  language: Language,
  dictionary: Readonly<Record<string, string>>,
  english: Readonly<Record<string, string>> = {},
): ServerTranslator {
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'
  const decimals = once(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }))
  const withPoisha = once(() => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }))
  const wholeTaka = once(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }))
  const plural = once(() => new Intl.PluralRules(locale))
  const inDays = (style: Intl.DateTimeFormatOptions) =>
    once(() => new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' }))
  const months = { long: inDays({ month: 'long' }), short: inDays({ month: language === 'bn' ? 'long' : 'short' }) }
  const weekdays = inDays({ weekday: 'long' })

  const digits = (text: string) => (language === 'bn' ? text.replace(/\d/g, (digit) => bengaliDigits[+digit]!) : text)
  const number = (value: number) => (isShort(value) ? digits(String(value)) : decimals().format(value))
  const day: Translator['day'] = (isoDay, style = 'long') => {
    const date = new Date(isoDay + 'T00:00:00Z')
    const month = spelt(months[style === 'short' ? 'short' : 'long']().format(date))
    if (style === 'month') return month
    const short = `${number(date.getUTCDate())} ${month}`
    if (style === 'short') return short
    const long = `${short} ${digits(isoDay.slice(0, 4))}`
    return style === 'long' ? long : `${weekdays().format(date)}, ${long}`
  }
  const write: Write = (name, value) => {
    if (typeof value === 'number') return number(value)
    if (isTime.test(name)) return language === 'bn' ? banglaTime(value, number) : value
    return isDay.test(name) && /^\d{4}-\d\d-\d\d$/.test(value) ? day(value) : value
  }
  /** Swedes write a moment as YYYY-MM-DD HH:MM. */
  const swedish = once(
    () =>
      new Intl.DateTimeFormat('sv-SE', {
        dateStyle: 'short',
        timeStyle: 'short',
        timeZone: dictionary[zoneKey] ?? 'Asia/Dhaka',
      }),
  )
  const clock: Translator['clock'] = (at) => swedish().format(at).split(' ') as [string, string]
  const t = (key: MessageKey, values?: Values) => fill(dictionary[key] ?? english[key] ?? key, values, write)
  return {
    language,
    t,
    number,
    digits,
    count: (key, count, values) =>
      t(`${key}_${plural().select(count) === 'one' ? 'one' : 'other'}` as MessageKey, { ...values, count }),
    money: (bdt) =>
      (language === 'bn' ? '৳\u00a0' : 'BDT\u00a0') + (Number.isInteger(bdt) ? wholeTaka() : withPoisha()).format(bdt),
    day,
    clock,
    moment(at) {
      const [today, time] = clock(at)
      return t('clock.moment', { day: today, time })
    },
  }
}

const bengaliDigits = '০১২৩৪৫৬৭৮৯'

/** Nothing but digits, for which no format is needed. */
const isShort = (value: number) => Number.isInteger(value) && value >= 0 && value < 1000

/** The first format of a page takes a phone 80 ms to make, so it is made when something is written with it. */
function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}

/** Browsers of before 2023 end January and February in a long vowel: a page would not wake up as it was drawn. */
const spelt = (month: string) => month.replace(/ারী/, 'ারি')

/** In Bangla an hour is called by its part of the day: দুপুর ২টা, বিকেল ৪টা ৩০. Browsers do not know how. */
function banglaTime(time: string, number: Translator['number']): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const [, part] = partsOfDay.find(([until]) => hour < until)!
  return `${part} ${number(hour % 12 || 12)}টা${minute ? ` ${number(minute).padStart(2, '০')}` : ''}`
}
const partsOfDay = [
  [4, 'রাত'],
  [6, 'ভোর'],
  [12, 'সকাল'],
  [15, 'দুপুর'],
  [18, 'বিকেল'],
  [20, 'সন্ধ্যা'],
  [24, 'রাত'],
] as const

/** By name, because what people write about themselves may look like a day as well. */
const isDay = /^(day|from|to)$/
const isTime = /^(time|arrival|departure)$/
type Write = (name: string, value: string | number) => string

function fill(text: string, values: Values | undefined, write: Write): string {
  if (!values) return text
  const filled = text.replace(/\{(\w+)\}(\.?)/g, (whole, name: string, stop: string) => {
    const value = values[name]
    if (value === undefined) return whole
    const written = write(name, value)
    return written.endsWith('.') ? written : written + stop // of a company Ltd.
  })
  return filled.replace('টা-এর', 'টার') // of a full hour
}
