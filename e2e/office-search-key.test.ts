import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { visit, waitForFocus } from '#testing/browser.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { inLanguage } from '#routes/public.ts'
import { officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage } from './open-office-page.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  const { t } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`the search key of the office, on ${engine.name}, in ${language}`, () => {
    let app: TestApp
    before(async () => void (app = await startTestApp(engine)))
    after(() => app.close())

    test('reaches the search of the page, or else that of the bookings (LIVE-8)', () =>
      visit(
        app,
        async (page) => {
          const search = page.getByRole('searchbox')
          for (const name of ['today', 'housekeeping', 'rates', 'invoices', 'figures', 'log'] as const) {
            await openOfficePage(page, app, language, officePages[name])
            await page.keyboard.press('/')
            await page.waitForURL(`**${inLanguage(officePages.bookings, language)}`)
            assert.ok(await waitForFocus(search), name)
            assert.equal(await search.inputValue(), '')
          }
          await openOfficePage(page, app, language, officePages.inbox)
          await page.keyboard.press('/')
          assert.ok(await waitForFocus(search))
          assert.equal(new URL(page.url()).pathname, inLanguage(officePages.inbox, language))
        },
        { width: 1440, locale },
      ))

    test('shows the list of shortcuts to a user who may search nothing (LIVE-8)', () =>
      visit(
        app,
        async (page) => {
          const grants = JSON.stringify(['clean rooms'])
          await app.db.updateTable('staff_role').set({ grants }).execute()
          await openOfficePage(page, app, language, officePages.housekeeping, 'staff')
          await page.keyboard.press('/')
          await page.getByRole('dialog', { name: t('keys.title') }).waitFor()
        },
        { width: 1440, locale },
      ))
  })
}
