import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { publish } from '#platform/database/publish.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { languages, type Language } from '#routes/public.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the public product list, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    beforeEach(async () => {
      await app.deliverEmails()
      for (const table of ['enquiry_line', 'enquiry', 'mail', 'request_key'] as const) {
        await app.db.deleteFrom(table).execute()
      }
      await publish(app.db, (tx) => tx.updateTable('product').set({ active: 1 }).execute())
    })

    const deactivateProduct = (slug: string) =>
      publish(app.db, (tx) => tx.updateTable('product').set({ active: 0 }).where('slug', '=', slug).execute())

    test('lists the products in order, with pictures, in the language of the reader (CONT-11)', async () => {
      const getProducts = (language: Language) => app.call('getProducts', {}, { language })
      const [englishResponse, banglaResponse] = await Promise.all(languages.map(getProducts))
      for (const { status, headers, body } of [englishResponse!, banglaResponse!]) {
        assert.deepEqual([status, headers.get('cache-control')], [200, 'public, no-cache'])
        assert.equal(body.data.length, 11)
        const slugs = body.data.map(({ slug }: { slug: string }) => slug)
        assert.deepEqual(slugs.slice(0, 3), ['zipper', 'button', 'elastic'])
        for (const product of body.data) {
          assert.deepEqual(Object.keys(product), ['slug', 'name', 'summary', 'picture'])
          assert.match(product.picture.src, /^\/pictures\/.+\.jpg$/)
        }
      }
      assert.equal(englishResponse!.body.data[0].name, 'Zipper')
      assert.equal(banglaResponse!.body.data[0].name, 'জিপার')
    })

    test('returns the specification and terms of a product without any price (CONT-11)', async () => {
      const { status, body } = await app.call('getProductDetails', { slug: 'label' })
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body), [
        'slug',
        'name',
        'summary',
        'picture',
        'description',
        'specification',
        'measures',
        'facts',
        'choices',
        'swatches',
      ])
      assert.match(body.description, /^We set labels from your file.*\n\nCare labels are washed/)
      assert.deepEqual(body.specification, {
        materials: [
          'Woven damask, satin and taffeta in polyester',
          'Printed satin, nylon taffeta and cotton tape',
          'Heat-transfer film',
          'Recycled polyester yarn on request',
        ],
        sizes: [
          'Widths from 10 to 100 mm',
          'Straight cut, end fold, centre fold, mitre fold, Manhattan fold',
          'Single pieces, or rolls for machine feeding',
        ],
        finishes: ['Ultrasonic or heat cut, soft edge', 'Metallic yarn', 'Variable text, size and barcode'],
        minimum_order: 'By artwork, with sizes counted together.',
        lead_time: 'Confirmed with the sample. The clock starts when the artwork proof is approved.',
        sample_policy: 'Artwork proof first, then a woven or printed sample for signature.',
      })
      const { body: banglaProduct } = await app.call('getProductDetails', { slug: 'label' }, { language: 'bn' })
      assert.equal(banglaProduct.specification.sizes[0], 'চওড়া ১০ থেকে ১০০ মিমি')
      const { body: productList } = await app.call('getProducts')
      assert.doesNotMatch(JSON.stringify([body, banglaProduct, productList]), /BDT|৳|price"/i)
    })

    test('hides inactive and unknown products (CONT-11)', async () => {
      assert.equal((await app.call('getProductDetails', { slug: 'rivet' })).status, 404)
      assert.equal((await app.get('/products/lace')).status, 200)
      await deactivateProduct('lace')
      assert.equal((await app.call('getProductDetails', { slug: 'lace' })).status, 404)
      assert.equal((await app.get('/products/lace')).status, 404)
      assert.doesNotMatch(JSON.stringify((await app.call('getProducts')).body), /"lace"/)
    })
  })
}
