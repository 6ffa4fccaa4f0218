import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { openHouse, withAnOwner } from '#testing/house.ts'
import { writeCompany } from '#content/company.ts'
import { publish } from '#platform/database/publish.ts'

for (const engine of enginesFor(import.meta.url)) {
  test(`an empty house tells which of its first steps are done, on ${engine.name} (OFF-107)`, async (context) => {
    const house = await openHouse(engine, {}, withAnOwner)
    context.after(() => house.close())
    const token = await house.signIn('owner')
    const begun = async () => (await house.call('getWaitingRequests', {}, { token })).body.begun
    assert.deepEqual(await begun(), [])
    await writeCompany(house.db, { telephone: '+880 2 555 0100' })
    assert.deepEqual(await begun(), ['company'])
    await publish(house.db, async (press) => {
      await press.updateTable('passage').set({ text_en: 'Welcome.' }).where('key', '=', 'welcome').execute()
    })
    assert.deepEqual(await begun(), ['company', 'texts'])
  })
}
