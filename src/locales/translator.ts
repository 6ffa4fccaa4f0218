import type { Language } from '#routes/public.ts'
import type { enOffice } from './en-office.ts'
import type { enPages } from './en-pages.ts'
import type { enServer } from './en-server.ts'
import { toDigits } from './digits.ts'

/*
 * The files of the messages: en/ and bn/ have the same ones. A file is named after a slice, or after the area that
 * uses its messages (frame, ui, errors, emails). The prefix of a key belongs to one file name: all `booking.` keys are
 * in bookings.ts or in a file with a suffix. The suffix says who uses them:
 *
 *   bookings.ts          pages; collected in en-pages.ts
 *   bookings-server.ts   only the server, in errors and emails; collected in en-server.ts
 *   bookings-office.ts   only office pages; collected in en-office.ts
 *
 * How messages are loaded: a page contains the messages that its scripts mention (both.ts). It loads all of its bundles
 * before it shows another page (browser.ts). The build fails if a browser bundle contains server messages, or a public
 * one contains office messages (bin/browser-modules.ts). The office adds its bundle when it hydrates
 * (office/entry-client.tsx). office/public-assets.test.ts checks in the build that no public script mentions an office key.
 */

/**
 * Messages that pages can use. MessageKey adds those of the server. Values in braces are filled in; a count chooses
 * _one or _other.
 */
export type PageMessageKey = keyof typeof enPages | keyof typeof enOffice
export type MessageKey = PageMessageKey | keyof typeof enServer
export type Values = Record<string, string | number>

/** A message with its values. A count chooses the singular or the plural. */
export type MessageRef =
  { key: MessageKey; count?: undefined; values?: Values } | { key: PluralKey; count: number; values?: Values }
export type PluralKey = PluralStem<MessageKey>

/**
 * Formats messages, numbers, amounts and dates in one language. Messages missing from the dictionary appear in English.
 */
export interface Translator {
  readonly language: Language
  /**
   * Formats these values in the translator's language: numbers, times (HH:MM) named {time}, {arrival} or {departure},
   * and days (YYYY-MM-DD) named {day}, {from} or {to}.
   */
  t(key: PageMessageKey, values?: Values): string
  /**
   * Uses `key_one` or `key_other` by the plural rule of the language, and `key_other` if `key_one` is missing. {count} is
   * written in its digits.
   */
  count(key: PluralStem<PageMessageKey>, count: number, values?: Values): string
  number(value: number): string
  /** Converts digits to the numerals of the language, without thousands separators. Use it for years. */
  digits(text: string): string
  money(bdt: number): string
  /** Formats a calendar day (YYYY-MM-DD). For ranges see dates.ts. */
  day(isoDay: string, style?: DayStyle): string
  /** Returns the date and time in the company's time zone: YYYY-MM-DD, HH:MM. */
  clock(at: Date | number): readonly [day: string, time: string]
  /** Formats a time in the company's time zone, and names the zone. */
  moment(at: Date): string
}

/** A translator with the additional messages of the server, for errors and emails. */
export interface ServerTranslator extends Translator {
  t(key: MessageKey, values?: Values): string
  count(key: PluralKey, count: number, values?: Values): string
}

/** The message key of the company's time zone. Without it, the zone is Asia/Dhaka. */
export const zoneKey = 'clock.zone'

type PluralStem<Key> = Key extends `${infer Stem}_one` ? Stem : never
/** For example 4 January 2027; 4 Jan; Monday, 4 January 2027; January. */
type DayStyle = 'long' | 'short' | 'weekday' | 'month'

export const formatMessageRef = ({ t, count }: ServerTranslator, message: MessageRef): string =>
  message.count === undefined ? t(message.key, message.values) : count(message.key, message.count, message.values)

