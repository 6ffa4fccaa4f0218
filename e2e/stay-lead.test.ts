import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { writeCompany } from '#content/company.ts'
import { openPage, visit } from '#testing/browser.ts'
import { selectPairs } from '#testing/pairs.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { isoDay } from '#platform/day.ts'
import { href, inLanguage } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { chooseGuestTab, fillBookingForm, pressBookNow, rafiq } from './booking-form.ts'
import { openSignedIn } from './open-signed-in.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  const translator = translatorFor(language)
  const { t, day } = translator

  describe(`the pages of a stay, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    test('show the pay button on the first screen of a phone, above the summary (DES-52)', async () => {
      await writeCompany(app.db, { takesOnlinePayments: true })
      const { code } = await app.db
        .selectFrom('booking')
        .select('code')
        .where('status', '=', 'confirmed')
        .executeTakeFirstOrThrow()
      await visit(
        app,
        async (page) => {
          await openSignedIn(page, app, inLanguage(href('booking', { id: code }), language))
          const payButton = page.getByRole('main').getByRole('button', { name: t('summary.pay'), exact: true })
          await payButton.waitFor()
          const { y, height } = (await payButton.boundingBox())!
          assert.ok(y + height < 844, `the button ends at ${y + height} px`)
          const pageText = await page.getByRole('main').innerText()
          assert.ok(pageText.indexOf(t('summary.pay')) < pageText.indexOf(t('summary.title')))
        },
        { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
      )
      await writeCompany(app.db, { takesOnlinePayments: false })
    })

    test('begin on the dashboard with the next stay (DES-54)', () =>
      visit(app, async (page) => {
        await openSignedIn(page, app, inLanguage(href('dashboard'), language))
        const firstArticle = page.getByRole('main').getByRole('article').first()
        await firstArticle.waitFor()
        const { check_in } = await app.db
          .selectFrom('booking')
          .select('check_in')
          .where('status', '=', 'confirmed')
          .executeTakeFirstOrThrow()
        await firstArticle.getByText(day(isoDay(check_in)), { exact: true }).waitFor()
        assert.notEqual(await firstArticle.getAttribute('data-next'), null)
      }))

    test('lead from the confirmation to the booking, with days, picture and calendar (DES-53)', () =>
      visit(app, async (page) => {
        await openPage(page, inLanguage(href('room', { slug: 'single' }), language))
        await chooseGuestTab(page, translator)
        const bookingForm = createStayForm(app)
        await fillBookingForm(page, translator, {
          ...rafiq,
          checkin: bookingForm.checkin,
          checkout: bookingForm.checkout,
          paymenttype: 2,
        })
        await pressBookNow(page, translator)
        await page.getByRole('heading', { level: 1, name: t('booking.success_title') }).waitFor()
        const main = page.getByRole('main')
        const pageText = await main.innerText()
        assert.ok(pageText.indexOf(day(bookingForm.checkin)) < pageText.indexOf(t('booking.next')))
        await main.locator('img[src*="room-single-desk"]').waitFor()
        await main.getByRole('button', { name: t('summary.calendar'), exact: true }).waitFor()
        await main.getByRole('link', { name: t('booking.see_booking'), exact: true }).click()
        await page.getByRole('heading', { name: t('summary.title'), exact: true }).waitFor()
      }))
  })
}
