import { sql, type Selectable } from 'kysely'
import { formatInvoiceNumber } from '../invoices/number.ts'
import type { Database } from '#platform/database/database.ts'
import type { PaymentMethod } from '#schema/bills.ts'
import type { Tables } from '#schema/tables.ts'

/*
 * The account of a customer: the stays billed to it and the payments received from it. Payments settle the bills in the
 * order of their due days.
 */

/** The age of the open amounts: not due yet, or overdue for 1 to 30, 31 to 60, 61 to 90, or more days. */
export interface AgedBalance {
  balancePoisha: number
  notDuePoisha: number
  overduePoisha: readonly [upTo30: number, upTo60: number, upTo90: number, above90: number]
}

interface BilledSum {
  customer_id: number
  /** Null for refunds. */
  due_day: number | null
  sum: number | string
}

/** Returns the aged balances of the given customers, or of all customers with bills or payments. */
export async function readAgedBalances(
  db: Database,
  today: number,
  customerIds?: readonly number[],
): Promise<Map<number, AgedBalance>> {
  if (customerIds?.length === 0) return new Map()
  const billedSums: BilledSum[] = await db
    .selectFrom('payment')
    .select(({ fn }) => [
      sql<number>`customer_id`.as('customer_id'),
      'due_day',
      fn.sum<number | string>('amount_poisha').as('sum'),
    ])
    .where('customer_id', 'is not', null)
    .$if(customerIds !== undefined, (rows) => rows.where('customer_id', 'in', customerIds!))
    .groupBy(['customer_id', 'due_day'])
    .execute()
  const receivedSums = await db
    .selectFrom('customer_payment')
    .select(({ fn }) => ['customer_id', fn.sum<number | string>('amount_poisha').as('sum')])
    .$if(customerIds !== undefined, (rows) => rows.where('customer_id', 'in', customerIds!))
    .groupBy('customer_id')
    .execute()
  const billedByCustomer = Map.groupBy(billedSums, ({ customer_id }) => customer_id)
  const receivedByCustomer = new Map(receivedSums.map(({ customer_id, sum }) => [customer_id, Number(sum)]))
  const ids = customerIds ?? [...new Set([...billedByCustomer.keys(), ...receivedByCustomer.keys()])]
  return new Map(
    ids.map((id) => [id, ageBalance(billedByCustomer.get(id) ?? [], receivedByCustomer.get(id) ?? 0, today)]),
  )
}

/** Settles the bills in the order of their due days. A credit balance counts as not due. */
function ageBalance(billedSums: readonly BilledSum[], receivedPoisha: number, today: number): AgedBalance {
  const refundedPoisha = billedSums.reduce((sum, row) => sum + (row.due_day === null ? -Number(row.sum) : 0), 0)
  let creditPoisha = receivedPoisha + refundedPoisha
  let notDuePoisha = 0
  const overduePoisha: [number, number, number, number] = [0, 0, 0, 0]
  const dueSums = billedSums
    .filter(({ due_day }) => due_day !== null)
    .toSorted((one, other) => one.due_day! - other.due_day!)
  for (const { due_day, sum } of dueSums) {
    const settledPoisha = Math.min(creditPoisha, Number(sum))
    creditPoisha -= settledPoisha
    const openPoisha = Number(sum) - settledPoisha
    const daysOverdue = today - due_day!
    if (daysOverdue <= 0) notDuePoisha += openPoisha
    else overduePoisha[Math.min(3, Math.floor((daysOverdue - 1) / 30))]! += openPoisha
  }
  notDuePoisha -= creditPoisha
  return {
    balancePoisha: overduePoisha.reduce((sum, open) => sum + open, notDuePoisha),
    notDuePoisha,
    overduePoisha,
  }
}

/** A line of a statement: a stay that was billed, its refund, or a payment. */
export interface StatementLine {
  day: number
  /** Positive: owed by the customer. Negative: received or refunded. */
  amountPoisha: number
  /** The balance after this line. */
  balancePoisha: number
  /** The reference, the guest and the invoices of the stay. Null: a payment of the customer. */
  stay: { code: string; guest: string; invoices: readonly string[] } | null
  method: PaymentMethod
  reference: string
  /** The last day on which a bill can be paid in time. */
  dueDay: number | null
  /** Whether the line reverses another one. */
  isReversal: boolean
  /** The payment of the customer. Null: a bill or its refund. */
  payment: { id: number; isVoided: boolean; recorded: RecordedPayment } | null
  at: number
}

