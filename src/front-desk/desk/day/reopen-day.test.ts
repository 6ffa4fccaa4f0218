import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { closingReasons, openDesk, type BookedStay } from '#testing/desk.ts'
import { assertMoneyConsistent } from '#testing/assert-money.ts'
import { bothEngines } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'

for (const engine of bothEngines) {
  describe(`reopening the last closed day on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let desk: Awaited<ReturnType<typeof openDesk>>
    let guestStay: BookedStay
    before(async () => {
      desk = await openDesk(app, 'owner')
      guestStay = await desk.book('Lena', 0, 3, { at: [0] })
      await desk.closeDay(app.day(-1))
      await desk.closeDay(app.day(0))
    })

    const reopen = (fromToday: number, reason = 'Closed by mistake') =>
      desk.call('reopenDay', { day: app.day(fromToday), reason })
    const pay = (amount: number) => desk.callOk('takePayment', { code: guestStay.code, amount, method: 'cash' })
    const readCash = async (fromToday: number) => {
      const { accounts } = await desk.callOk('getTakings', { day: app.day(fromToday) })
      return accounts.find(({ account }: { account: string }) => account === 'cash').received
    }

    test('requires its own permission and a reason, and only reopens the last day (CLOSE-3)', async () => {
      const staffDesk = await openDesk(app)
      const forbiddenResponse = await staffDesk.call('reopenDay', { day: app.day(0), reason: 'Closed by mistake' })
      assert.equal(forbiddenResponse.status, 403)
      await app.db
        .updateTable('staff_role')
        .set({ grants: '["run the desk","reopen days"]' })
        .where('id', '=', 1)
        .execute()
      const missingReasonResponse = await staffDesk.call('reopenDay', { day: app.day(0), reason: '' })
      assert.deepEqual(
        [missingReasonResponse.status, Object.keys(missingReasonResponse.body.errors)],
        [422, ['reason']],
      )
      assert.equal((await staffDesk.call('reopenDay', { day: app.day(-1), reason: 'Too old' })).status, 409)
      assert.equal((await staffDesk.call('reopenDay', { day: app.day(1), reason: 'Not closed' })).status, 409)
    })

    test('leaves payments recorded on the next day there, and counts new payments for the reopened day (CLOSE-3)', async () => {
      await pay(300)
      assert.deepEqual([await readCash(0), await readCash(1)], [0, 300])
      const responses = await Promise.all([reopen(0), reopen(0)])
      assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 409])
      assert.deepEqual(
        [(await desk.callOk('getDay')).day, (await desk.callOk('getDay')).last],
        [app.day(0), app.day(-1)],
      )
      await pay(500)
      assert.deepEqual([await readCash(0), await readCash(1)], [500, 300])
      await desk.closeDay(app.day(0))
      await pay(700)
      assert.deepEqual([await readCash(0), await readCash(1)], [500, 1000])
      await assertMoneyConsistent(app.db)
    })

    test('stores the undone closing and logs the reason (CLOSE-3)', async () => {
      const undoneClosings = await app.db.selectFrom('reopened_day').selectAll().execute()
      assert.deepEqual(
        undoneClosings.map(({ reason, early_reason }) => [reason, early_reason]),
        [['Closed by mistake', closingReasons.early_reason]],
      )
      const logRows = await app.db
        .selectFrom('audit')
        .select(['subject', 'changes'])
        .where('action', '=', 'day reopened')
        .execute()
      assert.deepEqual(
        logRows.map(({ subject, changes }) => [subject, JSON.parse(changes!).reason]),
        [[`day ${app.day(0)}`, [null, 'Closed by mistake']]],
      )
    })

    test('is possible for the first closed day, after which no day is closed (CLOSE-3)', async () => {
      assert.equal((await reopen(0)).status, 200)
      assert.equal((await reopen(-1)).status, 200)
      const { day, last } = await desk.callOk('getDay')
      assert.deepEqual([day, last], [app.day(-1), null])
    })
  })
}
