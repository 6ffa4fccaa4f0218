import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { openMailServer, type MailServer } from '#testing/mail.ts'
import { enqueueEmail } from './outbox.ts'
import { HOUR_MS, MINUTE_MS } from '#platform/durations.ts'

const hello = { kind: 'staff_test', subject: 'Hello', paragraphs: ['Dear Anna,'] } as const

for (const engine of bothEngines) {
  describe(`emails that are not delivered at once, on ${engine.name}`, () => {
    let mailServer: MailServer
    let app: TestApp
    /** The replies to addresses or domains. An entry applies until it is deleted. */
    const replies = new Map<string, string>()
    const refusalOptions = {
      rejectRecipient: (address: string) => replies.get(address) ?? replies.get(address.split('@')[1]!),
    }
    before(async () => {
      mailServer = await openMailServer(0, 0, refusalOptions)
      app = await startTestApp(engine, { SMTP_URL: mailServer.url })
    })
    beforeEach(async () => {
      mailServer.delivered.splice(0)
      await app.db.deleteFrom('job').where('kind', '=', 'send-mail').execute()
    })
    afterEach(() => replies.clear())
    after(async () => {
      await app.close()
      await mailServer.close()
    })

    const enqueueHello = async (to: string, options: object = {}) =>
      (await enqueueEmail(app.db, app.clock.now, to, 'en', { ...hello, ...options }))!
    const readMail = (id: number) =>
      app.db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const readJob = (id: number) =>
      app.db
        .selectFrom('job')
        .selectAll()
        .where('kind', '=', 'send-mail')
        .where('payload', '=', JSON.stringify({ mailId: id }))
        .executeTakeFirstOrThrow()
    const listRecipients = () => mailServer.delivered.map(({ to }) => to[0])
    const advanceAndRunJobs = async (ms: number) => {
      app.clock.advance(ms)
      await app.worker.runDue()
    }

    test('are not retried if the address does not exist, and show the reply of the server (LET-21)', async () => {
      replies.set('gone@buyer.example', '550 5.1.1 no such user here')
      const id = await enqueueHello('gone@buyer.example', { secret: true })
      await app.worker.runDue()
      const mail = await readMail(id)
      assert.equal(mail.failed_at, app.clock.now)
      assert.match(mail.error!, /550 5\.1\.1 no such user here/)
      assert.equal(mail.content, '', 'the secret link is erased')
      assert.deepEqual([(await readJob(id)).attempts, (await readJob(id)).failed_at], [1, app.clock.now])
      await advanceAndRunJobs(24 * HOUR_MS)
      assert.deepEqual(listRecipients(), [])
    })

    test('are retried after a temporary refusal, and lose the error after the delivery (LET-21)', async () => {
      replies.set('full@quick.example', '452 4.2.2 mailbox full')
      const id = await enqueueHello('full@quick.example')
      await app.worker.runDue()
      assert.match((await readMail(id)).error!, /mailbox full/)
      assert.equal((await readMail(id)).failed_at, null)
      replies.clear()
      await advanceAndRunJobs(MINUTE_MS)
      assert.deepEqual(listRecipients(), ['full@quick.example'])
      const { error, sent_at } = await readMail(id)
      assert.deepEqual([error, sent_at], [null, app.clock.now])
    })

    test('do not delay other domains, and a paused domain is tried with a few emails at a time (LET-22)', async () => {
      replies.set('slow.example', '451 4.7.1 come back later')
      for (let index = 0; index < 30; index++) await enqueueHello(`n${index}@slow.example`)
      const otherIds = await Promise.all(['anna@buyer.example', 'rafiq@guest.example'].map((to) => enqueueHello(to)))
      await app.worker.runDue()
      for (const id of otherIds) assert.equal((await readMail(id)).sent_at, app.clock.now)
      const readAttempts = async () =>
        (await app.db.selectFrom('job').select('attempts').where('kind', '=', 'send-mail').execute()).reduce(
          (sum, job) => sum + job.attempts,
          0,
        )
      const attemptsBefore = await readAttempts()
      assert.ok(attemptsBefore <= 2 + 4, `${attemptsBefore} attempts: more than the concurrent ones`)
      await advanceAndRunJobs(31_000)
      assert.ok((await readAttempts()) <= attemptsBefore + 4)
      replies.clear()
      for (let hour = 0; hour < 8; hour++) await advanceAndRunJobs(HOUR_MS)
      assert.equal(new Set(listRecipients()).size, 32, 'no email is lost')
      assert.equal(listRecipients().length, 32, 'no email arrives twice')
    })

    test('are given up after days of refusals, despite the pauses of the domain (LET-22)', async () => {
      replies.set('never.example', '451 4.7.1 come back later')
      const ids = await Promise.all(['a', 'b', 'c'].map((name) => enqueueHello(`${name}@never.example`)))
      for (let hour = 0; hour < 24 * 12; hour++) await advanceAndRunJobs(HOUR_MS)
      for (const id of ids) assert.notEqual((await readMail(id)).failed_at, null)
      assert.deepEqual(listRecipients(), [])
    })

    test('remain queued while the server is down, and are sent afterwards (LET-20)', async () => {
      const port = Number(new URL(mailServer.url).port)
      await mailServer.close()
      const ids = await Promise.all(Array.from({ length: 10 }, (_, index) => enqueueHello(`n${index}@buyer.example`)))
      await app.worker.runDue()
      for (const id of ids) assert.match((await readMail(id)).error!, /ECONNREFUSED/)
      await advanceAndRunJobs(10_000)
      mailServer = await openMailServer(port, 0, refusalOptions)
      for (let minute = 0; minute < 3; minute++) await advanceAndRunJobs(MINUTE_MS)
      assert.equal(new Set(listRecipients()).size, 10)
      assert.equal(listRecipients().length, 10)
    })
  })
}
