import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertConfirmed } from '#testing/assert-confirmed.ts'
import { pickBelow } from '#testing/crash.ts'
import { enginesFor } from '#testing/engines.ts'
import { LOAD_CLIENT_COUNT, openLoad } from '#testing/load.ts'
import { scaleTimeout } from '#testing/patience.ts'
import { openServerData, startServer } from '#testing/process.ts'
import { valueForTier } from '#testing/tier.ts'
import { writeCompany } from '#content/company.ts'

/** The number of kills per engine. */
const ROUNDS = valueForTier({ gate: 1, all: 3, soak: 10 })
/** So few days that rooms sell out and clients compete for the last ones. Each round has some new days. */
const DAYS = 40
const NEW_DAYS_PER_ROUND = 15

for (const engine of enginesFor(import.meta.url)) {
  test(
    `a server killed while guests book and pay and the desk works loses no acknowledged operation and sells no room twice, on ${engine.name} (OPS-18)`,
    { timeout: scaleTimeout(600_000 + ROUNDS * 60_000) },
    async (t) => {
      const [data, load] = await Promise.all([openServerData(engine), openLoad()])
      t.after(async () => {
        await load.close()
        await data.close()
      })
      const start = () => startServer({ ...data.environment, ...load.environment })
      const { confirmed } = load
      for (let round = 0; round < ROUNDS; round++) {
        const server = await start()
        try {
          if (round === 0) await writeCompany(data.db, { takesOnlinePayments: true })
          const clients = load.start(server.url, { first: 2 + round * NEW_DAYS_PER_ROUND, count: DAYS })
          // The clients continue, so the kill interrupts their requests.
          const loadedPromise = Promise.all([
            confirmed.all.waitForMore(LOAD_CLIENT_COUNT + pickBelow(3 * LOAD_CLIENT_COUNT)),
            confirmed.payments.waitForMore(1),
          ])
          await Promise.race([loadedPromise, clients])
          await server.kill()
          await clients
        } finally {
          await server.kill()
        }
        await assertConfirmed(data.db, confirmed)
      }
      assert.ok(confirmed.all.size >= ROUNDS * LOAD_CLIENT_COUNT && confirmed.payments.size >= ROUNDS)
      assert.equal(await (await start()).stop(), 0)
      const { bookings, payments, tillMovements } = confirmed
      const countsText = `${bookings.size} bookings, ${payments.size} payments and ${tillMovements.size} till movements`
      t.diagnostic(`${ROUNDS} kills, ${countsText} acknowledged`)
    },
  )
}
