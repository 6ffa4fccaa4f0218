import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { fillDecember } from '#testing/december-figures.ts'
import { enginesFor } from '#testing/engines.ts'
import { buildNights, insertStay } from '#testing/insert-stay.ts'
import { addRoom } from '#testing/rooms.ts'
import { ownerOnlyContent, setUpTestApp } from '#testing/test-app.ts'
import { parseDay } from '#platform/day.ts'
import type { FigureStays } from './office/stays-contract.ts'

const december = { from: '2026-12-01', until: '2026-12-31' }

for (const engine of enginesFor(import.meta.url)) {
  describe(`the stays behind a figure, on ${engine.name}`, () => {
    const app = setUpTestApp(engine, {}, ownerOnlyContent)
    let ownerToken: string
    before(async () => {
      ownerToken = await app.signIn('owner')
      await fillDecember(app)
    })

    const listStays = (query: object): Promise<FigureStays> =>
      app.callOk('getFigureStays', { ...december, ...query }, { token: ownerToken })

    test('match the reference sheet in nights, in total and by room type, source and country (OFF-293)', async () => {
      const cases: [query: object, stays: number, nights: number, net: number, vat: number][] = [
        [{}, 7, 16, 84_000, 12_350],
        [{ room: 'single' }, 5, 10, 38_000, 5_450],
        [{ room: 'twin' }, 3, 6, 46_000, 6_900],
        [{ source: 'agent' }, 2, 6, 39_000, 5_850],
        [{ country: 'GB' }, 1, 2, 16_000, 2_400],
        [{ country: '-' }, 4, 8, 29_000, 4_100],
        [{ country: '-', room: 'twin', source: 'phone' }, 1, 1, 6_000, 900],
        [{ room: 'nowhere' }, 0, 0, 0, 0],
        [{ from: '2026-12-31' }, 2, 2, 13_000, 1_700],
      ]
      for (const [query, stays, nights, net, vat] of cases) {
        const { all, data } = await listStays({ figure: 'nights', ...query })
        const description = JSON.stringify(query)
        assert.deepEqual(all, { stays, nights, net, vat }, description)
        const sum = (getValue: (stay: FigureStays['data'][number]) => number) =>
          data.reduce((total, stay) => total + getValue(stay), 0)
        assert.deepEqual(
          [data.length, sum((stay) => stay.nights), sum((stay) => stay.net!), sum((stay) => stay.vat!)],
          [stays, nights, net, vat],
          description,
        )
      }
      const { data } = await listStays({ figure: 'nights', source: 'agent', room: 'twin' })
      assert.deepEqual(data, [
        {
          code: 'PARTY00001',
          name: 'Rafiq Islam',
          room_name: 'A room',
          checkin: '2026-12-05',
          checkout: '2026-12-08',
          nights: 3,
          net: 24_000,
          vat: 3_600,
        },
      ])
    })

    test('match the number that each figure reports (OFF-293)', async () => {
      const { now } = (await app.call('getFigures', { period: 'last_month', compare: 'none' }, { token: ownerToken }))
        .body
      const figures = {
        left: now.length_of_stay.stays,
        arrived: now.lead_time.stays,
        made: now.ended.made,
        made_cancelled: now.ended.made_and_cancelled,
        cancelled: now.ended.cancelled,
        no_shows: now.ended.no_shows,
      }
      assert.deepEqual(Object.values(figures), [4, 5, 8, 1, 2, 1])
      for (const [figure, times] of Object.entries(figures)) {
        const { all, data } = await listStays({ figure })
        assert.deepEqual([all!.stays, data.length], [times, times], figure)
      }
      const { data } = await listStays({ figure: 'left' })
      assert.deepEqual(
        data.map(({ checkout, nights }) => [checkout, nights]),
        [
          ['2026-12-03', 4],
          ['2026-12-08', 3],
          ['2026-12-17', 3],
          ['2026-12-22', 2],
        ],
      )
    })

    test('count a stay of several rooms as long as one of its rooms is booked (OFF-293)', async () => {
      const october = { from: '2026-10-01', until: '2026-10-31' }
      const roomId = await addRoom(app.db, 'group', 2)
      const toTimestamp = (day: string) => Date.parse(`${day}T12:00+06:00`)
      const insertRoom = (code: string, arrival: string, fields: object) =>
        insertStay(app.db, buildNights(roomId, parseDay(arrival)!, 2, 2_300, 300), {
          code,
          stay_code: 'GROUP00001',
          created_at: toTimestamp('2026-10-02'),
          ...fields,
        })
      const cancelled = { status: 'cancelled', cancelled_at: toTimestamp('2026-10-05') } as const
      await insertRoom('GROUP00001', '2026-10-10', cancelled)
      await insertRoom('GROUP00002', '2026-10-11', { status: 'checked_out' })
      await insertRoom('GROUP00003', '2026-10-12', { status: 'checked_out' })
      const readFigures = async () => {
        const query = { ...october, period: 'own', compare: 'none' }
        const { now } = await app.callOk('getFigures', query, { token: ownerToken })
        const { made, made_and_cancelled, cancelled: ended } = now.ended
        const figures = {
          left: now.length_of_stay.stays,
          arrived: now.lead_time.stays,
          made,
          made_cancelled: made_and_cancelled,
          cancelled: ended,
        }
        for (const [figure, times] of Object.entries(figures)) {
          const { all, data } = await listStays({ ...october, figure })
          assert.deepEqual([all!.stays, data.length], [times, times], figure)
        }
        return Object.values(figures)
      }
      assert.deepEqual(await readFigures(), [1, 1, 1, 0, 0])
      const [arrival] = (await listStays({ ...october, figure: 'arrived' })).data
      assert.deepEqual([arrival!.code, arrival!.checkin], ['GROUP00001', '2026-10-11'])
      await app.db
        .updateTable('booking')
        .set({ ...cancelled, cancelled_at: toTimestamp('2026-10-07') })
        .where('stay_code', '=', 'GROUP00001')
        .where('code', '<>', 'GROUP00001')
        .execute()
      assert.deepEqual(await readFigures(), [0, 0, 1, 1, 1])
      const [cancellation] = (await listStays({ ...october, figure: 'cancelled' })).data
      assert.equal(cancellation!.code, 'GROUP00001')
    })

    test('cannot be listed with invalid dates or filters (OFF-293)', async () => {
      const cases: [query: object, field: string][] = [
        [{ figure: 'nights', from: '2027-01-01' }, 'until'],
        [{ figure: 'nights', from: '2025-01-01' }, 'until'],
        [{ figure: 'nights', until: '2026-02-30' }, 'until'],
        [{ figure: 'profit' }, 'figure'],
        [{ figure: 'nights', source: 'pigeon' }, 'source'],
        [{ figure: 'nights', after: '1-2-3' }, 'after'],
      ]
      for (const [query, field] of cases) {
        const { status, body } = await app.call('getFigureStays', { ...december, ...query }, { token: ownerToken })
        assert.equal(status, 422, JSON.stringify(query))
        assert.ok(field in body.errors, JSON.stringify(body.errors))
      }
    })
  })
}
