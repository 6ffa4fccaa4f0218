import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openTestGateway, type TestGateway } from '#testing/gateway-simulator.ts'
import type { RefundRequest } from '../gateway.ts'

describe('refunds through SSLCommerz', () => {
  let testGateway: TestGateway
  let refundCount = 0
  before(async () => void (testGateway = await openTestGateway()))
  after(() => testGateway.close())

  const createPaidTransaction = async (refundOutcome: string) => {
    const { redirectUrl } = await testGateway.gateway.open(testGateway.order())
    const { returnForm } = await testGateway.press(redirectUrl, 'pay', { refunds: refundOutcome })
    return returnForm!.fields.get('bank_tran_id')!
  }
  const createRefundRequest = (bankTranId: string, amountPoisha: number): RefundRequest => ({
    refundTransId: `R-${++refundCount}`,
    bankTranId,
    amountPoisha,
    remarks: 'সময়মতো বাতিল করা হয়েছে। '.repeat(30),
    reference: 'SLV-7K2M',
  })
  const startRefund = async (bankTranId: string, amountPoisha: number) => {
    const startedRefund = await testGateway.gateway.refund(createRefundRequest(bankTranId, amountPoisha))
    assert.equal(startedRefund.outcome, 'processing')
    return (startedRefund as { refundRef: string }).refundRef
  }

  test('are processing at first and done afterwards (PAY-44)', async () => {
    const refundRef = await startRefund(await createPaidTransaction('refunded'), 1_200_50)
    assert.deepEqual(await testGateway.gateway.refundStatus(refundRef), { outcome: 'processing', refundRef })
    assert.deepEqual(await testGateway.gateway.refundStatus(refundRef), { outcome: 'done', refundRef })
    assert.deepEqual(await testGateway.gateway.refundStatus(refundRef), { outcome: 'done', refundRef })
  })

  test('leave the payment refundable if the bank cancels them (PAY-44)', async () => {
    const bankTranId = await createPaidTransaction('cancelled')
    const refundRef = await startRefund(bankTranId, 1_200_50)
    assert.equal((await testGateway.gateway.refundStatus(refundRef)).outcome, 'processing')
    const cancelledRefund = await testGateway.gateway.refundStatus(refundRef)
    assert.equal(cancelledRefund.outcome, 'cancelled')
    assert.ok('reason' in cancelledRefund && cancelledRefund.reason.length > 0)
    await startRefund(bankTranId, 1_200_50)
  })

  test('can be refused immediately with a reason (PAY-44)', async () => {
    const failedRefund = await testGateway.gateway.refund(
      createRefundRequest(await createPaidTransaction('failed'), 100_00),
    )
    assert.equal(failedRefund.outcome, 'failed')
    assert.ok('reason' in failedRefund && failedRefund.reason.length > 0)
  })

  test('can be split, but never exceed the payment (PAY-44)', async () => {
    const bankTranId = await createPaidTransaction('refunded')
    await startRefund(bankTranId, 1_000_00)
    assert.equal((await testGateway.gateway.refund(createRefundRequest(bankTranId, 200_51))).outcome, 'failed')
    await startRefund(bankTranId, 200_50)
    assert.equal((await testGateway.gateway.refund(createRefundRequest(bankTranId, 1))).outcome, 'failed')
  })

  test('are rejected if the id was used for another amount or payment (PAY-44)', async () => {
    const [firstBankTranId, secondBankTranId] = [
      await createPaidTransaction('refunded'),
      await createPaidTransaction('refunded'),
    ]
    const firstRequest = createRefundRequest(firstBankTranId, 100_00)
    assert.equal((await testGateway.gateway.refund(firstRequest)).outcome, 'processing')
    assert.equal((await testGateway.gateway.refund({ ...firstRequest, amountPoisha: 100_01 })).outcome, 'failed')
    assert.equal(
      (await testGateway.gateway.refund({ ...firstRequest, bankTranId: secondBankTranId })).outcome,
      'failed',
    )
  })

  test('are created once for 64 equal concurrent requests (PAY-44)', async () => {
    const bankTranId = await createPaidTransaction('refunded')
    const repeatedRequest = createRefundRequest(bankTranId, 1_200_50)
    const startedRefunds = await Promise.all(
      Array.from({ length: 64 }, () => testGateway.gateway.refund(repeatedRequest)),
    )
    assert.equal(new Set(startedRefunds.map((result) => JSON.stringify(result))).size, 1)
    assert.equal(startedRefunds[0]!.outcome, 'processing')
  })

  test('fail for an unknown payment, and have an unknown status for an unknown refund (PAY-44)', async () => {
    assert.equal((await testGateway.gateway.refund(createRefundRequest('of-nobody', 100_00))).outcome, 'failed')
    assert.deepEqual(await testGateway.gateway.refundStatus('of-nobody'), { outcome: 'unknown' })
  })

  test('are rejected if a parameter is missing or invalid (PAY-44)', async () => {
    const bankTranId = await createPaidTransaction('refunded')
    const params = { bank_tran_id: bankTranId, refund_amount: '1.00', refund_remarks: 'x', refund_trans_id: 'R' }
    const invalidChanges: Record<string, string>[] = [
      { refund_trans_id: '' },
      { refund_amount: '1.001' },
      { refund_remarks: '' },
      { refe_id: 'x'.repeat(51) },
    ]
    for (const invalidChange of invalidChanges) {
      const response = await testGateway.callStoreApi('/validator/api/merchantTransIDvalidationAPI.php', {
        ...params,
        ...invalidChange,
      })
      assert.equal(response.APIConnect, 'INVALID_REQUEST')
    }
    await assert.rejects(testGateway.gateway.refund(createRefundRequest(bankTranId, 0)), { gatewayCause: 'refused' })
  })
})
