import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { inBatches } from '#platform/work/housekeeping.ts'
import { counts, daysAt, stayingIn, whole } from './counted.ts'

/** Further ahead nobody books. */
const FAR_DAYS = 1_100
/** As long as two years are compared. */
const KEPT_DAYS = 3 * 366

/** Keeps what is on the books as a day begins: afterwards nobody could say what had been booked by then. */
export async function keepOnBooks(db: Database, day: number): Promise<void> {
  const days = await daysAt(db, day)
  await sql`
    insert into on_books (kept_on, night, room_id, sold, gross_poisha, vat_poisha)
    select ${whole(day)}, booking_night.night, booking_night.room_id, count(*),
      sum(booking_night.price_poisha), sum(booking_night.vat_poisha)
    from ${stayingIn({ from: day, to: day + FAR_DAYS })} as booking
    join booking_night on booking_night.booking_id = booking.id
    where booking_night.night >= ${whole(day)} and ${counts(sql`booking_night.night`, days)}
    group by booking_night.night, booking_night.room_id`.execute(db)
}

/** What was on the books as a day began, of some nights from it on. Null where nobody kept it. */
export async function booksAt(
  db: Database,
  day: number,
  { from, to }: { from: number; to: number },
): Promise<{ sold: number; netPoisha: number } | null> {
  const kept = await db
    .selectFrom('daily_turn')
    .select('day')
    .where('name', '=', 'on books')
    .where('day', '=', day)
    .executeTakeFirst()
  if (!kept) return null
  const { sold, net } = await db
    .selectFrom('on_books')
    .select([
      sql<number | string>`coalesce(sum(sold), 0)`.as('sold'),
      sql<number | string>`coalesce(sum(gross_poisha - vat_poisha), 0)`.as('net'),
    ])
    .where('kept_on', '=', day)
    .where('night', '>=', from)
    .where('night', '<', to)
    .executeTakeFirstOrThrow()
  return { sold: Number(sold), netPoisha: Number(net) }
}

/** What is compared with nothing any more. */
export async function purgeOldBooks(db: Database, today: number): Promise<void> {
  await inBatches(async () => {
    const oldest = db
      .selectFrom('on_books')
      .select('kept_on')
      .where('kept_on', '<', today - KEPT_DAYS)
      .limit(1)
    return (await db.deleteFrom('on_books').where('kept_on', 'in', oldest).executeTakeFirst()).numDeletedRows
  })
}
