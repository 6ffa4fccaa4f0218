import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { pdf } from '#testing/upload-files.ts'
import { purgeLostFiles } from '#platform/files/stored-files.ts'
import { purgeOldAudit, recordAudit } from '#platform/audit.ts'
import { purgeOldCorrespondence } from './purge.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`purging old correspondence, uploads and audit entries, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)

    const sendMessageAndEnquiry = async () => {
      const { body } = await app.call('getCaptcha')
      const solvedCaptcha = { captcha_token: body.captcha_token, captcha: body.first + body.second }
      assert.equal(
        (await app.call('sendContact', { name: 'Lena Vogt', email: 'lena@buyer.example', ...solvedCaptcha }, { files }))
          .status,
        200,
      )
      const enquiry = {
        company: 'Vogt',
        name: 'Lena Vogt',
        email: 'lena@buyer.example',
        lines: [{ product: 'zipper' }],
      }
      assert.equal((await app.call('sendEnquiry', enquiry, { files })).status, 200)
    }
    const files = [{ name: 'tech pack.pdf', bytes: pdf }]
    const countRows = () =>
      Promise.all(
        (['contact_message', 'enquiry', 'enquiry_line', 'attachment', 'attachment_part'] as const).map(
          async (table) => (await app.db.selectFrom(table).selectAll().execute()).length,
        ),
      )

    test('deletes answered and unanswered messages and enquiries with their files after exactly 24 months (CONT-1, CONT-11)', async () => {
      await sendMessageAndEnquiry()
      await app.db.updateTable('enquiry').set({ handled_at: app.clock.now }).execute()
      app.clock.advance(3_600_000)
      await sendMessageAndEnquiry()
      app.clock.now = Date.parse('2029-01-04T09:00:00+06:00')
      await purgeOldCorrespondence(app.db, app.clock.now)
      assert.deepEqual(await countRows(), [2, 2, 2, 4, 4])
      app.clock.advance(1)
      await purgeOldCorrespondence(app.db, app.clock.now)
      assert.deepEqual(await countRows(), [1, 1, 1, 2, 2])
      app.clock.advance(3_600_000)
      await purgeOldCorrespondence(app.db, app.clock.now)
      assert.deepEqual(await countRows(), [0, 0, 0, 0, 0])
    })

    test('deletes files of interrupted uploads after an hour and keeps attached files', async () => {
      await sendMessageAndEnquiry()
      const unattachedFile = {
        enquiry_id: null,
        message_id: null,
        position: 0,
        name: '',
        type: 'image/png',
        bytes: 0,
        sha256: '',
      }
      const unfinishedFile = await app.db
        .insertInto('attachment')
        .values({ ...unattachedFile, created_at: app.clock.now })
        .returning('id')
        .executeTakeFirstOrThrow()
      const attachmentPart = { attachment_id: unfinishedFile.id, position: 1, content: pdf }
      await app.db.insertInto('attachment_part').values(attachmentPart).execute()
      await purgeLostFiles(app.db, app.clock.now)
      assert.deepEqual((await countRows()).slice(3), [3, 3])
      app.clock.advance(3_600_000)
      await purgeLostFiles(app.db, app.clock.now)
      assert.deepEqual((await countRows()).slice(3), [2, 2])
    })

    test('deletes hundreds of audit entries after exactly 24 months', async () => {
      const now = Date.parse('2031-05-31T12:00:00Z')
      for (let index = 0; index < 650; index++)
        await recordAudit(app.db, { at: now, accountId: null, action: 'sign-in', subject: `account ${index}` })
      await recordAudit(app.db, { at: now + 1, accountId: null, action: 'sign-in', subject: 'account 7' })
      const countSignInEntries = async () =>
        (await app.db.selectFrom('audit').select('id').where('action', '=', 'sign-in').execute()).length
      await purgeOldAudit(app.db, Date.parse('2033-05-31T12:00:00Z'))
      assert.equal(await countSignInEntries(), 651)
      await purgeOldAudit(app.db, Date.parse('2033-05-31T12:00:00Z') + 1)
      assert.equal(await countSignInEntries(), 1)
    })
  })
}
