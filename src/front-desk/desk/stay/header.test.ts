import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openDesk } from '#testing/desk.ts'
import { enginesFor } from '#testing/engines.ts'
import { grantToDesk } from '#testing/second-process.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { setUpTestApp } from '#testing/test-app.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the header of a stay on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let ownerDesk: Awaited<ReturnType<typeof openDesk>>
    let staffDesk: Awaited<ReturnType<typeof openDesk>>
    before(async () => {
      ownerDesk = await openDesk(app, 'owner')
      staffDesk = await openDesk(app, 'staff')
    })

    test('shows the guest, the dates, the balance and the available actions (OFF-321)', async () => {
      const { code, ...stayVersion } = await ownerDesk.book('Lena Vogt', 0, 2, { at: [0] })
      await ownerDesk.callOk('takePayment', { code, amount: 4000, method: 'cash' })
      const arrivingStay = await ownerDesk.callOk('getStayHeader', { code })
      assert.deepEqual(
        [
          arrivingStay.name,
          arrivingStay.checkin,
          arrivingStay.checkout,
          arrivingStay.owed,
          arrivingStay.takes_money,
          arrivingStay.desk_status,
        ],
        ['Lena Vogt', app.day(0), app.day(2), 5000, true, 'arrives'],
      )
      const toActions = ({
        rooms,
      }: {
        rooms: { can_check_in: boolean; can_check_out: boolean; needs_unit: object | null }[]
      }) => rooms.map(({ can_check_in, can_check_out, needs_unit }) => [can_check_in, can_check_out, needs_unit])
      assert.deepEqual(toActions(arrivingStay), [[true, false, null]])
      await ownerDesk.callOk('checkGuestIn', { ...stayVersion, anyway: true })
      const inHouseHeader = await ownerDesk.callOk('getStayHeader', { code })
      assert.deepEqual([inHouseHeader.desk_status, toActions(inHouseHeader)], ['here', [[false, true, null]]])
    })

    test('is visible to every user who may open one of its tabs, with the balance only for users who may see money (OFF-321)', async () => {
      const { code } = await ownerDesk.book('Wei Zhang', 10, 12)
      for (const grant of ['see bookings', 'run the desk', 'see money']) {
        await grantToDesk(app, [grant])
        const { owed, name, rooms } = await staffDesk.callOk('getStayHeader', { code })
        const canSeeMoney = grant === 'see money'
        assert.deepEqual(
          [name, owed, rooms[0].total],
          ['Wei Zhang', canSeeMoney ? 9000 : null, canSeeMoney ? 9000 : null],
        )
      }
      await grantToDesk(app, ['clean rooms'])
      for (const reference of [code, 'NOSUCHSTAY'])
        assert.equal((await staffDesk.call('getStayHeader', { code: reference })).status, 403)
      assert.equal((await ownerDesk.call('getStayHeader', { code: 'NOSUCHSTAY' })).status, 404)
    })

    test('shows the deadline of a request, and accepts no payment for it (OFF-321)', async () => {
      const form = createStayForm(app, { checkin: app.day(20), checkout: app.day(21) })
      const { body } = await app.call('requestGuestBooking', form, { token: await app.newGuest() })
      const header = await ownerDesk.callOk('getStayHeader', { code: body.booking_id })
      assert.deepEqual([header.can_be_answered, header.takes_money, header.owed], [true, false, 0])
      assert.ok(Date.parse(header.held_until) > app.clock.now)
      await app.db
        .updateTable('booking')
        .set({ status: 'pending_payment' })
        .where('code', '=', body.booking_id)
        .execute()
      const unpaidHeader = await ownerDesk.callOk('getStayHeader', { code: body.booking_id })
      assert.deepEqual(
        [unpaidHeader.can_be_answered, unpaidHeader.held_until, unpaidHeader.takes_money],
        [false, null, false],
      )
    })
  })
}
