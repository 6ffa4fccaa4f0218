import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { hasFocus, waitForFocus, visit } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { HOLD_MS } from '#stays/availability/office/use-selecting.ts'
import { parseDay } from '#platform/day.ts'
import { officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage } from './open-office-page.ts'

const weekendsOfMarch = ['05', '06', '12', '13', '19', '20', '26', '27'].map((date) => `2027-03-${date}`)

for (const { engine, language } of selectPairs(import.meta.url)) {
  const translator = translatorFor(language)
  const { t, count, number } = translator
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`the rate calendar, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)
    let ids: Map<string, number>
    before(async () => {
      const rooms = await app.db.selectFrom('room').select(['id', 'slug']).execute()
      ids = new Map(rooms.map(({ id, slug }) => [slug, id]))
    })

    async function openRates(page: Page) {
      await openOfficePage(page, app, language, officePages.rates)
      await page.locator('td[data-day]').first().waitFor()
    }
    const findCell = (page: Page, slug: string, iso: string): Locator =>
      page.locator(`td[data-room="${ids.get(slug)}"][data-day="${parseDay(iso)}"]`)
    const findButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
    const findMonthField = (page: Page) => page.getByLabel(t('rates.month'), { exact: true })
    const findApplyButton = (page: Page, nights: number) => findButton(page, count('rates.apply', nights))
    const waitUntilApplied = (page: Page, nights: number) => page.getByText(count('rates.applied', nights)).waitFor()
    const waitUntilUndone = (page: Page, nights: number) => page.getByText(count('rates.restored', nights)).waitFor()
    const readOwnRates = (slug: string) =>
      app.db
        .selectFrom('rate')
        .select(['day', 'price_poisha'])
        .where('room_id', '=', ids.get(slug)!)
        .where('day', '>=', parseDay('2027-03-01')!)
        .where('day', '<=', parseDay('2027-03-31')!)
        .where('price_poisha', 'is not', null)
        .orderBy('day')
        .execute()
    const listWeekendRates = (pricePoisha: number) =>
      weekendsOfMarch.map((iso) => ({ day: parseDay(iso)!, price_poisha: pricePoisha }))
    /** Returns the public price of a room for the first weekend of March 2027. */
    async function readPublicPrice(slug: string) {
      const stayQuery = { slug, check_in: '2027-03-05', check_out: '2027-03-07', adult: 1, child: 0 }
      return (await app.call('getStayPrice', stayQuery)).body.total as number
    }

    for (const width of [1280, 1440])
      test(`fills the width of ${width} px with whole days (DES-72)`, () =>
        visit(
          app,
          async (page) => {
            await openRates(page)
            const [rightEdge, lastRight] = await page.getByRole('grid').evaluate((grid) => {
              const frame = grid.parentElement!.getBoundingClientRect()
              const edges = [...grid.querySelectorAll('th[data-day]')].map((day) => day.getBoundingClientRect().right)
              return [frame.right, Math.max(...edges.filter((edge) => edge <= frame.right + 1))]
            })
            assert.ok(
              Math.abs(rightEdge! - lastRight!) <= 2,
              `the last day ends at ${lastRight}, the frame at ${rightEdge}`,
            )
          },
          { width, locale },
        ))

    test('raises the prices of selected weekends after a preview, and undoes the change (OFF-62, OFF-63, OFF-64)', () =>
      visit(
        app,
        async (page) => {
          await openRates(page)
          const priceBefore = await readPublicPrice('single')
          await findMonthField(page).selectOption('2027-03')
          const [firstCell, lastCell] = [findCell(page, 'single', '2027-03-01'), findCell(page, 'twin', '2027-03-31')]
          const start = (await firstCell.boundingBox())!
          const twinBox = (await findCell(page, 'twin', '2027-03-01').boundingBox())!
          const gridBox = (await page.getByRole('grid').locator('..').boundingBox())!
          await page.mouse.move(start.x + 20, start.y + 20)
          await page.mouse.down()
          // The calendar scrolls when the pointer reaches the edge of the visible area.
          await page.mouse.move(gridBox.x + gridBox.width - 15, twinBox.y + 20, { steps: 5 })
          await page
            .locator(`td[data-day="${parseDay('2027-03-31')}"][aria-selected=true]`)
            .first()
            .waitFor()
          await page.mouse.move(gridBox.x + gridBox.width / 2, twinBox.y + 20, { steps: 3 })
          await lastCell.scrollIntoViewIfNeeded()
          const end = (await lastCell.boundingBox())!
          await page.mouse.move(end.x + 20, end.y + 20, { steps: 3 })
          await page.mouse.up()
          await page.getByLabel(t('rates.to')).fill('2027-03-31')
          await findButton(page, t('rates.weekends')).click()
          await page.getByLabel(t('rates.price'), { exact: true }).selectOption('percent')
          await page.getByLabel(t('rates.percent')).fill('20')
          await page.getByText(count('rates.preview_count', 16)).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          // The calendar shows the new prices before they are public.
          await findMonthField(page).selectOption('2027-03')
          const friday = findCell(page, 'single', '2027-03-05')
          await friday.filter({ hasText: number(5400) }).waitFor()
          assert.equal(await readPublicPrice('single'), priceBefore)
          await findApplyButton(page, 16).click()
          await waitUntilApplied(page, 16)
          assert.deepEqual(await readOwnRates('single'), listWeekendRates(540_000))
          assert.deepEqual(await readOwnRates('twin'), listWeekendRates(744_000))
          assert.equal(await readPublicPrice('single'), 2 * 5400)
          await page.getByText(t('rates.was_percent', { percent: `+${number(20)}` }), { exact: false }).waitFor()
          await findButton(page, t('rates.undo')).first().click()
          await waitUntilUndone(page, 16)
          assert.deepEqual(await readOwnRates('single'), [])
          assert.equal(await readPublicPrice('single'), priceBefore)
          await page.getByText(t('rates.undone'), { exact: true }).waitFor()
        },
        { locale },
      ))

    test('raises the prices of weekends with the keyboard alone (OFF-66)', () =>
      visit(
        app,
        async (page) => {
          await openRates(page)
          const press = async (key: string, times = 1) => {
            for (let turn = 0; turn < times; turn++) await page.keyboard.press(key)
          }
          const todayCell = findCell(page, 'single', app.day(0))
          await todayCell.focus()
          await press('ArrowRight', parseDay('2027-03-01')! - parseDay(app.day(0))!)
          const firstCell = findCell(page, 'single', '2027-03-01')
          assert.ok(await waitForFocus(firstCell), 'the first of March has the focus')
          assert.match(await firstCell.innerText(), new RegExp(translator.day('2027-03-01', 'weekday')))
          await press('Shift+ArrowRight', 30)
          assert.equal(await findCell(page, 'single', '2027-03-31').getAttribute('aria-selected'), 'true')
          // Typing a digit starts the entry of a price.
          await page.keyboard.press('5')
          const amount = page.getByLabel(t('rates.taka'), { exact: true })
          assert.ok(await waitForFocus(amount), 'the price has the focus')
          await page.keyboard.press('End')
          await page.keyboard.type('250')
          const weekdayCheckboxes = page.getByRole('group', { name: t('rates.weekdays') }).getByRole('checkbox')
          await weekdayCheckboxes.first().focus()
          for (let index = 0; index < 5; index++) {
            await page.keyboard.press('Space')
            await page.keyboard.press('Tab')
          }
          await findApplyButton(page, 8).waitFor()
          await amount.focus()
          await page.keyboard.press('Enter')
          await waitUntilApplied(page, 8)
          assert.deepEqual(await readOwnRates('single'), listWeekendRates(525_000))
          const undoButton = findButton(page, t('rates.undo')).first()
          for (let tabCount = 0; !(await hasFocus(undoButton)); tabCount++) {
            assert.ok(tabCount < 10)
            await page.keyboard.press('Tab')
          }
          await page.keyboard.press('Enter')
          await waitUntilUndone(page, 8)
          assert.deepEqual(await readOwnRates('single'), [])
        },
        { locale },
      ))

    test('changes a price by touch on a phone (OFF-66)', () =>
      visit(
        app,
        async (page) => {
          await openRates(page)
          await page.getByLabel(t('rates.room'), { exact: true }).selectOption(String(ids.get('twin')))
          await findMonthField(page).selectOption('2027-03')
          await findCell(page, 'twin', '2027-03-09').tap()
          await findCell(page, 'twin', '2027-03-11').tap()
          await findButton(page, count('rates.change_nights', 3)).tap()
          await page.getByLabel(t('rates.price'), { exact: true }).selectOption('set')
          const amount = page.getByLabel(t('rates.taka'), { exact: true })
          await amount.fill('0')
          await page.getByText(t('error.rates_zero_price')).first().waitFor()
          await amount.fill(language === 'bn' ? '৬৯০০' : '6900')
          await page.getByText(count('rates.preview_count', 3)).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await findApplyButton(page, 3).tap()
          await waitUntilApplied(page, 3)
          assert.deepEqual(
            (await readOwnRates('twin')).map((row) => row.price_poisha),
            [690_000, 690_000, 690_000],
          )
          await findCell(page, 'twin', '2027-03-10')
            .filter({ hasText: number(6900) })
            .waitFor()
          const width = await page.evaluate(() => document.documentElement.scrollWidth)
          assert.ok(width <= 390, `${width} px`)
          await findButton(page, t('rates.undo')).first().tap()
          await waitUntilUndone(page, 3)
        },
        {
          locale,
          width: 390,
          hasTouch: true,
          stoppedTimerDelaysMs: [HOLD_MS],
          expectedErrors: ['422 /api/office/previewRates'],
        },
      ))

    test('shows the current prices and changes nothing if another user has changed them since the preview (OFF-63, OFF-65)', () =>
      visit(
        app,
        async (page) => {
          await openRates(page)
          await findMonthField(page).selectOption('2027-03')
          await findCell(page, 'family', '2027-03-03').click()
          await page.getByLabel(t('rates.price'), { exact: true }).selectOption('add')
          await page.getByLabel(t('rates.taka'), { exact: true }).fill('1000')
          await page.getByText(count('rates.preview_count', 1)).waitFor()
          const token = await app.signIn('owner')
          const roomNights = { rooms: [ids.get('family')], from: '2027-03-03', to: '2027-03-03' }
          const form = { ...roomNights, price: 'set', amount: 20_000 }
          const { digest } = (await app.call('previewRates', form, { token })).body
          await app.call('applyRates', { ...form, digest }, { token })
          await findApplyButton(page, 1).click()
          await page.getByText(t('error.rates_stale')).waitFor()
          await page.getByRole('status').getByText(translator.money(21_000)).waitFor()
          assert.deepEqual(
            (await readOwnRates('family')).map((row) => row.price_poisha),
            [2_000_000],
          )
          await findApplyButton(page, 1).click()
          await waitUntilApplied(page, 1)
          // The panel names the author of the change and the price for guests.
          await findCell(page, 'family', '2027-03-03').click()
          await page.getByRole('heading', { name: t('rates.night_changes') }).waitFor()
          assert.equal((await page.getByText('Nasreen Akter', { exact: false }).count()) > 2, true)
          await findButton(page, t('rates.guest_pays')).click()
          await page.getByRole('status').getByText(translator.money(21_000)).first().waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
        },
        { locale, width: 1440, expectedErrors: ['409 /api/office/applyRates'] },
      ))

    test('shades a night without a free room, and says that it is full (OFF-353)', () =>
      visit(
        app,
        async (page) => {
          const [checkin, checkout] = [app.day(3), app.day(4)]
          const stay = createStayForm(app, { slug: 'family', checkin, checkout })
          assert.equal((await app.call('requestGuestBooking', stay, { token: await app.newGuest() })).status, 200)
          await openRates(page)
          const [fullNight, freeNight] = [findCell(page, 'family', checkin), findCell(page, 'family', checkout)]
          await fullNight.getByText(t('rates.full_short'), { exact: true }).waitFor()
          await freeNight.getByText(t('rates.left_short', { left: 1 }), { exact: true }).waitFor()
          const readBackground = (cell: Locator) => cell.evaluate((node) => getComputedStyle(node).backgroundColor)
          assert.notEqual(await readBackground(fullNight), await readBackground(freeNight))
          await page.setViewportSize({ width: 390, height: 844 })
          await page.getByLabel(t('rates.room'), { exact: true }).selectOption(String(ids.get('family')))
          await fullNight.getByText(t('rates.full_short'), { exact: true }).waitFor()
          assert.notEqual(await readBackground(fullNight), await readBackground(freeNight))
        },
        { width: 1440, locale },
      ))

    test('shows the month of the first visible day (LIVE-12)', () =>
      visit(
        app,
        async (page) => {
          app.clock.advance(25 * 24 * 3_600_000)
          await openRates(page)
          const today = app.day(0)
          assert.match(today, /-29$/)
          assert.equal(await findMonthField(page).inputValue(), today.slice(0, 7))
        },
        { width: 1440, locale },
      ))

    test('opens the month of a phone at the week of today, also near its end (OFF-367)', () =>
      visit(
        app,
        async (page) => {
          app.clock.advance(Date.parse('2026-12-30T06:00:00Z') - app.clock.now)
          await openRates(page)
          const days = await page
            .locator('td[data-day]')
            .evaluateAll((cells) => cells.map((cell) => cell.dataset['day']))
          assert.equal(Number(days[0]), parseDay('2026-12-27'))
          assert.equal(days.length, 35)
          await findCell(page, 'single', '2027-01-01')
            .filter({ hasText: translator.day('2027-01-01', 'short') })
            .waitFor()
        },
        { locale, width: 390, isMobile: true, hasTouch: true },
      ))
  })
}
