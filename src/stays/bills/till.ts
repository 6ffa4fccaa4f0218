import { sql } from 'kysely'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { claimOperation } from '#platform/database/idempotency-key.ts'
import { conflict, invalid, assertValid } from '#platform/errors.ts'
import { poishaToBdt } from '#platform/money.ts'
import { recordChange } from '#platform/audit.ts'

/**
 * Changes the cash in the drawer and locks it until the end of the transaction. Call it for each payment and refund at
 * the desk and each handover, even without cash, near the end of the transaction. Returns the next till number and the
 * cash expected in the drawer.
 */
export async function moveCash(db: Transaction, byPoisha: number): Promise<{ till_no: number; cashPoisha: number }> {
  const { moves, cash_poisha } = await db
    .updateTable('till')
    .set(({ eb }) => ({ cash_poisha: eb('cash_poisha', '+', byPoisha), moves: eb('moves', '+', 1) }))
    .returning(['moves', 'cash_poisha'])
    .executeTakeFirstOrThrow()
  return { till_no: moves, cashPoisha: cash_poisha }
}

/**
 * Records cash that enters or leaves the drawer without a stay: change from the bank, a taxi, a deposit in the safe.
 */
export async function recordTillMovement(
  db: Database,
  ctx: RequestContext,
  form: { amountPoisha: number; why: string },
): Promise<void> {
  const { amountPoisha, why: reason } = form
  await inTransaction(db, async (transaction) => {
    if (!(await claimOperation(transaction, ctx, 'till', form))) return
    await recordChange(transaction, ctx, 'cash moved', 'till', {
      after: { amount: poishaToBdt(amountPoisha), reason },
    })
    const { till_no, cashPoisha } = await moveCash(transaction, amountPoisha)
    if (amountPoisha < 0 && cashPoisha < 0) {
      const cashBdt = poishaToBdt(Math.max(0, cashPoisha - amountPoisha))
      throw invalid({ amount: { key: 'till.too_much_cash', values: { cash: cashBdt } } })
    }
    await transaction
      .insertInto('till_move')
      .values({ at: ctx.now, account_id: ctx.account!.id, amount_poisha: amountPoisha, reason, till_no })
      .execute()
  })
}

interface HandoverForm {
  countedPoisha: number
  /** The expected cash and the last handover at the time of counting. A different current value is a conflict. */
  expectedPoisha: number
  sinceId: number | null
  /** The staff member who takes over, or null if nobody is there yet. */
  toId: number | null
  note: string
}

/** Hands the drawer over to the next shift. The counted cash becomes the cash in the drawer. */
export async function handOver(db: Database, ctx: RequestContext, form: HandoverForm): Promise<void> {
  const { countedPoisha, expectedPoisha, sinceId, toId, note } = form
  const differencePoisha = countedPoisha - expectedPoisha
  await inTransaction(db, async (transaction) => {
    if (!(await claimOperation(transaction, ctx, 'handover', form))) return
    const { till_no, cashPoisha } = await moveCash(transaction, differencePoisha)
    const lastHandover = await selectHandovers(transaction).limit(1).executeTakeFirst()
    if (cashPoisha !== countedPoisha || (lastHandover?.id ?? null) !== sinceId) throw conflict('till.changed_meanwhile')
    const nextColleague = toId === null ? null : (await listColleagues(transaction)).find(({ id }) => id === toId)
    assertValid({
      ...(differencePoisha !== 0 && note === '' && { note: [{ key: 'till.reason_required' }] }),
      ...(nextColleague === undefined && { to: [{ key: 'till.no_such_colleague' }] }),
    })
    await transaction
      .insertInto('handover')
      .values({
        at: ctx.now,
        account_id: ctx.account!.id,
        to_account_id: toId,
        expected_poisha: expectedPoisha,
        counted_poisha: countedPoisha,
        note,
        till_no,
      })
      .execute()
    await recordChange(transaction, ctx, 'handed over', 'till', {
      after: {
        expected: poishaToBdt(expectedPoisha),
        counted: poishaToBdt(countedPoisha),
        difference: poishaToBdt(differencePoisha),
        ...(nextColleague && { to: nextColleague.name }),
        ...(note && { text: note }),
      },
    })
  })
}

