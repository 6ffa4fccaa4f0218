import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { openDesk } from '#testing/desk.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { assertMoneyConsistent } from '#testing/assert-money.ts'
import { MINUTE_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`mistaken payments at the desk, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let staffDesk: Awaited<ReturnType<typeof openDesk>>
    let ownerDesk: Awaited<ReturnType<typeof openDesk>>
    let code: string
    before(async () => {
      ;[staffDesk, ownerDesk] = [await openDesk(app), await openDesk(app, 'owner')]
    })
    let arrivalOffset = 0
    beforeEach(async () => {
      arrivalOffset += 2
      ;({ code } = await staffDesk.book('Mina', arrivalOffset, arrivalOffset + 1))
    })

    const reason = 'Of another guest'
    const pay = async (desk = staffDesk, amount = 500) => {
      const { payments } = await desk.callOk('takePayment', { code, amount, method: 'cash' })
      return payments.at(-1) as { id: number; can_void: boolean }
    }
    const voidPayment = (id: number, desk = staffDesk) => desk.call('voidPayment', { code, id, reason })
    const readExpectedCash = async () => (await staffDesk.callOk('getHandover')).expected

    test('can be voided by the user who recorded them, without the permission to refund, and the log has the reason (OFF-262)', async () => {
      const cashBefore = await readExpectedCash()
      const { id, can_void } = await pay()
      assert.deepEqual([can_void, await readExpectedCash()], [true, cashBefore + 500])
      const { status, body } = await voidPayment(id)
      assert.equal(status, 200, JSON.stringify(body))
      assert.deepEqual([body.paid, body.payments[0].reversal.reason, await readExpectedCash()], [0, reason, cashBefore])
      assert.equal((await voidPayment(id)).status, 409)
      const log = await ownerDesk.callOk('getLog', { subject: `booking ${code}`, action: 'payment voided' })
      assert.equal(log.data.length, 1)
      assert.match(JSON.stringify(log.data[0]), /Tanvir Hasan.*Of another guest|Of another guest.*Tanvir Hasan/)
      await assertMoneyConsistent(app.db)
    })

    test('need the permission to refund if another user recorded them, after ten minutes or after a handover (OFF-262)', async () => {
      const ownersPayment = await pay(ownerDesk)
      assert.equal(ownersPayment.can_void, true, 'the permission to refund')
      const billPayments = (await staffDesk.callOk('getBill', { code })).payments
      assert.equal(billPayments[0].can_void, false)
      assert.equal((await voidPayment(ownersPayment.id)).status, 403)
      const oldPayment = await pay()
      app.clock.advance(11 * MINUTE_MS)
      assert.equal((await voidPayment(oldPayment.id)).status, 403)
      const countedPayment = await pay()
      const { expected, since } = await staffDesk.callOk('getHandover')
      await staffDesk.callOk('handOver', { counted: expected, expected, since: since && since.id })
      const response = await voidPayment(countedPayment.id)
      assert.equal(response.status, 403)
      assert.match(response.body.message, /ten minutes/)
      const bill = await staffDesk.callOk('getBill', { code })
      assert.ok(bill.payments.every((payment: { reversal: unknown }) => payment.reversal === null))
      assert.equal((await voidPayment(countedPayment.id, ownerDesk)).status, 200)
      assert.equal((await voidPayment(9_999_999)).status, 404)
      await assertMoneyConsistent(app.db)
    })

    test('cannot be voided without the permission to refund if they are refunds (OFF-262)', async () => {
      await pay()
      await ownerDesk.callOk('recordRefund', { code, amount: 100, method: 'cash', reason })
      const { payments } = await staffDesk.callOk('getBill', { code })
      assert.equal((await voidPayment(payments.at(-1).id)).status, 403)
      assert.equal((await staffDesk.call('recordRefund', { code, amount: 1, method: 'cash', reason })).status, 403)
    })
  })
}
