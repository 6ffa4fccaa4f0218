import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { openTestGateway, type TestGateway } from '#testing/gateway-simulator.ts'
import { readNotice } from './notice.ts'

const PASSWORD = 'selvage@ssl'

/** Signed independently of the app, with md5sum. */
const knownNotice = {
  amount: '1200.50',
  status: 'VALID',
  tran_id: 'T-1',
  val_id: '270104V1',
  verify_key: 'status,tran_id,val_id,amount',
  verify_sign: '94897201ecc1cf86e65af00131d764ae',
}

/** Signs any fields as documented by the gateway. */
function sign(fields: Record<string, string>, keys: string[], password: string): Record<string, string> {
  const md5 = (text: string) => createHash('md5').update(text).digest('hex')
  const signedFields: Record<string, string> = { store_passwd: md5(password) }
  for (const key of keys) if (key in fields && key !== 'store_passwd') signedFields[key] = fields[key]!
  const text = Object.keys(signedFields)
    .sort()
    .map((key) => `${key}=${signedFields[key]}`)
    .join('&')
  return { ...fields, verify_key: keys.join(','), verify_sign: md5(text.replace(/&+$/, '')) }
}

const trimAmpersands = (value: string) => value.replace(/&+$/, '')
const parseNotice = (fields: Record<string, string>, password = PASSWORD) =>
  readNotice(Object.entries(fields), password)

describe('readNotice of SSLCommerz', () => {
  test('accepts a signature that was computed independently (PAY-46)', () => {
    assert.deepEqual(parseNotice(knownNotice), { tranId: 'T-1', valId: '270104V1', claims: 'paid', isSigned: true })
    assert.equal(parseNotice({ ...knownNotice, amount: '1200.51' })!.isSigned, false)
    assert.equal(parseNotice(knownNotice, 'another')!.isSigned, false)
  })

  test('accepts signatures over any fields, and rejects every change (PAY-46)', () => {
    const valueArbitrary = fc.string({
      unit: fc.constantFrom('a', '&', '=', '+', '%', ' ', '০', '৳', '\n', '\0'),
      maxLength: 12,
    })
    const keyArbitrary = fc.constantFrom(
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
      fc.property(
        fc.dictionary(keyArbitrary, valueArbitrary),
        fc.string({ minLength: 1 }),
        valueArbitrary,
        (baseFields, password, replacement) => {
          const fields = { ...baseFields, tran_id: 'T-1', status: 'VALID' }
          const signedForm = sign(fields, Object.keys(fields), password)
          assert.equal(parseNotice(signedForm, password)!.isSigned, true)
          for (const name of Object.keys(fields)) {
            // The gateway trims trailing & characters, so those of the last value are not signed.
            if (trimAmpersands(fields[name as keyof typeof fields]) === trimAmpersands(replacement)) continue
            const changedNotice = parseNotice({ ...signedForm, [name]: replacement }, password)
            assert.ok(!changedNotice?.isSigned, name)
          }
          assert.equal(parseNotice(signedForm, `${password}.`)!.isSigned, false)
        },
      ),
    )
  })

  test('rejects a signature that does not cover the fields it reads (PAY-46)', () => {
    const baseFields = { status: 'VALID', tran_id: 'T-1', value_a: 'SLV' }
    assert.equal(parseNotice(sign(baseFields, ['status', 'tran_id', 'value_a'], PASSWORD))!.isSigned, true)
    for (const missingField of ['status', 'tran_id']) {
      const keys = Object.keys(baseFields).filter((key) => key !== missingField)
      assert.equal(parseNotice(sign(baseFields, keys, PASSWORD))!.isSigned, false, missingField)
    }
    const injectedNotice = { ...sign(baseFields, ['status', 'tran_id'], PASSWORD), val_id: 'of-another' }
    assert.deepEqual([parseNotice(injectedNotice)!.valId, parseNotice(injectedNotice)!.isSigned], ['of-another', false])
  })

  test('uses the last of repeated fields, also for the signature (PAY-46)', () => {
    const signedForm = Object.entries(sign({ status: 'VALID', tran_id: 'T-1' }, ['status', 'tran_id'], PASSWORD))
    assert.equal(readNotice([['tran_id', 'T-2'], ...signedForm], PASSWORD)!.isSigned, true)
    const noticeWithRepeatedId = readNotice([...signedForm, ['tran_id', 'T-2']], PASSWORD)
    assert.deepEqual([noticeWithRepeatedId!.tranId, noticeWithRepeatedId!.isSigned], ['T-2', false])
  })

  test('rejects missing and malformed signatures (PAY-46)', () => {
    for (const verify_sign of [
      '',
      'x',
      knownNotice.verify_sign.toUpperCase(),
      `${knownNotice.verify_sign}0`,
      '০'.repeat(32),
    ])
      assert.equal(parseNotice({ ...knownNotice, verify_sign })!.isSigned, false)
    const { verify_key: _key, ...noticeWithoutKey } = knownNotice
    assert.equal(parseNotice(noticeWithoutKey)!.isSigned, false)
  })

  test('returns null for invalid ids and for oversized forms (PAY-46)', () => {
    assert.equal(parseNotice({}), null)
    for (const tran_id of ['', 'x'.repeat(31), 'a b', 'T-1\n', 'ক', '../../..'])
      assert.equal(parseNotice({ ...knownNotice, tran_id }), null)
    for (const val_id of ['x'.repeat(51), 'a b', '?x=', 'ক'])
      assert.equal(parseNotice({ ...knownNotice, val_id }), null)
    assert.equal(parseNotice({ ...knownNotice, value_a: 'x'.repeat(20_000) }), null)
    assert.equal(
      parseNotice({
        ...Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`f${index}`, ''])),
        ...knownNotice,
      }),
      null,
    )
    assert.equal(parseNotice({ ...knownNotice, status: 'constructor' })!.claims, 'other')
    assert.equal(parseNotice({ ...knownNotice, val_id: '' })!.valId, null)
  })
})

