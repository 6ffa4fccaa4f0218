import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { bothEngines } from '#testing/engines.ts'
import { createDatabaseBefore } from '#testing/migration.ts'
import { projectRoot } from '#platform/project-root.ts'
import { isEmailKind } from '#mail/kinds.ts'
import { actions } from '#schema/actions.ts'

const MIGRATION = '0042-plain-names.sql'

for (const engine of bothEngines) {
  describe(`the migration of stored names, on ${engine.name}`, () => {
    test('renames actions, subjects, fields and permissions, and leaves all other entries unchanged (OFF-10)', async (t) => {
      const { db, applyMigration } = await createDatabaseBefore(t, engine, MIGRATION)
      await sql`insert into audit (at, action, subject, changes) values
        (1, 'letter came back', 'letter 12', null),
        (2, 'settings changed', 'settings emails', '{"morning_letter":["07:00","08:00"]}'),
        (3, 'booking cancelled', 'booking ABC123', null)`.execute(db)
      await sql`insert into mail (recipient, subject, content, language, kind, created_at) values
        ('anna@buyer.example', 'Hello', '', 'en', 'stay_stands_again', 1),
        ('anna@buyer.example', 'Hello', '', 'en', 'stay_booked', 2)`.execute(db)
      await applyMigration()
      const entries = await db.selectFrom('audit').select(['action', 'subject', 'changes']).orderBy('at').execute()
      assert.deepEqual(entries, [
        { action: 'email bounced', subject: 'email 12', changes: null },
        { action: 'settings changed', subject: 'settings emails', changes: '{"morning_email":["07:00","08:00"]}' },
        { action: 'booking cancelled', subject: 'booking ABC123', changes: null },
      ])
      const roles = await db.selectFrom('staff_role').select('grants').orderBy('id').execute()
      assert.ok(roles[0]!.grants.includes('"manage emails"') && !JSON.stringify(roles).includes('look after letters'))
      const emails = await db.selectFrom('mail').select('kind').orderBy('created_at').execute()
      assert.deepEqual(emails, [{ kind: 'stay_reinstated' }, { kind: 'stay_booked' }])
    })
  })
}

test('the migration of stored names only uses actions and kinds of email that exist (OFF-10)', async () => {
  const text = await readFile(`${projectRoot}migrations/${MIGRATION}`, 'utf8')
  const newNames = [...text.matchAll(/ then '([^']+)'/g)].map(([, name]) => name)
  const unknownNames = newNames.filter((name) => !(actions as readonly string[]).includes(name!) && !isEmailKind(name!))
  assert.ok(newNames.length > 80)
  assert.deepEqual(unknownNames, [])
})
