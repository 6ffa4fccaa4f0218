import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { visit } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { insertStay, buildNights } from '#testing/insert-stay.ts'
import { purgeStays } from '#testing/purge-stays.ts'
import { selectPairs } from '#testing/pairs.ts'
import { sheetNames } from '#insight/figures/sheet-names.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import { formatInclusiveDates } from '#locales/dates.ts'
import { officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage } from './open-office-page.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const { t, number, money, day: formatDate } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`the figures page of the office, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)
    before(async () => {
      await purgeStays(app.db)
      const room = await app.db.selectFrom('room').select('id').where('slug', '=', 'twin').executeTakeFirstOrThrow()
      // Four nights in December, two in each of two weeks. The last one was free.
      const addStay = (day: string, price: number) =>
        insertStay(app.db, buildNights(room.id, parseDay(day)!, 1, price, (price * 3) / 23))
      for (const day of ['2026-12-15', '2026-12-16', '2026-12-22']) await addStay(day, 4_600)
      await addStay('2026-12-23', 0)
    })

    const fitsWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
    const choose = async (page: Page, label: 'period' | 'compare', option: string) =>
      page.getByRole('combobox', { name: t(`figures.${label}`), exact: true }).selectOption(option)
    const submitFigures = (page: Page) => page.getByRole('button', { name: t('figures.show'), exact: true }).click()
    const findKeyFigure = (page: Page, name: Parameters<typeof t>[0]) =>
      page
        .getByRole('main')
        .locator('dl > div')
        .filter({ has: page.locator('dt').getByText(t(name), { exact: true }) })

    const findCard = (page: Page, name: Parameters<typeof t>[0]) =>
      page.getByRole('navigation', { name: t('figures.cards') }).getByRole('link', { name: t(name) })

    test(`shows the figures of the last month with their definitions and stays, at ${width} px (OFF-150, OFF-154, OFF-293, OFF-339, DES-80)`, () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.figures)
          await page.getByText(t('figures.empty')).waitFor()
          await choose(page, 'period', 'last_month')
          await choose(page, 'compare', 'none')
          await submitFigures(page)
          await page.waitForURL(/period=last_month/)
          await findKeyFigure(page, 'figures.nights_sold').getByText(number(4), { exact: true }).waitFor()
          await findCard(page, 'figures.card_occupancy').and(page.locator('[aria-current=page]')).waitFor()
          await page.getByRole('link', { name: t('figures.show_all') }).click()
          await findKeyFigure(page, 'figures.average_rate').getByText(money(4_000), { exact: true }).waitFor()
          await findKeyFigure(page, 'figures.revenue').getByText(money(12_000), { exact: true }).waitFor()

          const occupancy = page.getByRole('table', { name: t('figures.chart_occupancy'), exact: true })
          const lastRow = occupancy.getByRole('row').last()
          assert.ok((await lastRow.getByRole('cell').first().textContent())!.startsWith(number(4)))
          const revenue = page.getByRole('table', { name: t('figures.chart_revenue'), exact: true })
          assert.deepEqual(await revenue.getByRole('row').last().getByRole('cell').allTextContents(), [
            number(12_000),
            number(1_800),
            number(13_800),
          ])
          const charts = page.getByRole('main').getByRole('img')
          assert.equal(await charts.count(), 2 + sheetNames.length - 1)
          const chartBox = (await charts.first().boundingBox())!
          assert.equal(await charts.first().getAttribute('width'), String(chartBox.width))
          const [peakLabel, highestBar] = await charts.first().evaluate((chart) => {
            const bars = [...chart.querySelectorAll<SVGRectElement>('rect:has(title)')]
            const highest = bars.toSorted((a, b) => b.height.baseVal.value - a.height.baseVal.value)[0]!
            return [[...chart.querySelectorAll('text')].at(-1)!.textContent, highest.textContent]
          })
          assert.ok(peakLabel && highestBar!.endsWith(`: ${peakLabel}`), `${peakLabel} is the value of ${highestBar}`)

          const definition = findKeyFigure(page, 'figures.average_rate').locator('summary')
          await definition.press('Enter')
          await page.getByText(t('figures.about_average_rate')).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          assert.ok(await fitsWidth(page))

          await lastRow.getByRole('link', { name: number(4) }).click()
          await page.waitForURL(/figures\/stays\?figure=nights&from=2026-12-01&until=2026-12-31/)
          await page.getByRole('heading', { level: 1, name: t('figures.stays_of_nights') }).waitFor()
          await findKeyFigure(page, 'figures.nights').getByText(number(4), { exact: true }).waitFor()
          await findKeyFigure(page, 'figures.net').getByText(money(12_000), { exact: true }).waitFor()
        },
        { width, locale },
      ))

    test('shows the nights on the books and their change since an earlier day, and says if that day has no data (OFF-222, OFF-224)', () =>
      visit(
        app,
        async (page) => {
          const today = parseDay(app.day(0))!
          const room = await app.db.selectFrom('room').select('id').where('slug', '=', 'twin').executeTakeFirstOrThrow()
          const getBooksRow = (day: number, soldCount: number) => ({
            as_of_day: day,
            night: today + 2,
            room_id: room.id,
            sold: soldCount,
            gross_poisha: soldCount * 460_000,
            vat_poisha: soldCount * 60_000,
          })
          const days = [today - 7, today - 5, today]
          await app.db
            .insertInto('daily_run')
            .values(days.map((day) => ({ name: 'on books', day, at: app.clock.now })))
            .execute()
          await app.db
            .insertInto('nights_on_books')
            .values([getBooksRow(today - 7, 2), getBooksRow(today - 5, 9), getBooksRow(today, 5)])
            .execute()
          await openOfficePage(page, app, language, officePages.figures)
          await findCard(page, 'figures.card_bookings').click()
          const table = page.getByRole('table', { name: t('figures.books'), exact: true })
          const totals = table.getByRole('row').last().getByRole('cell')
          const noValue = t('figures.none')
          await totals.first().waitFor()
          assert.deepEqual(await totals.allTextContents(), [
            number(5),
            number(20_000),
            `+${number(3)}`,
            `+${number(12_000)}`,
            noValue,
            noValue,
          ])
          await page.getByText(`: ${formatDate(app.day(-6))}, `).waitFor()
          const sinceField = page.getByLabel(t('figures.since'), { exact: true })
          await sinceField.fill(app.day(0))
          await sinceField.press('Enter')
          await page.getByText(t('error.books_order')).waitFor()
          await sinceField.fill(app.day(-5))
          await sinceField.press('Enter')
          await totals.getByText(number(-4), { exact: true }).waitFor()
          const [file] = await Promise.all([
            page.waitForEvent('download'),
            page.getByRole('button', { name: `${t('figures.download')}: ${t('figures.books')}` }).click(),
          ])
          const januaryNights = 31
          const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
          assert.equal(lines[3], `${app.day(2)},5,20000,3000,9,36000,5400,${isoDay(today + 2 - januaryNights)},,,`)
        },
        { width: 1440, locale, expectedErrors: ['422 /api/office/getOnTheBooks?'] },
      ))

    test('accepts custom dates by Enter, moves the focus to a field with an error, and downloads the revenue of each night (OFF-154, OFF-155)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.figures)
          await choose(page, 'period', 'own')
          const fromField = page.getByLabel(t('figures.from'), { exact: true })
          const untilField = page.getByLabel(t('figures.until'), { exact: true })
          await fromField.fill('2026-12-22')
          await untilField.fill('2026-12-20')
          await untilField.press('Enter')
          await page.getByText(t('error.figures_order')).waitFor()
          assert.equal(await untilField.evaluate((field) => field === document.activeElement), true)
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await untilField.fill('2026-12-23')
          await untilField.press('Enter')
          await page.waitForURL(/from=2026-12-22&until=2026-12-23/)
          await findKeyFigure(page, 'figures.nights_sold').getByText(number(2), { exact: true }).waitFor()
          await findCard(page, 'figures.card_revenue').click()
          const [file] = await Promise.all([
            page.waitForEvent('download'),
            page
              .getByRole('button', { name: `${t('figures.download')}: ${t('figures.chart_revenue')}`, exact: true })
              .click(),
          ])
          const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
          assert.deepEqual(
            lines
              .slice(1)
              .map((line) => line.split(',').filter((_, index) => index === 0 || (index > 5 && index < 10))),
            [
              ['2026-12-22', '4000', '600', '4600', '2026-12-20'],
              ['2026-12-23', '0', '0', '0', '2026-12-21'],
            ],
          )
        },
        { width: 1440, locale, expectedErrors: ['422 /api/office/getFigures?'] },
      ))

    test('says once that there is nothing to compare, without zeros beside the figures, and no change before the period is over (DES-70, OFF-352)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, `${officePages.figures}?period=last_month&compare=year`)
          const [from, until] = ['2025-12-02', '2026-01-01']
          const days = formatInclusiveDates(translatorFor(language), from, until)
          await page.getByText(t('figures.nothing_to_compare', { days })).waitFor()
          await findCard(page, 'visits.title').waitFor()
          const comparisonText = t('figures.before', { value: '' }).trim()
          assert.ok(!(await page.getByRole('main').innerText()).includes(comparisonText))
          await page.goto(`${page.url().split('?')[0]}?period=month&compare=previous`)
          const occupancyCard = findCard(page, 'figures.card_occupancy')
          await occupancyCard.getByText(comparisonText).waitFor()
          await occupancyCard.getByText(t('figures.points', { value: '' }).trim()).waitFor()
          // The month is not over, so fewer bookings than in the month before are no loss.
          const bookingsCard = findCard(page, 'figures.card_bookings')
          await bookingsCard.getByText(t('figures.before_so_far', { value: '' }).trim()).waitFor()
          assert.ok(!(await bookingsCard.innerText()).includes('%'))
        },
        { width: 1440, locale },
      ))

    test('shows the occupancy without closed units in the digits of the language (OFF-150)', () =>
      visit(
        app,
        async (page) => {
          const token = await app.signIn('owner')
          const unit = await app.db.selectFrom('unit').select('id').limit(1).executeTakeFirstOrThrow()
          const closure = { unit: unit.id, from: app.day(1), to: app.day(3), reason: 'Painting' }
          assert.equal((await app.call('closeUnit', closure, { token })).status, 200)
          await openOfficePage(page, app, language, `${officePages.figures}?period=month`)
          const occupancyText = t('figures.occupancy_open', { value: 0 })
          await findKeyFigure(page, 'figures.nights_sold').getByText(occupancyText).waitFor()
        },
        { width: 1440, locale },
      ))
  })
}
