import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { enginesFor } from '#testing/engines.ts'
import { keepSignedIn } from '#testing/keep-signed-in.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { DAY_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`late arrivals on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let token: string
    let singleRoomId: number
    before(async () => {
      token = await app.signIn('owner')
      await keepSignedIn(app.db)
      singleRoomId = (
        await app.db.selectFrom('room').select('id').where('slug', '=', 'single').executeTakeFirstOrThrow()
      ).id
    })

    async function callOk(name: Parameters<TestApp['call']>[0], form: object = {}) {
      const { status, body } = await app.call(name, form, { token })
      assert.equal(status, 200, JSON.stringify(body))
      return body
    }
    const book = async (name: string, from: number, to: number): Promise<{ booking: number; version: number }> => {
      const form = { source: 'walk_in', name, phone: '+8801700000009', language: 'en' }
      const rooms = [{ room: singleRoomId, adults: 1 }]
      const { booking, version } = await callOk('bookAtDesk', {
        ...form,
        from: app.day(from),
        to: app.day(to),
        rooms,
      })
      return { booking, version }
    }
    const listFreeUnits = async (from: number, to: number): Promise<{ id: number; occupied: boolean }[]> =>
      (await callOk('getFreeUnits', { from: app.day(from), to: app.day(to) })).data.find(
        ({ room }: { room: number }) => room === singleRoomId,
      ).units
    const readArrivalNames = async (): Promise<string[]> =>
      (await callOk('getToday')).arrivals.map(({ name }: { name: string }) => name)

    test('are offered empty units before occupied ones for last night (OFF-120)', async () => {
      const minasStay = await book('Mina', 0, 2)
      const [firstFreeUnit] = await listFreeUnits(-1, 0)
      await callOk('checkGuestIn', { ...minasStay, unit: firstFreeUnit!.id, anyway: true })
      const units = await listFreeUnits(-1, 0)
      assert.ok(units.length > 1)
      assert.deepEqual(
        units.map(({ occupied }) => occupied),
        units.map((_, at) => at === units.length - 1),
      )
      assert.equal(units.at(-1)!.id, firstFreeUnit!.id)
    })

    test('can book last night as walk-ins at one in the morning, but not during the day (OFF-120)', async () => {
      const readLastNight = async () => (await callOk('getFreeUnits', {})).last_night
      assert.equal(await readLastNight(), null)
      const originalNow = app.clock.now
      // From 09:00 to 01:00 in Dhaka.
      app.clock.now += 16 * 3_600_000
      try {
        assert.equal(await readLastNight(), app.day(-1))
        await book('Walks in', -1, 0)
      } finally {
        app.clock.now = originalNow
      }
    })

    test('remain on the arrivals list if the property closes no days (OFF-121)', async () => {
      const rafiqsStay = await book('Rafiq', 1, 3)
      const weisStay = await book('Wei', 2, 3)
      app.clock.advance(9 * DAY_MS)
      assert.deepEqual((await readArrivalNames()).filter((name) => ['Rafiq', 'Wei'].includes(name)).sort(), [
        'Rafiq',
        'Wei',
      ])
      // The first closing lists both guests.
      const { day, arrivals: openArrivals } = await callOk('getDay')
      assert.ok(openArrivals.some(({ name }: { name: string }) => name === 'Rafiq'))
      assert.equal((await app.call('closeDay', { day }, { token })).status, 409)
      // One of them had arrived but was not checked in. The other one had not arrived.
      const units = (await callOk('getFreeUnits', { from: app.day(-8), to: app.day(-6) })).data
      const unitId = units.find(({ room }: { room: number }) => room === singleRoomId).units[0].id
      await callOk('checkGuestIn', { ...rafiqsStay, unit: unitId })
      await callOk('markNoShow', { ...weisStay, fee: 'none' })
      assert.deepEqual(
        (await readArrivalNames()).filter((name) => ['Rafiq', 'Wei'].includes(name)),
        [],
      )
      assert.ok((await callOk('getToday')).departures.some(({ name }: { name: string }) => name === 'Rafiq'))
      await callOk('checkGuestOut', { ...rafiqsStay, version: rafiqsStay.version + 1, owing: 'Paid elsewhere' })
      const row = await app.db
        .selectFrom('booking')
        .select(['status', 'check_in', 'check_out'])
        .where('id', '=', rafiqsStay.booking)
        .executeTakeFirstOrThrow()
      assert.deepEqual([row.status, row.check_out - row.check_in], ['checked_out', 2])
      await assertBooksConsistent(app.db)
    })
  })
}
