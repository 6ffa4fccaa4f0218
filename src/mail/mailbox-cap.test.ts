import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { openMailServer, readEmail, type MailServer } from '#testing/mail.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { valueForTier } from '#testing/tier.ts'
import { startWorker } from '#platform/background/jobs.ts'
import { openMailer } from '#platform/mail/mailer.ts'
import { endpoints, type EndpointName } from '#routes/public.ts'
import { enqueueEmail } from './outbox.ts'
import { createMailJobs } from './sending.ts'
import { HOUR_MS } from '#platform/durations.ts'

const companyAddress = 'hello@selvage.example'
const spamText = 'BUY PILLS at https://pills.example'

/** The number of emails that the first test causes to one mailbox. */
const EMAIL_COUNT = valueForTier({ gate: 24, all: 100, soak: 100 })

for (const engine of bothEngines) {
  describe(`emails to one mailbox, on ${engine.name}`, () => {
    let app: TestApp
    before(async () => {
      app = await startTestApp(engine, { RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' })
    })
    let lastEarlierId = 0
    beforeEach(async () => {
      await app.deliverEmails()
      lastEarlierId = (await app.db.selectFrom('mail').select('id').orderBy('id', 'desc').executeTakeFirst())?.id ?? 0
      await app.db.deleteFrom('rate_limit').execute()
      await app.db.deleteFrom('audit').execute()
      app.clock.advance(HOUR_MS)
    })
    after(() => app.close())

    let callerCount = 0
    /** Calls an endpoint from a new network address each time. Repeats the call while the response is 503. */
    const call = async (name: EndpointName, input: object, token?: string) => {
      callerCount++
      const requestOptions = {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `2001:db8:${callerCount.toString(16)}::1`,
          'idempotency-key': randomUUID(),
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(input),
      }
      let response = await app.fetch(endpoints[name][1], requestOptions)
      while (response.status === 503) response = await app.fetch(endpoints[name][1], requestOptions)
      assert.equal(response.status, 200, `${name}: ${await response.clone().text()}`)
      return response.json() as Promise<Record<string, never>>
    }
    const enquire = (email: string, name = spamText) =>
      call('sendEnquiry', {
        company: spamText,
        name,
        email,
        lines: [{ product: 'zipper', quantity: '1', notes: spamText }],
        message: spamText,
      })
    const book = async (email: string, from: number) => {
      const { access_token: token } = await call('guestRegister', { name: spamText, email, phone: '+8801700000004' })
      return call(
        'requestGuestBooking',
        createStayForm(app, { email, name: spamText, checkin: app.day(from), checkout: app.day(from + 1) }),
        token,
      )
    }
    const sendMessage = async (email: string) => {
      const { captcha_token, first, second } = (await app.call('getCaptcha')).body
      const captchaFields = { captcha_token, captcha: first + second }
      return call('sendContact', { name: spamText, email, subject: spamText, message: spamText, ...captchaFields })
    }
    const listMails = () =>
      app.db.selectFrom('mail').selectAll().where('id', '>', lastEarlierId).orderBy('id').execute()
    const countSent = async (...to: string[]) =>
      (await listMails()).filter(({ recipient, sent_at }) => sent_at !== null && to.includes(recipient)).length

    test('are limited to ten per hour over all kinds and spellings of the address, but do not block the actions that cause them', async () => {
      const victimAddress = 'karim@guest.example'
      const spellings = [victimAddress, 'KARIM@guest.example', 'ka.rim@guest.example', 'karim+7@guest.example']
      for (let from = 20; from < 23; from++) await book(victimAddress, from)
      await Promise.all(Array.from({ length: EMAIL_COUNT - 3 }, (_, index) => enquire(spellings[index % 4]!)))
      await app.deliverEmails()
      const guestEmails = (await listMails()).filter(({ recipient }) => recipient !== companyAddress)
      assert.equal(guestEmails.length, EMAIL_COUNT)
      assert.equal(await countSent(...spellings), 10)
      const withheldEmails = guestEmails.filter(({ withheld_at }) => withheld_at !== null)
      assert.equal(withheldEmails.length, EMAIL_COUNT - 10)
      assert.ok(withheldEmails.every(({ sent_at }) => sent_at === null))
      assert.equal(await countSent(companyAddress), EMAIL_COUNT, 'the company gets every email')
      assert.equal(
        (
          await app.db
            .selectFrom('job')
            .select('id')
            .where('done_at', 'is', null)
            .where('kind', '=', 'send-mail')
            .execute()
        ).length,
        0,
      )
      const auditEntries = await app.db.selectFrom('audit').selectAll().where('action', '=', 'email withheld').execute()
      assert.equal(auditEntries.length, 1)
      assert.ok(withheldEmails.some(({ id }) => auditEntries[0]!.subject === `email ${id}`))
    })

    test('include at most ten replies to contact messages, while the company gets every message (LET-51)', async () => {
      for (let attempt = 0; attempt < 12; attempt++) await sendMessage('sadia@guest.example')
      await app.deliverEmails()
      assert.deepEqual([await countSent('sadia@guest.example'), await countSent(companyAddress)], [10, 12])
    })

    test('are sent again after an hour, but withheld emails stay unsent', async () => {
      for (let attempt = 0; attempt < 12; attempt++) await enquire('mina@guest.example')
      await app.deliverEmails()
      app.clock.advance(HOUR_MS - 1)
      await enquire('mina@guest.example')
      await app.deliverEmails()
      assert.equal(await countSent('mina@guest.example'), 10)
      app.clock.advance(1)
      await enquire('mina@guest.example')
      await app.deliverEmails()
      assert.equal(await countSent('mina@guest.example'), 11)
      assert.ok(
        (await listMails()).filter(({ withheld_at }) => withheld_at !== null).every(({ sent_at }) => sent_at === null),
      )
    })

    test('include password resets and security notices even after strangers have used up the limit', async () => {
      const annaAddress = 'anna@buyer.example'
      for (let attempt = 0; attempt < 15; attempt++) await enquire(annaAddress)
      const readSubjects = async () =>
        (await readEmailsTo(app, annaAddress)).map((message) => message.header('subject'))
      await app.deliverEmails()
      for (let attempt = 0; attempt < 5; attempt++) {
        await call('forgotPassword', { email: annaAddress })
        await app.deliverEmails()
      }
      assert.equal((await readSubjects()).filter((subject) => subject === 'Choose a new password').length, 3)
      const { access_token: token } = await call('userLogin', { username: 'anna', password: 'hamburg-to-dhaka' })
      const changePassword = (oldPassword: string, newPassword: string) =>
        call(
          'updatePassword',
          { old_password: oldPassword, new_password: newPassword, new_password_confirmation: newPassword },
          token,
        )
      await changePassword('hamburg-to-dhaka', 'dhaka to hamburg')
      await changePassword('dhaka to hamburg', 'hamburg-to-dhaka')
      assert.equal((await readSubjects()).filter((subject) => subject === 'Your password was changed').length, 2)
      assert.equal((await readSubjects()).filter((subject) => subject.startsWith('Your enquiry')).length, 10)
    })

    test('lose their secret link when they are withheld', async () => {
      for (let attempt = 0; attempt < 10; attempt++) await enquire('key@guest.example')
      await app.deliverEmails()
      await book('key@guest.example', 30)
      await app.deliverEmails()
      const { withheld_at, secret, content } = (await listMails()).findLast(
        ({ recipient }) => recipient === 'key@guest.example',
      )!
      assert.deepEqual([withheld_at, secret, content], [app.clock.now, 1, ''])
    })

    test('contain typed text only if the address is verified (BOOK-4, CONT-11, LET-51)', async () => {
      const strangerAddress = 'nobody@else.example'
      const strangerBooking = await book(strangerAddress, 40)
      const { access_token: token } = await call('guestRegister', {
        name: spamText,
        email: strangerAddress,
        phone: '+8801700000004',
      })
      const ownBooking = await call(
        'requestGuestBooking',
        createStayForm(app, {
          email: strangerAddress,
          name: spamText,
          message: spamText,
          checkin: app.day(44),
          checkout: app.day(45),
        }),
        token,
      )
      await call('cancelBooking', { id: ownBooking['booking_id'], fee: 0 }, token)
      await enquire(strangerAddress)
      await sendMessage(strangerAddress)
      const emails = await readEmailsTo(app, strangerAddress)
      assert.deepEqual(
        emails.map((message) => message.header('subject').replace(/[2-9A-Z]{8,}|\d+/, '#')),
        [
          'Your booking request #',
          'Your booking request #',
          'Your stay # is cancelled',
          'Your enquiry #',
          'Your message to us (no. #)',
        ],
      )
      for (const message of emails) {
        assert.deepEqual(
          message.names.filter((name) => /^cc$|^bcc$/i.test(name)),
          [],
        )
        assert.equal(message.header('reply-to'), `Selvage Accessories <${companyAddress}>`)
        const allText = [...message.names.map((name) => message.header(name)), message.text, message.html].join('\n')
        assert.doesNotMatch(allText, /pills/i, message.header('subject'))
        assert.match(message.text, /^Hello,\n\n/)
      }
      assert.ok(
        emails[0]!.text.includes(strangerBooking['booking_id']!) && emails[0]!.text.includes('Single Room'),
        emails[0]!.text,
      )
      assert.match(emails[3]!.text, /Products: Zipper/)
      const companyEmail = (await readEmailsTo(app, companyAddress)).at(-1)!
      assert.match(companyEmail.text, /BUY PILLS/)
    })

    test('greet a member by name only at the confirmed address (BOOK-4, CONT-11)', async () => {
      const { access_token: annaToken } = await call('userLogin', { username: 'anna', password: 'hamburg-to-dhaka' })
      const bookAs = (email: string, from: number) =>
        call(
          'requestBooking',
          createStayForm(app, { email, name: 'Anna Becker', checkin: app.day(from), checkout: app.day(from + 1) }),
          annaToken,
        )
      const sendEnquiryAs = (email: string) =>
        call(
          'sendEnquiry',
          { company: 'Nordlicht', name: 'Anna Becker', email, lines: [{ product: 'zipper', quantity: '12 gross' }] },
          annaToken,
        )
      const ownBooking = await bookAs('Anna@buyer.example', 50)
      await call('cancelBooking', { id: ownBooking['booking_id'], fee: 0 }, annaToken)
      await sendEnquiryAs('anna@buyer.example')
      await bookAs('boss@buyer.example', 52)
      await sendEnquiryAs('boss@buyer.example')
      const guestEmails = [...(await readEmailsTo(app, 'Anna@buyer.example'))].slice(-3)
      assert.equal(guestEmails.length, 3)
      for (const { text } of guestEmails) assert.match(text, /^Dear Anna Becker,/)
      assert.match(guestEmails[2]!.text, /Zipper: 12 gross/)
      for (const { text } of await readEmailsTo(app, 'boss@buyer.example')) assert.match(text, /^Hello,/)

      await app.db.updateTable('account').set({ email_confirmed_at: null }).where('username', '=', 'anna').execute()
      await bookAs('anna@buyer.example', 54)
      assert.match((await readEmailsTo(app, 'anna@buyer.example')).at(-1)!.text, /^Hello,/)
      await app.db.updateTable('account').set({ email_confirmed_at: 1 }).where('username', '=', 'anna').execute()
    })
  })

  describe(`emails from several workers to one mailbox, on ${engine.name}`, () => {
    let mailServer: MailServer
    let app: TestApp
    before(async () => {
      mailServer = await openMailServer()
      app = await startTestApp(engine, { SMTP_URL: mailServer.url, RATE_LIMIT: 'on' })
    })
    after(async () => {
      await app.close()
      await mailServer.close()
    })

    test('are limited to ten in total, and a failed attempt counts once', async (t) => {
      const mailer = openMailer({ smtpUrl: mailServer.url, folder: '', from: companyAddress })
      t.after(() => mailer.close())
      const jobKinds = createMailJobs({ mailer, clock: () => app.clock.now, isLimited: true, publicUrl: app.publicUrl })
      const workers = Array.from({ length: 4 }, () =>
        startWorker(
          app.db,
          () => app.clock.now,
          jobKinds,
          () => {},
        ),
      )
      t.after(() => Promise.all(workers.map((worker) => worker.stop())))
      await mailServer.close()
      for (let attempt = 0; attempt < 40; attempt++)
        await enqueueEmail(app.db, app.clock.now, 'karim@guest.example', 'en', {
          kind: 'staff_test',
          subject: `No. ${attempt}`,
          paragraphs: [],
        })
      const runAll = () => Promise.all(workers.map((worker) => worker.runDue()))
      await runAll()
      mailServer = await openMailServer(Number(new URL(mailServer.url).port))
      app.clock.advance(5_000)
      await runAll()
      assert.equal(mailServer.delivered.length, 10)
      assert.equal(new Set(mailServer.delivered.map(({ source }) => readEmail(source).header('subject'))).size, 10)
    })
  })
}
