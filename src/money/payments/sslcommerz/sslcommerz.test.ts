import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openTestGateway, type TestGateway } from '#testing/gateway-simulator.ts'
import { GatewayError, type PaidVerdict, type Verdict } from '../gateway.ts'

const assertPaid = (verdict: Verdict): PaidVerdict => {
  assert.equal(verdict.outcome, 'paid')
  return verdict as PaidVerdict
}

describe('the SSLCommerz adapter', () => {
  let testGateway: TestGateway
  before(async () => void (testGateway = await openTestGateway()))
  after(() => testGateway.close())

  const pay = async (action = 'pay', choices: Record<string, string> = {}) => {
    const order = testGateway.order()
    const { redirectUrl } = await testGateway.gateway.open(order)
    const pressResult = await testGateway.press(redirectUrl, action, choices)
    const notice = pressResult.returnForm && testGateway.gateway.readNotice(pressResult.returnForm.fields)
    return { order, redirectUrl, ...pressResult, notice }
  }

  test('opens a session and returns its key and payment page (PAY-40)', async () => {
    const order = testGateway.order()
    const { sessionKey, redirectUrl } = await testGateway.gateway.open(order)
    assert.match(sessionKey, /^[0-9A-F]{32}$/)
    assert.equal(redirectUrl, `${testGateway.url}/pay/${sessionKey}`)
    assert.match(await (await fetch(redirectUrl)).text(), /1,200\.50/)
  })

  test('opens no second session under the same id (PAY-40)', async () => {
    const order = testGateway.order()
    await testGateway.gateway.open(order)
    await assert.rejects(testGateway.gateway.open(order), {
      gatewayCause: 'refused',
      reason: /tran_id was used before/,
    })
  })

  for (const means of ['card', 'bkash', 'nagad'])
    test(`confirms a payment by ${means} after the browser returns with a form (PAY-41)`, async () => {
      const { order, returnForm, notice } = await pay('pay', { means })
      assert.equal(returnForm!.url, `${testGateway.siteUrl}/paid`)
      assert.equal(returnForm!.isSubmittedByScript, true)
      assert.deepEqual(
        { ...notice, valId: null },
        { tranId: order.tranId, valId: null, claims: 'paid', isSigned: true },
      )
      const verdict = assertPaid(await testGateway.gateway.validate(notice!.valId!))
      assert.equal(verdict.tranId, order.tranId)
      assert.equal(verdict.valId, notice!.valId)
      assert.equal(verdict.amountPoisha, 1_200_50)
      assert.equal(verdict.currency, 'BDT')
      assert.equal(verdict.isRisky, false)
      assert.ok(verdict.storeAmountPoisha < 1_200_50 && verdict.storeAmountPoisha > 1_100_00)
      assert.match(verdict.means.type, new RegExp(means === 'card' ? 'visa' : means, 'i'))
      assert.doesNotMatch(JSON.stringify(verdict), /4111/)
      assert.deepEqual(verdict.duplicates, [])
    })

  test('treats VALID and VALIDATED alike (PAY-41)', async () => {
    const { notice } = await pay()
    const validateRaw = () =>
      testGateway.callStoreApi('/validator/api/validationserverAPI.php', { val_id: notice!.valId! })
    assert.equal((await validateRaw()).status, 'VALID')
    assert.equal((await validateRaw()).status, 'VALIDATED')
    const [firstVerdict, secondVerdict] = [
      await testGateway.gateway.validate(notice!.valId!),
      await testGateway.gateway.validate(notice!.valId!),
    ]
    assert.deepEqual(firstVerdict, secondVerdict)
    assert.equal(firstVerdict.outcome, 'paid')
  })

  for (const [action, outcome, returnPath] of [
    ['fail', 'failed', '/failed'],
    ['cancel', 'cancelled', '/cancelled'],
    ['expire', 'expired', '/failed'],
  ] as const)
    test(`reports ${outcome} after ${action}, and the browser returns to ${returnPath} (PAY-41, PAY-43)`, async () => {
      const { order, returnForm, notice } = await pay(action)
      assert.equal(returnForm!.url, testGateway.siteUrl + returnPath)
      assert.deepEqual(notice, { tranId: order.tranId, valId: null, claims: outcome, isSigned: true })
      const verdict = await testGateway.gateway.query(order.tranId)
      assert.equal(verdict.outcome, outcome)
      assert.ok('reason' in verdict && verdict.reason.length > 0)
    })

  test('reports a payment as not attempted if a notification says that the payer left (PAY-41, PAY-43)', async () => {
    const noticeCountBefore = testGateway.notices.length
    const { order, returnForm } = await pay('leave')
    assert.equal(returnForm, null)
    const notice = testGateway.gateway.readNotice(
      (await testGateway.waitForNotices(noticeCountBefore + 1))[noticeCountBefore]!,
    )
    assert.deepEqual(notice, { tranId: order.tranId, valId: null, claims: 'unattempted', isSigned: true })
    assert.equal((await testGateway.gateway.query(order.tranId)).outcome, 'unattempted')
  })

  test('reports risky payments (PAY-41)', async () => {
    const { notice } = await pay('pay-risky')
    const verdict = assertPaid(await testGateway.gateway.validate(notice!.valId!))
    assert.equal(verdict.isRisky, true)
    assert.equal(verdict.riskTitle, 'Risky')
  })

  for (const [action, amountPoisha] of [
    ['pay-less', 1_199_50],
    ['pay-more', 1_201_50],
  ] as const)
    test(`reports the exact amount after ${action} (PAY-41)`, async () => {
      const { notice } = await pay(action)
      assert.equal(assertPaid(await testGateway.gateway.validate(notice!.valId!)).amountPoisha, amountPoisha)
    })

  test('reports a payment in another currency in that currency, even if its value in taka matches (PAY-41)', async () => {
    const { notice } = await pay('pay-dollars')
    const rawResponse = await testGateway.callStoreApi('/validator/api/validationserverAPI.php', {
      val_id: notice!.valId!,
    })
    assert.equal(rawResponse.amount, '1200.50')
    const verdict = assertPaid(await testGateway.gateway.validate(notice!.valId!))
    assert.equal(verdict.currency, 'USD')
    assert.equal(verdict.amountPoisha, 984)
  })

  test('reports unknown transactions and payments as not found (PAY-43)', async () => {
    assert.deepEqual(await testGateway.gateway.query('T-of-nobody'), { outcome: 'unknown' })
    assert.deepEqual(await testGateway.gateway.validate('of-nobody'), { outcome: 'unknown' })
  })

  test('reports a session without an attempt as pending until it expires (PAY-43)', async () => {
    const order = testGateway.order()
    await testGateway.gateway.open(order)
    assert.deepEqual(await testGateway.gateway.query(order.tranId), { outcome: 'pending' })
    testGateway.clock.advance(31 * 60_000)
    assert.equal((await testGateway.gateway.query(order.tranId)).outcome, 'expired')
  })

  test('finds the paid attempt among two attempts under one id (PAY-43)', async () => {
    const { order, redirectUrl } = await pay('fail')
    const { returnForm } = await testGateway.press(redirectUrl, 'pay')
    const verdict = assertPaid(await testGateway.gateway.query(order.tranId))
    assert.equal(verdict.valId, returnForm!.fields.get('val_id'))
    assert.deepEqual(verdict.duplicates, [])
    const rawResponse = await testGateway.callStoreApi('/validator/api/merchantTransIDvalidationAPI.php', {
      tran_id: order.tranId,
    })
    assert.equal(rawResponse.no_of_trans_found, 2)
    const sessionkey = redirectUrl.split('/').at(-1)!
    const sessionResponse = await testGateway.callStoreApi('/validator/api/merchantTransIDvalidationAPI.php', {
      sessionkey,
    })
    assert.deepEqual(
      [sessionResponse.status, sessionResponse.tran_id, sessionResponse.val_id],
      ['VALID', order.tranId, verdict.valId],
    )
  })

  test('reports both payments under one id in a stable order (PAY-43)', async () => {
    const { order } = await pay('pay-twice')
    const verdict = assertPaid(await testGateway.gateway.query(order.tranId))
    assert.equal(verdict.duplicates.length, 1)
    const [duplicatePayment] = verdict.duplicates
    assert.notEqual(duplicatePayment!.valId, verdict.valId)
    assert.equal(duplicatePayment!.amountPoisha, 1_200_50)
    await testGateway.gateway.validate(duplicatePayment!.valId)
    assert.deepEqual(await testGateway.gateway.query(order.tranId), verdict)
  })

  test('gets only the status FAILED from the gateway with a wrong password (PAY-42)', async () => {
    const { notice } = await pay()
    const gatewayWithWrongPassword = { ...testGateway, password: 'wrong' }
    const params = { val_id: notice!.valId!, store_passwd: gatewayWithWrongPassword.password }
    assert.deepEqual(await testGateway.callStoreApi('/validator/api/validationserverAPI.php', params), {
      APIConnect: 'FAILED',
    })
    const sessionReply = await testGateway.callStoreApi('/gwprocess/v4/api.php', { store_passwd: 'wrong' })
    assert.equal(sessionReply.status, 'FAILED')
  })

  test('rejects an invalid id (PAY-42)', async () => {
    for (const id of ['', 'with space', 'x'.repeat(81), 'ক', 'a\nb'])
      for (const operation of [
        () => testGateway.gateway.validate(id),
        () => testGateway.gateway.query(id),
        () => testGateway.gateway.refundStatus(id),
      ])
        await assert.rejects(operation, (error) => error instanceof GatewayError && error.gatewayCause === 'refused')
  })
})