/** Creates a translator from a dictionary. `english` replaces messages that the dictionary lacks. */
export function createTranslator(
  language: Language,
  dictionary: Readonly<Record<string, string>>,
  english: Readonly<Record<string, string>> = {},
): ServerTranslator {
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'
  const getDecimalFormat = createLazy(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }))
  const getPoishaFormat = createLazy(
    () => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  )
  const getPluralRules = createLazy(() => new Intl.PluralRules(locale))
  /** Formats each name once: a page or an email has many dates. */
  const createNames = (style: Intl.DateTimeFormatOptions) => {
    const getFormat = createLazy(() => new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' }))
    const names: string[] = []
    return (index: number, date: Date) => (names[index] ??= toModernSpelling(getFormat().format(date)))
  }
  const months = {
    long: createNames({ month: 'long' }),
    short: createNames({ month: language === 'bn' ? 'long' : 'short' }),
  }
  const getWeekday = createNames({ weekday: 'long' })

  const digits = (text: string) => toDigits(text, language)
  const number = (value: number) => (isShortInteger(value) ? digits(String(value)) : getDecimalFormat().format(value))
  const day: Translator['day'] = (isoDay, style = 'long') => {
    const date = new Date(isoDay)
    const month = months[style === 'short' ? 'short' : 'long'](date.getUTCMonth(), date)
    if (style === 'month') return month
    const shortDate = `${number(date.getUTCDate())} ${month}`
    if (style === 'short') return shortDate
    const longDate = `${shortDate} ${digits(isoDay.slice(0, 4))}`
    return style === 'long' ? longDate : `${getWeekday(date.getUTCDay(), date)}, ${longDate}`
  }
  const formatValue: FormatValue = (name, value) => {
    if (typeof value === 'number') return number(value)
    if (timeKeyPattern.test(name)) return language === 'bn' ? formatBanglaTime(value, number) : value
    return dayKeyPattern.test(name) && /^\d{4}-\d\d-\d\d$/.test(value) ? day(value) : value
  }
  /** The Swedish locale writes YYYY-MM-DD HH:MM. */
  const isoFormat = createLazy(
    () =>
      new Intl.DateTimeFormat('sv-SE', {
        dateStyle: 'short',
        timeStyle: 'short',
        timeZone: dictionary[zoneKey] ?? 'Asia/Dhaka',
      }),
  )
  const clock: Translator['clock'] = (at) => isoFormat().format(at).split(' ') as [string, string]
  const t = (key: MessageKey, values?: Values) => fill(dictionary[key] ?? english[key] ?? key, values, formatValue)
  return {
    language,
    t,
    number,
    digits,
    count(key, count, values) {
      const singularKey = `${key}_one`
      const hasSingular = singularKey in dictionary || singularKey in english
      const isSingular = hasSingular && getPluralRules().select(count) === 'one'
      return t((isSingular ? singularKey : `${key}_other`) as MessageKey, { ...values, count })
    },
    money: (bdt) =>
      (language === 'bn' ? '৳\u00a0' : 'BDT\u00a0') +
      (Number.isInteger(bdt) ? getDecimalFormat() : getPoishaFormat()).format(bdt),
    day,
    clock,
    moment(at) {
      const [today, time] = clock(at)
      return t('clock.moment', { day: today, time })
    },
  }
}

/** Returns whether a number can be formatted by replacing its digits, which is faster than a number format. */
const isShortInteger = (value: number) => Number.isInteger(value) && value >= 0 && value < 1000

/** Delays the creation of a value until its first use. Creating the first number format takes 80 ms on a phone. */
function createLazy<Value>(make: () => Value): () => Value {
  let cachedValue: Value | undefined
  return () => (cachedValue ??= make())
}

/**
 * Browsers before 2023 spell January and February with a long vowel. Hydration would then differ from the server's
 * HTML.
 */
const toModernSpelling = (month: string) => month.replace(/ারী/, 'ারি')

/** Formats a time in Bangla with the part of the day: দুপুর ২টা, বিকেল ৪টা ৩০. Intl does not support this. */
function formatBanglaTime(time: string, number: Translator['number']): string {
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

/** Matched by name, because a text typed by a user can also look like a date. */
const dayKeyPattern = /^(day|from|to)$/
const timeKeyPattern = /^(time|arrival|departure)$/
type FormatValue = (name: string, value: string | number) => string

function fill(text: string, values: Values | undefined, formatValue: FormatValue): string {
  if (!values) return text
  const filledText = text.replace(/\{(\w+)\}(\.?)/g, (placeholder, name: string, fullStop: string) => {
    const value = values[name]
    if (value === undefined) return placeholder
    const formattedValue = formatValue(name, value)
    return formattedValue.endsWith('.') ? formattedValue : formattedValue + fullStop // a company name ending in Ltd.
  })
  return filledText.replace('টা-এর', 'টার') // joins the suffix to a full hour
}
