import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { openPage, waitUntil, visit } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { selectPairs } from '#testing/pairs.ts'
import { parseDay } from '#platform/day.ts'
import { inLanguage, queryString } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { pressBookNow, readFieldError, fillBookingForm, rafiq } from './booking-form.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  const translator = translatorFor(language)
  const { t, count, money } = translator

  describe(`booking several rooms for a party, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    async function bookAllUnits(slug: string, fromDay: number) {
      const { id, units } = (await app.call('getRoomDetails', { slug })).body.roomParticular
      const nights = [0, 1].map((night) => parseDay(app.day(fromDay))! + night)
      await app.db
        .insertInto('inventory')
        .values(nights.map((night) => ({ room_id: id, night, sold: units, capacity: units })))
        .execute()
    }
    const readBookings = () => app.db.selectFrom('booking').selectAll().orderBy('id').execute()

    test('shows pictures and totals, and books all rooms with one form and one email (BOOK-7, SRCH-4)', () =>
      visit(app, async (page) => {
        const search = { check_in: app.day(160), check_out: app.day(162), adult: 5, child: 0 }
        const [bookingCountBefore, emailCountBefore] = [
          (await readBookings()).length,
          (await readEmailsTo(app, rafiq.email)).length,
        ]
        await openPage(page, inLanguage('/rooms' + queryString(search), language))
        await page.getByRole('heading', { level: 1, name: count('rooms.none_so_large', 5) }).waitFor()
        const rooms = page.getByRole('main').getByRole('listitem')
        assert.equal(await rooms.getByRole('img').count(), 2)
        await page.getByRole('link', { name: count('rooms.together_book', 2) }).click()
        await page.getByRole('heading', { level: 1, name: count('rooms.party_title', 2) }).waitFor()
        assert.equal(await rooms.filter({ has: page.getByRole('img') }).count(), 2)
        const { total } = (await app.call('nearBooking', search)).body.together
        await page.getByText(money(total)).first().waitFor()

        await page.setViewportSize({ width: 390, height: 560 })
        await waitUntil(page, () => !document.querySelector('[data-away]'))
        await page
          .getByRole('main')
          .getByRole('link', { name: t('rooms.book_now') })
          .dispatchEvent('click')
        await page.waitForURL('**/rooms/together?**#booking')
        await pressBookNow(page, translator)
        const dialog = page.getByRole('dialog', { name: t('booking.invalid_title') })
        await dialog.waitFor()
        await dialog.getByRole('button', { name: t('booking.correct') }).click()
        assert.equal(await readFieldError(page, 'name'), t('error.required'))
        await fillBookingForm(page, translator, { ...rafiq, paymenttype: 2 })
        await pressBookNow(page, translator)
        await page.getByRole('heading', { level: 1, name: t('booking.success_title') }).waitFor()
        await page.getByText(money(total)).first().waitFor()
        const newBookings = (await readBookings()).slice(bookingCountBefore)
        assert.deepEqual(
          newBookings.map(({ adults }) => adults),
          [2, 3],
        )
        assert.equal(new Set(newBookings.map(({ stay_code }) => stay_code)).size, 1)
        assert.equal((await readEmailsTo(app, rafiq.email)).length, emailCountBefore + 1)
      }))

    test('books no room and links back to the search if one of them was sold meanwhile (BOOK-8, SRCH-4)', () =>
      visit(
        app,
        async (page) => {
          const days = { check_in: app.day(170), check_out: app.day(172) }
          const bookingCountBefore = (await readBookings()).length
          await openPage(
            page,
            inLanguage(`/rooms/together${queryString({ ...days, rooms: 'twin.2.0_family.3.0' })}`, language),
          )
          await fillBookingForm(page, translator, { ...rafiq, paymenttype: 2 })
          await bookAllUnits('family', 170)
          await pressBookNow(page, translator)
          const conflict = page.getByRole('dialog', { name: t('booking.conflict_title') })
          await conflict.getByRole('link', { name: t('booking.other_rooms') }).waitFor()
          assert.equal((await readBookings()).length, bookingCountBefore)
          await page.reload()
          await page.getByRole('heading', { name: t('rooms.party_gone_title') }).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.getByRole('link', { name: t('booking.other_rooms') }).click()
          await page.waitForURL((url) => url.searchParams.get('adult') === '5')
        },
        { expectedErrors: ['409 /api/public/bookingRequest'] },
      ))
  })
}
