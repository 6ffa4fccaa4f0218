import { roundToTwoDecimals } from '#platform/money.ts'
import { calculateRatios } from '../ratios.ts'
import type { Figures, PropertyFiguresView } from './contract.ts'

export type Line = PropertyFiguresView['all']

/** Consecutive nights that are shown as one row or bar. */
export interface Bucket {
  from: string
  until: string
  line: Line
  /** The same figures for the period to compare with. */
  before: Line | null
  when: 'past' | 'today' | 'books'
}

export type Grouping = 'night' | 'week' | 'month'

/** Chooses the grouping of the table rows: nights, then weeks from the first night, then calendar months. */
export const chooseTableGrouping = (nights: number): Grouping =>
  nights <= 14 ? 'night' : nights <= 62 ? 'week' : 'month'
/** Chooses the grouping of the chart bars. More bars than table rows fit, so a chart groups fewer nights. */
export const chooseChartGrouping = (nights: number): Grouping =>
  nights <= 62 ? 'night' : nights <= 186 ? 'week' : 'month'

export function toBuckets({ now, before, today }: Figures, grouping: Grouping): Bucket[] {
  let firstIndex = 0
  return groupNights(now.nights, grouping).map((nights) => {
    const [from, until] = [nights[0]!.night, nights.at(-1)!.night]
    const comparedNights = before && before.nights.slice(firstIndex, firstIndex + nights.length)
    firstIndex += nights.length
    return {
      from,
      until,
      line: sumLines(nights),
      before: comparedNights && sumLines(comparedNights),
      when: until < today ? 'past' : from > today ? 'books' : 'today',
    }
  })
}

/** Groups consecutive nights by night, week or month. */
export function groupNights<Night extends { night: string }>(nights: readonly Night[], grouping: Grouping): Night[][] {
  const startsGroup = (index: number) =>
    index === 0 ||
    grouping === 'night' ||
    (grouping === 'week' ? index % 7 === 0 : nights[index]!.night.endsWith('-01'))
  const groupStartIndexes = nights.flatMap((_, index) => (startsGroup(index) ? [index] : []))
  return groupStartIndexes.map((start, groupIndex) => nights.slice(start, groupStartIndexes[groupIndex + 1]))
}

function sumLines(lines: readonly Line[]): Line {
  const sum = (getValue: (line: Line) => number) => lines.reduce((all, line) => all + getValue(line), 0)
  const sumAmount = (getValue: (line: Line) => number | null) =>
    lines.some((line) => getValue(line) === null) ? null : roundToTwoDecimals(sum((line) => getValue(line)!))
  return {
    sold: sum(({ sold }) => sold),
    paid: sum(({ paid }) => paid),
    units: sum(({ units }) => units),
    closed: sum(({ closed }) => closed),
    waiting: sum(({ waiting }) => waiting),
    net: sumAmount(({ net }) => net),
    vat: sumAmount(({ vat }) => vat),
  }
}

/** Returns a share in per cent with one decimal. */
export const toPercent = (share: number | null): number | null =>
  share === null ? null : Math.round(share * 1_000) / 10

export const getLineOccupancy = (line: Line): number | null => calculateRatios(line).occupancy