/** Lists the staff who can take over. */
export const listColleagues = (db: Database): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('account')
    .select(['id', 'name'])
    .where('role', 'in', ['staff', 'owner'])
    .where('closed_at', 'is', null)
    .where('suspended_at', 'is', null)
    .where('password', 'is not', null)
    .orderBy('name')
    .limit(200)
    .execute()

/**
 * Loads the movements of the drawer since the last handover, and the other payments since then. All rows up to the
 * current till number are committed before it, so the result is consistent. Voided payments add nothing.
 */
export async function loadTill(db: Database) {
  const { cash_poisha, moves: till_no } = await db.selectFrom('till').selectAll().executeTakeFirstOrThrow()
  const lastHandover = await selectHandovers(db).where('till_no', '<=', till_no).limit(1).executeTakeFirst()
  const lastHandoverNumber = lastHandover?.till_no ?? 0
  const moves = await db
    .selectFrom('till_move')
    .innerJoin('account', 'account.id', 'till_move.account_id')
    .select(['till_move.id', 'at', 'account.name as authorName', 'amount_poisha', 'reason'])
    .where('till_no', '>', lastHandoverNumber)
    .where('till_no', '<=', till_no)
    .orderBy('till_no', 'desc')
    .execute()
  const { rows } = await sql<{ method: 'cash' | 'card' | 'bank' | 'mobile'; received: Sum; refunded: Sum; count: Sum }>`
    select method, sum(case when (amount_poisha < 0) = (reverses_id is null) then 0 else amount_poisha end) as received,
      sum(case when (amount_poisha < 0) = (reverses_id is null) then -amount_poisha else 0 end) as refunded, count(*) as count
    from (
      select method, amount_poisha, reverses_id from payment
      where till_no > ${lastHandoverNumber} and till_no <= ${till_no} and method <> 'customer'
      union all
      select method, amount_poisha, reverses_id from customer_payment
      where till_no > ${lastHandoverNumber} and till_no <= ${till_no}
    ) as payments
    group by method`.execute(db)
  return {
    last: lastHandover ?? null,
    cashPoisha: cash_poisha,
    takings: rows.map(({ method, received, refunded, count }) => ({
      method,
      receivedPoisha: Number(received),
      refundedPoisha: Number(refunded),
      count: Number(count),
    })),
    moves,
  }
}
type Sum = number | string | null

/** Returns the till number of the last handover, or 0. */
export async function readLastHandoverNumber(db: Database): Promise<number> {
  const lastHandover = await db
    .selectFrom('handover')
    .select(({ fn }) => fn.max('till_no').as('no'))
    .executeTakeFirst()
  return lastHandover?.no ?? 0
}

/** Returns whether cash has moved before a time and was not counted since. */
export async function hasUncountedCash(db: Database, before: number): Promise<boolean> {
  const lastHandoverNumber = await readLastHandoverNumber(db)
  for (const table of ['payment', 'customer_payment'] as const) {
    const payment = await db
      .selectFrom(table)
      .select('till_no')
      .where('till_no', '>', lastHandoverNumber)
      .where('method', '=', 'cash')
      .where('at', '<', before)
      .limit(1)
      .executeTakeFirst()
    if (payment) return true
  }
  const movement = await db
    .selectFrom('till_move')
    .select('id')
    .where('till_no', '>', lastHandoverNumber)
    .where('at', '<', before)
    .limit(1)
    .executeTakeFirst()
  return movement !== undefined
}

/** Lists a page of the handovers, newest first. */
export async function listHandovers(db: Database, { limit, before }: { limit: number; before?: number | undefined }) {
  const handovers = await selectHandovers(db)
    .$if(before !== undefined, (rows) => rows.where('till_no', '<', before!))
    .limit(limit + 1)
    .execute()
  const rows = handovers.slice(0, limit)
  return { rows, more: handovers.length > limit ? String(rows.at(-1)!.till_no) : null }
}

const selectHandovers = (db: Database) =>
  db
    .selectFrom('handover')
    .innerJoin('account', 'account.id', 'handover.account_id')
    .leftJoin('account as next', 'next.id', 'handover.to_account_id')
    .select([
      'handover.id',
      'at',
      'account.name as authorName',
      'next.name as recipientName',
      'expected_poisha',
      'counted_poisha',
    ])
    .select(['note', 'till_no'])
    .orderBy('till_no', 'desc')
