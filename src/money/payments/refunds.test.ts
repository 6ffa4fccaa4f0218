import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { proveBooks } from '#testing/books.ts'
import { bothEngines } from '#testing/engines.ts'
import { emailsTo } from '#testing/emails.ts'
import { proveMoney } from '#testing/money.ts'
import { startPayingApp, type Held, type PayingApp } from '#testing/paying.ts'
import { writeCompany } from '#content/company.ts'
import { carry } from './carrying.ts'
import { atTheHouse } from './house.ts'

const DAY_MS = 86_400_000

for (const engine of bothEngines) {
  describe(`refunds, on ${engine.name}`, () => {
    let house: PayingApp
    before(async () => void (house = await startPayingApp(engine)))
    after(() => house.close())

    /** Signs in for each call, because the test advances the clock beyond the lifetime of a session. */
    const call = async (name: Parameters<PayingApp['call']>[0], form: object) =>
      house.call(name, form, { token: await house.signIn('owner'), key: randomUUID() })
    async function done(name: Parameters<PayingApp['call']>[0], form: object) {
      const { status, body } = await call(name, form)
      assert.equal(status, 200, JSON.stringify(body))
      return body
    }
    async function paid(choices: Record<string, string> = {}, act = 'pay') {
      const held = await house.hold()
      await house.press(await house.open(held), act, choices)
      await house.settle()
      return held
    }
    const cancel = async ({ code, token }: Held) => {
      assert.equal((await house.call('cancelBooking', { id: code, fee: 0 }, { token })).status, 200)
      await house.settle()
    }
    const refundOf = (code: string) =>
      house.db
        .selectFrom('refund')
        .selectAll()
        .where('stay_code', '=', code)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
    const prove = async () => {
      await proveBooks(house.db)
      await proveMoney(house.db)
    }
    const letters = async (to: string, subject: string) =>
      (await emailsTo(house, to)).filter(({ header }) => header('subject')!.startsWith(subject)).length

    test('require approval above the limit in the settings (SEC-2, PAY-12)', async () => {
      const held = await paid()
      const { total_poisha } = await house.db
        .selectFrom('booking')
        .select('total_poisha')
        .where('code', '=', held.code)
        .executeTakeFirstOrThrow()
      await writeCompany(house.db, { refundLimitBdt: total_poisha / 100 - 1 })
      await cancel(held)
      assert.equal((await refundOf(held.code)).state, 'to approve')
      const within = await paid()
      await writeCompany(house.db, { refundLimitBdt: total_poisha / 100 })
      await cancel(within)
      assert.notEqual((await refundOf(within.code)).state, 'to approve')
      await writeCompany(house.db, { refundLimitBdt: null })
      await prove()
    })

    test('are sent automatically after a cancellation within the policy, with one email to the guest (PAY-12, PAY-16)', async () => {
      const held = await paid()
      const told = async () => {
        const { roomParticular, cancelling } = (
          await house.call('getBookingDetails', { id: held.code }, { token: held.token })
        ).body
        return [roomParticular.paid, roomParticular.given_back, cancelling.goes_back]
      }
      assert.deepEqual(await told(), [held.total, 0, held.total])
      await cancel(held)
      assert.deepEqual(await told(), [0, held.total, 0])
      const { refunds, payment } = await house.stands(held.code)
      assert.deepEqual([refunds, payment], [[`processing cancelled ${held.total}`], 'refund_pending'])
      await prove()
      await house.pass(3 * DAY_MS, 30)
      const ended = await house.stands(held.code)
      assert.deepEqual([ended.refunds, ended.payment], [[`done cancelled ${held.total}`], 'refunded'])
      assert.equal(await letters('rafiq@guest.example', `Your refund for ${held.code}`), 1)
      await prove()
    })

    test('wait for approval if the settings require it, and accept only one of several approvals (PAY-16)', async () => {
      await writeCompany(house.db, { refundsNeedApproval: true })
      const held = await paid()
      await cancel(held)
      await writeCompany(house.db, { refundsNeedApproval: false })
      assert.deepEqual((await house.stands(held.code)).refunds, [`to approve cancelled ${held.total}`])
      const { id } = await refundOf(held.code)
      const form = { id, amount: held.total, reason: '' }
      const answers = await Promise.all([1, 2, 3].map(() => call('approveRefund', form)))
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409])
      await house.settle()
      assert.deepEqual((await house.stands(held.code)).refunds, [`processing cancelled ${held.total}`])
      await prove()
    })

    test('can be split, but never exceed the amount due to the guest (PAY-16)', async () => {
      await writeCompany(house.db, { refundsNeedApproval: true })
      const held = await paid()
      await cancel(held)
      await writeCompany(house.db, { refundsNeedApproval: false })
      const { id } = await refundOf(held.code)
      const tooMuch = await call('approveRefund', { id, amount: held.total + 1, reason: '' })
      assert.deepEqual([tooMuch.status, Object.keys(tooMuch.body.errors)], [422, ['amount']])
      await done('approveRefund', { id, amount: 1000, reason: 'A part' })
      await house.settle()
      assert.equal((await house.stands(held.code)).payment, 'refund_pending')
      const more = await call('giveBackOnline', { code: held.code, amount: held.total, reason: 'The rest' })
      assert.equal(more.status, 422)
      await done('giveBackOnline', { code: held.code, amount: held.total - 1000, reason: 'The rest' })
      await house.pass(3 * DAY_MS, 30)
      assert.deepEqual((await house.stands(held.code)).refunds, [
        'done cancelled 1000',
        `done asked ${held.total - 1000}`,
      ])
      await prove()
    })

    test('become due again and alert the company if the gateway refuses, and can be requested again as a new refund (PAY-17)', async () => {
      for (const refunds of ['failed', 'cancelled']) {
        const held = await paid({ refunds })
        await cancel(held)
        await house.pass(3 * DAY_MS, 30)
        const { refunds: stand, payment } = await house.stands(held.code)
        assert.deepEqual([stand, payment], [[`failed cancelled ${held.total}`], 'refund_pending'])
        assert.equal(await letters('hello@selvage.example', `A refund to look at ${held.code}`), 1)
        const { id } = await refundOf(held.code)
        await done('askRefundAgain', { id })
        await house.pass(3 * DAY_MS, 30)
        const again = await refundOf(held.code)
        assert.notEqual(again.id, id)
        await done('dismissRefund', { id: again.id, reason: 'Given back in cash' })
        await prove()
      }
    })

    test('are retried under the same id after a gateway error, and paid once (PAY-17)', async () => {
      const held = await paid()
      await house.plan({ questions: 'refund', fault: 'lost', times: '2' })
      await cancel(held)
      assert.deepEqual((await house.stands(held.code)).refunds, [`queued cancelled ${held.total}`])
      const { refund_trans_id } = await refundOf(held.code)
      await house.pass(3 * DAY_MS, 60)
      const refund = await refundOf(held.code)
      assert.deepEqual([refund.state, refund.refund_trans_id], ['done', refund_trans_id])
      await prove()
    })

    test('become unsure if a repeated request is refused (PAY-17)', async () => {
      const held = await paid()
      await writeCompany(house.db, { refundsNeedApproval: true })
      await cancel(held)
      await writeCompany(house.db, { refundsNeedApproval: false })
      const { id } = await refundOf(held.code)
      await house.db
        .updateTable('job')
        .set({ done_at: 1 })
        .where('done_at', 'is', null)
        .where('kind', '=', 'carry-refund')
        .execute()
      await done('approveRefund', { id, amount: held.total, reason: '' })
      await house.db
        .updateTable('job')
        .set({ done_at: 1 })
        .where('done_at', 'is', null)
        .where('kind', '=', 'carry-refund')
        .execute()
      const refusing = {
        ...atTheHouse,
        refund: async () => ({ outcome: 'failed', reason: 'Duplicate refund id' }) as const,
      }
      await house.db.updateTable('refund').set({ asked_at: 1 }).where('id', '=', id).execute()
      const context = { clock: () => house.clock.now, publicUrl: house.publicUrl }
      await carry(house.db, { context, gateways: { house: atTheHouse, sslcommerz: refusing } }, id)
      assert.equal((await refundOf(held.code)).state, 'unsure')
      await prove()
      await done('settleRefund', { id, was_made: true })
      assert.equal((await refundOf(held.code)).state, 'done')
      assert.equal((await house.stands(held.code)).payment, 'refunded')
      await prove()
    })

    test('are split into an online part and a manual part for cash payments (PAY-16)', async () => {
      const held = await paid()
      const { rooms } = await done('getDeskStay', { code: held.code })
      await done('addCharge', { code: held.code, booking: rooms[0].booking, name: 'Dinner', quantity: 1, each: 900 })
      const { charges } = await done('takePayment', { code: held.code, amount: 900, method: 'cash' })
      await done('voidCharge', { code: held.code, id: charges[0].id, reason: 'Not eaten' })
      await cancel(held)
      assert.deepEqual((await house.stands(held.code)).refunds, [
        `processing cancelled ${held.total}`,
        'processing cancelled 900',
      ])
      const { id } = await refundOf(held.code)
      await done('giveBackAtDesk', { id, method: 'cash', reference: '' })
      await house.pass(3 * DAY_MS, 30)
      const { refunds, payment } = await house.stands(held.code)
      assert.deepEqual([refunds, payment], [[`done cancelled ${held.total}`, 'done cancelled 900'], 'refunded'])
      await prove()
    })

    test('are not paid again after a refund at the desk (PAY-16)', async () => {
      await writeCompany(house.db, { refundsNeedApproval: true })
      const held = await paid()
      await cancel(held)
      await writeCompany(house.db, { refundsNeedApproval: false })
      await done('payBack', { code: held.code, amount: held.total, method: 'cash', reason: 'At the desk' })
      const { id } = await refundOf(held.code)
      const late = await call('approveRefund', { id, amount: held.total, reason: '' })
      assert.deepEqual(
        [late.status, late.body.message],
        [409, 'This is not owed any more: it was given back, or the stay costs it.'],
      )
      await done('dismissRefund', { id, reason: 'In cash' })
      await prove()
    })

    test('of payments in review are paid only after a rejection, and an accepted payment is applied once (PAY-13)', async () => {
      const receiptOf = (code: string) =>
        house.db
          .selectFrom('payment_receipt')
          .innerJoin('payment_attempt', 'payment_attempt.id', 'attempt_id')
          .select('payment_receipt.id')
          .where('stay_code', '=', code)
          .executeTakeFirstOrThrow()
      const risky = await paid({}, 'pay-risky')
      const { id } = await receiptOf(risky.code)
      const answers = await Promise.all([1, 2].map(() => call('acceptPayment', { id })))
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
      const stands = await house.stands(risky.code)
      assert.deepEqual([stands.status, stands.payment, stands.receipts], ['confirmed', 'paid', ['taken risk']])
      await prove()
      const other = await paid({}, 'pay-less')
      const refused = await receiptOf(other.code)
      await done('refusePayment', { id: refused.id, goes_back: true, reason: 'Not the whole sum' })
      await house.pass(3 * DAY_MS, 30)
      const gone = await house.stands(other.code)
      assert.deepEqual([gone.receipts, gone.refunds], [['refused amount'], [`done not taken ${other.total - 1}`]])
      await prove()
      const foreign = await paid({}, 'pay-dollars')
      const dollars = await receiptOf(foreign.code)
      assert.equal((await call('acceptPayment', { id: dollars.id })).status, 409)
      assert.equal((await call('refusePayment', { id: dollars.id, goes_back: true, reason: 'Dollars' })).status, 409)
      await done('refusePayment', { id: dollars.id, goes_back: false, reason: 'Settled with the gateway' })
      await prove()
    })
  })
}
