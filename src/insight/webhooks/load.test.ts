import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { patience } from '#testing/patience.ts'
import { valueForTier } from '#testing/tier.ts'
import { sendWebhooksBesideEmail } from '#testing/webhook-load.ts'
import { neverRespond } from '#testing/webhook-server.ts'
import { MAX_PARALLEL_REQUESTS } from './limits.ts'

const events = valueForTier({ gate: 24, all: 200, soak: 1_000 })

for (const engine of enginesFor(import.meta.url))
  test(`an endpoint that never answers delays neither ${events} events to another endpoint nor an email, on ${engine.name} (HOOK-8)`, async () => {
    // The response timeout exceeds the test, so events that wait for the third endpoint would never be sent.
    const timeLimits = { webhookAnswer: patience(3_600_000) }
    const { third } = await sendWebhooksBesideEmail(engine, { events, third: neverRespond, timeLimits })
    assert.ok(third.requests >= 1 && third.requests <= MAX_PARALLEL_REQUESTS, `${third.requests} requests`)
    assert.equal(third.accepted, 0)
  })
