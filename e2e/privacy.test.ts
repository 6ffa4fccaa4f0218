import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openPage, visit, waitUntilAbsent } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { bookingRetention as ofBookings } from '#stays/bookings/retention.ts'
import { enquiryRetention as ofEnquiries } from '#trade/enquiries/retention.ts'
import { emailRetention as ofMessages } from '#mail/retention.ts'
import { auditRetention as ofAll } from '#platform/retention.ts'
import { inLanguage } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { chooseGuestTab, pressBookNow, fillBookingForm, rafiq } from './booking-form.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  describe(`the privacy page, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine, { RATE_LIMIT: 'on' })

    const translator = translatorFor(language)
    const { t } = translator

    test('names the company and the actual retention periods (APP-1, APP-11)', () =>
      visit(app, async (page) => {
        await openPage(page, inLanguage('/', language))
        await page
          .getByRole('contentinfo')
          .getByRole('link', { name: t('shell.privacy'), exact: true })
          .click()
        await page.getByRole('heading', { level: 1, name: t('shell.privacy') }).waitFor()
        assert.equal(page.url(), app.url + inLanguage('/privacy', language))
        const pageText = (await page.getByRole('main').innerText()).replaceAll('\u00a0', ' ')
        const { body } = await app.call('getGlobalData', {}, { language })
        for (const expectedText of [body.name, body.address, body.email, body.telephone, 'www.openstreetmap.org'])
          assert.ok(pageText.includes(expectedText.replaceAll('\u00a0', ' ')), expectedText)
        const retentionTexts = [
          t('privacy.stay_text', { months: ofBookings.stayMonths, days: ofBookings.guestWithoutStayDays }),
          t('privacy.request_text', { days: ofBookings.requestSenderDays }),
          t('privacy.messages_text', { months: ofEnquiries.months }),
          t('privacy.emails_text', { days: ofMessages.days }),
          t('privacy.safety_text', { months: ofAll.months }),
        ]
        for (const expectedText of retentionTexts)
          assert.ok(pageText.includes(expectedText.replaceAll('\u00a0', ' ')), `${expectedText} in ${pageText}`)
      }))

    test('is linked from the forms that ask for personal data', () =>
      visit(app, async (page) => {
        const hints = {
          '/contact': 'privacy.hint',
          '/signup': 'privacy.hint',
          '/register': 'privacy.hint',
          [`/booking-details/deluxe?check_in=${app.day(20)}&check_out=${app.day(21)}`]: 'shell.privacy',
        } as const
        for (const [path, name] of Object.entries(hints)) {
          await openPage(page, inLanguage(path, language))
          const hint = page.getByRole('main').getByRole('link', { name: t(name), exact: true })
          assert.equal(await hint.getAttribute('href'), inLanguage('/privacy', language), path)
        }
      }))

    test('the booking form rejects a fourth open request and shows the reason', () =>
      visit(
        app,
        async (page) => {
          const bookNight = async (from: number) => {
            await openPage(
              page,
              inLanguage(
                `/booking-details/twin?check_in=${app.day(from)}&check_out=${app.day(from + 1)}&adult=1&child=0`,
                language,
              ),
            )
            if (from === 20) await chooseGuestTab(page, translator)
            await fillBookingForm(page, translator, { ...rafiq, paymenttype: 2 })
            await pressBookNow(page, translator)
          }
          for (const from of [20, 21, 22]) {
            await bookNight(from)
            await page.getByRole('heading', { level: 1, name: t('booking.success_title') }).waitFor()
          }
          await bookNight(23)
          await page
            .getByRole('alert')
            .filter({ hasText: t('booking.too_many_open') })
            .waitFor()
          await waitUntilAbsent(page.getByRole('dialog').filter({ visible: true }))
        },
        { expectedErrors: ['429 /api/public/bookingRequest'] },
      ))
  })
}
