import { loadPostingTimeOfRequest, postEntries, type Entry } from '#ledger/posting.ts'
import { parseCsvLine } from '#platform/files/csv.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import { poishaToBdt, parsePoisha } from '#platform/money.ts'
import { recordChange } from '#platform/audit.ts'
import type { SettlementOutcome } from '#schema/payments.ts'

/** One payment in a settlement, as the gateway states it. */
interface SettlementLine {
  line: number
  tranId: string
  amountPoisha: number
  gatewayFeePoisha: number
}

const MAX_LINES = 5_000

/**
 * The accepted names of the columns. `kept` is the fee, and `left` is the amount after the fee. One of the two is
 * enough.
 */
const columnNames = {
  tranId: ['tran_id', 'transaction id', 'merchant transaction id', 'merchant tran id'],
  amount: ['amount', 'transaction amount', 'total amount'],
  kept: ['fee', 'bank charge', 'commission', 'charge', 'discount'],
  left: ['store_amount', 'store amount', 'settled amount', 'payable amount', 'receivable amount'],
} as const
type Column = keyof typeof columnNames

/**
 * Reads a settlement file and compares each line with the receipts, to the poisha. A matching line is posted once as
 * paid out from the gateway to the bank. All other lines are only shown. An unreadable file is rejected as a whole.
 */
export async function importSettlement(
  db: Database,
  ctx: RequestContext,
  { name, text }: { name: string; text: string },
): Promise<number> {
  const lines = parseLines(text)
  return inTransaction(db, async (transaction) => {
    const settlementRow = { name, read_at: ctx.now, read_by: ctx.account!.id, paid_out_poisha: 0 }
    const { id } = await transaction
      .insertInto('settlement')
      .values(settlementRow)
      .returning('id')
      .executeTakeFirstOrThrow()
    const comparedLines = await compareLines(transaction, lines)
    const rows = comparedLines.map(({ line, tranId, amountPoisha, gatewayFeePoisha, outcome, note, receipt }) => ({
      settlement_id: id,
      line,
      tran_id: tranId,
      amount_poisha: amountPoisha,
      fee_poisha: gatewayFeePoisha,
      outcome,
      note,
      receipt_id: receipt?.id ?? null,
    }))
    const matchedLines = comparedLines.filter(({ outcome }) => outcome === 'matched')
    const postingTime = await loadPostingTimeOfRequest(transaction, ctx)
    for (const batch of toBatches(rows)) await transaction.insertInto('settlement_line').values(batch).execute()
    for (const batch of toBatches(matchedLines)) await postEntries(transaction, postingTime, batch.map(toPayoutEntry))
    const paid_out_poisha = matchedLines.reduce(
      (sum, { amountPoisha, gatewayFeePoisha }) => sum + amountPoisha - gatewayFeePoisha,
      0,
    )
    await transaction.updateTable('settlement').set({ paid_out_poisha }).where('id', '=', id).execute()
    await recordChange(transaction, ctx, 'settlement imported', `settlement ${id}`, {
      after: { text: name, amount: poishaToBdt(paid_out_poisha) },
    })
    return id
  })
}

/** Splits items into batches that fit into one statement. */
const toBatches = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / 200) }, (_, batchIndex) =>
    items.slice(batchIndex * 200, (batchIndex + 1) * 200),
  )

/** Returns the ledger entry of a payout from the gateway to the bank. */
const toPayoutEntry = ({ amountPoisha, gatewayFeePoisha, receipt }: ComparedLine): Entry => ({
  stay_code: receipt!.stay_code,
  debit: 'bank',
  credit: 'gateway',
  amount_poisha: amountPoisha - gatewayFeePoisha,
  reason: 'paid out',
  receipt_id: receipt!.id,
})

interface ComparedLine extends SettlementLine {
  outcome: SettlementOutcome
  /** Our own amounts, if the line has different ones. */
  note: string
  receipt: KnownReceipt | null
}

interface KnownReceipt {
  id: number
  tran_id: string
  stay_code: string
  amount_minor: number
  currency: string
  fee_poisha: number
  isPaidOut: boolean
}

/** Matches each line with a receipt of its transaction, preferably one with equal amounts that is not paid out yet. */
async function compareLines(db: Transaction, lines: readonly SettlementLine[]): Promise<ComparedLine[]> {
  const receiptsByTranId = Map.groupBy(await findReceipts(db, lines), ({ tran_id }) => tran_id)
  return lines.map((line) => {
    const candidates = receiptsByTranId.get(line.tranId) ?? []
    const matchingReceipts = candidates.filter(
      ({ currency, amount_minor, fee_poisha }) =>
        currency === 'BDT' && amount_minor === line.amountPoisha && fee_poisha === line.gatewayFeePoisha,
    )
    const unpaidReceipt = matchingReceipts.find(({ isPaidOut }) => !isPaidOut)
    const receipt = unpaidReceipt ?? matchingReceipts[0] ?? candidates[0] ?? null
    if (!receipt) return { ...line, outcome: 'unknown', note: '', receipt }
    if (!unpaidReceipt && matchingReceipts.length > 0) return { ...line, outcome: 'twice', note: '', receipt }
    if (!unpaidReceipt) return { ...line, outcome: 'differs', note: describeReceipt(receipt), receipt }
    unpaidReceipt.isPaidOut = true
    return { ...line, outcome: 'matched', note: '', receipt }
  })
}

