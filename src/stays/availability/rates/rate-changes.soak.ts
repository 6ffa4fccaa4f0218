import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { createRateCalls } from '#testing/rates.ts'

for (const engine of bothEngines) {
  describe(`a large rate change, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)

    test('of 10,800 nights takes at most 30 seconds, and reading them takes at most three (OFF-61, OFF-62)', async (t) => {
      const rateCalls = await createRateCalls(app)
      const roomIds: number[] = []
      for (let room = 0; room < 20; room++) roomIds.push(await rateCalls.newRoom())
      const measureMs = async (request: () => Promise<{ status: number }>) => {
        const startedAt = performance.now()
        assert.equal((await request()).status, 200)
        return Math.round(performance.now() - startedAt)
      }
      const form = { rooms: roomIds, from: app.day(0), to: app.day(539), price: 'percent', amount: 8 }
      const changeMs = await measureMs(() => rateCalls.change(form))
      const readDurationMs = await measureMs(() => rateCalls.call('getRates'))
      t.diagnostic(`changed in ${changeMs} ms, read in ${readDurationMs} ms`)
      assert.ok(changeMs < 30_000 && readDurationMs < 3_000)
    })
  })
}
