import { poishaToBdt, bdtToPoisha } from '#platform/money.ts'
import type { MessageKey, Translator } from '#locales/translator.ts'
import type { CarryOverGroup } from './carry-over.ts'
import type { ClosedDay } from './contract.ts'

/*
 * The content of a daily report, the same on the page, in the PDF and in the CSV file.
 */

export type Cell = { text: string } | { bdt: number } | { count: number } | { percent: number }

export interface ReportRow {
  label: string
  /** The stay that the row is about, if it still exists. */
  code?: string
  cells: Cell[]
}

export interface ReportSection {
  title: string
  about?: string
  /** The headings of the columns after the first one. */
  columns: string[]
  rows: ReportRow[]
  total?: ReportRow
}

export const groupTitleKeys = {
  expected: 'desk.day_expected',
  unpaid: 'desk.day_owing',
  unregistered: 'desk.day_unregistered',
  cash: 'desk.day_cash',
} as const satisfies Record<CarryOverGroup, MessageKey>

export const toReportSections = (closedDay: ClosedDay, { t }: Pick<Translator, 't'>): ReportSection[] => [
  ...(closedDay.rooms ? [createRoomsSection(closedDay.rooms, t)] : []),
  ...(closedDay.money ? listMoneySections(closedDay.money, t) : []),
  {
    title: t('desk.report_carried'),
    columns: [t('desk.day_carry_reason'), t('desk.report_stays')],
    rows: closedDay.carried_over.map(({ group, reason, stays }) => ({
      label: t(groupTitleKeys[group]),
      cells: [{ text: reason }, { text: stays.map(({ code, name }) => name || code).join(', ') }],
    })),
  },
]

type Translate = Translator['t']

const createRoomsSection = ({ units, closed, sold }: NonNullable<ClosedDay['rooms']>, t: Translate): ReportSection => ({
  title: t('desk.report_rooms'),
  columns: [t('desk.report_number')],
  rows: [
    { label: t('desk.report_sold'), cells: [{ count: sold }] },
    { label: t('desk.report_units'), cells: [{ count: units }] },
    { label: t('desk.report_closed'), cells: [{ count: closed }] },
    ...(units > 0
      ? [{ label: t('desk.report_occupancy'), cells: [{ percent: Math.round((1000 * sold) / units) / 10 }] }]
      : []),
  ],
})

function listMoneySections(money: NonNullable<ClosedDay['money']>, t: Translate): ReportSection[] {
  const { night, corrections, extras, accounts, customers, posted, balances } = money
  const fees = posted.find(({ account }) => account === 'cancelling')!.amount
  const revenue: readonly (readonly [label: string, net: number, vat: number])[] = [
    [t('desk.report_night'), night.net, night.vat],
    ...corrections.map(({ day, net, vat }) => [t('desk.report_correction', { day }), net, vat] as const),
    [t('takings.extras'), extras.net, extras.vat],
    [t('takings.cancelling'), fees, 0],
  ]
  const listRevenueCells = (net: number, vat: number): Cell[] => [{ bdt: net }, { bdt: vat }, { bdt: sum([net, vat]) }]
  return [
    {
      title: t('desk.report_revenue'),
      columns: [t('invoice.net'), t('invoice.vat'), t('invoice.total')],
      rows: revenue.map(([label, net, vat]) => ({ label, cells: listRevenueCells(net, vat) })),
      total: {
        label: t('takings.sum'),
        cells: listRevenueCells(sum(revenue.map(([, net]) => net)), sum(revenue.map(([, , vat]) => vat))),
      },
    },
    {
      title: t('takings.payments'),
      columns: [t('takings.received'), t('takings.refunded')],
      rows: accounts.map(({ account, received, back }) => ({
        label: t(`takings.${account}`),
        cells: [{ bdt: received }, { bdt: back }],
      })),
      total: {
        label: t('takings.sum'),
        cells: [{ bdt: sum(accounts.map(({ received }) => received)) }, { bdt: sum(accounts.map(({ back }) => back)) }],
      },
    },
    ...(customers.billed !== 0 || customers.received !== 0
      ? [
          {
            title: t('takings.customers'),
            about: t('takings.customers_about'),
            columns: [t('bill.amount_bdt')],
            rows: [
              { label: t('takings.customers_billed'), cells: [{ bdt: customers.billed }] },
              { label: t('takings.customers_received'), cells: [{ bdt: customers.received }] },
            ],
          },
        ]
      : []),
    {
      title: t('desk.report_posted'),
      about: t('takings.charges_about'),
      columns: [t('bill.amount_bdt')],
      rows: posted.map(({ account, amount }) => ({ label: t(`takings.${account}`), cells: [{ bdt: amount }] })),
      total: { label: t('takings.sum'), cells: [{ bdt: sum(posted.map(({ amount }) => amount)) }] },
    },
    {
      title: t('desk.report_balances'),
      columns: [t('bill.reason'), t('bill.amount_bdt')],
      rows: balances.map(({ code, name, owed, why }) => ({
        label: name || code,
        ...(name !== null && { code }),
        cells: [{ text: t(`desk.day_owing_${why}`) }, { bdt: owed }],
      })),
      total: {
        label: t('takings.sum'),
        cells: [{ text: '' }, { bdt: sum(balances.map(({ owed }) => owed)) }],
      },
    },
  ]
}

/** Adds amounts without rounding errors. */
const sum = (amounts: readonly number[]): number =>
  poishaToBdt(amounts.reduce((total, amount) => total + bdtToPoisha(amount), 0))

/** Formats a cell for display. */
export function formatCell(cell: Cell, { t, money, number }: Pick<Translator, 't' | 'money' | 'number'>): string {
  if ('text' in cell) return cell.text
  if ('count' in cell) return number(cell.count)
  if ('percent' in cell) return t('figures.percent', { value: cell.percent })
  return (cell.bdt < 0 ? '−' : '') + money(Math.abs(cell.bdt))
}
