import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { visit, waitForFocus, waitUntilAbsent } from '#testing/browser.ts'
import { openDesk } from '#testing/desk.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { inLanguage } from '#routes/public.ts'
import { officeEndpoints, officeHref, officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage } from './open-office-page.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  const { t } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`the search of the office, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)
    let code: string
    before(async () => {
      const desk = await openDesk(app, 'owner')
      code = (await desk.book('Ingrid Lindqvist', 0, 3, { at: [0] })).code
      await desk.book('Ingrid Bergman', 10, 12)
    })

    const findField = (page: Page) => page.getByRole('combobox', { name: t('find.label') })
    const findOption = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

    test('opens with `/` on the main pages, and finds a stay by keyboard alone (LIVE-8, OFF-324)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.today)
          for (const name of [
            'today',
            'chart',
            'housekeeping',
            'rates',
            'invoices',
            'figures',
            'log',
            'inbox',
          ] as const) {
            await page.goto(inLanguage(officePages[name], language))
            await page.getByRole('heading', { level: 1 }).waitFor()
            await page.keyboard.press('/')
            assert.ok(await waitForFocus(findField(page)), name)
            await page.keyboard.press('Escape')
            await page.locator('dialog [role=combobox]').waitFor({ state: 'detached' })
          }
          await page.keyboard.press('/')
          await page.keyboard.type('ingrid')
          await findOption(page, /Ingrid Bergman/)
            .first()
            .waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.keyboard.type(' lind')
          await findOption(page, /Ingrid Bergman/)
            .first()
            .waitFor({ state: 'detached' })
          await page.keyboard.press('ArrowDown')
          await page.keyboard.press('ArrowUp')
          await page.keyboard.press('Enter')
          await page.waitForURL(`**${inLanguage(officeHref('booking', code), language)}`)
          await page.getByRole('heading', { level: 1, name: 'Ingrid Lindqvist' }).waitFor()
          await waitUntilAbsent(findField(page))
        },
        { width: 1440, locale },
      ))

    test('opens by Ctrl K even in a field, and finds a room with its guest, and a page by name (LIVE-8, OFF-324)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.bookings)
          await page.getByRole('main').getByRole('searchbox').focus()
          await page.keyboard.press('Control+k')
          assert.ok(await waitForFocus(findField(page)))
          await findField(page).fill('101')
          await findOption(page, /101.*Ingrid Lindqvist/).click()
          await page.getByRole('heading', { level: 1, name: 'Ingrid Lindqvist' }).waitFor()
          await page.keyboard.press('Control+k')
          await findField(page).fill(t('housekeeping.title').toUpperCase())
          await findOption(page, t('housekeeping.title')).waitFor()
          await page.keyboard.press('Enter')
          await page.getByRole('heading', { level: 1, name: t('housekeeping.title') }).waitFor()
        },
        { width: 1440, locale },
      ))

    test('opens by a button on a phone, and reports that nothing was found or that the server does not respond (OFF-324)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.today)
          await page.getByRole('button', { name: t('find.label') }).tap()
          await page.getByText(t('find.hint')).waitFor()
          await findField(page).fill('nobody at all')
          await page.getByText(t('find.none')).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.route(`**${officeEndpoints.searchOffice[1]}*`, (route) => route.abort())
          await findField(page).fill('nobody')
          await page.getByText(t('find.failed')).waitFor()
        },
        {
          width: 390,
          locale,
          isMobile: true,
          hasTouch: true,
          expectedErrors: [`failed ${officeEndpoints.searchOffice[1]}`],
        },
      ))
  })
}
