import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { axeFindings } from '#testing/axe.ts'
import { awake, open, visit } from '#testing/browser.ts'
import { freePort } from '#testing/browsers/kept.ts'
import { payInDemo } from '#testing/demo-payments.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { emailsTo } from '#testing/emails.ts'
import { pairsOf } from '#testing/pairs.ts'
import { writeCompany } from '#content/company.ts'
import { gatewayWords } from '#money/gateway-simulator/words.ts'
import { inLanguage } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { asGuest, bookNow, fillIn, rafiq } from './booking-form.ts'
import { comeIn } from './come-in.ts'

for (const { engine, language, width } of pairsOf(import.meta.url)) {
  const words = translatorFor(language)
  const { t, money } = words
  const theirs = gatewayWords(language).t
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`paying online, on ${engine.name}, in ${language}`, () => {
    let app: TestApp
    before(async () => {
      // The demo gateway runs at the public address of the site.
      const port = await freePort()
      app = await startTestApp(engine, { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` })
      await writeCompany(app.db, { takesOnlinePayments: true })
    })
    after(() => app.close())

    /** Books a room as a guest and stops at the page of the gateway. */
    async function bookToPay(page: Page, from: number) {
      await open(page, inLanguage('/booking-details/family', language))
      await asGuest(page, words)
      await fillIn(page, words, {
        ...rafiq,
        checkin: app.day(from),
        checkout: app.day(from + 2),
        paymenttype: 1,
      })
      await bookNow(page, words)
      await page.waitForURL(/\/demo-gateway\/pay\//)
    }
    const newest = () =>
      app.db.selectFrom('booking').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    const statusOf = async (code: string) =>
      (await app.db.selectFrom('booking').select('status').where('code', '=', code).executeTakeFirstOrThrow()).status
    const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
    const back = async (page: Page) => {
      await page.waitForURL(/\/payment\?payment=/)
      await awake(page)
    }
    const settle = () => app.worker.runDue()
    const hotel = () => ({ en: 'Selvage House', bn: 'সেলভেজ হাউস' })[language]
    const says = (page: Page, said: string) => page.getByText(said, { exact: true }).waitFor()

    test('confirms a stay that was paid by bKash and emails the guest and the company (PAY-10)', () =>
      visit(app, async (page) => {
        await bookToPay(page, 20)
        const booked = await newest()
        const amount = money(booked.total_poisha / 100)
        await page.getByRole('radio', { name: theirs('means.bkash') }).check()
        await press(page, theirs('pay', { amount: gatewayWords(language).money(booked.total_poisha / 100) }))
        await back(page)
        await settle()
        await says(page, t('payment.paid', { amount }))
        assert.deepEqual(await axeFindings(page), [])
        assert.equal((await newest()).status, 'confirmed')
        await page.getByRole('link', { name: t('payment.see_stay') }).click()
        await page
          .getByText(`${t('summary.payment_paid')}: ${amount}`, { exact: true })
          .first()
          .waitFor()
        const emails = await emailsTo(app, rafiq.email)
        assert.ok(emails.some(({ header }) => header('subject') === t('mail.paid_subject', { code: booked.code })))
      }))

    test('accepts a new payment after the bank has declined one, and refunds a cancelled stay after showing the fee (PAY-10, PAY-16)', () =>
      visit(app, async (page) => {
        await bookToPay(page, 30)
        const { code, total_poisha } = await newest()
        const amount = money(total_poisha / 100)
        await press(page, theirs('fail'))
        await back(page)
        await settle()
        await says(page, t('payment.failed'))
        assert.deepEqual(await axeFindings(page), [])
        await press(page, t('payment.again', { amount }))
        await page.waitForURL(/\/demo-gateway\/pay\//)
        await press(page, theirs('cancel'))
        await back(page)
        await settle()
        await says(page, t('payment.cancelled'))
        await press(page, t('payment.again', { amount }))
        await page.waitForURL(/\/demo-gateway\/pay\//)
        await press(page, theirs('pay', { amount: gatewayWords(language).money(total_poisha / 100) }))
        await back(page)
        await settle()
        await says(page, t('payment.paid', { amount }))

        await page.getByRole('link', { name: t('payment.see_stay') }).click()
        await says(page, `${t('summary.payment_paid')}: ${amount}`)
        await press(page, t('summary.cancel'))
        await page.getByRole('dialog').getByText(t('summary.dates_back', { amount })).waitFor()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('summary.cancel_yes') })
          .click()
        await page.getByText(t('stay.next_cancelled')).waitFor()
        await says(page, `${t('summary.payment_refund_pending')}: ${amount}`)
        await settle()
        const refund = await app.db
          .selectFrom('refund')
          .selectAll()
          .where('stay_code', '=', code)
          .executeTakeFirstOrThrow()
        assert.deepEqual([refund.state, refund.amount_poisha], ['processing', total_poisha])
      }))

    test('confirms a stay that was paid after the hold has ended, if the room is free (PAY-10, PAY-15)', () =>
      visit(
        app,
        async (page) => {
          await bookToPay(page, 40)
          const { code, total_poisha } = await newest()
          const paid = page.url()
          await page.getByText(theirs('wrong')).click()
          await page.getByLabel(theirs('notice.label')).selectOption(theirs('notice.never'))
          await page.getByLabel(theirs('gone')).check()
          await press(page, theirs('pay', { amount: gatewayWords(language).money(total_poisha / 100) }))
          await page.getByText(theirs('end.gone')).waitFor()
          // No notice arrives and no sweep asks the gateway, as if the sweep were late.
          await app.db.updateTable('job').set({ done_at: 1 }).where('kind', '=', 'sweep-payment').execute()
          app.clock.advance(40 * 60_000)
          await settle()
          assert.deepEqual([(await newest()).code, (await newest()).status], [code, 'expired'])
          await page.goto(paid)
          // As if from a tab in which the form is still open.
          await page.evaluate(() => {
            const form = document.createElement('form')
            form.method = 'post'
            form.innerHTML = '<input name="act" value="pay">'
            document.body.append(form)
            form.submit()
          })
          await press(page, theirs('back', { hotel: hotel() }))
          await back(page)
          await settle()
          await says(page, t('payment.paid', { amount: money(total_poisha / 100) }))
          assert.equal((await newest()).status, 'confirmed')
        },
        { troubles: ['409 /demo-gateway/pay/'] },
      ))

    test('takes a payment by the link that the desk sends, without scripts (PAY-10)', async () => {
      const { code, path } = await linkOfDesk()
      await visit(
        app,
        async (page) => {
          await page.goto(path)
          await press(page, t('summary.pay'))
          await page.waitForURL(/\/demo-gateway\/pay\//)
          const { total_poisha } = await newest()
          await press(page, theirs('pay', { amount: gatewayWords(language).money(total_poisha / 100) }))
          await press(page, theirs('back', { hotel: hotel() }))
          await page.waitForURL(/\/payment\?payment=/)
          await settle()
          await page.reload()
          await page.getByText(t('payment.paid', { amount: money(total_poisha / 100) })).waitFor()
        },
        { javaScriptEnabled: false },
      )
      const paid = await app.db.selectFrom('booking').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
      assert.equal(paid.payment_status, 'paid')
    })

    /** Books a stay at the desk, emails its payment link from the bill, and returns the path of the link. */
    async function linkOfDesk() {
      const token = await app.signIn('owner')
      const free = await app.call('getFreeUnits', { from: app.day(60), to: app.day(61) }, { token })
      const booked = await app.call(
        'bookAtDesk',
        {
          from: app.day(60),
          to: app.day(61),
          rooms: [{ room: free.body.data[0].room, adults: 1, price: 4500 }],
          source: 'phone',
          name: 'Mina Akter',
          email: 'mina@guest.example',
          phone: '+8801700000009',
          language,
        },
        { token },
      )
      const code = booked.body.code as string
      await visit(
        app,
        async (page) => {
          await comeIn(page, app, language, officeHref('bill', code))
          await press(page, t('bill.link'))
          await page.getByLabel(t('bill.link_sentence')).fill('বিকাশেও দেওয়া যায়।')
          assert.deepEqual(await axeFindings(page), [])
          await press(page, t('bill.link_send'))
          await page.getByText(t('bill.link_sent')).waitFor()
        },
        { locale },
      )
      const [email] = await emailsTo(app, 'mina@guest.example')
      assert.ok(email!.text.includes('বিকাশেও দেওয়া যায়।'))
      return { code, path: /\/(?:bn\/)?booking-success\?stay=\S+/.exec(email!.text)![0] }
    }

    test('lets the office accept a risky payment, refuse another, and see the takings of the day (PAY-13, PAY-16, PAY-20)', () =>
      visit(
        app,
        async (page) => {
          const days = (from: number) => ({ checkin: app.day(from), checkout: app.day(from + 2) })
          const at = 70
          const risky = await payInDemo(app, 'pay-risky', { slug: 'family', ...days(at) })
          const late = await payInDemo(app, 'pay-less', { slug: 'family', ...days(at + 3) })
          await comeIn(page, app, language, officePages.payments)
          await page.getByRole('heading', { name: t('payments.to_look_at') }).waitFor()
          assert.deepEqual(await axeFindings(page), [])
          const card = (code: string) =>
            page
              .getByRole('listitem')
              .filter({ has: page.locator(`a[href$="/${code}/bill"]`) })
              .first()
          await card(risky)
            .getByRole('button', { name: t('payments.accept'), exact: true })
            .click()
          await page
            .getByText(t('payments.why_risk', { asked: '', risk: 'Risky' }).split(':')[0]!)
            .waitFor({ state: 'detached' })
          assert.equal(await statusOf(risky), 'confirmed')
          await card(late)
            .getByRole('button', { name: t('payments.refuse'), exact: true })
            .click()
          await card(late).getByLabel(t('bill.reason')).fill('Not the whole sum')
          await card(late)
            .getByRole('button', { name: t('payments.refuse_yes'), exact: true })
            .click()
          await page.getByText(t('refund.why_not_taken')).first().waitFor()
          await page.getByRole('link', { name: t('takings.title') }).click()
          await page.getByRole('heading', { level: 1, name: t('takings.title') }).waitFor()
          await page.getByRole('row', { name: new RegExp(t('takings.gateway')) }).waitFor()
          assert.deepEqual(await axeFindings(page), [])
        },
        { width, locale },
      ))
  })
}
