import assert from 'node:assert/strict'
import type { RequestListener, ServerResponse } from 'node:http'
import { after, before, beforeEach, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { anOrder, listening } from '#testing/simulator.ts'
import { GatewayTrouble, type Paid, type PaymentGateway } from '../gateway.ts'
import { sslcommerz } from './sslcommerz.ts'

const PASSWORD = 'selvage@ssl/1'

/** A valid reply of the gateway. The tests change parts of it. */
const valid = {
  APIConnect: 'DONE',
  status: 'VALID',
  tran_id: 'T-1',
  val_id: 'V-1',
  bank_tran_id: 'B-1',
  amount: '1200.50',
  store_amount: '1170.49',
  currency: 'BDT',
  currency_type: 'BDT',
  currency_amount: '1200.50',
  card_type: 'VISA-Demo Bank',
  card_no: '411111XXXXXX1111',
  card_brand: 'VISA',
  card_issuer: 'Demo Bank',
  card_issuer_country: 'Bangladesh',
  risk_level: '0',
  risk_title: 'Safe',
}

describe('a hostile server in place of SSLCommerz', () => {
  let served: Awaited<ReturnType<typeof listening>>
  let answer: RequestListener
  let gateway: PaymentGateway
  let impatient: PaymentGateway
  let asked: { method: string; url: string; body: string }[] = []
  before(async () => {
    served = await listening((request, response) => {
      void request.toArray().then((parts) => {
        asked.push({ method: request.method!, url: request.url!, body: Buffer.concat(parts).toString() })
        answer(request, response)
      })
    })
    const store = { url: `${served.url}/`, storeId: 'selvage', password: PASSWORD, fetch }
    gateway = sslcommerz(store)
    impatient = sslcommerz({ ...store, patienceMs: 300 })
  })
  beforeEach(() => void (asked = []))
  after(() => served.close())

  const says = (body: string | object, status = 200) =>
    void (answer = (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  const troubled = async (asking: Promise<unknown>, trouble: string, what?: string) =>
    assert.rejects(
      asking,
      (error) => {
        assert.ok(error instanceof GatewayTrouble, `${what}: ${String(error)}`)
        assert.equal(error.trouble, trouble, `${what}: ${error.message}`)
        assert.ok(!`${error.message} ${JSON.stringify(error)} ${error.stack}`.includes(PASSWORD))
        return true
      },
      what,
    )

  test('gets requests for JSON by GET, and by POST for a session (PAY-42)', async () => {
    says(valid)
    await gateway.validate('V-1')
    says({ status: 'FAILED', failedreason: 'No' })
    await troubled(gateway.open({ ...order, tranId: 'T-2' }), 'refused')
    const [validation, session] = asked
    assert.equal(validation!.method, 'GET')
    const [path, query] = validation!.url.split('?')
    assert.equal(path, '/validator/api/validationserverAPI.php')
    assert.deepEqual(Object.fromEntries(new URLSearchParams(query)), {
      val_id: 'V-1',
      v: '1',
      store_id: 'selvage',
      store_passwd: PASSWORD,
      format: 'json',
    })
    assert.deepEqual([session!.method, session!.url], ['POST', '/gwprocess/v4/api.php'])
    assert.equal(new URLSearchParams(session!.body).get('store_passwd'), PASSWORD)
  })

  test('is rejected for anything but a JSON object (PAY-42)', async () => {
    for (const body of [
      '',
      'null',
      '[]',
      '"VALID"',
      '1',
      '<html></html>',
      '{"status":"VALID"',
      '{}x',
      '['.repeat(100_000),
    ])
      for (const asking of [
        () => gateway.validate('V-1'),
        () => gateway.query('T-1'),
        () => gateway.refundStatus('R'),
      ]) {
        says(body)
        await troubled(asking(), 'nonsense', body.slice(0, 20))
      }
  })

  test('is rejected for any status but 200, and redirects are not followed (PAY-42)', async () => {
    for (const status of [201, 204, 301, 302, 307, 400, 401, 403, 404, 429, 500, 502, 503, 504]) {
      answer = (_request, response) =>
        response
          .writeHead(status, { location: `${served.url}/elsewhere` })
          .end(status === 204 ? undefined : JSON.stringify(valid))
      await troubled(gateway.validate('V-1'), 'nonsense', String(status))
    }
    assert.ok(asked.every(({ url }) => !url.includes('elsewhere')))
  })

  test('is read up to 256 kB only, also when compressed (PAY-42)', async () => {
    const long = JSON.stringify({ ...valid, value_a: 'x'.repeat(300_000) })
    says(long)
    await troubled(gateway.validate('V-1'), 'nonsense', 'long')
    const bomb = gzipSync(JSON.stringify({ ...valid, value_a: '0'.repeat(20_000_000) }))
    answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    await troubled(gateway.validate('V-1'), 'nonsense', 'packed')
    let sent = 0
    answer = (_request, response) => pour(response, (bytes) => (sent += bytes))
    await troubled(gateway.validate('V-1'), 'nonsense', 'without end')
    assert.ok(sent < 20_000_000)
    says({ ...valid, value_a: 'x'.repeat(200_000) })
    assert.equal((await gateway.validate('V-1')).outcome, 'paid')
  })

  test('times out if it stalls or trickles (PAY-42)', async () => {
    answer = () => {}
    await troubled(impatient.validate('V-1'), 'slow', 'silence')
    answer = (_request, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    }
    await troubled(impatient.validate('V-1'), 'slow', 'trickle')
    answer = (request) => request.socket.destroy()
    await troubled(gateway.validate('V-1'), 'unreachable', 'cut')
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"status":', () => response.destroy())
    }
    await troubled(gateway.validate('V-1'), 'unreachable', 'cut in the middle')
  })

  for (const [field, ...values] of [
    ['APIConnect', undefined, '', 'done', 1, true, ['DONE'], { DONE: 1 }, 'constructor'],
    ['status', undefined, null, '', 'valid', 'PAID', 1, ['VALID'], '__proto__'],
    ['tran_id', undefined, '', null, 'x'.repeat(31), 'a b', {}, []],
    ['val_id', undefined, '', 'V-2', null, {}],
    ['bank_tran_id', undefined, '', 'x'.repeat(81), null, 'a b'],
    ['amount', undefined, '', '1200.505', '-1', '1,200.50', 'NaN', null, {}, ['1200.50'], true, 1e21, 0.1 + 0.2],
    ['store_amount', undefined, '', '1.999', null],
    ['currency_type', 'bdt', 'TAKA', {}, ['BDT'], null],
  ] as [string, ...unknown[]][])
    test(`is rejected for a payment whose ${field} is invalid (PAY-42, PAY-45)`, async () => {
      for (const value of values) {
        says({ ...valid, [field]: value })
        await troubled(gateway.validate('V-1'), 'nonsense', JSON.stringify(value))
      }
    })

  test('has its numbers read as text and never as floats (PAY-45)', async () => {
    for (const [written, poisha] of [
      ['1200.50', 1_200_50],
      ['1200.5', 1_200_50],
      ['1200', 1_200_00],
      ['0.29', 29],
      ['99999999.99', 9_999_999_999],
    ] as const) {
      says(JSON.stringify(valid).replace('"1200.50"', written))
      assert.equal(((await gateway.validate('V-1')) as Paid).amountPoisha, poisha)
    }
    says(JSON.stringify(valid).replace('"1200.50"', '1200.500'))
    await troubled(gateway.validate('V-1'), 'nonsense')
  })

  test('makes a payment risky unless it is marked as safe (PAY-41)', async () => {
    for (const risk_level of ['1', '2', '', undefined, null, 1, '00', 'low']) {
      says({ ...valid, risk_level })
      assert.equal(((await gateway.validate('V-1')) as Paid).isRisky, true)
    }
    says({ ...valid, risk_level: 0 })
    assert.equal(((await gateway.validate('V-1')) as Paid).isRisky, false)
  })

  test('has its reasons for refusal told apart (PAY-42)', async () => {
    for (const [APIConnect, trouble] of [
      ['INACTIVE', 'closed'],
      ['FAILED', 'closed'],
      ['INVALID_REQUEST', 'refused'],
    ] as const) {
      says({ ...valid, APIConnect })
      await troubled(gateway.validate('V-1'), trouble, APIConnect)
      await troubled(gateway.query('T-1'), trouble, APIConnect)
      await troubled(gateway.refundStatus('R-1'), trouble, APIConnect)
    }
  })

  test('is rejected for replies about another transaction, payment or refund (PAY-43, PAY-44)', async () => {
    const { APIConnect, ...row } = valid
    says({ APIConnect, no_of_trans_found: 1, element: [{ ...row, tran_id: 'T-2' }] })
    await troubled(gateway.query('T-1'), 'nonsense')
    says({ APIConnect, status: 'success', bank_tran_id: 'B-2', refund_ref_id: 'F-1' })
    await troubled(gateway.refund(refund), 'nonsense')
    says({ APIConnect, status: 'refunded', refund_ref_id: 'F-2' })
    await troubled(gateway.refundStatus('F-1'), 'nonsense')
  })

  test('yields the first of several payments, whatever else is in the list (PAY-43)', async () => {
    const { APIConnect, ...row } = valid
    const tries = [
      { ...row, status: 'FAILED', val_id: '', tran_date: '2027-01-04 09:00:00' },
      { ...row, val_id: 'V-3', tran_date: '2027-01-04 09:02:00' },
      { ...row, val_id: 'V-2', tran_date: '2027-01-04 09:01:00', status: 'VALIDATED' },
      { status: 'OF TOMORROW' },
    ]
    for (const element of [tries, tries.toReversed()]) {
      says({ APIConnect, no_of_trans_found: '4', element })
      const verdict = (await gateway.query('T-1')) as Paid
      assert.deepEqual([verdict.valId, ...verdict.besides.map(({ valId }) => valId)], ['V-2', 'V-3'])
    }
    for (const element of [undefined, {}, [], ['VALID'], [null]]) {
      says({ APIConnect, no_of_trans_found: 1, element })
      await troubled(gateway.query('T-1'), 'nonsense')
    }
    says({ APIConnect, no_of_trans_found: 0, element: [{ tran_id: 'T-1', status: 'INVALID' }] })
    assert.deepEqual(await gateway.query('T-1'), { outcome: 'unknown' })
  })

  test('has its texts stripped of URLs, card numbers, secrets and excess length (PAY-42)', async () => {
    const reason = `Bad ${PASSWORD} ${encodeURIComponent(PASSWORD)} at ${served.url}/?store_passwd=x 4111 1111 1111 1111 \n`
    says({ ...valid, status: 'FAILED', error: reason + '৳'.repeat(1_000) })
    const verdict = await gateway.validate('V-1')
    assert.ok('reason' in verdict && verdict.reason.length <= 200)
    for (const secret of [PASSWORD, encodeURIComponent(PASSWORD), 'http', '4111', '\n'])
      assert.ok(!JSON.stringify(verdict).includes(secret), secret)
    says({ ...valid, card_issuer: '4111111111111111', card_type: `VISA ${PASSWORD}` })
    assert.doesNotMatch(JSON.stringify(await gateway.validate('V-1')), /4111|selvage@ssl/)
    says({ status: 'FAILED', failedreason: reason })
    await troubled(gateway.open(order), 'refused')
  })
})

const order = anOrder('https://selvage.example')
const refund = { refundTransId: 'R-1', bankTranId: 'B-1', amountPoisha: 100, remarks: 'x', reference: '' }

/** Streams data until the client closes the connection. */
function pour(response: ServerResponse, count: (bytes: number) => void): void {
  const part = Buffer.alloc(64 * 1024, ' ')
  response.writeHead(200)
  const more = () => {
    while (!response.destroyed) {
      count(part.length)
      if (!response.write(part)) return void response.once('drain', more)
    }
  }
  more()
}
