import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { paymentEvents } from '#ledger/events.ts'
import { enqueueEmail } from '#mail/outbox.ts'
import type { TimeLimits } from '#platform/context.ts'
import { inTransaction } from '#platform/database/database.ts'
import { publishEvent } from '#platform/events.ts'
import type { TestEngine } from './engines.ts'
import { openWebhookServer, type Behaviour } from './webhook-server.ts'
import { startWebhookApp } from './webhook-app.ts'

interface WebhookLoad {
  events: number
  third: Behaviour
  timeLimits?: Partial<TimeLimits>
}

interface WebhookLoadResult {
  /** The time until two endpoints had received all events and the email was sent. */
  ms: number
  emailMs: number
  /** The requests that the third endpoint had received by then, and the events that it had accepted. */
  third: { requests: number; accepted: number }
}

/** Sends events to two endpoints that accept them and to a third, and one email, with the background worker alone. */
export async function sendWebhooksBesideEmail(
  engine: TestEngine,
  { events, third, timeLimits }: WebhookLoad,
): Promise<WebhookLoadResult> {
  const webhookApp = await startWebhookApp(engine, {}, undefined, timeLimits)
  const [firstServer, secondServer] = [await openWebhookServer(), await openWebhookServer()]
  webhookApp.server.behaviour = third
  try {
    const { db, clock } = webhookApp.testApp
    const subscribedTypes = ['payment.received']
    const { id } = await webhookApp.add(webhookApp.server, subscribedTypes)
    for (const endpoint of [firstServer, secondServer]) await webhookApp.add(endpoint, subscribedTypes)
    const batchSize = Math.min(100, events)
    for (let sentCount = 0; sentCount < events; sentCount += batchSize)
      await inTransaction(db, async (transaction) => {
        for (let number = sentCount; number < Math.min(sentCount + batchSize, events); number++)
          await publishEvent(
            transaction,
            { at: clock.now, about: 'booking A', eventTypes: subscribedTypes },
            paymentEvents,
            'payment.received',
            () => ({ booking_id: 'A', amount: number, method: 'cash', reference: '' }),
          )
      })
    const startedAt = performance.now()
    const subject = 'While an endpoint hangs'
    const email = { kind: 'staff_test', subject, paragraphs: ['On its way.'] } as const
    await inTransaction(db, (transaction) => enqueueEmail(transaction, clock.now, 'mina@buyer.example', 'en', email))
    const isEmailSent = async () => {
      const { sent_at } = await db
        .selectFrom('mail')
        .select('sent_at')
        .where('subject', '=', subject)
        .executeTakeFirstOrThrow()
      return sent_at !== null
    }
    let emailMs = 0
    const hasReceivedAll = () =>
      firstServer.receivedRequests.length >= events && secondServer.receivedRequests.length >= events
    while (!hasReceivedAll() || emailMs === 0 || webhookApp.server.receivedRequests.length === 0) {
      await sleep(10)
      if (emailMs === 0 && (await isEmailSent())) emailMs = performance.now() - startedAt
    }
    const ms = performance.now() - startedAt
    for (const endpoint of [firstServer, secondServer])
      assert.equal(new Set(endpoint.events().map((event) => event.id)).size, events, 'each event once')
    const acceptedRows = await db
      .selectFrom('webhook_delivery')
      .select('id')
      .where('endpoint_id', '=', id)
      .where('state', '=', 'delivered')
      .execute()
    return {
      ms,
      emailMs,
      third: { requests: webhookApp.server.receivedRequests.length, accepted: acceptedRows.length },
    }
  } finally {
    // Requests that are still open would delay the shutdown of the app.
    for (const endpoint of [webhookApp.server, firstServer, secondServer]) await endpoint.close()
    await webhookApp.testApp.close()
  }
}
