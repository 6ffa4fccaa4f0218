import { sql } from 'kysely'
import { isPostgres, type Database } from '#platform/database/database.ts'

/**
 * Runs `fill` without the triggers and non-unique indexes of bookings and their nights, which is faster. Restores them
 * afterwards.
 */
export async function runWithoutIndexes(db: Database, fill: () => Promise<void>): Promise<void> {
  const tables = sql`('booking', 'booking_night')`
  const { rows } = await (
    isPostgres(db)
      ? sql<{ drop: string; create: string }>`
          select 'drop index ' || indexname as "drop", indexdef as "create" from pg_indexes
          where tablename in ${tables} and indexdef not like 'CREATE UNIQUE %'
          union all
          select 'alter table ' || name || ' disable trigger user', 'alter table ' || name || ' enable trigger user'
          from (values ('booking'), ('booking_night')) as tables (name)`
      : sql<{ drop: string; create: string }>`
          select 'drop ' || type || ' ' || name as "drop", sql as "create" from sqlite_schema
          where tbl_name in ${tables} and type in ('index', 'trigger') and sql not like 'create unique %'`
  ).execute(db)
  for (const { drop } of rows) await sql.raw(drop).execute(db)
  await fill()
  for (const { create } of rows) await sql.raw(create).execute(db)
}
