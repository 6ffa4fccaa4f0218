import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { openPage, waitUntil, visit, waitUntilAbsent } from '#testing/browser.ts'
import { passwordsByUsername, setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { holdToasts } from '#testing/toasts.ts'
import { endpoints, inLanguage } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import {
  chooseGuestTab,
  chooseMemberTab,
  pressBookNow,
  fillBookingForm,
  readBookingFormValues,
} from './booking-form.ts'
import { openSignedIn } from './open-signed-in.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  const translator = translatorFor(language)
  const { t, day, money } = translator

  describe(`booking as a member, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    const openRoom = (page: Page, slug: string) => openPage(page, inLanguage(`/booking-details/${slug}`, language))
    const findSignInDialog = (page: Page) => page.getByRole('dialog', { name: t('booking.please_login') })
    const findSignedInNote = (page: Page) => page.getByText(t('booking.signed_in_as', { name: 'Anna Becker' }))

    test('asks for the sign-in during the booking, keeps the typed text and lists the stay on the dashboard (BOOK-2, BOOK-5, ACCT-8)', () =>
      visit(
        app,
        async (page) => {
          const dialog = findSignInDialog(page)
          const stayDates = { checkin: app.day(10), checkout: app.day(12) }
          const typedFields = { ...stayDates, phone: '+49 40 1234567', message: 'With samples' }
          await holdToasts(page)
          await openRoom(page, 'super-deluxe')
          await fillBookingForm(page, translator, stayDates)
          await page.locator('[name=message]').waitFor()
          await chooseMemberTab(page, translator)
          await page.locator('[name=message]').focus()
          await dialog.waitFor()
          await page.keyboard.press('Escape')
          await dialog.waitFor({ state: 'hidden' })
          await fillBookingForm(page, translator, { ...typedFields, paymenttype: 2, adult: 2 })
          await pressBookNow(page, translator)
          await dialog.waitFor()

          await submitSignIn(page, 'wrong')
          await dialog.getByRole('alert').getByText(t('login.failed')).waitFor()
          assert.equal(await page.locator('[name=username]').inputValue(), 'anna')
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await submitSignIn(page)
          await dialog.waitFor({ state: 'hidden' })
          await findSignedInNote(page).waitFor()
          await waitUntilAbsent(page.getByRole('tab'))
          await waitUntil(page, () => document.querySelector<HTMLInputElement>('[name=email]')!.value !== '')
          const accountData = { name: 'Anna Becker', email: 'anna@buyer.example' }
          assert.deepEqual(await readBookingFormValues(page), {
            ...accountData,
            ...typedFields,
            adult: '2',
            child: '0',
            paymenttype: '2',
          })

          await pressBookNow(page, translator)
          await page.getByText(t('booking.done'), { exact: true }).waitFor()
          await page.getByRole('heading', { level: 1, name: t('booking.success_title') }).waitFor()
          const newestBookingsQuery = app.db.selectFrom('booking').selectAll().orderBy('id', 'desc')
          const { code } = await newestBookingsQuery.executeTakeFirstOrThrow()
          await page.getByText(code, { exact: true }).waitFor()
          await page.goBack()
          await findSignedInNote(page).waitFor()
          assert.equal((await readBookingFormValues(page))['message'], '', 'the form has been reset')

          await page
            .getByRole('banner')
            .getByRole('link', { name: t('shell.dashboard') })
            .click()
          await page.getByText(t('dashboard.history'), { exact: true }).waitFor()
          const card = page.getByRole('article').filter({ hasText: code })
          const cardText = await card.innerText()
          const roomName = { en: 'Super Deluxe', bn: 'সুপার ডিলাক্স' }[language]
          for (const text of [roomName, day(stayDates.checkin), day(stayDates.checkout), money(9000)]) {
            assert.ok(cardText.includes(text), `${text} in ${cardText}`)
          }
          assert.ok(await card.locator('img').isVisible())
        },
        { expectedErrors: [`422 ${endpoints.userLogin[1]}`] },
      ))

    test('lets a user who does not want to sign in continue as a guest, with the typed dates (BOOK-1, BOOK-2)', () =>
      visit(app, async (page) => {
        const dialog = findSignInDialog(page)
        await openRoom(page, 'single')
        await fillBookingForm(page, translator, { checkin: app.day(15), checkout: app.day(16) })
        await page.locator('[name=message]').waitFor()
        await chooseMemberTab(page, translator)
        await page.locator('[name=message]').focus()
        await dialog.getByRole('button', { name: t('booking.instead_guest') }).click()
        await dialog.waitFor({ state: 'hidden' })
        await page.getByRole('tab', { name: t('booking.tab_guest'), selected: true }).waitFor()
        assert.equal((await readBookingFormValues(page))['checkin'], app.day(15))
        await chooseGuestTab(page, translator)
        await page.locator('[name=name]').focus()
        assert.equal(await dialog.isVisible(), false)
      }))

    test('asks for a sign-in when the session ends during typing, and keeps the typed text (APP-5, BOOK-5)', () =>
      visit(
        app,
        async (page) => {
          const stayDates = { checkin: app.day(30), checkout: app.day(31) }
          const typedFields = { ...stayDates, message: 'Slow typing', phone: '+49 40 7654321' }
          await openSignedIn(page, app, inLanguage('/booking-details/twin', language))
          await findSignedInNote(page).waitFor()
          await fillBookingForm(page, translator, { ...typedFields, paymenttype: 2 })
          app.clock.advance(12 * 3_600_000)
          await pressBookNow(page, translator)
          await findSignInDialog(page).getByText(t('login.ended')).waitFor()
          assert.equal(await page.evaluate(() => sessionStorage.getItem('token')), null)
          await submitSignIn(page)
          await findSignInDialog(page).waitFor({ state: 'hidden' })
          const { checkin, checkout, message, phone } = await readBookingFormValues(page)
          assert.deepEqual({ checkin, checkout, message, phone }, typedFields)
          await pressBookNow(page, translator)
          await page.waitForURL('**/booking-success')
        },
        { expectedErrors: [`401 ${endpoints.requestBooking[1]}`] },
      ))
  })
}

async function submitSignIn(page: Page, password: string = passwordsByUsername.anna): Promise<void> {
  await page.locator('[name=username]').fill('anna')
  await page.locator('[name=password]').fill(password)
  await page.locator('[name=password]').press('Enter')
}
