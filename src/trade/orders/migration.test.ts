import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { bothEngines } from '#testing/engines.ts'
import { createDatabaseBefore } from '#testing/migration.ts'

for (const engine of bothEngines) {
  describe(`the migration of orders, on ${engine.name}`, () => {
    test('creates an order for each accepted quotation, and keeps files and links (OFF-340)', async (t) => {
      const { db, applyMigration } = await createDatabaseBefore(t, engine, '0025-orders.sql')
      await sql`insert into account (id, role, name, email, phone, language, created_at) values
        (1001, 'owner', 'Lena', 'lena@buyer.example', '1', 'en', 1)`.execute(db)
      await sql`insert into quotation (id, year, no, created_at) values (1, 2026, 1, 1), (2, 2026, 2, 1)`.execute(db)
      for (const [id, quotation, revision, state, closedAt] of [
        [11, 1, 1, 'superseded', 5],
        [12, 1, 2, 'accepted', 7],
        [13, 2, 1, 'sent', null],
      ] as const)
        await sql`insert into quotation_revision (id, quotation_id, revision, state, company, name, email, language,
            currency, valid_until, total_minor, content, written_at, written_by, sent_at, closed_at)
          values (${id}, ${quotation}, ${revision}, ${state}, 'N', 'L', 'l@b.example', 'en', 'USD', 9, 500, '{}', 1, 1001,
            2, ${closedAt})`.execute(db)
      await sql`insert into attachment (id, position, name, type, bytes, sha256, created_at) values
        (1, 0, 'a.pdf', 'application/pdf', 1, '', 1)`.execute(db)
      await sql`insert into signed_link (token_hash, purpose, payload, created_at, expires_at) values
        (${new Uint8Array([1])}, 'view-enquiry', 'enquiry A', 1, 9)`.execute(db)

      await applyMigration()
      const orders = await db
        .selectFrom('sales_order')
        .select(['quotation_id', 'revision_id', 'state', 'state_at', 'quantities', 'total_minor', 'created_at'])
        .execute()
      const order = { quotation_id: 1, revision_id: 12, state: 'confirmed', state_at: 7, quantities: null }
      assert.deepEqual(orders, [{ ...order, total_minor: 500, created_at: 7 }])
      assert.equal((await db.selectFrom('attachment').selectAll().execute()).length, 1)
      assert.equal((await db.selectFrom('signed_link').selectAll().execute()).length, 1)
    })
  })
}
