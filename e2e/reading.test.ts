import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { openPage, visit } from '#testing/browser.ts'
import { sqlite } from '#testing/engines.ts'
import { inLanguage, languages } from '#routes/public.ts'
import { setUpTestApp } from '#testing/test-app.ts'

describe('the reading pages', () => {
  const app = setUpTestApp(sqlite)

  test('show articles in text of 20 px, with about 64 characters in a line and the sidebar below (DES-31)', () =>
    visit(app, async (page) => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await openPage(page, '/reading-blog/button-sizes-in-ligne')
      const paragraphs = page.locator('.prose > p')
      for (const paragraph of await paragraphs.all()) {
        const { size, characters, lines } = await paragraph.evaluate(measureText)
        assert.equal(size, '20px')
        if (lines > 3) assert.ok(characters / lines > 52 && characters / lines < 70, `${characters} in ${lines} lines`)
      }
      const [text, table, aside] = await Promise.all(
        [paragraphs.first(), page.locator('.prose > table'), page.getByRole('complementary').first()].map(readBox),
      )
      assert.ok(table!.width >= text!.width)
      assert.ok(aside!.y > table!.y + table!.height)
    }))

  test('keep the picture of an article above its text, also below a short introduction (DES-77)', () =>
    visit(app, async (page) => {
      for (const width of [820, 1100, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await openPage(page, '/reading-blog/how-to-choose-a-zipper')
        const [picture, text] = await Promise.all(
          [page.locator('main img').first(), page.locator('.prose')].map(readBox),
        )
        assert.ok(picture!.y + picture!.height <= text!.y, `at ${width} px`)
      }
    }))

  test('sets the text of an article below its title and its drawings beside it, 400 px wide on a wide screen (DES-105)', () =>
    visit(app, async (page) => {
      const text = page.locator('.prose > p').nth(1)
      const drawing = page.locator('.prose > figure').first()
      for (const language of languages)
        for (const width of [1200, 1440]) {
          await page.setViewportSize({ width, height: 900 })
          await openPage(page, inLanguage('/reading-blog/how-to-choose-a-zipper', language))
          const [title, outline, textBox, drawingBox] = await Promise.all(
            [page.locator('h1'), page.locator('nav:has(#outline-title)'), text, drawing].map(readBox),
          )
          assert.ok(outline!.y + outline!.height <= (await readBox(page.locator('.prose'))).y)
          assert.ok(Math.abs(textBox!.x - title!.x) < 2, `${textBox!.x}`)
          assert.ok(drawingBox!.width >= 400 && drawingBox!.x >= textBox!.x + textBox!.width)
          assert.ok(Math.abs(drawingBox!.y - textBox!.y) < 20, `${drawingBox!.y} beside ${textBox!.y}`)
        }
      await page.setViewportSize({ width: 390, height: 844 })
      const [heading, textBox, drawingBox] = await Promise.all(
        [page.locator('.prose > h2').first(), text, drawing].map(readBox),
      )
      assert.ok(heading!.y < drawingBox!.y && drawingBox!.y + drawingBox!.height < textBox!.y)
    }))

  test('keeps the columns of an article table readable on a phone (DES-84)', () =>
    visit(app, async (page) => {
      await page.setViewportSize({ width: 390, height: 844 })
      for (const slug of ['how-to-choose-a-zipper', 'planning-lead-times-for-trims'])
        for (const language of languages) {
          await openPage(page, inLanguage(`/reading-blog/${slug}`, language))
          const cells = page.locator('.prose table.stacked tbody td:not(:first-child)')
          assert.ok((await cells.count()) > 10)
          for (const cell of await cells.all()) assert.ok((await readBox(cell)).width > 300)
        }
    }))
})

const readBox = async (part: Locator) => (await part.boundingBox())!

function measureText(paragraph: Element) {
  const range = document.createRange()
  range.selectNodeContents(paragraph)
  const lines = new Set([...range.getClientRects()].map(({ y }) => Math.round(y))).size
  return { size: getComputedStyle(paragraph).fontSize, characters: paragraph.textContent.length, lines }
}