type RecordedPayment = Pick<Selectable<Tables['customer_payment']>, 'account_id' | 'at' | 'amount_poisha' | 'till_no'>

export interface Statement {
  openingPoisha: number
  lines: StatementLine[]
  closingPoisha: number
}

/** Returns the account of a customer from one day to another, both included. */
export async function readStatement(
  db: Database,
  customerId: number,
  { from, to }: { from: number; to: number },
): Promise<Statement> {
  const openingPoisha = await readBalanceBefore(db, customerId, from)
  const billedRows = await db
    .selectFrom('payment')
    .innerJoin('booking', 'booking.id', 'payment.booking_id')
    .select(['payment.day', 'payment.at', 'amount_poisha', 'method', 'reference', 'due_day', 'reverses_id'])
    .select(['booking.code', 'booking.name'])
    .where('customer_id', '=', customerId)
    .where('payment.day', '>=', from)
    .where('payment.day', '<=', to)
    .execute()
  const receivedRows = await db
    .selectFrom('customer_payment as paid')
    .leftJoin('customer_payment as reversal', 'reversal.reverses_id', 'paid.id')
    .select(['paid.id', 'paid.day', 'paid.at', 'paid.amount_poisha', 'paid.method', 'paid.reference'])
    .select(['paid.account_id', 'paid.till_no', 'paid.reverses_id', 'reversal.id as reversal_id'])
    .where('paid.customer_id', '=', customerId)
    .where('paid.day', '>=', from)
    .where('paid.day', '<=', to)
    .execute()
  const invoices = await readInvoiceNumbers(
    db,
    billedRows.map(({ code }) => code),
  )
  const entries: Omit<StatementLine, 'balancePoisha'>[] = [
    ...billedRows.map(({ day, at, amount_poisha, method, reference, due_day, reverses_id, code, name }) => ({
      day,
      at,
      amountPoisha: amount_poisha,
      stay: { code, guest: name, invoices: invoices.get(code) ?? [] },
      method,
      reference,
      dueDay: amount_poisha > 0 ? due_day : null,
      isReversal: reverses_id !== null,
      payment: null,
    })),
    ...receivedRows.map((row) => ({
      day: row.day,
      at: row.at,
      amountPoisha: -row.amount_poisha,
      stay: null,
      method: row.method,
      reference: row.reference,
      dueDay: null,
      isReversal: row.reverses_id !== null,
      payment: { id: row.id, isVoided: row.reverses_id !== null || row.reversal_id !== null, recorded: row },
    })),
  ].toSorted((one, other) => one.day - other.day || one.at - other.at)
  let closingPoisha = openingPoisha
  const lines = entries.map((entry) => ({ ...entry, balancePoisha: (closingPoisha += entry.amountPoisha) }))
  return { openingPoisha, lines, closingPoisha }
}

async function readInvoiceNumbers(db: Database, codes: readonly string[]): Promise<Map<string, string[]>> {
  if (codes.length === 0) return new Map()
  const rows = await db
    .selectFrom('invoice')
    .select(['stay_code', 'kind', 'year', 'no'])
    .where('stay_code', 'in', codes)
    .orderBy('id')
    .execute()
  const invoicesByStay = Map.groupBy(rows, ({ stay_code }) => stay_code)
  return new Map(Array.from(invoicesByStay, ([code, issued]) => [code, issued.map(formatInvoiceNumber)]))
}

async function readBalanceBefore(db: Database, customerId: number, day: number): Promise<number> {
  const billedSum = await db
    .selectFrom('payment')
    .select(({ fn }) => fn.sum<number | string | null>('amount_poisha').as('sum'))
    .where('customer_id', '=', customerId)
    .where('day', '<', day)
    .executeTakeFirst()
  const receivedSum = await db
    .selectFrom('customer_payment')
    .select(({ fn }) => fn.sum<number | string | null>('amount_poisha').as('sum'))
    .where('customer_id', '=', customerId)
    .where('day', '<', day)
    .executeTakeFirst()
  return Number(billedSum?.sum ?? 0) - Number(receivedSum?.sum ?? 0)
}
