import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { parseDay } from '#platform/day.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the list of stays with several rooms, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let token: string
    before(async () => {
      token = await app.signIn('staff')
    })

    /** Books a single and a twin room for one stay. */
    async function book(name: string, from = 200) {
      const roomTypes = await app.db.selectFrom('room').select(['id', 'slug']).execute()
      const rooms = ['single', 'twin'].map((slug) => ({
        room: roomTypes.find((kind) => kind.slug === slug)!.id,
        adults: 1,
      }))
      const dates = { from: app.day(from), to: app.day(from + 2) }
      const form = { ...dates, rooms, source: 'phone', name, phone: '+8801700000009', language: 'en' }
      const body = await app.callOk('bookAtDesk', form, { token })
      const rows = await app.db
        .selectFrom('booking')
        .select('id')
        .where('stay_code', '=', body.code)
        .orderBy('id')
        .execute()
      const setRoom = (index: number, values: object) =>
        app.db.updateTable('booking').set(values).where('id', '=', rows[index]!.id).execute()
      return { code: body.code as string, setRoom }
    }
    async function findCodes(query: object): Promise<string[]> {
      const body = await app.callOk('getBookings', query, { token })
      return body.data.map(({ code }: { code: string }) => code)
    }
    const getDayNumber = (fromToday: number) => parseDay(app.day(fromToday))!

    test('finds a stay by the status, dates and room type of any of its rooms (OFF-119)', async () => {
      const { code, setRoom } = await book('Giulia Conti')
      const countListedStays = async (query: object) =>
        (await findCodes(query)).filter((otherCode) => otherCode === code).length
      // The first room has checked out, the second is checked in.
      await setRoom(0, { status: 'checked_out', check_in: getDayNumber(-4), check_out: getDayNumber(-2) })
      await setRoom(1, { status: 'checked_in', check_in: getDayNumber(-1), check_out: getDayNumber(2) })
      const readListedViews = async () =>
        Object.fromEntries(
          await Promise.all(
            (['newest', 'arriving', 'in_house', 'past', 'cancelled'] as const).map(async (view) => [
              view,
              await countListedStays({ view }),
            ]),
          ),
        )
      assert.deepEqual(await readListedViews(), { newest: 1, arriving: 0, in_house: 1, past: 0, cancelled: 0 })
      assert.equal(await countListedStays({ view: 'in_house', room: 'twin' }), 1)
      assert.equal(await countListedStays({ view: 'in_house', room: 'single' }), 0)
      assert.equal(await countListedStays({ view: 'in_house', search: 'giulia' }), 1)
      // The first room is cancelled, the second arrives later.
      await setRoom(0, { status: 'cancelled', check_in: getDayNumber(10), check_out: getDayNumber(12) })
      await setRoom(1, { status: 'confirmed', check_in: getDayNumber(20), check_out: getDayNumber(22) })
      assert.deepEqual(await readListedViews(), { newest: 1, arriving: 1, in_house: 0, past: 0, cancelled: 0 })
      assert.equal(await countListedStays({ from: app.day(19), until: app.day(21) }), 1)
      assert.equal(await countListedStays({ from: app.day(19), until: app.day(21), room: 'twin' }), 1)
      assert.equal(await countListedStays({ from: app.day(19), until: app.day(21), room: 'single' }), 0)
      assert.equal(await countListedStays({ from: app.day(19), search: 'conti' }), 1)
      // The two rooms have different arrival dates. The list still has one line.
      await setRoom(0, { status: 'confirmed', check_in: getDayNumber(18), check_out: getDayNumber(20) })
      assert.equal(await countListedStays({ view: 'arriving' }), 1)
      assert.equal(await countListedStays({ from: app.day(17) }), 1)
      // The whole stay is cancelled, then in the past.
      await setRoom(0, { status: 'cancelled' })
      await setRoom(1, { status: 'no_show' })
      assert.deepEqual(await readListedViews(), { newest: 1, arriving: 0, in_house: 0, past: 0, cancelled: 1 })
      await setRoom(1, { status: 'checked_out', check_in: getDayNumber(-9), check_out: getDayNumber(-8) })
      assert.deepEqual(await readListedViews(), { newest: 1, arriving: 0, in_house: 0, past: 1, cancelled: 0 })
    })

    test('shows the assigned units and the payment of a stay (OFF-366)', async () => {
      const { code } = await book('Nadia Noor', 260)
      const readLine = async () => (await app.call('getBookings', { search: code }, { token })).body.data[0]
      const newLine = await readLine()
      assert.deepEqual([newLine.units, newLine.payment], [[], 'unpaid'])
      const rooms = await app.db.selectFrom('booking').select(['id', 'room_id']).where('stay_code', '=', code).execute()
      const [{ id, room_id }] = rooms as [(typeof rooms)[number]]
      const units = await app.db.selectFrom('unit').select(['id', 'name']).where('room_id', '=', room_id).execute()
      await app.db
        .insertInto('unit_night')
        .values(
          [0, 1].map((night) => ({ unit_id: units[night]!.id, night: getDayNumber(260 + night), booking_id: id })),
        )
        .execute()
      assert.deepEqual((await readLine()).units, [units[0]!.name, units[1]!.name])
      await app.db.deleteFrom('unit_night').where('booking_id', '=', id).execute()
    })

    test('lists each stay once across several pages (OFF-119)', async () => {
      const codes: string[] = []
      for (let index = 0; index < 52; index++) {
        const { code, setRoom } = await book('Paul Page', 204 + 2 * index)
        codes.push(code)
        // The stays overlap, and often the second room arrives first.
        await setRoom(0, { check_in: getDayNumber(150 + (index % 7)) })
        await setRoom(1, { check_in: getDayNumber(150 + ((index * 3) % 7)) })
      }
      for (const query of [{ view: 'arriving', search: 'paul' }, { from: app.day(150) }, { search: 'page' }]) {
        const allCodes: string[] = []
        let nextCursor: string | undefined
        do {
          const { body } = await app.call(
            'getBookings',
            { ...query, ...(nextCursor && { after: nextCursor }) },
            { token },
          )
          allCodes.push(...body.data.map(({ code }: { code: string }) => code))
          nextCursor = body.more ?? undefined
        } while (nextCursor)
        const ownCodes = allCodes.filter((code) => codes.includes(code))
        assert.deepEqual([ownCodes.length, new Set(ownCodes).size], [52, 52], JSON.stringify(query))
      }
    })
  })
}
