import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { readMain, createReader } from '#testing/public-pages.ts'
import { toPlainText } from '#content/excerpt.ts'
import { publish } from '#platform/database/publish.ts'
import { inLanguage, languages } from '#routes/public.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`trims, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)

    const { readCategory, readPage } = createReader(() => app)
    const findCanonicalUrl = (html: string) =>
      /<link rel="canonical" href="https:\/\/selvage\.example([^"]*)"/.exec(html)![1]

    for (const language of languages) {
      test(`have the same name as a service and as a product, in ${language} (CONT-6, CONT-11)`, async () => {
        const { body } = await app.call('getProducts', {}, { language })
        const nameBySlug = new Map(body.data.map((item: { slug: string; name: string }) => [item.slug, item.name]))
        const { data: services } = await readCategory(4, language)
        assert.equal(services.length, 8)
        for (const { slug, title } of services) assert.equal(nameBySlug.get(slug), title)
        assert.equal(new Set(nameBySlug.values()).size, body.data.length)
      })

      test(`have a short description page that links to the product, in ${language} (CONT-8)`, async () => {
        const { data: services } = await readCategory(4, language)
        assert.equal(services.length, 8)
        for (const { slug, title, description } of services) {
          const productUrl = inLanguage(`/products/${slug}`, language)
          const html = await readPage(`/details/${slug}`, language)
          assert.equal(findCanonicalUrl(html), productUrl)
          const main = readMain(html)
          const [, htmlAfterTrail] = main.split('</nav>')
          assert.equal(/<a [^>]*href="([^"]*)"/.exec(htmlAfterTrail!)![1], productUrl, slug)
          const [openingParagraph] = description.split('</p>')
          const visibleHtml = main.replace(/<details[^]*?<\/details>/, '')
          assert.ok(visibleHtml.includes(openingParagraph!), slug)
          assert.ok(!visibleHtml.includes('</h2><p>'), slug)
          assert.ok(toPlainText(main).includes(toPlainText(description).slice(-60)), 'the rest opens on demand')
          assert.ok(toPlainText(main).includes(title))
          assert.ok(readMain(await readPage('/our-services', language)).includes(`href="${productUrl}"`), slug)
        }
      })
    }

    test('appear in the sitemap only as products (CONT-8)', async () => {
      const sitemap = await (await app.get('/sitemap.xml')).text()
      assert.ok(!sitemap.includes('/details/zipper<'))
      assert.ok(sitemap.includes('/products/zipper</loc><lastmod>'))
    })

    test('have a full description page if they are not a product (CONT-8)', async () => {
      const setProductActive = (active: 0 | 1) =>
        publish(app.db, (tx) => tx.updateTable('product').set({ active }).where('slug', '=', 'lace').execute())
      await setProductActive(0)
      const [listHtml, detailHtml, sitemapXml] = [
        readMain(await readPage('/our-services')),
        await readPage('/details/lace'),
        await (await app.get('/sitemap.xml')).text(),
      ]
      await setProductActive(1)
      assert.ok(listHtml.includes('href="/details/lace"') && !listHtml.includes('href="/products/lace"'))
      assert.equal(findCanonicalUrl(detailHtml), '/details/lace')
      assert.equal(readMain(detailHtml).split('<details').length - 1, 1, 'only the search at the end is folded')
      assert.ok(sitemapXml.includes('/details/lace<'))
    })

    test('stay listed and link to their descriptions if the products cannot be loaded (APP-12)', async (t) => {
      t.mock.method(console, 'error', () => {}) // the expected errors
      await publish(app.db, (tx) => tx.schema.alterTable('product').renameTo('away').execute())
      const responses = [await app.get('/our-services'), await app.get('/products'), await app.get('/details/zipper')]
      await publish(app.db, (tx) => tx.schema.alterTable('away').renameTo('product').execute())
      const [servicesHtml, productsHtml, detailHtml] = await Promise.all(responses.map((answer) => answer.text()))
      assert.deepEqual(
        responses.map(({ status }) => status),
        [200, 200, 200],
      )
      assert.ok(readMain(servicesHtml!).includes('href="/details/zipper"'))
      assert.match(
        readMain(productsHtml!),
        /The content could not be loaded.*<a [^>]*href="\/products"[^>]*>Try again</s,
      )
      assert.ok(!readMain(productsHtml!).includes('Nothing here yet'))
      assert.ok(readMain(detailHtml!).includes('How we check it'))
    })
  })
}
