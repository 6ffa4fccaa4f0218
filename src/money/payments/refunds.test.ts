import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { bothEngines } from '#testing/engines.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { assertMoneyConsistent } from '#testing/assert-money.ts'
import { startPayingApp, type HeldStay, type PayingApp } from '#testing/paying-app.ts'
import { enqueueRefund } from '#stays/bookings/cancelling/cancelling.ts'
import { writeCompany } from '#content/company.ts'
import { translatorFor } from '#locales/both.ts'
import { processRefund } from './refund-jobs.ts'
import { createSslcommerz } from './sslcommerz/sslcommerz.ts'
import { DAY_MS } from '#platform/durations.ts'

for (const engine of bothEngines) {
  describe(`refunds, on ${engine.name}`, () => {
    let app: PayingApp
    before(async () => void (app = await startPayingApp(engine)))
    after(() => app.close())

    /** Signs in for each call, because the test advances the clock beyond the lifetime of a session. */
    const call = async (name: Parameters<PayingApp['call']>[0], form: object) =>
      app.call(name, form, { token: await app.signIn('owner'), key: randomUUID() })
    async function callOk(name: Parameters<PayingApp['call']>[0], form: object) {
      const { status, body } = await call(name, form)
      assert.equal(status, 200, JSON.stringify(body))
      return body
    }
    async function payStay(choices: Record<string, string> = {}, action = 'pay') {
      const stay = await app.hold()
      await app.press(await app.open(stay), action, choices)
      await app.settle()
      return stay
    }
    const cancel = async ({ code, token }: HeldStay) => {
      assert.equal((await app.call('cancelBooking', { id: code, fee: 0 }, { token })).status, 200)
      await app.settle()
    }
    const readRefund = (code: string) =>
      app.db
        .selectFrom('refund')
        .selectAll()
        .where('stay_code', '=', code)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
    const verifyBooks = async () => {
      await assertBooksConsistent(app.db)
      await assertMoneyConsistent(app.db)
    }
    const countEmails = async (to: string, subject: string) =>
      (await readEmailsTo(app, to)).filter(({ header }) => header('subject')!.startsWith(subject)).length

    test('require approval above the limit in the settings (SEC-2, PAY-12)', async () => {
      const stay = await payStay()
      const { total_poisha } = await app.db
        .selectFrom('booking')
        .select('total_poisha')
        .where('code', '=', stay.code)
        .executeTakeFirstOrThrow()
      await writeCompany(app.db, { refundLimitBdt: total_poisha / 100 - 1 })
      await cancel(stay)
      assert.equal((await readRefund(stay.code)).state, 'to approve')
      const stayWithinLimit = await payStay()
      await writeCompany(app.db, { refundLimitBdt: total_poisha / 100 })
      await cancel(stayWithinLimit)
      assert.notEqual((await readRefund(stayWithinLimit.code)).state, 'to approve')
      await writeCompany(app.db, { refundLimitBdt: null })
      await verifyBooks()
    })

    test('are sent automatically after a cancellation within the policy, and stated only in the email about it (PAY-12, PAY-16)', async () => {
      const stay = await payStay()
      const readAmounts = async () => {
        const { roomParticular, cancelling } = (
          await app.call('getBookingDetails', { id: stay.code }, { token: stay.token })
        ).body
        return [roomParticular.paid, roomParticular.refunded, cancelling.refund]
      }
      assert.deepEqual(await readAmounts(), [stay.total, 0, stay.total])
      await cancel(stay)
      assert.deepEqual(await readAmounts(), [0, stay.total, 0])
      const { refunds, payment } = await app.readPaymentState(stay.code)
      assert.deepEqual([refunds, payment], [[`processing cancelled ${stay.total}`], 'refund_pending'])
      await verifyBooks()
      await app.advanceClock(3 * DAY_MS, 30)
      const finalState = await app.readPaymentState(stay.code)
      assert.deepEqual([finalState.refunds, finalState.payment], [[`done cancelled ${stay.total}`], 'refunded'])
      assert.equal(await countEmails('rafiq@guest.example', `Your refund for ${stay.code}`), 0)
      const cancellationEmail = (await readEmailsTo(app, 'rafiq@guest.example')).find(
        ({ header }) => header('subject') === `Your stay ${stay.code} is cancelled`,
      )!
      const { money } = translatorFor('en')
      for (const line of [
        `Paid: ${money(stay.total)}`,
        `Cancellation fee: ${money(0)}`,
        `Refund: ${money(stay.total)}`,
      ])
        assert.ok(cancellationEmail.text.includes(line), cancellationEmail.text)
      await verifyBooks()
    })

    test('wait for approval if the settings require it, and accept only one of several approvals (PAY-16)', async () => {
      await writeCompany(app.db, { refundsNeedApproval: true })
      const stay = await payStay()
      await cancel(stay)
      await writeCompany(app.db, { refundsNeedApproval: false })
      assert.deepEqual((await app.readPaymentState(stay.code)).refunds, [`to approve cancelled ${stay.total}`])
      const { id } = await readRefund(stay.code)
      const form = { id, amount: stay.total, reason: '' }
      const responses = await Promise.all([1, 2, 3].map(() => call('approveRefund', form)))
      assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 409, 409])
      await app.settle()
      assert.deepEqual((await app.readPaymentState(stay.code)).refunds, [`processing cancelled ${stay.total}`])
      await verifyBooks()
    })

    test('can be split, but never exceed the amount due to the guest (PAY-16)', async () => {
      await writeCompany(app.db, { refundsNeedApproval: true })
      const stay = await payStay()
      await cancel(stay)
      await writeCompany(app.db, { refundsNeedApproval: false })
      const { id } = await readRefund(stay.code)
      const excessResponse = await call('approveRefund', { id, amount: stay.total + 1, reason: '' })
      assert.deepEqual([excessResponse.status, Object.keys(excessResponse.body.errors)], [422, ['amount']])
      await callOk('approveRefund', { id, amount: 1000, reason: 'A part' })
      await app.settle()
      // The email about the cancellation stated another amount.
      assert.equal(await countEmails('rafiq@guest.example', `Your refund for ${stay.code}`), 1)
      assert.equal((await app.readPaymentState(stay.code)).payment, 'refund_pending')
      const response = await call('refundOnline', { code: stay.code, amount: stay.total, reason: 'The rest' })
      assert.equal(response.status, 422)
      await callOk('refundOnline', { code: stay.code, amount: stay.total - 1000, reason: 'The rest' })
      await app.advanceClock(3 * DAY_MS, 30)
      assert.deepEqual((await app.readPaymentState(stay.code)).refunds, [
        'done cancelled 1000',
        `done asked ${stay.total - 1000}`,
      ])
      await verifyBooks()
    })

    test('become due again if the gateway refuses them, with an email to the company, and can be requested as new refunds (PAY-17)', async () => {
      for (const refundOutcome of ['failed', 'cancelled']) {
        const stay = await payStay({ refunds: refundOutcome })
        await cancel(stay)
        await app.advanceClock(3 * DAY_MS, 30)
        const { refunds: refundStates, payment } = await app.readPaymentState(stay.code)
        assert.deepEqual([refundStates, payment], [[`failed cancelled ${stay.total}`], 'refund_pending'])
        assert.equal(await countEmails('hello@selvage.example', `Refund to review ${stay.code}`), 1)
        const { id } = await readRefund(stay.code)
        await callOk('retryRefund', { id })
        await app.advanceClock(3 * DAY_MS, 30)
        const newRefund = await readRefund(stay.code)
        assert.notEqual(newRefund.id, id)
        await callOk('dismissRefund', { id: newRefund.id, reason: 'Given back in cash' })
        await verifyBooks()
      }
    })

    test('are retried under the same id after a gateway error, and paid once (PAY-17)', async () => {
      const stay = await payStay()
      await app.injectFault({ questions: 'refund', fault: 'lost', times: '2' })
      await cancel(stay)
      assert.deepEqual((await app.readPaymentState(stay.code)).refunds, [`queued cancelled ${stay.total}`])
      const { refund_trans_id } = await readRefund(stay.code)
      await app.advanceClock(3 * DAY_MS, 60)
      const refund = await readRefund(stay.code)
      assert.deepEqual([refund.state, refund.refund_trans_id], ['done', refund_trans_id])
      await verifyBooks()
    })

    test('have an unknown outcome if a repeated request is refused (PAY-17)', async () => {
      const stay = await payStay()
      await writeCompany(app.db, { refundsNeedApproval: true })
      await cancel(stay)
      await writeCompany(app.db, { refundsNeedApproval: false })
      const { id } = await readRefund(stay.code)
      await app.db
        .updateTable('job')
        .set({ done_at: 1 })
        .where('done_at', 'is', null)
        .where('kind', '=', 'carry-refund')
        .execute()
      await callOk('approveRefund', { id, amount: stay.total, reason: '' })
      await app.db
        .updateTable('job')
        .set({ done_at: 1 })
        .where('done_at', 'is', null)
        .where('kind', '=', 'carry-refund')
        .execute()
      const refusingGateway = {
        ...createSslcommerz({ url: 'https://gateway.invalid', storeId: 'selvage', password: 'secret', fetch }),
        refund: async () => ({ outcome: 'failed', reason: 'Duplicate refund id' }) as const,
      }
      await app.db.updateTable('refund').set({ checked_at: 1 }).where('id', '=', id).execute()
      const context = { clock: () => app.clock.now, publicUrl: app.publicUrl }
      await processRefund(app.db, { context, gateways: [refusingGateway] }, id)
      assert.equal((await readRefund(stay.code)).state, 'unsure')
      await verifyBooks()
      await callOk('resolveRefund', { id, was_made: true })
      assert.equal((await readRefund(stay.code)).state, 'done')
      assert.equal((await app.readPaymentState(stay.code)).payment, 'refunded')
      await verifyBooks()
    })

    test('are split into an online part and a part that the desk pays in cash (PAY-16)', async () => {
      const stay = await payStay()
      const { rooms } = await callOk('getDeskStay', { code: stay.code })
      await callOk('addCharge', { code: stay.code, booking: rooms[0].booking, name: 'Dinner', quantity: 1, each: 900 })
      const { charges } = await callOk('takePayment', { code: stay.code, amount: 900, method: 'cash' })
      await callOk('voidCharge', { code: stay.code, id: charges[0].id, reason: 'Not eaten' })
      await cancel(stay)
      assert.deepEqual((await app.readPaymentState(stay.code)).refunds, [
        `processing cancelled ${stay.total}`,
        'processing cancelled 900',
      ])
      const { id } = await readRefund(stay.code)
      await callOk('refundAtDesk', { id, method: 'cash', reference: '' })
      await app.advanceClock(3 * DAY_MS, 30)
      const { refunds, payment } = await app.readPaymentState(stay.code)
      assert.deepEqual([refunds, payment], [[`done cancelled ${stay.total}`, 'done cancelled 900'], 'refunded'])
      await verifyBooks()
    })

    test('are not paid again after a refund at the desk (PAY-16)', async () => {
      await writeCompany(app.db, { refundsNeedApproval: true })
      const stay = await payStay()
      await cancel(stay)
      await writeCompany(app.db, { refundsNeedApproval: false })
      await callOk('recordRefund', { code: stay.code, amount: stay.total, method: 'cash', reason: 'At the desk' })
      const { id } = await readRefund(stay.code)
      const lateResponse = await call('approveRefund', { id, amount: stay.total, reason: '' })
      assert.deepEqual(
        [lateResponse.status, lateResponse.body.message],
        [409, 'No refund is due any more: it was already paid, or the amount was applied to the stay.'],
      )
      await callOk('dismissRefund', { id, reason: 'In cash' })
      await verifyBooks()
    })

    /** Pays a stay online and 5,900 in cash, voids a charge of 900, and cancels the stay, which leaves a manual refund of 900. */
    async function cancelWithManualRefund() {
      const stay = await payStay()
      const { rooms } = await callOk('getDeskStay', { code: stay.code })
      const { booking } = rooms[0]
      await callOk('addCharge', { code: stay.code, booking, name: 'Dinner', quantity: 1, each: 900 })
      const { charges } = await callOk('takePayment', { code: stay.code, amount: 900, method: 'cash' })
      await callOk('addCharge', { code: stay.code, booking, name: 'Taxi', quantity: 1, each: 5000 })
      const { charges: allCharges } = await callOk('takePayment', { code: stay.code, amount: 5000, method: 'cash' })
      await callOk('voidCharge', { code: stay.code, id: charges[0].id, reason: 'Not eaten' })
      await cancel(stay)
      await app.advanceClock(3 * DAY_MS, 30)
      const { id, gateway, amount_poisha } = await readRefund(stay.code)
      assert.deepEqual([gateway, amount_poisha], ['house', 90_000])
      const taxi = allCharges.find(({ name }: { name: string }) => name === 'Taxi')
      return { stay, id, taxi }
    }
    const findOpenRefund = async (id: number) =>
      (await callOk('getPayments', {})).refunds.find((refund: { id: number }) => refund.id === id)

    test('that failed are requested again only up to the amount that is still due (PAY-16)', async () => {
      const stay = await payStay({ refunds: 'failed' })
      await cancel(stay)
      await app.advanceClock(3 * DAY_MS, 30)
      const { id, state } = await readRefund(stay.code)
      assert.equal(state, 'failed')
      const amount = stay.total - 1000
      await callOk('recordRefund', { code: stay.code, amount, method: 'cash', reason: 'In cash' })
      assert.equal((await findOpenRefund(id)).refundable_amount, 1000)
      await callOk('retryRefund', { id })
      assert.equal((await readRefund(stay.code)).amount_poisha, 100_000)
      await app.settle()
      const { paid, owed } = await callOk('getBill', { code: stay.code })
      assert.deepEqual([paid, owed], [1000, -1000], 'the gateway refuses again')
      await verifyBooks()
    })

    test('at the desk are paid only up to the amount that is still due (PAY-16)', async () => {
      const { stay, id } = await cancelWithManualRefund()
      await callOk('recordRefund', { code: stay.code, amount: 800, method: 'cash', reason: 'No more change' })
      const { amount, refundable_amount } = await findOpenRefund(id)
      assert.deepEqual([amount, refundable_amount], [900, 100])
      await callOk('refundAtDesk', { id, method: 'cash', reference: '' })
      assert.equal((await callOk('getBill', { code: stay.code })).owed, 0)
      const { state, amount_poisha } = await readRefund(stay.code)
      assert.deepEqual([state, amount_poisha], ['done', 10_000])
      await verifyBooks()
    })

    test('at the desk that were paid on the bill do not reduce a later refund, and can be dismissed (PAY-16)', async () => {
      const { stay, id, taxi } = await cancelWithManualRefund()
      await callOk('recordRefund', { code: stay.code, amount: 900, method: 'cash', reason: 'At the desk' })
      assert.equal(await findOpenRefund(id), undefined)
      await callOk('voidCharge', { code: stay.code, id: taxi.id, reason: 'Not taken' })
      await enqueueRefund(app.db, app.clock.now, stay.code, { isAgreed: true, announcedPoisha: 0 })
      await app.settle()
      const [oldRefund, newRefund] = await app.db
        .selectFrom('refund')
        .selectAll()
        .where('stay_code', '=', stay.code)
        .where('gateway', '=', 'house')
        .orderBy('id')
        .execute()
      assert.deepEqual(
        [oldRefund!.state, newRefund!.state, newRefund!.amount_poisha],
        ['dismissed', 'processing', 500_000],
      )
      await callOk('dismissRefund', { id: newRefund!.id, reason: 'Kept as a credit' })
      await verifyBooks()
    })

    test('that the gateway does not confirm within two months are settled by staff (PAY-17)', async () => {
      const stay = await payStay()
      app.changeReplies((reply, url) => (url.includes('refund_ref_id') ? { ...reply, status: 'processing' } : reply))
      await cancel(stay)
      await app.advanceClock(70 * DAY_MS, 200)
      app.changeReplies(null)
      const { id, state } = await readRefund(stay.code)
      assert.equal(state, 'unsure')
      await callOk('resolveRefund', { id, was_made: true })
      assert.equal((await app.readPaymentState(stay.code)).payment, 'refunded')
      await verifyBooks()
    })

    test('of rejected payments can be requested again, or are settled with the gateway, if they failed (PAY-17)', async () => {
      const readUnapplied = async () => {
        const entries = await app.db.selectFrom('ledger_entry').selectAll().execute()
        return entries.reduce(
          (sum, { debit, credit, amount_poisha }) =>
            sum + (credit === 'unapplied' ? amount_poisha : debit === 'unapplied' ? -amount_poisha : 0),
          0,
        )
      }
      const unappliedBefore = await readUnapplied()
      const stay = await app.hold()
      const gatewayReturn = await app.press(await app.open(stay), 'pay-less', { refunds: 'failed' })
      await app.settle()
      const listInReview = async () =>
        (await callOk('getPayments', {})).under_review.filter(({ code }: { code: string }) => code === stay.code)
      const [item] = await listInReview()
      await callOk('rejectPayment', { id: item.id, is_refunded: true, reason: 'Not the whole sum' })
      assert.deepEqual(await listInReview(), [])
      assert.equal((await app.readOutcome(gatewayReturn)).outcome, 'rejected')
      await app.advanceClock(3 * DAY_MS, 30)
      const { id } = await readRefund(stay.code)
      const { state, amount, refundable_amount } = await findOpenRefund(id)
      assert.deepEqual([state, refundable_amount], ['failed', amount])
      await callOk('dismissRefund', { id, reason: 'Settled with the gateway' })
      assert.equal(await readUnapplied(), unappliedBefore)
      await verifyBooks()
    })

    test('are paid for payments in review only after the payment is rejected, and an accepted payment counts once (PAY-13)', async () => {
      const readReceiptId = (code: string) =>
        app.db
          .selectFrom('payment_receipt')
          .innerJoin('payment_attempt', 'payment_attempt.id', 'attempt_id')
          .select('payment_receipt.id')
          .where('stay_code', '=', code)
          .executeTakeFirstOrThrow()
      const riskyStay = await payStay({}, 'pay-risky')
      const { id } = await readReceiptId(riskyStay.code)
      const responses = await Promise.all([1, 2].map(() => call('acceptPayment', { id })))
      assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 409])
      const state = await app.readPaymentState(riskyStay.code)
      assert.deepEqual([state.status, state.payment, state.receipts], ['confirmed', 'paid', ['taken risk']])
      await verifyBooks()
      const underpaidStay = await payStay({}, 'pay-less')
      const shortReceipt = await readReceiptId(underpaidStay.code)
      await callOk('rejectPayment', { id: shortReceipt.id, is_refunded: true, reason: 'Not the whole sum' })
      await app.advanceClock(3 * DAY_MS, 30)
      const finalState = await app.readPaymentState(underpaidStay.code)
      assert.deepEqual(
        [finalState.receipts, finalState.refunds],
        [['refused amount'], [`done not taken ${underpaidStay.total - 1}`]],
      )
      await verifyBooks()
      const dollarStay = await payStay({}, 'pay-dollars')
      const dollarReceipt = await readReceiptId(dollarStay.code)
      assert.equal((await call('acceptPayment', { id: dollarReceipt.id })).status, 409)
      assert.equal(
        (await call('rejectPayment', { id: dollarReceipt.id, is_refunded: true, reason: 'Dollars' })).status,
        409,
      )
      await callOk('rejectPayment', { id: dollarReceipt.id, is_refunded: false, reason: 'Settled with the gateway' })
      await verifyBooks()
    })
  })
}
