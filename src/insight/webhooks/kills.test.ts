import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { scaleTimeout } from '#testing/patience.ts'
import { valueForTier } from '#testing/tier.ts'
import { killDuringDelivery } from '#testing/webhook-kills.ts'

/** Kills for each engine, spread over all steps. `KILLS` in the environment overrides the number. */
const KILL_COUNT = Number(process.env['KILLS'] ?? valueForTier({ gate: 2, all: 12, soak: 15 }))

for (const engine of bothEngines)
  test(
    `no webhook is lost when the server is killed at any step of sending, on ${engine.name} (HOOK-7)`,
    { timeout: scaleTimeout(600_000 + KILL_COUNT * 60_000) },
    async (t) => {
      const {
        bookingCount,
        receivedCount: requests,
        duplicateCount: repeatedCount,
      } = await killDuringDelivery(engine, { kills: KILL_COUNT })
      t.diagnostic(
        `${bookingCount} stays, ${KILL_COUNT} kills; ${requests} requests to one endpoint, ${repeatedCount} repeated requests to both`,
      )
      assert.ok(bookingCount > 0)
    },
  )
