import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { openPage, visit } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { cataloguePath } from '#routes/catalogue.ts'
import { inLanguage } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import type { ListedProduct } from '#trade/enquiries/contract.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  describe(`finding products, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    const { t, count } = translatorFor(language)
    const findCards = (page: Page) => page.getByRole('main').getByRole('article')
    const findSearchButton = (page: Page) =>
      page.getByRole('search').getByRole('button', { name: t('products.submit') })
    const findResultLine = (page: Page, number: number) =>
      page.getByRole('main').getByText(count('products.found', number), { exact: true })

    async function filterProducts(page: Page): Promise<void> {
      await page.getByLabel(t('products.search')).fill('POLYESTER')
      await findSearchButton(page).click()
      await findResultLine(page, 8).waitFor()
      await page.getByLabel(t('products.category'), { exact: true }).selectOption(t('products.category_sewing'))
      await findSearchButton(page).click()
      await findResultLine(page, 4).waitFor()
      await page.getByLabel(t('products.certificate'), { exact: true }).selectOption({ index: 1 })
      await page.getByLabel(t('products.finish'), { exact: true }).selectOption('Silicone grip')
      await findSearchButton(page).click()
      await findResultLine(page, 1).waitFor()
      assert.equal(await findCards(page).count(), 1)
      assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams), {
        search: 'POLYESTER',
        category: 'sewing',
        certificate: 'OEKO-TEX Standard 100',
        material: '',
        finish: 'Silicone grip',
      })
    }

    test('shows the same facts on each card, terms on request if they are not given, its certificates if it has any, and the number of products (DES-66)', () =>
      visit(app, async (page) => {
        await openPage(page, inLanguage('/products', language))
        await page.getByText(count('products.total', 11), { exact: true }).waitFor()
        const { body } = await app.call('getProducts', { facts: 1 }, { language })
        const products: Pick<ListedProduct, 'name' | 'facts'>[] = body.data
        const hasTerms = ({ facts }: (typeof products)[number]) => Boolean(facts!.minimum || facts!.lead_days)
        assert.ok(products.some(hasTerms) && !products.every(hasTerms))
        for (const product of products) {
          const { name, facts } = product
          const card = findCards(page).filter({ has: page.getByRole('heading', { name, exact: true }) })
          assert.deepEqual(await card.locator('dt').allInnerTexts(), [
            t('product.minimum_order'),
            t('product.lead_time'),
            ...(facts!.certificates.length > 0 ? [t('product.certificates')] : []),
          ])
          const texts = await card.locator('dd').allInnerTexts()
          const { minimum, lead_days } = facts!
          assert.deepEqual(
            [texts[0] !== t('product.on_request'), texts[1] !== t('product.on_request')],
            [minimum !== null, lead_days !== null],
            name,
          )
          for (const text of texts) assert.ok(text.length > 1)
        }
      }))

    test('ends with a line for other requests below full rows, on a wide screen (DES-132)', () =>
      visit(app, async (page) => {
        await page.setViewportSize({ width: 1440, height: 900 })
        await openPage(page, inLanguage('/products', language))
        const items = page.locator('main li:has(> article), main li:has(> section)')
        const boxes = await Promise.all((await items.all()).map(async (item) => (await item.boundingBox())!))
        const [secondLast, last, line] = boxes.slice(-3)
        assert.equal(secondLast!.y, last!.y)
        assert.ok(Math.abs(last!.x + last!.width - (line!.x + line!.width)) < 2)
        assert.ok(line!.width > 1000 && line!.height < 200, JSON.stringify(line))
      }))

    test('shows the sizes of a zipper on equal grounds, and the outline of a bank card on demand (DES-10)', () =>
      visit(app, async (page) => {
        await page.setViewportSize({ width: 1440, height: 900 })
        await openPage(page, inLanguage('/products/zipper', language))
        const tiles = await page.locator('label:has([name=sizes])').all()
        const heights = await Promise.all(tiles.map(async (tile) => Math.round((await tile.boundingBox())!.height)))
        assert.equal(new Set(heights.slice(1)).size, 1, String(heights))
        const outline = page.getByText(t('product.calibrate'))
        assert.ok(!(await outline.isVisible()))
        await page.getByText(t('product.check_size')).click()
        const { width: outlineWidth, height } = (await outline.boundingBox())!
        assert.ok(Math.abs(outlineWidth - 323.5) < 1 && Math.abs(height - 204) < 1, `${outlineWidth} × ${height}`)
      }))

    test('lists each group of options in the summary, and which of them are not chosen yet (DES-139)', () =>
      visit(
        app,
        async (page) => {
          await openPage(page, inLanguage('/products/zipper', language))
          const groupCount = await page.locator('#sheet fieldset').count()
          const rows = page.locator('#sheet dd')
          const openRows = rows.filter({ hasText: t('product.not_chosen') })
          assert.deepEqual([await rows.count(), await openRows.count()], [groupCount, groupCount])
          await page.locator('[name=kinds]').nth(1).check()
          assert.deepEqual([await rows.count(), await openRows.count()], [groupCount, groupCount - 1])
        },
        { viewport: { width: 1440, height: 900 } },
      ))

    test('draws the slider of an invisible zipper in the shade of its tape, unless a finish is chosen (DES-133)', () =>
      visit(app, async (page) => {
        await openPage(page, inLanguage('/products/zipper', language))
        const readPaint = () =>
          page
            .locator('#stop > g > path')
            .first()
            .evaluate((shape) => getComputedStyle(shape).fill)
        const metal = await readPaint()
        await page.locator('[data-teeth=hidden]').check()
        assert.match(await readPaint(), /#shades-/)
        await page.locator('[name=finishes]').nth(2).check()
        assert.match(await readPaint(), /#finishes-2/)
        await page.locator('[name=finishes]').first().check()
        await page.locator('[name=kinds]').nth(1).check()
        assert.equal(await readPaint(), metal)
      }))

    test('filters the list, announces the number of results, and offers help or a reset if there are none (CONT-11)', () =>
      visit(
        app,
        async (page) => {
          await openPage(page, inLanguage('/products', language))
          await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }))
          await filterProducts(page)
          assert.ok(await page.evaluate(() => 'isSameDocument' in globalThis))
          await page
            .locator('#announcer')
            .filter({ hasText: count('products.found', 1) })
            .waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.goBack()
          await findResultLine(page, 4).waitFor()
          assert.equal(await page.getByLabel(t('products.category'), { exact: true }).inputValue(), 'sewing')

          await page.getByLabel(t('products.search')).fill('rivets')
          await page.getByLabel(t('products.search')).press('Enter')
          await page.getByRole('heading', { name: t('products.none_title') }).waitFor()
          const contactLink = page.getByRole('main').getByRole('link', { name: t('products.ask') })
          assert.match((await contactLink.getAttribute('href'))!, /\/contact\?subject=rivets$/)
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page
            .getByRole('main')
            .getByRole('link', { name: t('products.clear') })
            .last()
            .click()
          await findCards(page).nth(10).waitFor()
          assert.equal(new URL(page.url()).search, '')
        },
        { width },
      ))

    test('works without scripts, and the catalogue can be downloaded (CONT-11)', () =>
      visit(
        app,
        async (page) => {
          await page.goto(inLanguage('/products', language))
          await filterProducts(page)
          assert.match(await page.title(), new RegExp(`^${count('products.found', 1)}`))
          await page.goto(inLanguage(`/products?search=${'x'.repeat(90)}`, language))
          await page.locator('[name=search][aria-invalid=true]').waitFor()
          assert.equal(await findCards(page).count(), 11)
          const downloadPromise = page.waitForEvent('download')
          await page.getByRole('link', { name: t('products.download') }).click()
          const download = await downloadPromise
          assert.equal(new URL(download.url()).pathname, inLanguage(cataloguePath, language))
          assert.equal(download.suggestedFilename(), `catalogue-${language}.pdf`)
        },
        { width, javaScriptEnabled: false },
      ))
  })
}
