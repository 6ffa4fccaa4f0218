import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Insertable } from 'kysely'
import { enginesFor } from '#testing/engines.ts'
import { moveFeeTimes } from '#testing/policies.ts'
import { startRebookingTests } from '#testing/rebooking.ts'
import { publish } from '#platform/database/publish.ts'
import type { Tables } from '#schema/tables.ts'
import { translatorFor } from '#locales/both.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the rules for changed dates, on ${engine.name}`, () => {
    const rebooking = startRebookingTests(engine)
    const { days, room, span, as: withToken, book, previewChange, change, readRow, setRate, verifyBooks } = rebooking
    const { findOptions } = rebooking

    test('reject dates that cannot be booked, with an error on their field (REB-3)', async () => {
      const { id, from: firstNight } = await book()
      const readRejectedFields = async (start: number, end: number) => {
        const { status, body } = await previewChange({ id, ...days(start, end) })
        return [status, Object.keys(body.errors ?? {})]
      }
      assert.deepEqual(await readRejectedFields(-1, firstNight), [422, ['checkin']])
      assert.deepEqual(await readRejectedFields(firstNight, firstNight), [422, ['checkout']])
      assert.deepEqual(await readRejectedFields(firstNight, firstNight + 200), [422, ['checkout']])
      assert.equal((await previewChange({ id, checkin: '2027-02-30', checkout: '2027-03-01' })).status, 422)
      await setRate('twin', firstNight + 5, null, 3)
      assert.deepEqual(await readRejectedFields(firstNight + 5, firstNight + 7), [422, ['checkout']])
      const { status, body } = await change({ id, ...days(firstNight + 1, firstNight + 3), total: 1 })
      assert.deepEqual([status, body.message], [409, translatorFor('en').t('change.price_changed')])
    })

    test('check only what changes, not the nights, the arrival and the departure that are booked already (REB-3)', async () => {
      const { id, from: firstNight } = await book()
      const departure = firstNight + 3
      const setRules = (rules: Record<number, Partial<Insertable<Tables['rate']>>>) =>
        publish(rebooking.testApp.db, async (tx) => {
          const { id: room_id } = rebooking.desk.kind('twin')
          const { check_in } = await readRow(id)
          for (const [offset, columns] of Object.entries(rules)) {
            const day = check_in + Number(offset)
            await tx.deleteFrom('rate').where('room_id', '=', room_id).where('day', '=', day).execute()
            await tx
              .insertInto('rate')
              .values({ ...columns, room_id, day })
              .execute()
          }
        })
      const preview = async (start: number, end: number) => {
        const { status, body } = await previewChange({ id, ...days(start, end) })
        const { body: options } = await findOptions({ id, ...days(start, end) })
        const twinOption = options.rooms?.[0].options.find(({ slug }: { slug: string }) => slug === 'twin')
        assert.equal(twinOption.available > 0, status === 200, 'the options state the same')
        return status === 200 ? [] : Object.keys(body.errors)
      }
      await setRules({
        0: { closed: 1, closed_to_arrival: 1, min_nights: 5, max_nights: 2 },
        1: { closed: 1 },
        3: { closed_to_departure: 1 },
      })
      assert.deepEqual(await preview(firstNight - 1, departure), [], 'an earlier arrival')
      assert.deepEqual(await preview(firstNight, departure + 1), ['checkout'], 'more than the maximum')
      assert.deepEqual(await preview(firstNight, departure - 1), ['checkout'], 'less than the minimum')
      await setRules({ 0: { closed: 1, closed_to_arrival: 1, min_nights: 5 } })
      assert.deepEqual(await preview(firstNight, departure + 1), [], 'a later departure')
      await setRules({ 3: { closed: 1 }, 4: { closed_to_departure: 1 } })
      assert.deepEqual(await preview(firstNight, departure + 1), ['checkin'], 'an added night that is closed')
      await setRules({ 3: {} })
      assert.deepEqual(await preview(firstNight, departure + 1), ['checkout'], 'a new departure')
    })

    test('allow any dates while cancelling is free, and only added nights afterwards (REB-4)', async () => {
      const { t } = translatorFor('en')
      const { id, from: firstNight } = await book()
      const readAllowedDates = async () =>
        (await rebooking.testApp.call('getBookingDetails', { id }, withToken())).body.change.allowed
      assert.equal(await readAllowedDates(), 'any')
      await moveFeeTimes(rebooking.testApp.db, id)
      assert.equal(await readAllowedDates(), 'more')
      for (const [start, end, field] of [
        [firstNight + 1, firstNight + 3, 'checkin'],
        [firstNight, firstNight + 2, 'checkout'],
        [firstNight + 4, firstNight + 7, 'checkin'],
      ] as const) {
        const { status, body } = await previewChange({ id, ...days(start, end) })
        assert.deepEqual([status, body.errors[field]], [422, [t('change.only_more_nights')]])
      }
      const extendedResponse = await previewChange({ id, ...days(firstNight - 1, firstNight + 4) })
      assert.equal(
        (await change({ id, ...days(firstNight - 1, firstNight + 4), total: extendedResponse.body.total })).status,
        200,
      )
      // The fee remains: a guest cannot make a stay free to cancel by moving it.
      assert.equal(await readAllowedDates(), 'more')
      await verifyBooks()
    })

    test('require staff to change the stay if a payment is open, the stay has started, or its rooms have different dates (REB-4)', async () => {
      const { t } = translatorFor('en')
      const { id, from: firstNight, total } = await book()
      const form = { id, ...days(firstNight + 1, firstNight + 4), total }
      const row = await readRow(id)
      const updateBooking = (overrides: object) =>
        rebooking.testApp.db.updateTable('booking').set(overrides).where('code', '=', id).execute()
      for (const status of ['pending_payment', 'checked_in', 'checked_out', 'no_show', 'cancelled'] as const) {
        await updateBooking({
          status,
          expires_at: status === 'pending_payment' ? rebooking.testApp.clock.now + 60_000 : null,
        })
        const { status: responseStatus, body } = await change(form)
        const reason = t(status === 'pending_payment' ? 'change.after_payment' : 'change.not_here')
        assert.deepEqual([responseStatus, body.message], [409, reason], status)
        const isOver = !['pending_payment', 'checked_in'].includes(status)
        assert.deepEqual((await rebooking.testApp.call('getBookingDetails', { id }, withToken())).body.change, {
          allowed: null,
          locked: isOver ? null : reason,
        })
      }
      await updateBooking({ status: row.status, expires_at: row.expires_at })
      const groupStay = await book({ rooms: [room('twin'), room('single')] })
      assert.equal(
        (await previewChange({ id: groupStay.id, ...days(groupStay.from + 1, groupStay.from + 4) })).status,
        200,
      )
      const secondRoom = await rebooking.testApp.db
        .selectFrom('booking')
        .select('id')
        .where('stay_code', '=', groupStay.id)
        .where('code', '<>', groupStay.id)
        .executeTakeFirstOrThrow()
      const { rooms } = await rebooking.desk.callOk('getDeskStay', { code: groupStay.id })
      const otherRoom = rooms.find(({ booking }: { booking: number }) => booking === secondRoom.id)
      await rebooking.desk.callOk('arrangeStays', {
        changes: [
          {
            booking: otherRoom.booking,
            version: otherRoom.version,
            parts: [
              { room: rebooking.desk.kind('single').id, unit: null, ...span(groupStay.from, groupStay.from + 2) },
            ],
          },
        ],
        price: 'unchanged',
        after: null,
        reason: '',
        notify_guest: false,
      })
      assert.equal(
        (await previewChange({ id: groupStay.id, ...days(groupStay.from + 1, groupStay.from + 4) })).status,
        409,
      )
    })
  })
}
