import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { waitUntilHydrated, openPage, visit, waitUntilAbsent } from '#testing/browser.ts'
import { findFreePort } from '#testing/browsers/child-program.ts'
import { payInDemo } from '#testing/demo-payments.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { selectPairs } from '#testing/pairs.ts'
import { holdToasts } from '#testing/toasts.ts'
import { writeCompany } from '#content/company.ts'
import { createGatewayTranslator } from '#money/gateway-simulator/messages.ts'
import { inLanguage } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { chooseGuestTab, pressBookNow, fillBookingForm, rafiq } from './booking-form.ts'
import { openOfficePage } from './open-office-page.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const translator = translatorFor(language)
  const { t, money, number } = translator
  const translateGateway = createGatewayTranslator(language).t
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`paying online, on ${engine.name}, in ${language}`, () => {
    let app: TestApp
    before(async () => {
      // The demo gateway runs at the public address of the site.
      const port = await findFreePort()
      app = await startTestApp(engine, { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` })
      await writeCompany(app.db, { takesOnlinePayments: true })
    })
    after(() => app.close())

    /** Books a room as a guest and stops at the page of the gateway. */
    async function bookUntilGateway(page: Page, from: number) {
      await openPage(page, inLanguage('/booking-details/family', language))
      await chooseGuestTab(page, translator)
      await fillBookingForm(page, translator, {
        ...rafiq,
        checkin: app.day(from),
        checkout: app.day(from + 2),
        paymenttype: 1,
      })
      await pressBookNow(page, translator)
      await page.waitForURL(/\/demo-gateway\/pay\//)
    }
    const readNewestBooking = () =>
      app.db.selectFrom('booking').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    const readStatus = async (code: string) =>
      (await app.db.selectFrom('booking').select('status').where('code', '=', code).executeTakeFirstOrThrow()).status
    const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
    const waitForReturn = async (page: Page) => {
      await page.waitForURL(/\/payment\?payment=/)
      await waitUntilHydrated(page)
    }
    const runDueJobs = () => app.worker.runDue()
    const getCompanyName = () => ({ en: 'Selvage House', bn: 'সেলভেজ হাউস' })[language]
    const waitForText = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()

    test('confirms a stay that was paid with bKash and emails the guest and the company (PAY-10, INV-11)', () =>
      visit(app, async (page) => {
        await bookUntilGateway(page, 20)
        const createdBooking = await readNewestBooking()
        const amountText = money(createdBooking.total_poisha / 100)
        await page.getByRole('radio', { name: translateGateway('means.bkash') }).check()
        await press(
          page,
          translateGateway('pay', {
            amount: createGatewayTranslator(language).money(createdBooking.total_poisha / 100),
          }),
        )
        await waitForReturn(page)
        await runDueJobs()
        await waitForText(page, t('payment.paid', { amount: amountText }))
        assert.deepEqual(await findAccessibilityViolations(page), [])
        assert.equal((await readNewestBooking()).status, 'confirmed')
        const downloadPromise = page.waitForEvent('download')
        await press(page, t('payment.receipt'))
        assert.equal((await downloadPromise).suggestedFilename(), 'receipt.pdf')
        await page.getByRole('link', { name: t('payment.see_stay') }).click()
        await page
          .getByText(`${t('summary.payment_paid')}: ${amountText}`, { exact: true })
          .first()
          .waitFor()
        const emails = await readEmailsTo(app, rafiq.email)
        assert.ok(
          emails.some(({ header }) => header('subject') === t('mail.paid_subject', { code: createdBooking.code })),
        )
      }))

    test('accepts a new payment after a declined and a cancelled one, and shows the refund before it cancels a paid stay (PAY-10, PAY-16)', () =>
      visit(app, async (page) => {
        await bookUntilGateway(page, 30)
        const { code, total_poisha } = await readNewestBooking()
        const amountText = money(total_poisha / 100)
        await press(page, translateGateway('fail'))
        await waitForReturn(page)
        await runDueJobs()
        await waitForText(page, t('payment.failed'))
        assert.deepEqual(await findAccessibilityViolations(page), [])
        await press(page, t('payment.again', { amount: amountText }))
        await page.waitForURL(/\/demo-gateway\/pay\//)
        await press(page, translateGateway('cancel'))
        await waitForReturn(page)
        await runDueJobs()
        await waitForText(page, t('payment.cancelled'))
        await press(page, t('payment.again', { amount: amountText }))
        await page.waitForURL(/\/demo-gateway\/pay\//)
        await press(
          page,
          translateGateway('pay', { amount: createGatewayTranslator(language).money(total_poisha / 100) }),
        )
        await waitForReturn(page)
        await runDueJobs()
        await waitForText(page, t('payment.paid', { amount: amountText }))

        await page.getByRole('link', { name: t('payment.see_stay') }).click()
        await waitForText(page, `${t('summary.payment_paid')}: ${amountText}`)
        await press(page, t('summary.cancel'))
        await page
          .getByRole('dialog')
          .getByText(t('summary.refund_text', { amount: amountText }))
          .waitFor()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('summary.cancel_submit') })
          .click()
        await page.getByText(t('stay.next_cancelled')).waitFor()
        await waitForText(page, `${t('summary.payment_refund_pending')}: ${amountText}`)
        await runDueJobs()
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
          await bookUntilGateway(page, 40)
          const { code, total_poisha } = await readNewestBooking()
          const paidUrl = page.url()
          await page.getByText(translateGateway('wrong')).click()
          await page.getByLabel(translateGateway('notice.label')).selectOption(translateGateway('notice.never'))
          await page.getByLabel(translateGateway('gone')).check()
          await press(
            page,
            translateGateway('pay', { amount: createGatewayTranslator(language).money(total_poisha / 100) }),
          )
          await page.getByText(translateGateway('end.gone')).waitFor()
          // No notice arrives and no sweep queries the gateway, as if the sweep were late.
          await app.db.updateTable('job').set({ done_at: 1 }).where('kind', '=', 'sweep-payment').execute()
          app.clock.advance(40 * 60_000)
          await runDueJobs()
          assert.deepEqual([(await readNewestBooking()).code, (await readNewestBooking()).status], [code, 'expired'])
          await page.goto(paidUrl)
          // Submits the payment again, like an old tab in which the form is still open.
          await page.evaluate(() => {
            const form = document.createElement('form')
            form.method = 'post'
            form.innerHTML = '<input name="act" value="pay">'
            document.body.append(form)
            form.submit()
          })
          await press(page, translateGateway('back', { hotel: getCompanyName() }))
          await waitForReturn(page)
          await runDueJobs()
          await waitForText(page, t('payment.paid', { amount: money(total_poisha / 100) }))
          assert.equal((await readNewestBooking()).status, 'confirmed')
        },
        { expectedErrors: ['409 /demo-gateway/pay/'] },
      ))

    test('leads from the payment link in an email directly to the gateway, and from there to the stay (PAY-10, LET-56)', () =>
      visit(
        app,
        async (page) => {
          const form = { slug: 'family', paymenttype: 1, checkin: app.day(50), checkout: app.day(52) }
          const token = await app.newGuest()
          const { body } = await app.call('requestGuestBooking', createStayForm(app, form), { token, language })
          const email = (await readEmailsTo(app, rafiq.email)).find(
            ({ header }) => header('subject') === t('mail.hold_subject', { code: body.booking_id }),
          )
          await page.goto(findPaymentPath(email!.text))
          await page.waitForURL(/\/demo-gateway\/pay\//)
          await press(page, translateGateway('cancel'))
          await waitForReturn(page)
          await runDueJobs()
          await page.getByRole('link', { name: t('payment.see_stay') }).click()
          await page.waitForURL(/\/booking-success\?stay=/)
          const deadlineText = translator.moment(new Date((await readNewestBooking()).expires_at!))
          await page
            .getByText(t('stay.due_hold', { until: deadlineText }), { exact: true })
            .first()
            .waitFor()
          await waitUntilAbsent(page.getByRole('button', { name: t('summary.calendar') }))
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await openPage(page, inLanguage('/payment?pay=nonsense', language))
          await page.getByRole('alert').getByText(t('payment.none')).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
        },
        { width, expectedErrors: ['404 /api/public/startPayment'] },
      ))

    test('accepts a payment through the link that the desk sends, without scripts (PAY-10)', async () => {
      const { code, path } = await sendPaymentLink()
      await visit(
        app,
        async (page) => {
          await page.goto(path)
          await press(page, t('summary.pay'))
          await page.waitForURL(/\/demo-gateway\/pay\//)
          const { total_poisha } = await readNewestBooking()
          await press(
            page,
            translateGateway('pay', { amount: createGatewayTranslator(language).money(total_poisha / 100) }),
          )
          await press(page, translateGateway('back', { hotel: getCompanyName() }))
          await page.waitForURL(/\/payment\?payment=/)
          await runDueJobs()
          await page.reload()
          await page.getByText(t('payment.paid', { amount: money(total_poisha / 100) })).waitFor()
        },
        { javaScriptEnabled: false },
      )
      const paidBooking = await app.db
        .selectFrom('booking')
        .selectAll()
        .where('code', '=', code)
        .executeTakeFirstOrThrow()
      assert.equal(paidBooking.payment_status, 'paid')
    })

    /** Books a stay at the desk, emails its payment link from the bill, and returns the path of the link. */
    async function sendPaymentLink() {
      const token = await app.signIn('owner')
      const freeUnitsResponse = await app.call('getFreeUnits', { from: app.day(60), to: app.day(61) }, { token })
      const bookingResponse = await app.call(
        'bookAtDesk',
        {
          from: app.day(60),
          to: app.day(61),
          rooms: [{ room: freeUnitsResponse.body.data[0].room, adults: 1, price: 4500 }],
          source: 'phone',
          name: 'Mina Akter',
          email: 'mina@guest.example',
          phone: '+8801700000009',
          language,
        },
        { token },
      )
      const code = bookingResponse.body.code as string
      await visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officeHref('bill', code))
          await press(page, t('bill.payment_link'))
          await page.getByLabel(t('bill.payment_link_message')).fill('বিকাশেও দেওয়া যায়।')
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await press(page, t('bill.payment_link_send'))
          await page.getByText(t('bill.payment_link_sent')).waitFor()
        },
        { locale },
      )
      const [email] = await readEmailsTo(app, 'mina@guest.example')
      assert.ok(email!.text.includes('বিকাশেও দেওয়া যায়।'))
      return { code, path: findPaymentPath(email!.text) }
    }
    const findPaymentPath = (text: string) => /\/(?:bn\/)?payment\?stay=\S+/.exec(text)![0]

    test('lets the office accept a risky payment, reject one that is too small, and see the takings of the day (PAY-13, PAY-16, PAY-20, OFF-355, OFF-371)', () =>
      visit(
        app,
        async (page) => {
          await holdToasts(page)
          const createDays = (from: number) => ({ checkin: app.day(from), checkout: app.day(from + 2) })
          const firstDay = 70
          const riskyCode = await payInDemo(app, 'pay-risky', { slug: 'family', ...createDays(firstDay) })
          const underpaidCode = await payInDemo(app, 'pay-less', { slug: 'family', ...createDays(firstDay + 3) })
          await openOfficePage(page, app, language, officePages.payments)
          const headings = await page.getByRole('main').getByRole('heading').allInnerTexts()
          const [reviewIndex, receivedIndex] = [t('payments.to_review'), t('payments.received')].map((title) =>
            headings.indexOf(title),
          )
          assert.ok(reviewIndex! > 0 && reviewIndex! < receivedIndex!, headings.join(', '))
          const reviewCount = await page.getByRole('button', { name: t('payments.accept'), exact: true }).count()
          const findTotal = (key: 'payments.to_review' | 'payments.received_today') =>
            page.locator('dl > div').filter({ has: page.getByText(t(key), { exact: true }) })
          await findTotal('payments.to_review').getByText(number(reviewCount), { exact: true }).waitFor()
          await findTotal('payments.received_today').waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          const findCard = (code: string) =>
            page
              .getByRole('listitem')
              .filter({ has: page.locator(`a[href$="/${code}/bill"]`) })
              .first()
          const riskyAmount = await findCard(riskyCode).locator('h3 strong').innerText()
          await findCard(riskyCode)
            .getByRole('button', { name: t('payments.accept'), exact: true })
            .click()
          await page.getByText(t('bill.payment_recorded', { amount: riskyAmount })).waitFor()
          await page
            .getByText(t('payments.why_risk', { asked: '', risk: 'Risky' }).split(':')[0]!)
            .waitFor({ state: 'detached' })
          assert.equal(await readStatus(riskyCode), 'confirmed')
          const receivedRow = page
            .getByRole(width >= 1200 ? 'row' : 'listitem')
            .filter({ has: page.locator(`a[href$="/${riskyCode}/bill"]`) })
          await receivedRow.filter({ hasText: riskyAmount }).getByText(t('payments.means_visa')).waitFor()
          await receivedRow.getByRole('button').waitFor()
          await findCard(underpaidCode)
            .getByRole('button', { name: t('payments.reject'), exact: true })
            .click()
          await findCard(underpaidCode).getByLabel(t('bill.reason')).fill('Not the whole sum')
          await findCard(underpaidCode)
            .getByRole('button', { name: t('payments.reject_submit'), exact: true })
            .click()
          await page.getByText(t('payments.rejected'), { exact: true }).waitFor()
          await page.getByText(t('refund.why_not_taken')).first().waitFor()
          await page.getByRole('link', { name: t('takings.title') }).click()
          await page.getByRole('heading', { level: 1, name: t('takings.title') }).waitFor()
          await page.getByRole('row', { name: new RegExp(t('takings.gateway')) }).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
        },
        { width, locale },
      ))
  })
}
