import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createOrder } from '#testing/gateway-simulator.ts'
import { GatewayError } from '../gateway.ts'
import { createSslcommerz } from './sslcommerz.ts'

/** Opens a session at the URL. The reply contains the given payment page. */
const openSession = (page: unknown, url: string) =>
  createSslcommerz({
    url,
    storeId: 'selvage',
    password: 'selvage@ssl',
    fetch: async () => Response.json({ status: 'SUCCESS', sessionkey: 'K', GatewayPageURL: page }),
  }).open(createOrder('https://selvage.example'))

const assertPageRejected = (page: unknown, url: string) =>
  assert.rejects(
    openSession(page, url),
    (error) => error instanceof GatewayError && error.gatewayCause === 'nonsense' && !error.message.includes('evil'),
    String(page),
  )

describe('the payment page of a session', () => {
  for (const url of ['https://securepay.sslcommerz.com', 'https://sandbox.sslcommerz.com/']) {
    test(`is accepted on any host of sslcommerz.com if the API is at ${url} (PAY-49)`, async () => {
      for (const page of ['https://sandbox.sslcommerz.com/gw', 'https://epay-gw.sslcommerz.com/?Q=pay&SESSIONKEY=K'])
        assert.equal((await openSession(page, url)).redirectUrl, page)
      assert.equal((await openSession(' https://SSLCommerz.com/a\n', url)).redirectUrl, 'https://sslcommerz.com/a')
    })

    test(`is rejected on any other host if the API is at ${url} (PAY-49)`, async () => {
      for (const page of [
        'http://securepay.sslcommerz.com/',
        'https://sslcommerz.com.evil.example/',
        'https://evilsslcommerz.com/',
        'https://sslcommerz.com@evil.example/',
        'https://evil:evil@sslcommerz.com/',
        'https://sslcommerz.com:8443/',
        'https://evil.example/sslcommerz.com',
        'https://evil.example\\.sslcommerz.com/',
        'https://evil.example#.sslcommerz.com/',
        '//sslcommerz.com/',
        'javascript:alert(1)',
        'data:text/html,evil',
        '/pay',
        '',
        1,
        null,
        ['https://sslcommerz.com/'],
        `https://sslcommerz.com/${'x'.repeat(2_001)}`,
      ])
        await assertPageRejected(page, url)
    })
  }

  test('is accepted from the simulator, but only below its own path (PAY-49)', async () => {
    const url = 'http://localhost:3000/demo-gateway'
    assert.equal((await openSession(`${url}/pay/K`, url)).redirectUrl, `${url}/pay/K`)
    for (const page of [
      'https://securepay.sslcommerz.com/',
      'http://localhost:3001/demo-gateway/pay/K',
      'http://127.0.0.1:3000/demo-gateway/pay/K',
      'http://localhost:3000/office',
      'https://localhost:3000/demo-gateway/pay/K',
    ])
      await assertPageRejected(page, url)
  })
})
