import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openPage, visit } from '#testing/browser.ts'
import { sqlite } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { openRichText } from '#testing/rich-text.ts'
import { inLanguage, languages } from '#routes/public.ts'
import { PAGE_WIDTHS_PX } from './open-office-page.ts'

describe('the style of the text editor (OFF-103)', () => {
  let editor: Awaited<ReturnType<typeof openRichText>>
  let site: TestApp
  before(async () => {
    site = await startTestApp(sqlite)
    editor = await openRichText()
  })
  after(() => Promise.all([editor.close(), site.close()]))

  test('uses the fonts of the site in both languages and at both widths', async () => {
    const siteFonts: Record<string, object> = {}
    await visit(site, async (page) => {
      for (const language of languages) {
        await openPage(page, inLanguage('/reading-blog/how-to-choose-a-zipper', language))
        siteFonts[language] = await readFontsByWidth(page)
      }
    })
    await visit(editor, async (page) => {
      for (const language of languages)
        for (const textLanguage of languages) {
          const file = new URL(`../seed/posts/how-to-choose-a-zipper.${textLanguage}.html`, import.meta.url)
          const html = readFileSync(file, 'utf8')
          await page.goto(`${inLanguage('/', language)}?${new URLSearchParams({ html, lang: textLanguage })}`)
          await page.getByRole('textbox', { name: 'Body' }).waitFor()
          assert.deepEqual(
            await readFontsByWidth(page),
            siteFonts[textLanguage],
            `${textLanguage} on a page in ${language}`,
          )
        }
    })
  })
})

async function readFontsByWidth(page: Page): Promise<object> {
  const stylesByWidth: Record<number, object> = {}
  for (const width of PAGE_WIDTHS_PX) {
    await page.setViewportSize({ width, height: 900 })
    stylesByWidth[width] = await readFonts(page)
  }
  return stylesByWidth
}

/**
 * Reads the computed fonts of the parts of a text. Sizes are rounded to a tenth of a pixel. On phones, the first cell of
 * a row is the heading of a stack, which the editor does not show.
 */
const readFonts = (page: Page): Promise<object> =>
  page.evaluate(() =>
    Object.fromEntries(
      ['p', 'h2', 'td + td', 'th', 'blockquote p'].map((tag) => {
        const { fontFamily, fontSize, fontWeight, lineHeight } = getComputedStyle(
          document.querySelector(`.prose ${tag}`)!,
        )
        return [tag, [fontFamily, fontWeight, ...[fontSize, lineHeight].map((size) => parseFloat(size).toFixed(1))]]
      }),
    ),
  )
