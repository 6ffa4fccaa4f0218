import type { Translator } from '#locales/translator.ts'
import { cents, type Line } from './buckets.ts'
import type { Figures, House, SoldLine } from './contract.ts'
import type { Sheet, StaysAsked } from './sheet.ts'

export type Way = SoldLine & Partial<Pick<Line, 'units' | 'closed'>>

/** Nights by what they have in common: those of other days stand in the same row, also where there are none of these. */
export function waysSheet<Each extends Way>(
  { now, before }: Figures,
  { t }: Translator,
  {
    title,
    about,
    named,
    linesOf,
    more = [],
    staysOf,
  }: {
    title: string
    about: string
    named: string
    linesOf: (house: House) => { key: string; name: string; line: Each }[]
    more?: { name: string; of: (line: Way) => number | null }[]
    staysOf: (key: string) => Omit<StaysAsked, 'figure'>
  },
): Sheet {
  const hasMoney = now.all.net !== null
  const amounts = [
    { name: t('figures.net'), of: ({ net }: Way) => net, isAmount: true },
    { name: t('figures.vat'), of: ({ vat }: Way) => vat, isAmount: true },
    {
      name: t('figures.rate'),
      of: ({ net, paid }: Way) => (net === null || paid === 0 ? null : cents(net / paid)),
      isAmount: true,
    },
  ]
  const columns = [{ name: t('figures.sold'), of: ({ sold }: Way) => sold }, ...more, ...(hasMoney ? amounts : [])]
  const none: Way = { sold: 0, paid: 0, net: hasMoney ? 0 : null, vat: hasMoney ? 0 : null }
  const cells = (line: Way) => columns.map(({ of }) => of(line))
  const [lines, others] = [linesOf(now), before && linesOf(before)]
  const keys = new Map([...lines, ...(others ?? [])].map(({ key, name }) => [key, name]))
  return {
    title,
    about,
    named,
    columns: columns.map(besideBefore(t)),
    drawn: hasMoney ? columns.length - amounts.length : 0,
    isCompared: before !== null,
    rows: [...keys].map(([key, name]) => ({
      name,
      now: cells(lines.find((each) => each.key === key)?.line ?? none),
      before: others && cells(others.find((each) => each.key === key)?.line ?? none),
      isDrawn: true,
      stays: { figure: 'nights', ...staysOf(key) },
    })),
    sum: {
      name: t('figures.all'),
      now: cells(now.all),
      before: before && cells(before.all),
      stays: { figure: 'nights' },
    },
  }
}

/** Night by night: the screen draws these by weeks or months where there are many. */
export function nightsSheet({ now, before }: Figures, { t }: Translator): Sheet {
  const columns: { name: string; of: (line: Line) => number | null; isAmount?: boolean }[] = [
    { name: t('figures.units'), of: ({ units }) => units },
    { name: t('figures.closed'), of: ({ closed }) => closed },
    { name: t('figures.sold'), of: ({ sold }) => sold },
    { name: t('figures.free'), of: ({ sold, paid }) => sold - paid },
    { name: t('figures.waiting'), of: ({ waiting }) => waiting },
    ...(now.all.net === null
      ? []
      : [
          { name: t('figures.net'), of: ({ net }: Line) => net, isAmount: true },
          { name: t('figures.vat'), of: ({ vat }: Line) => vat, isAmount: true },
          { name: t('figures.gross'), of: ({ net, vat }: Line) => cents(net! + vat!), isAmount: true },
        ]),
  ]
  const cells = (line: Line) => columns.map(({ of }) => of(line))
  return {
    title: t('figures.chart_occupancy'),
    about: t('figures.about_occupancy'),
    named: t('figures.night'),
    columns: columns.map(besideBefore(t)),
    drawn: 2,
    isCompared: before !== null,
    rows: now.nights.map((line, at) => {
      const other = before?.nights[at]
      return {
        name: line.night,
        now: cells(line),
        before: other ? cells(other) : null,
        ...(other && { nameBefore: other.night }),
      }
    }),
  }
}

const besideBefore =
  (t: Translator['t']) =>
  ({ name, isAmount = false }: { name: string; isAmount?: boolean }) => ({
    name,
    nameBefore: t('figures.before_of', { name }),
    isAmount,
  })

export function countryName(code: string, { t, language }: Translator): string {
  if (code === '') return t('figures.country_unknown')
  // What is no code of a country is said as it was written.
  if (!/^[A-Z]{2}$/.test(code)) return code
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
}
