import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { getDocumentProxy } from 'unpdf'
import { openPage, visit, waitUntilAbsent } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { inLanguage } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { openSignedIn } from './open-signed-in.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  describe(`printing a page, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    const { t } = translatorFor(language)

    test('puts each product on one sheet, with the company name at the top (CONT-11)', () =>
      visit(app, async (page) => {
        const { data } = (await app.call('getProducts', {}, { language })).body
        const { body: company } = await app.call('getGlobalData', {}, { language })
        for (const { slug, name } of data as { slug: string; name: string }[]) {
          await openPage(page, inLanguage(`/products/${slug}`, language))
          const sheets = await getDocumentProxy(new Uint8Array(await page.pdf({ format: 'A4' })))
          assert.equal(sheets.numPages, 1, slug)
          await page.emulateMedia({ media: 'print' })
          const footer = page.getByRole('contentinfo')
          const title = page.getByRole('heading', { level: 1, name, exact: true })
          const specificationHeading = page.getByRole('heading', { name: t('product.specification') })
          const tops = await Promise.all(
            [footer, title, specificationHeading].map(async (part) => (await part.boundingBox())!.y),
          )
          assert.deepEqual(
            tops,
            tops.toSorted((one, other) => one - other),
            slug,
          )
          const headText = (await footer.innerText()).replaceAll('\u00a0', ' ')
          for (const detail of [company.name, company.email, company.telephone])
            assert.ok(headText.includes(detail), detail)
          assert.equal(await page.getByText(t('product.others')).isVisible(), false)
          await waitUntilAbsent(page.locator('button:visible, nav:visible, form:visible'))
          await page.emulateMedia({ media: 'screen' })
        }
      }))

    test('puts a post on two sheets, under the company name', () =>
      visit(app, async (page) => {
        await openPage(page, inLanguage('/reading-blog/how-to-choose-a-zipper', language))
        const sheets = await getDocumentProxy(new Uint8Array(await page.pdf({ format: 'A4' })))
        assert.equal(sheets.numPages, 2)
        await page.emulateMedia({ media: 'print' })
        const [footer, title] = [page.getByRole('contentinfo'), page.getByRole('heading', { level: 1 })]
        assert.ok((await footer.boundingBox())!.y < (await title.boundingBox())!.y)
      }))

    test('puts a stay on one sheet in English, with the company name once (ACCT-9)', () =>
      visit(app, async (page) => {
        const { code } = await app.db
          .selectFrom('booking')
          .select('code')
          .where('status', '=', 'confirmed')
          .executeTakeFirstOrThrow()
        await openSignedIn(page, app, `/booking-history-details/${code}`)
        const paper = page.getByRole('article').filter({ hasText: 'Booking Summary' })
        await paper.waitFor()
        const sheets = await getDocumentProxy(new Uint8Array(await page.pdf({ format: 'A4' })))
        assert.equal(sheets.numPages, 1)
        await page.emulateMedia({ media: 'print' })
        assert.equal(await page.getByRole('contentinfo').isVisible(), false)
        assert.equal(await paper.getByText('Selvage Accessories', { exact: true }).count(), 1)
      }))
  })
}
