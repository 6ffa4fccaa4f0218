import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { openPage, waitForFocus, waitUntil, visit } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { addRates, addRoom } from '#testing/rooms.ts'
import { parseDay } from '#platform/day.ts'
import { inLanguage, queryString } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { formatDateList } from '#locales/dates.ts'
import type { ServerTranslator } from '#locales/translator.ts'
import {
  findCheckInField,
  findCheckOutField,
  readDates,
  findCalendarDay,
  waitForFocusOnDay,
  setDates,
} from './dates.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  describe(`the calendar, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    const translator = translatorFor(language)
    const { t, day, count, money, number } = translator

    const findDatesButton = (page: Page) => findCheckInField(page.getByRole('search'), translator)
    const findDayButton = (page: Page, iso: string) => findCalendarDay(page, translator, iso)

    test('works with the keyboard alone, up to the list of free rooms (SRCH-1, SRCH-4)', () =>
      visit(app, async (page) => {
        const { keyboard } = page
        await openPage(page, inLanguage('/service', language))
        const button = findCheckInField(page, translator)
        await button.focus()
        await keyboard.press('Enter')
        await waitForFocusOnDay(page, translator, app.day(0))
        for (const key of ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await keyboard.press(key)
        await waitForFocusOnDay(page, translator, app.day(3))
        await keyboard.press('Enter')
        await waitForStatus(page, t('calendar.leave', { start: day(app.day(3), 'short') }))

        await keyboard.press('PageDown')
        await waitForFocusOnDay(page, translator, '2027-02-07')
        await keyboard.press('PageUp')
        await keyboard.press('End')
        const endOfWeek = language === 'bn' ? '2027-01-09' : '2027-01-10'
        await waitForFocusOnDay(page, translator, endOfWeek)
        await keyboard.press('Space')
        await waitForStatus(page, formatStay(translator, app.day(3), endOfWeek))
        await keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'hidden' })
        assert.ok(await waitForFocus(button), 'the focus returns to the button')

        assert.deepEqual(await readDates(page.getByRole('search')), [app.day(3), endOfWeek])
        await page.getByRole('button', { name: t('search.submit') }).focus()
        await keyboard.press('Enter')
        const resultsTitle = t('rooms.results_title', { dates: formatDateList(translator, app.day(3), endOfWeek) })
        await page.getByRole('heading', { level: 1, name: resultsTitle }).waitFor()
      }))

    test('works by touch, at 390 px (SRCH-1, APP-6)', () =>
      visit(
        app,
        async (page) => {
          await openPage(page, inLanguage('/rooms', language))
          await findCheckInField(page, translator).tap()
          await page.getByRole('grid').waitFor()
          for (const target of [
            findCalendarDay(page, translator, app.day(0)),
            page.getByRole('button', { name: t('calendar.next') }),
          ]) {
            const { width, height } = (await target.boundingBox())!
            assert.ok(width >= 44 && height >= 44, `${width} × ${height}`)
          }
          await swipe(page, 'left')
          await swipe(page, 'left')
          await swipe(page, 'right')
          await findCalendarDay(page, translator, '2027-02-04').tap()
          await findCalendarDay(page, translator, '2027-02-06').tap()
          await waitForStatus(page, formatStay(translator, '2027-02-04', '2027-02-06'))
          await page.getByRole('button', { name: t('calendar.done') }).tap()
          await page.getByRole('button', { name: t('search.submit') }).tap()
          await page.waitForURL((url) => url.searchParams.get('check_out') === '2027-02-06')
          await waitUntil(page, () => localStorage.getItem('checkIn') === '2027-02-04')
        },
        { width: 390, hasTouch: true },
      ))

    test('fits at every width and passes axe', () =>
      visit(app, async (page) => {
        await openPage(page, inLanguage('/booking-details/twin', language))
        await findCheckInField(page.locator('#booking'), translator).click()
        await findCalendarDay(page, translator, app.day(2)).click()
        await findCalendarDay(page, translator, app.day(4)).hover()
        for (const [width, monthCount] of [
          [320, 1],
          [390, 1],
          [767, 1],
          [768, 2],
          [1440, 2],
        ] as const) {
          await page.setViewportSize({ width, height: 700 })
          await page
            .getByRole('grid')
            .nth(monthCount - 1)
            .waitFor()
          assert.equal(await page.getByRole('grid').count(), monthCount)
          const overflowPx = await page
            .getByRole('dialog')
            .evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)
          assert.equal(overflowPx, 0, `at ${width} px`)
        }
        assert.deepEqual(await findAccessibilityViolations(page), [])
        await page.setViewportSize({ width: 320, height: 256 })
        await page.getByRole('button', { name: t('calendar.next') }).click()
        await page.getByRole('button', { name: t('calendar.done') }).click()
        await page.getByRole('dialog').waitFor({ state: 'hidden' })
      }))

    test('lets the focus reach a day that cannot be chosen, and explains why (SRCH-1)', () =>
      visit(app, async (page) => {
        await openPage(page, inLanguage('/', language))
        await findCheckInField(page, translator).click()
        await expectUnavailable(app.day(-1), t('calendar.past'))
        await findCalendarDay(page, translator, app.day(1)).click()
        const tooLongText = count('calendar.max', 30, { start: day(app.day(1), 'short') })
        await expectUnavailable(app.day(32), tooLongText)
        assert.deepEqual(await readDates(page.getByRole('search')), ['', ''], 'no dates are chosen yet')
        await findCalendarDay(page, translator, app.day(31)).click()
        assert.deepEqual(await readDates(page.getByRole('search')), [app.day(1), app.day(31)])

        await findCalendarDay(page, translator, app.day(31)).focus()
        for (let pageCount = 0; pageCount < 20; pageCount += 1) await page.keyboard.press('PageDown')
        const nextButton = page.getByRole('button', { name: t('calendar.next') })
        assert.equal(await nextButton.getAttribute('aria-disabled'), 'true', 'there is no later month')
        await expectUnavailable(app.day(540), t('calendar.beyond'))
        await findCalendarDay(page, translator, app.day(539)).click()
        await expectUnavailable(app.day(541), t('calendar.beyond'))
        await findCalendarDay(page, translator, app.day(540)).click()
        assert.deepEqual(await readDates(page.getByRole('search')), [app.day(539), app.day(540)])

        async function expectUnavailable(iso: string, reason: string) {
          const dayButton = findCalendarDay(page, translator, iso)
          assert.equal(await dayButton.getAttribute('aria-disabled'), 'true')
          assert.ok((await dayButton.getAttribute('aria-label'))!.endsWith(reason), reason)
          await dayButton.click({ force: true })
          assert.ok(await waitForFocus(dayButton))
          await waitForStatus(page, `${day(iso, 'weekday')}: ${reason}`)
        }
      }))

    test('shows the price of each night of a room and why a day cannot be chosen (BOOK-3, SRCH-4)', async () => {
      const slug = `rules-${language}`
      const today = parseDay(app.day(0))!
      const id = await addRoom(app.db, slug, 1, { price_poisha: 650_000 })
      await addRates(app.db, id, [
        { day: today + 4, price_poisha: 812_345 },
        { day: today + 6, closed: 1 },
        { day: today + 8, min_nights: 3 },
        { day: today + 12, closed_to_arrival: 1 },
        { day: today + 14, closed_to_departure: 1 },
        { day: today + 15, max_nights: 2 },
      ])
      await app.db
        .insertInto('inventory')
        .values({ room_id: id, night: today + 2, sold: 1, capacity: 1 })
        .execute()
      await visit(app, async (page) => {
        await openPage(page, inLanguage(`/booking-details/${slug}`, language))
        const form = page.locator('#booking')
        await findCheckInField(form, translator).click()
        const offerDayButton = findCalendarDay(page, translator, app.day(4))
        await page.getByRole('grid', { name: /./ }).and(page.locator('[aria-busy=false]')).first().waitFor()
        assert.ok(
          (await offerDayButton.getAttribute('aria-label'))!.startsWith(
            `${day(app.day(4), 'weekday')}, ${money(8123.45)}`,
          ),
        )
        assert.equal(await offerDayButton.locator('[data-price]').getAttribute('data-price'), number(8123))
        assert.deepEqual(await findAccessibilityViolations(page), [])

        await page.keyboard.press('ArrowRight')
        await page.keyboard.press('ArrowRight')
        await waitForFocusOnDay(page, translator, app.day(2))
        await page.keyboard.press('Enter')
        await waitForStatus(page, `${day(app.day(2), 'weekday')}: ${t('calendar.taken')}`)
        await expectUnavailable(6, t('calendar.closed'))
        await expectUnavailable(12, t('calendar.no_arrival'))
        await findCalendarDay(page, translator, app.day(8)).click()
        const startText = day(app.day(8), 'short')
        await expectUnavailable(10, count('calendar.min', 3, { start: startText }))
        await expectUnavailable(14, t('calendar.no_departure'))
        await page.getByRole('button', { name: t('calendar.again') }).click()
        await findCalendarDay(page, translator, app.day(15)).click()
        await expectUnavailable(18, count('calendar.max', 2, { start: day(app.day(15), 'short') }))
        await page.getByRole('button', { name: t('calendar.again') }).click()
        await findCalendarDay(page, translator, app.day(4)).click()
        await expectUnavailable(7, t('calendar.taken_between', { night: day(app.day(6), 'short') }))
        await findCalendarDay(page, translator, app.day(6)).click()
        await waitForStatus(page, `${formatStay(translator, app.day(4), app.day(6))} · ${money(14_623.45)}`)
        await page.getByRole('button', { name: t('calendar.done') }).click()
        assert.deepEqual(await readDates(form), [app.day(4), app.day(6)])
        await form.getByText(money(14_623.45), { exact: true }).first().waitFor()

        async function expectUnavailable(daysAhead: number, reason: string) {
          const dayButton = findCalendarDay(page, translator, app.day(daysAhead))
          assert.equal(await dayButton.getAttribute('aria-disabled'), 'true', reason)
          assert.ok((await dayButton.getAttribute('aria-label'))!.endsWith(reason), reason)
          await dayButton.click({ force: true })
          await waitForStatus(page, `${day(app.day(daysAhead), 'long')}: ${reason}`)
        }
      })
    })

    test('shows the price of the cheapest room per night in the search bar, also after prices could not be loaded (SRCH-1)', () =>
      visit(
        app,
        async (page) => {
          const { body } = await app.call('getRoomNights', { from: app.day(3), nights: 1 })
          await openPage(page, inLanguage('/rooms', language))
          await page.route('**/getRoomNights*', (route) => route.abort('connectionfailed'))
          await findDatesButton(page).click()
          await waitForStatus(page, t('calendar.prices_missing'))
          await page.unroute('**/getRoomNights*')
          await page.getByRole('button', { name: t('calendar.next') }).click()
          await waitForStatus(page, t('calendar.prices_least'))
          await page.getByRole('button', { name: t('calendar.previous') }).click()
          await waitForStatus(page, t('calendar.prices_least'))
          const label = await findDayButton(page, app.day(3)).getAttribute('aria-label')
          assert.ok(label!.includes(t('calendar.from_price', { price: money(body.data[0].price) })), label!)
          await findDayButton(page, app.day(3)).click()
          await findDayButton(page, app.day(4)).click()
          assert.deepEqual(await readDates(page.getByRole('search')), [app.day(3), app.day(4)])
        },
        { expectedErrors: ['failed /api/public/getRoomNights', 'error: Error fetching data'] },
      ))

    test('shows the dates of the search bar, and changes them only after both new dates are chosen (SRCH-1)', () =>
      visit(app, async (page) => {
        await openPage(
          page,
          inLanguage(
            '/rooms' + queryString({ check_in: app.day(3), check_out: app.day(6), adult: 2, child: 0 }),
            language,
          ),
        )
        const searchForm = page.getByRole('search')
        await setDates(searchForm, { check_in: app.day(40), check_out: app.day(41) })
        await findDatesButton(page).click()
        await waitForStatus(page, formatStay(translator, app.day(40), app.day(41)))
        assert.ok(await waitForFocus(findDayButton(page, app.day(40))))
        assert.equal(await page.getByRole('gridcell', { selected: true }).count(), 2)
        await findDayButton(page, app.day(45)).click()
        await page.keyboard.press('Escape')
        assert.deepEqual(await readDates(searchForm), [app.day(40), app.day(41)], 'one new date alone changes nothing')

        await findDatesButton(page).click()
        await findDayButton(page, app.day(45)).click()
        await page.getByRole('button', { name: t('calendar.again') }).click()
        await waitForStatus(page, t('calendar.arrive'))
        await findDayButton(page, app.day(50)).click()
        await findDayButton(page, app.day(47)).click()
        await findDayButton(page, app.day(49)).click()
        assert.deepEqual(await readDates(searchForm), [app.day(47), app.day(49)])
        assert.equal(await page.getByRole('gridcell', { selected: true }).count(), 3)
      }))

    test('keeps the chosen arrival when it is opened from the Check Out field (SRCH-1)', () =>
      visit(app, async (page) => {
        const search = { check_in: app.day(3), check_out: app.day(6), adult: 2, child: 0 }
        await openPage(page, inLanguage('/rooms' + queryString(search), language))
        const searchForm = page.getByRole('search')
        const field = findCheckOutField(searchForm, translator)
        await field.click()
        await waitForStatus(page, t('calendar.leave', { start: day(app.day(3), 'short') }))
        await findDayButton(page, app.day(5)).click()
        await page.getByRole('button', { name: t('calendar.done') }).click()
        assert.deepEqual(await readDates(searchForm), [app.day(3), app.day(5)])
        assert.ok(await waitForFocus(field), 'the focus returns to the field')

        await field.click()
        await page.keyboard.press('Escape')
        assert.deepEqual(await readDates(searchForm), [app.day(3), app.day(5)], 'closing the calendar changes nothing')
      }))

    test('sets both dates of the booking form and updates the price of the stay (BOOK-3)', () =>
      visit(app, async (page) => {
        await openPage(page, inLanguage('/booking-details/deluxe', language))
        const form = page.locator('#booking')
        await findCheckInField(form, translator).click()
        await page.getByRole('button', { name: t('calendar.next') }).click()
        await findDayButton(page, app.day(29)).click()
        await findDayButton(page, app.day(32)).click()
        await page.getByRole('button', { name: t('calendar.done') }).click()
        assert.deepEqual(await readDates(form), [app.day(29), app.day(32)])
        await form.getByText(money(24_500), { exact: true }).waitFor()
      }))

    test('loads on first use, and moves the focus to the date field if it cannot load (SRCH-1)', () =>
      visit(
        app,
        async (page) => {
          const loadedPaths: string[] = []
          page.on('request', (request) => void loadedPaths.push(new URL(request.url()).pathname))
          await openPage(page, inLanguage('/', language))
          await page.waitForLoadState('networkidle')
          assert.ok(
            !loadedPaths.some((path) => path.includes('dates-calendar')),
            'the calendar is not loaded before it is opened',
          )
          await page.route('**/dates-calendar*', (route) => route.abort('connectionfailed'))
          await findDatesButton(page).click()
          await waitUntil(page, () => (document.activeElement as HTMLInputElement).name === 'check_in')
          await page.unroute('**/dates-calendar*')
          await page.reload()
          await openPage(page, inLanguage('/', language))
          await findDatesButton(page).click()
          await page.getByRole('dialog', { name: `${t('search.check_in')} – ${t('search.check_out')}` }).waitFor()
          assert.ok(loadedPaths.some((path) => path.includes('dates-calendar')))
        },
        { expectedErrors: ['failed /assets/dates-calendar', 'error: Error fetching data'] },
      ))
  })
}

