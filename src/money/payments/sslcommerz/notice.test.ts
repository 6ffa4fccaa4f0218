import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { openTestGateway, type TestGateway } from '#testing/simulator.ts'
import { readNotice } from './notice.ts'

const PASSWORD = 'selvage@ssl'

/** Reckoned apart from the product, by md5sum. */
const known = {
  amount: '1200.50',
  status: 'VALID',
  tran_id: 'T-1',
  val_id: '270104V1',
  verify_key: 'status,tran_id,val_id,amount',
  verify_sign: '94897201ecc1cf86e65af00131d764ae',
}

/** Signs as the description of the gateway says, for any fields. */
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

describe('a notice of SSLCommerz', () => {
  test('is signed as its description says: a signature reckoned elsewhere holds (PAY-46)', () => {
    assert.deepEqual(read(known), { tranId: 'T-1', valId: '270104V1', claims: 'paid', isSigned: true })
    assert.equal(read({ ...known, amount: '1200.51' })!.isSigned, false)
    assert.equal(read(known, 'another')!.isSigned, false)
  })

  test('holds for whatever fields are signed, and for none that was changed (PAY-46)', () => {
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
          // The gateway takes each & off the end, so of the last value none is signed.
          if (bare(fields[name as keyof typeof fields]) === bare(other)) continue
          const changed = read({ ...whole, [name]: other }, password)
          assert.ok(!changed?.isSigned, name)
        }
        assert.equal(read(whole, `${password}.`)!.isSigned, false)
      }),
    )
  })

  test('is not signed where what is read of it stands outside of the signature (PAY-46)', () => {
    const some = { status: 'VALID', tran_id: 'T-1', value_a: 'SLV' }
    assert.equal(read(signed(some, ['status', 'tran_id', 'value_a'], PASSWORD))!.isSigned, true)
    for (const missing of ['status', 'tran_id']) {
      const keys = Object.keys(some).filter((key) => key !== missing)
      assert.equal(read(signed(some, keys, PASSWORD))!.isSigned, false, missing)
    }
    const slipped = { ...signed(some, ['status', 'tran_id'], PASSWORD), val_id: 'of-another' }
    assert.deepEqual([read(slipped)!.valId, read(slipped)!.isSigned], ['of-another', false])
  })

  test('of a field that comes twice the last counts, also for its signature (PAY-46)', () => {
    const whole = Object.entries(signed({ status: 'VALID', tran_id: 'T-1' }, ['status', 'tran_id'], PASSWORD))
    assert.equal(readNotice([['tran_id', 'T-2'], ...whole], PASSWORD)!.isSigned, true)
    const last = readNotice([...whole, ['tran_id', 'T-2']], PASSWORD)
    assert.deepEqual([last!.tranId, last!.isSigned], ['T-2', false])
  })

  test('no signature, and one of another shape, holds nothing (PAY-46)', () => {
    for (const verify_sign of ['', 'x', known.verify_sign.toUpperCase(), `${known.verify_sign}0`, '০'.repeat(32)])
      assert.equal(read({ ...known, verify_sign })!.isSigned, false)
    const { verify_key: _key, ...keyless } = known
    assert.equal(read(keyless)!.isSigned, false)
  })

  test('about nothing, too long or with too much in it, is none (PAY-46)', () => {
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

describe('what the gateway sends by itself', () => {
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

  test('comes at once, signed, and says the same as the browser (PAY-47)', async () => {
    const { order, pressed, heard } = await pay('now')
    const [form] = await heard(1)
    const notice = at.gateway.readNotice(form!)
    assert.deepEqual(notice, at.gateway.readNotice(pressed.back!.fields))
    assert.equal(notice!.tranId, order.tranId)
    assert.equal(notice!.isSigned, true)
    assert.equal(form!.get('value_a'), 'SLV-7K2M')
    assert.ok(form!.has('verify_sign_sha2'))
  })

  test('is signed whatever the house has given it to bring back (PAY-46)', async () => {
    const order = at.order({ reference: 'a=b&c=d & ৳+%26&&' })
    const { redirectUrl } = await at.gateway.open(order)
    const { back } = await at.press(redirectUrl, 'pay', { notice: 'never' })
    assert.equal(back!.fields.get('value_a'), order.reference)
    assert.equal(at.gateway.readNotice(back!.fields)!.isSigned, true)
  })

  test('comes before the browser is let go (PAY-47)', async () => {
    const { come } = await pay('first')
    assert.equal(come(), 1)
  })

  test('comes late (PAY-47)', async () => {
    const { heard, come } = await pay('late')
    assert.equal(come(), 0)
    assert.equal(at.gateway.readNotice((await heard(1))[0]!)!.isSigned, true)
  })

  test('comes twice, the same (PAY-47)', async () => {
    const { heard } = await pay('twice')
    const [one, other] = await heard(2)
    assert.equal(String(one), String(other))
  })

  test('comes with a signature of somebody else (PAY-47)', async () => {
    const { order, heard } = await pay('forged')
    const notice = at.gateway.readNotice((await heard(1))[0]!)
    assert.deepEqual([notice!.tranId, notice!.isSigned], [order.tranId, false])
  })

  test('comes without the id of the payment: the query finds it (PAY-47)', async () => {
    const { order, pressed, heard } = await pay('nameless')
    const notice = at.gateway.readNotice((await heard(1))[0]!)
    assert.deepEqual(notice, { tranId: order.tranId, valId: null, claims: 'paid', isSigned: true })
    assert.equal(at.gateway.readNotice(pressed.back!.fields)!.valId, null)
    const verdict = await at.gateway.query(order.tranId)
    assert.equal(verdict.outcome, 'paid')
  })

  test('never comes, nor does the browser: the query finds it all the same (PAY-47)', async () => {
    const { order, pressed, come } = await pay('never', { gone: 'yes' })
    assert.equal(pressed.back, null)
    assert.equal((await at.gateway.query(order.tranId)).outcome, 'paid')
    // Another one that is told of comes; of this one nothing has before.
    const { heard } = await pay('first')
    assert.equal((await heard(1)).length, 1)
    assert.equal(come(), 1)
  })

  test('of a payment made twice both are told of (PAY-47)', async () => {
    const before = at.notices.length
    const { redirectUrl } = await at.gateway.open(at.order())
    await at.press(redirectUrl, 'pay-twice', { notice: 'first' })
    const ids = at.notices.slice(before).map((form) => form.get('val_id'))
    assert.equal(new Set(ids).size, 2)
  })
})
