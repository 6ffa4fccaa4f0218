import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { enginesFor } from '#testing/engines.ts'
import { assertMoneyConsistent } from '#testing/assert-money.ts'
import { startPayingApp, type ReplyChange, type PayingApp } from '#testing/paying-app.ts'
import { MINUTE_MS } from '#platform/durations.ts'

type Row = Record<string, unknown>

/** Changes each payment in a reply, both to queries and to validations. */
const alterPayments =
  (change: (row: Row) => Row): ReplyChange =>
  (answer) =>
    Array.isArray(answer['element'])
      ? { ...answer, element: (answer['element'] as Row[]).map(change) }
      : 'tran_id' in answer
        ? change(answer)
        : answer
const alterValidation =
  (change: (row: Row) => object | string): ReplyChange =>
  (answer, url) =>
    url.includes('validationserverAPI') ? change(answer) : answer

for (const engine of enginesFor(import.meta.url)) {
  describe(`an altered reply of the gateway, on ${engine.name}`, () => {
    let app: PayingApp
    before(async () => void (app = await startPayingApp(engine)))
    after(() => app.close())
    afterEach(async () => {
      app.changeReplies(null)
      await assertBooksConsistent(app.db)
      await assertMoneyConsistent(app.db)
    })

    async function startPayment(action: string) {
      const stay = await app.hold()
      const gatewayReturn = await app.press(await app.open(stay), action)
      return { stay, browser: gatewayReturn }
    }
    const readReceipt = async (code: string) =>
      app.db
        .selectFrom('payment_receipt')
        .innerJoin('payment_attempt', 'payment_attempt.id', 'attempt_id')
        .select(['val_id', 'tran_id', 'fee_poisha', 'amount_minor'])
        .where('stay_code', '=', code)
        .executeTakeFirstOrThrow()
    const paidState = { status: 'confirmed', payment: 'paid', attempts: ['paid'], receipts: ['taken'], refunds: [] }
    const openState = { status: 'pending_payment', payment: 'unpaid', attempts: ['opened'], receipts: [], refunds: [] }

    const unreadableReplies: [string, ReplyChange][] = [
      ['truncated', (answer) => JSON.stringify(answer).slice(0, -9)],
      ['a page of another site', () => '<!doctype html><title>Paid</title>'],
      ['too long', (answer) => JSON.stringify({ ...answer, value_a: 'x'.repeat(300_000) })],
      ['of another transaction', alterPayments((row) => ({ ...row, tran_id: 'T-of-another' }))],
      ['without a known status', alterPayments((row) => ({ ...row, status: 'PAID' }))],
      ['validated as another payment', alterValidation((row) => ({ ...row, val_id: 'V-of-another' }))],
      [
        'failed by the validation of another transaction',
        alterValidation((row) => ({ ...row, status: 'FAILED', tran_id: 'T-of-another' })),
      ],
    ]
    for (const [label, alteration] of unreadableReplies)
      test(`is ignored, and the next valid reply is accepted: ${label} (SEC-10)`, async () => {
        app.changeReplies(alteration)
        const { stay } = await startPayment('pay')
        await app.settle()
        assert.deepEqual(await app.readPaymentState(stay.code), openState)
        app.changeReplies(null)
        await app.advanceClock(15 * MINUTE_MS, 15)
        assert.deepEqual(await app.readPaymentState(stay.code), paidState)
      })

    for (const [label, change, reason] of [
      ['a lower amount', { amount: '1.00' }, 'amount'],
      ['a higher amount', { amount: '99999.00' }, 'amount'],
      ['another currency', { currency_type: 'USD' }, 'currency'],
      ['a risk', { risk_level: '1' }, 'risk'],
    ] as const)
      test(`sends the payment to review: ${label} (SEC-10)`, async () => {
        app.changeReplies(alterPayments((row) => ({ ...row, ...change })))
        const { stay } = await startPayment('pay')
        await app.settle()
        const state = await app.readPaymentState(stay.code)
        assert.deepEqual([state.status, state.receipts], ['pending_payment', [`review ${reason}`]])
      })

    test('sends the payment to review and never records a negative fee (SEC-10)', async () => {
      app.changeReplies(alterPayments((row) => ({ ...row, store_amount: '999999.00' })))
      const { stay } = await startPayment('pay')
      await app.settle()
      const { receipts } = await app.readPaymentState(stay.code)
      assert.deepEqual(receipts, ['review amount'])
      assert.equal((await readReceipt(stay.code)).fee_poisha, 0)
    })

    test('does not pay a second stay with a replayed or renamed payment (SEC-10)', async () => {
      const firstPayment = await startPayment('pay')
      await app.settle()
      const paidReceipt = await readReceipt(firstPayment.stay.code)
      const secondPayment = await startPayment('fail')
      const toPaidRow = (tranId: string) => (row: Row) => ({
        ...row,
        status: 'VALID',
        tran_id: tranId,
        val_id: paidReceipt.val_id,
        bank_tran_id: 'B-1',
        amount: String(secondPayment.stay.total),
        store_amount: String(secondPayment.stay.total),
        currency_type: 'BDT',
        risk_level: '0',
      })
      app.changeReplies(alterPayments(toPaidRow(paidReceipt.tran_id)))
      await app.settle()
      assert.deepEqual((await app.readPaymentState(secondPayment.stay.code)).receipts, [])
      const { tran_id } = await app.db
        .selectFrom('payment_attempt')
        .select('tran_id')
        .where('stay_code', '=', secondPayment.stay.code)
        .executeTakeFirstOrThrow()
      app.changeReplies(alterPayments(toPaidRow(tran_id)))
      await app.advanceClock(15 * MINUTE_MS, 15)
      const { status, receipts, attempts } = await app.readPaymentState(secondPayment.stay.code)
      assert.deepEqual([status, receipts, attempts], ['pending_payment', [], ['review other order']])
      assert.deepEqual(await app.readPaymentState(firstPayment.stay.code), paidState)
    })

    test('cannot count a payment twice by listing it twice (SEC-10)', async () => {
      app.changeReplies((answer) =>
        Array.isArray(answer['element'])
          ? { ...answer, no_of_trans_found: '2', element: [answer['element'][0], answer['element'][0]] }
          : answer,
      )
      const { stay } = await startPayment('pay')
      await app.settle()
      assert.deepEqual(await app.readPaymentState(stay.code), paidState)
    })
  })
}
