import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { axeFindings } from '#testing/axe.ts'
import { visit, type VisitOptions } from '#testing/browser.ts'
import { pairsOf } from '#testing/pairs.ts'
import { listening, openTestGateway, type TestGateway } from '#testing/simulator.ts'
import { gatewayWords } from '#money/gateway-simulator/words.ts'
import type { Language } from '#routes/public.ts'

describe('the demo gateway', () => {
  let at: TestGateway
  /** Another site, to which the browser returns. */
  let house: Awaited<ReturnType<typeof listening>>
  let came: { path: string; site: string | undefined; form: URLSearchParams }[] = []
  before(async () => {
    at = await openTestGateway()
    house = await listening((asked, answer) => {
      void asked.toArray().then((parts) => {
        const form = new URLSearchParams(Buffer.concat(parts).toString())
        if (asked.method === 'POST')
          came.push({ path: asked.url!, site: asked.headers['sec-fetch-site'] as string | undefined, form })
        answer.writeHead(200, { 'content-type': 'text/html' }).end('<title>Back</title><link rel="icon" href="data:,">')
      })
    })
  })
  after(async () => {
    await house.close()
    await at.close()
  })

  /** Opens an order. The browser returns to another host than the one it paid at. */
  const opened = async (language: Language) => {
    const back = house.url.replace('127.0.0.1', 'localhost')
    const order = at.order({
      language,
      ...(language === 'bn' && {
        what: 'ডিলাক্স রুম, ২ রাত',
        guest: { name: 'মোহাম্মদ রফিকুল হাসান চৌধুরী', email: 'rafiq@guest.example', phone: '+8801711000000' },
        house: { name: 'সেলভেজ', city: 'ঢাকা', email: 'hello@selvage.example', phone: '' },
      }),
      returnTo: {
        success: `${back}/paid`,
        failure: `${back}/failed`,
        cancelled: `${back}/cancelled`,
        notice: `${at.house}/notice`,
      },
    })
    const { redirectUrl } = await at.gateway.open(order)
    came = []
    return { order, redirectUrl }
  }
  const go = (story: (page: Page) => Promise<void>, options: VisitOptions = {}) =>
    visit({ url: at.url, clock: at.clock }, story, {
      troubles: [`stranger ${house.url.replace('127.0.0.1', 'localhost')}`],
      ...options,
    })

  for (const { language } of pairsOf(import.meta.url)) {
    const { t, money } = gatewayWords(language)
    const pay = t('pay', { amount: money(1_200.5) })

    test(`returns the browser to another site by a form that submits itself, ${language} (PAY-51)`, async () => {
      const { order, redirectUrl } = await opened(language)
      await go(async (page) => {
        await page.goto(redirectUrl)
        await page.getByRole('radio', { name: t('means.bkash') }).check()
        await page.getByRole('button', { name: pay }).click()
        await page.waitForURL('**/paid')
      })
      assert.deepEqual(
        came.map(({ path, site }) => [path, site]),
        [['/paid', 'cross-site']],
      )
      const notice = at.gateway.readNotice(came[0]!.form)
      assert.deepEqual([notice!.tranId, notice!.claims, notice!.isSigned], [order.tranId, 'paid', true])
      assert.match(came[0]!.form.get('card_type')!, /BKASH/)
    })

    test(`works with the keyboard alone, with the failure options open, ${language} (PAY-51)`, async () => {
      const { order, redirectUrl } = await opened(language)
      const before = at.notices.length
      await go(async (page) => {
        await page.goto(redirectUrl)
        const summary = page.getByText(t('wrong'), { exact: true })
        await summary.focus()
        await page.keyboard.press('Enter')
        await page.getByLabel(t('notice.label')).selectOption('twice')
        await page.getByRole('button', { name: t('pay-risky') }).focus()
        await page.keyboard.press('Enter')
        await page.waitForURL('**/paid')
      })
      assert.equal((await at.told(before + 2)).length, before + 2)
      const verdict = await at.gateway.query(order.tranId)
      assert.ok(verdict.outcome === 'paid' && verdict.isRisky)
    })

    test(`works without scripts, by a button, ${language} (PAY-51)`, async () => {
      const { redirectUrl } = await opened(language)
      await go(
        async (page) => {
          await page.goto(redirectUrl)
          await page.getByRole('button', { name: t('fail') }).click()
          await page.getByRole('heading', { name: t('end.failed') }).waitFor()
          assert.equal(came.length, 0)
          await page
            .getByRole('button', { name: t('back', { hotel: language === 'bn' ? 'সেলভেজ' : 'Selvage' }) })
            .click()
          await page.waitForURL('**/failed')
        },
        { javaScriptEnabled: false },
      )
      assert.equal(came[0]!.form.get('status'), 'FAILED')
    })

    test(`passes axe and fits a phone and a wide screen, ${language} (PAY-51)`, async () => {
      const { redirectUrl } = await opened(language)
      await go(
        async (page) => {
          const looks = async () => {
            for (const width of [1440, 320]) {
              await page.setViewportSize({ width, height: 900 })
              const wide = await page.evaluate(() => document.documentElement.scrollWidth)
              assert.ok(wide <= width, `${wide} at ${page.url()}`)
            }
            assert.deepEqual(await axeFindings(page), [])
          }
          await page.goto(redirectUrl)
          await looks()
          await page.getByText(t('wrong'), { exact: true }).click()
          await looks()
          await page.getByRole('button', { name: t('leave') }).click()
          await page.getByRole('heading', { name: t('end.left') }).waitFor()
          await looks()
          await page.goto(`${at.url}/pay/none?lang=${language}`)
          await looks()
          await page.goto(`${at.url}/?lang=${language}`)
          await looks()
        },
        { troubles: ['404 /pay/none'] },
      )
    })
  }
})
