import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { parseDay } from '#platform/day.ts'
import { publish } from '#platform/database/publish.ts'
import { closeUnit, endClosure, shortenClosure } from './closure.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`a unit, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let guestToken: string
    let unitIds: number[]
    before(async () => {
      guestToken = await app.newGuest()
      const twins = await app.db
        .selectFrom('unit')
        .innerJoin('room', 'room.id', 'unit.room_id')
        .select('unit.id')
        .where('room.slug', '=', 'twin')
        .orderBy('unit.id')
        .execute()
      unitIds = twins.map(({ id }) => id)
    })

    const closeTwin = (unit: number, from: number, to: number) =>
      closeUnit(app.db, {
        unitId: unitIds[unit]!,
        fromDay: getDayNumber(from),
        toDay: getDayNumber(to),
        reason: 'new carpet',
      })
    const getDayNumber = (fromToday: number) => parseDay(app.day(fromToday))!
    let bookingCount = 0
    const bookTwin = async (from: number, to: number) => {
      const form = createStayForm(app, {
        slug: 'twin',
        checkin: app.day(from),
        checkout: app.day(to),
        message: String(bookingCount++),
      })
      return (await app.call('requestGuestBooking', form, { token: guestToken })).status
    }
    const bookUntilFull = async (from: number, to: number) => {
      for (let turn = 0; ; turn++) if ((await bookTwin(from, to)) === 409) return turn
    }

    test('is not sold on closed nights but is sold on the nights before and after (BOOK-8)', async () => {
      await closeTwin(0, 50, 52)
      assert.deepEqual(
        [await bookUntilFull(49, 50), await bookUntilFull(50, 52), await bookUntilFull(52, 53)],
        [3, 2, 3],
      )
    })

    test('is counted once even with two closures, and the room cannot be booked when all units are closed (BOOK-8, SRCH-4)', async () => {
      await Promise.all([closeTwin(0, 60, 64), closeTwin(0, 61, 63), closeTwin(1, 60, 64), closeTwin(2, 62, 63)])
      assert.deepEqual(
        [await bookUntilFull(60, 61), await bookUntilFull(61, 62), await bookUntilFull(62, 63)],
        [1, 1, 0],
      )
      const search = { check_in: app.day(62), check_out: app.day(63), adult: 2, child: 0 }
      const { body } = await app.call('filterBooking', search)
      assert.ok(!body.data.some(({ slug }: { slug: string }) => slug === 'twin'))
    })

    test('is available again when its closure ends, except on nights of another closure (BOOK-8)', async () => {
      await closeTwin(0, 70, 74)
      await closeTwin(0, 72, 76)
      const [firstClosure] = await app.db
        .selectFrom('unit_closure')
        .select('id')
        .where('from_day', '=', getDayNumber(70))
        .execute()
      await endClosure(app.db, firstClosure!.id)
      await endClosure(app.db, firstClosure!.id)
      assert.deepEqual([await bookUntilFull(70, 72), await bookUntilFull(73, 74)], [3, 2])
    })

    test('is closed on exactly the nights of its closures, whichever of them begins, ends or gets shorter (BOOK-8)', async () => {
      const readClosedNights = async () => {
        const rows = await app.db
          .selectFrom('unit_night')
          .select('night')
          .where('unit_id', '=', unitIds[0]!)
          .where('night', '>=', getDayNumber(110))
          .orderBy('night')
          .execute()
        return rows.map(({ night }) => night - getDayNumber(0))
      }
      const findClosureId = async (from: number) => {
        const closure = app.db.selectFrom('unit_closure').select('id').where('from_day', '=', getDayNumber(from))
        return (await closure.executeTakeFirstOrThrow()).id
      }
      await closeTwin(0, 120, 123)
      await closeTwin(0, 115, 118)
      await closeTwin(0, 110, 113)
      assert.deepEqual(await readClosedNights(), [110, 111, 112, 115, 116, 117, 120, 121, 122])
      await closeTwin(0, 112, 116)
      assert.deepEqual(await readClosedNights(), [110, 111, 112, 113, 114, 115, 116, 117, 120, 121, 122])
      await endClosure(app.db, await findClosureId(112))
      assert.deepEqual(await readClosedNights(), [110, 111, 112, 115, 116, 117, 120, 121, 122])
      const middleId = await findClosureId(115)
      await publish(app.db, (tx) => shortenClosure(tx, middleId, getDayNumber(116)))
      assert.deepEqual(await readClosedNights(), [110, 111, 112, 115, 120, 121, 122])
      await endClosure(app.db, await findClosureId(120))
      assert.deepEqual(await readClosedNights(), [110, 111, 112, 115])
      assert.deepEqual([await bookUntilFull(116, 118), await bookUntilFull(112, 113)], [3, 2])
    })

    test('cannot be closed on sold nights, and nothing is stored (BOOK-8)', async () => {
      await bookUntilFull(81, 82)
      const readInventory = () =>
        app.db.selectFrom('inventory').selectAll().orderBy('room_id').orderBy('night').execute()
      const rowsBefore = await readInventory()
      await assert.rejects(closeTwin(0, 80, 83), { status: 409, message: 'error.unit_needed' })
      assert.deepEqual(await readInventory(), rowsBefore)
      assert.equal(await bookTwin(80, 81), 200)
    })

    test('is either closed or booked on a night if both requests are concurrent (BOOK-8)', async () => {
      for (let round = 0; round < 8; round++) {
        const from = 90 + round
        await Promise.all([bookTwin(from, from + 1), bookTwin(from, from + 1)])
        const [bookingStatus, isClosed] = await Promise.all([
          bookTwin(from, from + 1),
          closeTwin(0, from, from + 1).then(
            () => true,
            () => false,
          ),
        ])
        assert.equal(bookingStatus === 200, !isClosed)
      }
    })
  })
}
