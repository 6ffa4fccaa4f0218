import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { createStayForm } from '#testing/stay-form.ts'
import {
  createResponder,
  openWebhookServer,
  computeSignatures,
  accept,
  type ReceivedRequest,
} from '#testing/webhook-server.ts'
import { startWebhookApp, type WebhookApp } from '#testing/webhook-app.ts'
import { RESPONSE_TIMEOUT_MS, retryDelaysMs } from './limits.ts'
import { attemptDelivery, type DeliveryContext } from './attempt-delivery.ts'
import { DAY_MS, HOUR_MS } from '#platform/durations.ts'

for (const engine of bothEngines) {
  describe(`webhook delivery, on ${engine.name}`, () => {
    let webhookApp: WebhookApp
    let webhookId: number
    let secret: string
    let nextNight = 10
    before(async () => {
      webhookApp = await startWebhookApp(engine)
    })
    after(() => webhookApp.close())
    afterEach(async () => {
      for (const { id: item } of (await webhookApp.callOk('getWebhooks')).data)
        await webhookApp.callOk('removeWebhook', { id: item })
      await webhookApp.sendWebhooks()
      webhookApp.server.receivedRequests.length = 0
      webhookApp.server.behaviour = accept
    })
    const addWebhook = async (server = webhookApp.server) => {
      ;({ id: webhookId, secret } = await webhookApp.add(server, ['stay.requested', 'stay.cancelled']))
    }
    async function requestStays(times = 1): Promise<void> {
      const token = await webhookApp.testApp.newGuest()
      for (let turn = 0; turn < times; turn++) {
        const dates = { checkin: webhookApp.testApp.day(nextNight), checkout: webhookApp.testApp.day(++nextNight) }
        if (nextNight > 400) nextNight = 10
        await webhookApp.testApp.callOk(
          'requestGuestBooking',
          createStayForm(webhookApp.testApp, { slug: 'twin', ...dates }),
          { token, key: randomUUID() },
        )
      }
    }
    const readOwnerEmail = async () => {
      const owners = webhookApp.testApp.db.selectFrom('account').select('email').where('username', '=', 'owner')
      return (await owners.executeTakeFirstOrThrow()).email!
    }
    /**
     * Returns the pending deliveries. Their endpoints are reserved, so that the worker does not send them for an hour.
     */
    async function reserveDeliveries() {
      const reservation = { busy_until: webhookApp.testApp.clock.now + HOUR_MS }
      await webhookApp.testApp.db.updateTable('webhook_endpoint').set(reservation).execute()
      await webhookApp.sendWebhooks()
      return webhookApp.testApp.db.selectFrom('webhook_delivery').selectAll().orderBy('id').execute()
    }
    const createContext = (overrides: Pick<DeliveryContext, 'isAllowedAddress' | 'timeLimits'>): DeliveryContext => {
      const open = (_: unknown, subject: string) =>
        Buffer.from(subject.endsWith('address') ? webhookApp.server.url : 'whsec_AAAA')
      const sealer = { seal: () => new Uint8Array(), open }
      return {
        clock: () => webhookApp.testApp.clock.now,
        sealer,
        publicUrl: webhookApp.testApp.publicUrl,
        ...overrides,
      }
    }
    const getWebhook = () => webhookApp.callOk('getWebhook', { id: webhookId })
    const readLastDelivery = async () => (await webhookApp.deliveries(webhookId))[0]
    const readLastDetails = async () => webhookApp.callOk('getWebhookDelivery', { id: (await readLastDelivery()).id })

    test('sends an event once if the endpoint accepts it, signed and with its ID, and shows the response (HOOK-6, HOOK-7, HOOK-10)', async () => {
      await addWebhook()
      webhookApp.server.behaviour = createResponder(204)
      await requestStays()
      await webhookApp.sendWebhooks()
      await webhookApp.sendWebhooks()
      assert.equal(webhookApp.server.receivedRequests.length, 1)
      const [request] = webhookApp.server.receivedRequests as [ReceivedRequest]
      const { expected, actual } = computeSignatures(request, secret)
      assert.deepEqual(actual, [expected])
      const payload = JSON.parse(request.body)
      assert.deepEqual(
        [request.headers['webhook-id'], request.headers['content-type'], request.headers['user-agent'], request.path],
        [payload.id, 'application/json; charset=utf-8', 'Selvage', '/hook'],
      )
      assert.equal(request.headers['webhook-timestamp'], String(Math.floor(webhookApp.testApp.clock.now / 1000)))
      const delivery = await readLastDetails()
      assert.deepEqual(
        [
          delivery.state,
          delivery.tries,
          delivery.status,
          delivery.fault,
          delivery.next_at,
          delivery.body,
          delivery.answer,
        ],
        ['delivered', 1, 204, null, null, request.body, ''],
      )
      assert.ok((await getWebhook()).good_at)
    })

    test('stores the first 500 characters of a response as text and stops reading an endless one (HOOK-7, HOOK-8)', async () => {
      await addWebhook()
      webhookApp.server.behaviour = createResponder(200, `<script>alert(1)</script>\u0000${'ক'.repeat(2_000)}`)
      await requestStays()
      await webhookApp.sendWebhooks()
      const { answer } = await readLastDetails()
      assert.deepEqual([[...answer].length, answer.slice(0, 8), answer.includes('\u0000')], [500, '<script>', false])
      let sentBytes = 0
      webhookApp.server.behaviour = (response) => {
        response.writeHead(200, { 'content-type': 'text/plain' })
        const sendMore = () => {
          if (response.destroyed) return
          sentBytes += 65_536
          if (response.write('x'.repeat(65_536))) setImmediate(sendMore)
          else response.once('drain', sendMore)
        }
        sendMore()
      }
      await requestStays()
      await webhookApp.sendWebhooks()
      const endlessDetails = await readLastDetails()
      assert.deepEqual([endlessDetails.state, endlessDetails.answer], ['delivered', 'x'.repeat(500)])
      assert.ok(sentBytes < 50_000_000)
    })

    test('retries a failed delivery with growing pauses for about three days and then gives up (HOOK-8)', async () => {
      await addWebhook()
      webhookApp.server.behaviour = createResponder(500, 'no')
      await requestStays()
      await webhookApp.sendWebhooks()
      for (const [index, pauseMs] of retryDelaysMs.entries()) {
        const { state, tries, next_at, status } = await readLastDelivery()
        assert.deepEqual([state, tries, status], ['waiting', index + 1, 500])
        assert.equal(Date.parse(next_at) - webhookApp.testApp.clock.now, pauseMs)
        // One millisecond before the retry is due.
        webhookApp.testApp.clock.advance(pauseMs - 1)
        await webhookApp.sendWebhooks()
        assert.equal(webhookApp.server.receivedRequests.length, index + 1)
        webhookApp.testApp.clock.advance(1)
        await webhookApp.sendWebhooks()
        assert.equal(webhookApp.server.receivedRequests.length, index + 2)
      }
      const { state, tries, next_at } = await readLastDelivery()
      assert.deepEqual([state, tries, next_at], ['failed', retryDelaysMs.length + 1, null])
      const totalDelayMs = retryDelaysMs.reduce((sum, item) => sum + item)
      assert.ok(totalDelayMs > 3 * DAY_MS && totalDelayMs < 3.5 * DAY_MS)
      assert.equal(
        new Set(webhookApp.server.receivedRequests.map(({ headers }) => headers['webhook-id'])).size,
        1,
        'always the same id',
      )
      const { failing_since, failed, waiting } = await getWebhook()
      assert.deepEqual([Boolean(failing_since), failed, waiting], [true, 1, 0])
      webhookApp.server.behaviour = accept
      await requestStays()
      await webhookApp.sendWebhooks()
      assert.deepEqual([(await getWebhook()).failing_since, (await readLastDelivery()).state], [null, 'delivered'])
    })

    test('counts a refused connection and a redirect as failures and does not follow the redirect (HOOK-8, HOOK-9)', async () => {
      const closedServer = await openWebhookServer()
      await closedServer.close()
      await addWebhook(closedServer)
      await requestStays()
      await webhookApp.sendWebhooks()
      assert.deepEqual(
        [(await readLastDelivery()).state, (await readLastDelivery()).fault, (await readLastDelivery()).status],
        ['waiting', 'unreachable', null],
      )
      await webhookApp.callOk('removeWebhook', { id: webhookId })
      const otherServer = await openWebhookServer('127.0.0.3')
      await addWebhook()
      webhookApp.server.behaviour = createResponder(307, '', { location: otherServer.url })
      await requestStays()
      await webhookApp.sendWebhooks()
      assert.deepEqual([(await readLastDelivery()).state, (await readLastDelivery()).status], ['waiting', 307])
      assert.equal(otherServer.receivedRequests.length, 0)
      await otherServer.close()
    })

    test('aborts a request without a complete response after ten seconds, even if the headers have begun (HOOK-8)', async () => {
      await addWebhook()
      let requestCount = 0
      webhookApp.server.behaviour = (response) => {
        if (requestCount++ === 1) response.socket!.write('HTTP/1.1 200 OK\r\ncontent-le')
      }
      await requestStays(2)
      const timeLimits = { webhookAnswer: 500 }
      for (const delivery of await reserveDeliveries())
        await attemptDelivery(
          webhookApp.testApp.db,
          createContext({ timeLimits, isAllowedAddress: () => true }),
          delivery,
        )
      const failedDeliveries = await webhookApp.deliveries(webhookId)
      assert.equal(failedDeliveries.length, 2)
      for (const { state, fault, took_ms } of failedDeliveries) {
        assert.deepEqual([state, fault], ['waiting', 'timeout'])
        assert.ok(took_ms >= 490, `${took_ms} ms`)
      }
      assert.equal(RESPONSE_TIMEOUT_MS, 10_000, 'the limit outside of tests')
    })

    test('pauses an endpoint after a 410 response and emails the owner (HOOK-8, HOOK-11)', async () => {
      await addWebhook()
      webhookApp.server.behaviour = createResponder(410)
      await requestStays()
      await webhookApp.sendWebhooks()
      const { paused_at, paused_why, host } = await getWebhook()
      assert.deepEqual([Boolean(paused_at), paused_why, (await readLastDelivery()).state], [true, 'gone', 'failed'])
      await requestStays()
      await webhookApp.sendWebhooks()
      assert.equal(webhookApp.server.receivedRequests.length, 1, 'sends nothing more')
      const email = (await readEmailsTo(webhookApp.testApp, await readOwnerEmail())).at(-1)!
      assert.match(email.text, /replied that this address no longer exists \(410\)/)
      assert.ok(email.text.includes(`/office/webhooks/${webhookId}`) && email.header('subject').includes(host))
      const [logEntry] = (await webhookApp.callOk('getLog', { subject: `webhook ${webhookId}` })).data
      assert.equal(logEntry.action, 'webhook paused')
    })

    test('pauses an endpoint after five days of failures and emails the owner once (HOOK-11)', async () => {
      await addWebhook()
      webhookApp.server.behaviour = createResponder(503)
      const emailCountBefore = (await readEmailsTo(webhookApp.testApp, await readOwnerEmail())).filter(({ text }) =>
        text.includes('has not accepted any events since'),
      ).length
      await requestStays()
      await webhookApp.sendWebhooks()
      for (let day = 0; day < 5; day++) {
        assert.equal((await getWebhook()).paused_at, null, `on day ${day}`)
        webhookApp.testApp.clock.advance(DAY_MS)
        await requestStays(2)
        await webhookApp.sendWebhooks()
      }
      const { paused_why, waiting } = await getWebhook()
      assert.equal(paused_why, 'dead')
      assert.ok(waiting > 0, 'failed events wait')
      const requestCount = webhookApp.server.receivedRequests.length
      webhookApp.testApp.clock.advance(DAY_MS)
      await webhookApp.sendWebhooks()
      assert.equal(webhookApp.server.receivedRequests.length, requestCount)
      const emails = (await readEmailsTo(webhookApp.testApp, await readOwnerEmail())).filter(({ text }) =>
        text.includes('has not accepted any events since'),
      )
      assert.equal(emails.length, emailCountBefore + 1)
    })

    test('sends nothing to a host name that now resolves to an internal address (HOOK-9)', async () => {
      await addWebhook()
      await requestStays()
      const [delivery] = await reserveDeliveries()
      await attemptDelivery(webhookApp.testApp.db, createContext({ isAllowedAddress: () => false }), delivery!)
      assert.deepEqual([(await readLastDelivery()).fault, webhookApp.server.receivedRequests.length], ['inner', 0])
    })

    test('signs with both secrets for a day after a change, and never shows a secret again (HOOK-2)', async () => {
      await addWebhook()
      const { secret: newSecret } = await webhookApp.callOk('rotateWebhookSecret', { id: webhookId })
      assert.notEqual(newSecret, secret)
      await requestStays()
      await webhookApp.sendWebhooks()
      const [request] = webhookApp.server.receivedRequests as [ReceivedRequest]
      const { actual } = computeSignatures(request, secret)
      assert.deepEqual(actual, [
        computeSignatures(request, newSecret).expected,
        computeSignatures(request, secret).expected,
      ])
      assert.ok((await getWebhook()).old_until)
      webhookApp.testApp.clock.advance(DAY_MS)
      await requestStays()
      await webhookApp.sendWebhooks()
      const laterRequest = webhookApp.server.receivedRequests[1]!
      assert.deepEqual(computeSignatures(laterRequest, newSecret).actual, [
        computeSignatures(laterRequest, newSecret).expected,
      ])
      assert.equal((await getWebhook()).old_until, null)
      const rows = await webhookApp.testApp.db.selectFrom('webhook_endpoint').selectAll().execute()
      const auditRows = await webhookApp.testApp.db.selectFrom('audit').select(['changes', 'details']).execute()
      const visibleText = JSON.stringify([
        await getWebhook(),
        await webhookApp.callOk('getWebhooks'),
        rows.map((row) => ({ ...row, secret: Buffer.from(row.secret).toString('latin1') })),
        auditRows,
      ])
      for (const item of [secret, newSecret]) assert.ok(!visibleText.includes(item.slice(6)))
      assert.ok(
        !JSON.stringify([rows.map((row) => Buffer.from(row.address).toString()), auditRows]).includes('/hook'),
        'the address is not visible either',
      )
    })

    test('repeats an attempt whose outcome was not saved, and saves each outcome once (HOOK-7)', async () => {
      await addWebhook()
      await requestStays()
      const { length: requestCountBefore } = webhookApp.server.receivedRequests
      await webhookApp.sendWebhooks()
      const delivery = await webhookApp.testApp.db.selectFrom('webhook_delivery').selectAll().executeTakeFirstOrThrow()
      assert.deepEqual(
        [delivery.state, webhookApp.server.receivedRequests.length - requestCountBefore],
        ['delivered', 1],
      )
      // Simulates a process that died after sending and before saving the outcome.
      const unsavedOutcome = { state: 'waiting', tries: 0, next_at: webhookApp.testApp.clock.now + 60_000 } as const
      await webhookApp.testApp.db.updateTable('webhook_delivery').set(unsavedOutcome).execute()
      const endpointColumns = { busy_until: webhookApp.testApp.clock.now + 55_000, retry_at: null }
      await webhookApp.testApp.db.updateTable('webhook_endpoint').set(endpointColumns).execute()
      const jobColumns = { run_at: webhookApp.testApp.clock.now + 60_000, done_at: null, attempts: 1 }
      await webhookApp.testApp.db.updateTable('job').set(jobColumns).where('kind', '=', 'tell-endpoint').execute()
      await webhookApp.sendWebhooks()
      assert.equal(
        webhookApp.server.receivedRequests.length - requestCountBefore,
        1,
        'another process may still be sending',
      )
      webhookApp.testApp.clock.advance(60_000)
      await webhookApp.sendWebhooks()
      assert.equal(webhookApp.server.receivedRequests.length - requestCountBefore, 2)
      assert.deepEqual([(await readLastDelivery()).state, (await readLastDelivery()).tries], ['delivered', 1])
    })
  })
}
