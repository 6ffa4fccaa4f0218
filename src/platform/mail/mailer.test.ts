import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openMailServer, readEmail, type MailServer, type ReadEmail } from '#testing/mail.ts'
import type { Message } from '../context.ts'
import { openMailer } from './mailer.ts'

const from = 'Selvage <hello@selvage.example>'
const createMessage = (overrides: Partial<Message> = {}): Message => ({
  id: 7,
  to: 'anna@buyer.example',
  replyTo: null,
  senderName: null,
  subject: 'Your booking request K7',
  text: 'Dear Anna,\n\nwe have received it.',
  html: '<p>Dear Anna,</p>',
  sentAt: new Date('2027-01-04T03:00:00Z'),
  files: [],
  declineUrl: null,
  ...overrides,
})
const banglaContent = {
  subject: 'আপনার বুকিংয়ের অনুরোধ ৭কে: রুম, তারিখ ও মূল্য এই চিঠিতে একসঙ্গে লেখা আছে',
  text: 'প্রিয় রফিক,\n\nধন্যবাদ। আমরা আপনার অনুরোধ পেয়েছি।',
  html: '<p>প্রিয় রফিক,</p>',
}

/** Both transports send the same content, so the same tests run for both. */
const transports: {
  name: string
  open(): Promise<{ send(message: Message): Promise<ReadEmail>; close(): Promise<void> }>
}[] = [
  {
    name: 'as files',
    async open() {
      const folder = await mkdtemp(join(tmpdir(), 'letters-'))
      const mailer = openMailer({ smtpUrl: undefined, folder, from })
      return {
        async send(email) {
          await mailer.send(email)
          return readEmail(await readFile(join(folder, getFileName(email)), 'utf8'))
        },
        close: () => rm(folder, { recursive: true }),
      }
    },
  },
  {
    name: 'to a mail server',
    async open() {
      const mailServer = await openMailServer()
      const mailer = openMailer({ smtpUrl: mailServer.url, folder: '', from })
      return {
        async send(email) {
          await mailer.send(email)
          return readEmail(mailServer.delivered.at(-1)!.source)
        },
        async close() {
          mailer.close()
          await mailServer.close()
        },
      }
    },
  },
]

for (const { name, open } of transports) {
  describe(`emails sent ${name}`, () => {
    let transport: Awaited<ReturnType<typeof open>>
    before(async () => void (transport = await open()))
    after(() => transport.close())

    test('contain sender, recipient, subject, date and both bodies', async () => {
      const email = await transport.send(createMessage())
      assert.equal(email.header('from'), from)
      assert.equal(email.header('to'), 'anna@buyer.example')
      assert.equal(email.header('subject'), 'Your booking request K7')
      assert.equal(Date.parse(email.header('date')), Date.parse('2027-01-04T03:00:00Z'))
      assert.equal(email.text, 'Dear Anna,\n\nwe have received it.')
      assert.equal(email.html, '<p>Dear Anna,</p>')
    })

    test('preserve Bangla text in the subject and both bodies', async () => {
      const email = await transport.send(createMessage(banglaContent))
      assert.equal(email.header('subject'), banglaContent.subject)
      assert.equal(email.text, banglaContent.text)
      assert.equal(email.html, banglaContent.html)
    })

    test('preserve lines that start with a dot, are a dot, or are very long', async () => {
      const text = `.hidden\n.\n..\n${'long '.repeat(400)}\nFrom here on\n.`
      const email = await transport.send(createMessage({ text }))
      assert.equal(email.text, text)
    })

    test('keep their Message-ID on every attempt', async () => {
      const emails = [
        await transport.send(createMessage()),
        await transport.send(createMessage()),
        await transport.send(createMessage({ id: 8 })),
      ]
      const [firstId, repeatedId, otherId] = emails.map((email) => email.header('message-id'))
      assert.match(firstId!, /^<.+@.+>$/)
      assert.equal(repeatedId, firstId)
      assert.notEqual(otherId, firstId)
    })

    test('contain no extra header if the subject has line breaks', async () => {
      const expectedHeaders = (await transport.send(createMessage())).names
      for (const lineEnd of ['\r\n', '\n', '\r', '\r\n\r\n', '\u2028', '\0\r\n']) {
        const email = await transport.send(
          createMessage({ subject: `Hello${lineEnd}Bcc: all@else.example${lineEnd}X-Mine: 1` }),
        )
        assert.deepEqual(email.names, expectedHeaders, JSON.stringify(lineEnd))
        assert.match(email.header('subject'), /^Hello.*Bcc: all@else\.example/s)
      }
    })
  })
}

describe('emails as files', () => {
  test('can be read only by the owner of the file, and a second attempt replaces the file', async (t) => {
    const folder = join(await mkdtemp(join(tmpdir(), 'letters-')), 'mail')
    t.after(() => rm(join(folder, '..'), { recursive: true }))
    const mailer = openMailer({ smtpUrl: undefined, folder, from })
    assert.equal(mailer.place, folder)
    await mailer.send(createMessage())
    await mailer.send(createMessage())
    const names = await readdir(folder)
    assert.deepEqual(names, [getFileName(createMessage())])
    assert.equal((await stat(join(folder, names[0]!))).mode & 0o777, 0o600)
  })
})

describe('emails to a mail server', () => {
  let mailServer: MailServer
  before(async () => void (mailServer = await openMailServer()))
  after(() => mailServer.close())

  test('go only to the one recipient, even if the address contains others or SMTP commands', async () => {
    const mailer = openMailer({ smtpUrl: mailServer.url, folder: '', from })
    for (const to of [
      'anna@buyer.example, all@else.example',
      'anna@buyer.example>\r\nRCPT TO:<all@else.example',
      'anna@buyer.example\r\nBcc: all@else.example',
      'Anna <anna@buyer.example>, <all@else.example>',
    ]) {
      await mailer.send(createMessage({ to })).catch(() => {})
    }
    const recipients = mailServer.delivered.flatMap((delivery) => delivery.to)
    assert.ok(!recipients.includes('all@else.example'), String(recipients))
    assert.ok(
      mailServer.delivered.every(
        (delivery) => delivery.to.length === 1 && !readEmail(delivery.source).names.includes('Bcc'),
      ),
    )
    mailer.close()
  })

  test('name the mail server without its password', () => {
    const mailer = openMailer({ smtpUrl: 'smtp://selvage:secret@mail.example:2525', folder: '', from })
    assert.equal(mailer.place, 'mail.example:2525')
    mailer.close()
  })

  test('fail while the server is down', async () => {
    const stoppedServer = await openMailServer()
    await stoppedServer.close()
    await assert.rejects(
      openMailer({ smtpUrl: stoppedServer.url, folder: '', from }).send(createMessage()),
      /ECONNREFUSED/,
    )
  })

  test('fail if the server does not answer', async (t) => {
    const silentServer = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
    await once(silentServer, 'listening')
    t.after(() => silentServer.close())
    const smtpUrl = `smtp://127.0.0.1:${(silentServer.address() as AddressInfo).port}`
    const mailer = openMailer({ smtpUrl, folder: '', from, sendingLastsMs: 200 })
    await assert.rejects(mailer.send(createMessage()), { message: 'Message sending aborted' })
  })
})

const getFileName = ({ id, sentAt }: Message) => `${sentAt.toISOString().replace(/[:.]/g, '-')}-${id}.eml`
