import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { openPage, readDescriptions, visit, waitForFocus, waitUntilHydrated } from '#testing/browser.ts'
import { freePort } from '#testing/browsers/child-program.ts'
import { payInDemo } from '#testing/demo-payments.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { selectPairs } from '#testing/pairs.ts'
import { moveFeesTo } from '#testing/policies.ts'
import { stayForm } from '#testing/stay-form.ts'
import { holdToasts } from '#testing/toasts.ts'
import { gatewayWords } from '#money/gateway-simulator/messages.ts'
import { endpoints, href, inLanguage } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { checkInField, chooseDates, readDates } from './dates.ts'
import { openSignedIn } from './open-signed-in.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const translator = translatorFor(language)
  const { t, money } = translator

  describe(`changing dates, on ${engine.name}, in ${language}`, () => {
    let app: TestApp
    before(async () => {
      // The demo gateway runs at the public address of the site.
      const port = await freePort()
      app = await startTestApp(engine, { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` })
    })
    after(() => app.close())

    const stayLinkOf = async (code: string) =>
      /\/(?:bn\/)?booking-success\?stay=\S+/.exec(
        (await readEmailsTo(app, 'rafiq@guest.example')).findLast(({ text }) => text.includes(code))!.text,
      )![0]
    const rowOf = (code: string) =>
      app.db.selectFrom('booking').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
    const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
    const typeDates = async (page: Page, from: number, to: number) => {
      await page.locator('[name=checkin]').fill(app.day(from))
      await page.locator('[name=checkout]').fill(app.day(to))
    }
    const datesSection = (page: Page) => page.locator('section[aria-labelledby=dates]')
    /** Chooses the dates in the calendar, which shows the nights of the stay itself as free. */
    const pickDates = (page: Page, from: number, to: number) =>
      chooseDates(checkInField(datesSection(page), translator), translator, [app.day(from), app.day(to)])
    const planStatus = (page: Page) => datesSection(page).locator('form > [role=status]')

    test('extends a stay that was paid online, and collects the price difference (REB-1, PAY-10)', () =>
      visit(
        app,
        async (page) => {
          const firstDay = 20
          const code = await payInDemo(
            app,
            'pay',
            { slug: 'family', checkin: app.day(firstDay), checkout: app.day(firstDay + 2) },
            { language },
          )
          const { total_poisha } = await rowOf(code)
          await holdToasts(page)
          await openPage(page, await stayLinkOf(code))
          await page.getByText(t('summary.dates_any')).waitFor()
          const chooseButton = page.getByRole('button', { name: t('summary.dates_choose') })
          await chooseButton.press('Enter')
          assert.ok(await waitForFocus(checkInField(datesSection(page), translator)))
          await pickDates(page, firstDay, firstDay + 3)
          await press(page, t('summary.dates_price'))
          const difference = money(total_poisha / 200)
          await planStatus(page)
            .getByText(t('summary.dates_up', { amount: difference }))
            .waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          assert.equal((await rowOf(code)).total_poisha, total_poisha)
          await press(page, t('summary.dates_submit'))
          await page.getByText(t('dates.done'), { exact: true }).waitFor()
          assert.ok(await waitForFocus(chooseButton))
          assert.equal((await rowOf(code)).total_poisha, total_poisha * 1.5)

          await page.getByRole('heading', { name: t('summary.pay_title', { amount: difference }) }).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await press(page, t('summary.pay'))
          await page.waitForURL(/\/demo-gateway\/pay\//)
          const gatewayTranslator = gatewayWords(language)
          await press(page, gatewayTranslator.t('pay', { amount: gatewayTranslator.money(total_poisha / 200) }))
          await page.waitForURL(/\/payment\?payment=/)
          await waitUntilHydrated(page)
          await app.worker.runDue()
          await page.getByText(t('payment.paid', { amount: difference }), { exact: true }).waitFor()
          assert.equal((await rowOf(code)).payment_status, 'paid')
        },
        { width },
      ))

    test('shows errors under their fields and keeps the typed dates (REB-3, REB-4)', () =>
      visit(
        app,
        async (page) => {
          const form = stayForm(app, { checkin: app.day(60), checkout: app.day(63) })
          const { body } = await app.call('requestGuestBooking', form, { token: await app.newGuest(), language })
          await app.db
            .updateTable('booking')
            .set({ status: 'confirmed', expires_at: null })
            .where('code', '=', body.booking_id)
            .execute()
          await moveFeesTo(app.db, body.booking_id)
          await openPage(page, await stayLinkOf(body.booking_id))
          await page.getByText(t('summary.dates_more')).waitFor()
          await press(page, t('summary.dates_choose'))
          await pickDates(page, 61, 63)
          await press(page, t('summary.dates_price'))
          await page.getByText(t('dates.only_more_nights')).waitFor()
          const checkIn = checkInField(datesSection(page), translator)
          assert.ok(await waitForFocus(checkIn))
          assert.deepEqual(await readDescriptions(checkIn), [t('dates.only_more_nights')])
          assert.deepEqual(await readDates(datesSection(page)), [app.day(61), app.day(63)])
          assert.deepEqual(await findAccessibilityViolations(page), [])
        },
        { width: 390, expectedErrors: [`422 ${endpoints.previewDates[1]}`] },
      ))

    test('works without scripts: shows the price first, then asks for a confirmation (REB-1)', () =>
      visit(
        app,
        async (page) => {
          const form = stayForm(app, { checkin: app.day(70), checkout: app.day(73) })
          const { body } = await app.call('requestGuestBooking', form, { token: await app.newGuest(), language })
          await page.goto(await stayLinkOf(body.booking_id))
          await page.getByRole('button', { name: t('booking.confirm') }).click()
          const section = datesSection(page)
          await typeDates(page, 60, 59)
          await press(page, t('summary.dates_price'))
          await section.getByRole('alert').getByText(t('error.check_out_order')).waitFor()
          await typeDates(page, 71, 73)
          await press(page, t('summary.dates_price'))
          await section
            .locator('noscript > form[method=post]')
            .getByText(t('summary.dates_down', { amount: money(body.total / 3) }))
            .waitFor()
          await press(page, t('summary.dates_submit'))
          await page
            .getByText(translator.day(app.day(71)))
            .first()
            .waitFor()
          const { check_in, check_out } = await rowOf(body.booking_id)
          assert.equal(check_out - check_in, 2)
        },
        { javaScriptEnabled: false, width: 390 },
      ))

    test('lets a member change the dates on the page of the stay (REB-1)', () =>
      visit(
        app,
        async (page) => {
          const firstDay = 80
          const token = await app.signIn('anna')
          const form = stayForm(app, {
            email: 'anna@buyer.example',
            checkin: app.day(firstDay),
            checkout: app.day(firstDay + 3),
          })
          const { body } = await app.call('requestBooking', form, { token })
          await holdToasts(page)
          await openSignedIn(page, app, inLanguage(href('booking', { id: body.booking_id }), language))
          await press(page, t('summary.dates_choose'))
          await pickDates(page, firstDay + 1, firstDay + 4)
          await press(page, t('summary.dates_price'))
          await planStatus(page).getByText(t('summary.dates_same')).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await press(page, t('summary.dates_submit'))
          await page.getByText(t('dates.done'), { exact: true }).waitFor()
          await page
            .getByText(translator.day(app.day(firstDay + 1), 'weekday'))
            .first()
            .waitFor()
        },
        { width },
      ))
  })
}