describe('notifications of the gateway', () => {
  let testGateway: TestGateway
  before(async () => void (testGateway = await openTestGateway()))
  after(() => testGateway.close())

  const pay = async (notice: string, choices: Record<string, string> = {}) => {
    const noticeCountBefore = testGateway.notices.length
    const order = testGateway.order()
    const { redirectUrl } = await testGateway.gateway.open(order)
    const pageResult = await testGateway.press(redirectUrl, 'pay', { notice, ...choices })
    const waitForForms = async (times: number) =>
      (await testGateway.waitForNotices(noticeCountBefore + times)).slice(noticeCountBefore)
    const countNotices = () => testGateway.notices.length - noticeCountBefore
    return { order, pageResult, waitForForms, countNotices }
  }

  test("arrive immediately, with a signature and the same content as the browser's form (PAY-47)", async () => {
    const { order, pageResult, waitForForms } = await pay('now')
    const [form] = await waitForForms(1)
    const notice = testGateway.gateway.readNotice(form!)
    assert.deepEqual(notice, testGateway.gateway.readNotice(pageResult.returnForm!.fields))
    assert.equal(notice!.tranId, order.tranId)
    assert.equal(notice!.isSigned, true)
    assert.equal(form!.get('value_a'), 'SLV-7K2M')
    assert.ok(form!.has('verify_sign_sha2'))
  })

  test('are signed for any reference of the app (PAY-46)', async () => {
    const order = testGateway.order({ reference: 'a=b&c=d & ৳+%26&&' })
    const { redirectUrl } = await testGateway.gateway.open(order)
    const { returnForm } = await testGateway.press(redirectUrl, 'pay', { notice: 'never' })
    assert.equal(returnForm!.fields.get('value_a'), order.reference)
    assert.equal(testGateway.gateway.readNotice(returnForm!.fields)!.isSigned, true)
  })

  test('arrive before the browser, in the mode `first` (PAY-47)', async () => {
    const { countNotices } = await pay('first')
    assert.equal(countNotices(), 1)
  })

  test('arrive later, in the mode `late` (PAY-47)', async () => {
    const { waitForForms, countNotices } = await pay('late')
    assert.equal(countNotices(), 0)
    assert.equal(testGateway.gateway.readNotice((await waitForForms(1))[0]!)!.isSigned, true)
  })

  test('arrive twice with equal content, in the mode `twice` (PAY-47)', async () => {
    const { waitForForms } = await pay('twice')
    const [firstForm, secondForm] = await waitForForms(2)
    assert.equal(String(firstForm), String(secondForm))
  })

  test('have an invalid signature in the mode `forged` (PAY-47)', async () => {
    const { order, waitForForms } = await pay('forged')
    const notice = testGateway.gateway.readNotice((await waitForForms(1))[0]!)
    assert.deepEqual([notice!.tranId, notice!.isSigned], [order.tranId, false])
  })

  test('lack the id of the payment in the mode `nameless`, but a query finds it (PAY-47)', async () => {
    const { order, pageResult, waitForForms } = await pay('nameless')
    const notice = testGateway.gateway.readNotice((await waitForForms(1))[0]!)
    assert.deepEqual(notice, { tranId: order.tranId, valId: null, claims: 'paid', isSigned: true })
    assert.equal(testGateway.gateway.readNotice(pageResult.returnForm!.fields)!.valId, null)
    const verdict = await testGateway.gateway.query(order.tranId)
    assert.equal(verdict.outcome, 'paid')
  })

  test('do not arrive in the mode `never`, but a query finds the payment (PAY-47)', async () => {
    const { order, pageResult, countNotices } = await pay('never', { gone: 'yes' })
    assert.equal(pageResult.returnForm, null)
    assert.equal((await testGateway.gateway.query(order.tranId)).outcome, 'paid')
    // A notice of the second payment arrives. A notice of the first one would have arrived before it.
    const { waitForForms } = await pay('first')
    assert.equal((await waitForForms(1)).length, 1)
    assert.equal(countNotices(), 1)
  })

  test('arrive for both payments of a double payment (PAY-47)', async () => {
    const noticeCountBefore = testGateway.notices.length
    const { redirectUrl } = await testGateway.gateway.open(testGateway.order())
    await testGateway.press(redirectUrl, 'pay-twice', { notice: 'first' })
    const ids = testGateway.notices.slice(noticeCountBefore).map((form) => form.get('val_id'))
    assert.equal(new Set(ids).size, 2)
  })
})
