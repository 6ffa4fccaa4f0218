import { isoDay, parseDay, getWeekday } from '#platform/day.ts'
import { poishaToBdt, bdtToPoisha } from '#platform/money.ts'
import type { Translator } from '#locales/translator.ts'
import { includesWeekday, noOwnRate, type OwnRate } from '../rates/own-rate.ts'
import type { CalendarRoom, OwnRun, RatesCalendar } from './rates-contract.ts'
import { DAY_MS } from '#platform/durations.ts'

/** The calendar as it is drawn: rooms as rows, days as columns. */
export interface Sheet {
  today: number
  first: number
  last: number
  /** The default policy comes first. */
  policies: readonly { id: number; name: string }[]
  rooms: SheetRoom[]
  days: SheetDay[]
}
export interface SheetRoom {
  id: number
  slug: string
  name: string
  pricePoisha: number
  units: number
  isActive: boolean
  /** The selectable policies by ID. */
  policies: ReadonlyMap<number, string>
  ownRates: ReadonlyMap<number, OwnRate>
  freeCounts: ReadonlyMap<number, number>
}
export interface SheetDay {
  day: number
  iso: string
  /** The day of the month in the digits of the user's language. */
  date: string
  weekday: string
  /** For example: Friday, 5 March 2027. */
  fullDate: string
  /** Set on the first day of a month and of the calendar. */
  month: string | null
  isWeekend: boolean
  isPast: boolean
  isToday: boolean
}

/** The selected nights and rooms. Null weekdays select every day. */
export interface Selection {
  rooms: readonly number[]
  from: number
  to: number
  weekdays: readonly number[] | null
}

export function toSheet(calendar: RatesCalendar, translator: Translator): Sheet {
  const [today, first, last] = [calendar.today, calendar.first, calendar.last].map((iso) => parseDay(iso)!) as [
    number,
    number,
    number,
  ]
  const weekdayNames = formatWeekdays(translator)
  const policies = new Map(calendar.policies.map(({ id, name }) => [id, name]))
  return {
    today,
    first,
    last,
    policies: calendar.policies,
    rooms: calendar.rooms.map((room) => toSheetRoom(room, first, policies)),
    days: Array.from({ length: last - first + 1 }, (_, index) => {
      const day = first + index
      const iso = isoDay(day)
      const weekdayNumber = getWeekday(day)
      return {
        day,
        iso,
        date: translator.number(Number(iso.slice(8))),
        weekday: weekdayNames[weekdayNumber % 7]!,
        fullDate: translator.day(iso, 'weekday'),
        month: index === 0 || iso.endsWith('-01') ? formatMonth(translator, iso) : null,
        isWeekend: isWeekend(weekdayNumber),
        isPast: day < today,
        isToday: day === today,
      }
    }),
  }
}

/** Returns true for Friday and Saturday, the weekend in Bangladesh. */
const isWeekend = (weekdayNumber: number) => weekdayNumber === 5 || weekdayNumber === 6

export const formatMonth = ({ day, digits }: Translator, iso: string): string =>
  `${day(iso, 'month')} ${digits(iso.slice(0, 4))}`

/** Returns the same date some months later, or the last day of a shorter month. */
export function addMonths(day: number, months: number): number {
  const [year, month, date] = isoDay(day).split('-').map(Number) as [number, number, number]
  const lastDayOfMonth = new Date(Date.UTC(year, month + months, 0))
  return lastDayOfMonth.getTime() / DAY_MS - Math.max(0, lastDayOfMonth.getUTCDate() - date)
}

/** Sunday first, because weeks begin on Sunday in Bangladesh. */
export const weekFromSunday = [7, 1, 2, 3, 4, 5, 6] as const

/** Returns the short names of the weekdays, Sunday first. */
export function formatWeekdays({ language }: Translator): string[] {
  const format = new Intl.DateTimeFormat(language === 'bn' ? 'bn-BD' : 'en-GB', { weekday: 'short', timeZone: 'UTC' })
  const sunday = Date.UTC(2027, 0, 3)
  return weekFromSunday.map((_, index) => format.format(sunday + index * DAY_MS))
}

