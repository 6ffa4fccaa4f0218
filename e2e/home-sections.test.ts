import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { openPage, visit, waitUntilAbsent } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { readCompany, writeCompany } from '#content/company.ts'
import { publish } from '#platform/database/publish.ts'
import { href, inLanguage } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

const serviceSlugs = ['zipper', 'button', 'elastic', 'thread', 'lace', 'ribbon', 'label', 'hanger']

for (const { engine, language } of selectPairs(import.meta.url)) {
  describe(`the sections of the home page, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    const { t } = translatorFor(language)
    const homePath = inLanguage('/', language)
    const listProductPaths = (slugs: string[]) => slugs.map((slug) => inLanguage(`/products/${slug}`, language))
    const locateSection = (page: Page, title: string) =>
      page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) })

    test('list the services once and link to them, show the search on the first screen, and label renderings as illustrations (HOME-3, HOME-6, CONT-1, DES-118)', () =>
      visit(
        app,
        async (page) => {
          await openPage(page, homePath)
          const services = locateSection(page, t('home.services_title'))
          assert.deepEqual(await readHrefsIn(services.getByRole('listitem')), listProductPaths(serviceSlugs))
          for (const path of listProductPaths(serviceSlugs))
            assert.equal(await page.getByRole('main').locator(`a[href="${path}"]`).count(), 1, path)

          const { y, height } = (await page.getByRole('search').boundingBox())!
          assert.ok(y + height <= 900, String(y + height))
          const firstLink = page.locator('[aria-roledescription=carousel]').getByRole('link').first()
          assert.equal(await firstLink.evaluate((link) => getComputedStyle(link).backgroundColor), 'rgb(168, 87, 34)')

          await page.getByRole('contentinfo').getByText(t('shell.renderings'), { exact: true }).waitFor()
          const rooms = locateSection(page, t('home.rooms_title'))
          assert.equal(await rooms.getByText(t('shell.illustration')).count(), 3)
        },
        { width: 1440 },
      ))

    test('show the picture of the hero beside its text, and above it on narrow screens (DES-1)', () =>
      visit(app, async (page) => {
        await openPage(page, homePath)
        const slide = page.locator('[aria-roledescription=carousel]').getByRole('listitem').first()
        for (const width of [1440, 1024, 820, 390, 320]) {
          await page.setViewportSize({ width, height: 900 })
          const [picture] = await readBoundingBoxes(slide.getByRole('img'))
          const [title] = await readBoundingBoxes(slide.getByRole('heading'))
          const [welcome] = await readBoundingBoxes(page.getByRole('heading', { level: 1 }))
          assert.ok(welcome!.bottom <= title!.y, `the welcome is above the title at ${width} px`)
          if (width < 992) assert.ok(picture!.bottom <= welcome!.y && picture!.width === width, `${width} px`)
          else assert.ok(picture!.x >= title!.right && picture!.right === width, `${width} px`)
        }
      }))

    test('show two links of equal size: to the products, and to the search for a room (DES-2)', () =>
      visit(app, async (page) => {
        await openPage(page, homePath)
        const doors = page.getByRole('navigation', { name: t('home.doors') }).getByRole('link')
        assert.deepEqual(await readHrefs(doors), [inLanguage('/products', language), '#search-title'])
        for (const width of [1440, 390]) {
          await page.setViewportSize({ width, height: 900 })
          const [firstBox, secondBox] = await readBoundingBoxes(
            page.getByRole('navigation', { name: t('home.doors') }).locator('li'),
          )
          assert.ok(Math.abs(firstBox!.width - secondBox!.width) < 2 && firstBox!.y === secondBox!.y)
        }
        await doors.nth(1).click()
        await page.locator('#search-title:target').waitFor()
      }))

    test('show the figures that the company has entered, and no row without a figure (DES-4)', () =>
      visit(app, async (page) => {
        const readFigures = async () => {
          await openPage(page, homePath)
          return locateSection(page, { en: 'Why choose us', bn: 'কেন আমাদের বেছে নেবেন' }[language])
            .locator('dt')
            .allInnerTexts()
        }
        const { number } = translatorFor(language)
        const { capacity, responsible, ...otherFields } = await readCompany(app.db)
        const figuresBefore = await readFigures()
        assert.deepEqual(figuresBefore.slice(0, 4), [`${number(96)}%`, number(5), number(1.4), capacity![language]])
        assert.equal(figuresBefore.length, 5)
        const signature = page.getByText(responsible![language]!, { exact: true })
        assert.ok(await signature.isVisible())
        await writeCompany(app.db, { onTimePercent: undefined, capacity: undefined, responsible: undefined })
        try {
          assert.deepEqual(await readFigures(), [number(5), number(1.4), figuresBefore[4]])
          assert.equal(await signature.count(), 0)
        } finally {
          await writeCompany(app.db, { onTimePercent: otherFields.onTimePercent, capacity, responsible })
        }
      }))

    test('label every rendering of machines, tests and rooms (DES-7)', () =>
      visit(app, async (page) => {
        await openPage(page, homePath)
        const figures = page.getByRole('main').getByRole('figure')
        const labels = figures.getByText(t('shell.illustration'), { exact: true })
        assert.equal(await labels.count(), await page.getByRole('main').locator('figure').count())
        assert.ok((await labels.count()) >= 9)
        const steps = locateSection(page, t('home.story_title'))
        assert.ok(await steps.getByText(t('home.story_pictures'), { exact: true }).isVisible())
      }))

    test('label each rendering of the steps by itself once a photograph has replaced one of them (DES-7)', async () => {
      const setIllustrative = (illustrative: 0 | 1) =>
        publish(app.db, (tx) =>
          tx.updateTable('picture').set({ illustrative }).where('name', '=', 'process-dip').execute(),
        )
      await setIllustrative(0)
      await visit(app, async (page) => {
        await openPage(page, homePath)
        const steps = locateSection(page, t('home.story_title'))
        assert.equal(await steps.getByText(t('home.story_pictures'), { exact: true }).count(), 0)
        const labels = steps.getByText(t('shell.illustration'), { exact: true })
        assert.equal(await labels.count(), (await steps.getByRole('img').count()) - 1)
      })
      await setIllustrative(1)
    })

    test('lead from each spot of the garment to its caption, and from there to its trim (DES-8, HOME-5)', () =>
      visit(app, async (page) => {
        await openPage(page, homePath)
        const section = locateSection(page, t('home.services_title'))
        const captions = section.getByRole('listitem')
        assert.deepEqual(await readHrefsIn(captions), listProductPaths(serviceSlugs))
        const spots = section.locator('a[href^="#"]')
        assert.deepEqual(
          await readHrefs(spots),
          serviceSlugs.map((slug) => `#trim-${slug}`),
        )
        const picture = section.getByRole('img')
        for (const [width, spotSizePx] of [
          [1440, 44],
          [820, 44],
          [390, 24],
        ] as const) {
          await page.setViewportSize({ width, height: 900 })
          const pictureFrame = (await picture.boundingBox())!
          const boxes = await readBoundingBoxes(spots)
          for (const box of boxes) {
            assert.ok(
              box.width >= spotSizePx && box.height >= spotSizePx,
              `${box.width} × ${box.height} at ${width} px`,
            )
            assert.ok(box.x >= 0 && box.right <= width)
            assert.ok(
              box.y >= pictureFrame.y - spotSizePx && box.bottom <= pictureFrame.y + pictureFrame.height + spotSizePx,
            )
          }
          assert.deepEqual(findOverlappingBoxes(boxes), [], `at ${width} px`)
        }
        await page.setViewportSize({ width: 1440, height: 900 })
        await spots.first().click()
        await page.locator('#trim-zipper:target').waitFor()
        const colours = await spots.evaluateAll((all) => all.map((spot) => getComputedStyle(spot).backgroundColor))
        assert.equal(colours.filter((colour) => colour === colours[0]).length, 1, 'only the current spot is brass')
        await page.setViewportSize({ width: 320, height: 800 })
        const links = captions.getByRole('link')
        for (const box of await readBoundingBoxes(links)) assert.ok(box.height >= 44, String(box.height))
        await links.first().click()
        await page.waitForURL(`**${inLanguage('/products/zipper', language)}`)
      }))

    test('show the picture of the garment and the list of its trims side by side, at a similar height (DES-64)', () =>
      visit(app, async (page) => {
        await page.setViewportSize({ width: 1440, height: 900 })
        await openPage(page, homePath)
        const section = locateSection(page, t('home.services_title'))
        const [list, picture, frame] = await Promise.all(
          [section.getByRole('list'), section.getByRole('img'), section].map(
            async (part) => (await part.boundingBox())!,
          ),
        )
        assert.ok(list!.x >= picture!.x + picture!.width)
        assert.ok(Math.abs(list!.y + list!.height - picture!.y - picture!.height) < 170)
        assert.ok(frame!.height <= { en: 900, bn: 960 }[language], String(frame!.height))
      }))

    test('mark the section of a page in the menu (DES-65)', () =>
      visit(app, async (page) => {
        const menu = page.getByRole('navigation', { name: t('shell.main_menu') })
        for (const [path, sectionPath, currentValue] of [
          ['/products', '/products', 'page'],
          ['/products/zipper', '/products', 'true'],
          ['/colour-card', '/products', 'true'],
          ['/booking-details/deluxe', '/rooms', 'true'],
        ] as const) {
          await openPage(page, inLanguage(path, language))
          const markedLink = menu.locator('[aria-current]')
          assert.deepEqual(await readHrefs(markedLink), [inLanguage(sectionPath, language)], path)
          assert.equal(await markedLink.getAttribute('aria-current'), currentValue)
        }
      }))

    test('show one line for each step of a sample, and the details after a click (HOME-4)', () =>
      visit(app, async (page) => {
        await openPage(page, homePath)
        const steps = locateSection(page, t('home.story_title')).getByRole('listitem')
        assert.equal(await steps.count(), 6)
        const countMainWords = async () => countWords(await page.getByRole('main').innerText())
        const wordCountBefore = await countMainWords()
        // The captions of the garment and the key figures are always visible.
        assert.ok(wordCountBefore < 750, String(wordCountBefore))
        for (const step of await steps.all()) {
          assert.ok(countWords((await step.locator('p').first().innerText()).trim()) <= 16)
          await step.locator('summary').press('Enter')
          await step.locator('details p').first().waitFor()
        }
        assert.ok((await countMainWords()) > wordCountBefore + 200)
        assert.deepEqual(await findAccessibilityViolations(page), [])
      }))

    test('keep the company name on one line, except on phones, and break no word (APP-7, APP-8)', () =>
      visit(app, async (page) => {
        await openPage(page, inLanguage('/about', language))
        const companyName = page.getByRole('banner').getByRole('link').locator('span').first()
        for (const width of [320, 360, 640, 900, 1024, 1100, 1152, 1200, 1440]) {
          await page.setViewportSize({ width, height: 800 })
          const { lines, words, wide: pageWidth } = await companyName.evaluate(measureLines)
          assert.ok(lines <= (width < 480 ? words : 1), `${lines} lines at ${width} px`)
          assert.ok(pageWidth <= width, `${pageWidth} px at ${width} px`)
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

    test('give the head the ground of the part below it, where that has one (DES-140)', () =>
      visit(app, async (page) => {
        await page.setViewportSize({ width: 1440, height: 900 })
        const pages = [
          [href('contact'), 'section'],
          [href('packages'), 'header + .on-dark'],
          [href('service'), 'header + .on-dark'],
          [href('colourCard'), 'form > div'],
          [href('blog'), 'article'],
        ] as const
        for (const [path, part] of pages) {
          await page.goto(inLanguage(path, language))
          const [ground, partGround] = await Promise.all(
            ['header', part].map((selector) =>
              page
                .locator(`main ${selector}`)
                .first()
                .evaluate((element) => getComputedStyle(element).backgroundColor),
            ),
          )
          assert.equal(ground, partGround, path)
        }
      }))

    test('show the rooms as a wide and two tall pictures of equal height, on deep teal (DES-141)', () =>
      visit(
        app,
        async (page) => {
          await openPage(page, homePath)
          const rooms = locateSection(page, t('home.rooms_title'))
          const [first, ...others] = await readBoundingBoxes(rooms.locator('figure'))
          assert.equal(others.length, 2)
          for (const { width, height } of others) {
            assert.equal(height, first!.height)
            assert.ok(width < height && 1.9 * width < first!.width, `${width} x ${height}`)
          }
          assert.equal(await rooms.evaluate((section) => getComputedStyle(section).backgroundColor), 'rgb(15, 74, 75)')
        },
        { width: 1440 },
      ))

    test('open the courses and the countries with a picture over the whole width, below the header (DES-117)', () =>
      visit(app, async (page) => {
        for (const path of ['/courses', '/countries'])
          for (const width of [1440, 390]) {
            await page.setViewportSize({ width, height: 900 })
            await page.goto(inLanguage(path, language))
            const header = (await page.locator('main header').first().boundingBox())!
            const picture = (await page.getByRole('main').getByRole('img').first().boundingBox())!
            assert.deepEqual([picture.x, picture.width], [0, width], path)
            assert.ok(Math.abs(picture.y - header.y - header.height) < 1, path)
          }
      }))

    describe('in English', () => {
      test('have a visible border around each link and button in forced colours mode (APP-2)', () =>
        visit(
          app,
          async (page) => {
            await openPage(page, '/')
            const listEdges = (elements: Locator) =>
              elements.evaluateAll((all) =>
                all.map((element) => {
                  const [ownStyle, afterStyle] = [getComputedStyle(element), getComputedStyle(element, '::after')]
                  const lengths = [ownStyle.borderTopWidth, ownStyle.outlineWidth, afterStyle.borderTopWidth].map(
                    parseFloat,
                  )
                  return Math.max(lengths[0]!, ownStyle.outlineStyle === 'none' ? 0 : lengths[1]!, lengths[2]!) >= 1
                }),
              )
            const main = page.getByRole('main')
            for (const elements of [
              findSection(page, 'Stay where your trims are made').getByRole('listitem'),
              main.locator('[aria-roledescription=carousel]').getByRole('button', { name: /slide$/ }),
              // The border of a date button surrounds only its value, which is its last child.
              main.getByRole('search').locator('button:not([aria-haspopup]), button[aria-haspopup] > :last-child'),
              findSection(page, 'Best Solutions For Your Business').locator('a[href^="#"]'),
            ]) {
              const edgeFlags = await listEdges(elements)
              assert.ok(edgeFlags.length > 1)
              assert.ok(edgeFlags.every(Boolean), `${edgeFlags}`)
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
