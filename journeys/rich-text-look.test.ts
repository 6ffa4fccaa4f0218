import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { open, visit } from '../testing/browser.ts'
import { openHouse, type TestHouse } from '../testing/house.ts'
import { engineOf } from '../testing/pairs.ts'
import { openRichText } from '../testing/rich-text.ts'
import { inLanguage, languages } from '../src/urls.ts'
import { widths } from './come-in.ts'

describe('a text that is being written (OFF-103)', () => {
  let house: Awaited<ReturnType<typeof openRichText>>
  let site: TestHouse
  before(async () => {
    site = await openHouse(engineOf(import.meta.url))
    house = await openRichText()
  })
  after(() => Promise.all([house.close(), site.close()]))

  for (const width of widths) {
    test(`has the letters that it is read in, in either language, at ${width} px`, async () => {
      const read: Record<string, object> = {}
      for (const language of languages)
        await visit(
          site,
          async (page) => {
            await open(page, inLanguage('/reading-blog/how-to-choose-a-zipper', language))
            read[language] = await lettersIn(page)
          },
          { width },
        )
      for (const language of languages)
        for (const lang of languages)
          await visit(
            house,
            async (page) => {
              const html = readFileSync(
                new URL(`../seed/posts/how-to-choose-a-zipper.${lang}.html`, import.meta.url),
                'utf8',
              )
              await page.goto(`${inLanguage('/', language)}?${new URLSearchParams({ html, lang })}`)
              await page.getByRole('textbox', { name: 'Body' }).waitFor()
              assert.deepEqual(await lettersIn(page), read[lang], `${lang} on a page in ${language}`)
            },
            { width },
          )
    })
  }
})

/** How the parts of a text look, to the tenth of a pixel. */
const lettersIn = (page: Page): Promise<object> =>
  page.evaluate(() =>
    Object.fromEntries(
      ['p', 'h2', 'td', 'th', 'blockquote p'].map((tag) => {
        const { fontFamily, fontSize, fontWeight, lineHeight } = getComputedStyle(
          document.querySelector(`.prose ${tag}`)!,
        )
        return [tag, [fontFamily, fontWeight, ...[fontSize, lineHeight].map((size) => parseFloat(size).toFixed(1))]]
      }),
    ),
  )
