import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { readMain } from '#testing/public-pages.ts'
import { recordQueries } from '#testing/record-queries.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { publish } from '#platform/database/publish.ts'
import { enquiryLimits } from './limits.ts'

for (const engine of bothEngines) {
  describe(`searching products, on ${engine.name}`, () => {
    let app: TestApp
    const statements: string[] = []
    before(async () => {
      app = await startTestApp(recordQueries(engine, ({ sql }) => statements.push(sql)))
    })
    after(() => app.close())

    const find = async (filter: object, language = 'en'): Promise<string[]> => {
      const body = await app.callOk('getProducts', filter, { language })
      return body.data.map(({ slug }: { slug: string }) => slug)
    }

    test('finds words of both languages in names, texts and attributes, and ignores case and the script of digits (CONT-11)', async () => {
      const table: [search: string, expected: string[]][] = [
        ['ZIPPER', ['zipper']],
        ['Zippers', ['zipper']],
        ['জিপার', ['zipper']],
        ['guipure', ['lace']],
        ['#5 brass', ['zipper']],
        ['#৫  ব্রাস', ['zipper']],
        ['৪৪ লাইন', ['button']],
        ['44 লাইন', ['button']],
        ['oeko-tex jacquard', ['elastic']],
        ['no such trim', []],
      ]
      for (const [search, expected] of table) {
        assert.deepEqual(await find({ search }), expected, search)
        assert.deepEqual(await find({ search }, 'bn'), expected, search)
      }
      assert.equal((await find({ search: '   ' })).length, 11)
    })

    test('combines the filters, and offers the materials and finishes of the results (CONT-11)', async () => {
      assert.deepEqual(await find({ category: 'fasteners' }), ['zipper', 'button'])
      assert.deepEqual(await find({ certificate: 'Global Recycled Standard (GRS)' }), ['thread', 'ribbon'])
      assert.deepEqual(await find({ category: 'sewing', finish: 'Silicone grip' }), ['elastic'])
      assert.deepEqual(await find({ material: 'Recycled polyester yarn on request' }), ['elastic', 'label'])
      assert.deepEqual(await find({ category: 'labels', material: 'Cotton' }), [])

      const { body: allProducts } = await app.call('getProducts', { facts: 1 })
      assert.deepEqual(allProducts.filters.categories, ['fasteners', 'sewing', 'labels', 'packing'])
      assert.deepEqual(allProducts.filters.certificates, [
        { value: 'OEKO-TEX Standard 100', name: 'OEKO-TEX Standard 100' },
        { value: 'Global Recycled Standard (GRS)', name: 'Global Recycled Standard (GRS)' },
      ])
      assert.deepEqual([allProducts.filters.materials, allProducts.filters.finishes], [[], []])
      const narrowedResults = await app.call(
        'getProducts',
        { facts: 1, category: 'fasteners', finish: 'Horn-effect' },
        { language: 'bn' },
      )
      assert.equal(narrowedResults.body.data.length, 1)
      const { finishes, materials } = narrowedResults.body.filters
      assert.ok(finishes.some(({ value }: { value: string }) => value === 'Gunmetal'))
      assert.deepEqual(
        materials.find(({ value }: { value: string }) => value === 'Polyester resin'),
        { value: 'Polyester resin', name: 'পলিয়েস্টার রেজিন' },
      )
    })

    test('rejects long or unsafe text and an unknown category with an error at the field (CONT-11)', async () => {
      for (const [input, field] of [
        [{ search: 'x'.repeat(enquiryLimits.search + 1) }, 'search'],
        [{ search: 'a\u0000b' }, 'search'],
        [{ category: 'rivets' }, 'category'],
        [{ certificate: 'x'.repeat(81) }, 'certificate'],
      ] as const) {
        const { status, body } = await app.call('getProducts', input)
        assert.deepEqual([status, Object.keys(body.errors)], [422, [field]])
      }
    })

    test('caches the page with all products, but not the results of a search (CONT-11)', async () => {
      const allProductsResponse = await app.get('/products?utm_source=fair')
      assert.equal(allProductsResponse.headers.get('cache-control'), 'public, no-cache')
      const searchResponse = await app.get(
        '/bn/products?search=%E0%A6%9C%E0%A6%BF%E0%A6%AA%E0%A6%BE%E0%A6%B0&category=&finish=',
      )
      assert.equal(searchResponse.headers.get('cache-control'), 'private, no-store')
      const html = await searchResponse.text()
      assert.match(html, /<title>১টি পণ্য পাওয়া গেছে/)
      assert.match(html, /<meta name="robots" content="noindex/)
      const paths = [...readMain(html).matchAll(/<h2[^>]*><a href="([^"]+)"/g)].map(([, path]) => path)
      assert.deepEqual(paths, ['/bn/products/zipper'])

      const emptyPage = await (await app.get('/products?search=no+such+trim')).text()
      assert.match(emptyPage, /<title>0 products found/)
      for (const text of ['No product matches', 'href="/contact?subject=no+such+trim"', '>Clear filters<'])
        assert.ok(emptyPage.includes(text), text)
      const longPage = await (await app.get(`/products?search=${'x'.repeat(500)}`)).text()
      assert.ok(longPage.includes('This may have at most 80 characters.'))
      assert.ok(longPage.includes('href="/products/carton"'), 'all products are shown')
    })

    test('reads the texts once per content version (CONT-11)', async () => {
      const countTextReads = () =>
        statements.filter((sql) => /select \* from "product" where "active"/.test(sql)).length
      await publish(app.db, async () => {})
      statements.length = 0
      for (const search of ['zip', 'lace', 'zip']) await find({ search })
      assert.equal(countTextReads(), 1)
      await publish(app.db, (tx) =>
        tx.updateTable('product').set({ name_en: 'Quillon' }).where('slug', '=', 'lace').execute(),
      )
      assert.deepEqual(await find({ search: 'quillon' }), ['lace'])
      await publish(app.db, (tx) => tx.updateTable('product').set({ active: 0 }).where('slug', '=', 'lace').execute())
      assert.deepEqual(await find({ search: 'quillon' }), [])
    })
  })
}
