import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, ownerOnlyContent } from '#testing/test-app.ts'
import { writeCompany } from '#content/company.ts'
import { publish } from '#platform/database/publish.ts'

for (const engine of enginesFor(import.meta.url)) {
  test(`getWaitingRequests returns the completed setup steps of an empty database, on ${engine.name} (OFF-107)`, async (context) => {
    const app = await startTestApp(engine, {}, ownerOnlyContent)
    context.after(() => app.close())
    const token = await app.signIn('owner')
    const readCompletedSteps = async () => (await app.call('getWaitingRequests', {}, { token })).body.begun
    assert.deepEqual(await readCompletedSteps(), [])
    await writeCompany(app.db, { telephone: '+880 2 555 0100' })
    assert.deepEqual(await readCompletedSteps(), ['company'])
    await publish(app.db, async (tx) => {
      await tx.updateTable('passage').set({ text_en: 'Welcome.' }).where('key', '=', 'welcome').execute()
    })
    assert.deepEqual(await readCompletedSteps(), ['company', 'texts'])
  })
}
