import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { visit, type VisitOptions } from '#testing/browser.ts'
import { selectPairs } from '#testing/pairs.ts'
import { startHttpServer, openTestGateway, type TestGateway } from '#testing/gateway-simulator.ts'
import { createGatewayTranslator } from '#money/gateway-simulator/messages.ts'
import type { Language } from '#routes/public.ts'

describe('the demo gateway', () => {
  let demoGateway: TestGateway
  /** Another site, to which the browser returns. */
  let shop: Awaited<ReturnType<typeof startHttpServer>>
  let receivedRequests: { path: string; site: string | undefined; form: URLSearchParams }[] = []
  before(async () => {
    demoGateway = await openTestGateway()
    shop = await startHttpServer((request, response) => {
      void request.toArray().then((parts) => {
        const form = new URLSearchParams(Buffer.concat(parts).toString())
        if (request.method === 'POST')
          receivedRequests.push({
            path: request.url!,
            site: request.headers['sec-fetch-site'] as string | undefined,
            form,
          })
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<title>Back</title><link rel="icon" href="data:,">')
      })
    })
  })
  after(async () => {
    await shop.close()
    await demoGateway.close()
  })

  /** Opens an order. After the payment, the browser returns to a different host. */
  const openOrder = async (language: Language) => {
    const returnOrigin = shop.url.replace('127.0.0.1', 'localhost')
    const order = demoGateway.order({
      language,
      ...(language === 'bn' && {
        description: 'ডিলাক্স রুম, ২ রাত',
        guest: { name: 'মোহাম্মদ রফিকুল হাসান চৌধুরী', email: 'rafiq@guest.example', phone: '+8801711000000' },
        property: { name: 'সেলভেজ', city: 'ঢাকা', email: 'hello@selvage.example', phone: '' },
      }),
      returnTo: {
        success: `${returnOrigin}/paid`,
        failure: `${returnOrigin}/failed`,
        cancelled: `${returnOrigin}/cancelled`,
        notice: `${demoGateway.siteUrl}/notice`,
      },
    })
    const { redirectUrl } = await demoGateway.gateway.open(order)
    receivedRequests = []
    return { order, redirectUrl }
  }
  const visitGateway = (steps: (page: Page) => Promise<void>, options: VisitOptions = {}) =>
    visit({ url: demoGateway.url, clock: demoGateway.clock }, steps, {
      expectedErrors: [`stranger ${shop.url.replace('127.0.0.1', 'localhost')}`],
      ...options,
    })

  for (const { language } of selectPairs(import.meta.url)) {
    const { t, money } = createGatewayTranslator(language)
    const payLabel = t('pay', { amount: money(1_200.5) })

    test(`returns the browser to another site by a form that submits itself, ${language} (PAY-51)`, async () => {
      const { order, redirectUrl } = await openOrder(language)
      await visitGateway(async (page) => {
        await page.goto(redirectUrl)
        await page.getByRole('radio', { name: t('means.bkash') }).check()
        await page.getByRole('button', { name: payLabel }).click()
        await page.waitForURL('**/paid')
      })
      assert.deepEqual(
        receivedRequests.map(({ path, site }) => [path, site]),
        [['/paid', 'cross-site']],
      )
      const notice = demoGateway.gateway.readNotice(receivedRequests[0]!.form)
      assert.deepEqual([notice!.tranId, notice!.claims, notice!.isSigned], [order.tranId, 'paid', true])
      assert.match(receivedRequests[0]!.form.get('card_type')!, /BKASH/)
    })

    test(`works with the keyboard alone, with the failure options open, ${language} (PAY-51)`, async () => {
      const { order, redirectUrl } = await openOrder(language)
      const countBefore = demoGateway.notices.length
      await visitGateway(async (page) => {
        await page.goto(redirectUrl)
        const summary = page.getByText(t('wrong'), { exact: true })
        await summary.focus()
        await page.keyboard.press('Enter')
        await page.getByLabel(t('notice.label')).selectOption('twice')
        await page.getByRole('button', { name: t('pay-risky') }).focus()
        await page.keyboard.press('Enter')
        await page.waitForURL('**/paid')
      })
      assert.equal((await demoGateway.waitForNotices(countBefore + 2)).length, countBefore + 2)
      const status = await demoGateway.gateway.query(order.tranId)
      assert.ok(status.outcome === 'paid' && status.isRisky)
    })

    test(`works without scripts through a button, in ${language} (PAY-51)`, async () => {
      const { redirectUrl } = await openOrder(language)
      await visitGateway(
        async (page) => {
          await page.goto(redirectUrl)
          await page.getByRole('button', { name: t('fail') }).click()
          await page.getByRole('heading', { name: t('end.failed') }).waitFor()
          assert.equal(receivedRequests.length, 0)
          await page
            .getByRole('button', { name: t('back', { hotel: language === 'bn' ? 'সেলভেজ' : 'Selvage' }) })
            .click()
          await page.waitForURL('**/failed')
        },
        { javaScriptEnabled: false },
      )
      assert.equal(receivedRequests[0]!.form.get('status'), 'FAILED')
    })

    test(`passes axe and fits a phone and a wide screen, ${language} (PAY-51)`, async () => {
      const { redirectUrl } = await openOrder(language)
      await visitGateway(
        async (page) => {
          const checkLayout = async () => {
            for (const width of [1440, 320]) {
              await page.setViewportSize({ width, height: 900 })
              const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth)
              assert.ok(pageWidth <= width, `${pageWidth} at ${page.url()}`)
            }
            assert.deepEqual(await findAccessibilityViolations(page), [])
          }
          await page.goto(redirectUrl)
          await checkLayout()
          await page.getByText(t('wrong'), { exact: true }).click()
          await checkLayout()
          await page.getByRole('button', { name: t('leave') }).click()
          await page.getByRole('heading', { name: t('end.left') }).waitFor()
          await checkLayout()
          await page.goto(`${demoGateway.url}/pay/none?lang=${language}`)
          await checkLayout()
          await page.goto(`${demoGateway.url}/?lang=${language}`)
          await checkLayout()
        },
        { expectedErrors: ['404 /pay/none'] },
      )
    })
  }
})
