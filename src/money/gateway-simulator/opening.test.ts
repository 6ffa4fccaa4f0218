import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openTestGateway, type TestGateway } from '#testing/gateway-simulator.ts'

describe('opening a session at the simulator', () => {
  let testGateway: TestGateway
  let orderCount = 0
  before(async () => void (testGateway = await openTestGateway()))
  after(() => testGateway.close())

  const createCompleteOrder = (): Record<string, string> => ({
    total_amount: '1200.50',
    currency: 'BDT',
    tran_id: `O-${++orderCount}`,
    product_category: 'Hotel room',
    success_url: 'https://selvage.example/paid',
    fail_url: 'https://selvage.example/failed',
    cancel_url: 'https://selvage.example/cancelled',
    ipn_url: 'https://selvage.example/notice',
    cus_name: 'Rafiq Hasan',
    cus_email: 'rafiq@guest.example',
    cus_add1: 'Dhaka',
    cus_city: 'Dhaka',
    cus_postcode: '1207',
    cus_country: 'Bangladesh',
    cus_phone: '01711000000',
    shipping_method: 'NO',
    num_of_item: '1',
    product_name: 'Deluxe room',
    product_profile: 'travel-vertical',
    hotel_name: 'Selvage',
    length_of_stay: '2 nights',
    check_in_time: '2027-01-10 14:00',
    hotel_city: 'Dhaka',
  })
  const openSession = (changes: Record<string, string> = {}) =>
    testGateway.callStoreApi('/gwprocess/v4/api.php', { ...createCompleteOrder(), ...changes })

  test('accepts a complete order (PAY-50)', async () => {
    const reply = await openSession()
    assert.equal(reply.status, 'SUCCESS')
    assert.equal(reply.GatewayPageURL, `${testGateway.url}/pay/${String(reply.sessionkey)}`)
  })

  test('rejects an order if a field is missing or too long (PAY-50)', async () => {
    const maxLengths = {
      tran_id: 30,
      product_category: 50,
      success_url: 255,
      fail_url: 255,
      cancel_url: 255,
      ipn_url: 255,
      cus_name: 50,
      cus_email: 50,
      cus_add1: 50,
      cus_city: 50,
      cus_postcode: 30,
      cus_country: 50,
      cus_phone: 20,
      num_of_item: 1,
      product_name: 255,
      hotel_name: 255,
      length_of_stay: 30,
      check_in_time: 30,
      hotel_city: 50,
      value_a: 255,
    }
    for (const [name, maxLength] of Object.entries(maxLengths)) {
      const reply = await openSession({ [name]: 'ক'.repeat(maxLength + 1) })
      assert.deepEqual([reply.status, reply.failedreason], ['FAILED', `Parameter ${name} is longer than ${maxLength}`])
    }
    for (const name of Object.keys(createCompleteOrder())) {
      if (name === 'ipn_url') continue
      const reply = await openSession({ [name]: '' })
      assert.deepEqual([reply.status, reply.failedreason], ['FAILED', `Parameter ${name} is required`])
    }
    assert.equal((await openSession({ ipn_url: '' })).status, 'SUCCESS')
  })

  for (const [name, ...values] of [
    ['total_amount', '9.99', '500000.01', '1200.505', 'free', '-20', '1e3'],
    ['currency', 'USD', 'bdt'],
    ['product_profile', 'hotel'],
    ['shipping_method', 'no', 'Pigeon'],
    ['num_of_item', 'x'],
    ['cus_email', 'rafiq', 'a b@c'],
    ['success_url', '/paid', 'javascript:alert(1)'],
    ['ipn_url', 'ftp://selvage.example'],
  ] as [string, ...string[]][])
    test(`rejects an order whose ${name} is invalid (PAY-50)`, async () => {
      for (const value of values) assert.equal((await openSession({ [name]: value })).status, 'FAILED', value)
    })

  test('rejects a reused id, and a shipment without an address (PAY-50)', async () => {
    const form = createCompleteOrder()
    assert.equal((await testGateway.callStoreApi('/gwprocess/v4/api.php', form)).status, 'SUCCESS')
    assert.equal((await testGateway.callStoreApi('/gwprocess/v4/api.php', form)).status, 'FAILED')
    assert.match(String((await openSession({ shipping_method: 'YES' })).failedreason), /ship_name/)
  })

  test('requires the fields of each product profile (PAY-50)', async () => {
    const noHotelFields = { hotel_name: '', length_of_stay: '', check_in_time: '', hotel_city: '' }
    assert.equal((await openSession({ product_profile: 'general', ...noHotelFields })).status, 'SUCCESS')
    assert.match(
      String((await openSession({ product_profile: 'airline-tickets', ...noHotelFields })).failedreason),
      /hours_till/,
    )
  })

  test('rejects a form that is too long with 413 (PAY-50)', async () => {
    const response = await fetch(`${testGateway.url}/gwprocess/v4/api.php`, {
      method: 'POST',
      body: new URLSearchParams({ ...createCompleteOrder(), cart: 'x'.repeat(70_000) }),
    })
    assert.equal(response.status, 413)
  })

  test('accepts only known faults, and only with the password (PAY-50)', async () => {
    const addFault = async (form: Record<string, string>) =>
      (await fetch(`${testGateway.url}/control`, { method: 'POST', body: new URLSearchParams(form) })).status
    const faultForm = {
      store_id: 'selvage',
      store_passwd: testGateway.password,
      questions: 'refund',
      fault: 'slow',
      tran_id: 'none',
    }
    assert.equal(await addFault({ ...faultForm, store_passwd: 'guessed' }), 403)
    assert.equal(await addFault({ ...faultForm, fault: 'flood' }), 400)
    assert.equal(await addFault({ ...faultForm, questions: 'everything' }), 400)
    assert.equal(await addFault({ ...faultForm, times: '0' }), 400)
    assert.equal(await addFault({ ...faultForm, times: '101' }), 400)
    assert.equal(await addFault(faultForm), 200)
  })
})
