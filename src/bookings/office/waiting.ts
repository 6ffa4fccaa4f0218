import { sql } from 'kysely'
import { today } from '../../availability/stay.ts'
import { companyOf } from '../../content/company.ts'
import type { Asker } from '../../platform/contract.ts'
import type { Database } from '../../platform/database/database.ts'
import { isFirst, type BookedRow } from '../store.ts'

const MOST_OF_PAGE = 50

/** A page of the requests that wait for an answer, and how many do in all. The first deadline comes first. */
export async function waitingRequests(
  db: Database,
  asker: Asker,
  after?: string,
): Promise<{ rows: BookedRow[]; more: string | null; waiting: number }> {
  const waiting = requestsWaiting(db, asker.now, today(await companyOf(db, asker), asker.now))
  const [lastDue, lastId] = after?.split('-').map(Number) ?? []
  const found = await waiting
    .selectAll()
    .select(due.as('due'))
    .$if(after !== undefined, (query) =>
      query.where((row) =>
        row.or([row(due, '>', lastDue!), row.and([row(due, '=', lastDue!), row('id', '>', lastId!)])]),
      ),
    )
    .orderBy(due)
    .orderBy('id')
    .limit(MOST_OF_PAGE + 1)
    .execute()
  const { count } = await waiting.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()
  const rows = found.slice(0, MOST_OF_PAGE)
  const last = found.length > rows.length ? rows.at(-1) : undefined
  return { rows, more: last ? `${last.due}-${last.id}` : null, waiting: Number(count) }
}

/** What waits without limit, from before there was one, goes by when it came, and so before the rest. */
const due = sql<number>`coalesce(expires_at, created_at)`

/** The status is written out, so that both engines find them by the index of those that wait. */
const requestsWaiting = (db: Database, now: number, day: number) =>
  db
    .selectFrom('booking')
    .where('status', '=', sql.lit('pending_approval'))
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
    .where('check_out', '>', day)
    .where(isFirst)
