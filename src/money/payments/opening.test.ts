import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { assertMoneyConsistent } from '#testing/assert-money.ts'
import { startPayingApp, type HeldStay, type PayingApp } from '#testing/paying-app.ts'
import { writeCompany } from '#content/company.ts'
import { addPolicy, freeCancellation, setDefaultPolicy } from '#testing/policies.ts'
import { publish } from '#platform/database/publish.ts'
import { MINUTE_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`opening a payment, on ${engine.name}`, () => {
    let app: PayingApp
    before(async () => void (app = await startPayingApp(engine)))
    after(() => app.close())

    test('returns the same payment page for ten minutes, and a new one afterwards (PAY-14)', async () => {
      const stay = await app.hold()
      const pageUrl = await app.open(stay)
      assert.equal(await app.open(stay), pageUrl)
      app.clock.advance(11 * MINUTE_MS)
      assert.notEqual(await app.open(stay), pageUrl)
    })

    test('extends the hold of this stay only, and never shortens it (PAY-14)', async () => {
      const readExpiry = async ({ code }: HeldStay) =>
        (await app.db.selectFrom('booking').select('expires_at').where('code', '=', code).executeTakeFirstOrThrow())
          .expires_at
      const [stay, otherStay] = [await app.hold(), await app.hold()]
      const otherExpiry = await readExpiry(otherStay)
      app.clock.advance(20 * MINUTE_MS)
      await app.open(stay)
      assert.equal(await readExpiry(stay), app.clock.now + 30 * MINUTE_MS)
      assert.equal(await readExpiry(otherStay), otherExpiry)

      await writeCompany(app.db, { holdMinutes: 90 })
      const longStay = await app.hold()
      await writeCompany(app.db, { holdMinutes: 30 })
      await app.open(longStay)
      assert.equal(await readExpiry(longStay), app.clock.now + 90 * MINUTE_MS)
    })

    test('emails a payment link at most five times an hour (PAY-10)', async (t) => {
      const limitedApp = await startPayingApp(engine, { RATE_LIMIT: 'on' })
      t.after(() => limitedApp.close())
      const { code } = await limitedApp.hold()
      const token = await limitedApp.signIn('owner')
      const statuses: number[] = []
      for (let i = 0; i < 6; i++) statuses.push((await limitedApp.call('sendPayLink', { code }, { token })).status)
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
    })

    test('responds with 503 if the gateway fails, and can be repeated (PAY-14)', async () => {
      const stay = await app.hold()
      await app.injectFault({ questions: 'open', fault: 'broken' })
      const { status, body, headers } = await app.call('startPayment', { id: stay.code }, { token: stay.token })
      assert.deepEqual([status, headers.get('retry-after')], [503, '60'])
      assert.match(body.message, /payment service is not responding/)
      await app.press(await app.open(stay), 'pay')
      await app.settle()
      assert.equal((await app.readPaymentState(stay.code)).payment, 'paid')
    })

    test('rejects other guests, and stays that are not accepted yet (PAY-14)', async () => {
      const stay = await app.hold()
      const strangerToken = await app.newGuest()
      assert.equal((await app.call('startPayment', { id: stay.code }, { token: strangerToken })).status, 404)
      const requestedStay = await app.hold({ paymenttype: 2 })
      const response = await app.call('startPayment', { id: requestedStay.code }, { token: requestedStay.token })
      assert.deepEqual(
        [response.status, response.body.message],
        [409, 'You cannot pay yet: the request is waiting for our answer.'],
      )
    })

    test('charges the agreed deposit first and then the balance, or the full amount without a deposit (PAY-14, POL-1)', async () => {
      await setDefaultPolicy(app.db, { ...freeCancellation, deposit: { kind: 'percent', amount: 30 } })
      const stay = await app.hold()
      const readAttempts = async () =>
        (
          await app.db
            .selectFrom('payment_attempt')
            .select('amount_poisha')
            .where('stay_code', '=', stay.code)
            .orderBy('id')
            .execute()
        ).map(({ amount_poisha }) => amount_poisha)
      await app.press(await app.open(stay), 'pay')
      await app.settle()
      const depositPoisha = Math.round(stay.total * 30)
      assert.deepEqual(await readAttempts(), [depositPoisha])
      const state = await app.readPaymentState(stay.code)
      assert.deepEqual([state.status, state.payment], ['confirmed', 'partially_paid'])
      await app.press(await app.open(stay), 'pay')
      await app.settle()
      assert.deepEqual(await readAttempts(), [depositPoisha, stay.total * 100 - depositPoisha])
      assert.equal((await app.readPaymentState(stay.code)).payment, 'paid')
      await assertMoneyConsistent(app.db)
    })

    test('charges rooms without a deposit in full together with the deposit of another room (PAY-14, POL-4)', async () => {
      await setDefaultPolicy(app.db, freeCancellation)
      const deposit = { kind: 'percent', amount: 10 } as const
      const policy = await addPolicy(app.db, 'Deposit 10%', { ...freeCancellation, deposit })
      await publish(app.db, (tx) =>
        tx.updateTable('room').set({ policy_id: policy }).where('slug', '=', 'single').execute(),
      )
      const party = { adult: 1, child: 0 }
      const rooms = [
        { slug: 'family', ...party },
        { slug: 'single', ...party },
      ]
      const stay = await app.hold({ slug: 'family', rooms })
      await app.open(stay)
      const booked = await app.db
        .selectFrom('booking')
        .select('total_poisha')
        .where('stay_code', '=', stay.code)
        .orderBy('id')
        .execute()
      const [family, single] = booked.map(({ total_poisha }) => Number(total_poisha))
      const { amount_poisha } = await app.db
        .selectFrom('payment_attempt')
        .select('amount_poisha')
        .where('stay_code', '=', stay.code)
        .executeTakeFirstOrThrow()
      assert.equal(Number(amount_poisha), family! + single! / 10)
      const details = await app.call('getBookingDetails', { id: stay.code }, { token: stay.token })
      assert.equal(details.body.cancelling.deposit, Number(amount_poisha) / 100)
    })
  })
}
