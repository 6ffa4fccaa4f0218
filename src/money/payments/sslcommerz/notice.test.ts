import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { openTestGateway, type TestGateway } from '#testing/simulator.ts'
import { readNotice } from './notice.ts'

const PASSWORD = 'selvage@ssl'

/** Signed independently of the product, with md5sum. */
const known = {
  amount: '1200.50',
  status: 'VALID',
  tran_id: 'T-1',
  val_id: '270104V1',
  verify_key: 'status,tran_id,val_id,amount',
  verify_sign: '94897201ecc1cf86e65af00131d764ae',
}

/** Signs any fields as documented by the gateway. */
function signed(fields: Record<string, string>, keys: string[], password: string): Record<string, string> {
  const md5 = (text: string) => createHash('md5').update(text).digest('hex')
  const over: Record<string, string> = { store_passwd: md5(password) }
  for (const key of keys) if (key in fields && key !== 'store_passwd') over[key] = fields[key]!
  const text = Object.keys(over)
    .sort()
    .map((key) => `${key}=${over[key]}`)
    .join('&')
  return { ...fields, verify_key: keys.join(','), verify_sign: md5(text.replace(/&+$/, '')) }
}

const bare = (value: string) => value.replace(/&+$/, '')
const read = (fields: Record<string, string>, password = PASSWORD) => readNotice(Object.entries(fields), password)

describe('readNotice of SSLCommerz', () => {
  test('accepts a signature that was computed independently (PAY-46)', () => {
    assert.deepEqual(read(known), { tranId: 'T-1', valId: '270104V1', claims: 'paid', isSigned: true })
    assert.equal(read({ ...known, amount: '1200.51' })!.isSigned, false)
    assert.equal(read(known, 'another')!.isSigned, false)
  })

  test('accepts signatures over any fields, and rejects every change (PAY-46)', () => {
    const value = fc.string({
      unit: fc.constantFrom('a', '&', '=', '+', '%', ' ', '০', '৳', '\n', '\0'),
      maxLength: 12,
    })
    const key = fc.constantFrom(
      'amount',
      'card_type',
      'error',
      'risk_level',
      'store_amount',
      'tran_date',
      'value_a',
      'value_d',
    )
    fc.assert(
      fc.property(fc.dictionary(key, value), fc.string({ minLength: 1 }), value, (some, password, other) => {
        const fields = { ...some, tran_id: 'T-1', status: 'VALID' }
        const whole = signed(fields, Object.keys(fields), password)
        assert.equal(read(whole, password)!.isSigned, true)
        for (const name of Object.keys(fields)) {
          // The gateway trims trailing & characters, so those of the last value are not signed.
          if (bare(fields[name as keyof typeof fields]) === bare(other)) continue
          const changed = read({ ...whole, [name]: other }, password)
          assert.ok(!changed?.isSigned, name)
        }
        assert.equal(read(whole, `${password}.`)!.isSigned, false)
      }),
    )
  })

  test('rejects a signature that does not cover the fields it reads (PAY-46)', () => {
    const some = { status: 'VALID', tran_id: 'T-1', value_a: 'SLV' }
    assert.equal(read(signed(some, ['status', 'tran_id', 'value_a'], PASSWORD))!.isSigned, true)
    for (const missing of ['status', 'tran_id']) {
      const keys = Object.keys(some).filter((key) => key !== missing)
      assert.equal(read(signed(some, keys, PASSWORD))!.isSigned, false, missing)
    }
    const slipped = { ...signed(some, ['status', 'tran_id'], PASSWORD), val_id: 'of-another' }
    assert.deepEqual([read(slipped)!.valId, read(slipped)!.isSigned], ['of-another', false])
  })

  test('uses the last of repeated fields, also for the signature (PAY-46)', () => {
    const whole = Object.entries(signed({ status: 'VALID', tran_id: 'T-1' }, ['status', 'tran_id'], PASSWORD))
    assert.equal(readNotice([['tran_id', 'T-2'], ...whole], PASSWORD)!.isSigned, true)
    const last = readNotice([...whole, ['tran_id', 'T-2']], PASSWORD)
    assert.deepEqual([last!.tranId, last!.isSigned], ['T-2', false])
  })

  test('rejects missing and malformed signatures (PAY-46)', () => {
    for (const verify_sign of ['', 'x', known.verify_sign.toUpperCase(), `${known.verify_sign}0`, '০'.repeat(32)])
      assert.equal(read({ ...known, verify_sign })!.isSigned, false)
    const { verify_key: _key, ...keyless } = known
    assert.equal(read(keyless)!.isSigned, false)
  })

  test('returns null for invalid ids and for oversized forms (PAY-46)', () => {
    assert.equal(read({}), null)
    for (const tran_id of ['', 'x'.repeat(31), 'a b', 'T-1\n', 'ক', '../../..'])
      assert.equal(read({ ...known, tran_id }), null)
    for (const val_id of ['x'.repeat(51), 'a b', '?x=', 'ক']) assert.equal(read({ ...known, val_id }), null)
    assert.equal(read({ ...known, value_a: 'x'.repeat(20_000) }), null)
    assert.equal(
      read({ ...Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`f${at}`, ''])), ...known }),
      null,
    )
    assert.equal(read({ ...known, status: 'constructor' })!.claims, 'other')
    assert.equal(read({ ...known, val_id: '' })!.valId, null)
  })
})

