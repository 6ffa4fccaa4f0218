import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { createScheduledTasks } from '#app/scheduled-tasks.ts'
import { enginesFor, postgres } from '#testing/engines.ts'
import { startTestApp } from '#testing/test-app.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { createResponder, accept } from '#testing/webhook-server.ts'
import { startWebhookApp, type WebhookApp } from '#testing/webhook-app.ts'
import { inTransaction } from '#platform/database/database.ts'
import { writeEvent } from '#platform/events.ts'
import { MAX_ENDPOINTS, MAX_RESENT } from './limits.ts'
import { DAY_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`managing webhook endpoints, on ${engine.name}`, () => {
    let webhookApp: WebhookApp
    let nextNight = 10
    before(async () => {
      webhookApp = await startWebhookApp(engine)
    })
    after(() => webhookApp.close())
    afterEach(async () => {
      for (const { id } of (await webhookApp.callOk('getWebhooks')).data)
        await webhookApp.callOk('removeWebhook', { id })
      await webhookApp.testApp.db.deleteFrom('webhook_event').execute()
      await webhookApp.sendWebhooks()
      webhookApp.server.receivedRequests.length = 0
      webhookApp.server.behaviour = accept
    })
    const call = async (name: Parameters<WebhookApp['testApp']['call']>[0], form: object) =>
      webhookApp.testApp.call(name, form, { token: await webhookApp.owner() })
    async function requestStays(times = 1): Promise<void> {
      const token = await webhookApp.testApp.newGuest()
      for (let turn = 0; turn < times; turn++) {
        const dates = { checkin: webhookApp.testApp.day(nextNight), checkout: webhookApp.testApp.day(++nextNight) }
        const form = createStayForm(webhookApp.testApp, { slug: 'twin', ...dates })
        const { status } = await webhookApp.testApp.call('requestGuestBooking', form, { token, key: randomUUID() })
        assert.equal(status, 200)
      }
    }
    const requestEventTypes = ['stay.requested']

    test('accepts only public https addresses and stores nothing if the address is invalid (HOOK-1, HOOK-9)', async () => {
      const invalidAddresses: [string, RegExp][] = [
        ['nonsense', /begins with https/],
        ['ftp://hooks.example/', /begins with https/],
        ['https://user:secret@hooks.example/', /no password/],
        ['http://hooks.example/', /Use https/],
        ['http://8.8.8.8/', /Use https/],
        ['http://127.0.0.2/', /Use https/],
        ['https://127.0.0.2/', /private network/],
        ['https://10.1.2.3/hook', /private network/],
        ['https://169.254.169.254/latest', /private network/],
        ['https://[::1]/', /private network/],
        ['https://2130706434/', /private network/],
        ['https://selvage.example/hook', /of this site/],
      ]
      for (const [address, message] of invalidAddresses) {
        const { status, body } = await call('addWebhook', { address, events: requestEventTypes })
        assert.equal(status, 422, address)
        assert.match(body.errors.address[0], message, address)
      }
      const responseWithoutEvents = await call('addWebhook', { address: 'https://hooks.invalid/', events: [] })
      assert.match(responseWithoutEvents.body.errors.events[0], /at least one/)
      assert.equal(
        (await call('addWebhook', { address: 'https://hooks.invalid/', events: ['stay.dreamt'] })).status,
        422,
      )
      assert.deepEqual((await webhookApp.callOk('getWebhooks')).data, [])
      const { id, version } = await webhookApp.callOk('addWebhook', {
        address: 'https://hooks.invalid/a',
        events: requestEventTypes,
      })
      const { status } = await call('saveWebhook', {
        id,
        version,
        address: 'https://10.0.0.1/',
        events: requestEventTypes,
      })
      assert.equal(status, 422)
      assert.equal((await webhookApp.callOk('getWebhook', { id })).address, 'https://hooks.invalid/a')
    })

    test('allows at most 20 endpoints, even with concurrent requests, and rejects a stale update (HOOK-1)', async () => {
      const addWithRetry = async (): ReturnType<typeof call> => {
        const response = await call('addWebhook', { address: webhookApp.server.url, events: requestEventTypes })
        // The server asks clients to retry soon.
        return response.status === 503 ? addWithRetry() : response
      }
      const addResponses = await Promise.all(Array.from({ length: MAX_ENDPOINTS + 4 }, addWithRetry))
      assert.equal(addResponses.filter(({ status }) => status === 200).length, MAX_ENDPOINTS)
      const rejections = addResponses.filter(({ status }) => status !== 200)
      assert.ok(rejections.every(({ body }) => /at most 20/.test(body.errors.address[0])))
      const { id, version } = addResponses.find(({ status }) => status === 200)!.body
      const form = {
        id,
        version,
        address: webhookApp.server.url,
        events: requestEventTypes,
        description: 'The bookkeeping',
      }
      assert.equal((await call('saveWebhook', form)).status, 200)
      assert.equal((await call('saveWebhook', form)).status, 409)
    })

    test('subscribes endpoints that are added concurrently, and records only the subscribed event types (HOOK-1, HOOK-5)', async () => {
      const eventTypes = ['stay.requested', 'stay.cancelled', 'payment.received', 'enquiry.received']
      await Promise.all(eventTypes.map((type) => webhookApp.add(webhookApp.server, [type])))
      const row = await webhookApp.testApp.db
        .selectFrom('setting')
        .select('value')
        .where('key', '=', 'company.subscribedEvents')
        .executeTakeFirst()
      assert.deepEqual(JSON.parse(row!.value), eventTypes.toSorted())
    })

    test('sends only test events while paused, and sends waiting and optionally missed events after it is resumed (HOOK-1, HOOK-10)', async () => {
      const [{ id }, { id: otherId }] = [
        await webhookApp.add(webhookApp.server, requestEventTypes),
        await webhookApp.add(webhookApp.server, requestEventTypes),
      ]
      webhookApp.server.behaviour = createResponder(500)
      await requestStays()
      await webhookApp.sendWebhooks()
      webhookApp.server.receivedRequests.length = 0
      webhookApp.server.behaviour = accept
      for (const item of [id, otherId]) await webhookApp.callOk('pauseWebhook', { id: item })
      webhookApp.testApp.clock.advance(60_000)
      await requestStays(3)
      await webhookApp.sendWebhooks()
      assert.equal(webhookApp.server.receivedRequests.length, 0)
      assert.equal((await webhookApp.callOk('getWebhook', { id })).missed, 3)
      const [waitingDelivery] = await webhookApp.deliveries(id)
      assert.equal((await call('redeliverWebhook', { id: waitingDelivery.id })).status, 409)
      assert.equal((await call('redeliverWebhooksSince', { id, since: webhookApp.testApp.day(0) })).status, 409)
      // A test event is sent to a paused endpoint as well, to check whether it responds again.
      assert.equal((await webhookApp.callOk('sendTestWebhook', { id })).state, 'delivered')
      webhookApp.server.receivedRequests.length = 0
      await webhookApp.callOk('resumeWebhook', { id: otherId })
      await webhookApp.sendWebhooks()
      assert.equal(webhookApp.server.receivedRequests.length, 1, 'the waiting event')
      await webhookApp.callOk('resumeWebhook', { id, missed: true })
      await webhookApp.sendWebhooks()
      assert.equal(webhookApp.server.receivedRequests.length, 5, 'the waiting and the missed events')
      await webhookApp.callOk('resumeWebhook', { id, missed: true })
      await webhookApp.sendWebhooks()
      assert.equal(webhookApp.server.receivedRequests.length, 5)
      await requestStays()
      await webhookApp.sendWebhooks()
      assert.equal(webhookApp.server.receivedRequests.length, 7)
    })

    test('loses no event if the endpoint is paused between the event and its delivery (HOOK-7)', async () => {
      const { id } = await webhookApp.add(webhookApp.server, requestEventTypes)
      await webhookApp.testApp.db
        .updateTable('webhook_endpoint')
        .set({ paused_at: webhookApp.testApp.clock.now + 1, pause_reason: 'owner' })
        .execute()
      await requestStays()
      await webhookApp.sendWebhooks()
      assert.equal(webhookApp.server.receivedRequests.length, 0)
      await webhookApp.callOk('resumeWebhook', { id })
      await webhookApp.sendWebhooks()
      assert.equal(webhookApp.server.receivedRequests.length, 1)
    })

    test('resends one event or all events since a day, with the same IDs (HOOK-10)', async () => {
      const { id } = await webhookApp.add(webhookApp.server, requestEventTypes)
      await requestStays(2)
      await webhookApp.sendWebhooks()
      webhookApp.testApp.clock.advance(2 * DAY_MS)
      await requestStays(2)
      await webhookApp.sendWebhooks()
      await webhookApp.callOk('sendTestWebhook', { id })
      const firstEventIds = webhookApp.server.events().map((event) => event.id)
      assert.equal(firstEventIds.length, 5)
      webhookApp.server.receivedRequests.length = 0
      const allDeliveries = await webhookApp.deliveries(id)
      const { state } = await webhookApp.callOk('redeliverWebhook', { id: allDeliveries.at(-1).id })
      assert.equal(state, 'waiting')
      await webhookApp.sendWebhooks()
      assert.deepEqual(
        webhookApp.server.events().map((event) => event.id),
        firstEventIds.filter((item) => item === allDeliveries.at(-1).event),
      )
      webhookApp.server.receivedRequests.length = 0
      assert.equal(
        (await webhookApp.callOk('redeliverWebhooksSince', { id, since: webhookApp.testApp.day(0) })).resent,
        2,
      )
      await webhookApp.sendWebhooks()
      assert.equal(webhookApp.server.receivedRequests.length, 2)
      assert.equal(
        (await webhookApp.callOk('redeliverWebhooksSince', { id, since: webhookApp.testApp.day(-2) })).resent,
        4,
      )
      await webhookApp.sendWebhooks()
      assert.equal(webhookApp.server.receivedRequests.length, 6, 'test events are not resent')
      for (const [since, message] of [
        [webhookApp.testApp.day(1), /today or an earlier day/],
        [webhookApp.testApp.day(-40), /30 days/],
      ] as const) {
        const { status, body } = await call('redeliverWebhooksSince', { id, since })
        assert.equal(status, 422)
        assert.match(body.errors.since[0], message)
      }
      const logEntries = (await webhookApp.callOk('getLog', { subject: `webhook ${id}` })).data
      assert.equal(logEntries.filter(({ action }: { action: string }) => action === 'webhook events resent').length, 3)
    })

    test('resends at most 1,000 events per request, oldest first, and returns the limit (HOOK-10)', async () => {
      const { id } = await webhookApp.add(webhookApp.server, requestEventTypes)
      const { db, clock } = webhookApp.testApp
      await inTransaction(db, async (transaction) => {
        for (let eventIndex = 0; eventIndex < MAX_RESENT + 3; eventIndex++)
          await writeEvent(transaction, {
            type: 'stay.requested',
            at: clock.now + eventIndex,
            about: 'booking A',
            data: { eventIndex },
          })
      })
      clock.advance(60_000)
      const { resent, limit } = await webhookApp.callOk('redeliverWebhooksSince', {
        id,
        since: webhookApp.testApp.day(0),
      })
      assert.deepEqual([resent, limit], [MAX_RESENT, MAX_RESENT])
      const lastDelivery = await db
        .selectFrom('webhook_delivery')
        .innerJoin('webhook_event', 'webhook_event.id', 'event_id')
        .select(({ fn }) => [fn.max('at').as('at'), fn.countAll<number | string>().as('all')])
        .executeTakeFirstOrThrow()
      assert.deepEqual(
        [Number(lastDelivery.at), Number(lastDelivery.all)],
        [clock.now - 60_000 + MAX_RESENT - 1, MAX_RESENT],
      )
    })

    test('sends new event types after they are selected, and nothing after the endpoint is removed (HOOK-1)', async () => {
      const { id } = await webhookApp.add(webhookApp.server, ['stay.cancelled'])
      await requestStays()
      await webhookApp.callOk('saveWebhook', {
        id,
        version: 1,
        address: webhookApp.server.url,
        events: ['stay.requested', 'stay.cancelled'],
      })
      await requestStays()
      await webhookApp.sendWebhooks()
      assert.equal(webhookApp.server.receivedRequests.length, 1)
      await requestStays()
      await webhookApp.callOk('removeWebhook', { id })
      await webhookApp.sendWebhooks()
      assert.equal(webhookApp.server.receivedRequests.length, 1)
      const subject = `webhook ${id}`
      const auditEntries = await webhookApp.testApp.db
        .selectFrom('audit')
        .select(['action', 'changes'])
        .where('subject', '=', subject)
        .orderBy('id')
        .execute()
      assert.deepEqual(
        auditEntries.slice(-3).map(({ action }) => action),
        ['webhook added', 'webhook changed', 'webhook removed'],
      )
      assert.ok(!JSON.stringify(auditEntries).includes('/hook'), 'the log contains only the host of an address')
    })

    test('deletes deliveries after 30 days (HOOK-13)', async () => {
      const { id } = await webhookApp.add(webhookApp.server, requestEventTypes)
      await requestStays()
      await webhookApp.sendWebhooks()
      const { testApp: app } = webhookApp
      const clock = () => app.clock.now
      const purgeAll = async () => {
        for (const purge of createScheduledTasks(app.db, { clock, publicUrl: app.publicUrl }).purgeJobs) await purge()
      }
      app.clock.advance(30 * DAY_MS - 60_000)
      await purgeAll()
      assert.equal((await webhookApp.deliveries(id)).length, 1)
      app.clock.advance(120_000)
      await purgeAll()
      assert.deepEqual(await webhookApp.deliveries(id), [])
      assert.deepEqual(await app.db.selectFrom('webhook_event').selectAll().execute(), [])
    })

    test('requires a recently entered password to add an endpoint (HOOK-1)', async () => {
      const token = await webhookApp.testApp.signIn('owner')
      webhookApp.testApp.clock.advance(11 * 60_000)
      const form = { address: webhookApp.server.url, events: requestEventTypes }
      const { status, body } = await webhookApp.testApp.call('addWebhook', form, { token })
      assert.equal(status, 403)
      assert.ok(body.errors.proof)
    })
  })
}

test('rejects endpoints if the server has no encryption key, and names the setting (HOOK-2)', async () => {
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
