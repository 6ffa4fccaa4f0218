import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { closingReasons, openDesk, type BookedStay } from '#testing/desk.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { HOUR_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the checklist before closing a day on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let desk: Awaited<ReturnType<typeof openDesk>>
    let leftStay: BookedStay
    let hereStay: BookedStay
    let expectedStay: BookedStay
    before(async () => {
      desk = await openDesk(app, 'owner')
      await desk.callOk('closeDay', { day: app.day(-1) })
      leftStay = await desk.book('Left', 0, 1, { at: [0] })
      hereStay = await desk.book('Here', 0, 2, { at: [1] })
      expectedStay = await desk.book('Late', 0, 2, { at: [2] })
      for (const { booking, version } of [leftStay, hereStay])
        await desk.callOk('checkGuestIn', { booking, version, anyway: true })
      await desk.callOk('takePayment', { code: leftStay.code, amount: 100, method: 'cash' })
      app.clock.advance(9 * HOUR_MS)
      await desk.callOk('checkGuestOut', { booking: leftStay.booking, version: leftStay.version + 1, owing: 'By bank' })
    })

    const close = (form: object = {}) => desk.call('closeDay', { day: app.day(0), ...form })

    test('lists each group of open items, and requires a reason for each group and for closing before midnight (CLOSE-2)', async () => {
      const openedDay = await desk.callOk('getDay')
      assert.equal(openedDay.early, true)
      assert.deepEqual(openedDay.carry_over, [
        { group: 'expected', stays: 1 },
        { group: 'unpaid', stays: 1 },
        { group: 'unregistered', stays: 2 },
        { group: 'cash', stays: 0 },
      ])
      const rejectedResponse = await close()
      assert.equal(rejectedResponse.status, 422)
      assert.deepEqual(Object.keys(rejectedResponse.body.errors).toSorted(), Object.keys(closingReasons).toSorted())
      const { cash_reason: _, ...otherReasons } = closingReasons
      const incompleteResponse = await close(otherReasons)
      assert.deepEqual([incompleteResponse.status, Object.keys(incompleteResponse.body.errors)], [422, ['cash_reason']])
      assert.equal((await desk.callOk('getDay')).day, app.day(0), 'the day is still open')
    })

    test('requires no reason for settled items, and stores the other reasons in the closing and the log (CLOSE-2)', async () => {
      const { expected: tillAmount, since } = await desk.callOk('getHandover')
      await desk.callOk('handOver', { counted: tillAmount, expected: tillAmount, since: since && since.id })
      const response = await close(closingReasons)
      assert.equal(response.status, 200, JSON.stringify(response.body))
      const { changes } = await app.db
        .selectFrom('audit')
        .select('changes')
        .where('action', '=', 'day closed')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      const { cash_reason: _, ...storedReasons } = closingReasons
      for (const [field, reason] of Object.entries(storedReasons))
        assert.deepEqual(JSON.parse(changes!)[field], [null, reason], field)
      assert.equal('cash_reason' in JSON.parse(changes!), false)
      const row = await app.db
        .selectFrom('closed_day')
        .selectAll()
        .orderBy('day', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      assert.equal(row.early_reason, closingReasons.early_reason)
      assert.deepEqual(JSON.parse(row.carried_over), [
        { group: 'expected', reason: closingReasons.expected_reason, stays: [expectedStay.code] },
        { group: 'unpaid', reason: closingReasons.unpaid_reason, stays: [leftStay.code] },
        { group: 'unregistered', reason: closingReasons.unregistered_reason, stays: [leftStay.code, hereStay.code] },
      ])
    })

    test('lists a guest who left unpaid after an early closing in the checklist of the next day (CLOSE-2)', async () => {
      app.clock.advance(HOUR_MS)
      const { version } = await desk.readRow(hereStay)
      await desk.callOk('checkGuestOut', { booking: hereStay.booking, version, unused: 'waive', owing: 'By bank' })
      app.clock.advance(24 * HOUR_MS)
      const openedDay = await desk.callOk('getDay')
      assert.deepEqual([openedDay.day, openedDay.early], [app.day(0), true])
      assert.deepEqual(
        openedDay.owing.map(({ name, why }: { name: string; why: string }) => [name, why]),
        [['Here', 'left']],
      )
    })

    test('requires no reason for closing a day after midnight (CLOSE-2)', async () => {
      const lateRow = await desk.readRow(expectedStay)
      await desk.callOk('markNoShow', { booking: expectedStay.booking, version: lateRow.version, fee: 'none' })
      app.clock.advance(15 * HOUR_MS)
      const { early_reason: _, ...reasons } = closingReasons
      const openedDay = await desk.callOk('getDay')
      assert.deepEqual([openedDay.day, openedDay.early], [app.day(-1), false])
      await desk.callOk('closeDay', { day: app.day(-1), ...reasons })
    })

    test('shows the number of open balances to users who may not see amounts (CLOSE-2)', async () => {
      await desk.callOk('takePayment', { code: leftStay.code, amount: 100, method: 'cash' })
      const guestStay = await desk.book('Day guest', 0, 1, { at: [3] })
      await desk.callOk('checkGuestIn', { booking: guestStay.booking, version: guestStay.version, anyway: true })
      await desk.callOk('checkGuestOut', {
        booking: guestStay.booking,
        version: guestStay.version + 1,
        owing: 'By bank',
      })
      await app.db.updateTable('staff_role').set({ grants: '["run the desk"]' }).where('id', '=', 1).execute()
      const receptionDesk = await openDesk(app)
      const { owing, carry_over } = await receptionDesk.callOk('getDay')
      assert.deepEqual(owing, [])
      assert.deepEqual(
        carry_over.find(({ group }: { group: string }) => group === 'unpaid'),
        { group: 'unpaid', stays: 1 },
      )
    })
  })
}
