import './load.test.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { sendWebhooksBesideEmail } from '#testing/webhook-load.ts'
import { neverRespond, accept } from '#testing/webhook-server.ts'

for (const engine of bothEngines)
  test(`an endpoint that hangs does not slow down the delivery of 1,000 events to another, on ${engine.name} (HOOK-8)`, async (t) => {
    const normalRun = await sendWebhooksBesideEmail(engine, { events: 1_000, third: accept })
    const hangingResult = await sendWebhooksBesideEmail(engine, { events: 1_000, third: neverRespond })
    t.diagnostic(
      `${Math.round(normalRun.ms)} ms where all endpoints accept, ${Math.round(hangingResult.ms)} ms beside one that hangs; the email after ${Math.round(hangingResult.emailMs)} ms`,
    )
    assert.ok(hangingResult.ms < normalRun.ms * 1.5 + 2_000)
    assert.ok(hangingResult.emailMs < 5_000)
  })
