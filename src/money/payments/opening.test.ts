import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { proveMoney } from '#testing/money.ts'
import { startPayingApp, type PayingApp } from '#testing/paying.ts'
import { freeToTheLast, houseBooksBy } from '#testing/policies.ts'

const MINUTE_MS = 60_000

for (const engine of enginesFor(import.meta.url)) {
  describe(`opening a payment, on ${engine.name}`, () => {
    let house: PayingApp
    before(async () => void (house = await startPayingApp(engine)))
    after(() => house.close())

    test('returns the same page for a while, and a new one afterwards (PAY-14)', async () => {
      const held = await house.hold()
      const page = await house.open(held)
      assert.equal(await house.open(held), page)
      house.clock.advance(11 * MINUTE_MS)
      assert.notEqual(await house.open(held), page)
    })

    test('responds with 503 if the gateway fails, and keeps the payment possible (PAY-14)', async () => {
      const held = await house.hold()
      await house.plan({ questions: 'open', fault: 'broken' })
      const { status, body, headers } = await house.call('startPayment', { id: held.code }, { token: held.token })
      assert.deepEqual([status, headers.get('retry-after')], [503, '60'])
      assert.match(body.message, /payment service does not answer/)
      await house.press(await house.open(held), 'pay')
      await house.settle()
      assert.equal((await house.stands(held.code)).payment, 'paid')
    })

    test('rejects other guests, and stays that are not accepted yet (PAY-14)', async () => {
      const held = await house.hold()
      const stranger = await house.newGuest()
      assert.equal((await house.call('startPayment', { id: held.code }, { token: stranger })).status, 404)
      const asked = await house.hold({ paymenttype: 2 })
      const refused = await house.call('startPayment', { id: asked.code }, { token: asked.token })
      assert.deepEqual(
        [refused.status, refused.body.message],
        [409, 'Nothing is to be paid yet: the request waits for our answer.'],
      )
    })

    test('charges the agreed deposit first and then the rest, or everything without a deposit (PAY-14, POL-1)', async () => {
      await houseBooksBy(house.db, { ...freeToTheLast, deposit: { kind: 'percent', amount: 30 } })
      const held = await house.hold()
      const attempts = async () =>
        (
          await house.db
            .selectFrom('payment_attempt')
            .select('amount_poisha')
            .where('stay_code', '=', held.code)
            .orderBy('id')
            .execute()
        ).map(({ amount_poisha }) => amount_poisha)
      await house.press(await house.open(held), 'pay')
      await house.settle()
      const ahead = Math.round(held.total * 30)
      assert.deepEqual(await attempts(), [ahead])
      const stands = await house.stands(held.code)
      assert.deepEqual([stands.status, stands.payment], ['confirmed', 'partially_paid'])
      await house.press(await house.open(held), 'pay')
      await house.settle()
      assert.deepEqual(await attempts(), [ahead, held.total * 100 - ahead])
      assert.equal((await house.stands(held.code)).payment, 'paid')
      await proveMoney(house.db)
    })
  })
}
