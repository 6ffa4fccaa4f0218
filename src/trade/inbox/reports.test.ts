import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { openInbox } from '#testing/inbox.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { acceptsEmails } from '#mail/suppressions.ts'
import { openMailFolder, processMailFolder, type MailFolder } from './mail-folder.ts'
import { readReport } from './reports.ts'

/** A bounce like those of Postfix, Exim and Microsoft, with the relevant fields. */
const createBounce = (messageId: string, { action = 'failed', status = '5.1.1', part = 'message/rfc822' } = {}) =>
  [
    'From: Mail Delivery System <MAILER-DAEMON@mx.example>',
    'To: hello@selvage.example',
    'Subject: Undelivered Mail Returned to Sender',
    `Message-ID: <${randomUUID()}@mx.example>`,
    'Auto-Submitted: auto-replied',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'I could not deliver your message.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; lena@buyer.example',
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 5.1.1 <lena@buyer.example>:',
    '    no such user',
    '--b',
    `Content-Type: ${part}`,
    '',
    'From: hello@selvage.example',
    `Message-ID: ${messageId}`,
    'Subject: Re: zips',
    '',
    '--b--',
  ].join('\r\n')

const createComplaint = (messageId: string, type = 'abuse') =>
  [
    'From: <feedback@provider.example>',
    'To: hello@selvage.example',
    `Message-ID: <${randomUUID()}@provider.example>`,
    'Content-Type: multipart/report; report-type=feedback-report; boundary=b',
    '',
    '--b',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: SomeGenerator/1.0',
    'Version: 1',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    'Subject: hello',
    `Message-Id:\r\n ${messageId}`,
    '--b--',
  ].join('\r\n')

for (const engine of enginesFor(import.meta.url)) {
  describe(`delivery reports, on ${engine.name}`, () => {
    let app: TestApp
    let staffToken: string
    let folder: string
    let mailFolder: MailFolder
    before(async () => {
      app = await startTestApp(engine)
      staffToken = await app.signIn('staff')
      folder = await mkdtemp(join(tmpdir(), 'mail-in-'))
      mailFolder = openMailFolder(folder)
    })
    after(async () => {
      await app.close()
      await rm(folder, { recursive: true })
    })

    let fileNumber = 0
    async function receive(mail: string, isLimited = false): Promise<void> {
      await writeFile(join(folder, `${String(++fileNumber).padStart(6, '0')}.eml`), mail)
      const mailer = { from: 'Selvage <hello@selvage.example>', place: '', send: async () => {}, close() {} }
      const context = { clock: () => app.clock.now, isLimited, mailer, replyAddress: undefined }
      await processMailFolder(app.db, context, mailFolder)
    }
    /** Sends an email and returns its Message-ID and database ID. */
    async function sendEmail(address: string) {
      const code = await openInbox(app).sendEnquiry({ email: address })
      const sentEmail = (await readEmailsTo(app, address)).at(-1)!
      const messageId = sentEmail.header('message-id')
      return { code, messageId, id: parseInt(messageId.slice(1), 10) }
    }
    const getEmail = async (id: number) => (await app.call('getEmail', { id }, { token: staffToken })).body

    test('mark an email as bounced once, also in its conversation (LET-30)', async () => {
      const { code, messageId, id } = await sendEmail('gone@buyer.example')
      const { id: conversationId } = await openInbox(app).conversation(code)
      await app.call('answerConversation', { id: conversationId, text: 'Yes.' }, { token: staffToken })
      const answerEmail = (await readEmailsTo(app, 'gone@buyer.example')).at(-1)!
      assert.equal(await acceptsEmails(app.db, 'GONE@buyer.example'), true)
      for (let attempt = 0; attempt < 2; attempt++) await receive(createBounce(messageId))
      await receive(createBounce(answerEmail.header('message-id'), { part: 'text/rfc822-headers' }))
      const email = await getEmail(id)
      assert.deepEqual([email.state, email.error], ['bounced', '5.1.1 550 5.1.1 <lena@buyer.example>: no such user'])
      const { entries } = await openInbox(app).conversation(code)
      assert.equal(entries[0].email_state, 'bounced')
      const emailsResponse = await app.call('getEmails', { view: 'returned' }, { token: staffToken })
      assert.ok(emailsResponse.body.data.some((row: { id: number }) => row.id === id))
      assert.equal(await acceptsEmails(app.db, 'GONE@buyer.example'), false)
      const auditEntries = await app.db.selectFrom('audit').select('id').where('subject', '=', `email ${id}`).execute()
      assert.equal(auditEntries.length, 1)
      const hashes = await app.db.selectFrom('mail_suppression').select('address_hash').execute()
      assert.doesNotMatch(JSON.stringify(hashes), /gone/, 'stores only a hash of the address')
    })

    test('are ignored if they report delays, temporary failures or "not spam" (LET-30)', async () => {
      const { messageId, id } = await sendEmail('late@buyer.example')
      await receive(createBounce(messageId, { action: 'delayed', status: '4.4.1' }))
      await receive(createBounce(messageId, { action: 'failed', status: '4.2.2' }))
      await receive(createBounce(messageId, { action: 'delivered', status: '2.0.0' }))
      await receive(createComplaint(messageId, 'not-spam'))
      assert.equal((await getEmail(id)).state, 'sent')
      assert.equal(await acceptsEmails(app.db, 'late@buyer.example'), true)
    })

    test('mark an email as a complaint, and stop further emails to its address (LET-30)', async () => {
      const { messageId, id } = await sendEmail('angry@buyer.example')
      await receive(createComplaint(messageId))
      const reportedEmail = await getEmail(id)
      assert.deepEqual([reportedEmail.state, reportedEmail.error], ['complained', 'abuse'])
      assert.equal(await acceptsEmails(app.db, 'angry@buyer.example'), false)
    })

    test('stay in force if the recipient unsubscribed before, and subscribes again (LET-30, LET-42)', async () => {
      const { messageId, id } = await sendEmail('undecided@buyer.example')
      const token = 'u'.repeat(43)
      await app.db.updateTable('mail').set({ decline_token: token }).where('id', '=', id).execute()
      const subscribe = (declines: boolean) => app.callOk('unsubscribe', { token, declines })
      await subscribe(true)
      await subscribe(false)
      assert.equal(await acceptsEmails(app.db, 'undecided@buyer.example'), true)
      await subscribe(true)
      await receive(createComplaint(messageId))
      await subscribe(true)
      await subscribe(false)
      assert.equal(await acceptsEmails(app.db, 'undecided@buyer.example'), false)
    })

    test('are ignored if they contain a guessed time or an unknown email, and are limited in number (LET-31)', async () => {
      const { messageId, id } = await sendEmail('safe@buyer.example')
      const [, timeText] = /\.(\d+)@/.exec(messageId)!
      await receive(createBounce(messageId.replace(timeText!, String(Number(timeText) + 1))))
      await receive(createBounce(`<${id + 10_000}.${timeText}@selvage>`))
      await receive(createBounce(messageId.replace('@selvage', '@elsewhere')))
      assert.equal((await getEmail(id)).state, 'sent')
      const countRejectedFiles = async () => (await readdir(join(folder, 'refused'))).length
      const rejectedCountBefore = await countRejectedFiles()
      for (let index = 0; index < 205; index++) await receive(createBounce(`<${id}.${index}@selvage>`), true)
      assert.equal((await countRejectedFiles()) - rejectedCountBefore, 5)
      assert.equal((await getEmail(id)).state, 'sent')
    })
  })
}

