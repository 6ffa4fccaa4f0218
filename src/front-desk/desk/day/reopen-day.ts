import { findLastClosedDay, lockBusinessDay, setLastClosedDay } from '#ledger/business-day.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { conflict } from '#platform/errors.ts'
import { recordChange } from '#platform/audit.ts'

/**
 * Reopens the last closed day. The undone closing stays stored. Ledger entries do not change: amounts that were posted
 * to the next day meanwhile stay there.
 */
export async function reopenDay(
  db: Database,
  ctx: RequestContext,
  { day, reason }: { day: number; reason: string },
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await lockBusinessDay(transaction)
    if ((await findLastClosedDay(transaction)) !== day) throw conflict('desk.day_not_last', { day: isoDay(day) })
    const closedDay = await transaction
      .selectFrom('closed_day')
      .selectAll()
      .where('day', '=', day)
      .executeTakeFirstOrThrow()
    await transaction
      .insertInto('reopened_day')
      .values({ ...closedDay, reopened_at: ctx.now, reopened_by: ctx.account!.id, reason })
      .execute()
    await transaction.deleteFrom('closed_day').where('day', '=', day).execute()
    const { last: lastClosedDay } = await transaction
      .selectFrom('closed_day')
      .select(({ fn }) => fn.max<number | null>('day').as('last'))
      .executeTakeFirstOrThrow()
    await setLastClosedDay(transaction, lastClosedDay)
    await recordChange(transaction, ctx, 'day reopened', `day ${isoDay(day)}`, { after: { day: isoDay(day), reason } })
  })
}
