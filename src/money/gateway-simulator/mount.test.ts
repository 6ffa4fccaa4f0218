import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { openTestGateway, type TestGateway } from '#testing/gateway-simulator.ts'
import { systemClock } from '#platform/clock.ts'
import type { PaymentGateway } from '../payments/gateway.ts'
import { createSslcommerz } from '../payments/sslcommerz/sslcommerz.ts'
import { mountSimulator } from './mount.ts'

describe('the simulator inside the app', () => {
  let app: FastifyInstance
  let url: string
  let gateway: PaymentGateway
  let password: string
  let testGateway: TestGateway
  const receivedForms: string[] = []
  before(async () => {
    testGateway = await openTestGateway()
    app = Fastify()
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_r: unknown, b: string) => b,
    )
    app.post('/notice', (request, reply) => {
      receivedForms.push(request.body as string)
      void reply.send('')
    })
    app.get('/*', async (_request, reply) => reply.code(404).send('from the app'))
    const publicUrl = 'https://selvage.example'
    const simulator = await mountSimulator(app, { file: null, publicUrl, clock: systemClock })
    gateway = createSslcommerz(simulator.store)
    password = simulator.store.password
    url = await app.listen({ host: '127.0.0.1', port: 0 })
  })
  after(async () => {
    await testGateway.close()
    await app.close()
  })

  const createOrder = () => {
    const toSiteUrl = (path: string) => `https://selvage.example${path}`
    return testGateway.order({
      returnTo: {
        success: toSiteUrl('/paid'),
        failure: toSiteUrl('/failed'),
        cancelled: toSiteUrl('/cancelled'),
        notice: toSiteUrl('/notice'),
      },
    })
  }
  const toLocalUrl = (address: string) => url + new URL(address).pathname

  test('takes the payment on a page of the site, and exchanges notifications and queries with the app within the process (PAY-53)', async () => {
    const newOrder = createOrder()
    const { redirectUrl } = await gateway.open(newOrder)
    assert.match(redirectUrl, /^https:\/\/selvage\.example\/demo-gateway\/pay\/[0-9A-F]{32}$/)
    const pageResponse = await fetch(toLocalUrl(redirectUrl), { headers: { 'accept-language': 'bn' } })
    assert.equal(pageResponse.status, 200)
    assert.match(pageResponse.headers.get('content-security-policy')!, /form-action 'self'/)
    const markup = await pageResponse.text()
    assert.match(markup, /href="\/demo-gateway\/page\.css"/)
    assert.equal((await fetch(`${url}/demo-gateway/page.css`)).status, 200)

    const { returnForm, status } = await testGateway.press(toLocalUrl(redirectUrl), 'pay', { notice: 'first' })
    assert.equal(status, 200)
    assert.equal(returnForm!.url, 'https://selvage.example/paid')
    assert.equal(receivedForms.length, 1)
    const notice = gateway.readNotice(new URLSearchParams(receivedForms[0]))
    assert.deepEqual([notice!.tranId, notice!.isSigned], [newOrder.tranId, true])
    assert.equal((await gateway.validate(notice!.valId!)).outcome, 'paid')
  })

  test('hides the store API from outside callers, even with the password (PAY-53)', async () => {
    const { tranId } = createOrder()
    const credentials = { store_id: 'demo', store_passwd: password, tran_id: tranId }
    for (const path of ['validationserverAPI.php', 'merchantTransIDvalidationAPI.php']) {
      const response = await fetch(`${url}/demo-gateway/validator/api/${path}?${new URLSearchParams(credentials)}`)
      assert.equal(response.status, 404)
    }
    for (const path of ['/gwprocess/v4/api.php', '/control']) {
      const body = new URLSearchParams({ ...credentials, questions: 'open', fault: 'broken' })
      const response = await fetch(`${url}/demo-gateway${path}`, { method: 'POST', body })
      assert.equal(response.status, 404)
    }
    await gateway.open(createOrder())
  })

  test('passes all other paths to the app (PAY-53)', async () => {
    for (const path of ['/demo-gateway-of-others', '/pay/x', '/'])
      assert.equal(await (await fetch(url + path)).text(), 'from the app')
  })

  test('rejects a form that is too long (PAY-53)', async () => {
    const { redirectUrl } = await gateway.open(createOrder())
    const body = new URLSearchParams({ act: 'pay', more: 'x'.repeat(2_000_000) })
    assert.equal((await fetch(toLocalUrl(redirectUrl), { method: 'POST', body })).status, 413)
  })
})
