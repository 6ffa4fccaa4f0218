import { subtractMonths } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { auditRetention } from '#platform/retention.ts'
import { runInBatches } from '#platform/background/cleanup.ts'
import type { OwnRate } from './own-rate.ts'
import type { StoredRateChange } from './rate-changes.ts'
import { parseRate } from './rate-rows.ts'

/** Lists a page of the rate changes, newest first, with their author and whether they were undone. */
export async function listRateChanges(db: Database, { limit, before }: { limit: number; before?: number | undefined }) {
  const changes = await db
    .selectFrom('rate_change')
    .leftJoin('account', 'account.id', 'rate_change.account_id')
    .selectAll('rate_change')
    .select('account.name')
    .$if(before !== undefined, (rows) => rows.where('rate_change.id', '<', before!))
    .orderBy('rate_change.id', 'desc')
    .limit(limit + 1)
    .execute()
  const rows = changes.slice(0, limit).map(({ asked: requestedChange, ...row }) => ({
    ...row,
    requestedChange: JSON.parse(requestedChange) as StoredRateChange,
  }))
  return { rows, more: changes.length > limit ? String(rows.at(-1)!.id) : null }
}

/** Lists the latest changes of one night of a room, newest first. */
export async function listNightHistory(db: Database, { roomId, day }: { roomId: number; day: number }) {
  const rows = await db
    .selectFrom('rate_change_cell')
    .innerJoin('rate_change', 'rate_change.id', 'rate_change_cell.change_id')
    .leftJoin('account', 'account.id', 'rate_change.account_id')
    .select(['rate_change.id', 'at', 'undoes', 'account.name', 'rate_before', 'rate_after'])
    .where('rate_change_cell.room_id', '=', roomId)
    .where('rate_change_cell.day', '=', day)
    .orderBy('rate_change_cell.change_id', 'desc')
    .limit(MAX_ENTRIES)
    .execute()
  return rows.map(({ rate_before, rate_after, ...row }) => ({
    ...row,
    before: parseRate(rate_before),
    after: parseRate(rate_after),
  })) satisfies { before: OwnRate }[]
}
const MAX_ENTRIES = 30

/** Deletes old rate changes. They identify their authors, so they have the retention period of the log. */
export async function purgeOldRateChanges(db: Database, now: number): Promise<void> {
  const cutoff = subtractMonths(now, auditRetention.months)
  await runInBatches(async (limit) => {
    const oldChanges = db.selectFrom('rate_change').select('id').where('at', '<', cutoff).orderBy('at').limit(limit)
    return (await db.deleteFrom('rate_change').where('id', 'in', oldChanges).executeTakeFirst()).numDeletedRows
  })
}
