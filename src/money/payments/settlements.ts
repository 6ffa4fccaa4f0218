import { momentOf, post, type Entry } from '#ledger/posting.ts'
import { cellsOf } from '#platform/files/csv.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import { bdtOf, poishaIn } from '#platform/money.ts'
import { recordChange } from '#platform/work/audit.ts'
import type { SettlementOutcome } from '#schema/payments.ts'

/** The gateway's statement of one payment in a settlement. */
interface Line {
  line: number
  tranId: string
  amountPoisha: number
  keptPoisha: number
}

const MAX_LINES = 5_000

/** The accepted names of the columns. `kept` is the fee, `left` the amount after the fee: one of the two is enough. */
const columns = {
  tranId: ['tran_id', 'transaction id', 'merchant transaction id', 'merchant tran id'],
  amount: ['amount', 'transaction amount', 'total amount'],
  kept: ['fee', 'bank charge', 'commission', 'charge', 'discount'],
  left: ['store_amount', 'store amount', 'settled amount', 'payable amount', 'receivable amount'],
} as const
type Column = keyof typeof columns

/**
 * Reads a settlement file and compares each line with the receipts, to the poisha. A matching line is posted once as
 * paid out from the gateway to the bank. All other lines are only shown. An unreadable file is rejected as a whole.
 */
export async function readSettlement(
  db: Database,
  ctx: RequestContext,
  { name, text }: { name: string; text: string },
): Promise<number> {
  const lines = linesIn(text)
  return inTransaction(db, async (transaction) => {
    const row = { name, read_at: ctx.now, read_by: ctx.account!.id, paid_out_poisha: 0 }
    const { id } = await transaction.insertInto('settlement').values(row).returning('id').executeTakeFirstOrThrow()
    const compared = await comparedWith(transaction, lines)
    const rows = compared.map(({ line, tranId, amountPoisha, keptPoisha, outcome, note, receipt }) => ({
      settlement_id: id,
      line,
      tran_id: tranId,
      amount_poisha: amountPoisha,
      kept_poisha: keptPoisha,
      outcome,
      note,
      receipt_id: receipt?.id ?? null,
    }))
    const paid = compared.filter(({ outcome }) => outcome === 'matched')
    const moment = await momentOf(transaction, ctx)
    for (const some of inParts(rows)) await transaction.insertInto('settlement_line').values(some).execute()
    for (const some of inParts(paid)) await post(transaction, moment, some.map(paidOutOf))
    const paid_out_poisha = paid.reduce((sum, { amountPoisha, keptPoisha }) => sum + amountPoisha - keptPoisha, 0)
    await transaction.updateTable('settlement').set({ paid_out_poisha }).where('id', '=', id).execute()
    await recordChange(transaction, ctx, 'settlement read', `settlement ${id}`, {
      after: { text: name, amount: bdtOf(paid_out_poisha) },
    })
    return id
  })
}

/** Splits items into batches that fit into one statement. */
const inParts = <Each>(all: readonly Each[]): Each[][] =>
  Array.from({ length: Math.ceil(all.length / 200) }, (_, at) => all.slice(at * 200, (at + 1) * 200))

/** The ledger entry of a payout from the gateway to the bank. */
const paidOutOf = ({ amountPoisha, keptPoisha, receipt }: Compared): Entry => ({
  stay_code: receipt!.stay_code,
  debit: 'bank',
  credit: 'gateway',
  amount_poisha: amountPoisha - keptPoisha,
  why: 'paid out',
  receipt_id: receipt!.id,
})

interface Compared extends Line {
  outcome: SettlementOutcome
  /** Our amounts, if the line differs from them. */
  note: string
  receipt: Known | null
}

interface Known {
  id: number
  tran_id: string
  stay_code: string
  amount_minor: number
  currency: string
  kept_poisha: number
  isPaidOut: boolean
}

/** Matches each line with a receipt of its transaction, preferably one with equal amounts that is not paid out yet. */
async function comparedWith(db: Transaction, lines: readonly Line[]): Promise<Compared[]> {
  const known = Map.groupBy(await receiptsNamed(db, lines), ({ tran_id }) => tran_id)
  return lines.map((line) => {
    const all = known.get(line.tranId) ?? []
    const same = all.filter(
      ({ currency, amount_minor, kept_poisha }) =>
        currency === 'BDT' && amount_minor === line.amountPoisha && kept_poisha === line.keptPoisha,
    )
    const open = same.find(({ isPaidOut }) => !isPaidOut)
    const receipt = open ?? same[0] ?? all[0] ?? null
    if (!receipt) return { ...line, outcome: 'unknown', note: '', receipt }
    if (!open && same.length > 0) return { ...line, outcome: 'twice', note: '', receipt }
    if (!open) return { ...line, outcome: 'differs', note: saidOf(receipt), receipt }
    open.isPaidOut = true
    return { ...line, outcome: 'matched', note: '', receipt }
  })
}

const saidOf = ({ currency, amount_minor, kept_poisha }: Known) =>
  `${currency} ${bdtOf(amount_minor)} – ${bdtOf(kept_poisha)}`

