import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startCalendarApp } from '#testing/calendar-app.ts'
import { enginesFor } from '#testing/engines.ts'
import { purgeImportedEvents } from './purge.ts'
import { importedRetention } from './retention.ts'

for (const engine of enginesFor(import.meta.url))
  describe(`titles of imported events, on ${engine.name}`, () => {
    test('are deleted more than 90 days after the end of the event, but the closure of the unit remains (CAL-24)', async () => {
      const calendarApp = await startCalendarApp(engine)
      try {
        const { units } = await calendarApp.newRoom(1)
        calendarApp.setEvents({
          uid: 'a',
          from: calendarApp.testApp.day(0),
          to: calendarApp.testApp.day(2),
          title: 'Lena, 4 persons',
        })
        await calendarApp.importCalendar(units[0]!.id)
        const purgeAndReadTitles = async () => {
          await purgeImportedEvents(calendarApp.testApp.db, calendarApp.testApp.clock.now)
          return (await calendarApp.testApp.db.selectFrom('imported_event').select('title').execute()).map(
            ({ title }) => title,
          )
        }
        calendarApp.testApp.clock.advance((importedRetention.days + 2) * 86_400_000)
        assert.deepEqual(await purgeAndReadTitles(), ['Lena, 4 persons'])
        calendarApp.testApp.clock.advance(86_400_000)
        assert.deepEqual(await purgeAndReadTitles(), [])
        assert.equal((await calendarApp.readClosures(units[0]!.id)).length, 1)
      } finally {
        await calendarApp.close()
      }
    })
  })
