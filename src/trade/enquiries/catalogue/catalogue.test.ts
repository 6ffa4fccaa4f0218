import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { getDocumentProxy } from 'unpdf'
import { bothEngines } from '#testing/engines.ts'
import { findForeignDigits } from '#testing/digits.ts'
import { assertSafePdf } from '#testing/pdf-objects.ts'
import { extractPdfText } from '#testing/pdf-text.ts'
import { recordQueries } from '#testing/record-queries.ts'
import { sendRequest } from '#testing/send-request.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { publish } from '#platform/database/publish.ts'
import { cataloguePath } from '#routes/catalogue.ts'
import { inLanguage, languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

for (const engine of bothEngines) {
  describe(`the catalogue PDF, on ${engine.name}`, () => {
    let app: TestApp
    const statements: string[] = []
    before(async () => {
      app = await startTestApp(recordQueries(engine, ({ sql }) => statements.push(sql)))
    })
    after(() => app.close())
    beforeEach(() => publish(app.db, (tx) => tx.updateTable('product').set({ active: 1 }).execute()))

    const countGenerations = () => statements.filter((sql) => /from "product_certificate"/.test(sql)).length

    for (const language of languages)
      test(`contains a cover, the contents and every product by category, ${language} (CONT-11)`, async () => {
        const { t, count, day, number } = translatorFor(language)
        const { body } = await sendRequest(app.url, inLanguage(cataloguePath, language))
        await assertSafePdf(body, language)
        const texts = extractPdfText(body)
        const { data } = (await app.call('getProducts', { facts: 1 }, { language })).body
        const company = (await app.call('getGlobalData', {}, { language })).body
        for (const text of [
          company.name,
          t('products.catalogue_title'),
          day(app.day(0)),
          t('products.catalogue_contents'),
        ])
          assert.ok(texts.includes(text), text)
        for (const { name, summary } of data as { name: string; summary: string }[]) {
          assert.equal(texts.filter((text) => text === name).length, 2, `${name} in the contents and with its facts`)
          assert.ok(texts.includes(summary), summary)
        }
        for (const category of ['fasteners', 'sewing', 'labels', 'packing'] as const)
          assert.equal(texts.filter((text) => text === t(`products.category_${category}`)).length, 2)
        const zipperFacts = [count('unit.piece', 3_000), t('product.days_between', { least: 15, most: 25 })]
        for (const fact of zipperFacts) assert.ok(texts.includes(fact), fact)
        assert.ok(texts.some((text) => text.includes('DEMO00001')))
        assert.deepEqual(findForeignDigits(texts, language), [])

        const document = await getDocumentProxy(new Uint8Array(body))
        const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 })
        assert.deepEqual([Math.round(width), Math.round(height)], [595, 842])
        const outline = await document.getOutline()
        assert.deepEqual(outline[0]!.title, t('products.category_fasteners'))
        assert.ok(texts.some((text) => text.endsWith(t('quotation.page', { page: 3, pages: document.numPages }))))
        const zipperIndex = texts.indexOf(data[0].name)
        assert.equal(texts[zipperIndex + 1], number(3), 'the contents name the page')
        const photos = body.toString('latin1').match(/\/Subtype \/Image/g) ?? []
        assert.equal(photos.length, data.length)
      })

    test('is made once per content version, also for concurrent requests (CONT-11)', async () => {
      statements.length = 0
      const responses = await Promise.all(Array.from({ length: 20 }, () => sendRequest(app.url, cataloguePath)))
      assert.equal(countGenerations(), 1)
      const [firstResponse] = responses
      assert.equal(firstResponse!.headers['content-type'], 'application/pdf')
      assert.equal(firstResponse!.headers['content-disposition'], 'attachment; filename="catalogue-en.pdf"')
      for (const { status, body } of responses)
        assert.deepEqual([status, body.length], [200, firstResponse!.body.length])
      const secondResponse = await sendRequest(app.url, `${cataloguePath}?a=1`, {
        headers: { 'accept-encoding': 'gzip, br' },
      })
      assert.deepEqual([secondResponse.headers['content-encoding'], countGenerations()], [undefined, 1])
      await publish(app.db, (tx) =>
        tx.updateTable('product').set({ name_en: 'Slide fastener' }).where('slug', '=', 'zipper').execute(),
      )
      const changedResponse = await sendRequest(app.url, cataloguePath)
      assert.equal(countGenerations(), 2)
      assert.ok(extractPdfText(changedResponse.body).includes('Slide fastener'))
    })

    test('leaves out hidden products and expired certificates, and does not exist without products (CONT-11)', async () => {
      await publish(app.db, async (tx) => {
        await tx.updateTable('product').set({ active: 0 }).where('slug', '!=', 'thread').execute()
        await tx.updateTable('certificate').set({ valid_until: 0 }).where('number', '=', 'DEMO00001').execute()
      })
      const texts = extractPdfText((await sendRequest(app.url, cataloguePath)).body).join('\n')
      assert.ok(texts.includes('Thread') && texts.includes('DEMO00002'))
      assert.doesNotMatch(texts, /DEMO00001|Carton|Threads, tapes and lace/)
      await publish(app.db, (tx) => tx.updateTable('product').set({ active: 0 }).execute())
      assert.equal((await sendRequest(app.url, cataloguePath)).status, 404)
      assert.ok(!(await (await app.get('/products')).text()).includes(cataloguePath))
    })

    test('fits long texts and many products on its pages, and tolerates a missing picture (CONT-11)', async () => {
      const longText = 'ক্ষ্ম W '.repeat(30).slice(0, 190)
      const specification = JSON.stringify({
        materials: Array(20).fill(longText),
        sizes: Array(20).fill(longText),
        finishes: Array(20).fill(longText),
        minimumOrder: longText,
        leadTime: longText,
        samplePolicy: '',
        units: ['piece'],
        choices: { sizes: [], finishes: [], shades: [] },
      })
      await publish(app.db, async (tx) => {
        await tx
          .updateTable('product')
          .set({ summary_en: longText, specification_en: specification, specification_bn: specification })
          .execute()
        const { files: pictureFiles } = await tx
          .selectFrom('picture')
          .select('files')
          .where('name', '=', 'product-lace')
          .executeTakeFirstOrThrow()
        const missingPictures = pictureFiles.replaceAll(/\.[0-9a-f]{8}\.jpg/g, '.00000000.jpg')
        await tx.updateTable('picture').set({ files: missingPictures }).where('name', '=', 'product-lace').execute()
        for (let index = 0; index < 60; index++)
          await tx
            .insertInto('product')
            .values({
              slug: `p${index}`,
              picture: 'product-lace',
              name_en: `P ${index} ${longText}`.slice(0, 80),
              name_bn: null,
              summary_en: index % 2 === 0 ? longText : 'W'.repeat(240),
              summary_bn: null,
              description_en: longText,
              description_bn: null,
              specification_en: index % 2 === 0 ? specification : specification.replaceAll(longText, 'W'.repeat(200)),
              specification_bn: null,
              position: 100 + index,
              active: 1,
            })
            .execute()
      })
      const { status, body } = await sendRequest(app.url, cataloguePath)
      assert.equal(status, 200)
      await assertSafePdf(body, 'long')
      const document = await getDocumentProxy(new Uint8Array(body))
      for (let page = 1; page <= document.numPages; page++) {
        const { items } = await (await document.getPage(page)).getTextContent()
        const heights = items.flatMap((item) =>
          'str' in item && item.str.trim() ? [Math.round(item.transform[5])] : [],
        )
        // The footer is one line. No other text reaches the bottom margin of 42 points.
        assert.equal(new Set(heights.filter((height) => height < 42)).size, 1, `page ${page}: ${heights.join()}`)
      }
      const texts = extractPdfText(body)
      for (let index = 0; index < 60; index++)
        assert.equal(texts.filter((text) => text.startsWith(`P ${index} `)).length, 2)
    })
  })
}
