import type { Language } from '../urls.ts'
import { en } from './en.ts'

export type WordKey = keyof typeof en
export type Dictionary = Partial<Record<WordKey, string>>
export type Values = Record<string, string | number>

/** The reader's language: labels, numbers, amounts and dates. What a dictionary lacks is said in English. */
export interface Words {
  readonly language: Language
  /** Numbers and days (YYYY-MM-DD) among the values are written in the reader's way. */
  t(key: WordKey, values?: Values): string
  /** `key_one` or `key_other`, by the language's own rule, with {count} written in its digits. */
  count(key: CountKey, count: number, values?: Values): string
  number(value: number): string
  money(bdt: number): string
  /** A calendar day, from YYYY-MM-DD. */
  day(isoDay: string, style?: DayStyle): string
  /** A moment, as the clocks of Dhaka show it. */
  moment(at: Date): string
}

type CountKey = { [Key in WordKey]: Key extends `${infer Stem}_one` ? Stem : never }[WordKey]
type DayStyle = 'medium' | 'long' | 'short'

export function makeWords(language: Language, dictionary: Dictionary): Words {
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'
  const digits = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  const wholeTaka = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  const plural = new Intl.PluralRules(locale)
  const days = new Map<DayStyle, Intl.DateTimeFormat>()
  const clock = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Dhaka' })

  const number = (value: number) => digits.format(value)
  const day: Words['day'] = (isoDay, style = 'medium') => {
    let format = days.get(style)
    if (!format) days.set(style, (format = new Intl.DateTimeFormat(locale, { ...dayStyles[style], timeZone: 'UTC' })))
    return format.format(new Date(isoDay + 'T00:00:00Z'))
  }
  const write = (value: string | number) =>
    typeof value === 'number' ? number(value) : /^\d{4}-\d\d-\d\d$/.test(value) ? day(value) : value
  const t = (key: WordKey, values?: Values) => fill(dictionary[key] ?? en[key], values, write)
  return {
    language,
    t,
    number,
    count: (key, count, values) =>
      t(`${key}_${plural.select(count) === 'one' ? 'one' : 'other'}` as WordKey, { ...values, count }),
    money: (bdt) => (language === 'bn' ? '৳\u00a0' : 'BDT\u00a0') + (Number.isInteger(bdt) ? wholeTaka : digits).format(bdt),
    day,
    moment: (at) => clock.format(at),
  }
}

const dayStyles: Record<DayStyle, Intl.DateTimeFormatOptions> = {
  short: { day: 'numeric', month: 'short' },
  medium: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
}

function fill(text: string, values: Values | undefined, write: (value: string | number) => string): string {
  if (!values) return text
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : write(value)
  })
}
