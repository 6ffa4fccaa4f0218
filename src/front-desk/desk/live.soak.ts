import './live.test.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { startTestApp } from '#testing/test-app.ts'

for (const engine of bothEngines)
  test(`the desk sends changes to its listeners within two seconds on ${engine.name} (OFF-109)`, async (t) => {
    const app = await startTestApp(engine)
    t.after(() => app.close())
    const token = await app.signIn('staff')
    const response = await app.fetch('/api/office/watchChanges?seconds=60', {
      headers: { authorization: `Bearer ${token}` },
    })
    const reader = response.body!.getReader()
    await reader.read()
    const durationsMs: number[] = []
    for (let round = 0; round < 10; round++) {
      const startedAt = performance.now()
      const { status } = await app.call('addDeskNote', { text: `Note ${round}`, task: true }, { token })
      assert.equal(status, 200)
      await reader.read()
      durationsMs.push(performance.now() - startedAt)
    }
    await reader.cancel()
    t.diagnostic(`${durationsMs.map((ms) => ms.toFixed(0)).join(', ')} ms`)
    assert.ok(Math.max(...durationsMs) < 2_000)
  })
