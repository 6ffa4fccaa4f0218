import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { waitUntil, visit, waitUntilAbsent } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { LONG_PRESS_MS } from '#front-desk/desk/chart/hooks/use-drag.ts'
import { translatorFor } from '#locales/both.ts'
import {
  findBar,
  findButton,
  findDragCopy,
  dragAndHold,
  createChartActions,
  columnOf,
  drag,
  findInRow,
  findMiddle,
  findRow,
  swipe,
} from './chart-actions.ts'

/** Moves a stay to another row, or one of its ends by a number of days, as a user does. */
interface DragMethod {
  hasTouch: boolean
  move(page: Page, name: string, unit: string): Promise<void>
  stretch(page: Page, name: string, end: 'start' | 'end', dayOffset: number): Promise<void>
}

const dragMethods: Record<'mouse' | 'touch' | 'keys', DragMethod> = {
  mouse: {
    hasTouch: false,
    move: (page, name, unit) => drag(page, findBar(page, name), 'middle', findRow(page, unit)),
    stretch: (page, name, end, dayOffset) => drag(page, findBar(page, name), end, findBar(page, name), dayOffset),
  },
  touch: {
    hasTouch: true,
    async move(page, name, unit) {
      const [from, to] = [await findMiddle(findBar(page, name)), await findMiddle(findRow(page, unit))]
      await swipe(page, from, { x: from.x, y: to.y }, () => findDragCopy(page, name).waitFor())
    },
    async stretch(page, name, end, dayOffset) {
      const center = await findMiddle(findBar(page, name))
      await swipe(page, center, center, () => findDragCopy(page, name).waitFor())
      const grip = page.locator(`[data-grip=${end}]`)
      const box = (await grip.boundingBox())!
      assert.ok(box.width >= 44 && box.height >= 44, `${box.width} × ${box.height}`)
      const from = await findMiddle(grip)
      await swipe(page, from, { x: from.x + dayOffset * (await columnOf(page)), y: from.y })
    },
  },
  keys: {
    hasTouch: false,
    async move(page, name) {
      await findBar(page, name).focus()
      for (const key of ['m', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
    },
    async stretch(page, name, end, dayOffset) {
      await findBar(page, name).focus()
      await page.keyboard.press('m')
      const arrow = dayOffset > 0 ? 'ArrowRight' : 'ArrowLeft'
      await page.keyboard.press(end === 'end' ? `Shift+${arrow}` : `Control+Shift+${arrow}`)
      await page.keyboard.press('Enter')
    },
  },
}

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const { t, money } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`moving stays on the chart, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)
    let token: string
    before(async () => {
      token = await app.signIn('owner')
    })

    let dayOffset = 10
    for (const [method, { hasTouch, move, stretch }] of Object.entries(dragMethods)) {
      const day = (dayOffset += 10)

      test(`moves a stay and extends it at both ends by ${method}, at ${width} (OFF-315)`, () =>
        visit(
          app,
          async (page) => {
            const chart = createChartActions(app, language, () => token)
            const name = `Hand ${width} ${method}`
            await chart.book(name, '101', day, day + 2)
            await chart.open(page, day - 1, 4)
            await move(page, name, '102')
            await findInRow(page, '102', name).waitFor()
            assert.deepEqual(await chart.unitsByNight(name), ['102', '102'])

            await stretch(page, name, 'end', 1)
            const findPriceText = (priceBefore: number, priceAfter: number) =>
              page.getByText(t('desk.price_before_after', { before: money(priceBefore), after: money(priceAfter) }))
            await findPriceText(9_000, 13_500).waitFor()
            assert.equal((await chart.unitsByNight(name)).length, 2, 'nothing changes before the confirmation')
            const dateText = translatorFor(language).day(app.day(day + 3), 'short')
            await findButton(page, `${t('desk.extend_to', { when: dateText })}, + ${money(4_500)}`).press('Enter')
            await findPriceText(9_000, 13_500).waitFor({ state: 'detached' })
            assert.deepEqual(await chart.unitsByNight(name), Array(3).fill('102'))

            await stretch(page, name, 'start', -1)
            await findPriceText(13_500, 18_000).waitFor()
            await findButton(page, t('desk.move_stay')).press('Enter')
            await findPriceText(13_500, 18_000).waitFor({ state: 'detached' })
            assert.deepEqual(await chart.unitsByNight(name), Array(4).fill('102'))
          },
          { width, locale, hasTouch, isMobile: hasTouch && width < 700 },
        ))
    }

    test('ignores the click at the end of a long press, and opens the stay on the next click (OFF-315)', () =>
      visit(
        app,
        async (page) => {
          const chart = createChartActions(app, language, () => token)
          await chart.book('Late', '101', 88, 90)
          await chart.open(page, 87, 4)
          const { x, y } = await findMiddle(findBar(page, 'Late'))
          const dispatchEvents = (...eventTypes: string[]) =>
            findBar(page, 'Late').evaluate(
              async (cell, input) => {
                const init = { bubbles: true, cancelable: true, clientX: input.x, clientY: input.y, detail: 1 }
                for (const type of input.types) {
                  cell.dispatchEvent(new PointerEvent(type, { ...init, pointerId: 7, pointerType: 'touch' }))
                  await new Promise((resolve) => setTimeout(resolve)) // each event must be a task of its own
                }
                return location.search.includes('stay=')
              },
              { types: eventTypes, x, y },
            )
          await dispatchEvents('pointerdown')
          await findDragCopy(page, 'Late').waitFor()
          assert.equal(await dispatchEvents('pointerup', 'click'), false)
          await dispatchEvents('pointerdown', 'pointerup', 'click')
          await page.waitForURL('**stay=*')
        },
        { width: 390, locale, isMobile: true, hasTouch: true },
      ))

    test('scrolls on a swipe without a long press, and moves no stay (OFF-315)', () =>
      visit(
        app,
        async (page) => {
          const chart = createChartActions(app, language, () => token)
          await chart.book('Wei', '101', 100, 102)
          await chart.open(page, 100, 4)
          const startPoint = await findMiddle(findBar(page, 'Wei'))
          await swipe(page, startPoint, { x: startPoint.x, y: startPoint.y - 120 })
          await waitUntil(page, () => scrollY > 0)
          assert.deepEqual(await chart.unitsByNight('Wei'), ['101', '101'])
        },
        { width: 390, locale, isMobile: true, hasTouch: true, stoppedTimerDelaysMs: [LONG_PRESS_MS] },
      ))

    test('drops a stay where the mouse was released, even before the next frame is drawn (OFF-315)', () =>
      visit(
        app,
        async (page) => {
          const chart = createChartActions(app, language, () => token)
          await chart.book('Hasty', '101', 112, 114)
          await chart.open(page, 111, 4)
          await dragAndHold(page, findBar(page, 'Hasty'), 'middle', findRow(page, '101'))
          const { x, y } = await findMiddle(findRow(page, '102').getByRole('gridcell').nth(1))
          await Promise.all([page.mouse.move(x, y), page.mouse.up()])
          await findInRow(page, '102', 'Hasty').waitFor()
          assert.deepEqual(await chart.unitsByNight('Hasty'), ['102', '102'])
        },
        { width: 1440, locale },
      ))

    test('selects free nights by keyboard and announces the selection (OFF-313)', () =>
      visit(
        app,
        async (page) => {
          const chart = createChartActions(app, language, () => token)
          await chart.book('Lena', '101', 124, 126)
          await chart.open(page, 119)
          const cells = findRow(page, '101').getByRole('gridcell')
          await cells.nth(2).focus()
          for (const key of ['ArrowRight', 'Shift+ArrowRight']) await page.keyboard.press(key)
          const selectionStatus = page
            .getByRole('status')
            .filter({ hasText: translatorFor(language).count('rooms.nights', 2) })
          await selectionStatus.waitFor({ state: 'attached' })
          // A selection cannot include occupied nights.
          await page.keyboard.press('Shift+ArrowRight')
          await page
            .getByRole('status')
            .filter({ hasText: t('desk.move_limit') })
            .waitFor({ state: 'attached' })
          assert.equal(await findRow(page, '101').locator('[aria-selected=true]').count(), 2)
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.keyboard.press('Escape')
          await waitUntilAbsent(findRow(page, '101').locator('[aria-selected=true]'))
          for (const key of ['Shift+ArrowLeft', 'Shift+ArrowLeft', 'Enter']) await page.keyboard.press(key)
          await findButton(page, t('desk.book_nights')).press('Enter')
          await page.getByRole('heading', { level: 1, name: t('desk.book_title') }).waitFor()
          const { searchParams } = new URL(page.url())
          assert.deepEqual([searchParams.get('from'), searchParams.get('to')], [app.day(121), app.day(124)])
        },
        { width: 1440, locale },
      ))

    test('keeps the nights that were selected by mouse highlighted while their panel is open (LIVE-5)', () =>
      visit(
        app,
        async (page) => {
          const chart = createChartActions(app, language, () => token)
          await chart.open(page, 219)
          const row = findRow(page, '104')
          await drag(page, row.getByRole('gridcell').nth(2), 'middle', row, 2)
          await page.getByRole('region', { name: t('desk.nights') }).waitFor()
          assert.equal(await row.locator('[aria-selected=true]').count(), 3)
          await page.keyboard.press('Escape')
          await row.locator('[aria-selected=true]').first().waitFor({ state: 'detached' })
        },
        { width: 1440, locale },
      ))
  })
}
