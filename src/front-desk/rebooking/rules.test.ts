import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { makeLate } from '#testing/policies.ts'
import { moveIn } from '#testing/rebooking.ts'
import { translatorFor } from '#locales/both.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`which other days a stay may have, on ${engine.name}`, () => {
    const moving = moveIn(engine)
    const { days, room, span, as, book, plan, change, rowOf, setRate, proveAll } = moving

    test('are refused under their field where no booking could have them (REB-3)', async () => {
      const { id, from: at } = await book()
      const refused = async (start: number, end: number) => {
        const { status, body } = await plan({ id, ...days(start, end) })
        return [status, Object.keys(body.errors ?? {})]
      }
      assert.deepEqual(await refused(-1, at), [422, ['checkin']])
      assert.deepEqual(await refused(at, at), [422, ['checkout']])
      assert.deepEqual(await refused(at, at + 200), [422, ['checkout']])
      assert.equal((await plan({ id, checkin: '2027-02-30', checkout: '2027-03-01' })).status, 422)
      await setRate('twin', at + 5, null, 3)
      assert.deepEqual(await refused(at + 5, at + 7), [422, ['checkout']])
      const { status, body } = await change({ id, ...days(at + 1, at + 3), total: 1 })
      assert.deepEqual([status, body.message], [409, translatorFor('en').t('dates.price_changed')])
    })

    test('may be any while cancelling costs nothing; after that nights are added and none given up (REB-4)', async () => {
      const { t } = translatorFor('en')
      const { id, from: at } = await book()
      const which = async () => (await moving.house.call('getBookingDetails', { id }, as())).body.cancelling.other_dates
      assert.equal(await which(), 'any')
      await makeLate(moving.house.db, id)
      assert.equal(await which(), 'more')
      for (const [start, end, field] of [
        [at + 1, at + 3, 'checkin'],
        [at, at + 2, 'checkout'],
        [at + 4, at + 7, 'checkin'],
      ] as const) {
        const { status, body } = await plan({ id, ...days(start, end) })
        assert.deepEqual([status, body.errors[field]], [422, [t('dates.more_only')]])
      }
      const wider = await plan({ id, ...days(at - 1, at + 4) })
      assert.equal((await change({ id, ...days(at - 1, at + 4), total: wider.body.total })).status, 200)
      // What had begun to cost goes on costing: nobody makes a stay free to cancel by moving it.
      assert.equal(await which(), 'more')
      await proveAll()
    })

    test('are for the desk where the stay is being paid, has begun, is over, or its rooms differ (REB-4)', async () => {
      const { id, from: at, total } = await book()
      const form = { id, ...days(at + 1, at + 4), total }
      const row = await rowOf(id)
      const set = (more: object) => moving.house.db.updateTable('booking').set(more).where('code', '=', id).execute()
      for (const status of ['pending_payment', 'checked_in', 'checked_out', 'no_show', 'cancelled'] as const) {
        await set({ status, expires_at: status === 'pending_payment' ? moving.house.clock.now + 60_000 : null })
        const { status: answered, body } = await change(form)
        assert.deepEqual([answered, body.message], [409, translatorFor('en').t('dates.not_here')], status)
        assert.equal((await moving.house.call('getBookingDetails', { id }, as())).body.cancelling.other_dates, null)
      }
      await set({ status: row.status, expires_at: row.expires_at })
      const party = await book({ rooms: [room('twin'), room('single')] })
      assert.equal((await plan({ id: party.id, ...days(party.from + 1, party.from + 4) })).status, 200)
      const second = await moving.house.db
        .selectFrom('booking')
        .select('id')
        .where('stay_code', '=', party.id)
        .where('code', '<>', party.id)
        .executeTakeFirstOrThrow()
      const { rooms } = await moving.desk.done('getDeskStay', { code: party.id })
      const other = rooms.find(({ booking }: { booking: number }) => booking === second.id)
      await moving.desk.done('arrangeStays', {
        changes: [
          {
            booking: other.booking,
            version: other.version,
            parts: [{ room: moving.desk.kind('single').id, unit: null, ...span(party.from, party.from + 2) }],
          },
        ],
        price: 'kept',
        after: null,
        reason: '',
        tell: false,
      })
      assert.equal((await plan({ id: party.id, ...days(party.from + 1, party.from + 4) })).status, 409)
    })
  })
}