function toSheetRoom(
  { id, slug, name, price, units, active, own, left }: CalendarRoom,
  firstDay: number,
  policies: SheetRoom['policies'],
): SheetRoom {
  const expandRuns = <Run extends readonly [at: number, days: number, ...unknown[]], Value>(
    runs: readonly Run[],
    toValue: (run: Run) => Value,
  ) =>
    new Map(
      runs.flatMap((run) => {
        const value = toValue(run)
        return Array.from({ length: run[1] }, (_, index) => [firstDay + run[0] + index, value] as const)
      }),
    )
  return {
    id,
    slug,
    name,
    pricePoisha: bdtToPoisha(price),
    units,
    isActive: active,
    policies,
    ownRates: expandRuns(own, toOwnRate),
    freeCounts: expandRuns(left, ([, , free]) => free),
  }
}

const toOwnRate = ([, , price, minNights, maxNights, flags, policyId]: OwnRun): OwnRate => ({
  pricePoisha: price === null ? null : bdtToPoisha(price),
  minNights,
  maxNights,
  closed: flags % 2 === 1,
  noArrival: Math.floor(flags / 2) % 2 === 1,
  noDeparture: flags >= 4,
  policyId,
})

export const getRateOn = (room: SheetRoom, day: number): OwnRate => room.ownRates.get(day) ?? noOwnRate
export const countUnitsLeftOn = (room: SheetRoom, day: number): number => room.freeCounts.get(day) ?? room.units

export const isNightSelected = (selection: Selection | null, room: number, day: number): boolean =>
  selection !== null &&
  day >= selection.from &&
  day <= selection.to &&
  selection.rooms.includes(room) &&
  includesWeekday(selection.weekdays ?? undefined, getWeekday(day))

/** Returns the number of selected nights, counted per room. */
export function countNights({ rooms, from, to, weekdays }: Selection): number {
  let dayCount = 0
  for (let day = from; day <= to; day++) if (includesWeekday(weekdays ?? undefined, getWeekday(day))) dayCount++
  return dayCount * rooms.length
}

/** Formats the price in a cell, without the currency, which the column heading names. */
export const formatTaka = ({ number }: Translator, poisha: number): string => number(poishaToBdt(poisha))

/** Returns the text of a night and of its edited values for screen readers, which cannot see the icons. */
export function describeNight(
  translator: Translator,
  room: SheetRoom,
  { day, fullDate }: SheetDay,
  next: OwnRate | null,
): string {
  const { t, count } = translator
  const rate = getRateOn(room, day)
  const priceText = translator.money(poishaToBdt(rate.pricePoisha ?? room.pricePoisha))
  return [
    room.name,
    fullDate,
    t(rate.pricePoisha === null ? 'rates.cell_inherited' : 'rates.cell_own', { price: priceText }),
    count('rates.left', countUnitsLeftOn(room, day)),
    ...describeRules(translator, rate, findPolicyName(room, rate)),
    next && t('rates.cell_new', { price: translator.money(poishaToBdt(next.pricePoisha ?? room.pricePoisha)) }),
    ...(next ? describeRules(translator, next, findPolicyName(room, next)) : []),
  ]
    .filter(Boolean)
    .join(', ')
}

/** The name of the night's own policy. */
const findPolicyName = ({ policies }: SheetRoom, { policyId }: OwnRate): string | null =>
  policyId === null ? null : (policies.get(policyId) ?? '')

export const describeRules = (
  { t, count }: Translator,
  rate: Omit<OwnRate, 'policyId'>,
  policy: string | null,
): string[] =>
  [
    rate.closed && t('rates.closed'),
    rate.noArrival && t('rates.no_arrival'),
    rate.noDeparture && t('rates.no_departure'),
    rate.minNights && count('rates.least', rate.minNights),
    rate.maxNights && count('rates.most', rate.maxNights),
    policy !== null && t('rates.policy_is', { policy }),
  ].filter((text) => typeof text === 'string')
