import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { inspect } from 'node:util'
import { startHttpServer, openTestGateway, type TestGateway } from '#testing/gateway-simulator.ts'
import { GatewayError, type PaymentGateway } from '../gateway.ts'
import { createSslcommerz } from './sslcommerz.ts'

describe('the SSLCommerz adapter during a fault', () => {
  let testGateway: TestGateway
  before(async () => void (testGateway = await openTestGateway()))
  after(() => testGateway.close())

  const makeRefund = (bankTranId: string) => ({
    refundTransId: 'R-1',
    bankTranId,
    amountPoisha: 100_00,
    remarks: 'Cancelled in time',
    reference: 'SLV-7K2M',
  })

  /** Makes a payment and returns every operation on it. */
  const makeOperations = async () => {
    const order = testGateway.order()
    const { redirectUrl } = await testGateway.gateway.open(order)
    const { returnForm } = await testGateway.press(redirectUrl, 'pay')
    const [valId, bankTranId] = [returnForm!.fields.get('val_id')!, returnForm!.fields.get('bank_tran_id')!]
    const refund = { ...makeRefund(bankTranId), refundTransId: order.tranId }
    const startedRefund = await testGateway.gateway.refund(refund)
    assert.equal(startedRefund.outcome, 'processing')
    return {
      open: (gateway: PaymentGateway) => gateway.open(testGateway.order()),
      validate: (gateway: PaymentGateway) => gateway.validate(valId),
      query: (gateway: PaymentGateway) => gateway.query(order.tranId),
      refund: (gateway: PaymentGateway) => gateway.refund(refund),
      status: (gateway: PaymentGateway) =>
        gateway.refundStatus('refundRef' in startedRefund ? startedRefund.refundRef : ''),
    }
  }

  for (const [fault, expectedCause] of [
    ['broken', 'nonsense'],
    ['nonsense', 'nonsense'],
    ['slow', 'slow'],
    ['inactive', 'closed'],
    ['lost', 'nonsense'],
  ] as const)
    test(`turns the fault ${fault} into a gateway error, and succeeds on the next call (PAY-42)`, async () => {
      for (const [operation, call] of Object.entries(await makeOperations())) {
        await testGateway.injectFault({ questions: operation, fault })
        await assert.rejects(
          call(fault === 'slow' ? testGateway.shortTimeoutGateway : testGateway.gateway),
          (error) => {
            assert.ok(error instanceof GatewayError)
            const expectedGatewayCause = fault === 'inactive' && operation === 'open' ? 'refused' : expectedCause
            assert.equal(error.gatewayCause, expectedGatewayCause, `${operation}: ${error.message}`)
            assertNoSecret(error)
            return true
          },
          operation,
        )
        await call(testGateway.gateway)
      }
    })

  test('reports a pending payment as pending, not as failed (PAY-42)', async () => {
    const { validate, query } = await makeOperations()
    await testGateway.injectFault({ questions: 'validate,query', fault: 'pending', times: '2' })
    assert.deepEqual(await query(testGateway.gateway), { outcome: 'pending' })
    assert.deepEqual(await validate(testGateway.gateway), { outcome: 'pending' })
    assert.equal((await query(testGateway.gateway)).outcome, 'paid')
  })

  test('reports an unreachable gateway (PAY-42)', async () => {
    const closedServer = await startHttpServer(() => {})
    await closedServer.close()
    for (const [operation, call] of Object.entries(await makeOperations()))
      await assert.rejects(
        call(createSslcommerz({ url: closedServer.url, storeId: 'selvage', password: testGateway.password, fetch })),
        (error) => {
          assert.ok(error instanceof GatewayError)
          assert.deepEqual([error.gatewayCause, error.reason], ['unreachable', 'ECONNREFUSED'], operation)
          assertNoSecret(error)
          return true
        },
      )
  })

  test('does not reveal an invalid URL (PAY-42)', async () => {
    const invalidGateway = createSslcommerz({
      url: 'http://127.0.0.1:1:1',
      storeId: 'selvage',
      password: testGateway.password,
      fetch,
    })
    await assert.rejects(invalidGateway.query('T-1'), (error) => {
      assert.ok(error instanceof GatewayError)
      assertNoSecret(error)
      return error.gatewayCause === 'unreachable'
    })
  })

  test('times out if fetch ignores its abort signal (PAY-42)', async () => {
    const unresponsiveGateway = createSslcommerz({
      url: testGateway.url,
      storeId: 'selvage',
      password: testGateway.password,
      fetch: () => new Promise(() => {}),
      timeoutMs: 100,
    })
    await assert.rejects(unresponsiveGateway.query('T-1'), { gatewayCause: 'slow' })
  })

  test('finds a refund whose reply was lost, and creates no second one (PAY-44)', async () => {
    const order = testGateway.order()
    const { redirectUrl } = await testGateway.gateway.open(order)
    const { returnForm } = await testGateway.press(redirectUrl, 'pay')
    const request = { ...makeRefund(returnForm!.fields.get('bank_tran_id')!), refundTransId: `R-${order.tranId}` }
    await testGateway.injectFault({ questions: 'refund', fault: 'lost', tran_id: order.tranId })
    await assert.rejects(testGateway.gateway.refund({ ...request, amountPoisha: 1_200_50 }), GatewayError)
    const repeatedRefund = await testGateway.gateway.refund({ ...request, amountPoisha: 1_200_50 })
    assert.equal(repeatedRefund.outcome, 'processing')
    assert.deepEqual(await testGateway.gateway.refund({ ...request, amountPoisha: 1_200_50 }), repeatedRefund)
    const secondRefund = await testGateway.gateway.refund({
      ...request,
      refundTransId: `S-${order.tranId}`,
      amountPoisha: 1,
    })
    assert.equal(secondRefund.outcome, 'failed')
  })

  function assertNoSecret(error: GatewayError): void {
    const text = [inspect(error, { depth: 10, showHidden: true }), JSON.stringify(error), String(error.stack)].join(
      '\n',
    )
    assert.equal(error.cause, undefined)
    for (const secret of [
      testGateway.password,
      encodeURIComponent(testGateway.password),
      'store_passwd',
      testGateway.url,
    ])
      assert.ok(!text.includes(secret), text)
  }
})
