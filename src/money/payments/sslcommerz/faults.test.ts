import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { inspect } from 'node:util'
import { listening, openTestGateway, type TestGateway } from '#testing/simulator.ts'
import { GatewayTrouble, type PaymentGateway } from '../gateway.ts'
import { sslcommerz } from './sslcommerz.ts'

describe('faults of SSLCommerz', () => {
  let at: TestGateway
  before(async () => void (at = await openTestGateway()))
  after(() => at.close())

  const refundOf = (bankTranId: string) => ({
    refundTransId: 'R-1',
    bankTranId,
    amountPoisha: 100_00,
    remarks: 'Cancelled in time',
    reference: 'SLV-7K2M',
  })

  /** Makes a payment and returns every operation on it. */
  const everyQuestion = async () => {
    const order = at.order()
    const { redirectUrl } = await at.gateway.open(order)
    const { back } = await at.press(redirectUrl, 'pay')
    const [valId, bankTranId] = [back!.fields.get('val_id')!, back!.fields.get('bank_tran_id')!]
    const refund = { ...refundOf(bankTranId), refundTransId: order.tranId }
    const begun = await at.gateway.refund(refund)
    assert.equal(begun.outcome, 'processing')
    return {
      open: (gateway: PaymentGateway) => gateway.open(at.order()),
      validate: (gateway: PaymentGateway) => gateway.validate(valId),
      query: (gateway: PaymentGateway) => gateway.query(order.tranId),
      refund: (gateway: PaymentGateway) => gateway.refund(refund),
      status: (gateway: PaymentGateway) => gateway.refundStatus('refundRef' in begun ? begun.refundRef : ''),
    }
  }

  for (const [fault, trouble] of [
    ['broken', 'nonsense'],
    ['nonsense', 'nonsense'],
    ['slow', 'slow'],
    ['inactive', 'closed'],
    ['lost', 'nonsense'],
  ] as const)
    test(`turns the fault ${fault} into a gateway error, and the next call succeeds (PAY-42)`, async () => {
      for (const [question, ask] of Object.entries(await everyQuestion())) {
        await at.plan({ questions: question, fault })
        await assert.rejects(
          ask(fault === 'slow' ? at.impatient : at.gateway),
          (error) => {
            assert.ok(error instanceof GatewayTrouble)
            const expected = fault === 'inactive' && question === 'open' ? 'refused' : trouble
            assert.equal(error.trouble, expected, `${question}: ${error.message}`)
            saysNoSecret(error)
            return true
          },
          question,
        )
        await ask(at.gateway)
      }
    })

  test('reports a pending payment as pending, and not as failed (PAY-42)', async () => {
    const { validate, query } = await everyQuestion()
    await at.plan({ questions: 'validate,query', fault: 'pending', times: '2' })
    assert.deepEqual(await query(at.gateway), { outcome: 'pending' })
    assert.deepEqual(await validate(at.gateway), { outcome: 'pending' })
    assert.equal((await query(at.gateway)).outcome, 'paid')
  })

  test('reports an unreachable gateway (PAY-42)', async () => {
    const gone = await listening(() => {})
    await gone.close()
    for (const [question, ask] of Object.entries(await everyQuestion()))
      await assert.rejects(
        ask(sslcommerz({ url: gone.url, storeId: 'selvage', password: at.password, fetch })),
        (error) => {
          assert.ok(error instanceof GatewayTrouble)
          assert.deepEqual([error.trouble, error.reason], ['unreachable', 'ECONNREFUSED'], question)
          saysNoSecret(error)
          return true
        },
      )
  })

  test('does not reveal an invalid URL (PAY-42)', async () => {
    const nowhere = sslcommerz({ url: 'http://127.0.0.1:1:1', storeId: 'selvage', password: at.password, fetch })
    await assert.rejects(nowhere.query('T-1'), (error) => {
      assert.ok(error instanceof GatewayTrouble)
      saysNoSecret(error)
      return error.trouble === 'unreachable'
    })
  })

  test('times out if fetch ignores its abort signal (PAY-42)', async () => {
    const deaf = sslcommerz({
      url: at.url,
      storeId: 'selvage',
      password: at.password,
      fetch: () => new Promise(() => {}),
      patienceMs: 100,
    })
    await assert.rejects(deaf.query('T-1'), { trouble: 'slow' })
  })

  test('finds a refund whose reply was lost, and creates no second one (PAY-44)', async () => {
    const order = at.order()
    const { redirectUrl } = await at.gateway.open(order)
    const { back } = await at.press(redirectUrl, 'pay')
    const request = { ...refundOf(back!.fields.get('bank_tran_id')!), refundTransId: `R-${order.tranId}` }
    await at.plan({ questions: 'refund', fault: 'lost', tran_id: order.tranId })
    await assert.rejects(at.gateway.refund({ ...request, amountPoisha: 1_200_50 }), GatewayTrouble)
    const again = await at.gateway.refund({ ...request, amountPoisha: 1_200_50 })
    assert.equal(again.outcome, 'processing')
    assert.deepEqual(await at.gateway.refund({ ...request, amountPoisha: 1_200_50 }), again)
    const more = await at.gateway.refund({ ...request, refundTransId: `S-${order.tranId}`, amountPoisha: 1 })
    assert.equal(more.outcome, 'failed')
  })

  function saysNoSecret(error: GatewayTrouble): void {
    const said = [inspect(error, { depth: 10, showHidden: true }), JSON.stringify(error), String(error.stack)].join(
      '\n',
    )
    assert.equal(error.cause, undefined)
    for (const secret of [at.password, encodeURIComponent(at.password), 'store_passwd', at.url])
      assert.ok(!said.includes(secret), said)
  }
})
