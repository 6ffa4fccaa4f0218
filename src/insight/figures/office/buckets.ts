import { ratiosOf } from '../ratios.ts'
import type { Figures, House } from './contract.ts'

export type Line = House['all']

/** Nights that are told together. */
export interface Bucket {
  from: string
  until: string
  line: Line
  /** The same of the days that these are compared with. */
  before: Line | null
  when: 'past' | 'today' | 'books'
}

export type By = 'night' | 'week' | 'month'

/** Each night as long as a table of them can be read, then weeks from the first night on, then months. */
export const byInTable = (nights: number): By => (nights <= 14 ? 'night' : nights <= 62 ? 'week' : 'month')
/** A bar is narrower than a row. */
export const byInChart = (nights: number): By => (nights <= 62 ? 'night' : nights <= 186 ? 'week' : 'month')

export function bucketsOf({ now, before, today }: Figures, by: By): Bucket[] {
  let start = 0
  return inGroups(now.nights, by).map((nights) => {
    const [from, until] = [nights[0]!.night, nights.at(-1)!.night]
    const others = before && before.nights.slice(start, start + nights.length)
    start += nights.length
    return {
      from,
      until,
      line: sumOf(nights),
      before: others && sumOf(others),
      when: until < today ? 'past' : from > today ? 'books' : 'today',
    }
  })
}

/** Nights in a row that are told together. */
export function inGroups<Night extends { night: string }>(nights: readonly Night[], by: By): Night[][] {
  const begins = (at: number) =>
    at === 0 || by === 'night' || (by === 'week' ? at % 7 === 0 : nights[at]!.night.endsWith('-01'))
  const starts = nights.flatMap((_, at) => (begins(at) ? [at] : []))
  return starts.map((start, place) => nights.slice(start, starts[place + 1]))
}

function sumOf(lines: readonly Line[]): Line {
  const sum = (of: (line: Line) => number) => lines.reduce((all, line) => all + of(line), 0)
  const amount = (of: (line: Line) => number | null) =>
    lines.some((line) => of(line) === null) ? null : cents(sum((line) => of(line)!))
  return {
    sold: sum(({ sold }) => sold),
    paid: sum(({ paid }) => paid),
    units: sum(({ units }) => units),
    closed: sum(({ closed }) => closed),
    waiting: sum(({ waiting }) => waiting),
    net: amount(({ net }) => net),
    vat: amount(({ vat }) => vat),
  }
}

/** Amounts have two decimals, which floats do not add up exactly. */
export const cents = (bdt: number): number => Math.round(bdt * 100) / 100

/** Per cent with one decimal, as a share is said. */
export const percentOf = (share: number | null): number | null =>
  share === null ? null : Math.round(share * 1_000) / 10

export const occupancyOf = (line: Line): number | null => ratiosOf(line).occupancy
