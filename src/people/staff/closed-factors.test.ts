import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { bothEngines } from '#testing/engines.ts'
import { createDatabaseBefore } from '#testing/migration.ts'

for (const engine of bothEngines) {
  describe(`the migration of closed accounts, on ${engine.name}`, () => {
    test('deletes their second factors, and keeps those of open accounts (OFF-8)', async (t) => {
      const { db, applyMigration } = await createDatabaseBefore(t, engine, '0043-closed-factors.sql')
      await sql`insert into account (id, role, name, email, created_at, closed_at, second_factors) values
        (1, 'staff', 'Tanvir', 'tanvir@selvage.example', 1, null, 1), (2, 'staff', '', '', 1, 2, 1)`.execute(db)
      const secret = Buffer.from('secret')
      for (const accountId of [1, 2]) {
        await sql`insert into authenticator (account_id, secret, created_at) values (${accountId}, ${secret}, 1)`.execute(
          db,
        )
        await sql`insert into recovery_code (account_id, code_hash) values (${accountId}, ${secret})`.execute(db)
      }
      await applyMigration()
      for (const table of ['authenticator', 'recovery_code'] as const)
        assert.deepEqual(await db.selectFrom(table).select('account_id').execute(), [{ account_id: 1 }], table)
      const accounts = await db.selectFrom('account').select('second_factors').orderBy('id').execute()
      assert.deepEqual(accounts, [{ second_factors: 1 }, { second_factors: 0 }])
    })
  })
}
