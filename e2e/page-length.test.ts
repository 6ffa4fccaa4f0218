import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { openPage, visit, waitUntilAbsent } from '#testing/browser.ts'
import { sqlite } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { inLanguage, languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
// A phone lists all services by name, which takes more space than a row of cards.
const MAX_HEIGHTS_PX = { 390: 6_600, 1440: 5_500 }
const shortPages = ['/login', '/forget-password', '/no-such-page', '/quotation', '/enquiry-status', '/booking-success']

describe('the length of pages', () => {
  const app = setUpTestApp(sqlite)

  for (const language of languages) {
    const { t } = translatorFor(language)
    const localizePath = (english: string) => inLanguage(english, language)
    const findFooter = (page: Page) => page.getByRole('contentinfo')
    const findSiteMap = (page: Page) => findFooter(page).getByRole('navigation', { name: t('shell.map') })

    describe(`in ${language}`, () => {
      test('stays within a limit on the home page, on a phone and on a wide screen (HOME-7)', () =>
        visit(app, async (page) => {
          for (const [width, maxHeight] of Object.entries(MAX_HEIGHTS_PX)) {
            await page.setViewportSize({ width: Number(width), height: 900 })
            await openPage(page, localizePath('/'))
            const height = await page.evaluate(() => document.documentElement.scrollHeight)
            assert.ok(height <= maxHeight, `${height} px at ${width} px`)
          }
        }))

      test('stays within a limit on a room page on a phone, and its form is near the top (DES-120)', () =>
        visit(
          app,
          async (page) => {
            await openPage(page, localizePath('/booking-details/deluxe'))
            const height = await page.evaluate(() => document.documentElement.scrollHeight)
            assert.ok(height <= 5_800, `${height} px`)
            const { y } = (await page.locator('#booking').boundingBox())!
            assert.ok(y <= 1_200, `the form begins at ${y} px`)
            const summary = page.locator('summary', { hasText: t('room.rules') })
            const section = page.locator('section', { has: summary })
            assert.ok((await measureHeight(summary)) >= 44)
            await waitUntilAbsent(section.locator('dt:visible'))
            await summary.tap()
            await section.locator('dt').first().waitFor()
          },
          phone,
        ))

      test('keeps the content of short pages at least as high as the footer (APP-13)', () =>
        visit(
          app,
          async (page) => {
            for (const height of [700, 900]) {
              await page.setViewportSize({ width: 1440, height })
              for (const shortPage of shortPages) {
                await page.goto(localizePath(shortPage))
                const [mainHeight, footerHeight] = [
                  await measureHeight(page.getByRole('main')),
                  await measureHeight(findFooter(page)),
                ]
                assert.ok(footerHeight <= mainHeight, `${shortPage}: ${footerHeight} px below ${mainHeight} px`)
              }
            }
          },
          { javaScriptEnabled: false, expectedErrors: ['404 '] },
        ))

      for (const hasScripts of [true, false])
        test(`is reduced by collapsed footer groups on phones only${hasScripts ? '' : ', without scripts'} (APP-13)`, () =>
          visit(
            app,
            async (page) => {
              await page.goto(localizePath('/imprint'))
              const productsGroup = findSiteMap(page)
                .locator('details')
                .filter({ hasText: t('shell.map_all_products') })
              const product = productsGroup.getByRole('link', { name: t('shell.map_all_products') })
              await waitUntilAbsent(findSiteMap(page).getByRole('link'))
              assert.equal(await findSiteMap(page).getByRole('heading', { level: 2 }).count(), 5)
              for (const row of await findSiteMap(page).locator('summary').all())
                assert.ok((await measureHeight(row)) >= 44)
              await productsGroup.locator('summary').tap()
              await product.waitFor()
              await productsGroup.locator('summary').press('Enter')
              await product.waitFor({ state: 'hidden' })
              if (hasScripts) assert.deepEqual(await findAccessibilityViolations(page), [])

              await page.setViewportSize({ width: 768, height: 900 })
              await product.waitFor()
              assert.equal(await findSiteMap(page).getByRole('heading', { level: 2 }).count(), 5)
              const linkCount = await findSiteMap(page).getByRole('link').count()
              assert.ok(linkCount > 15)
              await findSiteMap(page)
                .getByRole('heading', { name: t('shell.products') })
                .click({ force: true })
              await product.waitFor()
              await findSiteMap(page).getByRole('link').first().focus()
              for (let index = 1; index < linkCount; index++) {
                await page.keyboard.press('Tab')
                assert.equal(await page.evaluate(() => document.activeElement!.tagName), 'A', 'a heading is no control')
              }
              await product.click()
              await page.getByRole('heading', { level: 1, name: t('products.title') }).waitFor()
            },
            { ...phone, javaScriptEnabled: hasScripts },
          ))

      test('is reduced by a list of names, and by a row of cards that shows a part of the next card and follows the keyboard (HOME-7)', () =>
        visit(
          app,
          async (page) => {
            await openPage(page, localizePath('/'))
            const findCards = (title: 'home.services_title' | 'home.rooms_title') =>
              page
                .locator('section', { has: page.getByRole('heading', { name: t(title), exact: true }) })
                .locator('article, li')
                .filter({ has: page.getByRole('link') })
            const services = await findCards('home.services_title').all()
            for (const service of services) assert.ok((await measureHeight(service)) <= 64, 'a service is one line')
            const cards = findCards('home.rooms_title')
            const [firstBox, secondBox] = [(await cards.nth(0).boundingBox())!, (await cards.nth(1).boundingBox())!]
            assert.equal(firstBox.y, secondBox.y)
            assert.ok(firstBox.x >= 16 && firstBox.x + firstBox.width < 390)
            assert.ok(secondBox.x < 380 && secondBox.x + secondBox.width > 390, 'the next card is partly visible')
            await cards.first().getByRole('link').focus()
            for (let index = 1; index < (await cards.count()); index++) await page.keyboard.press('Tab')
            const lastName = cards.last().getByRole('link')
            await waitUntilInView(lastName)
          },
          phone,
        ))

      test('ends with a footer of at most 320 px on a wide screen (DES-6)', () =>
        visit(app, async (page) => {
          await page.setViewportSize({ width: 1440, height: 900 })
          await openPage(page, localizePath('/imprint'))
          const height = await measureHeight(findFooter(page))
          assert.ok(height <= 320, `${height} px`)
          assert.equal(await findFooter(page).getByText(t('shell.renderings'), { exact: true }).count(), 1)
        }))

      test('does not hide messages behind a bar at the bottom (APP-13)', () =>
        visit(
          app,
          async (page) => {
            await openPage(page, localizePath('/products/zipper'))
            await page
              .getByRole('button', { name: t('enquiry.add') })
              .first()
              .tap()
            const toast = page
              .getByRole('status')
              .filter({ hasText: t('enquiry.see') })
              .locator('p')
            for (const barHeight of [0, 90]) {
              await page.evaluate(
                (size) => document.documentElement.style.setProperty('--bottom-bar', `${size}px`),
                barHeight,
              )
              const { y, height } = (await toast.boundingBox())!
              assert.ok(y + height <= 844 - barHeight, `${y + height} above ${barHeight}`)
            }
          },
          phone,
        ))
    })
  }
})

const measureHeight = async (target: Locator) => (await target.boundingBox())!.height

async function waitUntilInView(target: Locator): Promise<void> {
  const element = (await target.elementHandle())!
  await target.page().waitForFunction((link) => {
    const { left, right } = link.getBoundingClientRect()
    return left >= 0 && right <= innerWidth
  }, element)
}
