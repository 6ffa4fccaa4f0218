import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openTestGateway, type TestGateway } from '#testing/simulator.ts'
import { GatewayTrouble, type Paid, type Verdict } from '../gateway.ts'

const paid = (verdict: Verdict): Paid => {
  assert.equal(verdict.outcome, 'paid')
  return verdict as Paid
}

describe('the SSLCommerz adapter', () => {
  let at: TestGateway
  before(async () => void (at = await openTestGateway()))
  after(() => at.close())

  const pay = async (act = 'pay', choices: Record<string, string> = {}) => {
    const order = at.order()
    const { redirectUrl } = await at.gateway.open(order)
    const pressed = await at.press(redirectUrl, act, choices)
    const notice = pressed.back && at.gateway.readNotice(pressed.back.fields)
    return { order, redirectUrl, ...pressed, notice }
  }

  test('opens a session and returns its key and payment page (PAY-40)', async () => {
    const order = at.order()
    const { sessionKey, redirectUrl } = await at.gateway.open(order)
    assert.match(sessionKey, /^[0-9A-F]{32}$/)
    assert.equal(redirectUrl, `${at.url}/pay/${sessionKey}`)
    assert.match(await (await fetch(redirectUrl)).text(), /1,200\.50/)
  })

  test('opens no second session under the same id (PAY-40)', async () => {
    const order = at.order()
    await at.gateway.open(order)
    await assert.rejects(at.gateway.open(order), { trouble: 'refused', reason: /tran_id was used before/ })
  })

  for (const means of ['card', 'bkash', 'nagad'])
    test(`is paid by ${means}: the browser returns with a form, and the validation confirms it (PAY-41)`, async () => {
      const { order, back, notice } = await pay('pay', { means })
      assert.equal(back!.url, `${at.house}/paid`)
      assert.equal(back!.isAlone, true)
      assert.deepEqual(
        { ...notice, valId: null },
        { tranId: order.tranId, valId: null, claims: 'paid', isSigned: true },
      )
      const verdict = paid(await at.gateway.validate(notice!.valId!))
      assert.equal(verdict.tranId, order.tranId)
      assert.equal(verdict.valId, notice!.valId)
      assert.equal(verdict.amountPoisha, 1_200_50)
      assert.equal(verdict.currency, 'BDT')
      assert.equal(verdict.isRisky, false)
      assert.ok(verdict.storeAmountPoisha < 1_200_50 && verdict.storeAmountPoisha > 1_100_00)
      assert.match(verdict.means.type, new RegExp(means === 'card' ? 'visa' : means, 'i'))
      assert.doesNotMatch(JSON.stringify(verdict), /4111/)
      assert.deepEqual(verdict.besides, [])
    })

  test('treats VALID and VALIDATED alike (PAY-41)', async () => {
    const { notice } = await pay()
    const raw = () => at.ask('/validator/api/validationserverAPI.php', { val_id: notice!.valId! })
    assert.equal((await raw()).status, 'VALID')
    assert.equal((await raw()).status, 'VALIDATED')
    const [one, other] = [await at.gateway.validate(notice!.valId!), await at.gateway.validate(notice!.valId!)]
    assert.deepEqual(one, other)
    assert.equal(one.outcome, 'paid')
  })

  for (const [act, outcome, where] of [
    ['fail', 'failed', '/failed'],
    ['cancel', 'cancelled', '/cancelled'],
    ['expire', 'expired', '/failed'],
  ] as const)
    test(`handles ${act}: the browser returns to ${where}, and a query finds ${outcome} (PAY-41, PAY-43)`, async () => {
      const { order, back, notice } = await pay(act)
      assert.equal(back!.url, at.house + where)
      assert.deepEqual(notice, { tranId: order.tranId, valId: null, claims: outcome, isSigned: true })
      const verdict = await at.gateway.query(order.tranId)
      assert.equal(verdict.outcome, outcome)
      assert.ok('reason' in verdict && verdict.reason.length > 0)
    })

  test('learns from a notice that the payer left without returning (PAY-41, PAY-43)', async () => {
    const before = at.notices.length
    const { order, back } = await pay('leave')
    assert.equal(back, null)
    const notice = at.gateway.readNotice((await at.told(before + 1))[before]!)
    assert.deepEqual(notice, { tranId: order.tranId, valId: null, claims: 'unattempted', isSigned: true })
    assert.equal((await at.gateway.query(order.tranId)).outcome, 'unattempted')
  })

  test('reports risky payments (PAY-41)', async () => {
    const { notice } = await pay('pay-risky')
    const verdict = paid(await at.gateway.validate(notice!.valId!))
    assert.equal(verdict.isRisky, true)
    assert.equal(verdict.riskTitle, 'Risky')
  })

  for (const [act, amountPoisha] of [
    ['pay-less', 1_199_50],
    ['pay-more', 1_201_50],
  ] as const)
    test(`reports the exact amount after ${act} (PAY-41)`, async () => {
      const { notice } = await pay(act)
      assert.equal(paid(await at.gateway.validate(notice!.valId!)).amountPoisha, amountPoisha)
    })

  test('reports a payment in another currency in that currency, even if its value in taka matches (PAY-41)', async () => {
    const { notice } = await pay('pay-dollars')
    const raw = await at.ask('/validator/api/validationserverAPI.php', { val_id: notice!.valId! })
    assert.equal(raw.amount, '1200.50')
    const verdict = paid(await at.gateway.validate(notice!.valId!))
    assert.equal(verdict.currency, 'USD')
    assert.equal(verdict.amountPoisha, 984)
  })

  test('finds no unknown transaction and no unknown payment (PAY-43)', async () => {
    assert.deepEqual(await at.gateway.query('T-of-nobody'), { outcome: 'unknown' })
    assert.deepEqual(await at.gateway.validate('of-nobody'), { outcome: 'unknown' })
  })

  test('reports a session without an attempt as pending until it expires (PAY-43)', async () => {
    const order = at.order()
    await at.gateway.open(order)
    assert.deepEqual(await at.gateway.query(order.tranId), { outcome: 'pending' })
    at.clock.advance(31 * 60_000)
    assert.equal((await at.gateway.query(order.tranId)).outcome, 'expired')
  })

  test('finds the paid one of two attempts under one id (PAY-43)', async () => {
    const { order, redirectUrl } = await pay('fail')
    const { back } = await at.press(redirectUrl, 'pay')
    const verdict = paid(await at.gateway.query(order.tranId))
    assert.equal(verdict.valId, back!.fields.get('val_id'))
    assert.deepEqual(verdict.besides, [])
    const raw = await at.ask('/validator/api/merchantTransIDvalidationAPI.php', { tran_id: order.tranId })
    assert.equal(raw.no_of_trans_found, 2)
    const sessionkey = redirectUrl.split('/').at(-1)!
    const bySession = await at.ask('/validator/api/merchantTransIDvalidationAPI.php', { sessionkey })
    assert.deepEqual([bySession.status, bySession.tran_id, bySession.val_id], ['VALID', order.tranId, verdict.valId])
  })

  test('reports both payments under one id in a stable order (PAY-43)', async () => {
    const { order } = await pay('pay-twice')
    const verdict = paid(await at.gateway.query(order.tranId))
    assert.equal(verdict.besides.length, 1)
    const [again] = verdict.besides
    assert.notEqual(again!.valId, verdict.valId)
    assert.equal(again!.amountPoisha, 1_200_50)
    await at.gateway.validate(again!.valId)
    assert.deepEqual(await at.gateway.query(order.tranId), verdict)
  })

  test('opens and reveals nothing with a wrong password (PAY-42)', async () => {
    const { notice } = await pay()
    const stranger = { ...at, password: 'wrong' }
    const asked = { val_id: notice!.valId!, store_passwd: stranger.password }
    assert.deepEqual(await at.ask('/validator/api/validationserverAPI.php', asked), { APIConnect: 'FAILED' })
    const session = await at.ask('/gwprocess/v4/api.php', { store_passwd: 'wrong' })
    assert.equal(session.status, 'FAILED')
  })

  test('sends no request for an invalid id (PAY-42)', async () => {
    for (const id of ['', 'with space', 'x'.repeat(81), 'ক', 'a\nb'])
      for (const asking of [
        () => at.gateway.validate(id),
        () => at.gateway.query(id),
        () => at.gateway.refundStatus(id),
      ])
        await assert.rejects(asking, (error) => error instanceof GatewayTrouble && error.trouble === 'refused')
  })
})
