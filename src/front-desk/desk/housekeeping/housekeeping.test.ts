import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { MONDAY_MORNING_IN_DHAKA, startTestApp, type ApiResponse, type TestApp } from '#testing/test-app.ts'
import { purgeStays } from '#testing/purge-stays.ts'
import { DAY_MS, HOUR_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`housekeeping on ${engine.name}`, () => {
    let app: TestApp
    let staffToken: string
    let unit: { id: number; name: string; room_id: number }
    let otherUnit: typeof unit
    before(async () => {
      app = await startTestApp(engine)
    })
    beforeEach(async () => {
      app.clock.now = MONDAY_MORNING_IN_DHAKA
      await purgeStays(app.db)
      staffToken = await app.signIn('staff')
      const units = await app.db
        .selectFrom('unit')
        .innerJoin('room', 'room.id', 'unit.room_id')
        .select(['unit.id', 'unit.name', 'unit.room_id'])
        .where('unit.active', '=', 1)
        .where('max_guests', '>=', 3)
        .where('max_children', '>=', 1)
        .orderBy('unit.id')
        .execute()
      unit = units[0]!
      otherUnit = units.find((u) => u.room_id === unit.room_id && u.id !== unit.id)!
    })
    after(() => app.close())

    const call = (name: Parameters<TestApp['call']>[0], form: object = {}) =>
      app.call(name, form, { token: staffToken })
    const listUnits = async () => (await call('getHousekeeping')).body.data as ListedUnit[]
    const readUnit = async (id = unit.id) => (await listUnits()).find((u) => u.id === id)!
    const readPosition = async (id = unit.id) => (await listUnits()).findIndex((u) => u.id === id)
    const mark = async (condition: string, form: object = {}): Promise<ApiResponse> =>
      call('markUnit', { unit: unit.id, version: (await readUnit()).version, condition, ...form })

    /** Books a stay in a unit for the given nights, by default from today. */
    async function book(
      nights = 2,
      bookedUnit = unit,
      from = 0,
    ): Promise<{ booking: number; version: number; code: string }> {
      const rooms = [{ room: bookedUnit.room_id, unit: bookedUnit.id, adults: 2, children: 1 }]
      const form = { from: app.day(from), to: app.day(from + nights), rooms, source: 'phone', language: 'en' }
      const { status, body } = await call('bookAtDesk', { ...form, name: 'Mina', phone: '+8801700000009' })
      assert.equal(status, 200, JSON.stringify(body))
      const row = await app.db
        .selectFrom('booking')
        .selectAll()
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      return { booking: row.id, version: row.version, code: row.code }
    }
    async function runOperation(name: 'checkGuestIn' | 'checkGuestOut', booking: number): Promise<void> {
      const { version } = await app.db
        .selectFrom('booking')
        .select('version')
        .where('id', '=', booking)
        .executeTakeFirstOrThrow()
      const { status, body } = await call(name, {
        booking,
        version,
        ...(name === 'checkGuestOut' && { owing: 'On account' }),
      })
      assert.equal(status, 200, JSON.stringify(body))
    }
    /** Advances the clock and signs in again, because the session has expired. */
    async function advance(ms: number): Promise<void> {
      app.clock.advance(ms)
      staffToken = await app.signIn('staff')
    }
    const goToNextMorning = () => advance(DAY_MS)

    test('shows a unit as dirty on the morning after a guest slept there, until staff mark it (OFF-180)', async () => {
      const { booking } = await book(3)
      await runOperation('checkGuestIn', booking)
      assert.equal((await readUnit()).condition, 'clean')
      app.clock.now = Date.parse('2027-01-05T03:59:00+06:00')
      staffToken = await app.signIn('staff')
      assert.equal((await readUnit()).condition, 'clean', 'the night is not over')
      assert.equal((await mark('inspected')).status, 200)
      app.clock.advance(60_000)
      assert.equal((await readUnit()).condition, 'dirty', 'a check during the night does not count for the morning')
      assert.equal((await readUnit()).stays_on, true)
      assert.equal((await mark('clean')).status, 200)
      assert.equal((await readUnit()).condition, 'clean')
      assert.equal((await readUnit(otherUnit.id)).condition, 'clean', 'no guest has slept there')
      await goToNextMorning()
      assert.equal((await readUnit()).condition, 'dirty', 'dirty again the next morning')
    })

    test('rejects a check-in to a unit that a guest left for another unit, until it is clean (OFF-180)', async () => {
      const movingStay = await book(3)
      await runOperation('checkGuestIn', movingStay.booking)
      await goToNextMorning()
      const { version } = await app.db
        .selectFrom('booking')
        .select('version')
        .where('id', '=', movingStay.booking)
        .executeTakeFirstOrThrow()
      const parts = [
        { room: unit.room_id, unit: unit.id, from: app.day(-1), to: app.day(0) },
        { room: unit.room_id, unit: otherUnit.id, from: app.day(0), to: app.day(2) },
      ]
      const movedResponse = await call('arrangeStays', { changes: [{ booking: movingStay.booking, version, parts }] })
      assert.equal(movedResponse.status, 200, JSON.stringify(movedResponse.body))
      const [hereUnit, thereUnit] = [await readUnit(), await readUnit(otherUnit.id)]
      assert.deepEqual([hereUnit.condition, hereUnit.leaves !== null, thereUnit.arrives?.persons], ['dirty', true, 3])
      const nextStay = await book(1)
      const arrivalForm = { booking: nextStay.booking, version: nextStay.version }
      const rejectedResponse = await call('checkGuestIn', arrivalForm)
      assert.deepEqual([rejectedResponse.status, Object.keys(rejectedResponse.body.errors)], [422, ['anyway']])
      await mark('clean')
      assert.equal((await call('checkGuestIn', arrivalForm)).status, 200)
    })

    test('stays clean on the next morning if the guest left on the day of arrival and the unit was cleaned (OFF-180)', async () => {
      const { booking } = await book(1)
      await runOperation('checkGuestIn', booking)
      await advance(8 * HOUR_MS)
      await runOperation('checkGuestOut', booking)
      assert.equal((await readUnit()).condition, 'dirty')
      await advance(HOUR_MS)
      await mark('clean')
      await advance(12 * HOUR_MS)
      const { condition, leaves } = await readUnit()
      assert.deepEqual([condition, leaves], ['clean', null])
      const nextStay = await book(1)
      assert.equal((await call('checkGuestIn', nextStay)).status, 200)
    })

    test('does not change the condition of a unit if the expected guest does not arrive (OFF-180)', async () => {
      await book(2)
      await goToNextMorning()
      const { condition, arrives, occupied } = await readUnit()
      assert.deepEqual([condition, occupied, arrives?.persons], ['clean', false, 3])
    })

    test('names the next arrival within seven days, and lists its unit first (OFF-382)', async () => {
      await book(1, otherUnit, 3)
      await book(1, unit, 9)
      assert.equal((await readUnit(otherUnit.id)).next_arrival, app.day(3))
      assert.equal((await readUnit()).next_arrival, null)
      assert.ok((await readPosition(otherUnit.id)) < (await readPosition()))
      await book(1, unit, 2)
      assert.equal((await readUnit()).next_arrival, app.day(2))
      assert.ok((await readPosition()) < (await readPosition(otherUnit.id)))
    })

    test('shows arrivals, stayovers and departures with the number of guests, but not their names (OFF-180)', async () => {
      const { booking, code } = await book(1)
      const { occupied, arrives, leaves, stays_on } = await readUnit()
      assert.deepEqual(
        [occupied, arrives, leaves, stays_on],
        [false, { persons: 3, arrived_at: null, arrival: '', bed: '' }, null, false],
      )
      await advance(5 * HOUR_MS)
      await runOperation('checkGuestIn', booking)
      const hereUnit = await readUnit()
      assert.deepEqual([hereUnit.occupied, hereUnit.arrives?.arrived_at], [true, '2027-01-04T08:00:00.000Z'])
      app.clock.now = MONDAY_MORNING_IN_DHAKA
      await goToNextMorning()
      const nextStay = await book(1)
      const morningUnit = await readUnit()
      assert.deepEqual([morningUnit.occupied, morningUnit.leaves], [true, { left_at: null }])
      assert.deepEqual(
        [morningUnit.arrives, morningUnit.stays_on],
        [{ persons: 3, arrived_at: null, arrival: '', bed: '' }, false],
      )
      await runOperation('checkGuestOut', booking)
      const unitAfterDeparture = await readUnit()
      assert.deepEqual(
        [unitAfterDeparture.occupied, unitAfterDeparture.leaves?.left_at],
        [false, '2027-01-05T03:00:00.000Z'],
      )
      assert.equal(unitAfterDeparture.condition, 'dirty')
      const responseText = JSON.stringify((await call('getHousekeeping')).body)
      for (const secret of ['Mina', '01700000009', code, nextStay.code, 'poisha', 'total', 'price'])
        assert.ok(!responseText.includes(secret), secret)
    })

    test('shows a guest who should have left as still in the unit (OFF-180)', async () => {
      const { booking } = await book(1)
      await runOperation('checkGuestIn', booking)
      await advance(2 * DAY_MS)
      assert.deepEqual([(await readUnit()).occupied, (await readUnit()).leaves], [true, { left_at: null }])
    })

    test('shows a guest who should have left as still in the unit while the next guest is late (OFF-180)', async () => {
      const { booking } = await book(1)
      await runOperation('checkGuestIn', booking)
      await book(2, unit, 1)
      await advance(2 * DAY_MS)
      assert.deepEqual([(await readUnit()).occupied, (await readUnit()).leaves], [true, { left_at: null }])
    })

    test('lists dirty units with an arrival first, other dirty units next, and unusable units last (OFF-180)', async () => {
      assert.notEqual(await readPosition(otherUnit.id), 0)
      await call('markUnit', { unit: otherUnit.id, version: 0, condition: 'dirty' })
      assert.equal(await readPosition(otherUnit.id), 0)
      await mark('dirty')
      await book(1)
      assert.equal(await readPosition(), 0, 'a guest arrives today')
      assert.equal(await readPosition(otherUnit.id), 1)
      await mark('out_of_service', { note: 'The window is broken' })
      assert.equal(await readPosition(), (await listUnits()).length - 1)
    })

    test('requires a note for "out of service", keeps this condition overnight, and rejects check-in without confirmation (OFF-180)', async () => {
      const { booking, version } = await book(2)
      const responseWithoutNote = await mark('out_of_service')
      assert.deepEqual([responseWithoutNote.status, Object.keys(responseWithoutNote.body.errors)], [422, ['note']])
      assert.equal((await mark('out_of_service', { note: 'No water' })).status, 200)
      assert.equal((await readUnit()).note, 'No water')
      assert.equal((await call('checkGuestIn', { booking, version })).status, 422)
      const closedResponse = await call('checkGuestIn', { booking, version, anyway: true })
      assert.equal(closedResponse.status, 200)
      await goToNextMorning()
      assert.equal((await readUnit()).condition, 'out_of_service')
    })

    test('rejects a different condition from a stale version with 409, but accepts the same condition (OFF-180)', async () => {
      const { version } = await readUnit()
      const markCondition = (condition: string) => call('markUnit', { unit: unit.id, version, condition })
      const responses = await Promise.all([markCondition('dirty'), markCondition('inspected')])
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409])
      const { condition } = await readUnit()
      assert.equal((await markCondition(condition)).status, 200)
      const banglaResponse = await app.call(
        'markUnit',
        { unit: unit.id, version, condition: 'clean' },
        { token: staffToken, language: 'bn' },
      )
      assert.match(banglaResponse.body.message, /আপডেট করা হয়েছে/)
      assert.equal((await call('markUnit', { unit: 2_000_000_000, version: 0, condition: 'clean' })).status, 404)
    })

    test('treats a unit without a stored condition as clean, and can mark it (OFF-180)', async () => {
      await app.db.deleteFrom('unit_state').where('unit_id', '=', unit.id).execute()
      assert.deepEqual([(await readUnit()).condition, (await readUnit()).version], ['clean', 0])
      assert.equal((await mark('inspected')).status, 200)
      assert.equal((await readUnit()).condition, 'inspected')
    })

    test('shows the end and the reason of a closure, and hides units that are not in use (OFF-180)', async () => {
      const ownerToken = await app.signIn('owner')
      const closureForm = { unit: otherUnit.id, from: app.day(0), to: app.day(3), reason: 'Painting' }
      assert.equal((await app.call('closeUnit', closureForm, { token: ownerToken })).status, 200)
      assert.deepEqual((await readUnit(otherUnit.id)).closed, { until: app.day(3), reason: 'Painting' })
      const { version } = await app.db
        .selectFrom('unit')
        .select('version')
        .where('id', '=', otherUnit.id)
        .executeTakeFirstOrThrow()
      const setActive = (active: boolean, at: number) =>
        app.call('saveUnit', { id: otherUnit.id, version: at, name: otherUnit.name, active }, { token: ownerToken })
      assert.equal((await setActive(false, version)).status, 200)
      assert.equal(await readUnit(otherUnit.id), undefined)
      assert.equal((await call('markUnit', { unit: otherUnit.id, version: 0, condition: 'dirty' })).status, 404)
      assert.equal((await setActive(true, version + 1)).status, 200)
    })

    test('logs the new and the previous condition under the room (OFF-180)', async () => {
      const readLog = async () => {
        const subject = `room ${unit.room_id}`
        const { body } = await app.call('getLog', { subject }, { token: await app.signIn('owner') })
        return body.data
      }
      await mark('dirty', { note: 'Towels' })
      const [markedEntry, ...earlierEntries] = await readLog()
      assert.deepEqual(markedEntry.changes, [
        { field: `condition ${unit.name}`, before: 'clean', after: 'dirty' },
        { field: `note ${unit.name}`, before: '', after: 'Towels' },
      ])
      await mark('dirty', { note: 'Towels' })
      assert.equal((await readLog()).length, earlierEntries.length + 1, 'logs nothing if the condition is unchanged')
    })

    test('shows units to the housekeeping role, and nothing else (OFF-180)', async () => {
      const role = await app.db
        .selectFrom('staff_role')
        .selectAll()
        .where('name_en', '=', 'Housekeeping')
        .executeTakeFirstOrThrow()
      const accountUpdate = app.db.updateTable('account').where('username', '=', 'staff')
      await accountUpdate.set({ staff_role_id: role.id }).execute()
      assert.equal((await call('getHousekeeping')).status, 200)
      assert.equal((await mark('inspected')).status, 200)
      for (const closedEndpoint of ['getBookings', 'getRoomUnits', 'getWaitingRequests'] as const)
        assert.equal((await call(closedEndpoint, { room: unit.room_id })).status, 403, closedEndpoint)
      await accountUpdate.set({ staff_role_id: 1 }).execute()
    })
  })
}

interface ListedUnit {
  id: number
  version: number
  condition: string
  note: string
  occupied: boolean
  leaves: { left_at: string | null } | null
  arrives: { persons: number; arrived_at: string | null } | null
  stays_on: boolean
  next_arrival: string | null
  closed: object | null
}
