import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { axeFindings } from '../testing/axe.ts'
import { open, visit } from '../testing/browser.ts'
import { engines } from '../testing/engines.ts'
import { openHouse, type TestHouse } from '../testing/house.ts'
import { readLetter } from '../testing/mail.ts'
import { endpoints, inLanguage, languages, queryString } from '../src/urls.ts'
import { wordsIn } from '../src/words/both.ts'
import { asGuest, bookNow, fillIn, rafiq, typedIn } from './booking-form.ts'

const english = wordsIn('en')
const bookingPath = endpoints.requestGuestBooking[1]

for (const engine of engines) {
  describe(`booking as a guest, on ${engine.name}`, () => {
    let house: TestHouse
    before(async () => {
      house = await openHouse(engine)
    })
    after(() => house.close())

    const bookings = () => house.db.selectFrom('booking').selectAll().orderBy('id').execute()

    for (const [index, language] of languages.entries()) {
      test(`from the search to the thanks, ${language} (BOOK-1, BOOK-3, BOOK-4, BOOK-7, SRCH-3)`, () =>
        visit(house, async (page) => {
          const words = wordsIn(language)
          const { t, day, money } = words
          const search = { check_in: house.day(20 + index), check_out: house.day(22 + index), adult: 2, child: 1 }
          const before = await bookings()
          await open(page, inLanguage('/rooms' + queryString(search), language))
          await page.getByRole('article').filter({ hasText: /Deluxe Double|ডিলাক্স ডাবল/ }).getByRole('link', { name: t('rooms.book_now') }).click()
          await page.getByRole('heading', { level: 2, name: t('booking.title') }).waitFor()
          assert.deepEqual(await page.getByRole('tab').allInnerTexts(), [t('booking.tab_account'), t('booking.tab_guest')])
          await asGuest(page, words)
          const { checkin, checkout, adult, child } = await typedIn(page)
          assert.deepEqual({ check_in: checkin, check_out: checkout, adult: Number(adult), child: Number(child) }, search)
          await fillIn(page, words, { ...rafiq, message: 'A late arrival', paymenttype: 2 })
          await bookNow(page, words)

          await page.getByText(t('booking.done'), { exact: true }).waitFor()
          await page.waitForURL(house.url + inLanguage('/booking-success', language))
          await page.getByRole('heading', { level: 1, name: t('booking.success_title') }).waitFor()
          const [booked, ...others] = (await bookings()).slice(before.length)
          assert.deepEqual(others, [])
          assert.deepEqual([booked!.name, booked!.email, booked!.message, booked!.adults, booked!.children], [rafiq.name, rafiq.email, 'A late arrival', 2, 1])
          const slip = await page.locator('main').innerText()
          const told = [booked!.code, day(search.check_in), day(search.check_out), money(booked!.total_poisha / 100), rafiq.email]
          for (const each of told) assert.ok(slip.includes(each), `${each} in ${slip}`)
          const kept = await page.evaluate(() => ({ token: sessionStorage.getItem('token'), user: JSON.parse(sessionStorage.getItem('user')!) }))
          assert.equal(kept.user.role, 'guest')
          assert.equal((await house.call('getBookingDetails', { id: booked!.code }, { token: kept.token! })).status, 200)
          assert.ok(readLetter((await house.letters()).at(-1)!).header('subject').includes(booked!.code))

          await page.getByText(t('booking.done'), { exact: true }).waitFor({ state: 'detached' })
          await page.getByRole('link', { name: t('booking.back_home') }).click()
          await page.waitForURL(house.url + inLanguage('/', language))
        }))

      test(`what is missing is listed, and stands under each field, ${language} (BOOK-6)`, () =>
        visit(house, async (page) => {
          const words = wordsIn(language)
          const { t } = words
          await open(page, inLanguage('/booking-details/twin', language))
          await asGuest(page, words)
          await bookNow(page, words)
          const dialog = page.getByRole('dialog', { name: t('booking.invalid_title') })
          const required = ['checkin', 'checkout', 'name', 'email', 'phone'] as const
          const messages = [...required.map((name) => `${t(`booking.${name}`)}: ${t('error.required')}`), `${t('booking.paymenttype')}: ${t('error.payment_type')}`]
          assert.deepEqual(await dialog.getByRole('listitem').allInnerTexts(), messages)
          assert.deepEqual(await axeFindings(page), [])
          await dialog.getByRole('button', { name: t('booking.correct') }).click()
          assert.ok(await page.getByLabel(t('booking.checkin'), { exact: true }).evaluate((field) => field === document.activeElement))
          for (const name of [...required, 'paymenttype'] as const) {
            assert.equal(await errorUnder(page, t(`booking.${name}`)), t(name === 'paymenttype' ? 'error.payment_type' : 'error.required'))
          }

          await fillIn(page, words, { ...rafiq, phone: 'abc', checkin: house.day(5), checkout: house.day(7), paymenttype: 2 })
          await bookNow(page, words)
          await dialog.getByText(t('error.phone')).waitFor()
          await dialog.getByRole('button', { name: t('booking.correct') }).click()
          assert.equal(await errorUnder(page, t('booking.phone')), t('error.phone'))
          assert.deepEqual(await typedIn(page).then(({ name, phone }) => [name, phone]), [rafiq.name, 'abc'])
          assert.deepEqual(await axeFindings(page), [])
        }, { width: 390, troubles: [`422 ${endpoints.guestRegister[1]}`] }))

      test(`a room that was sold meanwhile is a Booking Conflict, ${language} (BOOK-6, BOOK-8)`, () =>
        visit(house, async (page) => {
          const words = wordsIn(language)
          const { t } = words
          const stay = { checkin: house.day(40 + index), checkout: house.day(41 + index) }
          await open(page, inLanguage('/booking-details/family', language))
          await asGuest(page, words)
          await fillIn(page, words, { ...rafiq, ...stay, paymenttype: 2 })
          const faster = { ...rafiq, ...stay, paymenttype: 2, adult: 1, child: 0, slug: 'family' }
          assert.equal((await house.call('requestGuestBooking', faster, { token: await house.newGuest() })).status, 200)
          await bookNow(page, words)
          const dialog = page.getByRole('dialog', { name: t('booking.conflict_title') })
          await dialog.getByText(t('booking.sold_out')).waitFor()
          assert.deepEqual(await axeFindings(page), [])
          await page.keyboard.press('Escape')
          await dialog.waitFor({ state: 'hidden' })
          const { name, checkin } = await typedIn(page)
          assert.deepEqual({ name, checkin }, { name: rafiq.name, checkin: stay.checkin })

          await fillIn(page, words, { checkin: house.day(50 + index), checkout: house.day(51 + index) })
          await bookNow(page, words)
          await page.waitForURL('**/booking-success')
        }, { width: 390, troubles: [`409 ${bookingPath}`] }))
    }

    test('while it is sent the button counts down from ten and takes no second press (BOOK-4, BOOK-8)', () =>
      visit(house, async (page) => {
        const before = (await bookings()).length
        await page.route('**' + bookingPath, async (route) => {
          await new Promise((later) => setTimeout(later, 1500))
          await route.continue()
        })
        await open(page, '/booking-details/single')
        await asGuest(page, english)
        await fillIn(page, english, { ...rafiq, checkin: house.day(5), checkout: house.day(6), paymenttype: 1 })
        await page.getByRole('button', { name: 'Book Now' }).dblclick()
        const button = page.locator('#booking button[type=submit]').first()
        await page.getByText('Booking… 10', { exact: true }).waitFor()
        assert.equal(await button.isDisabled(), true)
        await page.getByLabel('Name', { exact: true }).press('Enter')
        await page.getByText('Booking… 9', { exact: true }).waitFor()
        await page.waitForURL('**/booking-success')
        assert.equal((await bookings()).length, before + 1)
      }))

    test('where the way to the server breaks nothing typed is lost, and trying again books once (BOOK-8)', () =>
      visit(house, async (page) => {
        const before = (await bookings()).length
        await open(page, '/booking-details/twin')
        await asGuest(page, english)
        const answers = { ...rafiq, checkin: house.day(8), checkout: house.day(9), message: 'By train' }
        await fillIn(page, english, { ...answers, paymenttype: 2 })

        await page.route('**/api/auth/**', (route) => route.abort('connectionfailed'))
        await bookNow(page, english)
        await page.getByRole('alert').getByText(english.t('failure.offline')).waitFor()
        await page.unroute('**/api/auth/**')
        await page.route('**' + bookingPath, async (route) => {
          await route.fetch()
          await route.abort('connectionreset')
        })
        await bookNow(page, english)
        await page.getByRole('alert').getByText(english.t('failure.offline')).waitFor()
        const { name, email, phone, checkin, checkout, message } = await typedIn(page)
        assert.deepEqual({ name, email, phone, checkin, checkout, message }, answers)
        assert.equal((await bookings()).length, before + 1, 'only the answer was lost')

        await page.unroute('**' + bookingPath)
        await bookNow(page, english)
        await page.waitForURL('**/booking-success')
        assert.equal((await bookings()).length, before + 1)
        await page.getByText((await bookings()).at(-1)!.code).waitFor()
      }, { troubles: ['failed /api/auth/guestRegister', `failed ${bookingPath}`, 'error: Booking failed'] }))
  })
}

async function errorUnder(page: Page, label: string): Promise<string> {
  const field = page.getByLabel(label, { exact: true })
  assert.equal(await field.getAttribute('aria-invalid'), 'true', label)
  const id = (await field.getAttribute('aria-describedby'))!.split(' ').at(-1)!
  return page.locator(`[id="${id}"]`).innerText()
}
