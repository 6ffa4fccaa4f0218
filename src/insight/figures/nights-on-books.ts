import { sql } from 'kysely'
import { asInteger } from '#platform/database/casts.ts'
import type { Database } from '#platform/database/database.ts'
import { runInBatches } from '#platform/background/cleanup.ts'
import { isSold, getCountingDays, selectBookingsWithNightsIn } from './counting-rule.ts'

/** The maximum number of days for which guests book in advance. */
const MAX_DAYS_AHEAD = 1_100
/** The retention period of snapshots, long enough to compare two years. */
const RETENTION_DAYS = 3 * 366

/** Stores a snapshot of the bookings at the start of a day, because later changes make it impossible to calculate. */
export async function storeSnapshot(db: Database, day: number): Promise<void> {
  const countingDays = await getCountingDays(db, day)
  await sql`
    insert into nights_on_books (as_of_day, night, room_id, sold, gross_poisha, vat_poisha)
    select ${asInteger(day)}, booking_night.night, booking_night.room_id, count(*),
      sum(booking_night.price_poisha), sum(booking_night.vat_poisha)
    from ${selectBookingsWithNightsIn({ from: day, to: day + MAX_DAYS_AHEAD })} as booking
    join booking_night on booking_night.booking_id = booking.id
    where booking_night.night >= ${asInteger(day)} and ${isSold(sql`booking_night.night`, countingDays)}
    group by booking_night.night, booking_night.room_id`.execute(db)
}

/** Returns the bookings for the given nights at the start of a day. Null if there is no snapshot. */
export async function loadSnapshot(
  db: Database,
  day: number,
  { from, to }: { from: number; to: number },
): Promise<{ sold: number; netPoisha: number } | null> {
  const snapshotRun = await db
    .selectFrom('daily_run')
    .select('day')
    .where('name', '=', 'on books')
    .where('day', '=', day)
    .executeTakeFirst()
  if (!snapshotRun) return null
  const { sold, net } = await db
    .selectFrom('nights_on_books')
    .select([
      sql<number | string>`coalesce(sum(sold), 0)`.as('sold'),
      sql<number | string>`coalesce(sum(gross_poisha - vat_poisha), 0)`.as('net'),
    ])
    .where('as_of_day', '=', day)
    .where('night', '>=', from)
    .where('night', '<', to)
    .executeTakeFirstOrThrow()
  return { sold: Number(sold), netPoisha: Number(net) }
}

/** Deletes snapshots that are too old for a comparison. */
export async function purgeOldSnapshots(db: Database, today: number): Promise<void> {
  await runInBatches(async () => {
    const oldestSnapshot = db
      .selectFrom('nights_on_books')
      .select('as_of_day')
      .where('as_of_day', '<', today - RETENTION_DAYS)
      .limit(1)
    return (await db.deleteFrom('nights_on_books').where('as_of_day', 'in', oldestSnapshot).executeTakeFirst())
      .numDeletedRows
  })
}
