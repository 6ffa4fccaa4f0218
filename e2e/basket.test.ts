import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { openPage, visit } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { enquiryLimits } from '#trade/enquiries/limits.ts'
import { inLanguage } from '#routes/public.ts'
import {
  matchActionName,
  addProducts,
  findLineField,
  fillContact,
  sendEnquiry,
  findEnquiryLink,
} from './enquiry-form.ts'
import { blockStorage } from './block-storage.ts'
import { waitForValue, waitUntilStored } from './stored-draft.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  describe(`an unsent enquiry, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    test('fits the narrowest screen with every product (CONT-11)', () =>
      visit(
        app,
        async (page) => {
          const { body } = await app.call('getProducts')
          await addProducts(page, ...body.data.map(({ slug }: { slug: string }) => slug))
          await openPage(page, inLanguage('/enquiry', language))
          assert.equal(await page.getByRole('heading', { level: 3 }).count(), 11)
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320)
          assert.deepEqual(await findAccessibilityViolations(page), [])
        },
        { width: 320 },
      ))

    describe('in English', () => {
      test('survives a reload and is shared by all tabs (CONT-11)', () =>
        visit(app, async (page) => {
          await addProducts(page, 'zipper', 'lace')
          await openPage(page, '/enquiry')
          await findLineField(page, 'en', 'quantity', 'Lace').fill('400')
          await page.getByLabel('Company').fill('Vogt Textil')
          await page.getByLabel('Message (optional)').fill('By March')
          await waitUntilStored(page, 'By March')
          await page.reload()
          await findLineField(page, 'en', 'quantity', 'Lace').waitFor()
          const lace = findLineField(page, 'en', 'quantity', 'Lace')
          const fields = [lace, page.getByLabel('Company'), page.getByLabel('Message')]
          await waitForValue(() => readInputValues(...fields), ['400', 'Vogt Textil', 'By March'])

          const tab = await page.context().newPage()
          await openPage(tab, '/enquiry')
          await findLineField(tab, 'en', 'notes', 'Zipper').fill('Nickel')
          await tab.getByRole('button', { name: matchActionName('Remove', 'Lace') }).click()
          await lace.waitFor({ state: 'detached' })
          assert.equal(await findLineField(page, 'en', 'notes', 'Zipper').inputValue(), 'Nickel')
          await findEnquiryLink(page, 'en', 1).waitFor()
          assert.equal(await page.getByLabel('Company').inputValue(), 'Vogt Textil')
        }))

      test('works if the browser storage contains invalid data (CONT-11)', () =>
        visit(app, async (page) => {
          const line = { slug: 'zipper', name: 'Zipper', quantity: '', notes: '' }
          const tooManyLines = Array.from({ length: 40 }, (_, index) => ({
            ...line,
            slug: `p${index}`,
            name: `P${index}`,
          }))
          const invalidContents: [unknown, number][] = [
            ['', 0],
            ['{', 0],
            ['null', 0],
            ['7', 0],
            ['"zipper"', 0],
            ['{"length":3}', 0],
            ['[null,7,"x",[],{}]', 0],
            [
              [
                { ...line, quantity: 5 },
                { ...line, slug: undefined },
              ],
              0,
            ],
            [[line, line, null], 1],
            [
              [
                { ...line, sizes: '#5' },
                { ...line, slug: 'lace', purposes: [7] },
                { ...line, slug: 'label', unit: {} },
              ],
              0,
            ],
            [[{ ...line, sizes: ['no such size'], unit: 'dozen', neededBy: 'soon', purposes: ['theft'] }], 1],
            [[{ ...line, slug: '\ud800/../%' }, line], 2],
            [tooManyLines, enquiryLimits.lines],
          ]
          await openPage(page, '/enquiry')
          for (const [storedText, count] of invalidContents) {
            await page.evaluate(
              (text) => {
                localStorage.setItem('enquiry', text)
                sessionStorage.setItem('drafts', text)
                sessionStorage.setItem('enquirySent', text)
              },
              typeof storedText === 'string' ? storedText : JSON.stringify(storedText),
            )
            await openPage(page, '/enquiry')
            const removeButtons = page.getByRole('button', { name: /^Remove/ })
            assert.equal(await removeButtons.count(), count, JSON.stringify(storedText).slice(0, 80))
            assert.equal(await page.getByRole('heading', { name: 'No products yet' }).count(), count ? 0 : 1)
          }
          await openPage(page, '/products/lace')
          await page.getByRole('button', { name: 'Add to enquiry' }).click()
          await page.getByText('An enquiry can have 30 products. Please send this one first.').waitFor()
          await findEnquiryLink(page, 'en', enquiryLimits.lines).waitFor()
        }))

      test('lasts for the visit if the browser blocks storage (CONT-11)', () =>
        visit(app, async (page) => {
          await blockStorage(page)
          await openPage(page, '/products/zipper')
          await page.getByRole('button', { name: 'Add to enquiry' }).click()
          await page.getByRole('main').getByRole('link', { name: 'View your enquiry' }).click()
          await fillContact(page)
          await findLineField(page, 'en', 'quantity', 'Zipper').fill('12')
          await sendEnquiry(page, 'en')
          await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor()
        }))

      test('lasts for the visit if the browser storage is full (CONT-11)', () =>
        visit(app, async (page) => {
          await page.addInitScript(() => {
            Storage.prototype.setItem = () => {
              throw new DOMException('full', 'QuotaExceededError')
            }
          })
          await openPage(page, '/products/zipper')
          await page.getByRole('button', { name: 'Add to enquiry' }).click()
          await page.getByRole('main').getByRole('link', { name: 'View your enquiry' }).click()
          await findLineField(page, 'en', 'quantity', 'Zipper').fill('12')
          assert.equal(await findLineField(page, 'en', 'quantity', 'Zipper').inputValue(), '12')
        }))

      test('appears in the header without layout shifts, at any width (CONT-11)', () =>
        visit(app, async (page) => {
          const readPositions = () =>
            page.evaluate(() => {
              const elements = [...document.querySelectorAll('header :is(a, button), h1')]
              return elements.map((element) => {
                const { left, top, right, bottom } = element.getBoundingClientRect()
                const text = element.textContent.replace(/^(Your enquiry|Enquiry \(1\))$/, 'basket')
                return [text, left, top, right, bottom].join(' ')
              })
            })
          const readPositionsByWidth = async () => {
            const positionsByWidth: Record<number, string[]> = {}
            for (const width of [390, 1024, 1280]) {
              await page.setViewportSize({ width, height: 900 })
              positionsByWidth[width] = await readPositions()
            }
            return positionsByWidth
          }
          await openPage(page, '/products')
          const emptyPositions = await readPositionsByWidth()
          await addProducts(page, 'zipper')
          await openPage(page, '/products')
          assert.equal(await page.getByRole('banner').getByText('Enquiry (1)').count(), 1)
          assert.deepEqual(await readPositionsByWidth(), emptyPositions)
        }))
    })
  })
}

const readInputValues = (...fields: Locator[]): Promise<string[]> =>
  Promise.all(fields.map((input) => input.inputValue()))
