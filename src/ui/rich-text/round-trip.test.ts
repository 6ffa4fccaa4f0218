import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { getBrowser } from '#testing/browser.ts'
import { openRichText } from '#testing/rich-text.ts'
import type { Reading } from '#testing/rich-text-page.tsx'
import { cleanHtml } from '#content/posts/clean.ts'
import { translatorFor } from '#locales/both.ts'
import { anyDocument, anyHtml } from '#testing/rich-documents.ts'

const { t } = translatorFor('en')
const seedPostsFolder = fileURLToPath(new URL('../../../seed/posts/', import.meta.url))

describe('a text that the editor reads and writes again (OFF-100)', () => {
  let app: Awaited<ReturnType<typeof openRichText>>
  let page: Page
  before(async () => {
    app = await openRichText()
    page = await (await getBrowser()).newPage()
    await page.goto(app.url)
    await page.waitForFunction(() => 'reading' in window)
  })
  after(async () => {
    await page.close()
    await app.close()
  })
  const loadHtml = (html: string) => page.evaluate((input) => window.reading.load(input), html)

  test('is unchanged if it is an article of the seed', async () => {
    for (const name of readdirSync(seedPostsFolder)) {
      const html = readFileSync(seedPostsFolder + name, 'utf8').trim()
      assert.deepEqual(await loadHtml(html), { written: html, loses: false, foreign: [] }, name)
    }
  })

  test('is not changed by cleanHtml and is read back equal, for any document', async () => {
    await fc.assert(
      fc.asyncProperty(anyDocument, async (document) => {
        const { html, again, equivalentTexts, loses } = await page.evaluate(
          (input) => window.reading.write(input),
          document,
        )
        assert.equal(await cleanHtml(html), html)
        assert.doesNotMatch(html, /<p><\/p>|style=|class=/)
        assert.equal(again, html)
        assert.deepEqual({ equivalentTexts, loses }, { equivalentTexts: true, loses: false }, html)
      }),
      { numRuns: 400 },
    )
  })

  test('keeps its content, or the editor reports a loss', async () => {
    let unchangedCount = 0
    await fc.assert(
      fc.asyncProperty(anyHtml, async (input) => {
        const html = await cleanHtml(input)
        const { written, loses, foreign } = await loadHtml(html)
        assert.deepEqual(foreign, [], html)
        assert.equal(await cleanHtml(written), written)
        if (loses) return
        unchangedCount++
        assert.deepEqual(readContent(written), readContent(html), html)
      }),
      { numRuns: 600 },
    )
    assert.ok(unchangedCount > 300, `${unchangedCount} of 600 are unchanged`)
  })

  test('is not changed by cleanHtml and is read back equal, after any keys and buttons', async () => {
    const testPage = await (await getBrowser()).newPage()
    const pageErrors: string[] = []
    testPage.on('pageerror', ({ message }) => pageErrors.push(message))
    await testPage.goto(
      `${app.url}?${new URLSearchParams({ html: readFileSync(`${seedPostsFolder}button-sizes-in-ligne.en.html`, 'utf8').trim() })}`,
    )
    const textbox = testPage.getByRole('textbox', { name: 'Body' })
    await textbox.click()
    const keys = [
      'Enter',
      'Shift+Enter',
      'Backspace',
      'Delete',
      'Tab',
      'Shift+Tab',
      'Space',
      'ক',
      'z',
      'ArrowUp',
      'ArrowDown',
    ]
    const keyCombinations = [
      'Shift+ArrowRight',
      'Shift+ArrowDown',
      'Control+Home',
      'Control+End',
      'Control+z',
      'Control+b',
      'Control+i',
    ]
    const steps = fc.sample(fc.oneof(fc.constantFrom(...keys, ...keyCombinations), fc.nat(40)), 150)
    const buttons = testPage.getByRole('toolbar').locator('button[aria-label]')
    /** The random steps skip buttons that open a dialog. */
    const dialogButtonNames = [t('editor.link'), t('editor.caption'), t('editor.describe')]
    for (const [number, step] of steps.entries()) {
      if (typeof step === 'number')
        await buttons.evaluateAll(
          (all: HTMLElement[], [chance, excluded]) => {
            const usableButtons = all.filter((button) => !excluded.includes(button.getAttribute('aria-label')!))
            usableButtons[chance % usableButtons.length]!.click()
          },
          [step, dialogButtonNames] as const,
        )
      else if (step.length > 1) await testPage.keyboard.press(step)
      else await testPage.keyboard.insertText(step)
      await textbox.evaluate((element: HTMLElement) => element.focus())
      const html = (await testPage.locator('#written').textContent())!
      const { written, loses } = await loadHtml(html)
      assert.deepEqual(
        [await cleanHtml(html), written, loses],
        [html, html, false],
        steps.slice(0, number + 1).join(' '),
      )
    }
    assert.deepEqual(pageErrors, [])
    await testPage.close()
  })

  const lossyTexts = {
    'a table in a list': '<ul><li><table><tbody><tr><td>1</td></tr></tbody></table></li></ul>',
    'a table in a table':
      '<table><tbody><tr><td><table><tbody><tr><td>1</td></tr></tbody></table></td></tr></tbody></table>',
    'a picture that is a link':
      '<p><a href="/rooms"><img src="/pictures/a.1.jpg" alt="" loading="lazy" decoding="async" /></a></p>',
    'marks in a table’s title': '<table><caption><em>a</em></caption><tbody><tr><td>1</td></tr></tbody></table>',
    'a frame round two pictures':
      '<figure><img src="/pictures/a.1.jpg" alt="" loading="lazy" decoding="async" /><img src="/pictures/b.1.jpg" alt="" loading="lazy" decoding="async" /></figure>',
  }
  for (const [feature, html] of Object.entries(lossyTexts)) {
    test(`is reported to lose content if it has ${feature}`, async () => {
      assert.equal(await cleanHtml(html), html)
      assert.equal((await loadHtml(html)).loses, true)
    })
  }

  const equivalentTexts = {
    'a paragraph in an item': ['<ul><li><p>a</p></li></ul>', '<ul>\n<li>a</li>\n</ul>'],
    'marks in another order': ['<p><em><strong>a</strong></em></p>', '<p><strong><em>a</em></strong></p>'],
    'a picture in a line': [
      '<p>a<img src="/pictures/a.1.jpg" alt="b &quot;c&quot;" width="4" loading="lazy" decoding="async" /></p>',
      '<p>a</p>\n<img src="/pictures/a.1.jpg" alt="b &quot;c&quot;" width="4" loading="lazy" decoding="async" />',
    ],
    'letters of Bangla with two spellings, and joiners': [
      '<p>ড়\u09a1\u09bc য়\u09af\u09bc ক্\u200dষ র\u200d্য ক্\u200cষ</p>',
      '<p>ড়\u09a1\u09bc য়\u09af\u09bc ক্\u200dষ র\u200d্য ক্\u200cষ</p>',
    ],
    'text without a paragraph': ['a<br /><br />', '<p>a</p>'],
  }
  for (const [feature, [html, writtenHtml]] of Object.entries(equivalentTexts)) {
    test(`keeps its content with ${feature}`, async () =>
      assert.deepEqual(await loadHtml(html!), { written: writtenHtml, loses: false, foreign: [] }))
  }

  test('is reported with the tags and attributes that are not allowed', async () => {
    const { foreign } = await loadHtml(
      '<div class="a"><script>1</script><p style="x" onclick="y">a</p></div><style>p { a }</style>',
    )
    assert.deepEqual(foreign, ['<div>', 'class', '<script>', 'style', 'onclick', '<style>'])
  })
})

/**
 * Returns the sorted letters and the embedded elements. They are sorted because browsers that repair tables may reorder
 * the text. Does not use the editor's own comparison.
 */
function readContent(html: string): object {
  const voidTags = [...html.matchAll(/<(img|hr)\b[^>]*>/g)].map(([tag]) => tag)
  const letters = [...html.replace(/<[^>]*>/g, '').replace(/[ \t\r\n\f]/g, '')]
  return { letters: letters.sort().join(''), things: voidTags.sort() }
}

declare global {
  interface Window {
    reading: Reading
  }
}
