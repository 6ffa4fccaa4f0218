import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { hasFocus, visit } from '#testing/browser.ts'
import { ownerOnlyContent, setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { inLanguage } from '#routes/public.ts'
import { officePages, type OfficePageName } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openAccountMenu, openOfficePage } from './open-office-page.ts'

/** Lists that are empty in a new installation, with the first action that each offers. */
const emptyLists = {
  bookings: 'desk.new_booking',
  quotations: 'quotation.create',
  customers: 'customer.add',
  orders: 'orders.see_quotations',
  receivables: 'customer.see_customers',
  rooms: 'roomtype.add',
  housekeeping: 'roomtype.set_up',
  slides: 'slides.add',
  products: 'catalogue.add',
  posts: 'posts.add',
} as const satisfies Partial<Record<OfficePageName, string>>

const MIN_TARGET_PX = 24

for (const { engine, language } of selectPairs(import.meta.url)) {
  const { t } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`menu, density and empty lists of the office, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine, {}, ownerOnlyContent)

    const findRail = (page: Page) => page.getByRole('banner')
    const findMain = (page: Page) => page.getByRole('main')

    test('shows the account menu without scrolling, and opens and closes it with the keyboard (DES-40)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.quotations)
          const summary = findRail(page).locator('summary')
          const box = (await summary.boundingBox())!
          assert.ok(box.y + box.height <= 900, 'the account is in view without scrolling')
          const signOutButton = page.getByRole('button', { name: t('shell.sign_out') })
          assert.equal(await signOutButton.isVisible(), false)
          await summary.focus()
          await page.keyboard.press('Enter')
          await signOutButton.waitFor()
          for (const name of [t('sign_in.security'), t('office.website')])
            await findRail(page).getByRole('link', { name, exact: true }).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.keyboard.press('Enter')
          await signOutButton.waitFor({ state: 'hidden' })
          assert.ok(await hasFocus(summary))
        },
        { width: 1440, locale },
      ))

    test('switches to compact rows, keeps controls at least 24 px high, and remembers the choice in the browser (DES-41)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.settings)
          const measure = () =>
            page.evaluate(() => ({
              density: document.documentElement.dataset['density'],
              row: document.querySelector('main li')!.getBoundingClientRect().height,
              lowestControl: Math.min(
                ...[...document.querySelectorAll('header a, header button, header summary, header label, main a')]
                  .map((control) => control.closest('li') ?? control)
                  .map((control) => control.getBoundingClientRect().height)
                  .filter((height) => height > 0),
              ),
            }))
          await openAccountMenu(page)
          const comfortableMeasures = await measure()
          assert.equal(comfortableMeasures.density, 'comfortable')
          await findRail(page)
            .getByRole('radio', { name: t('office.density_comfortable') })
            .focus()
          await page.keyboard.press('ArrowRight')
          const compactMeasures = await measure()
          assert.equal(compactMeasures.density, 'compact')
          assert.ok(
            compactMeasures.row < comfortableMeasures.row - 8,
            `${compactMeasures.row} px instead of ${comfortableMeasures.row} px`,
          )
          for (const { lowestControl } of [comfortableMeasures, compactMeasures])
            assert.ok(lowestControl >= MIN_TARGET_PX, `a control is ${lowestControl} px high`)
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.reload()
          await page.getByRole('heading', { level: 1, name: t('settings.title') }).waitFor()
          const reloadedMeasures = await measure()
          assert.deepEqual([reloadedMeasures.density, reloadedMeasures.row], ['compact', compactMeasures.row])
          await openAccountMenu(page)
          assert.ok(
            await findRail(page)
              .getByRole('radio', { name: t('office.density_compact') })
              .isChecked(),
          )
        },
        { width: 1440, locale },
      ))

    test('offers the density in the menu of a phone and keeps touch targets of 44 px (DES-41)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.settings)
          await page.getByRole('button', { name: t('office.more_pages') }).tap()
          const menu = page.getByRole('dialog', { name: t('office.menu') })
          await menu.getByRole('radio', { name: t('office.density_compact') }).check()
          assert.equal(await page.evaluate(() => document.documentElement.dataset['density']), 'compact')
          const box = (await menu.getByRole('link', { name: t('desk.today') }).boundingBox())!
          assert.ok(box.height >= 44, `${box.height} px`)
          assert.deepEqual(await findAccessibilityViolations(page), [])
        },
        { width: 390, locale, isMobile: true, hasTouch: true },
      ))

    test('offers one first action in each empty list (DES-42)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.quotations)
          for (const [name, action] of Object.entries(emptyLists) as [keyof typeof emptyLists, never][]) {
            await page.goto(inLanguage(officePages[name], language))
            await page.getByRole('heading', { level: 1 }).waitFor()
            const actions = findMain(page).getByRole('link', { name: t(action), exact: true })
            const buttons = findMain(page).getByRole('button', { name: t(action), exact: true })
            await actions.or(buttons).first().waitFor()
            assert.equal(await actions.or(buttons).count(), 1, name)
          }
          assert.deepEqual(await findAccessibilityViolations(page), [])
        },
        { width: 820, locale },
      ))

    test('aligns the buttons of a page with the right edge of its list, and starts every title at the same height (DES-43)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.inbox)
          const tops = new Set<number>()
          for (const name of ['posts', 'bookings', 'products', 'settings'] as const) {
            await page.goto(inLanguage(officePages[name], language))
            await page.getByRole('heading', { level: 1 }).waitFor()
            const edges = await page.evaluate(() => {
              const element = document.querySelector('main')!
              const head = element.querySelector('header')!
              const readRightEdge = (each: Element) => Math.round(each.getBoundingClientRect().right)
              return {
                top: Math.round(
                  head.querySelector('h1')!.getBoundingClientRect().top - element.getBoundingClientRect().top,
                ),
                head: readRightEdge(head),
                list: readRightEdge(head.nextElementSibling!),
                tools: [...head.querySelectorAll('a, button:not([role=note] *)')].map(readRightEdge),
              }
            })
            tops.add(edges.top)
            assert.equal(edges.head, edges.list, `${name}: the head is as wide as the list`)
            if (edges.tools.length > 0) assert.equal(Math.max(...edges.tools), edges.list, name)
          }
          assert.equal(tops.size, 1, [...tops].join(', '))
        },
        { width: 1440, locale },
      ))
  })
}