/** Waits for a text in the status line of the open calendar. */
const waitForStatus = (page: Page, text: string): Promise<void> =>
  page
    .getByRole('dialog')
    .getByRole('status')
    .filter({ hasText: text.replaceAll('\u00a0', ' ') })
    .waitFor({ state: 'attached' })

function formatStay({ day, count }: ServerTranslator, fromDate: string, to: string): string {
  const nightCount = (Date.parse(to) - Date.parse(fromDate)) / 86_400_000
  return `${day(fromDate, 'short')} – ${day(to, 'short')} · ${count('rooms.nights', nightCount)}`
}

/** Swipes across the middle of the days with one finger. */
async function swipe(page: Page, direction: 'left' | 'right'): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const { x, y, width } = (await page.getByRole('grid').boundingBox())!
  const [leftX, rightX] = [x + width * 0.2, x + width * 0.8]
  const [start, end] = direction === 'left' ? [rightX, leftX] : [leftX, rightX]
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: at, y: y + 150 }] })
  const labelBefore = await page.getByRole('grid').getAttribute('aria-labelledby')
  await touch('touchStart', start)
  await touch('touchMove', (start + end) / 2)
  await touch('touchMove', end)
  await page.waitForTimeout(100) // the finger rests first, because the browser ignores a tap until a fling has ended
  await touch('touchEnd')
  await page.waitForFunction(
    (id) => document.querySelector('dialog [role=grid]')?.getAttribute('aria-labelledby') !== id,
    labelBefore,
  )
}
