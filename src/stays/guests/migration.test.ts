import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { bothEngines } from '#testing/engines.ts'
import { createDatabaseBefore } from '#testing/migration.ts'

for (const engine of bothEngines) {
  describe(`the migration of guests, on ${engine.name}`, () => {
    test('creates one guest per name and email address among the bookings of one browser (GUEST-1)', async (t) => {
      const { db, applyMigration } = await createDatabaseBefore(t, engine, '0020-guests.sql')
      await sql`insert into account (id, role, name, email, phone, language, created_at) values
        (1001, 'guest', 'Lena Vogt', 'lena@buyer.example', '1', 'en', 1)`.execute(db)
      await sql`insert into account (id, role, name, email, username, language, created_at) values
        (1002, 'member', 'Anna', 'anna@buyer.example', 'anna', 'en', 1)`.execute(db)
      const bookings = [
        [1, 'A', 1001, 'Lena Vogt', 'LENA@buyer.example'],
        [2, 'B', 1001, 'Tom Berg', 'tom@buyer.example'],
        [3, 'C', 1001, 'TOM BERG', 'tom@buyer.example'],
        [4, 'D', 1001, '', ''],
        [5, 'E', 1002, 'Bernd', 'bernd@buyer.example'],
      ] as const
      await sql`insert into room (id, slug, name_en, type_en, bed_en, description_en, size_sqm, max_adults, max_children,
          max_guests, price_poisha, capacity, position, active)
        values (1, 'room', 'R', 'R', 'B', '', 20, 1, 0, 1, 1, 1, 1, 1)`.execute(db)
      for (const [id, code, account, guest, email] of bookings)
        await sql`insert into booking (id, code, account_id, room_id, check_in, check_out, adults, children, status,
            payment_status, payment_type, room_name_en, bed_en, total_poisha, vat_basis_points, vat_poisha, name, email,
            phone, message, language, created_at)
          values (${id}, ${code}, ${account}, 1, ${id}, ${id + 1}, 1, 0, 'confirmed', 'unpaid', 2, 'R', 'B', 0, 0, 0,
            ${guest}, ${email}, '2', '', 'en', 1)`.execute(db)
      await sql`insert into booking_search_word (word, booking_id) values ('b', 2), ('berg', 2), ('tom', 2)`.execute(db)

      await applyMigration()
      const rows = await db.selectFrom('booking').select(['booker_id', 'guest_id']).orderBy('id').execute()
      const [, tom] = rows
      assert.deepEqual(
        rows.map(({ booker_id, guest_id }) => [booker_id, guest_id]),
        [
          [1001, 1001],
          [1001, tom!.guest_id],
          [1001, tom!.guest_id],
          [1001, 1001],
          [1002, 1002],
        ],
      )
      const guests = await db
        .selectFrom('account')
        .select(['id', 'role', 'name'])
        .where('id', 'not in', [1001, 1002])
        .execute()
      assert.deepEqual(guests, [{ id: tom!.guest_id, role: 'guest', name: 'Tom Berg' }])
      const words = await db.selectFrom('account_search_word').selectAll().orderBy('word').execute()
      assert.deepEqual(
        words.map(({ word, account_id }) => [word, account_id]),
        [
          ['berg', tom!.guest_id],
          ['tom', tom!.guest_id],
        ],
      )
    })
  })
}
