import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { bothEngines } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { openMailServer, readEmail, type MailServer } from '#testing/mail.ts'
import { inTransaction } from '#platform/database/database.ts'
import { enqueue } from '#platform/background/jobs.ts'
import { purgeEmailsTo, purgeOldEmails, enqueueEmail } from './outbox.ts'

const hello = { kind: 'staff_test', subject: 'Hello', paragraphs: ['Dear Anna,'] } as const

for (const engine of bothEngines) {
  describe(`the outbox on ${engine.name}`, () => {
    let mailServer: MailServer
    let app: TestApp
    before(async () => {
      mailServer = await openMailServer()
      app = await startTestApp(engine, { SMTP_URL: mailServer.url })
    })
    beforeEach(() => void mailServer.delivered.splice(0))
    after(async () => {
      await app.close()
      await mailServer.close()
    })

    const sendDue = () => app.worker.runDue()
    const listMails = () => app.db.selectFrom('mail').selectAll().orderBy('id').execute()
    const postHello = () => enqueueEmail(app.db, app.clock.now, 'anna@buyer.example', 'en', hello)
    const makeStayForm = (slug: string, from: number) => ({
      name: 'রফিক ইসলাম',
      email: 'rafiq@guest.example',
      phone: '+8801700000004',
      checkin: app.day(from),
      checkout: app.day(from + 2),
      paymenttype: 2,
      adult: 1,
      child: 0,
      slug,
      message: '',
    })

    test('confirms a booking in Bangla with one email in Bangla, as text and HTML (BOOK-4)', async () => {
      const token = await app.newGuest()
      const { body } = await app.call('requestGuestBooking', makeStayForm('single', 10), { token, language: 'bn' })
      await sendDue()
      assert.equal(mailServer.delivered.length, 2, 'one to the guest and one to the company')
      const { from, to, source } = mailServer.delivered.find(
        ({ to: [recipient] }) => recipient === 'rafiq@guest.example',
      )!
      assert.deepEqual([from, to], ['hello@selvage.example', ['rafiq@guest.example']])
      const parsedEmail = readEmail(source)
      assert.match(parsedEmail.header('subject'), /[\u0980-\u09ff]/)
      for (const text of [parsedEmail.header('subject'), parsedEmail.text, parsedEmail.html])
        assert.ok(text.includes(body.booking_id), text)
      for (const text of [parsedEmail.text, parsedEmail.html])
        assert.doesNotMatch(text, /রফিক ইসলাম/, 'the address is not verified')
      assert.match(parsedEmail.html, /<html lang="bn"/)
    })

    test('sends no email for a transaction that is rolled back', async () => {
      const mailsBefore = await listMails()
      await assert.rejects(
        inTransaction(app.db, async (transaction) => {
          await enqueueEmail(transaction, app.clock.now, 'anna@buyer.example', 'en', hello)
          throw new Error('second thoughts')
        }),
      )
      const token = await app.newGuest()
      await app.call('requestGuestBooking', makeStayForm('family', 20), { token })
      const mailCount = (await listMails()).length
      const secondGuestOptions = { token: await app.newGuest() }
      const { status } = await app.call('requestGuestBooking', makeStayForm('family', 20), secondGuestOptions)
      assert.equal(status, 409)
      assert.equal((await listMails()).length, mailCount)
      await sendDue()
      assert.equal(mailCount, mailsBefore.length + 2)
      assert.equal(mailServer.delivered.length, 2)
    })

    test('sends an email once, even if its job runs again', async () => {
      await postHello()
      const mailId = (await listMails()).at(-1)!.id
      for (let i = 0; i < 2; i++) await enqueue(app.db, app.clock.now, 'send-mail', { mailId })
      await sendDue()
      await app.db.updateTable('job').set({ done_at: null, run_at: app.clock.now }).execute()
      await sendDue()
      assert.equal(mailServer.delivered.length, 1)
      assert.equal((await listMails()).at(-1)!.sent_at, app.clock.now)
    })

    test('repeats the Message-ID if the process died after sending', async () => {
      await postHello()
      await sendDue()
      await app.db
        .updateTable('mail')
        .set({ sent_at: null })
        .where('id', '=', (await listMails()).at(-1)!.id)
        .execute()
      await app.db.updateTable('job').set({ done_at: null, run_at: app.clock.now }).execute()
      await sendDue()
      const ids = mailServer.delivered.map(({ source }) => readEmail(source).header('message-id'))
      assert.equal(ids.length, 2)
      assert.equal(ids[0], ids[1])
    })

    test('keeps emails queued while the mail server is down, and sends them once afterwards', async () => {
      await mailServer.close()
      await postHello()
      await sendDue()
      const waitingJob = await app.db.selectFrom('job').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
      assert.match(waitingJob.last_error!, /ECONNREFUSED/)
      assert.deepEqual([waitingJob.done_at, waitingJob.failed_at], [null, null])
      mailServer = await openMailServer(Number(new URL(mailServer.url).port))
      assert.equal(await sendDue(), 0)
      app.clock.advance(5_000)
      assert.equal(await sendDue(), 1)
      assert.equal(await sendDue(), 0)
      assert.deepEqual(
        mailServer.delivered.map(({ to }) => to),
        [['anna@buyer.example']],
      )
    })

    test('erases the body of an email with a secret link after sending (S8)', async () => {
      await enqueueEmail(app.db, app.clock.now, 'anna@buyer.example', 'en', { ...hello, secret: true })
      await sendDue()
      assert.match(readEmail(mailServer.delivered[0]!.source).text, /Dear Anna,/)
      const { subject, content, sent_at } = (await listMails()).at(-1)!
      assert.deepEqual([subject, content, sent_at], ['Hello', '', app.clock.now])
    })

    test('purges emails after 90 days, and sent emails to a deleted person immediately (ACCT-11)', async () => {
      await postHello()
      await sendDue()
      const sentAt = app.clock.now
      app.clock.advance(90 * 24 * 3_600_000)
      await postHello()
      await purgeEmailsTo(app.db, ['anna@buyer.example'])
      const [erasedEmail, waitingMail] = (await listMails()).slice(-2)
      assert.deepEqual([erasedEmail!.recipient, erasedEmail!.subject, erasedEmail!.content], ['', '', ''])
      assert.deepEqual([waitingMail!.recipient, waitingMail!.subject], ['anna@buyer.example', 'Hello'])
      await purgeOldEmails(app.db, app.clock.now)
      assert.ok((await listMails()).some(({ sent_at }) => sent_at === sentAt))
      app.clock.advance(1)
      await purgeOldEmails(app.db, app.clock.now)
      assert.ok(!(await listMails()).some(({ sent_at }) => sent_at === sentAt))
      assert.equal((await listMails()).at(-1)!.id, waitingMail!.id)
      const writtenAt = waitingMail!.created_at
      app.clock.now = writtenAt + 90 * 24 * 3_600_000
      await purgeOldEmails(app.db, app.clock.now)
      assert.ok(
        (await listMails()).some(({ created_at }) => created_at === writtenAt),
        'an unsent email is retained just as long',
      )
      app.clock.advance(1)
      await purgeOldEmails(app.db, app.clock.now)
      assert.deepEqual(await listMails(), [])
      await sendDue()
    })

    test('adds no recipient and no header for a name or subject with a line break', async () => {
      const injection = 'Anna\r\nBcc: all@else.example\r\n\r\nBuy'
      const { status } = await app.call('guestRegister', {
        name: injection,
        email: 'a@b.example',
        phone: '+8801700000004',
      })
      assert.equal(status, 422)
      await postHello()
      await sendDue()
      await enqueueEmail(app.db, app.clock.now, 'anna@buyer.example', 'en', {
        ...hello,
        subject: injection,
        paragraphs: [injection],
      })
      await sendDue()
      const [normalEmail, injectedEmail] = mailServer.delivered
      assert.deepEqual(injectedEmail!.to, ['anna@buyer.example'])
      assert.deepEqual(readEmail(injectedEmail!.source).names, readEmail(normalEmail!.source).names)
    })

    test('ends an email with the name and address of the company in the language of the email', async () => {
      for (const language of ['en', 'bn'] as const) {
        await enqueueEmail(app.db, app.clock.now, 'anna@buyer.example', language, hello)
        await sendDue()
      }
      const [englishText, banglaText] = mailServer.delivered.map(({ source }) => readEmail(source).text)
      assert.match(englishText!, /Selvage Accessories\nRoad 11, Banani/)
      assert.match(banglaText!, /সেলভেজ অ্যাকসেসরিজ\nসড়ক ১১, বনানী/)
    })
  })

  describe(`a slow mail server, on ${engine.name}`, () => {
    const startWithServer = async (t: TestContext, onEmail: (openCount: number) => Promise<void>) => {
      const mailServer = await openMailServer(0, onEmail)
      const app = await startTestApp(engine, { SMTP_URL: mailServer.url })
      t.after(async () => {
        await mailServer.close()
        await app.close()
      })
      const writeEmails = async (emailCount: number) => {
        for (let n = 0; n < emailCount; n++)
          await enqueueEmail(app.db, app.clock.now, `anna-${n}@buyer.example`, 'en', hello)
      }
      const readPendingKinds = async () =>
        (await app.db.selectFrom('job').select('kind').where('done_at', 'is', null).orderBy('id').execute()).map(
          ({ kind }) => kind,
        )
      return { office: mailServer, app, writeEmails, pendingKinds: readPendingKinds }
    }

    test('does not delay other jobs', async (t) => {
      const arrivalSignal = Promise.withResolvers<void>()
      const replySignal = Promise.withResolvers<void>()
      const { office, app, writeEmails, pendingKinds } = await startWithServer(t, (messageCount) => {
        if (messageCount === 4) arrivalSignal.resolve()
        return replySignal.promise
      })
      await writeEmails(8)
      const runPromise = app.worker.runDue()
      await arrivalSignal.promise
      await enqueue(app.db, app.clock.now, 'end-hold', { bookingId: 1 })
      // The background worker runs the job, because `runDue` still waits for the emails.
      while ((await pendingKinds()).includes('end-hold')) await sleep(20)
      assert.deepEqual(await pendingKinds(), Array(8).fill('send-mail'))
      const startedJobs = app.db
        .selectFrom('job')
        .select('id')
        .where('attempts', '>', 0)
        .where('kind', '=', 'send-mail')
      assert.equal((await startedJobs.execute()).length, 4)
      replySignal.resolve()
      await runPromise
      assert.equal(office.delivered.length, 8)
    })

    test('gets four emails at a time, each of them once', async (t) => {
      const emailCount = 20
      let nextFourEmails = Promise.withResolvers<void>()
      const { office, app, writeEmails, pendingKinds } = await startWithServer(t, (messageCount) => {
        const { promise, resolve } = nextFourEmails
        if (messageCount === 4) {
          nextFourEmails = Promise.withResolvers()
          resolve()
        }
        return promise
      })
      await writeEmails(emailCount)
      // The mail server replies to an email only when three others have arrived as well.
      await app.worker.runDue()
      assert.deepEqual(await pendingKinds(), [])
      assert.equal(new Set(office.delivered.map(({ to }) => to[0])).size, emailCount)
      assert.equal(office.delivered.length, emailCount)
      assert.equal(office.maxConcurrent(), 4)
    })
  })
}
