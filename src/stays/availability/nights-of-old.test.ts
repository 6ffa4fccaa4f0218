import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { bothEngines } from '#testing/engines.ts'
import { databaseBefore } from '#testing/old-database.ts'
import { vatWithin } from './price.ts'

for (const engine of bothEngines) {
  describe(`nights booked before the desk existed, on ${engine.name}`, () => {
    test('belong to their room, add up to the VAT of their stay, and closed nights stay closed (OFF-108)', async (context) => {
      const { db, goOn } = await databaseBefore(context, engine, '0080-desk.sql')
      await sql`insert into account (id, role, name, email, created_at) values (1, 'guest', 'Mina', 'mina@guest.example', 0)`.execute(
        db,
      )
      await sql`
        insert into room (id, slug, name_en, type_en, bed_en, description_en, size_sqm, max_adults, max_children,
          max_guests, price_poisha, capacity, position, active)
        values (7, 'single', 'Single', 'Single', 'Bed', '', 12, 1, 0, 1, 450000, 1, 0, 1)`.execute(db)
      await sql`insert into unit (id, room_id, name) values (3, 7, '101')`.execute(db)
      await sql`
        insert into unit_closure (id, unit_id, from_day, to_day, reason)
        values (1, 3, 21000, 21003, 'paint'), (2, 3, 21002, 21004, 'carpet')`.execute(db)
      const prices = [450_001, 333_333, 99_999]
      const total = prices.reduce((sum, price) => sum + price, 0)
      const vat = vatWithin(total, 1_500)
      await sql`
        insert into booking (id, code, account_id, room_id, check_in, check_out, adults, children, status, payment_status,
          payment_type, room_name_en, bed_en, total_poisha, vat_basis_points, vat_poisha, name, email, phone, message,
          language, created_at)
        values (5, 'OLD', 1, 7, 20500, 20503, 1, 0, 'confirmed', 'unpaid', 2, 'Single', 'Bed', ${total}, 1500, ${vat},
          'Mina', '', '', '', 'en', 0)`.execute(db)
      for (const [index, price] of prices.entries())
        await sql`
          insert into booking_night (booking_id, night, price_poisha)
          values (5, cast(${20_500 + index} as integer), ${price})`.execute(db)

      await goOn()
      const nights = await db.selectFrom('booking_night').selectAll().orderBy('night').execute()
      assert.deepEqual(
        nights.map(({ room_id, price_poisha }) => [room_id, Number(price_poisha)]),
        prices.map((price) => [7, price]),
      )
      assert.equal(
        nights.reduce((sum, { vat_poisha }) => sum + Number(vat_poisha), 0),
        vat,
      )
      for (const { price_poisha, vat_poisha } of nights)
        assert.ok(Math.abs(Number(vat_poisha) - vatWithin(Number(price_poisha), 1_500)) <= 1)
      const closedNights = await db.selectFrom('unit_night').selectAll().orderBy('night').execute()
      assert.deepEqual(
        closedNights.map(({ unit_id, night, closure_id }) => [unit_id, night, closure_id]),
        [
          [3, 21_000, 1],
          [3, 21_001, 1],
          [3, 21_002, 1],
          [3, 21_003, 2],
        ],
      )
    })
  })
}
