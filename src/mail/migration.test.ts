import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { bothEngines } from '#testing/engines.ts'
import { createDatabaseBefore } from '#testing/migration.ts'
import { renderStoredEmail } from './render.ts'

for (const engine of bothEngines) {
  describe(`the migration of email contents, on ${engine.name}`, () => {
    test('keeps the text of stored emails, and leaves erased ones empty (LET-1)', async (t) => {
      const { db, applyMigration } = await createDatabaseBefore(t, engine, '0038-mail-content.sql')
      const text = 'Dear "Anna",\n\nwe expect you: C:\\house\tএবং 🧵'
      await sql`insert into mail (recipient, subject, text_body, html_body, language, created_at) values
        ('anna@buyer.example', 'Hello', ${text}, '<p>Dear Anna</p>', 'en', 1),
        ('anna@buyer.example', 'Your link', '', '', 'en', 2)`.execute(db)
      await applyMigration()
      const [email, erasedEmail] = await db.selectFrom('mail').selectAll().orderBy('id').execute()
      const rendered = renderStoredEmail(email!)
      assert.equal(rendered.text, text)
      assert.match(rendered.html, /<title>Hello<\/title>.*Dear &quot;Anna&quot;,<br><br>we expect you/s)
      assert.deepEqual(renderStoredEmail(erasedEmail!), { text: '', html: '' })
    })
  })
}
