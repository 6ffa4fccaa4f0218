import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { getDocumentProxy, extractText } from 'unpdf'
import { waitForFocus, visit, waitUntilAbsent } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { insertStay } from '#testing/insert-stay.ts'
import { purgeStays } from '#testing/purge-stays.ts'
import { selectPairs } from '#testing/pairs.ts'
import { parseDay } from '#platform/day.ts'
import { sheetNames } from '#insight/figures/sheet-names.ts'
import { buildSheet } from '#insight/figures/office/sheets.ts'
import { officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage } from './open-office-page.ts'

/** The width of an A4 sheet between its margins, in px. */
const A4_WIDTH_PX = 680

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const translator = translatorFor(language)
  const { t, number } = translator
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'
  const decemberPath = `${officePages.figures}?period=last_month&compare=previous&card=all`

  describe(`the full figures page, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)
    before(async () => {
      await purgeStays(app.db)
      const room = await app.db.selectFrom('room').select('id').where('slug', '=', 'twin').executeTakeFirstOrThrow()
      // Three room nights in December, two of them at odd poisha, and one in November.
      const addStay = (
        day: string,
        nightCount: number,
        pricePoisha: number,
        fields: Parameters<typeof insertStay>[2],
      ) =>
        insertStay(
          app.db,
          Array.from({ length: nightCount }, (_, index) => ({
            roomId: room.id,
            night: parseDay(day)! + index,
            pricePoisha,
            vatPoisha: Math.round((pricePoisha * 3) / 23),
          })),
          { created_at: Date.parse(`${day}T00:00:00Z`) - 5 * 86_400_000, ...fields },
        )
      await addStay('2026-12-15', 2, 345_678, { source: 'agent', country: 'DE', name: 'Lena Vogel' })
      await addStay('2026-12-22', 1, 460_000, { source: 'website' })
      await addStay('2026-11-22', 1, 230_000, { source: 'phone', country: 'GB' })
      await addStay('2026-12-24', 1, 230_000, {
        source: 'phone',
        status: 'no_show',
        cancelled_at: app.clock.now - 10 * 86_400_000,
        cancel_fee_poisha: 230_050,
      })
    })

    const fitsWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
    const findTable = (page: Page, name: string) => page.getByRole('table', { name, exact: true })

    test(`shows a chart and a table with the same data for each section, explains the section and downloads the table, at ${width} px (OFF-290, OFF-291, OFF-293, OFF-364)`, () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, decemberPath)
          const callOptions = { token: await app.signIn('owner'), language }
          const query = { period: 'last_month', compare: 'previous' }
          const { body: figures } = await app.call('getFigures', query, callOptions)
          for (const name of sheetNames.slice(1)) {
            const { title, about, rows } = buildSheet(name, figures, translator)
            const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: title }) })
            const chart = panel.getByRole('img', { name: t('figures.chart_label', { name: title }) })
            await chart.waitFor()
            const names = await findTable(page, title).getByRole('rowheader').allTextContents()
            assert.deepEqual(
              names.slice(0, rows.length),
              rows.map((row) => row.name),
              name,
            )
            const chartText = (await chart.textContent())!
            for (const row of rows) if (row.isDrawn) assert.ok(chartText.includes(row.name), row.name)
            if (width < 700) {
              const overflow = await panel
                .getByRole('region', { name: title, exact: true })
                .evaluate((region) => region.scrollWidth - region.clientWidth)
              assert.ok(overflow <= 0, `${name} is cut`)
            }
            await panel.locator('summary').press('Enter')
            await panel.getByText(about).waitFor()
          }
          const agent = findTable(page, t('figures.by_source'))
            .getByRole('row')
            .filter({ hasText: t('figures.source_agent') })
          if (width < 700) {
            assert.equal(await agent.getByRole('cell').count(), 2, 'a phone folds the last columns')
            const sourcePanel = page
              .locator('section')
              .filter({ has: page.getByRole('heading', { name: t('figures.by_source') }) })
            await sourcePanel.getByRole('button', { name: t('figures.all_columns') }).click()
          }
          const cells = await agent.getByRole('cell').allTextContents()
          assert.deepEqual(
            cells.slice(1),
            // Two nights at 3,456.78, each including 450.88 of VAT.
            language === 'bn' ? ['৬,০১১.৮০', '৯০১.৭৬', '৩,০০৫.৯০', '০'] : ['6,011.80', '901.76', '3,005.90', '0'],
          )
          assert.ok(await fitsWidth(page))

          const [file] = await Promise.all([
            page.waitForEvent('download'),
            page.getByRole('button', { name: `${t('figures.download')}: ${t('figures.by_source')}` }).click(),
          ])
          const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
          assert.ok(lines.includes(`${t('figures.source_agent')},2,6011.8,901.76,3005.9,0,0,0,`), lines.join('\n'))

          const staysLink = findTable(page, t('figures.by_country')).getByRole('link', {
            name: t('figures.to_stays', { number: number(2), name: language === 'bn' ? 'জার্মানি' : 'Germany' }),
          })
          await staysLink.focus()
          assert.ok(await waitForFocus(staysLink))
          await page.keyboard.press('Enter')
          await page.waitForURL(/figures\/stays\?figure=nights&country=DE/)
          await page.getByRole('heading', { level: 1, name: t('figures.stays_of_nights') }).waitFor()
          await page.getByText(translator.money(6_011.8), { exact: true }).first().waitFor()
          await page.getByRole('main').getByRole('link', { name: 'Lena Vogel' }).waitFor()
          assert.ok(await fitsWidth(page))
          await page
            .getByRole('main')
            .getByRole('link', { name: t('figures.title') })
            .click()
          await page.waitForURL(/figures\?period=own&from=2026-12-01&until=2026-12-31/)

          await page.goto(`${page.url().split('?')[0]}/stays?figure=no_shows&from=2026-12-01&until=2026-12-31`)
          await page.getByRole('heading', { level: 1, name: t('figures.stays_of_no_shows') }).waitFor()
          await page.getByText(t('figures.about_stays_of_no_shows')).waitFor()
        },
        { width, locale },
      ))

    test('prints all sections within the width of the sheet, without controls (OFF-294, OFF-339)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, decemberPath)
          await page.getByRole('main').getByRole('img').nth(sheetNames.length).waitFor()
          const bytes = new Uint8Array(await page.pdf({ format: 'A4' }))
          const paper = await getDocumentProxy(bytes)
          assert.ok(paper.numPages >= 3 && paper.numPages <= 8, String(paper.numPages))
          if (language === 'en') {
            const { text } = await extractText(paper, { mergePages: true })
            const pdfText = text.replace(/\s+/g, ' ')
            const callOptions = { token: await app.signIn('owner'), language }
            const query = { period: 'last_month', compare: 'previous' }
            const { body: figures } = await app.call('getFigures', query, callOptions)
            for (const name of sheetNames.slice(1))
              assert.ok(pdfText.includes(buildSheet(name, figures, translator).title), name)
            for (const expectedText of ['6,011.80', '901.76', 'BDT 10,011.80', 'Germany'])
              assert.ok(pdfText.includes(expectedText), expectedText)
            assert.ok(!pdfText.includes('CSV') && !pdfText.includes(t('figures.definition')))
          }
          await page.emulateMedia({ media: 'print' })
          await page.setViewportSize({ width: A4_WIDTH_PX, height: 900 })
          const overflowingElements = await page.evaluate((maxWidth) => {
            const wideElements = [...document.querySelectorAll('main svg, main table, main dl')]
            return wideElements
              .filter((part) => part.getBoundingClientRect().right > maxWidth + 1)
              .map((part) => part.outerHTML.slice(0, 200))
          }, A4_WIDTH_PX)
          assert.deepEqual(overflowingElements, [])
          await waitUntilAbsent(page.locator('button:visible, form:visible'))
        },
        { width: 1440, locale },
      ))
  })
}
