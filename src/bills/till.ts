import { sql } from 'kysely'
import type { Asker } from '../platform/contract.ts'
import { inTransaction, type Database, type Transaction } from '../platform/database/database.ts'
import { answeredBefore } from '../platform/database/idempotency-key.ts'
import { conflict, invalid } from '../platform/errors.ts'
import { bdtOf } from '../platform/money.ts'
import { recordChange } from '../platform/work/audit.ts'

/** Near the end of what takes or gives cash: from here on others who do so wait. Says which move of the drawer it was. */
export async function moveCash(db: Transaction, byPoisha: number): Promise<number> {
  const { moves } = await db
    .updateTable('till')
    .set(({ eb }) => ({ cash_poisha: eb('cash_poisha', '+', byPoisha), moves: eb('moves', '+', 1) }))
    .returning('moves')
    .executeTakeFirstOrThrow()
  return moves
}

/** Cash that comes into the drawer, or goes out of it, for no stay: change from the bank, a taxi, what is locked away. */
export async function moveTill(db: Database, asker: Asker, form: { amountPoisha: number; why: string }): Promise<void> {
  const { amountPoisha, why } = form
  await inTransaction(db, async (transaction) => {
    if (await wasDone(transaction, asker, 'till', form)) return
    await recordChange(transaction, asker, 'cash moved', 'till', {
      after: { amount: bdtOf(amountPoisha), reason: why },
    })
    const till_no = await moveCash(transaction, amountPoisha)
    await transaction
      .insertInto('till_move')
      .values({ at: asker.now, account_id: asker.account!.id, amount_poisha: amountPoisha, why, till_no })
      .execute()
  })
}

interface Counting {
  countedPoisha: number
  /** What was said to be there when it was counted: refused where money has come or gone since. */
  expectedPoisha: number
  /** Who takes over; null where nobody is there yet. */
  toId: number | null
  note: string
}

/** One shift hands over to the next: the cash is counted, and what was counted is what is there from now on. */
export async function handOver(db: Database, asker: Asker, form: Counting): Promise<void> {
  const { countedPoisha, expectedPoisha, toId, note } = form
  const difference = countedPoisha - expectedPoisha
  if (difference !== 0 && note === '') throw invalid({ note: 'till.say_why' })
  await inTransaction(db, async (transaction) => {
    if (await wasDone(transaction, asker, 'handover', form)) return
    if (toId !== null && !(await colleagues(transaction)).some(({ id }) => id === toId))
      throw invalid({ to: 'till.nobody' })
    const till_no = await moveCash(transaction, difference)
    const { cash_poisha } = await transaction.selectFrom('till').select('cash_poisha').executeTakeFirstOrThrow()
    if (cash_poisha !== countedPoisha) throw conflict('till.changed_meanwhile')
    await transaction
      .insertInto('handover')
      .values({
        at: asker.now,
        account_id: asker.account!.id,
        to_account_id: toId,
        expected_poisha: expectedPoisha,
        counted_poisha: countedPoisha,
        note,
        till_no,
      })
      .execute()
    await recordChange(transaction, asker, 'handed over', 'till', {
      after: { counted: bdtOf(countedPoisha), difference: bdtOf(difference), ...(note && { text: note }) },
    })
  })
}

/** The same key with the same form: it was done already. */
const wasDone = async (db: Transaction, { account, idempotencyKey, now }: Asker, what: string, form: object) =>
  (await answeredBefore(
    db,
    { scope: `${what}:${account!.id}`, key: idempotencyKey, request: form, answer: '' },
    now,
  )) !== undefined

/** Who works here and could take over. */
export const colleagues = (db: Database): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('account')
    .select(['id', 'name'])
    .where('role', 'in', ['staff', 'owner'])
    .where('closed_at', 'is', null)
    .where('suspended_at', 'is', null)
    .orderBy('name')
    .limit(200)
    .execute()

/** Before anybody has counted, a shift is told of so much. */
const DAY_MS = 86_400_000

/** How the cash in the drawer came about since it was counted last; and what else was received since. */
export async function tillNow(db: Database, now: number) {
  const earlier = await handovers(db)
  const [last] = earlier
  const { cash_poisha } = await db.selectFrom('till').select('cash_poisha').executeTakeFirstOrThrow()
  const moves = await db
    .selectFrom('till_move')
    .innerJoin('account', 'account.id', 'till_move.account_id')
    .select(['till_move.id', 'at', 'account.name as by', 'amount_poisha', 'why'])
    .where('till_no', '>', last?.till_no ?? 0)
    .orderBy('till_no', 'desc')
    .execute()
  const { rows } = await sql<{ method: 'cash' | 'card' | 'bank' | 'mobile'; received: Sum; back: Sum; times: Sum }>`
    select method, sum(case when amount_poisha > 0 then amount_poisha else 0 end) as received,
      -sum(case when amount_poisha < 0 then amount_poisha else 0 end) as back, count(*) as times
    from payment
    where till_no > ${last?.till_no ?? 0} or (till_no is null and method <> 'online' and at > ${last?.at ?? now - DAY_MS})
    group by method`.execute(db)
  return {
    last: last ?? null,
    cashPoisha: cash_poisha,
    takings: rows.map(({ method, received, back, times }) => ({
      method,
      receivedPoisha: Number(received),
      backPoisha: Number(back),
      times: Number(times),
    })),
    moves,
    earlier,
  }
}
type Sum = number | string | null

const MOST_HANDOVERS = 30

const handovers = (db: Database) =>
  db
    .selectFrom('handover')
    .innerJoin('account', 'account.id', 'handover.account_id')
    .leftJoin('account as next', 'next.id', 'handover.to_account_id')
    .select(['handover.id', 'at', 'account.name as by', 'next.name as to', 'expected_poisha', 'counted_poisha'])
    .select(['note', 'till_no'])
    .orderBy('handover.id', 'desc')
    .limit(MOST_HANDOVERS)
    .execute()
