import { loadCompany } from '#content/company.ts'
import { loadCustomer } from '#people/customers/customers.ts'
import { computeToday } from '#stays/availability/stay.ts'
import { getDeskStatus } from '#stays/bookings/office/desk-status.ts'
import { getRoomName } from '#stays/bookings/stay-views.ts'
import { getStatus } from '#stays/bookings/status.ts'
import { canVoidPayment } from '#stays/bills/payments.ts'
import { readLastHandoverNumber } from '#stays/bills/till.ts'
import type { RequestContext, StreamedFile } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import { invalid } from '#platform/errors.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { poishaToBdt, bdtToPoisha } from '#platform/money.ts'
import { readAgedBalances, readStatement, type AgedBalance, type StatementLine } from './account.ts'
import type { CustomerAccount, customerAccountContract, Receivables } from './contract.ts'
import { recordCustomerPayment, voidCustomerPayment } from './payments.ts'
import { streamReceivablesCsv } from './receivables-csv.ts'
import { readUnbilledStays, type UnbilledStay } from './unbilled.ts'

export const customerAccountHandlers = {
  getCustomerAccount: (db, ctx, form) => readAccountView(db, ctx, form),
  async getStatementPdf(db, ctx, { language, ...form }) {
    const [company, customer] = [await loadCompany(db, ctx), await loadCustomer(db, form.id)]
    const account = await readAccountView(db, ctx, form)
    // Fonts and Bengali text shaping take 60 MB, so they are loaded on demand.
    const { renderStatementPdf } = await import('./statement-pdf.ts')
    return renderStatementPdf({ company, customer, account }, language)
  },
  async takeCustomerPayment(db, ctx, { id, amount, ...form }) {
    await recordCustomerPayment(db, ctx, { ...form, customerId: id, amountPoisha: bdtToPoisha(amount) })
    return readAccountView(db, ctx, { id })
  },
  async voidCustomerPayment(db, ctx, { id, payment, reason }) {
    await voidCustomerPayment(db, ctx, { customerId: id, id: payment, reason })
    return readAccountView(db, ctx, { id })
  },
  getReceivables: (db, ctx) => readReceivablesView(db, ctx),
  async getReceivablesFile(db, ctx): Promise<StreamedFile> {
    const day = isoDay(await loadCompanyToday(db, ctx))
    const csvChunks = streamReceivablesCsv(db, ctx, day, await readReceivablesView(db, ctx))
    return { name: `receivables-${day}.csv`, type: 'text/csv; charset=utf-8', bytes: null, parts: csvChunks }
  },
} satisfies Handlers<typeof customerAccountContract>

const DEFAULT_DAYS = 90
const MAX_DAYS = 1_100

const loadCompanyToday = async (db: Database, ctx: RequestContext): Promise<number> =>
  computeToday(await loadCompany(db, ctx), ctx.now)

async function readAccountView(
  db: Database,
  ctx: RequestContext,
  { id, ...period }: { id: number; from?: string | undefined; to?: string | undefined },
): Promise<CustomerAccount> {
  await loadCustomer(db, id)
  const currentDay = await loadCompanyToday(db, ctx)
  const to = period.to === undefined ? currentDay : parseDay(period.to)!
  const from = period.from === undefined ? to - DEFAULT_DAYS : parseDay(period.from)!
  if (from > to) throw invalid({ to: 'customer.period_order' })
  if (to - from > MAX_DAYS) throw invalid({ to: 'customer.period_too_long' })
  const { openingPoisha, lines, closingPoisha } = await readStatement(db, id, { from, to })
  const lastHandover = await readLastHandoverNumber(db)
  const findVoidablePayment = ({ payment }: StatementLine): number | null =>
    payment && !payment.isVoided && canVoidPayment(ctx, payment.recorded, lastHandover) ? payment.id : null
  return {
    from: isoDay(from),
    to: isoDay(to),
    today: isoDay(currentDay),
    opening: poishaToBdt(openingPoisha),
    lines: lines.map((line) => ({
      day: isoDay(line.day),
      amount: poishaToBdt(line.amountPoisha),
      balance: poishaToBdt(line.balancePoisha),
      stay: line.stay && { ...line.stay, invoices: [...line.stay.invoices] },
      method: line.method,
      reference: line.reference,
      due_day: line.dueDay === null ? null : isoDay(line.dueDay),
      is_reversal: line.isReversal,
      voidable: findVoidablePayment(line),
    })),
    closing: poishaToBdt(closingPoisha),
    ...toBalanceView((await readAgedBalances(db, currentDay, [id])).get(id)!),
    ...toUnbilledView(await readUnbilledStays(db, id), ctx, currentDay),
  }
}

const toUnbilledView = (stays: readonly UnbilledStay[], { language, now }: RequestContext, day: number) => ({
  unbilled: poishaToBdt(stays.reduce((sum, { owedPoisha }) => sum + owedPoisha, 0)),
  unbilled_stays: stays.map(({ stay, owedPoisha }) => ({
    code: stay.code,
    guest: stay.name,
    room_name: getRoomName(stay, language),
    checkin: isoDay(stay.check_in),
    checkout: isoDay(stay.check_out),
    status: getStatus(stay, now),
    desk_status: getDeskStatus(stay, now, day),
    amount: poishaToBdt(owedPoisha),
  })),
})

async function readReceivablesView(db: Database, ctx: RequestContext): Promise<Receivables> {
  const balances = await readAgedBalances(db, await loadCompanyToday(db, ctx))
  const openBalances = [...balances].filter(([, { balancePoisha }]) => balancePoisha !== 0)
  const names = await readNames(db)
  const data = openBalances
    .map(([id, balance]) => ({ id, name: names.get(id)!, ...toBalanceView(balance) }))
    .toSorted((one, other) => other.balance - one.balance || one.id - other.id)
  return { data, ...toBalanceView(addBalances(openBalances.map(([, balance]) => balance))) }
}

const readNames = async (db: Database): Promise<Map<number, string>> =>
  new Map((await db.selectFrom('customer').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]))

const addBalances = (balances: readonly AgedBalance[]): AgedBalance =>
  balances.reduce(
    (sum, { balancePoisha, notDuePoisha, overduePoisha: [a, b, c, d] }) => ({
      balancePoisha: sum.balancePoisha + balancePoisha,
      notDuePoisha: sum.notDuePoisha + notDuePoisha,
      overduePoisha: [
        sum.overduePoisha[0] + a,
        sum.overduePoisha[1] + b,
        sum.overduePoisha[2] + c,
        sum.overduePoisha[3] + d,
      ],
    }),
    { balancePoisha: 0, notDuePoisha: 0, overduePoisha: [0, 0, 0, 0] } as AgedBalance,
  )

const toBalanceView = ({ balancePoisha, notDuePoisha, overduePoisha }: AgedBalance) => ({
  balance: poishaToBdt(balancePoisha),
  not_due: poishaToBdt(notDuePoisha),
  overdue_30: poishaToBdt(overduePoisha[0]),
  overdue_60: poishaToBdt(overduePoisha[1]),
  overdue_90: poishaToBdt(overduePoisha[2]),
  overdue_more: poishaToBdt(overduePoisha[3]),
})
