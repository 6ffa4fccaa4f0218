import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { openPage, visit, waitUntilAbsent } from '#testing/browser.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { inLanguage } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

const services = ['zipper', 'button', 'elastic', 'thread', 'lace', 'ribbon', 'label', 'hanger']
const garmentTrims = ['hang-tag', 'hanger', 'label', 'ribbon', 'zipper', 'button', 'elastic', 'thread', 'lace']

for (const { engine, language } of selectPairs(import.meta.url)) {
  describe(`the sections of the home page, on ${engine.name}, in ${language}`, () => {
    let app: TestApp
    before(async () => {
      app = await startTestApp(engine)
    })
    after(() => app.close())

    const { t } = translatorFor(language)
    const home = inLanguage('/', language)
    const listProductPaths = (slugs: string[]) => slugs.map((slug) => inLanguage(`/products/${slug}`, language))
    const sectionOf = (page: Page, title: string) =>
      page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) })

    test('link to the services, show the search on the first screen, and label renderings as illustrations (HOME-3, HOME-6, CONT-1)', () =>
      visit(
        app,
        async (page) => {
          await openPage(page, home)
          assert.deepEqual(await readHrefsIn(sectionOf(page, t('home.services_title'))), listProductPaths(services))

          const { y, height } = (await page.getByRole('search').boundingBox())!
          assert.ok(y + height <= 900, String(y + height))
          const first = page.locator('[aria-roledescription=carousel]').getByRole('link').first()
          assert.equal(await first.evaluate((link) => getComputedStyle(link).backgroundColor), 'rgb(168, 87, 34)')

          await page.getByRole('contentinfo').getByText(t('shell.renderings'), { exact: true }).waitFor()
          const rooms = sectionOf(page, t('home.rooms_title'))
          assert.equal(await rooms.getByText(t('shell.illustration')).count(), 3)
        },
        { width: 1440 },
      ))

    test('link each trim of the garment to its page, by mouse, keyboard and touch (HOME-5)', () =>
      visit(app, async (page) => {
        await openPage(page, home)
        const trimLinks = sectionOf(page, t('home.closer_title')).getByRole('listitem').getByRole('link')
        assert.deepEqual(await readHrefs(trimLinks), listProductPaths(garmentTrims))
        const picture = sectionOf(page, t('home.closer_title')).getByRole('img')
        for (const width of [1440, 820]) {
          await page.setViewportSize({ width, height: 900 })
          const pictureFrame = (await picture.boundingBox())!
          const boxes = await readBoundingBoxes(trimLinks)
          for (const box of boxes) {
            assert.ok(box.width >= 44 && box.height >= 44)
            assert.ok(
              box.y >= pictureFrame.y && box.bottom <= pictureFrame.y + pictureFrame.height + 1,
              'the spot is inside the picture',
            )
            assert.ok(box.x >= 0 && box.right <= width)
          }
          assert.deepEqual(findOverlappingBoxes(boxes), [], `at ${width} px`)
        }
        await trimLinks.first().focus()
        for (const slug of garmentTrims.slice(1)) {
          await page.keyboard.press('Tab')
          const focused = await page.evaluate(() => document.activeElement!.getAttribute('href'))
          assert.equal(focused, inLanguage(`/products/${slug}`, language))
        }
        await page.setViewportSize({ width: 320, height: 800 })
        const pictureBox = (await picture.boundingBox())!
        for (const box of await readBoundingBoxes(trimLinks))
          assert.ok(box.height >= 44 && box.y >= pictureBox.y + pictureBox.height)
        await trimLinks.nth(4).click()
        await page.waitForURL(`**${inLanguage('/products/zipper', language)}`)
      }))

    test('show one line for each step of a sample, and the details after a click (HOME-4)', () =>
      visit(app, async (page) => {
        await openPage(page, home)
        const steps = sectionOf(page, t('home.story_title')).getByRole('listitem')
        assert.equal(await steps.count(), 6)
        const countMainWords = async () => countWords(await page.getByRole('main').innerText())
        const before = await countMainWords()
        assert.ok(before < 600, String(before))
        for (const step of await steps.all()) {
          assert.ok(countWords((await step.locator('p').first().innerText()).trim()) <= 16)
          await step.locator('summary').press('Enter')
          await step.locator('details p').first().waitFor()
        }
        assert.ok((await countMainWords()) > before + 200)
        assert.deepEqual(await findAccessibilityViolations(page), [])
      }))

    test('keep the company name on one line and break no word (APP-7, APP-8)', () =>
      visit(app, async (page) => {
        await openPage(page, inLanguage('/about', language))
        const name = page.getByRole('banner').getByRole('link').locator('span').first()
        for (const width of [320, 360, 640, 900, 1024, 1100, 1152, 1200, 1440]) {
          await page.setViewportSize({ width, height: 800 })
          const { lines, words, wide: lengths } = await name.evaluate(measureLines)
          assert.ok(lines <= (width < 480 ? words : 1), `${lines} lines at ${width} px`)
          assert.ok(lengths <= width, `${lengths} px at ${width} px`)
        }
      }))

    test('keep page headers low on a wide screen, so that the content starts near the top (CONT-6)', () =>
      visit(app, async (page) => {
        await page.setViewportSize({ width: 1440, height: 900 })
        for (const path of ['/about', '/products', '/contact', '/goals', '/countries', '/privacy', '/blog']) {
          await page.goto(inLanguage(path, language))
          const { height } = (await page.locator('main header').first().boundingBox())!
          assert.ok(height <= { en: 175, bn: 200 }[language], `${path} ${height}`)
        }
      }))

    describe('in English', () => {
      test('have a visible border around each link and button in forced colours mode (APP-2)', () =>
        visit(
          app,
          async (page) => {
            await openPage(page, '/')
            const hasEdges = (elements: Locator) =>
              elements.evaluateAll((all) =>
                all.map((element) => {
                  const [own, after] = [getComputedStyle(element), getComputedStyle(element, '::after')]
                  const lengths = [own.borderTopWidth, own.outlineWidth, after.borderTopWidth].map(parseFloat)
                  return Math.max(lengths[0]!, own.outlineStyle === 'none' ? 0 : lengths[1]!, lengths[2]!) >= 1
                }),
              )
            const main = page.getByRole('main')
            for (const elements of [
              main.getByRole('article'),
              main.locator('[aria-roledescription=carousel]').getByRole('button', { name: /slide$/ }),
              // The border of a date button surrounds only its value, which is its last child.
              main.getByRole('search').locator('button:not([aria-haspopup]), button[aria-haspopup] > :last-child'),
              findSection(page, 'A garment, taken apart').getByRole('listitem').getByRole('link'),
            ]) {
              const edges = await hasEdges(elements)
              assert.ok(edges.length > 1)
              assert.ok(edges.every(Boolean), `${edges}`)
            }
          },
          { forcedColors: 'active' },
        ))

      test('print every slide as a line, without placeholders for pictures (HOME-1)', () =>
        visit(app, async (page) => {
          await openPage(page, '/')
          await page.emulateMedia({ media: 'print' })
          const titles = page.locator('[aria-roledescription=carousel] h2')
          const boxes = await readBoundingBoxes(titles)
          assert.equal(boxes.length, 4)
          for (const [index, box] of boxes.slice(1).entries()) assert.ok(box.y >= boxes[index]!.bottom)
          await waitUntilAbsent(page.locator('main img[src^="data:"]').filter({ visible: true }))
        }))
    })
  })
}

const findSection = (page: Page, title: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) })

const readHrefs = (links: Locator) => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
const readHrefsIn = (container: Locator) => readHrefs(container.getByRole('link'))

const readBoundingBoxes = (elements: Locator) =>
  elements.evaluateAll((all) => all.map((element) => element.getBoundingClientRect().toJSON() as DOMRect))

const findOverlappingBoxes = (boxes: DOMRect[]) =>
  boxes.flatMap((firstBox, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (otherBox) =>
          firstBox.x < otherBox.right &&
          otherBox.x < firstBox.right &&
          firstBox.y < otherBox.bottom &&
          otherBox.y < firstBox.bottom,
      ),
  )

const countWords = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

function measureLines(name: Element) {
  const range = document.createRange()
  range.selectNodeContents(name)
  const lines = new Set([...range.getClientRects()].map(({ y }) => Math.round(y))).size
  return { lines, words: name.textContent.split(' ').length, wide: document.documentElement.scrollWidth }
}
