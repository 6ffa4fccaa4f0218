import { roundToTwoDecimals } from '#platform/money.ts'
import type { Translator } from '#locales/translator.ts'
import { type Line } from './buckets.ts'
import type { Figures, PropertyFiguresView, SoldLine } from './contract.ts'
import type { Sheet, StaysFilter } from './sheet.ts'

export type SoldGroup = SoldLine & Partial<Pick<Line, 'units' | 'closed'>>

/**
 * Builds a sheet that groups nights by a common property. Each row also shows the period to compare with, even if the
 * shown period has no such nights.
 */
export function buildGroupSheet<Group extends SoldGroup>(
  { now, before }: Figures,
  { t }: Translator,
  {
    title,
    about,
    rowHeading,
    readLines,
    extraColumns = [],
    toStaysFilter,
  }: {
    title: string
    about: string
    rowHeading: string
    readLines: (property: PropertyFiguresView) => { key: string; name: string; line: Group }[]
    extraColumns?: { name: string; getValue: (line: SoldGroup) => number | null }[]
    toStaysFilter: (key: string) => Omit<StaysFilter, 'figure'>
  },
): Sheet {
  const hasMoney = now.all.net !== null
  const amountColumns = [
    { name: t('figures.net'), getValue: ({ net }: SoldGroup) => net, isAmount: true },
    { name: t('figures.vat'), getValue: ({ vat }: SoldGroup) => vat, isAmount: true },
    {
      name: t('figures.rate'),
      getValue: ({ net, paid }: SoldGroup) => (net === null || paid === 0 ? null : roundToTwoDecimals(net / paid)),
      isAmount: true,
    },
  ]
  const columns = [
    { name: t('figures.sold'), getValue: ({ sold }: SoldGroup) => sold },
    ...extraColumns,
    ...(hasMoney ? amountColumns : []),
  ]
  const emptyLine: SoldGroup = { sold: 0, paid: 0, net: hasMoney ? 0 : null, vat: hasMoney ? 0 : null }
  const listCells = (line: SoldGroup) => columns.map(({ getValue }) => getValue(line))
  const [lines, comparedLines] = [readLines(now), before && readLines(before)]
  const namesByKey = new Map([...lines, ...(comparedLines ?? [])].map(({ key, name }) => [key, name]))
  return {
    title,
    about,
    rowHeading,
    columns: columns.map(createHeadingAdder(t)),
    drawnColumn: hasMoney ? columns.length - amountColumns.length : 0,
    isCompared: before !== null,
    rows: [...namesByKey].map(([key, name]) => ({
      name,
      now: listCells(lines.find((item) => item.key === key)?.line ?? emptyLine),
      before: comparedLines && listCells(comparedLines.find((item) => item.key === key)?.line ?? emptyLine),
      isDrawn: true,
      stays: { figure: 'nights', ...toStaysFilter(key) },
    })),
    sum: {
      name: t('figures.all'),
      now: listCells(now.all),
      before: before && listCells(before.all),
      stays: { figure: 'nights' },
    },
  }
}

/** Builds a sheet with one row per night. The screen groups long periods by week or month instead. */
export function buildNightsSheet({ now, before }: Figures, { t }: Translator): Sheet {
  const columns: { name: string; getValue: (line: Line) => number | null; isAmount?: boolean }[] = [
    { name: t('figures.units'), getValue: ({ units }) => units },
    { name: t('figures.closed'), getValue: ({ closed }) => closed },
    { name: t('figures.sold'), getValue: ({ sold }) => sold },
    { name: t('figures.free'), getValue: ({ sold, paid }) => sold - paid },
    { name: t('figures.waiting'), getValue: ({ waiting }) => waiting },
    ...(now.all.net === null
      ? []
      : [
          { name: t('figures.net'), getValue: ({ net }: Line) => net, isAmount: true },
          { name: t('figures.vat'), getValue: ({ vat }: Line) => vat, isAmount: true },
          {
            name: t('figures.gross'),
            getValue: ({ net, vat }: Line) => roundToTwoDecimals(net! + vat!),
            isAmount: true,
          },
        ]),
  ]
  const listCells = (line: Line) => columns.map(({ getValue }) => getValue(line))
  return {
    title: t('figures.chart_occupancy'),
    about: t('figures.about_occupancy'),
    rowHeading: t('figures.night'),
    columns: columns.map(createHeadingAdder(t)),
    drawnColumn: 2,
    isCompared: before !== null,
    rows: now.nights.map((line, index) => {
      const comparedNight = before?.nights[index]
      return {
        name: line.night,
        now: listCells(line),
        before: comparedNight ? listCells(comparedNight) : null,
        ...(comparedNight && { nameBefore: comparedNight.night }),
      }
    }),
  }
}

const createHeadingAdder =
  (t: Translator['t']) =>
  ({ name, isAmount = false }: { name: string; isAmount?: boolean }) => ({
    name,
    nameBefore: t('figures.before_of', { name }),
    isAmount,
  })

export function formatCountryName(code: string, { t, language }: Translator): string {
  if (code === '') return t('figures.country_unknown')
  // Show values that are not country codes as they were entered.
  if (!/^[A-Z]{2}$/.test(code)) return code
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
}
