import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startCalendarApp, type CalendarApp } from '#testing/calendars.ts'
import { enginesFor } from '#testing/engines.ts'
import { fitAll } from './fitting.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`nights that were sold here and elsewhere, on ${engine.name}`, () => {
    let at: CalendarApp
    before(async () => {
      at = await startCalendarApp(engine)
    })
    after(() => at.close())
    const day = (fromToday: number) => at.house.day(fromToday)
    const span = (from: number, to: number) => `${day(from)} ${day(to)}`
    const event = (uid: string, from: number, to: number) => ({ uid, from: day(from), to: day(to), title: 'Reserved' })
    const ask = async (name: Parameters<CalendarApp['house']['call']>[0], form: object) =>
      at.house.call(name, form, { token: await at.owner() })
    const bookAtDesk = async (room: number, unit: number | null, from: number, to: number) => {
      const rooms = [{ room, unit, adults: 1, children: 0 }]
      const form = { from: day(from), to: day(to), rooms, source: 'phone', language: 'en' }
      const { status, body } = await ask('bookAtDesk', { ...form, name: 'Mina', phone: '+8801700000009' })
      assert.equal(status, 200, JSON.stringify(body))
      const [row] = await at.house.db.selectFrom('booking').selectAll().orderBy('id', 'desc').limit(1).execute()
      return row!
    }

    test('are a task with both sides, and the nights that are left are closed: none is lost, none sold again (CAL-21)', async () => {
      const { room, slug, units } = await at.newRoom(1)
      const unit = units[0]!
      const stay = await bookAtDesk(room, unit.id, 6, 8)
      at.say(event('a', 5, 10))
      await at.read(unit.id, 'Airbnb')
      assert.deepEqual(await at.closed(unit.id), [span(5, 6), span(8, 10)])
      assert.deepEqual([(await at.book(slug, 5, 6)).status, (await at.book(slug, 8, 9)).status], [409, 409])
      const [clash, ...others] = await at.soldTwice()
      assert.equal(others.length, 0)
      assert.deepEqual(
        [clash.unit, clash.source, clash.title, clash.from, clash.to],
        [unit.name, 'Airbnb', 'Reserved', day(5), day(10)],
      )
      assert.deepEqual(clash.stays, [
        { code: stay.code, name: 'Mina', checkin: day(6), checkout: day(8), has_unit: true },
      ])
      const { body: log } = await ask('getLog', { subject: `room ${room}` })
      assert.equal(log.data[0].action, 'calendar clash')
      await at.quarter(2)
      assert.equal((await at.soldTwice()).length, 1, 'read again it is the same one')

      const { status } = await ask('cancelForGuest', { code: stay.code, fee: 'none' })
      assert.equal(status, 200)
      await fitAll(at.house.db, at.house.clock.now)
      assert.deepEqual([await at.soldTwice(), await at.closed(unit.id)], [[], [span(5, 10)]])
      assert.equal(
        (await at.book(slug, 6, 8)).status,
        409,
        'the nights that were given back are closed within the minute',
      )
    })

    test('where no unit is given yet, whoever has nights of that kind of room is shown (CAL-21)', async () => {
      const { slug, units } = await at.newRoom(2)
      const [one, other] = [await at.book(slug, 5, 7), await at.book(slug, 5, 7)]
      assert.deepEqual([one.status, other.status], [200, 200])
      at.say(event('a', 5, 7))
      const id = await at.read(units[0]!.id)
      const [clash] = await at.soldTwice()
      assert.equal(clash.stays.length, 2)
      assert.ok(clash.stays.every((stay: { has_unit: boolean }) => !stay.has_unit))
      await ask('removeCalendar', { id })
      assert.deepEqual(await at.soldTwice(), [])
    })

    test('go away by themselves when the other side gives way (CAL-22)', async () => {
      const { room, units } = await at.newRoom(1)
      await bookAtDesk(room, units[0]!.id, 6, 8)
      at.say(event('a', 6, 8))
      const id = await at.read(units[0]!.id)
      assert.equal((await at.soldTwice()).length, 1)
      at.say()
      await at.quarter(3)
      assert.deepEqual(await at.soldTwice(), [])
      await ask('removeCalendar', { id })
    })

    test('are settled by a person who says how, until the other calendar names other nights (CAL-22)', async () => {
      const { room, units } = await at.newRoom(1)
      await bookAtDesk(room, units[0]!.id, 6, 9)
      at.say(event('a', 6, 8))
      const id = await at.read(units[0]!.id)
      const [clash] = await at.soldTwice()
      assert.equal((await ask('settleSoldTwice', { id: clash.id, note: '' })).status, 422)
      assert.equal((await ask('settleSoldTwice', { id: clash.id, note: 'The same guest' })).status, 200)
      assert.equal((await ask('settleSoldTwice', { id: clash.id, note: 'Again' })).status, 409)
      await at.quarter()
      assert.deepEqual(await at.soldTwice(), [])
      const { body: log } = await ask('getLog', { subject: `room ${room}` })
      assert.equal(log.data[0].action, 'calendar clash settled')
      at.say(event('a', 6, 9))
      await at.quarter()
      assert.equal((await at.soldTwice()).length, 1)
      await ask('removeCalendar', { id })
    })

    test('an import and bookings want the last unit: exactly one side has it, and the other is known (CAL-23, BOOK-8)', async () => {
      for (let round = 0; round < 6; round++) {
        const { room, slug, units } = await at.newRoom(1)
        at.say(event('a', 30, 32))
        const [, ...booked] = await Promise.all([
          at.read(units[0]!.id),
          ...Array.from({ length: 4 }, () => at.book(slug, 31, 33)),
        ])
        const sold = booked.filter(({ status }) => status === 200).length
        const closed = await at.closed(units[0]!.id)
        assert.ok(sold <= 1)
        assert.deepEqual(closed, sold === 1 ? [span(30, 31)] : [span(30, 32)])
        const twice = (await at.soldTwice()).filter(({ unit }: { unit: string }) => unit === units[0]!.name)
        assert.equal(twice.length, sold, 'sold twice is a task, and nothing else is')
        await countersHold(room)
        const [source] = await at.house.db
          .selectFrom('calendar_import')
          .select('id')
          .where('unit_id', '=', units[0]!.id)
          .execute()
        await ask('removeCalendar', { id: source!.id })
      }
    })

    test('an import and a move at the desk want the same unit: one has it, and nothing is lost (CAL-23)', async () => {
      for (let round = 0; round < 6; round++) {
        const { room, units } = await at.newRoom(2)
        const [from, to] = [units[0]!, units[1]!]
        const stay = await bookAtDesk(room, from.id, 40, 43)
        at.say(event('a', 41, 44))
        const parts = [{ room, unit: to.id, from: day(40), to: day(43) }]
        const arrange = { changes: [{ booking: stay.id, version: stay.version, parts }], price: 'kept' }
        const [, moved] = await Promise.all([at.read(to.id), ask('arrangeStays', arrange)])
        const given = await at.house.db
          .selectFrom('unit_night')
          .select('unit_id')
          .distinct()
          .where('booking_id', '=', stay.id)
          .execute()
        const isMoved = moved.status === 200
        assert.ok(isMoved || moved.status === 409, JSON.stringify(moved.body))
        assert.deepEqual(
          given.map(({ unit_id }) => unit_id),
          [isMoved ? to.id : from.id],
        )
        assert.deepEqual(await at.closed(to.id), isMoved ? [span(43, 44)] : [span(41, 44)])
        await countersHold(room)
      }
    })

    /** What is sold and what can be sold of each night, reckoned anew from stays, units and closures. */
    async function countersHold(room: number): Promise<void> {
      const { db } = at.house
      const counted = await db.selectFrom('inventory').selectAll().where('room_id', '=', room).execute()
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
      for (const { night, sold, capacity } of counted) {
        const open = units.filter(
          ({ id }) => !closures.some((each) => each.unit_id === id && each.from_day <= night && night < each.to_day),
        )
        assert.equal(capacity, open.length, `night ${night}`)
        assert.equal(sold, nights.filter((each) => each.night === night).length, `night ${night}`)
      }
    }
  })
}
