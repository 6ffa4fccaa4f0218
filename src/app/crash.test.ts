import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import {
  killDuringTillWork,
  killWhileBooking,
  registerGuest,
  assertAcknowledged,
  createStayFormAhead,
} from '#testing/crash.ts'
import { bothEngines } from '#testing/engines.ts'
import { callEndpoint } from '#testing/test-app.ts'
import { openServerData, startServer, type ServerData } from '#testing/process.ts'
import { valueForTier } from '#testing/tier.ts'

/** The number of kills per engine. */
const ROUNDS = valueForTier({ gate: 1, all: 5, soak: 10 })
const FREE_DAYS_AHEAD = 520

for (const engine of bothEngines) {
  describe(`a server killed while guests book, on ${engine.name}`, () => {
    let serverData: ServerData
    before(async () => void (serverData = await openServerData(engine)))
    after(() => serverData.close())

    test('keeps every acknowledged booking and counts each booked night (BOOK-8)', async (t) => {
      const { acknowledged: acknowledgedCount, readyMs } = await killWhileBooking(serverData, ROUNDS)
      const slowestMs = Math.max(...readyMs).toFixed(0)
      t.diagnostic(`${acknowledgedCount} acknowledged in ${ROUNDS} rounds, ready again after at most ${slowestMs} ms`)
    })

    test('books a request only once if it is repeated with the same key after a crash', async () => {
      const firstServer = await startServer({ ...serverData.environment, RATE_LIMIT: 'off' })
      const token = await registerGuest(firstServer.url)
      const form = createStayFormAhead(FREE_DAYS_AHEAD, 2)
      const key = randomUUID()
      const callPromises = Array.from({ length: 6 }, () =>
        callEndpoint(firstServer.url, 'requestGuestBooking', form, { token, key }).catch(() => null),
      )
      await Promise.race(callPromises)
      await firstServer.kill()
      const bookedCodes = (await Promise.all(callPromises)).flatMap((answer) =>
        answer?.status === 200 ? [answer.body.booking_id as string] : [],
      )
      const secondServer = await startServer({ ...serverData.environment, RATE_LIMIT: 'off' })
      try {
        const { status, body } = await callEndpoint(secondServer.url, 'requestGuestBooking', form, { token, key })
        assert.equal(status, 200)
        assert.deepEqual(new Set([...bookedCodes, body.booking_id]), new Set([body.booking_id]))
        await assertAcknowledged(serverData, new Set([body.booking_id]))
      } finally {
        await secondServer.kill()
      }
    })

    test('keeps every acknowledged till movement and counts it in the cash drawer (OFF-193)', async () => {
      assert.ok((await killDuringTillWork(serverData)) > 0)
    })
  })
}
