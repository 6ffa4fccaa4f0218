import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { waitUntilHydrated, openPage, visit } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { desktopHeaders } from '#testing/browser-requests.ts'
import { visitsSheets } from '#insight/figures/sheet-names.ts'
import { href, inLanguage } from '#routes/public.ts'
import { officePages } from '#routes/office.ts'
import { visitRetention } from '#insight/visits/retention.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage } from './open-office-page.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const { t, number } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'
  // The test browser identifies itself as headless, so its visits would not be counted.
  const visitorOptions = { locale, userAgent: desktopHeaders['user-agent'] }

  describe(`the visits page of the office, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    const readCountedVisits = async () => {
      await app.writeVisits()
      const rows = await app.db
        .selectFrom('page_view')
        .select(['page', 'language', 'times'])
        .where('times', '>', 0)
        .orderBy('page')
        .execute()
      return rows.map(({ page, language: visitLanguage, times }) => [page, visitLanguage, times])
    }

    test('counts a visitor once per page and does not count staff (OFF-245)', async () => {
      await visit(
        app,
        async (page) => {
          await openPage(page, inLanguage('/privacy', language))
          await page.getByText(t('privacy.visits')).waitFor()
          await page.getByText(t('privacy.visits_text', { years: visitRetention.years })).waitFor()
          const products = page
            .getByRole('banner')
            .getByRole('link', { name: t('shell.products'), exact: true })
            .first()
          await products.hover()
          await products.click()
          await page.waitForURL(/products$/)
          await waitUntilHydrated(page)
        },
        visitorOptions,
      )
      const expectedVisits = [
        ['/privacy', language, 1],
        ['/products', language, 1],
      ]
      assert.deepEqual(await readCountedVisits(), expectedVisits)
      await visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.today)
          await page.evaluate((to) => location.assign(to), inLanguage(href('imprint'), language))
          await page.waitForURL(/imprint/)
          await waitUntilHydrated(page)
          const headResponse = page.waitForResponse(
            (response) => response.request().method() === 'HEAD' && response.url().endsWith('/products'),
          )
          await page
            .getByRole('banner')
            .getByRole('link', { name: t('shell.products'), exact: true })
            .first()
            .click()
          await page.getByRole('heading', { level: 1, name: t('shell.products') }).waitFor()
          assert.equal((await headResponse).status(), 200)
        },
        visitorOptions,
      )
      assert.deepEqual(await readCountedVisits(), expectedVisits)
    })

    test(`shows the visits, explains the counting and downloads a file, at ${width} px (OFF-246, OFF-249, OFF-296)`, () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.figures)
          await page.getByRole('link', { name: t('visits.title') }).click()
          await page.getByRole('heading', { level: 1, name: t('visits.title') }).waitFor()
          const keyFigure = page
            .getByRole('main')
            .locator('dl > div')
            .filter({ hasText: t('visits.seen_of') })
          await keyFigure.getByText(number(2), { exact: true }).waitFor()
          await keyFigure.locator('summary').press('Enter')
          await keyFigure.getByText(t('visits.about_seen')).waitFor()
          const pages = page.getByRole('table', { name: t('visits.by_page'), exact: true })
          await pages.getByRole('rowheader', { name: t('shell.products'), exact: true }).waitFor()
          // There is a chart of days, but none of referring sites, because no visit came from another site.
          assert.equal(await page.getByRole('main').getByRole('img').count(), visitsSheets.length)
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))

          await page.getByRole('combobox', { name: t('figures.period'), exact: true }).selectOption('own')
          await page.getByLabel(t('visits.from'), { exact: true }).fill(app.day(-1))
          await page.getByLabel(t('visits.until'), { exact: true }).fill(app.day(0))
          await page.getByRole('button', { name: t('figures.show'), exact: true }).click()
          await page.waitForURL(/visits\?period=own/)
          await keyFigure.getByText(number(2), { exact: true }).waitFor()

          const [file] = await Promise.all([
            page.waitForEvent('download'),
            page.getByRole('button', { name: `${t('figures.download')}: ${t('visits.days')}` }).click(),
          ])
          const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
          assert.ok(lines.includes(`${app.day(0)},/products,${language},desktop,1`), lines.join('\n'))
        },
        { width, locale },
      ))

    test('counts one page view for a visitor who is redirected from the home page to Bangla (OFF-245)', async () => {
      await visit(
        app,
        async (page) => {
          await openPage(page, '/bn')
          await page.goto('about:blank')
          await page.goto('/')
          await page.waitForURL(/\/bn$/)
          await waitUntilHydrated(page)
        },
        visitorOptions,
      )
      assert.deepEqual(
        (await readCountedVisits()).filter(([page]) => page === '/'),
        [['/', 'bn', 2]],
      )
    })
  })
}
