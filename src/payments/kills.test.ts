import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bothEngines } from '../../testing/engines.ts'
import { killWhilePaying } from '../../testing/paying-kills.ts'

/** How often the house dies on each engine, spread over all steps; KILLS says another number, and KILLS_SEED which guests come. */
const KILLS = Number(process.env['KILLS'] ?? 8)
const SEED = Number(process.env['KILLS_SEED'] ?? 5)

for (const engine of bothEngines)
  test(
    `a house that is killed at every step of paying loses no money, and sells no room twice, on ${engine.name} (PAY-18)`,
    { timeout: 60_000 + KILLS * 45_000 },
    async (t) => {
      const { paid, kills } = await killWhilePaying(engine, { kills: KILLS, seed: SEED })
      t.diagnostic(`${paid} payments in ${kills} lives`)
      assert.ok(paid > 0)
    },
  )
