import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { openPage, visit } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { endpoints, inLanguage, queryString } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { chooseGuestTab } from './booking-form.ts'
import { findCheckInField, setDates } from './dates.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  describe(`the price of a room, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    const createSearchForm = () => ({ check_in: app.day(29), check_out: app.day(32), adult: 2, child: 0 })
    const [, pricePath] = endpoints.getStayPrice

    const translator = translatorFor(language)
    const { t, count, money } = translator
    const buildRoomPath = (query = '') => inLanguage('/booking-details/deluxe' + query, language)

    test('is shown for the stay in the header, in the bar and beside the form (ROOM-1, BOOK-8)', () =>
      visit(
        app,
        async (page) => {
          const { body } = await app.call('getRoomDetails', { slug: 'deluxe' }, { language })
          await openPage(page, buildRoomPath())
          const fromPriceText = t('rooms.from_per_night', { price: money(body.roomParticular.roomPrice) })
          for (const container of [findHeader(page), findBar(page)]) await waitForTextIn(container, fromPriceText)

          const stayPriceText = `${money(24_500)} ${count('rooms.for_nights', 3)}`
          await openPage(page, buildRoomPath(queryString(createSearchForm())))
          for (const container of [findHeader(page), findBar(page), findQuote(page)])
            await waitForTextIn(container, stayPriceText)
          for (const container of [findHeader(page), findQuote(page)])
            await waitForTextIn(container, `${money(8167)} ${t('rooms.per_night_average')}`)
          await setDates(page.locator('#booking'), { checkout: app.day(31) })
          for (const container of [findHeader(page), findBar(page)])
            await waitForTextIn(container, count('rooms.for_nights', 2))
        },
        { width: 390 },
      ))

    test('is shown in a bar that links to the form, and is hidden at the form (BOOK-1)', () =>
      visit(
        app,
        async (page) => {
          await openPage(page, buildRoomPath())
          const bookLink = findBar(page).getByRole('link', { name: t('room.book') })
          const { y, height } = (await findBar(page).boundingBox())!
          assert.equal(Math.round(y + height), 900, 'the bar is at the bottom of the screen')
          await bookLink.click()
          await bookLink.waitFor({ state: 'hidden' })
          assert.equal(new URL(page.url()).hash, '#booking')
          await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
          assert.equal(await bookLink.isVisible(), false, 'the bar does not cover the end of the page')
          await page.evaluate(() => scrollTo(0, 0))
          await bookLink.waitFor()

          const isInForm = () => page.evaluate(() => document.activeElement!.closest('#booking') !== null)
          for (await page.keyboard.press('Tab'); !(await isInForm()); await page.keyboard.press('Tab'))
            assert.ok(await page.evaluate(isFocusVisible), await page.evaluate(() => document.activeElement!.outerHTML))
          await page.setViewportSize({ width: 640, height: 450 })
          await page.evaluate(() => scrollTo(0, 0))
          assert.equal(await findBar(page).isVisible(), false, 'the bar is hidden on a short screen')
          await findHeader(page)
            .getByRole('link', { name: t('room.book') })
            .click()
          await page.getByRole('heading', { name: t('booking.title') }).waitFor()
        },
        { width: 390 },
      ))

    test('offers to change the stay in the bar while the room is not available (BOOK-1)', () =>
      visit(
        app,
        async (page) => {
          await openPage(page, buildRoomPath(queryString({ ...createSearchForm(), adult: 6 })))
          const changeLink = findBar(page).getByRole('link', { name: t('rooms.change_stay') })
          await changeLink.click()
          assert.equal(new URL(page.url()).hash, '#booking')
          await page.evaluate(() => scrollTo(0, 0))
          await page.locator('#booking [name=adult]').selectOption('2')
          await findBar(page)
            .getByRole('link', { name: t('room.book') })
            .waitFor({ state: 'attached' })
        },
        { width: 390 },
      ))

    test('is shown with the fields for the guest once the stay is available, and they remain (DES-81)', () =>
      visit(
        app,
        async (page) => {
          await openPage(page, buildRoomPath(queryString({ ...createSearchForm(), adult: 6 })))
          const nameField = page.locator('#booking [name=name]')
          const bookButton = page.getByRole('button', { name: t('booking.submit') })
          const otherRoomsLink = findQuote(page).getByRole('link', { name: t('booking.other_rooms') })
          const areVisible = () => Promise.all([nameField.isVisible(), bookButton.isVisible()])
          const title = page.getByRole('heading', { name: t('booking.title') })
          await otherRoomsLink.waitFor()
          await title.waitFor({ state: 'hidden' })
          assert.deepEqual(await areVisible(), [false, false])
          const adultField = page.locator('#booking [name=adult]')
          await adultField.selectOption('2')
          await nameField.fill('Rafiq Islam')
          await title.waitFor()
          assert.deepEqual(await areVisible(), [true, true])

          await adultField.selectOption('6')
          await otherRoomsLink.waitFor()
          assert.deepEqual(await areVisible(), [true, true])
          assert.equal(await nameField.inputValue(), 'Rafiq Islam')
        },
        { expectedErrors: [`422 ${pricePath}`] },
      ))

    test('is the lowest price without dates, and the fields for the guest appear with the dates (DES-81)', () =>
      visit(app, async (page) => {
        const { body } = await app.call('getRoomDetails', { slug: 'deluxe' }, { language })
        await openPage(page, buildRoomPath())
        await waitForTextIn(findQuote(page), t('rooms.from_per_night', { price: money(body.roomParticular.roomPrice) }))
        await page.getByText(t('booking.stay_first')).waitFor()
        assert.equal(await page.getByRole('tab').count(), 2)
        const form = page.locator('#booking')
        const nameField = form.locator('[name=name]')
        const bookButton = page.getByRole('button', { name: t('booking.submit') })
        assert.deepEqual([await nameField.isVisible(), await bookButton.count()], [false, 0])
        assert.deepEqual(await findAccessibilityViolations(page), [])
        assert.ok(await findCheckInField(form, translator).evaluate(isInView), 'the first screen has the dates')
        await setDates(form, { checkin: app.day(29), checkout: app.day(32) })
        await nameField.waitFor()
        await bookButton.waitFor()
        await setDates(form, { checkin: '', checkout: '' })
        await waitForTextIn(findQuote(page), t('booking.price_hint'))
        assert.ok(await nameField.isVisible())
      }))

    test('is shown without scripts in a bar that covers no part of the form (BOOK-1)', () =>
      visit(
        app,
        async (page) => {
          await page.goto(buildRoomPath())
          await findBar(page)
            .getByRole('link', { name: t('room.book') })
            .click()
          assert.equal(new URL(page.url()).hash, '#booking')
          const [barBox, formBox] = await Promise.all([
            findBar(page).boundingBox(),
            page.locator('#booking').boundingBox(),
          ])
          assert.ok(barBox!.y + barBox!.height <= formBox!.y)
        },
        { width: 390, javaScriptEnabled: false },
      ))

    test('remains visible beside the fields for the guest, and covers none of them (BOOK-3, DES-20)', () =>
      visit(app, async (page) => {
        await openPage(page, buildRoomPath(queryString(createSearchForm())))
        await chooseGuestTab(page, translator)
        for (const name of ['name', 'phone', 'message']) {
          const field = page.locator(`#booking [name=${name}]`)
          await field.evaluate((element) => element.scrollIntoView({ block: 'center' }))
          await field.focus()
          await page.waitForFunction(waitForTwoFrames)
          const [quoteBox, fieldBox] = await Promise.all([findQuote(page).boundingBox(), field.boundingBox()])
          assert.ok(quoteBox!.y >= 0 && quoteBox!.y + quoteBox!.height <= 900, `the price beside ${name}`)
          assert.ok(fieldBox!.x + fieldBox!.width <= quoteBox!.x, name)
          assert.ok(fieldBox!.y >= 0 && fieldBox!.y + fieldBox!.height <= 900, name)
        }
        await page.keyboard.press('Shift+Tab')
        assert.ok(await page.evaluate(isFocusVisible))
      }))

    test('is shown near two booking buttons, only one of which is copper (DES-69)', () =>
      visit(
        app,
        async (page) => {
          await openPage(page, buildRoomPath(queryString(createSearchForm())))
          await page.locator('#booking [name=message]').scrollIntoViewIfNeeded()
          const backgroundColors = await page
            .locator('#booking')
            .getByText(new RegExp(`^(${t('booking.submit')}|${t('room.book')})$`))
            .evaluateAll((all) => all.map((button) => getComputedStyle(button).backgroundColor))
          assert.equal(backgroundColors.length, 2)
          assert.equal(backgroundColors.filter((ground) => ground === 'rgb(168, 87, 34)').length, 1)
        },
        { width: 1440 },
      ))

    test('stays in view beside the page, with a link to the fields for the guest (DES-20)', () =>
      visit(
        app,
        async (page) => {
          await openPage(page, buildRoomPath(queryString(createSearchForm())))
          const nameField = page.locator('#booking [name=name]')
          for (const title of ['room.plan', 'room.facilities', 'booking.title'] as const) {
            await page.getByRole('heading', { level: 2, name: t(title) }).scrollIntoViewIfNeeded()
            await page.waitForFunction(waitForTwoFrames)
            const { y, height } = (await findQuote(page).boundingBox())!
            assert.ok(y >= 0 && y + height <= 900, title)
            await page
              .locator('#booking')
              .getByRole('link', { name: t('room.book') })
              .click()
            await page.waitForFunction(isInView, await nameField.elementHandle())
          }
        },
        { width: 1440 },
      ))

    test('is in the only form, between the description and further pictures, and the first screen of a phone links to it (DES-20)', () =>
      visit(
        app,
        async (page) => {
          const { body } = await app.call('getRoomDetails', { slug: 'deluxe' }, { language })
          await openPage(page, buildRoomPath())
          const { y, height } = (await findBar(page)
            .getByRole('link', { name: t('room.book') })
            .boundingBox())!
          assert.ok(y > 0 && y + height <= 900)
          const tops = await Promise.all(
            [
              page.locator('[data-kind=gallery]'),
              page.getByText(body.roomParticular.roomDescription.split('\n')[0]!),
              page.locator('#booking'),
              page.getByRole('main').locator('figure:has(img)').last(),
              page.getByRole('heading', { name: t('room.plan') }),
              page.getByRole('heading', { name: t('room.facilities') }),
              page.getByRole('heading', { name: t('room.rules') }),
              page.getByRole('heading', { name: t('room.payment') }),
            ].map(async (part) => (await part.boundingBox())!.y),
          )
          assert.deepEqual(
            tops,
            tops.toSorted((one, other) => one - other),
          )
          assert.equal(await page.getByRole('main').locator('form:visible').count(), 1)
        },
        { width: 390 },
      ))

    test('is with name, beds and size on the first screen, clear of the buttons on the picture (DES-91)', () =>
      visit(
        app,
        async (page) => {
          for (const query of ['', queryString(createSearchForm())]) {
            await openPage(page, buildRoomPath(query))
            const header = findHeader(page)
            const getBox = async (part: Locator) => (await part.boundingBox())!
            const priceText = findQuote(page).locator('strong')
            const parts = [header.getByRole('heading', { level: 1 }), header.locator('dd').last(), priceText]
            for (const part of parts) {
              const { y, height } = await getBox(part)
              assert.ok(y > 0 && y + height <= 900, await part.innerText())
            }
            const gallery = page.locator('[data-kind=gallery]')
            const [picture, button, price] = await Promise.all(
              [
                gallery.getByRole('list').first(),
                gallery.getByRole('button', { name: t('gallery.next') }),
                priceText,
              ].map(getBox),
            )
            assert.ok(button!.y >= picture!.y && button!.y + button!.height <= picture!.y + picture!.height + 1)
            assert.ok(button!.x + button!.width <= price!.x)
          }
        },
        { width: 1440 },
      ))

    test('is reported as not loaded after a failure, and loads on retry (BOOK-8)', () =>
      visit(
        app,
        async (page) => {
          await openPage(page, buildRoomPath())
          await page.route(`**${pricePath}*`, (route) => route.abort('connectionfailed'))
          await setDates(page.locator('#booking'), { checkin: app.day(29), checkout: app.day(32) })
          await findQuote(page).getByText(t('booking.price_unknown'), { exact: true }).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          const retryButton = findQuote(page).getByRole('button', { name: t('dashboard.retry') })
          const failedRequest = page.waitForEvent('requestfailed')
          await retryButton.click()
          await failedRequest
          await retryButton.and(page.locator(':not([aria-busy])')).waitFor()
          await page.unroute(`**${pricePath}*`)
          await retryButton.click()
          await waitForTextIn(findQuote(page), money(24_500))
        },
        { expectedErrors: [`failed ${pricePath}`, 'error: Error fetching data'] },
      ))
  })
}

const findHeader = (page: Page) => page.locator('main header').first()
const findBar = (page: Page) => page.locator('main div:has(+ #booking) > div')
const findQuote = (page: Page) => page.locator('#booking [aria-live]')

const waitForTextIn = (container: Locator, text: string): Promise<void> =>
  container.filter({ hasText: text.replaceAll('\u00a0', ' ') }).waitFor()

function isInView(element: Element | null): boolean {
  const { top, bottom } = element!.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

const waitForTwoFrames = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))))

/** Returns whether no other element covers the centre of the focused element. */
function isFocusVisible(): boolean {
  const focus = document.activeElement!
  if (focus === document.body) return true
  const { left, width, top, height } = focus.getBoundingClientRect()
  const topElement = document.elementFromPoint(left + width / 2, top + height / 2)
  return topElement !== null && (focus.contains(topElement) || topElement.contains(focus))
}
