import assert from 'node:assert/strict'
import { events as kinds, eventTypes } from '#insight/webhooks/events.ts'
import type { EveryEndpointName } from '#routes/office.ts'
import { resolveSchema, createValidator } from './api-description.ts'
import type { TimeLimits } from '#platform/context.ts'
import type { DatabaseContent, TestEngine } from './engines.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { openWebhookServer, type WebhookServer } from './webhook-server.ts'
import { MINUTE_MS } from '#platform/durations.ts'

/** A test server that may send webhooks to this machine, and a fake endpoint. */
export interface WebhookApp {
  testApp: TestApp
  server: WebhookServer
  owner(): Promise<string>
  /** Calls an endpoint as the owner and asserts success. */
  // eslint-disable-next-line typescript/no-explicit-any -- tests read any field of a response
  callOk(name: EveryEndpointName, form?: object, token?: string): Promise<any>
  /** Adds a webhook endpoint and returns its id and secret. */
  add(server?: WebhookServer, events?: readonly string[]): Promise<{ id: number; secret: string }>
  /** Creates and sends all pending deliveries. */
  sendWebhooks(): Promise<void>
  /** Returns the deliveries of an endpoint, newest first. */
  // eslint-disable-next-line typescript/no-explicit-any -- tests read any field of a response
  deliveries(id: number, state?: string): Promise<any[]>
  close(): Promise<void>
}

const REACH_LOOPBACK = '127.0.0.1, 127.0.0.3'

export async function startWebhookApp(
  engine: TestEngine,
  environment: Record<string, string> = {},
  content?: DatabaseContent,
  timeLimits?: Partial<TimeLimits>,
): Promise<WebhookApp> {
  const app = await startTestApp(engine, { REACH_INSIDE: REACH_LOOPBACK, ...environment }, content, timeLimits)
  const server = await openWebhookServer()
  let ownerSession: { token: string; at: number } | null = null
  async function signInOwner(): Promise<string> {
    if (ownerSession && Math.abs(app.clock.now - ownerSession.at) < 5 * MINUTE_MS) return ownerSession.token
    ownerSession = { token: await app.signIn('owner'), at: app.clock.now }
    return ownerSession.token
  }
  const callOk: WebhookApp['callOk'] = async (name, form, token) =>
    app.callOk(name, form, { token: token ?? (await signInOwner()) })
  return {
    testApp: app,
    server,
    owner: signInOwner,
    callOk,
    add: (to = server, events = eventTypes) => callOk('addWebhook', { address: to.url, events }),
    sendWebhooks: async () => void (await app.worker.runDue()),
    deliveries: async (id, state) => (await callOk('getWebhookDeliveries', { id, ...(state && { state }) })).data,
    async close() {
      await app.close()
      await server.close()
    },
  }
}

type WebhookEvents = ReturnType<WebhookServer['events']>

/** Returns the events at two endpoints since the last call, in order. Asserts that both got each event once. */
export function compareEndpoints(webhookApp: WebhookApp, second: WebhookServer) {
  let validator: ReturnType<typeof createValidator> | undefined
  const sortById = (events: WebhookEvents) => events.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  async function readNewEvents(): Promise<WebhookEvents> {
    await webhookApp.sendWebhooks()
    const [events, secondEvents] = [webhookApp.server.events(), second.events()]
    assert.deepEqual(sortById(events), sortById(secondEvents))
    assert.equal(new Set(events.map(({ id }) => id)).size, events.length, 'each event once')
    const { body: api } = await webhookApp.testApp.call('getOpenApi')
    validator ??= createValidator(api)
    for (const event of events) {
      const { shape } = kinds[event.type as keyof typeof kinds].data
      assert.deepEqual(Object.keys(event.data).toSorted(), Object.keys(shape).toSorted(), event.type)
      const schema = resolveSchema(api.webhooks[event.type].post.requestBody.content['application/json'].schema)
      assert.ok(validator.validate(schema, event), `${event.type}: ${validator.errorsText()}`)
    }
    const eventRows = await webhookApp.testApp.db.selectFrom('webhook_event').select('code').orderBy('id').execute()
    const positions = new Map(eventRows.map(({ code }, position) => [code, position]))
    webhookApp.server.receivedRequests.length = second.receivedRequests.length = 0
    return events.toSorted((a, b) => positions.get(a.id)! - positions.get(b.id)!)
  }
  return { readNewEvents, types: async () => (await readNewEvents()).map(({ type }) => type) }
}
