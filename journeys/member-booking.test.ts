import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { axeFindings } from '../testing/axe.ts'
import { open, visit } from '../testing/browser.ts'
import { engines } from '../testing/engines.ts'
import { cast, openHouse, type TestHouse } from '../testing/house.ts'
import { endpoints, inLanguage, languages } from '../src/urls.ts'
import { wordsIn } from '../src/words/both.ts'
import type { ServerWords } from '../src/words/words.ts'
import { bookNow, fillIn, typedIn } from './booking-form.ts'

for (const engine of engines) {
  describe(`booking as a member, on ${engine.name}`, () => {
    let house: TestHouse
    before(async () => {
      house = await openHouse(engine)
    })
    after(() => house.close())

    for (const [index, language] of languages.entries()) {
      const words = wordsIn(language)
      const { t, day } = words

      test(`the login is asked for on the way, what was typed stays, and the stay is in the dashboard, ${language} (BOOK-2, BOOK-5, ACCT-8)`, () =>
        visit(house, async (page) => {
          const stay = { checkin: house.day(10 + index), checkout: house.day(12 + index) }
          await open(page, inLanguage('/booking-details/super-deluxe', language))
          await page.getByLabel(t('booking.message'), { exact: true }).focus()
          const dialog = page.getByRole('dialog', { name: t('booking.please_login') })
          await dialog.waitFor()
          assert.deepEqual(await axeFindings(page), [])
          await page.keyboard.press('Escape')
          await dialog.waitFor({ state: 'hidden' })
          await fillIn(page, words, { ...stay, message: 'With two cases of samples', phone: '+49 40 1234567', paymenttype: 2, adult: 2 })
          await bookNow(page, words)
          await dialog.waitFor()

          await login(page, words, 'wrong')
          await dialog.getByRole('alert').getByText(t('login.failed')).waitFor()
          assert.equal(await dialog.getByLabel(t('login.username'), { exact: true }).inputValue(), 'anna')
          assert.deepEqual(await axeFindings(page), [])
          await login(page, words)
          await dialog.waitFor({ state: 'hidden' })
          await page.getByText(t('booking.signed_in_as', { name: 'Anna Becker' })).waitFor()
          assert.deepEqual(await page.getByRole('tab').allInnerTexts(), [t('booking.tab_account')])
          await page.waitForFunction(() => new FormData(document.querySelector<HTMLFormElement>('#booking form')!).get('email'))
          assert.deepEqual(await typedIn(page), {
            ...stay, adult: '2', child: '0', name: 'Anna Becker', email: 'anna@buyer.example', phone: '+49 40 1234567', paymenttype: '2', message: 'With two cases of samples',
          })

          await bookNow(page, words)
          await page.getByText(t('booking.done'), { exact: true }).waitFor()
          await page.waitForURL('**/booking-success')
          const { code } = await house.db.selectFrom('booking').select('code').orderBy('id', 'desc').executeTakeFirstOrThrow()
          await page.getByText(code, { exact: true }).waitFor()
          await page.goBack()
          await page.getByText(t('booking.signed_in_as', { name: 'Anna Becker' })).waitFor()
          assert.equal((await typedIn(page))['message'], '', 'the form has been reset')

          await page.getByRole('banner').getByRole('link', { name: t('shell.dashboard') }).click()
          await page.getByRole('heading', { level: 2, name: t('dashboard.history') }).waitFor()
          const card = page.getByRole('article').filter({ hasText: code })
          const said = await card.innerText()
          const room = { en: 'Super Deluxe', bn: 'সুপার ডিলাক্স' }[language]
          for (const each of [room, day(stay.checkin), day(stay.checkout), words.money(9000)]) assert.ok(said.includes(each), `${each} in ${said}`)
          assert.ok(await card.locator('img').isVisible())
        }, { troubles: [`422 ${endpoints.userLogin[1]}`] }))
    }

    const english = wordsIn('en')

    test('someone who would rather not sign in books as a guest, with what was typed (BOOK-1, BOOK-2)', () =>
      visit(house, async (page) => {
        await open(page, '/booking-details/single')
        await page.getByLabel('Check In').fill(house.day(15))
        const dialog = page.getByRole('dialog', { name: 'Please login' })
        await dialog.getByRole('button', { name: 'Book as a guest' }).click()
        await dialog.waitFor({ state: 'hidden' })
        assert.equal(await page.getByRole('tab', { name: 'Guest' }).getAttribute('aria-selected'), 'true')
        assert.equal((await typedIn(page))['checkin'], house.day(15))
        await page.getByLabel('Name', { exact: true }).focus()
        assert.equal(await dialog.isVisible(), false)
      }))

    test('a session that ends while one types is asked for anew, and nothing typed is lost (APP-5, BOOK-5)', () =>
      visit(house, async (page) => {
        await open(page, '/login')
        await login(page, english)
        await page.waitForURL('**/dashboard')
        await open(page, '/booking-details/twin')
        await page.getByText('You are booking as Anna Becker.').waitFor()
        await fillIn(page, english, { checkin: house.day(30), checkout: house.day(31), message: 'Slow typing', paymenttype: 2, phone: '+49 40 1' })
        house.clock.advance(12 * 3_600_000)
        await bookNow(page, english)
        const dialog = page.getByRole('dialog', { name: 'Please login' })
        await dialog.getByText('Your session has ended. Please sign in again.').waitFor()
        assert.equal(await page.evaluate(() => sessionStorage.getItem('token')), null)
        await login(page, english)
        await dialog.waitFor({ state: 'hidden' })
        const { checkin, message, phone } = await typedIn(page)
        assert.deepEqual({ checkin, message, phone }, { checkin: house.day(30), message: 'Slow typing', phone: '+49 40 1' })
        await fillIn(page, english, { phone: '+49 40 1234567' })
        await bookNow(page, english)
        await page.waitForURL('**/booking-success')
      }, { troubles: [`401 ${endpoints.requestBooking[1]}`] }))
  })
}

async function login(page: Page, { t }: ServerWords, password: string = cast.anna): Promise<void> {
  await page.getByLabel(t('login.username'), { exact: true }).fill('anna')
  await page.getByLabel(t('login.password'), { exact: true }).fill(password)
  await page.getByLabel(t('login.password'), { exact: true }).press('Enter')
}
