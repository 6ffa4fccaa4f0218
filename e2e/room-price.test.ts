import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { axeFindings } from '#testing/axe.ts'
import { open, visit } from '#testing/browser.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { pairsOf } from '#testing/pairs.ts'
import { endpoints, inLanguage, queryString } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { asGuest } from './booking-form.ts'
import { putDates } from './dates.ts'

for (const { engine, language } of pairsOf(import.meta.url)) {
  describe(`the price of a room, on ${engine.name}, in ${language}`, () => {
    let app: TestApp
    before(async () => {
      app = await startTestApp(engine)
    })
    after(() => app.close())

    const search = () => ({ check_in: app.day(29), check_out: app.day(32), adult: 2, child: 0 })
    const [, pricePath] = endpoints.getStayPrice

    const words = translatorFor(language)
    const { t, count, money } = words
    const address = (query = '') => inLanguage('/booking-details/deluxe' + query, language)

    test('shows the price of the stay in the header, in the bar and beside the form (ROOM-1, BOOK-8)', () =>
      visit(
        app,
        async (page) => {
          const { body } = await app.call('getRoomDetails', { slug: 'deluxe' }, { language })
          await open(page, address())
          const from = t('rooms.from_per_night', { price: money(body.roomParticular.roomPrice) })
          for (const place of [header(page), bar(page)]) await saysIn(place, from)

          const stay = `${money(24_500)} ${count('rooms.for_nights', 3)}`
          await open(page, address(queryString(search())))
          for (const place of [header(page), bar(page), quoted(page)]) await saysIn(place, stay)
          for (const place of [header(page), quoted(page)])
            await saysIn(place, `${money(8167)} ${t('rooms.per_night_average')}`)
          await putDates(page.locator('#booking'), { checkout: app.day(31) })
          await saysIn(bar(page), count('rooms.for_nights', 2))
        },
        { width: 390 },
      ))

    test('links from the bar to the form and hides the bar there (BOOK-1)', () =>
      visit(
        app,
        async (page) => {
          await open(page, address())
          const book = bar(page).getByRole('link', { name: t('rooms.book_now') })
          const { y, height } = (await bar(page).boundingBox())!
          assert.equal(Math.round(y + height), 900, 'the bar is at the bottom of the screen')
          await book.click()
          await book.waitFor({ state: 'hidden' })
          assert.equal(new URL(page.url()).hash, '#booking')
          await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
          assert.equal(await book.isVisible(), false, 'the bar does not cover the end of the page')
          await page.evaluate(() => scrollTo(0, 0))
          await book.waitFor()

          const isInForm = () => page.evaluate(() => document.activeElement!.closest('#booking') !== null)
          for (await page.keyboard.press('Tab'); !(await isInForm()); await page.keyboard.press('Tab'))
            assert.ok(await page.evaluate(isFocusInSight), await page.evaluate(() => document.activeElement!.outerHTML))
          await page.setViewportSize({ width: 640, height: 450 })
          await page.evaluate(() => scrollTo(0, 0))
          assert.equal(await bar(page).isVisible(), false, 'the bar is hidden on a low screen')
          await header(page)
            .getByRole('link', { name: t('rooms.book_now') })
            .click()
          await page.getByRole('heading', { name: t('booking.title') }).waitFor()
        },
        { width: 390 },
      ))

    test('shows the bar without scripts as a link that covers no part of the form (BOOK-1)', () =>
      visit(
        app,
        async (page) => {
          await page.goto(address())
          await bar(page)
            .getByRole('link', { name: t('rooms.book_now') })
            .click()
          assert.equal(new URL(page.url()).hash, '#booking')
          const [over, form] = await Promise.all([bar(page).boundingBox(), page.locator('#booking').boundingBox()])
          assert.ok(over!.y + over!.height <= form!.y)
        },
        { width: 390, javaScriptEnabled: false },
      ))

    test('keeps the summary of the stay visible while the form is filled in (BOOK-3)', () =>
      visit(app, async (page) => {
        await open(page, address(queryString(search())))
        await asGuest(page, words)
        for (const name of ['name', 'phone', 'message']) {
          const field = page.locator(`#booking [name=${name}]`)
          await field.focus()
          await page.waitForFunction(isSettled)
          const [above, below] = await Promise.all([quoted(page).boundingBox(), field.boundingBox()])
          assert.ok(above!.y >= 0 && above!.y + above!.height <= below!.y, name)
          assert.ok(below!.y + below!.height <= 900, name)
        }
        await page.keyboard.press('Shift+Tab')
        assert.ok(await page.evaluate(isFocusInSight))
      }))

    test('says that the price could not be loaded and loads it on retry (BOOK-8)', () =>
      visit(
        app,
        async (page) => {
          await open(page, address())
          await page.route(`**${pricePath}*`, (route) => route.abort('connectionfailed'))
          await putDates(page.locator('#booking'), { checkin: app.day(29), checkout: app.day(32) })
          await quoted(page).getByText(t('booking.price_unknown'), { exact: true }).waitFor()
          assert.deepEqual(await axeFindings(page), [])
          const again = quoted(page).getByRole('button', { name: t('dashboard.retry') })
          const asked = page.waitForEvent('requestfailed')
          await again.click()
          await asked
          await again.and(page.locator(':not([aria-busy])')).waitFor()
          await page.unroute(`**${pricePath}*`)
          await again.click()
          await saysIn(quoted(page), money(24_500))
        },
        { troubles: [`failed ${pricePath}`, 'error: Error fetching data'] },
      ))
  })
}

const header = (page: Page) => page.locator('main header').first()
const bar = (page: Page) => page.locator('main div:has(+ #booking) > div')
const quoted = (page: Page) => page.locator('#booking [aria-live]')

const saysIn = (place: Locator, text: string): Promise<void> =>
  place.filter({ hasText: text.replaceAll('\u00a0', ' ') }).waitFor()

const isSettled = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))

/** Whether the focused element is not covered by another element. */
function isFocusInSight(): boolean {
  const focus = document.activeElement!
  if (focus === document.body) return true
  const { left, width, top, height } = focus.getBoundingClientRect()
  const there = document.elementFromPoint(left + width / 2, top + height / 2)
  return there !== null && (focus.contains(there) || there.contains(focus))
}
