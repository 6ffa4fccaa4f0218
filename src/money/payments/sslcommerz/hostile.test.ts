import assert from 'node:assert/strict'
import type { RequestListener, ServerResponse } from 'node:http'
import { after, before, beforeEach, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createOrder, startHttpServer } from '#testing/gateway-simulator.ts'
import { GatewayError, type PaidVerdict, type PaymentGateway } from '../gateway.ts'
import { createSslcommerz } from './sslcommerz.ts'

const PASSWORD = 'selvage@ssl/1'

/** A valid reply of the gateway. The tests alter parts of it. */
const validReply = {
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

describe('the SSLCommerz adapter with a hostile server', () => {
  let server: Awaited<ReturnType<typeof startHttpServer>>
  let handler: RequestListener
  let gateway: PaymentGateway
  let fastTimeoutGateway: PaymentGateway
  let requests: { method: string; url: string; body: string }[] = []
  before(async () => {
    server = await startHttpServer((request, response) => {
      void request.toArray().then((parts) => {
        requests.push({ method: request.method!, url: request.url!, body: Buffer.concat(parts).toString() })
        handler(request, response)
      })
    })
    const store = { url: `${server.url}/`, storeId: 'selvage', password: PASSWORD, fetch }
    gateway = createSslcommerz(store)
    fastTimeoutGateway = createSslcommerz({ ...store, timeoutMs: 300 })
  })
  beforeEach(() => void (requests = []))
  after(() => server.close())

  const respondWith = (body: string | object, status = 200) =>
    void (handler = (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  const assertGatewayError = async (operation: Promise<unknown>, expectedCause: string, label?: string) =>
    assert.rejects(
      operation,
      (error) => {
        assert.ok(error instanceof GatewayError, `${label}: ${String(error)}`)
        assert.equal(error.gatewayCause, expectedCause, `${label}: ${error.message}`)
        assert.ok(!`${error.message} ${JSON.stringify(error)} ${error.stack}`.includes(PASSWORD))
        return true
      },
      label,
    )

  test('requests JSON by GET, and a session by POST (PAY-42)', async () => {
    respondWith(validReply)
    await gateway.validate('V-1')
    respondWith({ status: 'FAILED', failedreason: 'No' })
    await assertGatewayError(gateway.open({ ...order, tranId: 'T-2' }), 'refused')
    const [validationRequest, sessionRequest] = requests
    assert.equal(validationRequest!.method, 'GET')
    const [path, query] = validationRequest!.url.split('?')
    assert.equal(path, '/validator/api/validationserverAPI.php')
    assert.deepEqual(Object.fromEntries(new URLSearchParams(query)), {
      val_id: 'V-1',
      v: '1',
      store_id: 'selvage',
      store_passwd: PASSWORD,
      format: 'json',
    })
    assert.deepEqual([sessionRequest!.method, sessionRequest!.url], ['POST', '/gwprocess/v4/api.php'])
    assert.equal(new URLSearchParams(sessionRequest!.body).get('store_passwd'), PASSWORD)
  })

  test('rejects anything but a JSON object (PAY-42)', async () => {
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
      for (const operation of [
        () => gateway.validate('V-1'),
        () => gateway.query('T-1'),
        () => gateway.refundStatus('R'),
      ]) {
        respondWith(body)
        await assertGatewayError(operation(), 'nonsense', body.slice(0, 20))
      }
  })

  test('rejects any status but 200, and does not follow redirects (PAY-42)', async () => {
    for (const status of [201, 204, 301, 302, 307, 400, 401, 403, 404, 429, 500, 502, 503, 504]) {
      handler = (_request, response) =>
        response
          .writeHead(status, { location: `${server.url}/elsewhere` })
          .end(status === 204 ? undefined : JSON.stringify(validReply))
      await assertGatewayError(gateway.validate('V-1'), 'nonsense', String(status))
    }
    assert.ok(requests.every(({ url }) => !url.includes('elsewhere')))
  })

  test('rejects a reply above 256 kB, also when compressed (PAY-42)', async () => {
    const longReply = JSON.stringify({ ...validReply, value_a: 'x'.repeat(300_000) })
    respondWith(longReply)
    await assertGatewayError(gateway.validate('V-1'), 'nonsense', 'long')
    const oversizedGzip = gzipSync(JSON.stringify({ ...validReply, value_a: '0'.repeat(20_000_000) }))
    handler = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(oversizedGzip)
    await assertGatewayError(gateway.validate('V-1'), 'nonsense', 'packed')
    let sentBytes = 0
    handler = (_request, response) => streamReply(response, (bytes) => (sentBytes += bytes))
    await assertGatewayError(gateway.validate('V-1'), 'nonsense', 'without end')
    assert.ok(sentBytes < 20_000_000)
    respondWith({ ...validReply, value_a: 'x'.repeat(200_000) })
    assert.equal((await gateway.validate('V-1')).outcome, 'paid')
  })

  test('times out if the reply stalls or arrives too slowly, and reports a cut connection (PAY-42)', async () => {
    handler = () => {}
    await assertGatewayError(fastTimeoutGateway.validate('V-1'), 'slow', 'silence')
    handler = (_request, response) => {
      response.writeHead(200)
      const interval = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(interval))
    }
    await assertGatewayError(fastTimeoutGateway.validate('V-1'), 'slow', 'trickle')
    handler = (request) => request.socket.destroy()
    await assertGatewayError(gateway.validate('V-1'), 'unreachable', 'cut')
    handler = (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"status":', () => response.destroy())
    }
    await assertGatewayError(gateway.validate('V-1'), 'unreachable', 'cut in the middle')
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
    test(`rejects a payment whose ${field} is invalid (PAY-42, PAY-45)`, async () => {
      for (const value of values) {
        respondWith({ ...validReply, [field]: value })
        await assertGatewayError(gateway.validate('V-1'), 'nonsense', JSON.stringify(value))
      }
    })

  test('reads numbers as text and never as floats (PAY-45)', async () => {
    for (const [literal, poisha] of [
      ['1200.50', 1_200_50],
      ['1200.5', 1_200_50],
      ['1200', 1_200_00],
      ['0.29', 29],
      ['99999999.99', 9_999_999_999],
    ] as const) {
      respondWith(JSON.stringify(validReply).replace('"1200.50"', literal))
      assert.equal(((await gateway.validate('V-1')) as PaidVerdict).amountPoisha, poisha)
    }
    respondWith(JSON.stringify(validReply).replace('"1200.50"', '1200.500'))
    await assertGatewayError(gateway.validate('V-1'), 'nonsense')
  })

  test('treats a payment as risky unless it is marked as safe (PAY-41)', async () => {
    for (const risk_level of ['1', '2', '', undefined, null, 1, '00', 'low']) {
      respondWith({ ...validReply, risk_level })
      assert.equal(((await gateway.validate('V-1')) as PaidVerdict).isRisky, true)
    }
    respondWith({ ...validReply, risk_level: 0 })
    assert.equal(((await gateway.validate('V-1')) as PaidVerdict).isRisky, false)
  })

  test('distinguishes the reasons for a refusal (PAY-42)', async () => {
    for (const [APIConnect, expectedCause] of [
      ['INACTIVE', 'closed'],
      ['FAILED', 'closed'],
      ['INVALID_REQUEST', 'refused'],
    ] as const) {
      respondWith({ ...validReply, APIConnect })
      await assertGatewayError(gateway.validate('V-1'), expectedCause, APIConnect)
      await assertGatewayError(gateway.query('T-1'), expectedCause, APIConnect)
      await assertGatewayError(gateway.refundStatus('R-1'), expectedCause, APIConnect)
    }
  })

  test('rejects replies about another transaction, payment or refund (PAY-43, PAY-44)', async () => {
    const { APIConnect, ...row } = validReply
    respondWith({ APIConnect, no_of_trans_found: 1, element: [{ ...row, tran_id: 'T-2' }] })
    await assertGatewayError(gateway.query('T-1'), 'nonsense')
    respondWith({ APIConnect, status: 'success', bank_tran_id: 'B-2', refund_ref_id: 'F-1' })
    await assertGatewayError(gateway.refund(refund), 'nonsense')
    respondWith({ APIConnect, status: 'refunded', refund_ref_id: 'F-2' })
    await assertGatewayError(gateway.refundStatus('F-1'), 'nonsense')
  })

  test('returns the first of several payments with the others as duplicates, and rejects an invalid list (PAY-43)', async () => {
    const { APIConnect, ...row } = validReply
    const attemptRows = [
      { ...row, status: 'FAILED', val_id: '', tran_date: '2027-01-04 09:00:00' },
      { ...row, val_id: 'V-3', tran_date: '2027-01-04 09:02:00' },
      { ...row, val_id: 'V-2', tran_date: '2027-01-04 09:01:00', status: 'VALIDATED' },
      { status: 'OF TOMORROW' },
    ]
    for (const element of [attemptRows, attemptRows.toReversed()]) {
      respondWith({ APIConnect, no_of_trans_found: '4', element })
      const verdict = (await gateway.query('T-1')) as PaidVerdict
      assert.deepEqual([verdict.valId, ...verdict.duplicates.map(({ valId }) => valId)], ['V-2', 'V-3'])
    }
    for (const element of [undefined, {}, [], ['VALID'], [null]]) {
      respondWith({ APIConnect, no_of_trans_found: 1, element })
      await assertGatewayError(gateway.query('T-1'), 'nonsense')
    }
    respondWith({ APIConnect, no_of_trans_found: 0, element: [{ tran_id: 'T-1', status: 'INVALID' }] })
    assert.deepEqual(await gateway.query('T-1'), { outcome: 'unknown' })
  })

  test('removes URLs, card numbers, secrets and excess length from texts (PAY-42)', async () => {
    const reason = `Bad ${PASSWORD} ${encodeURIComponent(PASSWORD)} at ${server.url}/?store_passwd=x 4111 1111 1111 1111 \n`
    respondWith({ ...validReply, status: 'FAILED', error: reason + '৳'.repeat(1_000) })
    const verdict = await gateway.validate('V-1')
    assert.ok('reason' in verdict && verdict.reason.length <= 200)
    for (const secret of [PASSWORD, encodeURIComponent(PASSWORD), 'http', '4111', '\n'])
      assert.ok(!JSON.stringify(verdict).includes(secret), secret)
    respondWith({ ...validReply, card_issuer: '4111111111111111', card_type: `VISA ${PASSWORD}` })
    assert.doesNotMatch(JSON.stringify(await gateway.validate('V-1')), /4111|selvage@ssl/)
    respondWith({ status: 'FAILED', failedreason: reason })
    await assertGatewayError(gateway.open(order), 'refused')
  })
})

const order = createOrder('https://selvage.example')
const refund = { refundTransId: 'R-1', bankTranId: 'B-1', amountPoisha: 100, remarks: 'x', reference: '' }

/** Streams data until the client closes the connection. */
function streamReply(response: ServerResponse, onBytes: (bytes: number) => void): void {
  const chunk = Buffer.alloc(64 * 1024, ' ')
  response.writeHead(200)
  const writeMore = () => {
    while (!response.destroyed) {
      onBytes(chunk.length)
      if (!response.write(chunk)) return void response.once('drain', writeMore)
    }
  }
  writeMore()
}