async function receiptsNamed(db: Transaction, lines: readonly Line[]): Promise<Known[]> {
  const found: Known[] = []
  for (const some of inParts([...new Set(lines.map(({ tranId }) => tranId))])) {
    const rows = await db
      .selectFrom('payment_receipt')
      .innerJoin('payment_attempt', 'payment_attempt.id', 'attempt_id')
      .leftJoin('settlement_line', (join) =>
        join.onRef('receipt_id', '=', 'payment_receipt.id').on('outcome', '=', 'matched'),
      )
      .select(['payment_receipt.id', 'payment_attempt.tran_id', 'stay_code', 'amount_minor', 'currency'])
      .select(['payment_receipt.kept_poisha', 'settlement_id'])
      .where('payment_attempt.tran_id', 'in', some)
      .orderBy('payment_receipt.id')
      .execute()
    for (const { settlement_id, ...row } of rows) found.push({ ...row, isPaidOut: settlement_id !== null })
  }
  return found
}

function linesIn(text: string): Line[] {
  const [head, ...rows] = text.replace(/^\uFEFF/, '').split(/\r?\n/, MAX_LINES + 2)
  const at = placesOf(cellsOf(head ?? ''))
  if (rows.length > MAX_LINES) throw refused('payments.settlement_long', { most: MAX_LINES })
  const lines = rows.flatMap((row, index) => (row.trim() === '' ? [] : [lineIn(cellsOf(row), at, index + 2)]))
  if (lines.length === 0) throw refused('payments.settlement_empty')
  return lines
}

type Places = Record<Column, number>

function placesOf(names: readonly string[]): Places {
  const known = names.map((name) => name.trim().toLowerCase())
  const placeOf = (column: Column) => known.findIndex((name) => (columns[column] as readonly string[]).includes(name))
  const at = { tranId: placeOf('tranId'), amount: placeOf('amount'), kept: placeOf('kept'), left: placeOf('left') }
  if (at.tranId < 0 || at.amount < 0 || (at.kept < 0 && at.left < 0)) throw refused('payments.settlement_columns')
  return at
}

function lineIn(cells: readonly string[], at: Places, line: number): Line {
  const poisha = (place: number) => (place < 0 ? undefined : poishaIn((cells[place] ?? '').trim().replaceAll(',', '')))
  const [tranId, amount] = [(cells[at.tranId] ?? '').trim(), poisha(at.amount)]
  const left = poisha(at.left)
  const kept = left === undefined || amount === undefined ? poisha(at.kept) : amount - left
  if (tranId === '' || tranId.length > 100 || amount === undefined || kept === undefined)
    throw refused('payments.settlement_line', { line })
  return { line, tranId, amountPoisha: amount, keptPoisha: kept }
}

const refused = (
  key:
    | 'payments.settlement_long'
    | 'payments.settlement_empty'
    | 'payments.settlement_columns'
    | 'payments.settlement_line',
  values: Record<string, number> = {},
) => invalid({ text: { key, values } })

const MAX_SETTLEMENTS = 100

/** Lists the settlements, newest first, with the number of lines that do not match. */
export const settlements = (db: Database) =>
  db
    .selectFrom('settlement')
    .innerJoin('account', 'account.id', 'read_by')
    .selectAll('settlement')
    .select('account.name as by')
    .select(({ selectFrom }) =>
      selectFrom('settlement_line')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .whereRef('settlement_id', '=', 'settlement.id')
        .where('outcome', '<>', 'matched')
        .as('unmatched'),
    )
    .orderBy('settlement.id', 'desc')
    .limit(MAX_SETTLEMENTS)
    .execute()

export async function settlementWith(db: Database, id: number) {
  const settlement = await db
    .selectFrom('settlement')
    .innerJoin('account', 'account.id', 'read_by')
    .selectAll('settlement')
    .select('account.name as by')
    .where('settlement.id', '=', id)
    .executeTakeFirst()
  if (!settlement) return undefined
  const lines = await db
    .selectFrom('settlement_line')
    .leftJoin('payment_receipt', 'payment_receipt.id', 'receipt_id')
    .leftJoin('payment_attempt', 'payment_attempt.id', 'attempt_id')
    .selectAll('settlement_line')
    .select(['stay_code', 'received_at'])
    .where('settlement_id', '=', id)
    .orderBy('line')
    .execute()
  return { settlement, lines }
}

/** Lists receipts between the first and the last payment of a settlement that no settlement has paid out. */
export async function missingIn(db: Database, lines: readonly { received_at: number | null }[]) {
  const times = lines.flatMap(({ received_at }) => received_at ?? [])
  if (times.length === 0) return []
  const [first, last] = times.reduce(([from, to], at) => [Math.min(from, at), Math.max(to, at)], [times[0]!, times[0]!])
  return db
    .selectFrom('payment_receipt')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'attempt_id')
    .innerJoin('booking', 'booking.code', 'payment_attempt.stay_code')
    .leftJoin('settlement_line', (join) =>
      join.onRef('receipt_id', '=', 'payment_receipt.id').on('outcome', '=', 'matched'),
    )
    .select(['payment_attempt.stay_code', 'booking.name', 'payment_attempt.tran_id', 'amount_minor', 'received_at'])
    .where('settlement_id', 'is', null)
    .where('received_at', '>=', first)
    .where('received_at', '<=', last)
    .orderBy('payment_receipt.id')
    .limit(200)
    .execute()
}
