import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { choresOf } from '#app/scheduled-tasks.ts'
import { enginesFor, postgres } from '#testing/engines.ts'
import { startTestApp } from '#testing/test-app.ts'
import { stayForm } from '#testing/stay.ts'
import { answers, takes } from '#testing/webhook-server.ts'
import { startWebhookApp, type WebhookApp } from '#testing/webhooks.ts'
import { inTransaction } from '#platform/database/database.ts'
import { writeEvent } from '#platform/work/events.ts'
import { MAX_ENDPOINTS, MAX_REPLAYED } from './limits.ts'

const DAY_MS = 86_400_000

for (const engine of enginesFor(import.meta.url)) {
  describe(`addresses that are told, on ${engine.name}`, () => {
    let at: WebhookApp
    let from = 10
    before(async () => {
      at = await startWebhookApp(engine)
    })
    after(() => at.close())
    afterEach(async () => {
      for (const { id } of (await at.done('getWebhooks')).data) await at.done('removeWebhook', { id })
      await at.house.db.deleteFrom('webhook_event').execute()
      await at.tell()
      at.server.told.length = 0
      at.server.manner = takes
    })
    const call = async (name: Parameters<WebhookApp['house']['call']>[0], form: object) =>
      at.house.call(name, form, { token: await at.owner() })
    async function happen(times = 1): Promise<void> {
      const token = await at.house.newGuest()
      for (let time = 0; time < times; time++) {
        const dates = { checkin: at.house.day(from), checkout: at.house.day(++from) }
        const form = stayForm(at.house, { slug: 'twin', ...dates })
        const { status } = await at.house.call('requestGuestBooking', form, { token, key: randomUUID() })
        assert.equal(status, 200)
      }
    }
    const requests = ['stay.requested']

    test('are those of the internet, by https; what is wrong is said under its field, and nothing is kept (HOOK-1, HOOK-9)', async () => {
      const wrong: [string, RegExp][] = [
        ['nonsense', /begins with https/],
        ['ftp://hooks.example/', /begins with https/],
        ['https://user:secret@hooks.example/', /no password/],
        ['http://hooks.example/', /Only by https/],
        ['http://8.8.8.8/', /Only by https/],
        ['http://127.0.0.2/', /Only by https/],
        ['https://127.0.0.2/', /inner network/],
        ['https://10.1.2.3/hook', /inner network/],
        ['https://169.254.169.254/latest', /inner network/],
        ['https://[::1]/', /inner network/],
        ['https://2130706434/', /inner network/],
        ['https://selvage.example/hook', /of this house/],
      ]
      for (const [address, said] of wrong) {
        const { status, body } = await call('addWebhook', { address, events: requests })
        assert.equal(status, 422, address)
        assert.match(body.errors.address[0], said, address)
      }
      const none = await call('addWebhook', { address: 'https://hooks.invalid/', events: [] })
      assert.match(none.body.errors.events[0], /at least one/)
      assert.equal(
        (await call('addWebhook', { address: 'https://hooks.invalid/', events: ['stay.dreamt'] })).status,
        422,
      )
      assert.deepEqual((await at.done('getWebhooks')).data, [])
      const { id, version } = await at.done('addWebhook', { address: 'https://hooks.invalid/a', events: requests })
      const { status } = await call('saveWebhook', { id, version, address: 'https://10.0.0.1/', events: requests })
      assert.equal(status, 422)
      assert.equal((await at.done('getWebhook', { id })).address, 'https://hooks.invalid/a')
    })

    test('are 20 at most, also where they are added at once; of two who save, the second is told (HOOK-1)', async () => {
      const add = async (): ReturnType<typeof call> => {
        const answer = await call('addWebhook', { address: at.server.url, events: requests })
        // Told to come back shortly.
        return answer.status === 503 ? add() : answer
      }
      const added = await Promise.all(Array.from({ length: MAX_ENDPOINTS + 4 }, add))
      assert.equal(added.filter(({ status }) => status === 200).length, MAX_ENDPOINTS)
      const refused = added.filter(({ status }) => status !== 200)
      assert.ok(refused.every(({ body }) => /20 at most/.test(body.errors.address[0])))
      const { id, version } = added.find(({ status }) => status === 200)!.body
      const form = { id, version, address: at.server.url, events: requests, description: 'The bookkeeping' }
      assert.equal((await call('saveWebhook', form)).status, 200)
      assert.equal((await call('saveWebhook', form)).status, 409)
    })

    test('that are added at once are all told what they want, and no more is written than that (HOOK-1, HOOK-5)', async () => {
      const wants = ['stay.requested', 'stay.cancelled', 'payment.received', 'enquiry.received']
      await Promise.all(wants.map((type) => at.add(at.server, [type])))
      const row = await at.house.db
        .selectFrom('setting')
        .select('value')
        .where('key', '=', 'company.eventsTold')
        .executeTakeFirst()
      assert.deepEqual(JSON.parse(row!.value), wants.toSorted())
    })

    test('paused, one is told nothing; resumed, it goes on, with what it missed if that is wished (HOOK-1, HOOK-10)', async () => {
      const [{ id }, { id: other }] = [await at.add(at.server, requests), await at.add(at.server, requests)]
      at.server.manner = answers(500)
      await happen()
      await at.tell()
      at.server.told.length = 0
      at.server.manner = takes
      for (const each of [id, other]) await at.done('pauseWebhook', { id: each })
      at.house.clock.advance(60_000)
      await happen(3)
      await at.tell()
      assert.equal(at.server.told.length, 0)
      assert.equal((await at.done('getWebhook', { id })).missed, 3)
      const [waiting] = await at.deliveries(id)
      assert.equal((await call('tellWebhookAgain', { id: waiting.id })).status, 409)
      assert.equal((await call('tellWebhookSince', { id, since: at.house.day(0) })).status, 409)
      // A trial goes all the same: so one can see whether somebody is there again.
      assert.equal((await at.done('tryWebhook', { id })).state, 'delivered')
      at.server.told.length = 0
      await at.done('resumeWebhook', { id: other })
      await at.tell()
      assert.equal(at.server.told.length, 1, 'what waited')
      await at.done('resumeWebhook', { id, missed: true })
      await at.tell()
      assert.equal(at.server.told.length, 5, 'what waited, and what was missed')
      await at.done('resumeWebhook', { id, missed: true })
      await at.tell()
      assert.equal(at.server.told.length, 5)
      await happen()
      await at.tell()
      assert.equal(at.server.told.length, 7)
    })

    test('one that is paused between what happened and who is told of it loses nothing (HOOK-7)', async () => {
      const { id } = await at.add(at.server, requests)
      await at.house.db
        .updateTable('webhook_endpoint')
        .set({ paused_at: at.house.clock.now + 1, paused_why: 'owner' })
        .execute()
      await happen()
      await at.tell()
      assert.equal(at.server.told.length, 0)
      await at.done('resumeWebhook', { id })
      await at.tell()
      assert.equal(at.server.told.length, 1)
    })

    test('what was sent is sent again, one or all since a day: under the same id, and no more than so much (HOOK-10)', async () => {
      const { id } = await at.add(at.server, requests)
      await happen(2)
      await at.tell()
      at.house.clock.advance(2 * DAY_MS)
      await happen(2)
      await at.tell()
      await at.done('tryWebhook', { id })
      const first = at.server.events().map((event) => event.id)
      assert.equal(first.length, 5)
      at.server.told.length = 0
      const all = await at.deliveries(id)
      const { state } = await at.done('tellWebhookAgain', { id: all.at(-1).id })
      assert.equal(state, 'waiting')
      await at.tell()
      assert.deepEqual(
        at.server.events().map((event) => event.id),
        first.filter((each) => each === all.at(-1).event),
      )
      at.server.told.length = 0
      assert.equal((await at.done('tellWebhookSince', { id, since: at.house.day(0) })).told, 2)
      await at.tell()
      assert.equal(at.server.told.length, 2)
      assert.equal((await at.done('tellWebhookSince', { id, since: at.house.day(-2) })).told, 4)
      await at.tell()
      assert.equal(at.server.told.length, 6, 'trials are not among them')
      for (const [since, said] of [
        [at.house.day(1), /today or an earlier day/],
        [at.house.day(-40), /30 days/],
      ] as const) {
        const { status, body } = await call('tellWebhookSince', { id, since })
        assert.equal(status, 422)
        assert.match(body.errors.since[0], said)
      }
      const log = (await at.done('getLog', { subject: `webhook ${id}` })).data
      assert.equal(log.filter(({ action }: { action: string }) => action === 'webhook told again').length, 3)
    })

    test('all since a day is a thousand in one go, the oldest first; whoever asks is told that there are more (HOOK-10)', async () => {
      const { id } = await at.add(at.server, requests)
      const { db, clock } = at.house
      await inTransaction(db, async (transaction) => {
        for (let one = 0; one < MAX_REPLAYED + 3; one++)
          await writeEvent(transaction, {
            type: 'stay.requested',
            at: clock.now + one,
            about: 'booking A',
            data: { one },
          })
      })
      clock.advance(60_000)
      const { told, most } = await at.done('tellWebhookSince', { id, since: at.house.day(0) })
      assert.deepEqual([told, most], [MAX_REPLAYED, MAX_REPLAYED])
      const last = await db
        .selectFrom('webhook_delivery')
        .innerJoin('webhook_event', 'webhook_event.id', 'event_id')
        .select(({ fn }) => [fn.max('at').as('at'), fn.countAll<number | string>().as('all')])
        .executeTakeFirstOrThrow()
      assert.deepEqual([Number(last.at), Number(last.all)], [clock.now - 60_000 + MAX_REPLAYED - 1, MAX_REPLAYED])
    })

    test('one that wants to hear of more is told of it from then on; one that is removed is told nothing (HOOK-1)', async () => {
      const { id } = await at.add(at.server, ['stay.cancelled'])
      await happen()
      await at.done('saveWebhook', {
        id,
        version: 1,
        address: at.server.url,
        events: ['stay.requested', 'stay.cancelled'],
      })
      await happen()
      await at.tell()
      assert.equal(at.server.told.length, 1)
      await happen()
      await at.done('removeWebhook', { id })
      await at.tell()
      assert.equal(at.server.told.length, 1)
      const subject = `webhook ${id}`
      const log = await at.house.db
        .selectFrom('audit')
        .select(['action', 'changes'])
        .where('subject', '=', subject)
        .orderBy('id')
        .execute()
      assert.deepEqual(
        log.slice(-3).map(({ action }) => action),
        ['webhook added', 'webhook changed', 'webhook removed'],
      )
      assert.ok(!JSON.stringify(log).includes('/hook'), 'of an address the host alone')
    })

    test('what was told is kept for 30 days and then forgotten, by the house itself (HOOK-13)', async () => {
      const { id } = await at.add(at.server, requests)
      await happen()
      await at.tell()
      const { house: app } = at
      const clock = () => app.clock.now
      const keep = async () => {
        for (const purge of choresOf(app.db, { clock, publicUrl: app.publicUrl }).forget) await purge()
      }
      app.clock.advance(30 * DAY_MS - 60_000)
      await keep()
      assert.equal((await at.deliveries(id)).length, 1)
      app.clock.advance(120_000)
      await keep()
      assert.deepEqual(await at.deliveries(id), [])
      assert.deepEqual(await app.db.selectFrom('webhook_event').selectAll().execute(), [])
    })

    test('a password that was typed long ago does not do: whoever adds one shows once more who they are (HOOK-1)', async () => {
      const token = await at.house.signIn('owner')
      at.house.clock.advance(11 * 60_000)
      const form = { address: at.server.url, events: requests }
      const { status, body } = await at.house.call('addWebhook', form, { token })
      assert.equal(status, 403)
      assert.ok(body.errors.proof)
    })
  })
}

test('a house without a key to seal with keeps no address, and says so (HOOK-2)', async () => {
  const app = await startTestApp(postgres, { DATABASE_URL: 'postgres://elsewhere/selvage' })
  try {
    const token = await app.signIn('owner')
    assert.equal((await app.call('getWebhooks', {}, { token })).body.can_seal, false)
    const form = { address: 'https://hooks.invalid/', events: ['stay.requested'] }
    const { status, body } = await app.call('addWebhook', form, { token })
    assert.equal(status, 409)
    assert.match(body.message, /SEAL_KEY/)
  } finally {
    await app.close()
  }
})
