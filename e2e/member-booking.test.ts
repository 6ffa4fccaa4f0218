import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { axeFindings } from '#testing/axe.ts'
import { open, until, visit } from '#testing/browser.ts'
import { cast, startTestApp, type TestApp } from '#testing/test-app.ts'
import { pairsOf } from '#testing/pairs.ts'
import { holdToasts } from '#testing/toasts.ts'
import { endpoints, inLanguage } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { asGuest, asMember, bookNow, fillIn, typedIn } from './booking-form.ts'
import { openSignedIn } from './signed-in.ts'

for (const { engine, language } of pairsOf(import.meta.url)) {
  const words = translatorFor(language)
  const { t, day, money } = words

  describe(`booking as a member, on ${engine.name}, in ${language}`, () => {
    let app: TestApp
    before(async () => {
      app = await startTestApp(engine)
    })
    after(() => app.close())

    const openRoom = (page: Page, slug: string) => open(page, inLanguage(`/booking-details/${slug}`, language))
    const question = (page: Page) => page.getByRole('dialog', { name: t('booking.please_login') })
    const asAnna = (page: Page) => page.getByText(t('booking.signed_in_as', { name: 'Anna Becker' }))

    test('asks for the sign-in during the booking, keeps the typed text and lists the stay on the dashboard (BOOK-2, BOOK-5, ACCT-8)', () =>
      visit(
        app,
        async (page) => {
          const dialog = question(page)
          const stay = { checkin: app.day(10), checkout: app.day(12) }
          const typed = { ...stay, phone: '+49 40 1234567', message: 'With samples' }
          await holdToasts(page)
          await openRoom(page, 'super-deluxe')
          await asMember(page, words)
          await page.locator('[name=message]').focus()
          await dialog.waitFor()
          await page.keyboard.press('Escape')
          await dialog.waitFor({ state: 'hidden' })
          await fillIn(page, words, { ...typed, paymenttype: 2, adult: 2 })
          await bookNow(page, words)
          await dialog.waitFor()

          await login(page, 'wrong')
          await dialog.getByRole('alert').getByText(t('login.failed')).waitFor()
          assert.equal(await page.locator('[name=username]').inputValue(), 'anna')
          assert.deepEqual(await axeFindings(page), [])
          await login(page)
          await dialog.waitFor({ state: 'hidden' })
          await asAnna(page).waitFor()
          assert.equal(await page.getByRole('tab').count(), 0, 'a single option shows no tabs')
          await until(page, () => document.querySelector<HTMLInputElement>('[name=email]')!.value !== '')
          const known = { name: 'Anna Becker', email: 'anna@buyer.example' }
          assert.deepEqual(await typedIn(page), { ...known, ...typed, adult: '2', child: '0', paymenttype: '2' })

          await bookNow(page, words)
          await page.getByText(t('booking.sent'), { exact: true }).waitFor()
          await page.getByRole('heading', { level: 1, name: t('booking.success_title') }).waitFor()
          const newest = app.db.selectFrom('booking').selectAll().orderBy('id', 'desc')
          const { code } = await newest.executeTakeFirstOrThrow()
          await page.getByText(code, { exact: true }).waitFor()
          await page.goBack()
          await asAnna(page).waitFor()
          assert.equal((await typedIn(page))['message'], '', 'the form has been reset')

          await page
            .getByRole('banner')
            .getByRole('link', { name: t('shell.dashboard') })
            .click()
          await page.getByText(t('dashboard.history'), { exact: true }).waitFor()
          const card = page.getByRole('article').filter({ hasText: code })
          const said = await card.innerText()
          const room = { en: 'Super Deluxe', bn: 'সুপার ডিলাক্স' }[language]
          for (const each of [room, day(stay.checkin), day(stay.checkout), money(9000)]) {
            assert.ok(said.includes(each), `${each} in ${said}`)
          }
          assert.ok(await card.locator('img').isVisible())
        },
        { troubles: [`422 ${endpoints.userLogin[1]}`] },
      ))

    test('lets a user who does not want to sign in book as a guest, with the typed text (BOOK-1, BOOK-2)', () =>
      visit(app, async (page) => {
        const dialog = question(page)
        await openRoom(page, 'single')
        await fillIn(page, words, { checkin: app.day(15) })
        await asMember(page, words)
        await page.locator('[name=message]').focus()
        await dialog.getByRole('button', { name: t('booking.instead_guest') }).click()
        await dialog.waitFor({ state: 'hidden' })
        await page.getByRole('tab', { name: t('booking.tab_guest'), selected: true }).waitFor()
        assert.equal((await typedIn(page))['checkin'], app.day(15))
        await asGuest(page, words)
        await page.locator('[name=name]').focus()
        assert.equal(await dialog.isVisible(), false)
      }))

    test('asks for a sign-in when the session ends during typing, and keeps the typed text (APP-5, BOOK-5)', () =>
      visit(
        app,
        async (page) => {
          const stay = { checkin: app.day(30), checkout: app.day(31) }
          const typed = { ...stay, message: 'Slow typing', phone: '+49 40 7654321' }
          await openSignedIn(page, app, inLanguage('/booking-details/twin', language))
          await asAnna(page).waitFor()
          await fillIn(page, words, { ...typed, paymenttype: 2 })
          app.clock.advance(12 * 3_600_000)
          await bookNow(page, words)
          await question(page).getByText(t('login.ended')).waitFor()
          assert.equal(await page.evaluate(() => sessionStorage.getItem('token')), null)
          await login(page)
          await question(page).waitFor({ state: 'hidden' })
          const { checkin, checkout, message, phone } = await typedIn(page)
          assert.deepEqual({ checkin, checkout, message, phone }, typed)
          await bookNow(page, words)
          await page.waitForURL('**/booking-success')
        },
        { troubles: [`401 ${endpoints.requestBooking[1]}`] },
      ))
  })
}

async function login(page: Page, password: string = cast.anna): Promise<void> {
  await page.locator('[name=username]').fill('anna')
  await page.locator('[name=password]').fill(password)
  await page.locator('[name=password]').press('Enter')
}
