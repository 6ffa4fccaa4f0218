import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { atDesk } from '#testing/desk.ts'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { proveMoney } from '#testing/money.ts'

const MINUTE_MS = 60_000

for (const engine of enginesFor(import.meta.url)) {
  describe(`mistaken payments at the desk, on ${engine.name}`, () => {
    let app: TestApp
    let staff: Awaited<ReturnType<typeof atDesk>>
    let owner: Awaited<ReturnType<typeof atDesk>>
    let code: string
    before(async () => {
      app = await startTestApp(engine)
      ;[staff, owner] = [await atDesk(app), await atDesk(app, 'owner')]
    })
    after(() => app.close())
    let from = 0
    beforeEach(async () => {
      from += 2
      ;({ code } = await staff.book('Mina', from, from + 1))
    })

    const reason = 'Of another guest'
    const take = async (desk = staff, amount = 500) => {
      const { payments } = await desk.done('takePayment', { code, amount, method: 'cash' })
      return payments.at(-1) as { id: number; may_take_back: boolean }
    }
    const takeBack = (id: number, desk = staff) => desk.call('voidPayment', { code, id, reason })
    const drawer = async () => (await staff.done('getHandover')).expected

    test('can be voided by their author without the permission to refund, and the log has the reason (OFF-262)', async () => {
      const before = await drawer()
      const { id, may_take_back } = await take()
      assert.deepEqual([may_take_back, await drawer()], [true, before + 500])
      const { status, body } = await takeBack(id)
      assert.equal(status, 200, JSON.stringify(body))
      assert.deepEqual([body.paid, body.payments[0].taken_back.reason, await drawer()], [0, reason, before])
      assert.equal((await takeBack(id)).status, 409)
      const log = await owner.done('getLog', { subject: `booking ${code}`, action: 'payment taken back' })
      assert.equal(log.data.length, 1)
      assert.match(JSON.stringify(log.data[0]), /Tanvir Hasan.*Of another guest|Of another guest.*Tanvir Hasan/)
      await proveMoney(app.db)
    })

    test('cannot be voided by others, after ten minutes or after a handover, and then nothing is written (OFF-262)', async () => {
      const others = await take(owner)
      assert.equal(others.may_take_back, true, 'the permission to refund')
      const seen = (await staff.done('getBill', { code })).payments
      assert.equal(seen[0].may_take_back, false)
      assert.equal((await takeBack(others.id)).status, 403)
      const old = await take()
      app.clock.advance(11 * MINUTE_MS)
      assert.equal((await takeBack(old.id)).status, 403)
      const counted = await take()
      const { expected, since } = await staff.done('getHandover')
      await staff.done('handOver', { counted: expected, expected, since: since && since.id })
      const refused = await takeBack(counted.id)
      assert.equal(refused.status, 403)
      assert.match(refused.body.message, /ten minutes/)
      const bill = await staff.done('getBill', { code })
      assert.ok(bill.payments.every((payment: { taken_back: unknown }) => payment.taken_back === null))
      assert.equal((await takeBack(counted.id, owner)).status, 200)
      assert.equal((await takeBack(9_999_999)).status, 404)
      await proveMoney(app.db)
    })

    test('do not allow voiding a refund without the permission to refund (OFF-262)', async () => {
      await take()
      await owner.done('payBack', { code, amount: 100, method: 'cash', reason })
      const { payments } = await staff.done('getBill', { code })
      assert.equal((await takeBack(payments.at(-1).id)).status, 403)
      assert.equal((await staff.call('payBack', { code, amount: 1, method: 'cash', reason })).status, 403)
    })
  })
}
