import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCollector, type Collector, type ReceivedSpan } from '#testing/collector.ts'
import { createStayFormAhead } from '#testing/crash.ts'
import { bothEngines, sqlite } from '#testing/engines.ts'
import { openTestGateway, type TestGateway } from '#testing/gateway-simulator.ts'
import { openMailServer, type MailServer } from '#testing/mail.ts'
import { openServerData, startServer, type ServerData } from '#testing/process.ts'
import { sendRequest } from '#testing/send-request.ts'
import { callEndpoint, passwordsByUsername, startTestApp } from '#testing/test-app.ts'
import { openWebhookServer, type WebhookServer } from '#testing/webhook-server.ts'
import { writeCompany } from '#content/company.ts'
import { everyEndpoint } from '#routes/office.ts'
import { eventTypes } from '#insight/webhooks/events.ts'

const guest = { name: 'Mina Keller', email: 'mina@buyer.example', phone: '+8801700000077' }
const incomingTrace = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
const unsampledTraceId = '5bf92f3577b34da6a3ce929d0e0e4736'
const SERVER_KIND = 2
const CLIENT_KIND = 3
const CONSUMER_KIND = 5

for (const engine of bothEngines) {
  describe(`the traces of a server, on ${engine.name}`, () => {
    let data: ServerData
    let [collector, mailServer, webhookServer, gateway] = [] as unknown as [
      Collector,
      MailServer,
      WebhookServer,
      TestGateway,
    ]
    let [output, token] = ['', '']

    /**
     * Books two stays and starts their payments, waits for an email and a webhook, and stops the server, which then
     * sends all spans.
     */
    before(async () => {
      data = await openServerData(engine)
      ;[collector, mailServer, webhookServer, gateway] = await Promise.all([
        openCollector(),
        openMailServer(),
        openWebhookServer(),
        openTestGateway(),
      ])
      const server = await startServer({
        ...data.environment,
        LOG_LEVEL: 'info',
        RATE_LIMIT: 'off',
        SEAL_KEY: '7a'.repeat(32),
        REACH_INSIDE: 'loopback',
        SMTP_URL: mailServer.url,
        SSLCOMMERZ_URL: gateway.url,
        SSLCOMMERZ_STORE_ID: 'selvage',
        SSLCOMMERZ_STORE_PASSWORD: gateway.password,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_SERVICE_NAME: 'selvage-dhaka',
      })
      await writeCompany(data.db, { takesOnlinePayments: true })
      const call = async (...parameters: [Parameters<typeof callEndpoint>[1], object, object?]) => {
        const { status, body } = await callEndpoint(server.url, ...parameters)
        assert.equal(status, 200, JSON.stringify(body))
        return body
      }
      const ownerSession = await call('userLogin', { username: 'owner', password: passwordsByUsername.owner })
      await call('addWebhook', { address: webhookServer.url, events: eventTypes }, { token: ownerSession.access_token })
      token = (await call('guestRegister', guest)).access_token
      const bookAndPay = async (daysAhead: number) => {
        const form = { ...createStayFormAhead(daysAhead, 2), ...guest, paymenttype: 1 }
        const { booking_id } = await call('requestGuestBooking', form, { token })
        await call('startPayment', { id: booking_id }, { token })
      }
      await Promise.all([bookAndPay(40), bookAndPay(50)])
      for (const [traceId, flags] of [
        [incomingTrace.traceId, '01'],
        [unsampledTraceId, '00'],
      ])
        await sendRequest(server.url, everyEndpoint.userLogin[1], {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            traceparent: `00-${traceId}-${incomingTrace.spanId}-${flags}`,
          },
          body: JSON.stringify({ username: `nobody-${flags}`, password: 'wrong-password' }),
        })
      for (const path of ['/', '/', '/booking-details/twin?check_in=2027-01-07', '/no-such-page'])
        await sendRequest(server.url, path)
      while (mailServer.delivered.length === 0 || webhookServer.receivedRequests.length === 0) await sleep(20)
      assert.equal(await server.stop(), 0)
      output = server.output()
    })
    after(async () => {
      await Promise.all([collector, mailServer, webhookServer, gateway].map((server) => server.close()))
      await data.close()
    })

    const find = (name: string) => collector.spans.filter((span) => span.name === name)
    const listChildNames = (span: ReceivedSpan) => collector.childrenOf(span).map(({ name }) => name)

    test('have one span per request, with its method, route and status (OPS-17)', () => {
      const describeSpans = (name: string) =>
        find(name).map(({ kind, attributes }) => [
          kind,
          attributes['http.request.method'],
          attributes['http.route'],
          attributes['http.response.status_code'],
        ])
      assert.deepEqual(describeSpans('GET /'), [[SERVER_KIND, 'GET', '/', '200']])
      assert.deepEqual(describeSpans('GET cached page'), [[SERVER_KIND, 'GET', 'cached page', '200']])
      assert.deepEqual(describeSpans('GET /booking-details/:slug'), [
        [SERVER_KIND, 'GET', '/booking-details/:slug', '200'],
      ])
      assert.deepEqual(describeSpans('GET'), [[SERVER_KIND, 'GET', undefined, '404']])
    })

    test('have one span per transaction and statement, below the request that ran it (OPS-17)', () => {
      const bookingSpans = find(`POST ${everyEndpoint.requestGuestBooking[1]}`)
      assert.equal(bookingSpans.length, 2)
      for (const bookingSpan of bookingSpans) {
        assert.equal(bookingSpan.parentSpanId, undefined)
        const transactionSpans = collector.childrenOf(bookingSpan).filter(({ name }) => name === 'transaction')
        const statementSpans = transactionSpans.flatMap(collector.childrenOf)
        const insertSpans = statementSpans.filter(({ name }) => name === 'insert booking')
        assert.equal(insertSpans.length, 1)
        const { kind, attributes } = insertSpans[0]!
        assert.equal(kind, CLIENT_KIND)
        assert.equal(attributes['db.system.name'], engine.name === 'sqlite' ? 'sqlite' : 'postgresql')
        assert.match(attributes['db.query.text']!, engine.name === 'sqlite' ? /values \(\?, \?/ : /values \(\$1, \$2/)
      }
    })

    test('have one span per job and per outgoing call (OPS-17)', () => {
      const [paymentSpan] = find(`POST ${everyEndpoint.startPayment[1]}`)
      assert.ok(listChildNames(paymentSpan!).includes('POST payment gateway'))
      const emailSpans = find('job send-mail').flatMap(collector.childrenOf)
      const emailSpan = emailSpans.find(({ name }) => name === 'send email')!
      assert.deepEqual([emailSpan.kind, emailSpan.attributes['server.address']], [CLIENT_KIND, '127.0.0.1'])
      const webhookSpan = find('POST webhook')[0]!
      assert.equal(webhookSpan.attributes['http.response.status_code'], '200')
      const jobSpan = collector.spans.find(({ spanId }) => spanId === webhookSpan.parentSpanId)!
      assert.deepEqual(
        [
          jobSpan.kind,
          jobSpan.name,
          jobSpan.attributes['selvage.job.attempt'],
          jobSpan.attributes['selvage.job.result'],
        ],
        [CONSUMER_KIND, `job ${jobSpan.attributes['selvage.job.kind']}`, '1', 'done'],
      )
      for (const { headers } of webhookServer.receivedRequests) assert.equal(headers['traceparent'], undefined)
    })

    test('continue the trace of the caller if it is sampled, and its ID is in the log (OPS-17)', () => {
      const continuedSpans = collector.spans.filter(({ traceId }) => traceId === incomingTrace.traceId)
      const rootSpan = continuedSpans.find(({ parentSpanId }) => parentSpanId === incomingTrace.spanId)!
      assert.equal(rootSpan.name, `POST ${everyEndpoint.userLogin[1]}`)
      assert.ok(continuedSpans.length > 1)
      const lines = output.split('\n').filter((line) => line.includes('"request rejected"'))
      assert.equal(JSON.parse(lines[0]!).traceId, incomingTrace.traceId)
      assert.equal(
        collector.spans.some(({ traceId }) => traceId === unsampledTraceId),
        false,
      )
    })

    test('contain no personal data, secrets or parameters (OPS-17)', () => {
      const receivedText = collector.requests.map(({ body }) => body).join('\n')
      assert.match(receivedText, /selvage-dhaka/)
      const texts = [
        ...Object.values(guest),
        token,
        passwordsByUsername.owner,
        gateway.password,
        'nobody-01',
        'wrong-password',
      ]
      for (const text of [...texts, webhookServer.url, '/hook', 'check_in=', 'no-such-page', 'buyer.example'])
        assert.equal(receivedText.includes(text), false, text)
    })
  })
}

test('requests are served and the server stops if the collector is down or never answers (OPS-17)', async (t) => {
  const [stoppedCollector, silentCollector] = await Promise.all([openCollector(), openCollector()])
  await stoppedCollector.close()
  silentCollector.behaviour = () => {}
  t.after(() => silentCollector.close())
  for (const { url } of [stoppedCollector, silentCollector]) {
    const app = await startTestApp(sqlite, { OTEL_EXPORTER_OTLP_ENDPOINT: url })
    assert.equal((await app.get('/')).status, 200)
    await app.newGuest()
    await app.close()
  }
  assert.ok(silentCollector.requests.length > 0)
})

test('no spans are sent if the sampled share is 0 (OPS-17)', async (t) => {
  const collector = await openCollector()
  t.after(() => collector.close())
  for (const [share, isSent] of [
    ['0', false],
    ['1', true],
  ] as const) {
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: share }
    const app = await startTestApp(sqlite, environment)
    assert.equal((await app.get('/')).status, 200)
    await app.close()
    assert.equal(collector.requests.length > 0, isSent)
  }
})
