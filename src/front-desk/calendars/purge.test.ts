import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startCalendarApp } from '#testing/calendars.ts'
import { enginesFor } from '#testing/engines.ts'
import { purgeImported } from './purge.ts'
import { importedRetention } from './retention.ts'

for (const engine of enginesFor(import.meta.url))
  describe(`what others called their nights, on ${engine.name}`, () => {
    test('is forgotten 90 days after the last of them; that the unit was closed stays (CAL-24)', async () => {
      const at = await startCalendarApp(engine)
      try {
        const { units } = await at.newRoom(1)
        at.say({ uid: 'a', from: at.house.day(0), to: at.house.day(2), title: 'Lena, 4 persons' })
        await at.read(units[0]!.id)
        const titles = async () => {
          await purgeImported(at.house.db, at.house.clock.now)
          return (await at.house.db.selectFrom('imported_event').select('title').execute()).map(({ title }) => title)
        }
        at.house.clock.advance((importedRetention.days + 2) * 86_400_000)
        assert.deepEqual(await titles(), ['Lena, 4 persons'])
        at.house.clock.advance(86_400_000)
        assert.deepEqual(await titles(), [])
        assert.equal((await at.closed(units[0]!.id)).length, 1)
      } finally {
        await at.close()
      }
    })
  })