describe('readReport', () => {
  const createPart = (mimeType: string, content: string) => ({ mimeType, content })
  const emailPart = createPart('message/rfc822', 'Message-ID: <7.1800000000000@selvage>\r\n')

  test('reads only the first 64 kB, so that hostile input needs little time (LET-31)', () => {
    const hostileTexts = [
      'Action: failed\n'.repeat(100_000),
      `${'\n\n'.repeat(500_000)}Action: failed\nStatus: 5.0.0`,
      `Diagnostic-Code: ${'smtp;'.repeat(200_000)}`,
      ':'.repeat(1_000_000),
      `Action:${' '.repeat(1_000_000)}failed`,
    ]
    const reportKinds = hostileTexts.map(
      (text) => readReport([emailPart, createPart('message/delivery-status', text)])?.kind,
    )
    assert.deepEqual(reportKinds, ['bounced', undefined, undefined, undefined, undefined])
    for (const text of hostileTexts)
      assert.equal(
        readReport([
          createPart('message/rfc822', text + '\nmessage-id:'.repeat(50_000)),
          createPart('message/delivery-status', text),
        ]),
        null,
      )
  })

  test('returns null without a status or a reference to one of our emails, and limits the text to 300 characters (LET-31)', () => {
    const statusPart = createPart(
      'message/delivery-status',
      `Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; ${'x'.repeat(5_000)}`,
    )
    assert.equal(readReport([statusPart]), null)
    const report = readReport([emailPart, statusPart])!
    assert.deepEqual([report.kind, report.email], ['bounced', { mailId: 7, at: 1_800_000_000_000 }])
    assert.equal(report.text.length, 300)
    assert.equal(readReport([emailPart]), null)
  })
})
