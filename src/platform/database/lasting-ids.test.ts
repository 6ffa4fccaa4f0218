import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { bothEngines } from '#testing/engines.ts'
import { createDatabaseBefore } from '#testing/migration.ts'

for (const engine of bothEngines) {
  describe(`the IDs of deleted rows, on ${engine.name}`, () => {
    test('are not reused, even if the rows are from before, and the other rows stay (OPS-25)', async (t) => {
      const { db, applyMigration } = await createDatabaseBefore(t, engine, '0041-lasting-ids.sql')
      const addQuotation = async () =>
        (
          await db
            .insertInto('quotation')
            .values({ enquiry_id: null, message_id: null, account_id: null, year: null, no: null, created_at: 1 })
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id
      const readIds = async () =>
        (await db.selectFrom('quotation').select('id').orderBy('id').execute()).map(({ id }) => id)
      const ids = [await addQuotation(), await addQuotation()]
      await applyMigration()
      assert.deepEqual(await readIds(), ids)
      let lastId = ids[1]!
      for (let round = 0; round < 3; round++) {
        await db.deleteFrom('quotation').where('id', '=', lastId).execute()
        const nextId = await addQuotation()
        assert.ok(nextId > lastId, `${nextId} after ${lastId}`)
        lastId = nextId
      }
      assert.deepEqual(await readIds(), [ids[0], lastId])
      if (engine.name === 'sqlite')
        assert.deepEqual((await sql`pragma integrity_check`.execute(db)).rows, [{ integrity_check: 'ok' }])
    })
  })
}
