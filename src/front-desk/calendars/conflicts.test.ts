import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startCalendarApp, type CalendarApp } from '#testing/calendar-app.ts'
import { enginesFor } from '#testing/engines.ts'
import { applyPendingEvents } from './apply-events.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`double bookings with another calendar, on ${engine.name}`, () => {
    let calendarApp: CalendarApp
    before(async () => {
      calendarApp = await startCalendarApp(engine)
    })
    after(() => calendarApp.close())
    const getDay = (fromToday: number) => calendarApp.testApp.day(fromToday)
    const createSpan = (from: number, to: number) => `${getDay(from)} ${getDay(to)}`
    const createEvent = (uid: string, from: number, to: number) => ({
      uid,
      from: getDay(from),
      to: getDay(to),
      title: 'Reserved',
    })
    const callApi = async (name: Parameters<CalendarApp['testApp']['call']>[0], form: object) =>
      calendarApp.testApp.call(name, form, { token: await calendarApp.owner() })
    const bookAtDesk = async (room: number, unit: number | null, from: number, to: number) => {
      const rooms = [{ room, unit, adults: 1, children: 0 }]
      const form = { from: getDay(from), to: getDay(to), rooms, source: 'phone', language: 'en' }
      const { status, body } = await callApi('bookAtDesk', { ...form, name: 'Mina', phone: '+8801700000009' })
      assert.equal(status, 200, JSON.stringify(body))
      const [row] = await calendarApp.testApp.db
        .selectFrom('booking')
        .selectAll()
        .orderBy('id', 'desc')
        .limit(1)
        .execute()
      return row!
    }

    test('appear as a task with both stays, and the other imported nights are closed (CAL-21)', async () => {
      const { room, slug, units } = await calendarApp.newRoom(1)
      const unit = units[0]!
      const stay = await bookAtDesk(room, unit.id, 6, 8)
      calendarApp.setEvents(createEvent('a', 5, 10))
      await calendarApp.importCalendar(unit.id, 'Airbnb')
      assert.deepEqual(await calendarApp.readClosures(unit.id), [createSpan(5, 6), createSpan(8, 10)])
      assert.deepEqual(
        [(await calendarApp.book(slug, 5, 6)).status, (await calendarApp.book(slug, 8, 9)).status],
        [409, 409],
      )
      const [doubleBooking, ...otherDoubleBookings] = await calendarApp.readDoubleBookings()
      assert.equal(otherDoubleBookings.length, 0)
      assert.deepEqual(
        [doubleBooking.unit, doubleBooking.source, doubleBooking.title, doubleBooking.from, doubleBooking.to],
        [unit.name, 'Airbnb', 'Reserved', getDay(5), getDay(10)],
      )
      assert.deepEqual(doubleBooking.stays, [
        { code: stay.code, name: 'Mina', checkin: getDay(6), checkout: getDay(8), has_unit: true },
      ])
      const { body: log } = await callApi('getLog', { subject: `room ${room}` })
      assert.equal(log.data[0].action, 'calendar conflict')
      await calendarApp.runNextImport(2)
      assert.equal(
        (await calendarApp.readDoubleBookings()).length,
        1,
        'reading the calendar again reports the same conflict',
      )

      const { status } = await callApi('cancelStayByStaff', { code: stay.code, fee: 'none' })
      assert.equal(status, 200)
      await applyPendingEvents(calendarApp.testApp.db, calendarApp.testApp.clock.now)
      assert.deepEqual(
        [await calendarApp.readDoubleBookings(), await calendarApp.readClosures(unit.id)],
        [[], [createSpan(5, 10)]],
      )
      assert.equal((await calendarApp.book(slug, 6, 8)).status, 409, 'the cancelled nights are closed within a minute')
    })

    test('name all stays of the room type if no unit is assigned yet (CAL-21)', async () => {
      const { slug, units } = await calendarApp.newRoom(2)
      const [firstBooking, secondBooking] = [await calendarApp.book(slug, 5, 7), await calendarApp.book(slug, 5, 7)]
      assert.deepEqual([firstBooking.status, secondBooking.status], [200, 200])
      calendarApp.setEvents(createEvent('a', 5, 7))
      const id = await calendarApp.importCalendar(units[0]!.id)
      const [conflict] = await calendarApp.readDoubleBookings()
      assert.equal(conflict.stays.length, 2)
      assert.ok(conflict.stays.every((stay: { has_unit: boolean }) => !stay.has_unit))
      await callApi('removeCalendar', { id })
      assert.deepEqual(await calendarApp.readDoubleBookings(), [])
    })

    test('disappear when the other calendar releases the nights (CAL-22)', async () => {
      const { room, units } = await calendarApp.newRoom(1)
      await bookAtDesk(room, units[0]!.id, 6, 8)
      calendarApp.setEvents(createEvent('a', 6, 8))
      const id = await calendarApp.importCalendar(units[0]!.id)
      assert.equal((await calendarApp.readDoubleBookings()).length, 1)
      calendarApp.setEvents()
      await calendarApp.runNextImport(3)
      assert.deepEqual(await calendarApp.readDoubleBookings(), [])
      await callApi('removeCalendar', { id })
    })

    test('remain resolved with a note until the other calendar changes the nights (CAL-22)', async () => {
      const { room, units } = await calendarApp.newRoom(1)
      await bookAtDesk(room, units[0]!.id, 6, 9)
      calendarApp.setEvents(createEvent('a', 6, 8))
      const id = await calendarApp.importCalendar(units[0]!.id)
      const [conflict] = await calendarApp.readDoubleBookings()
      assert.equal((await callApi('resolveDoubleBooking', { id: conflict.id, note: '' })).status, 422)
      assert.equal((await callApi('resolveDoubleBooking', { id: conflict.id, note: 'The same guest' })).status, 200)
      assert.equal((await callApi('resolveDoubleBooking', { id: conflict.id, note: 'Again' })).status, 409)
      await calendarApp.runNextImport()
      assert.deepEqual(await calendarApp.readDoubleBookings(), [])
      const { body: log } = await callApi('getLog', { subject: `room ${room}` })
      assert.equal(log.data[0].action, 'calendar conflict resolved')
      calendarApp.setEvents(createEvent('a', 6, 9))
      await calendarApp.runNextImport()
      assert.equal((await calendarApp.readDoubleBookings()).length, 1)
      await callApi('removeCalendar', { id })
    })

    test('are recorded if a booking and an import take the last unit concurrently, and only one of them gets it (CAL-23, BOOK-8)', async () => {
      for (let round = 0; round < 6; round++) {
        const { room, slug, units } = await calendarApp.newRoom(1)
        calendarApp.setEvents(createEvent('a', 30, 32))
        const [, ...bookingResponses] = await Promise.all([
          calendarApp.importCalendar(units[0]!.id),
          ...Array.from({ length: 4 }, () => calendarApp.book(slug, 31, 33)),
        ])
        const soldCount = bookingResponses.filter(({ status }) => status === 200).length
        const closures = await calendarApp.readClosures(units[0]!.id)
        assert.ok(soldCount <= 1)
        assert.deepEqual(closures, soldCount === 1 ? [createSpan(30, 31)] : [createSpan(30, 32)])
        const listedConflicts = (await calendarApp.readDoubleBookings()).filter(
          ({ unit }: { unit: string }) => unit === units[0]!.name,
        )
        assert.equal(listedConflicts.length, soldCount, 'only a night that was sold twice becomes a task')
        await assertCounters(room)
        const [source] = await calendarApp.testApp.db
          .selectFrom('calendar_import')
          .select('id')
          .where('unit_id', '=', units[0]!.id)
          .execute()
        await callApi('removeCalendar', { id: source!.id })
      }
    })

    test('cause no wrong closures or counters if a desk move and an import take the same unit concurrently (CAL-23)', async () => {
      for (let round = 0; round < 6; round++) {
        const { room, units } = await calendarApp.newRoom(2)
        const [sourceUnit, targetUnit] = [units[0]!, units[1]!]
        const stay = await bookAtDesk(room, sourceUnit.id, 40, 43)
        calendarApp.setEvents(createEvent('a', 41, 44))
        const parts = [{ room, unit: targetUnit.id, from: getDay(40), to: getDay(43) }]
        const arrangeForm = { changes: [{ booking: stay.id, version: stay.version, parts }], price: 'unchanged' }
        const [, movedResponse] = await Promise.all([
          calendarApp.importCalendar(targetUnit.id),
          callApi('arrangeStays', arrangeForm),
        ])
        const assignedNights = await calendarApp.testApp.db
          .selectFrom('unit_night')
          .select('unit_id')
          .distinct()
          .where('booking_id', '=', stay.id)
          .execute()
        const isMoved = movedResponse.status === 200
        assert.ok(isMoved || movedResponse.status === 409, JSON.stringify(movedResponse.body))
        assert.deepEqual(
          assignedNights.map(({ unit_id }) => unit_id),
          [isMoved ? targetUnit.id : sourceUnit.id],
        )
        assert.deepEqual(
          await calendarApp.readClosures(targetUnit.id),
          isMoved ? [createSpan(43, 44)] : [createSpan(41, 44)],
        )
        await assertCounters(room)
      }
    })

    /** Checks the counters of each night (sold and capacity) against stays, units and closures. */
    async function assertCounters(room: number): Promise<void> {
      const { db } = calendarApp.testApp
      const inventory = await db.selectFrom('inventory').selectAll().where('room_id', '=', room).execute()
      const units = await db
        .selectFrom('unit')
        .select('id')
        .where('room_id', '=', room)
        .where('active', '=', 1)
        .execute()
      const closures = await db
        .selectFrom('unit_closure')
        .selectAll()
        .where(
          'unit_id',
          'in',
          units.map(({ id }) => id),
        )
        .execute()
      const nights = await db
        .selectFrom('booking_night')
        .innerJoin('booking', 'booking.id', 'booking_night.booking_id')
        .select('night')
        .where('booking_night.room_id', '=', room)
        .where('status', 'not in', ['cancelled', 'declined', 'expired', 'no_show'])
        .execute()
      for (const { night, sold, capacity } of inventory) {
        const openUnits = units.filter(
          ({ id }) => !closures.some((item) => item.unit_id === id && item.from_day <= night && night < item.to_day),
        )
        assert.equal(capacity, openUnits.length, `night ${night}`)
        assert.equal(sold, nights.filter((item) => item.night === night).length, `night ${night}`)
      }
    }
  })
}
