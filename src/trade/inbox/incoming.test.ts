import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { everybody, type Answered } from '#testing/inbox.ts'
import { emailsTo } from '#testing/emails.ts'
import { pdf } from '#testing/sent-files.ts'
import { readMailFolder } from './mail-folder.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`incoming email, on ${engine.name}`, () => {
    let app: TestApp
    let staff: string
    let inbox: ReturnType<typeof everybody>
    let folder: string
    const replyAddress = 'inbox+{token}@selvage.example'
    before(async () => {
      app = await startTestApp(engine, { MAIL_REPLY_TO: replyAddress })
      staff = await app.signIn('staff')
      inbox = everybody(app)
      folder = await mkdtemp(join(tmpdir(), 'mail-in-'))
    })
    after(async () => {
      await app.close()
      await rm(folder, { recursive: true })
    })

    let number = 0
    /** Drops emails into the folder and reads it. */
    async function come(mail: string | Buffer | string[], { isLimited = false } = {}): Promise<void> {
      for (const each of Array.isArray(mail) ? mail : [mail])
        await writeFile(join(folder, `${String(++number).padStart(6, '0')}.eml`), each)
      await read(isLimited)
    }
    const read = (isLimited = false) => {
      const mailer = { from: 'Selvage <hello@selvage.example>', place: '', send: async () => {}, close() {} }
      return readMailFolder(app.db, { clock: () => app.clock.now, isLimited, mailer, replyAddress }, folder)
    }
    const mail = (headers: Record<string, string>, body = 'Thank you.') =>
      Object.entries({
        From: 'Lena Vogel <lena@buyer.example>',
        To: 'hello@selvage.example',
        'Message-ID': `<m${++number}@buyer.example>`,
        Subject: 'Re: zips',
        ...headers,
      })
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('') + `\r\n${body}`
    const rowsIn = async (table: 'conversation' | 'conversation_entry' | 'mail' | 'contact_message') =>
      (await app.db.selectFrom(table).select('id').execute()).length
    const lying = async (where: string) => (await readdir(join(folder, where))).length
    const move = (id: number, state: string) => app.call('moveConversation', { id, state }, { token: staff })

    /** Creates an enquiry with an answer. Returns the reply address and the Message-ID of the answer. */
    async function answered(email = 'lena@buyer.example', language: 'en' | 'bn' = 'en') {
      const code = await inbox.enquire({ email, language })
      const { id } = await inbox.conversation(code)
      const { status } = await app.call('answerConversation', { id, text: 'Our prices.' }, { token: staff })
      assert.equal(status, 200)
      const letter = (await emailsTo(app, email)).at(-1)!
      const [to] = /inbox\+[a-z0-9]{26}@selvage\.example/.exec(letter.header('reply-to')) ?? []
      assert.ok(to, letter.header('reply-to'))
      return { code, id, to, number: letter.header('message-id') }
    }
    const writtenIn = async (code: string) =>
      (await inbox.conversation(code)).entries.map(({ kind, text }: Answered) => [kind, text])

    test('files an email to a reply address in its conversation once and reopens the conversation (OFF-209)', async () => {
      const { code, id, to } = await answered()
      const answer = mail({ From: 'colleague@buyer.example', To: to.toUpperCase() })
      await come(answer)
      await come([answer, answer])
      assert.deepEqual(await writtenIn(code), [
        ['letter', 'Our prices.'],
        ['mail', 'Thank you.'],
      ])
      const conversation = await inbox.conversation(code)
      assert.equal(conversation.state, 'open')
      assert.equal(conversation.entries[1].who, 'colleague@buyer.example')
      await move(id, 'done')
      await come(mail({ 'Delivered-To': to }, 'One more thing.'))
      assert.equal((await inbox.conversation(code)).state, 'open')
      await move(id, 'spam')
      await come(mail({ To: to }, 'Buy.'))
      assert.equal((await inbox.conversation(code)).state, 'spam')
      const { rows } = {
        rows: await app.db.selectFrom('mail').select(['reply_to']).where('pot', '=', 'answer').execute(),
      }
      assert.deepEqual(new Set(rows.map(({ reply_to }) => reply_to)), new Set([null]), 'no reply address is stored')
    })

    test('files an email that references an answer only if the recipient of that answer sent it (OFF-209)', async () => {
      const { code, number: ours } = await answered('named@buyer.example')
      await come(mail({ From: 'named@buyer.example', References: `<x@y> ${ours}` }, 'From them.'))
      const all = await rowsIn('conversation')
      await come(mail({ From: 'stranger@buyer.example', 'In-Reply-To': ours }, 'From a stranger.'))
      await come(mail({ From: 'named@buyer.example', 'In-Reply-To': ours.replace(/\.\d+@/, '.1@') }, 'Guessed.'))
      assert.deepEqual(await writtenIn(code), [
        ['letter', 'Our prices.'],
        ['mail', 'From them.'],
      ])
      assert.equal(await rowsIn('conversation'), all + 2)
    })

    test('starts a conversation for any other email, converts HTML to text and checks its files like uploads (OFF-209)', async () => {
      const html = '<style>p{}</style><p>দাম &amp; সময়<br>কত?</p><script>alert(1)</script>'
      const part = (headers: string, body: string) => `--x\r\n${headers}\r\n\r\n${body}\r\n`
      const file = (name: string, bytes: Uint8Array) =>
        part(
          `Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="${name}"`,
          Buffer.from(bytes).toString('base64'),
        )
      const body =
        part('Content-Type: text/html; charset=utf-8', html) +
        file('pack.pdf', pdf) +
        file('run.exe', Buffer.from('MZ')) +
        '--x--'
      await come(
        mail(
          { From: 'Mina <mina-mail@buyer.example>', Subject: 'নমুনা', 'Content-Type': 'multipart/mixed; boundary=x' },
          body,
        ),
      )
      const found = (await app.call('getInbox', { search: 'mina-mail@buyer.example' }, { token: staff })).body.data[0]
      assert.deepEqual([found.who, found.about, found.state], ['Mina', 'নমুনা', 'new'])
      const { body: message } = await app.call('getMessageFile', { id: found.message }, { token: staff })
      assert.equal(message.message, 'দাম & সময়\nকত?\n\n[run.exe]')
      assert.deepEqual([message.language, message.files.map(({ name }: Answered) => name)], ['bn', ['pack.pdf']])
      const given = await app.call('getAttachment', { letter: found.message, file: 1 }, { token: staff })
      assert.equal(given.status, 200)
    })

    test('ignores automatic emails and our own emails and never answers them (OFF-209)', async () => {
      const { code, id, to } = await answered('machine@buyer.example')
      await move(id, 'done')
      const [conversations, letters] = [await rowsIn('conversation'), await rowsIn('mail')]
      const odd: Record<string, string>[] = [
        { 'Auto-Submitted': 'auto-replied' },
        { Precedence: 'bulk' },
        { 'Return-Path': '<>' },
        { From: 'MAILER-DAEMON@buyer.example' },
        { 'List-Id': '<trims.example>' },
        { From: 'hello@selvage.example' },
        { From: to },
      ]
      for (const headers of odd) await come([mail({ To: to, ...headers }, 'Away.'), mail(headers, 'Away.')])
      const written = await writtenIn(code)
      assert.deepEqual(
        written.slice(1),
        odd.map(() => ['automatic', 'Away.']),
      )
      assert.equal((await inbox.conversation(code)).state, 'done')
      assert.deepEqual([await rowsIn('conversation'), await rowsIn('mail')], [conversations, letters])
      await come(mail({ To: to, 'Auto-Submitted': 'no' }, 'A person.'))
      assert.equal((await inbox.conversation(code)).state, 'open')
    })

    test('sets aside an email that cannot be read, shows the reason and reads the next one (OFF-209)', async () => {
      await read()
      const [refused, messages] = [await lying('refused'), await rowsIn('contact_message')]
      const deep = Array.from(
        { length: 40 },
        (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
      )
      const hostile = [
        '',
        '\u0000\u0001\u0002',
        'nothing of mail',
        mail({ From: 'nobody' }),
        mail({ From: '"a\u202e" <a b@c>' }),
        mail({ 'X-Long': 'x'.repeat(200_000) }),
        mail({ 'Content-Type': 'multipart/mixed; boundary=b' }, '--b\r\n\r\nx\r\n'.repeat(5_000) + '--b--'),
        mail({ 'MIME-Version': '1.0' }).split('\r\n\r\n')[0] + '\r\n' + deep.join(''),
        Buffer.alloc(26 * 1024 * 1024, 'a'),
      ]
      await symlink('/etc/passwd', join(folder, 'link.eml'))
      for (const each of hostile) await writeFile(join(folder, `a${++number}.eml`), each)
      await come(mail({ From: 'after@buyer.example' }, 'I am fine.'))
      assert.equal((await lying('refused')) - refused, hostile.length)
      assert.equal(await rowsIn('contact_message'), messages + 1)
      assert.deepEqual((await readdir(folder)).sort(), ['done', 'link.eml', 'refused', 'trying'])
      const { set_aside } = (await app.call('getInbox', {}, { token: staff })).body
      assert.deepEqual(
        set_aside
          .map(({ reason }: Answered) => reason)
          .sort()
          .join(),
        'damaged,damaged,empty,no_sender,no_sender,no_sender,no_sender,too_large,too_many_parts',
      )
      assert.match(set_aside[0].file, /^a\d+\.eml$/)
      const told = await app.db.selectFrom('audit').select('id').where('action', '=', 'mail put aside').execute()
      assert.equal(told.length, hostile.length)
    })

    test('never runs out of time or memory on an email (SEC-1)', async () => {
      const [refused, done] = [await lying('refused'), await lying('done')]
      const heavy = [
        mail({ Subject: 'lines' }, 'a\n'.repeat(500_000)),
        mail({ 'Content-Type': 'text/html' }, '<b>'.repeat(100_000)),
        mail({ 'Content-Type': 'text/plain; format=flowed' }, 'a \n'.repeat(40_000)),
        mail({ 'Content-Type': 'multipart/mixed; boundary=b' }, '--b\r\n\r\nx\r\n' + '--c\r\n'.repeat(100_000)),
        mail({ 'Content-Type': 'multipart/report; boundary=b' }, '--b\r\n\r\n' + 'a:b\r\n'.repeat(100_000) + '--b--'),
      ]
      await come(heavy)
      assert.equal((await lying('refused')) - refused + (await lying('done')) - done, heavy.length)
      const { set_aside } = (await app.call('getInbox', {}, { token: staff })).body
      assert.ok(set_aside.filter(({ reason }: Answered) => reason === 'too_many_lines').length >= 2)
      await come(mail({ From: 'next@buyer.example' }, 'I am fine.'))
      const found = await app.call('getInbox', { search: 'next@buyer.example' }, { token: staff })
      assert.equal(found.body.data.length, 1)
    })

    test('files an email of 25 MB with an attachment (SEC-1)', async () => {
      const done = await lying('done')
      const attachment =
        '--b\r\nContent-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n' +
        ('A'.repeat(76) + '\r\n').repeat(320_000)
      await come(mail({ 'Content-Type': 'multipart/mixed; boundary=b' }, `${attachment}--b--`))
      assert.equal(await lying('done'), done + 1)
    })

    test('does not read an email again that stopped the server (SEC-1)', async () => {
      await mkdir(join(folder, 'trying'), { recursive: true })
      const messages = await rowsIn('contact_message')
      await writeFile(join(folder, 'trying', 'poison.eml'), mail({ From: 'poison@buyer.example' }))
      await read()
      const { set_aside } = (await app.call('getInbox', {}, { token: staff })).body
      const found = set_aside.find(({ file }: Answered) => file === 'poison.eml')
      assert.equal(found.reason, 'stopped_while_reading')
      assert.equal(await rowsIn('contact_message'), messages)
      assert.deepEqual(await readdir(join(folder, 'trying')), [])
    })

    test('files a genuine email although a forged one used its Message-ID first (SEC-5)', async () => {
      const messages = await rowsIn('contact_message')
      const forged = mail({ From: 'forger@buyer.example', 'Message-ID': '<known@buyer.example>' }, 'Forged.')
      const genuine = mail({ From: 'owner@buyer.example', 'Message-ID': '<known@buyer.example>' }, 'Genuine.')
      const sameName = mail({ From: 'owner@buyer.example', 'Message-ID': '<known@buyer.example>' }, 'Forged too.')
      await come([forged, sameName, genuine, `Received: from elsewhere\r\n${genuine}`])
      assert.equal(await rowsIn('contact_message'), messages + 3)
    })

    test('files the answer of a guest although others wrote 30 emails in their name (SEC-5)', async () => {
      const { code, to } = await answered('owner@forged.example')
      const forged = Array.from({ length: 31 }, (_, each) => mail({ From: 'owner@forged.example' }, `No. ${each}`))
      await come(forged, { isLimited: true })
      while ((await read(true)) > 0);
      await come(mail({ From: 'owner@forged.example', To: to }, 'It is me.'), { isLimited: true })
      assert.deepEqual((await writtenIn(code)).at(-1), ['mail', 'It is me.'])
    })

    test('limits the emails per sender and hour and sets aside the rest (OFF-209)', async () => {
      const [refused, messages] = [await lying('refused'), await rowsIn('contact_message')]
      const many = Array.from({ length: 35 }, (_, each) => mail({ From: 'much@buyer.example' }, `No. ${each}`))
      await come(many, { isLimited: true })
      while ((await read(true)) > 0);
      assert.equal(await rowsIn('contact_message'), messages + 30)
      assert.equal((await lying('refused')) - refused, 5)
    })

    test('reads each email once, also with concurrent readers (OFF-209)', async () => {
      const messages = await rowsIn('contact_message')
      for (let each = 0; each < 10; each++)
        await writeFile(join(folder, `b${each}.eml`), mail({ From: `b${each}@buyer.example` }))
      await Promise.all(Array.from({ length: 5 }, () => read()))
      while ((await read()) > 0);
      assert.equal(await rowsIn('contact_message'), messages + 10)
    })
  })
}
