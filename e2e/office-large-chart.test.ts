import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Locator } from 'playwright-core'
import { waitUntil, visit } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { officePages } from '#routes/office.ts'
import { openOfficePage } from './open-office-page.ts'

const UNIT_COUNT = 120

for (const { engine, language } of selectPairs(import.meta.url)) {
  describe(`the chart of a large property, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)
    before(async () => {
      await sql`
        insert into unit (room_id, name)
        with recursive doors (n) as (select 0 union all select n + 1 from doors where n + 1 < cast(${UNIT_COUNT} as integer))
        select (select min(id) from room), 'L' || (1000 + n) from doors`.execute(app.db)
    })

    /** Returns whether a cell is fully visible, not covered by row names or day headers. */
    const isFullyVisible = (cell: Locator) =>
      cell.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        const corners = [left + 3, right - 3].flatMap((x) => [top + 3, bottom - 3].map((y) => ({ x, y })))
        return corners.every(({ x, y }) => element.contains(document.elementFromPoint(x, y)))
      })

    test('moves the focus to cells that are not rendered yet, and keeps the scroll position when the focused cell is scrolled out of view (OFF-160)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, `${officePages.chart}?from=${app.day(0)}&days=28`)
          const grid = page.getByRole('grid')
          await grid.waitFor()
          const rowCount = Number(await grid.getAttribute('aria-rowcount'))
          assert.ok((await page.getByRole('row').count()) < rowCount / 2, 'only a part of the rows is rendered')
          const focusedCell = grid.locator('[role=gridcell]:focus')
          const findFocusedCellInRow = (rowIndex: number) =>
            grid.locator(`[role=row][aria-rowindex="${rowIndex}"] [role=gridcell]:focus`)

          await grid.locator('[role=gridcell][tabindex="0"]').focus()
          await page.keyboard.press('Control+End')
          await findFocusedCellInRow(rowCount).waitFor()
          assert.ok(await isFullyVisible(focusedCell))
          await page.keyboard.press('Control+Home')
          await findFocusedCellInRow(3).waitFor()
          assert.ok(await isFullyVisible(focusedCell))

          const scroller = grid.locator('xpath=..')
          const readScrollPosition = () => scroller.evaluate(({ scrollTop }) => scrollTop)
          await scroller.hover()
          await page.mouse.wheel(0, 1_500)
          await grid.locator('[role=row][aria-rowindex="50"]').waitFor()
          await waitUntil(page, () => document.activeElement?.getAttribute('role') === 'gridcell')
          assert.equal(await readScrollPosition(), 1_500)
          await page.keyboard.press('ArrowDown')
          await findFocusedCellInRow(4).waitFor()
          assert.ok(await isFullyVisible(focusedCell))
        },
        { width: 1440, locale: language === 'bn' ? 'bn-BD' : 'en-GB' },
      ))
  })
}
