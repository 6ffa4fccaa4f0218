import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { enginesFor } from '#testing/engines.ts'
import { tokenHash } from '#platform/codes.ts'
import { constraintOf } from '#platform/database/constraint.ts'
import { migrate } from '#platform/database/migrate.ts'

const migrations = fileURLToPath(new URL('../../../migrations/', import.meta.url))

for (const engine of enginesFor(import.meta.url)) {
  test(`keeps sent links valid when a migration rebuilds their table, on ${engine.name}`, async (context) => {
    const { db, close } = await engine.bare()
    const older = await mkdtemp(join(tmpdir(), 'older-'))
    context.after(() => Promise.all([close(), rm(older, { recursive: true })]))
    await cp(migrations, older, { recursive: true, filter: (path) => !/\/(004[1-9]|00[5-9]\d|0[1-9]\d\d)-/.test(path) })
    await migrate(db, engine.name, older)
    await sql`insert into account (id, role, name, email, created_at) values (7, 'member', 'Anna', 'anna@buyer.example', 0)`.execute(
      db,
    )
    const link = {
      token_hash: tokenHash('a token'),
      purpose: 'return-to-booking' as const,
      account_id: 7,
      payload: 'ABC',
      created_at: 1,
      expires_at: 3,
      used_at: 2,
    }
    await db.insertInto('signed_link').values(link).execute()
    await migrate(db, engine.name, migrations)
    const [row, ...others] = await db.selectFrom('signed_link').selectAll().execute()
    assert.deepEqual(
      [{ ...row!, token_hash: Buffer.from(row!.token_hash) }, others],
      [{ ...link, holds_email_key: null }, []],
    )
    await assert.rejects(db.insertInto('signed_link').values(link).execute(), violates('signed_link_pk'))
    const wrong = { ...link, token_hash: tokenHash('another'), purpose: 'else' as 'reset-password' }
    await assert.rejects(db.insertInto('signed_link').values(wrong).execute(), violates('signed_link_purpose'))
    await db.deleteFrom('account').execute()
    assert.deepEqual(await db.selectFrom('signed_link').selectAll().execute(), [], 'links are deleted with the account')
  })
}

const violates = (constraint: string) => (error: unknown) => constraintOf(error) === constraint
