import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { translatorFor } from '#locales/both.ts'
import { readMain } from '#testing/public-pages.ts'
import { setUpTestApp } from '#testing/test-app.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the product sheet, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)

    /** Returns the label of each size: its texts and its drawing. */
    const readSizes = async (slug: string, language = 'en') => {
      const main = readMain(await (await app.get(`${language === 'bn' ? '/bn' : ''}/products/${slug}`)).text())
      const labels = [
        ...main.matchAll(/<label [^>]*><input type="radio" name="sizes" value="([^"]+)"\/>(.*?)<\/label>/g),
      ]
      return labels.map(([, value, html]) => {
        const [, width, height] = /<svg [^>]*width="([^"]+)" height="([^"]+)"/.exec(html!) ?? []
        return {
          value,
          html: html!,
          width,
          height,
          text: html!
            .replace(/<[^>]+>/g, ' ')
            .replace(/\s+/g, ' ')
            .trim(),
        }
      })
    }
    const readHeights = async (slug: string) =>
      Object.fromEntries((await readSizes(slug)).map(({ value, height }) => [value, height]))

    test('draws sizes with the measurements of the trade in millimetres (DES-10)', async () => {
      assert.deepEqual(await readHeights('zipper'), { '#3': '27mm', '#5': '32mm', '#8': '36mm', '#10': '40mm' })
      const buttonSizes = await readSizes('button')
      assert.equal(buttonSizes.length, 10)
      for (const { value, width, height } of buttonSizes)
        assert.deepEqual([width, height], Array<string>(2).fill(`${parseInt(value!) * 0.635}mm`), value!)
      const ribbonHeights = await readHeights('ribbon')
      assert.deepEqual([ribbonHeights['3 mm'], ribbonHeights['38 mm'], ribbonHeights['75 mm']], ['3mm', '38mm', '75mm'])
      const tagSizes = await readSizes('hang-tag')
      assert.deepEqual(
        tagSizes.map(({ width, height }) => [width, height]),
        [
          ['40mm', '90mm'],
          ['50mm', '100mm'],
        ],
      )
    })

    test('writes the measurements in the language of the page (DES-10)', async () => {
      const readTexts = async (slug: string, language = 'en') =>
        (await readSizes(slug, language)).map(({ text }) => text)
      assert.equal((await readTexts('zipper'))[1], '#5 chain 6 mm, tape 32 mm')
      assert.equal((await readTexts('zipper', 'bn'))[1], '#৫ চেইন ৬ মিমি, টেপ ৩২ মিমি')
      assert.ok((await readTexts('thread')).includes('Tex 40 ticket 75, 0.24 mm'))
      assert.deepEqual(
        (await readTexts('carton')).map((text) => /[\d.]+ mm/.exec(text)![0]),
        ['1.6 mm', '3 mm', '4.1 mm', '6.85 mm'],
      )
      assert.ok((await readTexts('elastic')).includes('Knitted 6–60 mm drawn: 6, 40 mm'))
    })

    test('draws hangers and bags at a quarter of the actual size, and says so (DES-10)', async () => {
      const [, womenSize] = await readSizes('hanger')
      assert.equal(womenSize!.width, '105mm')
      assert.deepEqual((await readSizes('poly-bag')).map(({ width, height }) => [width, height])[1], ['75mm', '100mm'])
      const [hangerHtml, zipperHtml] = await Promise.all(
        ['hanger', 'zipper'].map(async (slug) => readMain(await (await app.get(`/products/${slug}`)).text())),
      )
      assert.match(hangerHtml!, /Drawn at a quarter/)
      assert.doesNotMatch(zipperHtml!, /Drawn at a quarter/)
      assert.match(zipperHtml!, /<fieldset><legend>Sizes<.*?<details[^>]*><summary>Check the size.*?<legend>Length</s)
    })

    test('offers the types of a zipper with drawings of their teeth, and then its sizes and lengths, in both languages (DES-103)', async () => {
      for (const language of ['en', 'bn']) {
        const main = readMain(await (await app.get(`${language === 'bn' ? '/bn' : ''}/products/zipper`)).text())
        const kinds = [...main.matchAll(/<label [^>]*><input ([^>]*)name="kinds" value="[^"]+"\/>(.*?)<\/label>/g)].map(
          ([, attributes, html]) => [
            /data-teeth="(\w+)"/.exec(attributes!)?.[1],
            /<use href="(#[^"]+)"/.exec(html!)![1],
            html!.replace(/<[^>]+>/g, ''),
          ],
        )
        const names =
          language === 'bn'
            ? ['মেটাল', 'নাইলন কয়েল', 'ইনভিজিবল', 'মোল্ডেড প্লাস্টিক']
            : ['Metal', 'Nylon coil', 'Invisible', 'Moulded plastic']
        const teeth = ['coil', 'hidden', 'moulded']
        assert.deepEqual(
          kinds,
          names.map((name, index) => [teeth[index - 1], '#size-1', name]),
        )
        for (const id of teeth) assert.ok(main.includes(`<pattern id="${id}"`), id)
        assert.match(main, language === 'bn' ? />৬০ সেমি</ : />60 cm</)
        assert.ok(main.includes(translatorFor(language as 'en').t('product.length_note')))
        const groups = ['kinds', 'sizes', 'lengths', 'shades', 'finishes', 'types', 'fittings', 'amount']
        const positions = groups.map((name) => main.indexOf(`name="${name}"`))
        assert.deepEqual(
          positions,
          positions.toSorted((one, other) => one - other),
        )
      }
      assert.doesNotMatch(readMain(await (await app.get('/products/button')).text()), /name="(kinds|lengths)"/)
    })

    test('offsets the teeth of the two sides of a chain by half a pitch (DES-10)', async () => {
      const main = readMain(await (await app.get('/products/zipper')).text())
      const [, teeth] = /<pattern id="teeth" (.*?)<\/pattern>/.exec(main)!
      const pitch = Number(/width="([^"]+)"/.exec(teeth!)![1])
      const offsets = [...teeth!.matchAll(/<path d="M([\d.]+) [^"]+" stroke="var\(--finish\)"/g)].map(([, x]) =>
        Number(x),
      )
      assert.equal(offsets.length, 2, 'one tooth of each side')
      assert.ok(Math.abs(offsets[1]! - offsets[0]! - pitch / 2) < 0.001, String(offsets))
      const { html } = (await readSizes('zipper'))[1]!
      const [, xScale, yScale] = /scale\(([\d.]+) ([\d.]+)\)/.exec(html)!
      assert.ok(Math.abs(Number(xScale) * pitch - 2.5) < 0.01, String(xScale))
      assert.equal(yScale, '6')
    })
  })
}
