import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { openPage, visit, waitUntil } from '#testing/browser.ts'
import { selectPairs } from '#testing/pairs.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { holdToasts } from '#testing/toasts.ts'
import { inLanguage } from '#routes/public.ts'
import { officeEndpoints, officeHref } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { readBookingFormValues, fillBookingForm, pressBookNow } from './booking-form.ts'
import { openOfficePage } from './open-office-page.ts'
import { openSignedIn } from './open-signed-in.ts'

const tom = { name: 'Tom Berg', email: 'tom@buyer.example', phone: '+491700000002' }
const ines = { name: 'Ines Roth', email: 'ines@buyer.example', phone: '+491700000003' }

for (const { engine, language } of selectPairs(import.meta.url)) {
  const translator = translatorFor(language)
  const { t, count } = translator

  describe(`guests, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    const readNewestBookings = (limit: number) =>
      app.db.selectFrom('booking').selectAll().orderBy('id', 'desc').limit(limit).execute()
    const checkLayout = async (page: Page) => {
      assert.deepEqual(await findAccessibilityViolations(page), [])
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
    }
    const buildRoomPath = (slug: string, from: number) =>
      inLanguage(`/booking-details/${slug}?check_in=${app.day(from)}&check_out=${app.day(from + 2)}`, language)
    const findForOtherCheckbox = (page: Page) => page.getByRole('checkbox', { name: t('booking.for_someone_else') })
    const isFilled = (page: Page) =>
      waitUntil(page, () => document.querySelector<HTMLInputElement>('[name=email]')!.value !== '')

    for (const width of [390, 1440])
      test(`are entered by a member who books for someone else, at ${width} px (GUEST-3)`, () =>
        visit(
          app,
          async (page) => {
            const from = width === 390 ? 20 : 30
            await openSignedIn(page, app, buildRoomPath('deluxe', from))
            await isFilled(page)
            await findForOtherCheckbox(page).check()
            assert.deepEqual((await readBookingFormValues(page))['email'], '')
            await checkLayout(page)
            await findForOtherCheckbox(page).uncheck()
            await isFilled(page)
            await findForOtherCheckbox(page).check()
            await fillBookingForm(page, translator, { ...tom, paymenttype: 2 })
            await pressBookNow(page, translator)
            await page.getByRole('heading', { level: 1, name: t('booking.success_title') }).waitFor()
            const [createdBooking] = await readNewestBookings(1)
            assert.equal(createdBooking!.name, 'Tom Berg')
            assert.notEqual(createdBooking!.guest_id, createdBooking!.booker_id)
          },
          { width },
        ))

    test('remain three people if three visitors book in one browser (GUEST-1)', () =>
      visit(app, async (page) => {
        const lena = { name: 'Lena Vogt', email: 'lena@buyer.example', phone: '+491700000001' }
        for (const [index, visitor] of [lena, tom, ines].entries()) {
          await openPage(page, buildRoomPath('single', 40 + 4 * index))
          if (index > 0) await findForOtherCheckbox(page).check()
          await fillBookingForm(page, translator, { ...visitor, paymenttype: 2 })
          await pressBookNow(page, translator)
          await page.getByRole('heading', { level: 1, name: t('booking.success_title') }).waitFor()
        }
        const newestBookings = await readNewestBookings(3)
        assert.deepEqual(
          newestBookings.map(({ name }) => name),
          ['Ines Roth', 'Tom Berg', 'Lena Vogt'],
        )
        assert.equal(new Set(newestBookings.map(({ booker_id }) => booker_id)).size, 1)
        assert.equal(new Set(newestBookings.map(({ guest_id }) => guest_id)).size, 3)
      }))

    for (const width of [390, 1440])
      test(`are merged, restored by undo, and split on their page, at ${width} px (GUEST-5)`, () =>
        visit(
          app,
          async (page) => {
            await holdToasts(page)
            const email = `team-${width}@buyer.example`
            const firstBooking = await request({ ...tom, email, phone: `+49170000${width}1` }, 60)
            const secondBooking = await request({ ...ines, email, phone: `+49170000${width}2` }, 64)
            await openOfficePage(page, app, language, officeHref('person', firstBooking.guest_id), 'owner')
            await page.getByRole('heading', { name: t('people.matches') }).waitFor()
            await checkLayout(page)
            await page.getByRole('button', { name: t('people.merge', { name: 'Ines Roth' }), exact: true }).click()
            await page.getByText(t('people.merged', { name: 'Ines Roth' })).waitFor()
            await page.getByText(count('people.moved_from', 1)).waitFor()
            assert.equal((await readRow(secondBooking.code)).guest_id, firstBooking.guest_id)
            await checkLayout(page)
            await page.getByRole('button', { name: t('people.undo_change'), exact: true }).click()
            await page.getByRole('button', { name: t('people.merge', { name: 'Ines Roth' }), exact: true }).click()
            await page.getByText(count('people.moved_from', 1)).waitFor()
            await page.getByText(t('people.split'), { exact: true }).click()
            await page.getByRole('button', { name: t('people.split_submit'), exact: true }).click()
            await page.getByText(t('error.no_stay_chosen')).waitFor()
            await page.getByRole('checkbox', { name: /Ines Roth/ }).check()
            await checkLayout(page)
            await page.getByRole('button', { name: t('people.split_submit'), exact: true }).click()
            await page.getByText(t('people.split_done')).waitFor()
            await page.getByText(count('people.moved_to', 1)).waitFor()
            const { guest_id } = await readRow(secondBooking.code)
            assert.ok(guest_id !== firstBooking.guest_id && guest_id !== secondBooking.guest_id)
          },
          { width, expectedErrors: [`422 ${officeEndpoints.splitGuest[1]}`] },
        ))

    const readRow = (code: string) =>
      app.db.selectFrom('booking').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
    async function request(contact: typeof tom, from: number) {
      const { body } = await app.call('guestRegister', contact)
      const form = createStayForm(app, {
        ...contact,
        slug: 'deluxe',
        checkin: app.day(from),
        checkout: app.day(from + 2),
      })
      const options = { token: body.access_token, key: randomUUID() }
      const bookingResponse = await app.call('requestGuestBooking', form, options)
      assert.equal(bookingResponse.status, 200, JSON.stringify(bookingResponse.body))
      return readRow(bookingResponse.body.booking_id)
    }
  })
}
