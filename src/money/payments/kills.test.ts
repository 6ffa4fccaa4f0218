import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { scaleTimeout } from '#testing/patience.ts'
import { killWhilePaying } from '#testing/paying-kills.ts'
import { valueForTier } from '#testing/tier.ts'

/**
 * The number of kills per engine, spread over all steps. The variable `KILLS` overrides it, and `KILLS_SEED` the seed
 * of the random guests.
 */
const KILL_COUNT = Number(process.env['KILLS'] ?? valueForTier({ gate: 2, all: 12, soak: 20 }))
const SEED = Number(process.env['KILLS_SEED'] ?? 5)

for (const engine of bothEngines)
  test(
    `no money is lost and no room sold twice when the server is killed at any step of a payment, on ${engine.name} (PAY-18)`,
    { timeout: scaleTimeout(600_000 + KILL_COUNT * 60_000) },
    async (t) => {
      const { paidAttempts, kills } = await killWhilePaying(engine, { kills: KILL_COUNT, seed: SEED })
      t.diagnostic(`${paidAttempts} payments, ${kills} kills`)
      assert.ok(paidAttempts > 0)
    },
  )
