import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bothEngines } from '../../testing/engines.ts'
import { killWhileTelling } from '../../testing/webhook-kills.ts'

/** How often the house dies on each engine, spread over all steps; KILLS says another number. */
const KILLS = Number(process.env['KILLS'] ?? 8)

for (const engine of bothEngines)
  test(
    `a house that is killed at every step of telling loses nothing that it is to tell, on ${engine.name} (HOOK-7)`,
    { timeout: 60_000 + KILLS * 45_000 },
    async (t) => {
      const { booked, told, twice } = await killWhileTelling(engine, { kills: KILLS })
      t.diagnostic(`${booked} stays in ${KILLS} lives; ${told} messages to one program, ${twice} to both came again`)
      assert.ok(booked > 0)
    },
  )
