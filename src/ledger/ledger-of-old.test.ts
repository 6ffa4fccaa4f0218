import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { bothEngines } from '#testing/engines.ts'
import { proveLedger } from '#testing/ledger.ts'
import { databaseBefore } from '#testing/old-database.ts'

for (const engine of bothEngines) {
  describe(`ledger opening migration, on ${engine.name}`, () => {
    test('posts old payments and charges to the poisha, stay by stay (PAY-3)', async (context) => {
      const { db, goOn: migrateToLatest } = await databaseBefore(context, engine, '0141-ledger-opening.sql')
      await sql`insert into account (id, role, name, email, created_at) values (1, 'guest', 'Mina', 'mina@guest.example', 0)`.execute(
        db,
      )
      await sql`
        insert into room (id, slug, name_en, type_en, bed_en, description_en, size_sqm, max_adults, max_children,
          max_guests, price_poisha, capacity, position, active)
        values (7, 'single', 'Single', 'Single', 'Bed', '', 12, 1, 0, 1, 450000, 1, 0, 1)`.execute(db)
      const stays = [
        ['ONE', null, 'confirmed', 900_001, 117_392, null],
        ['PARTY', 'PARTY', 'checked_out', 450_000, 58_696, null],
        ['OTHER', 'PARTY', 'cancelled', 450_000, 58_696, 100_000],
        ['WAITS', null, 'pending_approval', 300_000, 39_130, null],
        ['GONE', null, 'cancelled', 300_000, 39_130, 0],
        ['LATE', null, 'no_show', 300_000, 39_130, 300_000],
        ['FREE', null, 'confirmed', 0, 0, null],
      ] as const
      for (const [at, [code, stay_code, status, total, vat, fee]] of stays.entries())
        await sql`
          insert into booking (id, code, stay_code, account_id, room_id, check_in, check_out, adults, children, status,
            payment_status, payment_type, room_name_en, bed_en, total_poisha, vat_basis_points, vat_poisha,
            cancel_fee_poisha, cancelled_at, name, email, phone, message, language, created_at)
          values (${at + 1}, ${code}, ${stay_code}, 1, 7, 20500, 20503, 1, 0, ${status}, 'unpaid', 2, 'Single', 'Bed',
            ${total}, 1500, ${vat}, cast(${fee} as bigint), cast(${fee === null ? null : 1_000} as bigint), 'Mina', '', '', '', 'en', 86399999)`.execute(
          db,
        )
      await sql`
        insert into charge (id, booking_id, day, name, quantity, total_poisha, vat_basis_points, vat_poisha, at, account_id, reverses_id)
        values (1, 2, 20500, 'Tea', 1, 10000, 1500, 1304, 0, 1, null), (2, 2, 20501, 'Tea', 1, -10000, 1500, -1304, 5, 1, 1),
          (3, 1, 20501, 'Book', 1, 5000, 0, 0, 5, 1, null)`.execute(db)
      await sql`
        insert into payment (id, booking_id, day, amount_poisha, method, at, account_id, reverses_id)
        values (1, 1, 20500, 900001, 'online', 0, null, null), (2, 2, 20500, 600000, 'cash', 0, 1, null),
          (3, 2, 20501, -50000, 'cash', 0, 1, null), (4, 2, 20501, 50000, 'cash', 0, 1, 3),
          (5, 3, 20501, -600000, 'cash', 0, 1, 2)`.execute(db)

      await migrateToLatest()
      const documents = {
        bookings: await db.selectFrom('booking').selectAll().execute(),
        charges: await db.selectFrom('charge').selectAll().execute(),
        payments: await db.selectFrom('payment').selectAll().execute(),
      }
      await proveLedger(db, documents)
      const posted = await db.selectFrom('ledger_entry').selectAll().where('payment_id', 'is not', null).execute()
      assert.deepEqual(
        posted.toSorted((one, other) => one.payment_id! - other.payment_id!).map(({ why, day }) => [why, day]),
        [
          ['payment', 20_500],
          ['payment', 20_500],
          ['refund', 20_501],
          ['refund', 20_501],
          ['payment', 20_501],
        ],
      )
      const ofStay = db
        .selectFrom('ledger_entry')
        .select('day')
        .where('stay_code', '=', 'ONE')
        .where('why', '=', 'nights')
      assert.deepEqual(await ofStay.execute(), [{ day: 1 }, { day: 1 }], 'the posting day is in Dhaka time')
    })
  })
}