describe('notices of the gateway', () => {
  let at: TestGateway
  before(async () => void (at = await openTestGateway()))
  after(() => at.close())

  const pay = async (notice: string, more: Record<string, string> = {}) => {
    const before = at.notices.length
    const order = at.order()
    const { redirectUrl } = await at.gateway.open(order)
    const pressed = await at.press(redirectUrl, 'pay', { notice, ...more })
    const heard = async (times: number) => (await at.told(before + times)).slice(before)
    const come = () => at.notices.length - before
    return { order, pressed, heard, come }
  }

  test('arrive at once, signed and equal to the form of the browser (PAY-47)', async () => {
    const { order, pressed, heard } = await pay('now')
    const [form] = await heard(1)
    const notice = at.gateway.readNotice(form!)
    assert.deepEqual(notice, at.gateway.readNotice(pressed.back!.fields))
    assert.equal(notice!.tranId, order.tranId)
    assert.equal(notice!.isSigned, true)
    assert.equal(form!.get('value_a'), 'SLV-7K2M')
    assert.ok(form!.has('verify_sign_sha2'))
  })

  test('are signed with any reference of the app (PAY-46)', async () => {
    const order = at.order({ reference: 'a=b&c=d & ৳+%26&&' })
    const { redirectUrl } = await at.gateway.open(order)
    const { back } = await at.press(redirectUrl, 'pay', { notice: 'never' })
    assert.equal(back!.fields.get('value_a'), order.reference)
    assert.equal(at.gateway.readNotice(back!.fields)!.isSigned, true)
  })

  test('arrive before the browser in the mode `first` (PAY-47)', async () => {
    const { come } = await pay('first')
    assert.equal(come(), 1)
  })

  test('arrive later in the mode `late` (PAY-47)', async () => {
    const { heard, come } = await pay('late')
    assert.equal(come(), 0)
    assert.equal(at.gateway.readNotice((await heard(1))[0]!)!.isSigned, true)
  })

  test('arrive twice with equal content in the mode `twice` (PAY-47)', async () => {
    const { heard } = await pay('twice')
    const [one, other] = await heard(2)
    assert.equal(String(one), String(other))
  })

  test('have an invalid signature in the mode `forged` (PAY-47)', async () => {
    const { order, heard } = await pay('forged')
    const notice = at.gateway.readNotice((await heard(1))[0]!)
    assert.deepEqual([notice!.tranId, notice!.isSigned], [order.tranId, false])
  })

  test('lack the id of the payment in the mode `nameless`, and a query finds it (PAY-47)', async () => {
    const { order, pressed, heard } = await pay('nameless')
    const notice = at.gateway.readNotice((await heard(1))[0]!)
    assert.deepEqual(notice, { tranId: order.tranId, valId: null, claims: 'paid', isSigned: true })
    assert.equal(at.gateway.readNotice(pressed.back!.fields)!.valId, null)
    const verdict = await at.gateway.query(order.tranId)
    assert.equal(verdict.outcome, 'paid')
  })

  test('do not arrive in the mode `never`, and a query finds the payment (PAY-47)', async () => {
    const { order, pressed, come } = await pay('never', { gone: 'yes' })
    assert.equal(pressed.back, null)
    assert.equal((await at.gateway.query(order.tranId)).outcome, 'paid')
    // A notice of a second payment arrives, so one of the first would have arrived before.
    const { heard } = await pay('first')
    assert.equal((await heard(1)).length, 1)
    assert.equal(come(), 1)
  })

  test('arrive for both payments of a double payment (PAY-47)', async () => {
    const before = at.notices.length
    const { redirectUrl } = await at.gateway.open(at.order())
    await at.press(redirectUrl, 'pay-twice', { notice: 'first' })
    const ids = at.notices.slice(before).map((form) => form.get('val_id'))
    assert.equal(new Set(ids).size, 2)
  })
})
