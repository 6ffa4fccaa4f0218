import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { fillChart } from '#testing/full-chart.ts'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { recordQueries } from '#testing/record-queries.ts'
import { parseDay } from '#platform/day.ts'
import { isNeededToday, toChart, type Bar, type Chart } from './model.ts'

test('a room is needed today while the guest of tonight has not arrived in it (OFF-359)', () => {
  const isNeeded = (due: string, from: number, to: number) =>
    isNeededToday({ today: 2 }, { bars: [{ stay: { due }, from, to } as Bar] })
  assert.ok(isNeeded('due', 2, 4))
  assert.ok(isNeeded('overdue', 1, 4))
  assert.ok(!isNeeded('here', 2, 4))
  assert.ok(!isNeeded('overdue', 0, 1), 'its guest leaves')
  assert.ok(!isNeeded('to_come', 3, 4))
})

for (const engine of enginesFor(import.meta.url)) {
  describe(`the tape chart on ${engine.name}`, () => {
    let app: TestApp
    let token: string
    const queries: string[] = []
    before(async () => {
      app = await startTestApp(recordQueries(engine, ({ sql: text }) => queries.push(text)))
      token = await app.signIn('staff')
    })
    after(() => app.close())

    const call = (name: Parameters<TestApp['call']>[0], form: object = {}) => app.call(name, form, { token })
    async function loadChart(from: number, days: number): Promise<Chart> {
      const { status, body } = await call('getChart', { from: app.day(from), days })
      assert.equal(status, 200, JSON.stringify(body))
      return toChart(body)
    }

    test('shows each live stay once, with or without a unit, and no cancelled stay (OFF-115)', async () => {
      const rooms = await app.db.selectFrom('room').select(['id', 'slug']).execute()
      const units = await app.db.selectFrom('unit').select(['id', 'room_id', 'name']).orderBy('name').execute()
      const singleRoomId = rooms.find(({ slug }) => slug === 'single')!.id
      const getUnitId = (name: string) => units.find((u) => u.name === name)!.id
      const book = async (name: string, from: number, to: number, unitName: string | null) => {
        const form = {
          from: app.day(from),
          to: app.day(to),
          rooms: [{ room: singleRoomId, unit: unitName && getUnitId(unitName), adults: 1 }],
          source: 'phone',
          name,
          phone: '+8801700000009',
          language: 'en',
        }
        const { status, body } = await call('bookAtDesk', form)
        assert.equal(status, 200, JSON.stringify(body))
        return body as { booking: number; version: number; code: string }
      }
      await book('Placed', 30, 33, '101')
      await book('Waiting', 30, 32, null)
      await book('Also waiting', 32, 34, null)
      const splitStay = await book('Split', 30, 34, '102')
      const parts = [
        { room: singleRoomId, unit: getUnitId('102'), from: app.day(30), to: app.day(32) },
        { room: singleRoomId, unit: getUnitId('103'), from: app.day(32), to: app.day(34) },
      ]
      await call('arrangeStays', { changes: [{ booking: splitStay.booking, version: splitStay.version, parts }] })
      const cancelledStay = await book('Gone', 36, 38, '104')
      await call('cancelStayByStaff', { code: cancelledStay.code, fee: 'none' })
      const ownerToken = await app.signIn('owner')
      const closureForm = { unit: getUnitId('104'), from: app.day(31), to: app.day(33), reason: 'Air conditioner' }
      assert.equal((await app.call('closeUnit', closureForm, { token: ownerToken })).status, 200)

      const chart = await loadChart(29, 7)
      const bars = chart.rows.flatMap(({ bars: rowBars }) => rowBars)
      const listPositions = (name: string) =>
        bars
          .filter(({ stay }) => stay?.name === name)
          .map(({ row, from, to }) => [chart.rows[row]!.unit?.name ?? null, from, to])
      assert.deepEqual(listPositions('Placed'), [['101', 1, 4]])
      assert.deepEqual(listPositions('Split'), [
        ['102', 1, 3],
        ['103', 3, 5],
      ])
      assert.deepEqual(
        [listPositions('Waiting'), listPositions('Also waiting'), listPositions('Gone')],
        [[[null, 1, 3]], [[null, 3, 5]], []],
      )
      assert.deepEqual(
        bars.filter(({ closure }) => closure).map(({ row, from, to }) => [chart.rows[row]!.unit!.name, from, to]),
        [['104', 2, 4]],
      )
      const heads = chart.lines.flatMap((line) => ('head' in line ? [line.head] : []))
      assert.deepEqual(heads.find(({ id }) => id === singleRoomId)!.left, [4, 1, 0, 0, 2, 4, 4])
    })

    test('reads 200 units, 90 days and 5,000 stays with one query and at most 60 kB (OFF-115)', async () => {
      const firstDay = parseDay(app.day(200))!
      const stays = await fillChart(app.db, { units: 200, days: 90, stays: 5_000, first: firstDay, now: app.clock.now })
      queries.length = 0
      const response = await call('getChart', { from: app.day(200), days: 90 })
      assert.equal(queries.filter((text) => /booking/.test(text)).length, 1)
      const chart = toChart(response.body)
      const shownStays = chart.rows.flatMap(({ bars }) => bars.map(({ stay }) => stay!.id))
      assert.deepEqual([shownStays.length, new Set(shownStays).size], [stays, stays])
      const byteCount = brotliCompressSync(JSON.stringify(response.body)).length
      assert.ok(byteCount <= 60_000, `${byteCount} bytes`)
    })
  })
}
