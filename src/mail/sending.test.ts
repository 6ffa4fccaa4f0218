import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { openPostOffice, type PostOffice } from '#testing/mail.ts'
import { enqueueEmail } from './outbox.ts'

const hello = { kind: 'house_test', subject: 'Hello', paragraphs: ['Dear Anna,'] } as const
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

for (const engine of bothEngines) {
  describe(`letters that are not taken, on ${engine.name}`, () => {
    let office: PostOffice
    let app: TestApp
    /** What is said to an address, as long as it stands here. */
    const said = new Map<string, string>()
    const refusing = { recipient: (address: string) => said.get(address) ?? said.get(address.split('@')[1]!) }
    before(async () => {
      office = await openPostOffice(0, 0, refusing)
      app = await startTestApp(engine, { SMTP_URL: office.url })
    })
    beforeEach(async () => {
      office.delivered.splice(0)
      await app.db.deleteFrom('job').where('kind', '=', 'send-mail').execute()
    })
    afterEach(() => said.clear())
    after(async () => {
      await app.close()
      await office.close()
    })

    const post = async (to: string, more: object = {}) =>
      (await enqueueEmail(app.db, app.clock.now, to, 'en', { ...hello, ...more }))!
    const mailOf = (id: number) => app.db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const jobOf = (id: number) =>
      app.db
        .selectFrom('job')
        .selectAll()
        .where('kind', '=', 'send-mail')
        .where('payload', '=', JSON.stringify({ mailId: id }))
        .executeTakeFirstOrThrow()
    const got = () => office.delivered.map(({ to }) => to[0])
    const goOn = async (ms: number) => {
      app.clock.advance(ms)
      await app.worker.runDue()
    }

    test('because there is no such address are given up at once, with what the server said (LET-21)', async () => {
      said.set('gone@buyer.example', '550 5.1.1 no such user here')
      const id = await post('gone@buyer.example', { secret: true })
      await app.worker.runDue()
      const mail = await mailOf(id)
      assert.equal(mail.failed_at, app.clock.now)
      assert.match(mail.error!, /550 5\.1\.1 no such user here/)
      assert.deepEqual([mail.text_body, mail.html_body], ['', ''], 'what held a key holds none now')
      assert.deepEqual([(await jobOf(id)).attempts, (await jobOf(id)).failed_at], [1, app.clock.now])
      await goOn(24 * HOUR_MS)
      assert.deepEqual(got(), [])
    })

    test('for now are tried again, and what was said is forgotten once one was taken (LET-21)', async () => {
      said.set('full@quick.example', '452 4.2.2 mailbox full')
      const id = await post('full@quick.example')
      await app.worker.runDue()
      assert.match((await mailOf(id)).error!, /mailbox full/)
      assert.equal((await mailOf(id)).failed_at, null)
      said.clear()
      await goOn(MINUTE_MS)
      assert.deepEqual(got(), ['full@quick.example'])
      const { error, sent_at } = await mailOf(id)
      assert.deepEqual([error, sent_at], [null, app.clock.now])
    })

    test('by one domain hold up no other, and are asked about by one letter at a time (LET-22)', async () => {
      said.set('slow.example', '451 4.7.1 come back later')
      for (let each = 0; each < 30; each++) await post(`n${each}@slow.example`)
      const others = await Promise.all(['anna@buyer.example', 'rafiq@guest.example'].map((to) => post(to)))
      await app.worker.runDue()
      for (const id of others) assert.equal((await mailOf(id)).sent_at, app.clock.now)
      const attempts = async () =>
        (await app.db.selectFrom('job').select('attempts').where('kind', '=', 'send-mail').execute()).reduce(
          (sum, job) => sum + job.attempts,
          0,
        )
      const before = await attempts()
      assert.ok(before <= 2 + 4, `${before} attempts: those under way at once, and no more`)
      await goOn(31_000)
      assert.ok((await attempts()) <= before + 4)
      said.clear()
      for (let hour = 0; hour < 8; hour++) await goOn(HOUR_MS)
      assert.equal(new Set(got()).size, 32, 'none is lost')
      assert.equal(got().length, 32, 'none came twice')
    })

    test('for days are given up in the end, whatever the pauses of their domain (LET-22)', async () => {
      said.set('never.example', '451 4.7.1 come back later')
      const ids = await Promise.all(['a', 'b', 'c'].map((name) => post(`${name}@never.example`)))
      for (let hour = 0; hour < 24 * 12; hour++) await goOn(HOUR_MS)
      for (const id of ids) assert.notEqual((await mailOf(id)).failed_at, null)
      assert.deepEqual(got(), [])
    })

    test('because the server is away wait for it, and none is lost (LET-20)', async () => {
      const port = Number(new URL(office.url).port)
      await office.close()
      const ids = await Promise.all(Array.from({ length: 10 }, (_, each) => post(`n${each}@buyer.example`)))
      await app.worker.runDue()
      for (const id of ids) assert.match((await mailOf(id)).error!, /ECONNREFUSED/)
      await goOn(10_000)
      office = await openPostOffice(port, 0, refusing)
      for (let minute = 0; minute < 3; minute++) await goOn(MINUTE_MS)
      assert.equal(new Set(got()).size, 10)
      assert.equal(got().length, 10)
    })
  })
}
