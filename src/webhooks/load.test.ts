import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enginesFor, type TestEngine } from '../../testing/engines.ts'
import { hangs, openWebhookServer, takes } from '../../testing/webhook-server.ts'
import { openWebhookHouse } from '../../testing/webhooks.ts'
import { inTransaction } from '../platform/database/database.ts'
import { tellOutside } from '../platform/work/events.ts'
import { mailLater } from '../messages/outbox.ts'
import { paymentEvents } from '../ledger/told.ts'

const EVENTS = 1_000

/** So many events to two who take them, beside one of whom it is said here how it behaves; how long the two have waited. */
async function timeOf(engine: TestEngine, manner: typeof takes): Promise<{ ms: number; letterMs: number }> {
  const at = await openWebhookHouse(engine)
  const [first, second] = [await openWebhookServer(), await openWebhookServer()]
  at.server.manner = manner
  try {
    const wanted = ['payment.received']
    for (const each of [at.server, first, second]) await at.add(each, wanted)
    const { db, clock } = at.house
    for (let batch = 0; batch < 10; batch++)
      await inTransaction(db, async (transaction) => {
        for (let one = 0; one < EVENTS / 10; one++)
          await tellOutside(
            transaction,
            { at: clock.now, about: 'booking A', wanted },
            paymentEvents,
            'payment.received',
            () => ({ booking_id: 'A', amount: batch * 100 + one, method: 'cash', reference: '' }),
          )
      })
    const began = performance.now()
    // Somebody is at work in the background; we only look.
    const letter = {
      kind: 'house_test',
      subject: 'While one hangs',
      paragraphs: ['On its way.'],
      pot: 'account',
    } as const
    await inTransaction(db, (transaction) => mailLater(transaction, clock.now, 'mina@buyer.example', 'en', letter))
    let letterMs = 0
    while (first.told.length < EVENTS || second.told.length < EVENTS) {
      await new Promise((resolve) => setTimeout(resolve, 25))
      const waited = performance.now() - began
      assert.ok(waited < 100_000, `${first.told.length} and ${second.told.length} after ${waited} ms`)
      if (letterMs === 0) {
        const sent = await db
          .selectFrom('mail')
          .select('id')
          .where('subject', '=', letter.subject)
          .where('sent_at', 'is not', null)
          .execute()
        if (sent.length > 0) letterMs = waited
      }
    }
    const ms = performance.now() - began
    for (const each of [first, second])
      assert.equal(new Set(each.events().map(({ id }) => id)).size, EVENTS, 'each of them, once')
    return { ms, letterMs }
  } finally {
    // Whoever hangs is let go of, or the house would wait for it.
    for (const each of [first, second]) await each.close()
    await at.close()
  }
}

for (const engine of enginesFor(import.meta.url))
  test(
    `a thousand events: one who hangs holds up neither the others nor the letters, on ${engine.name} (HOOK-8)`,
    { timeout: 600_000 },
    async (t) => {
      const alike = await timeOf(engine, takes)
      const beside = await timeOf(engine, hangs)
      t.diagnostic(
        `${Math.round(alike.ms)} ms where all take it, ${Math.round(beside.ms)} ms beside one that hangs; the letter after ${Math.round(beside.letterMs)} ms`,
      )
      // The one that hangs has no work for us, so it is sooner if anything; the machine has others to serve.
      assert.ok(beside.ms < alike.ms * 1.5 + 2_000)
      assert.ok(beside.letterMs > 0 && beside.letterMs < 5_000)
    },
  )
