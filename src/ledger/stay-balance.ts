import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

/** The ledger sums of a stay, by the reason of the entries. */
export interface StayBalance {
  /** Without tax. */
  nightsPoisha: number
  nightsVatPoisha: number
  cancellationFeePoisha: number
  /** Extras, including tax. */
  chargesPoisha: number
  /** Received minus refunded. */
  paidPoisha: number
  refundedPoisha: number
  /** The part of the refunds that the gateway has not confirmed yet. */
  pendingRefundPoisha: number
  /** The part of `paidPoisha` that is billed to customers, who pay later. */
  billedPoisha: number
  /** The part of `refundedPoisha` that reduced the bills of customers. */
  billedRefundPoisha: number
}

/** SQL: the effect of an entry on the open balance of its stay. A payment reduces the balance. */
export const entryAmountOwed = sql<number>`case 'guest' when debit then amount_poisha when credit then -amount_poisha else 0 end`

/** Returns the sums for each stay reference; all are 0 for a stay without entries. */
export async function readStayBalances(db: Database, codes: readonly string[]): Promise<Map<string, StayBalance>> {
  if (codes.length === 0) return new Map()
  const { rows } = await selectSums(db, { codes })
  const rowsByCode = Map.groupBy(rows, ({ code }) => code)
  return new Map(
    codes.map((code) => {
      const lines = rowsByCode.get(code) ?? []
      const sumEntries = (postingReason: string, column: 'owed' | 'vat' | 'billed' = 'owed') =>
        Number(lines.find(({ reason }) => reason === postingReason)?.[column] ?? 0)
      return [
        code,
        {
          nightsPoisha: sumEntries('nights') - sumEntries('nights', 'vat'),
          nightsVatPoisha: sumEntries('nights', 'vat'),
          cancellationFeePoisha: sumEntries('cancelling'),
          chargesPoisha: sumEntries('charge'),
          // The zero avoids a result of -0 for a stay without payments, because a document would print the sign.
          paidPoisha: 0 - sumEntries('payment') - sumEntries('refund'),
          refundedPoisha: sumEntries('refund'),
          pendingRefundPoisha: lines.reduce((sum, { under_way }) => sum + Number(under_way), 0),
          billedPoisha: sumEntries('payment', 'billed') + sumEntries('refund', 'billed'),
          billedRefundPoisha: 0 - sumEntries('refund', 'billed'),
        },
      ]
    }),
  )
}

const selectSums = statement((db, { codes }: { codes: readonly string[] }) =>
  sql<{ code: string; reason: string; owed: Sum; vat: Sum; under_way: Sum; billed: Sum }>`
    select stay_code as code, reason, sum(${entryAmountOwed}) as owed,
      sum(case 'vat' when credit then amount_poisha when debit then -amount_poisha else 0 end) as vat,
      sum(case 'refunds' when credit then amount_poisha when debit then -amount_poisha else 0 end) as under_way,
      sum(case 'customer' when debit then amount_poisha when credit then -amount_poisha else 0 end) as billed
    from ledger_entry where stay_code in (${sql.join(codes)})
    group by stay_code, reason`.compile(db),
)
type Sum = number | string | null

/** Reads the costs of a stay and the payments before a payment, as of the time of the payment. */
export async function readBalanceAtPayment(
  db: Database,
  paymentId: number,
): Promise<{ costsPoisha: number; paidBeforePoisha: number }> {
  const entry = await db
    .selectFrom('ledger_entry')
    .select(['id', 'at', 'stay_code'])
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const { rows } = await selectSumsBefore(db, entry)
  return { costsPoisha: Number(rows[0]!.costs ?? 0), paidBeforePoisha: Number(rows[0]!.paid ?? 0) }
}

/** The nights of a stay that the payment confirms are posted after the payment, at the same time. */
const selectSumsBefore = statement((db, { id, at, stay_code }: { id: number; at: number; stay_code: string | null }) =>
  sql<{ costs: Sum; paid: Sum }>`
    select sum(case when reason in ('payment', 'refund') then 0 else owed end) as costs,
      sum(case when reason in ('payment', 'refund') then -owed else 0 end) as paid
    from (
      select reason, ${entryAmountOwed} as owed
      from ledger_entry where stay_code = ${stay_code} and (id < ${id} or (at = ${at} and reason = 'nights'))
    ) as entries`.compile(db),
)
