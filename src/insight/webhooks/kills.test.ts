import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { patience } from '#testing/patience.ts'
import { valueForTier } from '#testing/tier.ts'
import { killDuringDelivery } from '#testing/webhook-kills.ts'

/** Kills for each engine, spread over all steps. `KILLS` in the environment overrides the number. */
const KILLS = Number(process.env['KILLS'] ?? valueForTier({ gate: 2, all: 12, soak: 30 }))

for (const engine of bothEngines)
  test(
    `no webhook is lost when the server is killed at any step of sending, on ${engine.name} (HOOK-7)`,
    { timeout: patience(600_000 + KILLS * 60_000) },
    async (t) => {
      const {
        bookingCount,
        receivedCount: requests,
        duplicateCount: repeatedCount,
      } = await killDuringDelivery(engine, { kills: KILLS })
      t.diagnostic(
        `${bookingCount} stays, ${KILLS} kills; ${requests} requests to one endpoint, ${repeatedCount} repeated requests to both`,
      )
      assert.ok(bookingCount > 0)
    },
  )
