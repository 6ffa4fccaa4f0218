import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { openTestGateway, type TestGateway } from '#testing/gateway-simulator.ts'
import type { Order } from '../gateway.ts'
import { toSessionParams } from './session.ts'

describe('toSessionParams of SSLCommerz', () => {
  let testGateway: TestGateway
  before(async () => void (testGateway = await openTestGateway()))
  after(() => testGateway.close())

  /** The maximum lengths of the fields, separate from the simulator's list. */
  const maxLengths: Record<string, number> = {
    tran_id: 30,
    product_category: 50,
    product_name: 255,
    cus_name: 50,
    cus_email: 50,
    cus_add1: 50,
    cus_city: 50,
    cus_postcode: 30,
    cus_country: 50,
    cus_phone: 20,
    hotel_name: 255,
    hotel_city: 50,
    length_of_stay: 30,
    check_in_time: 30,
    value_a: 255,
    value_b: 255,
  }

  test('describes a hotel stay with its nights, and the amount in taka with two decimals (PAY-48)', () => {
    const params = toSessionParams(testGateway.order({ amountPoisha: 10_05 }))
    assert.equal(params.total_amount, '10.05')
    assert.equal(params.currency, 'BDT')
    assert.equal(params.product_profile, 'travel-vertical')
    assert.equal(params.hotel_name, 'Selvage')
    assert.equal(params.hotel_city, 'Dhaka')
    assert.equal(params.length_of_stay, '2 nights')
    assert.equal(params.check_in_time, '2027-01-10 14:00')
    assert.equal(params.shipping_method, 'NO')
    assert.equal(params.cus_phone, '+8801711000000')
  })

  test('shortens any guest data to the limits of the gateway (PAY-48)', async () => {
    const textArbitrary = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.string({ unit: fc.constantFrom('ক্ষ', 'ক', 'া', '্', 'র‍্য', ' ', '\u200d', '👩‍👧'), maxLength: 400 }),
      fc.constant(''),
    )
    const orderArbitrary = fc.record({
      name: textArbitrary,
      email: textArbitrary,
      phone: textArbitrary,
      what: textArbitrary,
      reference: textArbitrary,
      hotel: textArbitrary,
      city: textArbitrary,
      address: textArbitrary,
    })
    await fc.assert(
      fc.asyncProperty(orderArbitrary, async ({ name, email, phone, what, reference, hotel, city, address }) => {
        const unusualOrder = testGateway.order({
          description: what,
          reference,
          guest: { name, email, phone, address, city, postcode: address, country: city },
          property: { name: hotel, city, email, phone },
        })
        const params = toSessionParams(unusualOrder)
        for (const [field, maxLength] of Object.entries(maxLengths)) {
          assert.ok([...params[field]!].length <= maxLength, field)
          assert.ok(params[field]!.isWellFormed(), field)
        }
        await testGateway.gateway.open(unusualOrder)
      }),
      { numRuns: 60 },
    )
  })

  test('truncates a long Bangla name after a whole grapheme (PAY-48)', () => {
    const name = 'শ্রী লক্ষ্মীনারায়ণ চক্রবর্তী ও সহযোগী আন্তর্জাতিক বাণিজ্য সংস্থা, ঢাকা'
    const sentName = toSessionParams(testGateway.order({ guest: { name, email: '', phone: '' } })).cus_name!
    assert.ok(name.startsWith(sentName))
    assert.ok([...sentName].length > 40)
    assert.doesNotMatch(name.slice(sentName.length), /^[\p{M}\u200d]/u)
    assert.doesNotMatch(sentName, /\u09cd$/)
  })

  test("never truncates an email address, and falls back to the property's address (PAY-48)", () => {
    const readSentEmail = (email: string, propertyEmail = 'hello@selvage.example') =>
      toSessionParams(
        testGateway.order({
          guest: { name: 'Rafiq', email, phone: '' },
          property: { name: 'Selvage', city: 'Dhaka', email: propertyEmail, phone: '' },
        }),
      ).cus_email
    assert.equal(readSentEmail('rafiq@guest.example'), 'rafiq@guest.example')
    assert.equal(readSentEmail(`${'r'.repeat(40)}@guest.example`), 'hello@selvage.example')
    assert.equal(readSentEmail('রফিক@ঢাকা.বাংলা'), 'hello@selvage.example')
    assert.equal(readSentEmail(''), 'hello@selvage.example')
    assert.equal(readSentEmail('', ''), 'nobody@example.com')
  })

  test("writes phone numbers in Latin digits, and falls back to the property's number (PAY-48)", () => {
    const readSentPhone = (phone: string) =>
      toSessionParams(testGateway.order({ guest: { name: 'Rafiq', email: '', phone } })).cus_phone
    assert.equal(readSentPhone('+৮৮০ (১৭১১) ০০০-০০০'), '+8801711000000')
    assert.equal(readSentPhone(''), '+880255500100')
  })

  for (const [label, changes] of [
    ['too little', { amountPoisha: 9_99 }],
    ['too much', { amountPoisha: 500_000_01 }],
    ['half a poisha', { amountPoisha: 1_000.5 }],
    ['an id that is too long', { tranId: 'x'.repeat(31) }],
    ['an id with a space', { tranId: 'a b' }],
    ['no id', { tranId: '' }],
  ] as [string, Partial<Order>][])
    test(`rejects an invalid order: ${label} (PAY-48)`, async () => {
      await assert.rejects(testGateway.gateway.open(testGateway.order(changes)), {
        gatewayCause: 'refused',
        operation: 'open',
      })
    })

  test('rejects a return URL that is too long (PAY-48)', async () => {
    const order = testGateway.order()
    const returnTo = { ...order.returnTo, success: `${testGateway.siteUrl}/${'x'.repeat(255)}` }
    await assert.rejects(testGateway.gateway.open({ ...order, returnTo }), {
      gatewayCause: 'refused',
      reason: /too long/,
    })
  })

  test('accepts the minimum and the maximum amount (PAY-48)', async () => {
    const { minPoisha, maxPoisha } = testGateway.gateway.bounds
    assert.deepEqual([minPoisha, maxPoisha], [10_00, 500_000_00])
    for (const amountPoisha of [minPoisha, maxPoisha])
      await testGateway.gateway.open(testGateway.order({ amountPoisha }))
  })
})
