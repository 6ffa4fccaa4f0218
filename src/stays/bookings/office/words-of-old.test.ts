import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bothEngines } from '#testing/engines.ts'
import { databaseBefore } from '#testing/old-database.ts'
import { startWorker } from '#platform/work/jobs.ts'
import { searchJobs } from '../search-words.ts'

const migration = '0061-booking-words.sql'
const NOW = Date.parse('2027-01-04T03:00:00Z')

for (const engine of bothEngines) {
  test(`the backfill job adds search words to bookings from before the migration, on ${engine.name} (OFF-41)`, async (t) => {
    const { db, goOn: migrateFully } = await databaseBefore(t, engine, migration)
    await sql`insert into room (id, slug, name_en, type_en, bed_en, description_en, size_sqm, max_adults, max_children,
      max_guests, price_poisha, capacity, position, active)
      values (1, 'old', 'Old Room', 'Room', 'One bed', 'A room.', 20, 2, 0, 2, 1, 1, 1, 1)`.execute(db)
    await sql`insert into account (id, role, name, email, created_at) values (1, 'guest', 'x', 'x', 1)`.execute(db)
    await sql`
      insert into booking (code, account_id, room_id, check_in, check_out, adults, children, status, payment_status,
        payment_type, room_name_en, bed_en, total_poisha, vat_basis_points, vat_poisha, name, email, phone, message,
        language, created_at)
      with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < 699)
      select 'OLD' || n, 1, 1, 1, 2, 1, 0, 'confirmed', 'unpaid', 2, 'Old Room', 'One bed', 0, 0, 0, 'Rafiq Islam',
        'rafiq@guest.example', '01700-000004', '', 'en', 1 from numbers`.execute(db)
    await migrateFully()
    const errors: unknown[] = []
    const worker = startWorker(
      db,
      () => NOW,
      searchJobs({ clock: () => NOW }),
      (error) => errors.push(error),
    )
    await worker.runDue()
    await worker.stop()
    assert.deepEqual(errors, [])
    const countBookings = async (word: string) =>
      (await db.selectFrom('booking_word').select('booking_id').where('word', '=', word).execute()).length
    for (const word of ['rafiq@guest.example', 'islam', '#4000000071088'])
      assert.equal(await countBookings(word), 700, word)
    assert.equal(await countBookings('old699'), 1)
  })
}
