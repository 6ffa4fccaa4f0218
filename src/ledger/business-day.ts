import { sql, type RawBuilder } from 'kysely'
import { isPostgres, type Database, type Transaction } from '#platform/database/database.ts'

/*
 * The business day of an entry is the calendar day of its posting. If that day is closed, it is the first open day, so
 * the money of a closed day never changes.
 */

/**
 * Returns SQL for the business day of a posting on a calendar day. The value is final: a closing waits for the
 * transaction that reads it. On SQLite, transactions run one after the other.
 */
export const selectBusinessDay = (db: Database, day: number): RawBuilder<number> =>
  sql<number>`(select case when last_closed >= cast(${day} as integer) then last_closed + 1 else cast(${day} as integer) end
    from business_day where id = 1 ${isPostgres(db) ? sql`for share` : sql``})`

/** Returns the day to which an entry posted on a calendar day belongs. */
export async function readBusinessDay(db: Database, day: number): Promise<number> {
  const lastClosedDay = await findLastClosedDay(db)
  return lastClosedDay !== null && lastClosedDay >= day ? lastClosedDay + 1 : day
}

export async function findLastClosedDay(db: Database): Promise<number | null> {
  const row = await db.selectFrom('business_day').select('last_closed').executeTakeFirstOrThrow()
  return row.last_closed
}

/**
 * Waits for running postings and holds back new ones until the end of the transaction. Call it before reading the
 * amounts of a day to close.
 */
export const lockBusinessDay = (db: Transaction): Promise<unknown> =>
  db
    .updateTable('business_day')
    .set(({ ref }) => ({ last_closed: ref('last_closed') }))
    .execute()

/** Sets the last closed day. The business day must be locked. */
export const setLastClosedDay = (db: Transaction, last_closed: number | null): Promise<unknown> =>
  db.updateTable('business_day').set({ last_closed }).execute()
