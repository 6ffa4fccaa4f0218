import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { openPage, visit } from '#testing/browser.ts'
import { sqlite } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { inLanguage, languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { fillBookingForm, pressBookNow, rafiq } from './booking-form.ts'
import { findCheckInField, chooseDates } from './dates.ts'

describe('the path of a guest from the home page to a booking', () => {
  const app = setUpTestApp(sqlite)

  for (const language of languages) {
    const translator = translatorFor(language)
    const { t, count, money } = translator

    test(`leads from the home page to dates, a room, its plan and a booking, in ${language} (DES-23, DES-28)`, () =>
      visit(
        app,
        async (page) => {
          const from = language === 'en' ? 20 : 30
          await openPage(page, inLanguage('/', language))
          const search = page.getByRole('search').first()
          await chooseDates(findCheckInField(search, translator), translator, [app.day(from), app.day(from + 2)])
          await search.getByRole('button', { name: t('search.submit') }).click()

          await page.waitForURL('**/rooms?**')
          const { body: foundRooms } = await app.call(
            'filterBooking',
            { check_in: app.day(from), check_out: app.day(from + 2), adult: 1, child: 0 },
            { language },
          )
          const [offer] = foundRooms.data
          const card = page
            .getByRole('article')
            .filter({ has: page.getByRole('heading', { name: offer.name, exact: true }) })
          await card.getByText(money(offer.total)).waitFor()
          await card.getByRole('link', { name: offer.name, exact: true }).click()

          await page.getByRole('heading', { level: 1, name: offer.name, exact: true }).waitFor()
          const { body: room } = await app.call('getRoomDetails', { slug: offer.slug }, { language })
          const plan = page.locator('section', {
            has: page.getByRole('heading', { name: t('room.plan'), exact: true }),
          })
          await plan.getByText(room.floor_plan.text).waitFor()
          assert.ok((await plan.locator('svg').boundingBox())!.height > 200)
          const day = page.locator('section', { has: page.getByRole('heading', { name: t('room.day'), exact: true }) })
          for (const { time, text } of room.day) {
            await day.getByText(t('room.day_time', { time }), { exact: true }).waitFor()
            await day.getByText(text, { exact: true }).waitFor()
          }
          assert.deepEqual(await findAccessibilityViolations(page), [])

          const form = page.locator('#booking')
          await form.getByText(money(offer.total)).first().waitFor()
          await form.getByText(count('rooms.for_nights', 2)).first().waitFor()
          await fillBookingForm(page, translator, { ...rafiq, paymenttype: 2 })
          await pressBookNow(page, translator)
          await page.getByRole('heading', { level: 1, name: t('booking.success_title') }).waitFor()
          const booking = await app.db
            .selectFrom('booking')
            .selectAll()
            .orderBy('id', 'desc')
            .limit(1)
            .executeTakeFirstOrThrow()
          assert.deepEqual([booking.name, booking.total_poisha], [rafiq.name, offer.total * 100])
        },
        { width: 390 },
      ))
  }
})
