import { sql } from 'kysely'
import { computeToday } from '../../availability/stay.ts'
import { loadCompany } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isFirstRoomOfStay, type BookedRow } from '../store.ts'

/** Lists a page of the pending requests and their total number. The first deadline comes first. */
export async function listPendingRequests(
  db: Database,
  ctx: RequestContext,
  limit: number,
  after?: string,
): Promise<{ rows: BookedRow[]; more: string | null; waiting: number }> {
  const pendingQuery = selectPending(db, ctx.now, computeToday(await loadCompany(db, ctx), ctx.now))
  const [lastDue, lastId] = after?.split('-').map(Number) ?? []
  const waitingRows = await pendingQuery
    .selectAll()
    .select(dueAt.as('due'))
    .$if(after !== undefined, (query) =>
      query.where((row) =>
        row.or([row(dueAt, '>', lastDue!), row.and([row(dueAt, '=', lastDue!), row('id', '>', lastId!)])]),
      ),
    )
    .orderBy(dueAt)
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  const { count } = await pendingQuery.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()
  const rows = waitingRows.slice(0, limit)
  const lastRow = waitingRows.length > rows.length ? rows.at(-1) : undefined
  return { rows, more: lastRow ? `${lastRow.due}-${lastRow.id}` : null, waiting: Number(count) }
}

/** The deadline. Old requests without one are sorted by creation time, so they come before the others. */
const dueAt = sql<number>`coalesce(expires_at, created_at)`

const selectPending = (db: Database, now: number, day: number) =>
  db.selectFrom('booking').where(isWaiting(now, day)).where(isFirstRoomOfStay)

/**
 * SQL condition: the request waits for an answer. The status is a literal, and the unary plus keeps the date out of the
 * index lookup. So both engines use the index on pending requests: few are pending, but many stays end after today.
 */
export const isWaiting = (now: number, day: number, room = 'booking') => sql<boolean>`(
  ${sql.ref(`${room}.status`)} = 'pending_approval'
  and (${sql.ref(`${room}.expires_at`)} is null or ${sql.ref(`${room}.expires_at`)} > cast(${now} as bigint))
  and +${sql.ref(`${room}.check_out`)} > ${day})`
