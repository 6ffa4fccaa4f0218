import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { proveBooks } from '#testing/books.ts'
import { enginesFor } from '#testing/engines.ts'
import { proveMoney } from '#testing/money.ts'
import { startPayingApp, type Alteration, type PayingApp } from '#testing/paying.ts'

const MINUTE_MS = 60_000
type Row = Record<string, unknown>

/** Changes each payment in a reply, both to queries and to validations. */
const eachPayment =
  (change: (row: Row) => Row): Alteration =>
  (answer) =>
    Array.isArray(answer['element'])
      ? { ...answer, element: (answer['element'] as Row[]).map(change) }
      : 'tran_id' in answer
        ? change(answer)
        : answer
const onlyValidation =
  (change: (row: Row) => object | string): Alteration =>
  (answer, url) =>
    url.includes('validationserverAPI') ? change(answer) : answer

for (const engine of enginesFor(import.meta.url)) {
  describe(`an altered reply of the gateway, on ${engine.name}`, () => {
    let house: PayingApp
    before(async () => void (house = await startPayingApp(engine)))
    after(() => house.close())
    afterEach(async () => {
      house.alter(null)
      await proveBooks(house.db)
      await proveMoney(house.db)
    })

    async function paying(act: string) {
      const held = await house.hold()
      const came = await house.press(await house.open(held), act)
      return { held, came }
    }
    const receiptOf = async (code: string) =>
      house.db
        .selectFrom('payment_receipt')
        .innerJoin('payment_attempt', 'payment_attempt.id', 'attempt_id')
        .select(['val_id', 'tran_id', 'kept_poisha', 'amount_minor'])
        .where('stay_code', '=', code)
        .executeTakeFirstOrThrow()
    const isPaid = { status: 'confirmed', payment: 'paid', attempts: ['paid'], receipts: ['taken'], refunds: [] }
    const isOpen = { status: 'pending_payment', payment: 'unpaid', attempts: ['opened'], receipts: [], refunds: [] }

    const unreadable: [string, Alteration][] = [
      ['truncated', (answer) => JSON.stringify(answer).slice(0, -9)],
      ['a page of another site', () => '<!doctype html><title>Paid</title>'],
      ['too long', (answer) => JSON.stringify({ ...answer, value_a: 'x'.repeat(300_000) })],
      ['of another transaction', eachPayment((row) => ({ ...row, tran_id: 'T-of-another' }))],
      ['without a known status', eachPayment((row) => ({ ...row, status: 'PAID' }))],
      ['validated as another payment', onlyValidation((row) => ({ ...row, val_id: 'V-of-another' }))],
      [
        'failed by the validation of another transaction',
        onlyValidation((row) => ({ ...row, status: 'FAILED', tran_id: 'T-of-another' })),
      ],
    ]
    for (const [what, alteration] of unreadable)
      test(`changes nothing, and the next valid reply is accepted: ${what} (SEC-10)`, async () => {
        house.alter(alteration)
        const { held } = await paying('pay')
        await house.settle()
        assert.deepEqual(await house.stands(held.code), isOpen)
        house.alter(null)
        await house.pass(15 * MINUTE_MS, 15)
        assert.deepEqual(await house.stands(held.code), isPaid)
      })

    for (const [what, change, reason] of [
      ['a lower amount', { amount: '1.00' }, 'amount'],
      ['a higher amount', { amount: '99999.00' }, 'amount'],
      ['another currency', { currency_type: 'USD' }, 'currency'],
      ['a risk', { risk_level: '1' }, 'risk'],
    ] as const)
      test(`is put up for review: ${what} (SEC-10)`, async () => {
        house.alter(eachPayment((row) => ({ ...row, ...change })))
        const { held } = await paying('pay')
        await house.settle()
        const stands = await house.stands(held.code)
        assert.deepEqual([stands.status, stands.receipts], ['pending_payment', [`review ${reason}`]])
      })

    test('never records a negative fee, and puts the payment up for review (SEC-10)', async () => {
      house.alter(eachPayment((row) => ({ ...row, store_amount: '999999.00' })))
      const { held } = await paying('pay')
      await house.settle()
      const { receipts } = await house.stands(held.code)
      assert.deepEqual(receipts, ['review amount'])
      assert.equal((await receiptOf(held.code)).kept_poisha, 0)
    })

    test('does not pay a second stay with a replayed or renamed payment (SEC-10)', async () => {
      const first = await paying('pay')
      await house.settle()
      const paid = await receiptOf(first.held.code)
      const second = await paying('fail')
      const asPaid = (tranId: string) => (row: Row) => ({
        ...row,
        status: 'VALID',
        tran_id: tranId,
        val_id: paid.val_id,
        bank_tran_id: 'B-1',
        amount: String(second.held.total),
        store_amount: String(second.held.total),
        currency_type: 'BDT',
        risk_level: '0',
      })
      house.alter(eachPayment(asPaid(paid.tran_id)))
      await house.settle()
      assert.deepEqual((await house.stands(second.held.code)).receipts, [])
      const { tran_id } = await house.db
        .selectFrom('payment_attempt')
        .select('tran_id')
        .where('stay_code', '=', second.held.code)
        .executeTakeFirstOrThrow()
      house.alter(eachPayment(asPaid(tran_id)))
      await house.pass(15 * MINUTE_MS, 15)
      const { status, receipts, attempts } = await house.stands(second.held.code)
      assert.deepEqual([status, receipts, attempts], ['pending_payment', [], ['review other order']])
      assert.deepEqual(await house.stands(first.held.code), isPaid)
    })

    test('counts a payment once that is listed twice (SEC-10)', async () => {
      house.alter((answer) =>
        Array.isArray(answer['element'])
          ? { ...answer, no_of_trans_found: '2', element: [answer['element'][0], answer['element'][0]] }
          : answer,
      )
      const { held } = await paying('pay')
      await house.settle()
      assert.deepEqual(await house.stands(held.code), isPaid)
    })
  })
}
