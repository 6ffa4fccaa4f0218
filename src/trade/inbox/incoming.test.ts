import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { openInbox, type ConversationBody } from '#testing/inbox.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { pdf } from '#testing/upload-files.ts'
import { readCompany } from '#content/company.ts'
import { openMailFolder, processMailFolder, type MailFolder } from './mail-folder.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the reader of incoming email, on ${engine.name}`, () => {
    let app: TestApp
    let staffToken: string
    let inbox: ReturnType<typeof openInbox>
    let folder: string
    let mailFolder: MailFolder
    const replyAddress = 'inbox+{token}@selvage.example'
    before(async () => {
      app = await startTestApp(engine, { MAIL_REPLY_TO: replyAddress })
      staffToken = await app.signIn('staff')
      inbox = openInbox(app)
      folder = await mkdtemp(join(tmpdir(), 'mail-in-'))
      mailFolder = openMailFolder(folder)
    })
    after(async () => {
      await app.close()
      await rm(folder, { recursive: true })
    })

    let fileNumber = 0
    /** Drops emails into the folder and reads it. */
    async function receive(mail: string | Buffer | string[], { isLimited = false } = {}): Promise<void> {
      for (const item of Array.isArray(mail) ? mail : [mail])
        await writeFile(join(folder, `${String(++fileNumber).padStart(6, '0')}.eml`), item)
      await processFolder(isLimited)
    }
    const processFolder = (isLimited = false) => {
      const mailer = { from: 'Selvage <hello@selvage.example>', place: '', send: async () => {}, close() {} }
      return processMailFolder(app.db, { clock: () => app.clock.now, isLimited, mailer, replyAddress }, mailFolder)
    }
    const createMail = (headers: Record<string, string>, body = 'Thank you.') =>
      Object.entries({
        From: 'Lena Vogel <lena@buyer.example>',
        To: 'hello@selvage.example',
        'Message-ID': `<m${++fileNumber}@buyer.example>`,
        Subject: 'Re: zips',
        ...headers,
      })
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('') + `\r\n${body}`
    const countRows = async (table: 'conversation' | 'conversation_entry' | 'mail' | 'contact_message') =>
      (await app.db.selectFrom(table).select('id').execute()).length
    const countFiles = async (subfolder: string) => (await readdir(join(folder, subfolder))).length
    const changeState = (id: number, state: string) =>
      app.call('moveConversation', { id, state }, { token: staffToken })

    /** Creates an enquiry with an answer. Returns the reply address and the Message-ID of the answer. */
    async function createAnsweredEnquiry(email = 'lena@buyer.example', language: 'en' | 'bn' = 'en') {
      const code = await inbox.sendEnquiry({ email, language })
      const { id } = await inbox.conversation(code)
      const { status } = await app.call('answerConversation', { id, text: 'Our prices.' }, { token: staffToken })
      assert.equal(status, 200)
      const answerEmail = (await readEmailsTo(app, email)).at(-1)!
      const [replyTo] = /inbox\+[a-z0-9]{26}@selvage\.example/.exec(answerEmail.header('reply-to')) ?? []
      assert.ok(replyTo, answerEmail.header('reply-to'))
      return { code, id, to: replyTo, number: answerEmail.header('message-id') }
    }
    const listEntries = async (code: string) =>
      (await inbox.conversation(code)).entries.map(({ kind, text }: ConversationBody) => [kind, text])

    test('files an email to a reply address in its conversation once and reopens the conversation (OFF-209)', async () => {
      const { code, id, to: replyTo } = await createAnsweredEnquiry()
      const replyMail = createMail({ From: 'colleague@buyer.example', To: replyTo.toUpperCase() })
      await receive(replyMail)
      await receive([replyMail, replyMail])
      assert.deepEqual(await listEntries(code), [
        ['letter', 'Our prices.'],
        ['mail', 'Thank you.'],
      ])
      const conversation = await inbox.conversation(code)
      assert.equal(conversation.state, 'open')
      assert.equal(conversation.entries[1].who, 'colleague@buyer.example')
      await changeState(id, 'done')
      await receive(createMail({ 'Delivered-To': replyTo }, 'One more thing.'))
      assert.equal((await inbox.conversation(code)).state, 'open')
      await changeState(id, 'spam')
      await receive(createMail({ To: replyTo }, 'Buy.'))
      assert.equal((await inbox.conversation(code)).state, 'spam')
      const { rows: mailRows } = {
        rows: await app.db.selectFrom('mail').select(['reply_to']).where('bucket', '=', 'answer').execute(),
      }
      assert.deepEqual(new Set(mailRows.map(({ reply_to }) => reply_to)), new Set([null]), 'no reply address is stored')
    })

    test('files an email that references an answer only if the recipient of that answer sent it (OFF-209)', async () => {
      const { code, number: answerId } = await createAnsweredEnquiry('named@buyer.example')
      await receive(createMail({ From: 'named@buyer.example', References: `<x@y> ${answerId}` }, 'From them.'))
      const conversationCount = await countRows('conversation')
      await receive(createMail({ From: 'stranger@buyer.example', 'In-Reply-To': answerId }, 'From a stranger.'))
      await receive(
        createMail({ From: 'named@buyer.example', 'In-Reply-To': answerId.replace(/\.\d+@/, '.1@') }, 'Guessed.'),
      )
      assert.deepEqual(await listEntries(code), [
        ['letter', 'Our prices.'],
        ['mail', 'From them.'],
      ])
      assert.equal(await countRows('conversation'), conversationCount + 2)
    })

    test('sends an answer again with its files, and files the reply to the copy in its conversation (OFF-209, LET-12)', async () => {
      const email = 'again@buyer.example'
      const code = await inbox.sendEnquiry({ email })
      const { id } = await inbox.conversation(code)
      const files = [{ name: 'Price list.pdf', bytes: pdf }]
      const { status } = await app.call(
        'answerConversation',
        { id, text: 'As attached.' },
        { token: staffToken, files, key: 'with a file' },
      )
      assert.equal(status, 200)
      await readEmailsTo(app, email)
      const { email: companyEmail } = await readCompany(app.db)
      let { email_id: emailId } = (await inbox.conversation(code)).entries[0]
      for (const text of ['Thank you.', 'Thanks again.']) {
        emailId = (await app.callOk('resendEmail', { id: emailId }, { token: staffToken, key: text })).id
        const copy = (await readEmailsTo(app, email)).at(-1)!
        assert.deepEqual(
          copy.files.map(({ name, bytes }) => [name, bytes]),
          [['Price list.pdf', pdf]],
        )
        assert.ok(copy.header('reply-to').includes(companyEmail), copy.header('reply-to'))
        await receive(createMail({ From: email, 'In-Reply-To': copy.header('message-id') }, text))
        await receive(createMail({ From: 'stranger@buyer.example', References: copy.header('message-id') }, 'Buy.'))
      }
      assert.deepEqual(await listEntries(code), [
        ['letter', 'As attached.'],
        ['mail', 'Thank you.'],
        ['mail', 'Thanks again.'],
      ])
    })

    test('starts a conversation for any other email, converts HTML to text and checks its files like uploads (OFF-209)', async () => {
      const html = '<style>p{}</style><p>দাম &amp; সময়<br>কত?</p><script>alert(1)</script>'
      const createPart = (headers: string, body: string) => `--x\r\n${headers}\r\n\r\n${body}\r\n`
      const createFilePart = (name: string, bytes: Uint8Array) =>
        createPart(
          `Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="${name}"`,
          Buffer.from(bytes).toString('base64'),
        )
      const body =
        createPart('Content-Type: text/html; charset=utf-8', html) +
        createFilePart('pack.pdf', pdf) +
        createFilePart('run.exe', Buffer.from('MZ')) +
        '--x--'
      await receive(
        createMail(
          { From: 'Mina <mina-mail@buyer.example>', Subject: 'নমুনা', 'Content-Type': 'multipart/mixed; boundary=x' },
          body,
        ),
      )
      const inboxLine = (await app.call('getInbox', { search: 'mina-mail@buyer.example' }, { token: staffToken })).body
        .data[0]
      assert.deepEqual([inboxLine.who, inboxLine.about, inboxLine.state], ['Mina', 'নমুনা', 'new'])
      const { body: message } = await app.call('getMessageRecord', { id: inboxLine.message }, { token: staffToken })
      assert.equal(message.message, 'দাম & সময়\nকত?\n\n[run.exe]')
      assert.deepEqual(
        [message.language, message.files.map(({ name }: ConversationBody) => name)],
        ['bn', ['pack.pdf']],
      )
      const attachment = await app.call('getAttachment', { message: inboxLine.message, file: 1 }, { token: staffToken })
      assert.equal(attachment.status, 200)
    })

    test('separates the lines and the table cells of an email that is only HTML (OFF-209)', async () => {
      const { code, to: replyTo } = await createAnsweredEnquiry()
      const html = `<html><head><title>Mail</title></head><body>Dear team<div style="${'margin:0;'.repeat(40)}">we need</div>
        <table><tr><th>Size</th><th>Pieces</th></tr>\n<tr><td>#5</td><td></td><td>1200</td></tr></table>
        <blockquote>Our prices.</blockquote><pre>Lena</pre><p>Vogt</p></body></html>`
      await receive(createMail({ To: replyTo, 'Content-Type': 'text/html' }, html))
      const lines = ['Dear team', 'we need', 'Size | Pieces', '#5 | 1200', 'Our prices.', 'Lena', 'Vogt']
      assert.deepEqual((await listEntries(code)).at(-1), ['mail', lines.join('\n')])
    })

    test('files automatic emails and our own emails only in existing conversations, without reopening or answering them (OFF-209)', async () => {
      const { code, id, to: replyTo } = await createAnsweredEnquiry('machine@buyer.example')
      await changeState(id, 'done')
      const [conversationCount, emailCount] = [await countRows('conversation'), await countRows('mail')]
      const automaticHeaders: Record<string, string>[] = [
        { 'Auto-Submitted': 'auto-replied' },
        { Precedence: 'bulk' },
        { 'Return-Path': '<>' },
        { From: 'MAILER-DAEMON@buyer.example' },
        { 'List-Id': '<trims.example>' },
        { From: 'hello@selvage.example' },
        { From: replyTo },
      ]
      for (const headers of automaticHeaders)
        await receive([createMail({ To: replyTo, ...headers }, 'Away.'), createMail(headers, 'Away.')])
      const entries = await listEntries(code)
      assert.deepEqual(
        entries.slice(1),
        automaticHeaders.map(() => ['automatic', 'Away.']),
      )
      assert.equal((await inbox.conversation(code)).state, 'done')
      assert.deepEqual([await countRows('conversation'), await countRows('mail')], [conversationCount, emailCount])
      await receive(createMail({ To: replyTo, 'Auto-Submitted': 'no' }, 'A person.'))
      assert.equal((await inbox.conversation(code)).state, 'open')
    })

    test('quarantines an email that cannot be read, shows the reason and reads the next one (OFF-209)', async () => {
      await processFolder()
      const [quarantinedCount, messageCount] = [await countFiles('refused'), await countRows('contact_message')]
      const nestedParts = Array.from(
        { length: 40 },
        (_, index) => `Content-Type: multipart/mixed; boundary=b${index}\r\n\r\n--b${index}\r\n`,
      )
      const hostileMails = [
        '',
        '\u0000\u0001\u0002',
        'nothing of mail',
        createMail({ From: 'nobody' }),
        createMail({ From: '"a\u202e" <a b@c>' }),
        createMail({ 'X-Long': 'x'.repeat(200_000) }),
        createMail({ 'Content-Type': 'multipart/mixed; boundary=b' }, '--b\r\n\r\nx\r\n'.repeat(5_000) + '--b--'),
        createMail({ 'MIME-Version': '1.0' }).split('\r\n\r\n')[0] + '\r\n' + nestedParts.join(''),
        Buffer.alloc(26 * 1024 * 1024, 'a'),
      ]
      await symlink('/etc/passwd', join(folder, 'link.eml'))
      for (const item of hostileMails) await writeFile(join(folder, `a${++fileNumber}.eml`), item)
      await receive(createMail({ From: 'after@buyer.example' }, 'I am fine.'))
      assert.equal((await countFiles('refused')) - quarantinedCount, hostileMails.length)
      assert.equal(await countRows('contact_message'), messageCount + 1)
      assert.deepEqual((await readdir(folder)).sort(), ['done', 'link.eml', 'refused', 'trying'])
      const { quarantined } = (await app.call('getInbox', {}, { token: staffToken })).body
      assert.deepEqual(
        quarantined
          .map(({ reason }: ConversationBody) => reason)
          .sort()
          .join(),
        'damaged,damaged,empty,no_sender,no_sender,no_sender,no_sender,too_large,too_many_parts',
      )
      assert.match(quarantined[0].file, /^a\d+\.eml$/)
      const auditEntries = await app.db
        .selectFrom('audit')
        .select('id')
        .where('action', '=', 'email quarantined')
        .execute()
      assert.equal(auditEntries.length, hostileMails.length)
    })

    test('files or quarantines emails that are expensive to parse, and then reads the next one (SEC-1)', async () => {
      const [rejectedCount, doneCount] = [await countFiles('refused'), await countFiles('done')]
      const heavyEmails = [
        createMail({ Subject: 'lines' }, 'a\n'.repeat(500_000)),
        createMail({ 'Content-Type': 'text/html' }, '<b>'.repeat(100_000)),
        createMail({ 'Content-Type': 'text/plain; format=flowed' }, 'a \n'.repeat(40_000)),
        createMail({ 'Content-Type': 'multipart/mixed; boundary=b' }, '--b\r\n\r\nx\r\n' + '--c\r\n'.repeat(100_000)),
        createMail(
          { 'Content-Type': 'multipart/report; boundary=b' },
          '--b\r\n\r\n' + 'a:b\r\n'.repeat(100_000) + '--b--',
        ),
      ]
      await receive(heavyEmails)
      assert.equal(
        (await countFiles('refused')) - rejectedCount + (await countFiles('done')) - doneCount,
        heavyEmails.length,
      )
      const { quarantined } = (await app.call('getInbox', {}, { token: staffToken })).body
      assert.ok(quarantined.filter(({ reason }: ConversationBody) => reason === 'too_many_lines').length >= 2)
      await receive(createMail({ From: 'next@buyer.example' }, 'I am fine.'))
      const response = await app.call('getInbox', { search: 'next@buyer.example' }, { token: staffToken })
      assert.equal(response.body.data.length, 1)
    })

    test('files an email of 25 MB with an attachment (SEC-1)', async () => {
      const doneCount = await countFiles('done')
      const attachmentPart =
        '--b\r\nContent-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n' +
        ('A'.repeat(76) + '\r\n').repeat(320_000)
      await receive(createMail({ 'Content-Type': 'multipart/mixed; boundary=b' }, `${attachmentPart}--b--`))
      assert.equal(await countFiles('done'), doneCount + 1)
    })

    test('does not read an email again if the server stopped while reading it (SEC-1)', async () => {
      await mkdir(join(folder, 'trying'), { recursive: true })
      const messageCount = await countRows('contact_message')
      await writeFile(join(folder, 'trying', 'poison.eml'), createMail({ From: 'poison@buyer.example' }))
      await processFolder()
      const { quarantined } = (await app.call('getInbox', {}, { token: staffToken })).body
      const rejectedEmail = quarantined.find(({ file }: ConversationBody) => file === 'poison.eml')
      assert.equal(rejectedEmail.reason, 'stopped_while_reading')
      assert.equal(await countRows('contact_message'), messageCount)
      assert.deepEqual(await readdir(join(folder, 'trying')), [])
    })

    test('files a genuine email even if a forged one used its Message-ID first (SEC-5)', async () => {
      const messageCount = await countRows('contact_message')
      const forgedMail = createMail({ From: 'forger@buyer.example', 'Message-ID': '<known@buyer.example>' }, 'Forged.')
      const genuineEmail = createMail(
        { From: 'owner@buyer.example', 'Message-ID': '<known@buyer.example>' },
        'Genuine.',
      )
      const mailWithSameId = createMail(
        { From: 'owner@buyer.example', 'Message-ID': '<known@buyer.example>' },
        'Forged too.',
      )
      await receive([forgedMail, mailWithSameId, genuineEmail, `Received: from elsewhere\r\n${genuineEmail}`])
      assert.equal(await countRows('contact_message'), messageCount + 3)
    })

    test('files the reply of a sender even after 30 forged emails in their name (SEC-5)', async () => {
      const { code, to: replyTo } = await createAnsweredEnquiry('owner@forged.example')
      const forgedMails = Array.from({ length: 31 }, (_, index) =>
        createMail({ From: 'owner@forged.example' }, `No. ${index}`),
      )
      await receive(forgedMails, { isLimited: true })
      while ((await processFolder(true)) > 0);
      await receive(createMail({ From: 'owner@forged.example', To: replyTo }, 'It is me.'), { isLimited: true })
      assert.deepEqual((await listEntries(code)).at(-1), ['mail', 'It is me.'])
    })

    test('limits the emails per sender and hour and quarantines the rest (OFF-209)', async () => {
      const [rejectedCount, messageCount] = [await countFiles('refused'), await countRows('contact_message')]
      const emails = Array.from({ length: 35 }, (_, index) =>
        createMail({ From: 'much@buyer.example' }, `No. ${index}`),
      )
      await receive(emails, { isLimited: true })
      while ((await processFolder(true)) > 0);
      assert.equal(await countRows('contact_message'), messageCount + 30)
      assert.equal((await countFiles('refused')) - rejectedCount, 5)
    })

    test('reads each email once, even with concurrent readers (OFF-209)', async () => {
      const messageCount = await countRows('contact_message')
      for (let index = 0; index < 10; index++)
        await writeFile(join(folder, `b${index}.eml`), createMail({ From: `b${index}@buyer.example` }))
      await Promise.all(Array.from({ length: 5 }, () => processFolder()))
      while ((await processFolder()) > 0);
      assert.equal(await countRows('contact_message'), messageCount + 10)
    })
  })
}
