import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openTestGateway, type TestGateway } from '#testing/simulator.ts'
import type { RefundRequest } from '../gateway.ts'

describe('refunds through SSLCommerz', () => {
  let at: TestGateway
  let refunds = 0
  before(async () => void (at = await openTestGateway()))
  after(() => at.close())

  const paid = async (ends: string) => {
    const { redirectUrl } = await at.gateway.open(at.order())
    const { back } = await at.press(redirectUrl, 'pay', { refunds: ends })
    return back!.fields.get('bank_tran_id')!
  }
  const request = (bankTranId: string, amountPoisha: number): RefundRequest => ({
    refundTransId: `R-${++refunds}`,
    bankTranId,
    amountPoisha,
    remarks: 'সময়মতো বাতিল করা হয়েছে। '.repeat(30),
    reference: 'SLV-7K2M',
  })
  const begin = async (bankTranId: string, amountPoisha: number) => {
    const begun = await at.gateway.refund(request(bankTranId, amountPoisha))
    assert.equal(begun.outcome, 'processing')
    return (begun as { refundRef: string }).refundRef
  }

  test('are processing at first and done afterwards (PAY-44)', async () => {
    const refundRef = await begin(await paid('refunded'), 1_200_50)
    assert.deepEqual(await at.gateway.refundStatus(refundRef), { outcome: 'processing', refundRef })
    assert.deepEqual(await at.gateway.refundStatus(refundRef), { outcome: 'done', refundRef })
    assert.deepEqual(await at.gateway.refundStatus(refundRef), { outcome: 'done', refundRef })
  })

  test('can be cancelled by the bank, which makes the amount refundable again (PAY-44)', async () => {
    const bankTranId = await paid('cancelled')
    const refundRef = await begin(bankTranId, 1_200_50)
    assert.equal((await at.gateway.refundStatus(refundRef)).outcome, 'processing')
    const given = await at.gateway.refundStatus(refundRef)
    assert.equal(given.outcome, 'cancelled')
    assert.ok('reason' in given && given.reason.length > 0)
    await begin(bankTranId, 1_200_50)
  })

  test('can be refused at once with a reason (PAY-44)', async () => {
    const refused = await at.gateway.refund(request(await paid('failed'), 100_00))
    assert.equal(refused.outcome, 'failed')
    assert.ok('reason' in refused && refused.reason.length > 0)
  })

  test('can be split, but never exceed the payment (PAY-44)', async () => {
    const bankTranId = await paid('refunded')
    await begin(bankTranId, 1_000_00)
    assert.equal((await at.gateway.refund(request(bankTranId, 200_51))).outcome, 'failed')
    await begin(bankTranId, 200_50)
    assert.equal((await at.gateway.refund(request(bankTranId, 1))).outcome, 'failed')
  })

  test('are rejected if the id was used for another amount or payment (PAY-44)', async () => {
    const [one, other] = [await paid('refunded'), await paid('refunded')]
    const first = request(one, 100_00)
    assert.equal((await at.gateway.refund(first)).outcome, 'processing')
    assert.equal((await at.gateway.refund({ ...first, amountPoisha: 100_01 })).outcome, 'failed')
    assert.equal((await at.gateway.refund({ ...first, bankTranId: other })).outcome, 'failed')
  })

  test('are created once for 64 equal concurrent requests (PAY-44)', async () => {
    const bankTranId = await paid('refunded')
    const same = request(bankTranId, 1_200_50)
    const begun = await Promise.all(Array.from({ length: 64 }, () => at.gateway.refund(same)))
    assert.equal(new Set(begun.map((each) => JSON.stringify(each))).size, 1)
    assert.equal(begun[0]!.outcome, 'processing')
  })

  test('fail for an unknown payment, and are unknown for an unknown id (PAY-44)', async () => {
    assert.equal((await at.gateway.refund(request('of-nobody', 100_00))).outcome, 'failed')
    assert.deepEqual(await at.gateway.refundStatus('of-nobody'), { outcome: 'unknown' })
  })

  test('are rejected without an id or an amount (PAY-44)', async () => {
    const bankTranId = await paid('refunded')
    const asked = { bank_tran_id: bankTranId, refund_amount: '1.00', refund_remarks: 'x', refund_trans_id: 'R' }
    const wrongs: Record<string, string>[] = [
      { refund_trans_id: '' },
      { refund_amount: '1.001' },
      { refund_remarks: '' },
      { refe_id: 'x'.repeat(51) },
    ]
    for (const wrong of wrongs) {
      const answer = await at.ask('/validator/api/merchantTransIDvalidationAPI.php', { ...asked, ...wrong })
      assert.equal(answer.APIConnect, 'INVALID_REQUEST')
    }
    await assert.rejects(at.gateway.refund(request(bankTranId, 0)), { trouble: 'refused' })
  })
})
