import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { waitForFocus, openPage, visit, waitUntilAbsent } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { writeCompany } from '#content/company.ts'
import { inLanguage } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { formatShortDay } from '#locales/dates.ts'
import { findCalendarDay, findCheckInField, findCheckOutField } from './dates.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

for (const { engine, language } of selectPairs(import.meta.url)) {
  describe(`links to further pages, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    const translator = translatorFor(language)
    const { t, count, money } = translator
    const localizePath = (page: string) => inLanguage(page, language)

    test('lead from the end of each article to the two actions of its topic, the first of them primary (CONT-8, CONT-11, DES-33)', () =>
      visit(app, async (page) => {
        const tradeClosing = ['closing.trade_title', '/products', '/contact'] as const
        const endings = {
          '/details/sample-approval': tradeClosing,
          '/reading-blog/button-sizes-in-ligne': tradeClosing,
          '/about': tradeClosing,
          '/courses': ['closing.course_title', '/contact', '/rooms'],
          '/details/germany': ['closing.country_title', '/contact', '/products'],
          '/reading-blog/staying-in-dhaka-on-a-sourcing-trip': ['closing.stay_title', '/rooms', '/contact'],
        } as const
        for (const [readPath, [title, ...expected]] of Object.entries(endings)) {
          await openPage(page, localizePath(readPath))
          const section = page.getByRole('main').locator('section', { hasText: t(title) })
          const hrefs = await section
            .getByRole('link')
            .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
          assert.deepEqual(
            hrefs.map((link) => link!.split('?')[0]),
            expected.map(localizePath),
            readPath,
          )
          const search = section.getByRole('search')
          if (title !== 'closing.stay_title') {
            assert.ok(!(await search.isVisible()), readPath)
            await section.locator('summary').click()
          }
          await search.waitFor()
        }
      }))

    test('include a button at the end of a product page that adds the product and then opens the enquiry (CONT-11)', () =>
      visit(app, async (page) => {
        await openPage(page, localizePath('/products/lace'))
        const productName = await page.getByRole('heading', { level: 1 }).innerText()
        await page.getByRole('button', { name: t('enquiry.add_named', { name: productName }) }).click()
        const enquiryLink = page.getByRole('link', { name: t('enquiry.has_named', { name: productName }) })
        assert.ok(await waitForFocus(enquiryLink))
        await enquiryLink.click()
        await page.getByRole('heading', { level: 1, name: t('enquiry.title') }).waitFor()
      }))

    test('lead from a package to the booking form of its room, which needs only the arrival day (CONT-10, BOOK-11)', () =>
      visit(app, async (page) => {
        await openPage(page, localizePath('/premimum-packages'))
        await page
          .getByRole('article')
          .first()
          .getByRole('link', { name: count('packages.dates', 2) })
          .click()
        await page.waitForURL(/\/booking-details\/single\?package=first-visit&nights=2#booking$/)
        const form = page.locator('#booking')
        await findCheckInField(form, translator).click()
        await findCalendarDay(page, translator, app.day(1)).click()
        await page.getByRole('button', { name: t('calendar.done') }).click()
        await form.getByText(money(9_900)).first().waitFor()
        await findCheckOutField(form, translator)
          .getByText(formatShortDay(translator, app.day(3), app.day(3).slice(0, 4)))
          .waitFor()
      }))

    test('include a WhatsApp link with the page name in the phone menu, and none outside of it (DES-5, APP-8)', () =>
      visit(
        app,
        async (page) => {
          await openPage(page, localizePath('/products/zipper'))
          const link = findWhatsAppLink(page, t('shell.whatsapp'))
          assert.equal(
            await page.locator('a[href^="https://wa.me/"][href*="text="]').filter({ visible: true }).count(),
            0,
          )
          await page.getByRole('button', { name: t('shell.menu') }).tap()
          await link.waitFor()
          const productName = await page.getByRole('heading', { level: 1 }).innerText()
          const url = new URL((await link.getAttribute('href'))!)
          assert.equal(url.origin + url.pathname, 'https://wa.me/8801700000000')
          const productUrl = `https://selvage.example${localizePath('/products/zipper')}`
          assert.equal(
            url.searchParams.get('text'),
            t('shell.whatsapp_text', { page: productName, address: productUrl }),
          )
          const { height } = (await link.boundingBox())!
          assert.ok(height >= 44)
        },
        phone,
      ))

    describe('in English', () => {
      test('include no WhatsApp link in the menu of a wide screen, or if the company has no WhatsApp (APP-8)', () =>
        visit(app, async (page) => {
          await openPage(page, '/about')
          await page.getByRole('main').waitFor()
          assert.equal(await findWhatsAppLink(page, 'WhatsApp').isVisible(), false)
          await writeCompany(app.db, { whatsApp: '' })
          await page.setViewportSize(phone.viewport)
          await openPage(page, '/about')
          await page.getByRole('button', { name: 'Menu' }).click()
          await waitUntilAbsent(findWhatsAppLink(page, 'WhatsApp'))
          await writeCompany(app.db, { whatsApp: '+880 1700 000000' })
        }))

      test('include every public page in the footer, in groups (APP-10)', () =>
        visit(app, async (page) => {
          await openPage(page, '/')
          const sitemap = page.getByRole('contentinfo').getByRole('navigation', { name: 'Site map' })
          assert.deepEqual(await sitemap.getByRole('heading').allInnerTexts(), [
            'COMPANY',
            'ARTICLES',
            'PRODUCTS',
            'STAY WITH US',
            'ACCOUNT',
          ])
          const paths = await page
            .getByRole('contentinfo')
            .getByRole('link')
            .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
          for (const expectedPath of [
            '/mission-vision',
            '/goals',
            '/our-offerings',
            '/countries',
            '/blog',
            '/courses',
            '/products',
          ])
            assert.ok(paths.includes(expectedPath), expectedPath)
          for (const expectedPath of [
            '/products/carton',
            '/rooms',
            '/service',
            '/premimum-packages',
            '/login',
            '/privacy',
            '/imprint',
          ])
            assert.ok(paths.includes(expectedPath), expectedPath)
          await page.getByRole('contentinfo').getByRole('link', { name: 'Legal notice' }).click()
          await page.getByRole('heading', { level: 1, name: 'Legal notice' }).waitFor()
        }))

      test('offer a retry if their page cannot load (APP-12)', () =>
        visit(
          app,
          async (page) => {
            await openPage(page, '/contact')
            await page.route('**/api/public/getProducts*', (route) => route.abort('connectionfailed'))
            await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Products' }).click()
            await page.getByRole('heading', { name: 'The content could not be loaded' }).waitFor()
            assert.deepEqual(await findAccessibilityViolations(page), [])
            await page.unroute('**/api/public/getProducts*')
            await page.getByRole('link', { name: 'Try again' }).click()
            await page.getByRole('article').filter({ hasText: 'Zipper' }).waitFor()
            await waitUntilAbsent(page.getByText('could not be loaded'))
          },
          { expectedErrors: ['getProducts'] },
        ))
    })
  })
}

const findWhatsAppLink = (page: Page, name: string) =>
  page.locator('a[href^="https://wa.me/"]:has(svg)', { hasText: name })
