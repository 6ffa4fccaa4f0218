import type { Insertable } from 'kysely'
import { loadCompany, readCompany, type Company } from '#content/company.ts'
import { dayIn } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import type { Tables } from '#schema/tables.ts'
import { selectBusinessDay } from './business-day.ts'

/** The time of a posting and its calendar day in the time zone of the company. */
export interface PostingTime {
  at: number
  day: number
}

export const toPostingTime = ({ timeZone }: Company, at: number): PostingTime => ({ at, day: dayIn(timeZone, at) })

export const loadPostingTime = async (db: Database, at: number): Promise<PostingTime> =>
  toPostingTime(await readCompany(db), at)

export const loadPostingTimeOfRequest = async (
  db: Database,
  ctx: Pick<RequestContext, 'visit' | 'now'>,
): Promise<PostingTime> => toPostingTime(await loadCompany(db, ctx), ctx.now)

type Row = Insertable<Tables['ledger_entry']>

/** A ledger entry to post. A negative amount swaps debit and credit; a zero amount is skipped. */
export interface Entry extends Omit<
  Row,
  | 'id'
  | 'at'
  | 'business_day'
  | 'stay_code'
  | 'charge_id'
  | 'payment_id'
  | 'receipt_id'
  | 'refund_id'
  | 'customer_payment_id'
> {
  stay_code: string | null
  charge_id?: number
  payment_id?: number
  receipt_id?: number
  refund_id?: number
  customer_payment_id?: number
}

/** Posts ledger entries to their business day. Call it in the transaction that moves the money. */
export async function postEntries(db: Database, { at, day }: PostingTime, entries: readonly Entry[]): Promise<void> {
  const rows = entries
    .filter(({ amount_poisha }) => amount_poisha !== 0)
    .map((entry): Row => ({ at, business_day: day, ...emptyDocumentColumns, ...withPositiveAmount(entry) }))
  if (rows.length > 0) await insertEntries(db, { rows })
}

/** Gives all rows the same columns for the bulk insert. */
const emptyDocumentColumns = {
  charge_id: null,
  payment_id: null,
  receipt_id: null,
  refund_id: null,
  customer_payment_id: null,
}

const withPositiveAmount = ({ debit, credit, amount_poisha, ...entry }: Entry): Entry =>
  amount_poisha > 0
    ? { ...entry, debit, credit, amount_poisha }
    : { ...entry, debit: credit, credit: debit, amount_poisha: -amount_poisha }

const insertEntries = statement((db, { rows }: { rows: readonly Row[] }) =>
  db
    .insertInto('ledger_entry')
    .values(rows.map((row) => ({ ...row, business_day: selectBusinessDay(db, row.business_day) })))
    .compile(),
)
