import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { getBrowser } from '#testing/browser.ts'
import { clipboardSamples } from '#testing/clipboard-samples.ts'
import { openRichText } from '#testing/rich-text.ts'
import { cleanHtml } from '#content/posts/clean.ts'
import { parseTypedLink } from './parse-typed-link.ts'

describe('pasted text (OFF-101)', () => {
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

  for (const [source, { input, expected: cleanedHtml, pictures = 0 }] of Object.entries(clipboardSamples)) {
    test(`from ${source} is cleaned without a loss of content`, async () => {
      assert.deepEqual(await page.evaluate((html) => window.reading.paste(html), input), {
        written: cleanedHtml,
        pictures,
      })
      assert.equal(await cleanHtml(cleanedHtml), cleanedHtml)
    })
  }
})

test('a typed link address is completed or rejected (OFF-102)', () => {
  const expectedAddresses: Record<string, string | null> = {
    '/products': '/products',
    ' /bn/rooms?adult=2#top ': '/bn/rooms?adult=2#top',
    'https://selvage.example/products': '/products',
    'https://example.com': 'https://example.com/',
    'example.com/a': 'https://example.com/a',
    'www.example.com': 'https://www.example.com/',
    'hello@selvage.example': 'mailto:hello@selvage.example',
    'mailto:hello@selvage.example': 'mailto:hello@selvage.example',
    '+880 1700-000004': 'tel:+8801700000004',
    'tel:+880': 'tel:+880',
    '': null,
    products: null,
    '#top': null,
    'javascript:alert(1)': null,
    'data:text/html,x': null,
    '/.//evil.example': null,
    'file:///etc/passwd': null,
  }
  for (const [typedText, address] of Object.entries(expectedAddresses))
    assert.equal(parseTypedLink(typedText, 'https://selvage.example'), address, typedText)
})