const describeReceipt = ({ currency, amount_minor, fee_poisha }: KnownReceipt) =>
  `${currency} ${poishaToBdt(amount_minor)} – ${poishaToBdt(fee_poisha)}`

async function findReceipts(db: Transaction, lines: readonly SettlementLine[]): Promise<KnownReceipt[]> {
  const receipts: KnownReceipt[] = []
  for (const batch of toBatches([...new Set(lines.map(({ tranId }) => tranId))])) {
    const rows = await db
      .selectFrom('payment_receipt')
      .innerJoin('payment_attempt', 'payment_attempt.id', 'attempt_id')
      .leftJoin('settlement_line', (join) =>
        join.onRef('receipt_id', '=', 'payment_receipt.id').on('outcome', '=', 'matched'),
      )
      .select(['payment_receipt.id', 'payment_attempt.tran_id', 'stay_code', 'amount_minor', 'currency'])
      .select(['payment_receipt.fee_poisha', 'settlement_id'])
      .where('payment_attempt.tran_id', 'in', batch)
      .orderBy('payment_receipt.id')
      .execute()
    for (const { settlement_id, ...row } of rows) receipts.push({ ...row, isPaidOut: settlement_id !== null })
  }
  return receipts
}

function parseLines(text: string): SettlementLine[] {
  const [heading, ...rows] = text.replace(/^\uFEFF/, '').split(/\r?\n/, MAX_LINES + 2)
  const columnIndexes = findColumns(parseCsvLine(heading ?? ''))
  if (rows.length > MAX_LINES) throw createFileError('payments.settlement_too_long', { most: MAX_LINES })
  const lines = rows.flatMap((row, index) =>
    row.trim() === '' ? [] : [parseLine(parseCsvLine(row), columnIndexes, index + 2)],
  )
  if (lines.length === 0) throw createFileError('payments.settlement_empty')
  return lines
}

type ColumnIndexes = Record<Column, number>

function findColumns(names: readonly string[]): ColumnIndexes {
  const normalizedNames = names.map((name) => name.trim().toLowerCase())
  const findColumn = (column: Column) =>
    normalizedNames.findIndex((name) => (columnNames[column] as readonly string[]).includes(name))
  const columnIndexes = {
    tranId: findColumn('tranId'),
    amount: findColumn('amount'),
    kept: findColumn('kept'),
    left: findColumn('left'),
  }
  if (columnIndexes.tranId < 0 || columnIndexes.amount < 0 || (columnIndexes.kept < 0 && columnIndexes.left < 0))
    throw createFileError('payments.settlement_columns')
  return columnIndexes
}

function parseLine(cells: readonly string[], columnIndexes: ColumnIndexes, line: number): SettlementLine {
  const readPoisha = (columnIndex: number) =>
    columnIndex < 0 ? undefined : parsePoisha((cells[columnIndex] ?? '').trim().replaceAll(',', ''))
  const [tranId, amountPoisha] = [(cells[columnIndexes.tranId] ?? '').trim(), readPoisha(columnIndexes.amount)]
  const afterFeePoisha = readPoisha(columnIndexes.left)
  const feePoisha =
    afterFeePoisha === undefined || amountPoisha === undefined
      ? readPoisha(columnIndexes.kept)
      : amountPoisha - afterFeePoisha
  if (tranId === '' || tranId.length > 100 || amountPoisha === undefined || feePoisha === undefined)
    throw createFileError('payments.settlement_line', { line })
  return { line, tranId, amountPoisha, gatewayFeePoisha: feePoisha }
}

const createFileError = (
  key:
    | 'payments.settlement_too_long'
    | 'payments.settlement_empty'
    | 'payments.settlement_columns'
    | 'payments.settlement_line',
  values: Record<string, number> = {},
) => invalid({ text: { key, values } })

const MAX_SETTLEMENTS = 100

/** Lists the settlements, newest first, with the number of lines that do not match. */
export const listSettlements = (db: Database) =>
  db
    .selectFrom('settlement')
    .innerJoin('account', 'account.id', 'read_by')
    .selectAll('settlement')
    .select('account.name as authorName')
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

export async function findSettlement(db: Database, id: number) {
  const settlement = await db
    .selectFrom('settlement')
    .innerJoin('account', 'account.id', 'read_by')
    .selectAll('settlement')
    .select('account.name as authorName')
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

/** Lists the receipts from the period of a settlement that have not been paid out yet, at most 200. */
export async function findMissingReceipts(db: Database, lines: readonly { received_at: number | null }[]) {
  const receivedTimes = lines.flatMap(({ received_at }) => received_at ?? [])
  if (receivedTimes.length === 0) return []
  const [firstTime, lastTime] = receivedTimes.reduce(
    ([from, to], time) => [Math.min(from, time), Math.max(to, time)],
    [receivedTimes[0]!, receivedTimes[0]!],
  )
  return db
    .selectFrom('payment_receipt')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'attempt_id')
    .innerJoin('booking', 'booking.code', 'payment_attempt.stay_code')
    .leftJoin('settlement_line', (join) =>
      join.onRef('receipt_id', '=', 'payment_receipt.id').on('outcome', '=', 'matched'),
    )
    .select(['payment_attempt.stay_code', 'booking.name', 'payment_attempt.tran_id', 'amount_minor', 'received_at'])
    .where('settlement_id', 'is', null)
    .where('received_at', '>=', firstTime)
    .where('received_at', '<=', lastTime)
    .orderBy('payment_receipt.id')
    .limit(200)
    .execute()
}
