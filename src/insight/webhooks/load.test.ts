import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { scaleTimeout } from '#testing/patience.ts'
import { valueForTier } from '#testing/tier.ts'
import { sendWebhooksBesideEmail } from '#testing/webhook-load.ts'
import { neverRespond } from '#testing/webhook-server.ts'
import { MAX_PARALLEL_REQUESTS } from './limits.ts'

const eventCount = valueForTier({ gate: 24, all: 200, soak: 1_000 })

for (const engine of enginesFor(import.meta.url))
  test(`an endpoint that never answers delays neither ${eventCount} events to another endpoint nor an email, on ${engine.name} (HOOK-8)`, async () => {
    // The response timeout exceeds the test, so events that wait for the third endpoint would never be sent.
    const timeLimits = { webhookAnswer: scaleTimeout(3_600_000) }
    const { third } = await sendWebhooksBesideEmail(engine, { events: eventCount, third: neverRespond, timeLimits })
    assert.ok(third.requests >= 1 && third.requests <= MAX_PARALLEL_REQUESTS, `${third.requests} requests`)
    assert.equal(third.accepted, 0)
  })
