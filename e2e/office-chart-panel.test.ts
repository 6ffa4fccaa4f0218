import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { hasFocus, waitForFocus, visit, waitUntil, waitUntilAbsent } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { formatGuests } from '#stays/availability/format-guests.ts'
import { LONG_PRESS_MS } from '#front-desk/desk/chart/hooks/use-drag.ts'
import { officeEndpoints, officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { findBar, findButton, createChartActions } from './chart-actions.ts'
import { openOfficePage } from './open-office-page.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const translator = translatorFor(language)
  const { t, money } = translator
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`the panel of a stay beside the chart, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)
    let token: string
    before(async () => {
      token = await app.signIn('owner')
    })
    const createActions = () => createChartActions(app, language, () => token)
    const getPanel = (page: Page, name: string) => page.getByRole('dialog', { name })
    const findLegend = (page: Page) => page.getByRole('list').filter({ hasText: t('desk.due_overdue') })

    const options = {
      width,
      locale,
      stoppedTimerDelaysMs: [LONG_PRESS_MS],
      ...(width < 700 && { isMobile: true, hasTouch: true }),
    }
    const firstDay = 20

    test(`opens under its own URL and returns the focus when it closes, at ${width} (OFF-312)`, () =>
      visit(
        app,
        async (page) => {
          const { booking, code } = await createActions().book('Anjali', '201', firstDay, firstDay + 2)
          await createActions().open(page, firstDay - 1, 4)
          const requestedPaths: string[] = []
          page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
          if (width < 700) await findBar(page, 'Anjali').tap()
          else await findBar(page, 'Anjali').click()
          const panel = getPanel(page, 'Anjali')
          await panel.getByText(code).waitFor()
          await panel.getByText('201', { exact: true }).waitFor()
          await panel.getByText(t('desk.balance_due', { amount: money(12_400) })).waitFor()
          assert.match(page.url(), new RegExp(`[?&]stay=${booking}$`))
          assert.ok(!requestedPaths.includes(officeEndpoints.getChart[1]), 'the chart is not loaded again')
          assert.ok(await hasFocus(panel.getByRole('heading', { level: 2, name: 'Anjali' })))
          await page.keyboard.press('Escape')
          await panel.waitFor({ state: 'detached' })
          assert.doesNotMatch(page.url(), /stay=/)
          assert.ok(await waitForFocus(findBar(page, 'Anjali')))
          assert.ok(!requestedPaths.includes(officeEndpoints.getChart[1]))

          // Open the panel with the keyboard, then with its URL.
          await page.keyboard.press('Enter')
          await panel.getByText(code).waitFor()
          await page.reload()
          await panel.getByText(code).waitFor()
          await panel.getByRole('button', { name: t('shell.close') }).click()
          await panel.waitFor({ state: 'detached' })
          await page.goBack()
          await page.goForward()
        },
        options,
      ))

    for (const widthPx of [390, 1440])
      test(`does not cover its stay, nor the chart, toolbar and legend of a wide screen, at ${widthPx} (OFF-312, OFF-349)`, () =>
        visit(
          app,
          async (page) => {
            const name = `Wilhelmina Achterberg ${widthPx}`
            const from = widthPx === 390 ? 1 : 22
            const { booking } = await createActions().book(name, widthPx === 390 ? '101' : '102', from, from + 1)
            const dayCount = widthPx === 390 ? 4 : 28
            await createActions().open(page, -1, dayCount)
            const readBox = async (target: Locator) => (await target.boundingBox())!
            const toolbar = page.getByRole('main').locator('header').first()
            await toolbar.getByRole('button', { name: t('hint.close') }).click()
            const { height } = await readBox(toolbar)
            assert.ok(height < (widthPx === 390 ? 110 : 60), `the toolbar has a height of ${height}`)
            assert.equal(await findBar(page, name).locator('[title]').getAttribute('title'), name)

            await openOfficePage(page, app, language, `${officePages.chart}?days=${dayCount}&stay=${booking}`)
            const panel = getPanel(page, name)
            await panel.waitFor()
            await findBar(page, name).waitFor()
            await waitUntil(page, () => {
              const [stay, side] = ['[data-open]', '[data-side]'].map((selector) =>
                document.querySelector(selector)!.getBoundingClientRect(),
              )
              return stay!.right <= side!.left || (stay!.bottom <= side!.top && stay!.top >= 0)
            })
            const side = await readBox(panel)
            if (widthPx === 1440)
              for (const coveredElement of [toolbar, page.getByRole('grid').locator('xpath=..'), findLegend(page)]) {
                const { x, width: boxWidth } = await readBox(coveredElement)
                assert.ok(x + boxWidth <= side.x)
              }
            assert.deepEqual(await findAccessibilityViolations(page), [])
          },
          { width: widthPx, locale, ...(widthPx < 700 && { isMobile: true, hasTouch: true }) },
        ))

    test('begins the chart with yesterday on a phone (OFF-349)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.chart)
          const secondHeader = page.getByRole('columnheader').nth(1)
          await secondHeader.getByText(translator.day(app.day(-1), 'weekday')).waitFor({ state: 'attached' })
        },
        { width: 390, locale, isMobile: true, hasTouch: true },
      ))

    test(`offers the quick desk operations and shows their results, at ${width} (OFF-312)`, () =>
      visit(
        app,
        async (page) => {
          const { booking, code } = await createActions().book('Mehmet', '202', firstDay, firstDay + 2)
          await createActions().open(page, firstDay - 1, 4, `&stay=${booking}`)
          const panel = getPanel(page, 'Mehmet')
          await panel.getByRole('button', { name: t('desk.change_party') }).press('Enter')
          assert.ok(
            await waitForFocus(panel.getByLabel(t('desk.book_adults'))),
            'the first field of the form has the focus',
          )
          await panel.getByLabel(t('desk.book_adults')).fill('2')
          await panel.getByRole('button', { name: t('desk.change_party') }).click()
          await panel.getByText(formatGuests({ adult: 2, child: 0 }, translator)).waitFor()
          await findButton(page, t('desk.undo')).click()
          await panel.getByText(formatGuests({ adult: 1, child: 0 }, translator)).waitFor()
          await panel.getByRole('button', { name: t('desk.collect', { amount: money(12_400) }) }).click()
          await panel.getByRole('button', { name: t('bill.record_payment_submit') }).click()
          await panel.getByText(t('bill.is_settled')).waitFor()
          await panel.getByLabel(t('desk.stay_note')).fill('Give the parcel')
          await panel.getByRole('button', { name: t('desk.add_note') }).click()
          await panel.getByRole('listitem').filter({ hasText: 'Give the parcel' }).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await panel.getByRole('link', { name: t('desk.sheet_page') }).click()
          await page.waitForURL(new RegExp(`/office/bookings/${code}$`))
        },
        options,
      ))

    test('lists the selected room of a group first, and offers actions on all rooms (OFF-312)', () =>
      visit(
        app,
        async (page) => {
          const twinUnits = await app.db
            .selectFrom('unit')
            .select(['id', 'room_id', 'name'])
            .where('name', 'in', ['201', '202'])
            .orderBy('name')
            .execute()
          const rooms = twinUnits.map(({ id, room_id }) => ({ room: room_id, unit: id, adults: 1 }))
          await createActions().book('Nordwind', '201', 60, 62, { rooms })
          await createActions().open(page, 59, 7)
          await page.getByRole('gridcell', { name: /^202.*Nordwind/ }).click()
          const panel = getPanel(page, 'Nordwind')
          await panel.getByRole('heading', { name: t('desk.all_rooms') }).waitFor()
          const unitNames = await panel.locator('dt').allInnerTexts()
          assert.ok(unitNames.indexOf('202') < unitNames.indexOf('201'), unitNames.join())
        },
        { width: 1440, locale },
      ))

    test('scrolls the chart to the guest found by the search, and shows different messages for a failed and an empty search (OFF-311)', () =>
      visit(
        app,
        async (page) => {
          await createActions().book('Hiroshi', '104', 100, 102)
          await createActions().open(page, 10)
          const search = page.getByRole('searchbox', { name: t('desk.find_guest') })
          await search.fill('Nobody at all')
          await search.press('Enter')
          await page.getByText(t('desk.book_found_none')).waitFor()
          await search.fill('hiroshi')
          await page.route(`**${officeEndpoints.findStays[1]}*`, (route) => route.abort())
          await search.press('Enter')
          await page.getByText(t('desk.find_failed')).waitFor()
          await waitUntilAbsent(page.getByText(t('desk.book_found_none')))
          await page.unroute(`**${officeEndpoints.findStays[1]}*`)
          await search.press('Enter')
          await page.getByRole('button', { name: /Hiroshi/ }).click()
          await findBar(page, 'Hiroshi').waitFor()
          assert.ok(await waitForFocus(findBar(page, 'Hiroshi')))

          // Turning off single-key shortcuts also turns off the `/` key.
          await page.keyboard.press('?')
          await page.getByLabel(t('keys.enable')).uncheck()
          await page.keyboard.press('Escape')
          await findBar(page, 'Hiroshi').focus()
          await page.keyboard.press('/')
          assert.ok(await hasFocus(findBar(page, 'Hiroshi')))
          await waitUntilAbsent(page.getByRole('dialog'))
        },
        { width: 1440, locale, expectedErrors: [`failed ${officeEndpoints.findStays[1]}`] },
      ))
  })
}
