import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations, findDarkContrastViolations } from '#testing/axe.ts'
import { findIsoDates, findForeignDigits } from '#testing/digits.ts'
import { valueForTier } from '#testing/tier.ts'
import type { Language } from '#routes/public.ts'
import { eventTypes } from '#insight/webhooks/events.ts'
import { bnOffice } from '#locales/bn-office.ts'
import { bnPages } from '#locales/bn-pages.ts'
import { enOffice } from '#locales/en-office.ts'
import { enPages } from '#locales/en-pages.ts'
import { PAGE_WIDTHS_PX } from './open-office-page.ts'

/** The width that remains of a 1280 px screen at each zoom level. */
const zoomWidths = { 320: '400 %', 640: '200 %' }

/**
 * The widths at which axe runs on a page. The gate runs axe once per page and language: in English on a wide screen,
 * and in Bangla on a phone, because Bangla words are longer.
 */
export const getAxeWidths = (language: Language): readonly number[] =>
  valueForTier<readonly number[]>({ gate: [language === 'bn' ? 390 : 1440], all: PAGE_WIDTHS_PX, soak: PAGE_WIDTHS_PX })

/** Removes the webhook event types. They are the same in every language and look like message keys. */
const removeEventTypes = (text: string) => eventTypes.reduce((rest: string, type) => rest.replaceAll(type, ''), text)

/**
 * Checks the layout of a page at narrow widths, its preloads and translation, its number and date formats, and both
 * themes with axe. `isAsWritten`: the page shows text written by people, or both languages side by side. `showsKeys`:
 * the page shows message keys, or the placeholders of a text.
 */
export async function checkPage(
  page: Page,
  language: Language,
  { isAsWritten = false, showsKeys = false, axeAt = getAxeWidths(language) } = {},
): Promise<void> {
  const { unsaid: untranslatedPattern, onlyEnglish } = page.url().includes('/office')
    ? officeTextChecks
    : publicTextChecks
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  assert.deepEqual(
    await page.evaluate(findUnusedPreloads),
    [],
    'no image is preloaded that the first screen does not show',
  )
  for (const [width, zoom] of Object.entries(zoomWidths)) {
    await page.setViewportSize({ width: Number(width), height: 900 })
    assert.deepEqual(await page.evaluate(findOverflowingElements), [], `nothing overflows at ${width} px, ${zoom}`)
    assert.deepEqual(await page.evaluate(findCutTexts), [], `no text is cut off at ${width} px, ${zoom}`)
  }
  const texts = await page.evaluate(listAllTexts)
  if (!showsKeys)
    assert.deepEqual(
      texts.filter((text) => untranslatedPattern.test(removeEventTypes(text))),
      [],
      'no message key and no unfilled placeholder',
    )
  if (!isAsWritten) assert.deepEqual(findForeignDigits(texts, language), [], 'no digits of the other language')
  assert.deepEqual(findIsoDates(texts), [], 'no date in a machine format')
  if (language === 'bn' && !isAsWritten)
    assert.deepEqual(
      texts.filter((text) => onlyEnglish.has(text)),
      [],
      'no text left in English',
    )
  for (const width of axeAt) {
    await page.setViewportSize({ width, height: 900 })
    assert.ok(!(await page.evaluate(scrollsByOnePixel)), `the page does not scroll by a single pixel at ${width} px`)
    assert.deepEqual(await findAccessibilityViolations(page), [], `at ${width} px`)
    assert.deepEqual(await findDarkContrastViolations(page), [], `in the dark theme at ${width} px`)
  }
  await page.setViewportSize({ width: 320, height: 900 })
}

/** Images that the head preloads but no eager picture uses in that size. */
function findUnusedPreloads(): string[] {
  return [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=image]')]
    .filter(
      (link) =>
        ![...document.querySelectorAll<HTMLSourceElement>('picture:has(img[loading=eager]) source')].some(
          ({ srcset, sizes, type }) => srcset === link.imageSrcset && sizes === link.imageSizes && type === link.type,
        ),
    )
    .map((link) => link.imageSrcset)
}

function findOverflowingElements(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const elements = [...document.body.querySelectorAll('*')]
  const overflowingElements = elements
    .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
    .slice(0, 5)
  return [
    `${scrollWidth} px`,
    ...overflowingElements.map((element) => `${element.tagName} ${element.textContent.slice(0, 40)}`),
  ]
}

/** Runs in the page: returns whether the page scrolls vertically, but by at most one pixel. That is a layout fault. */
function scrollsByOnePixel(): boolean {
  const { clientHeight, scrollHeight } = document.documentElement
  return scrollHeight > clientHeight && scrollHeight <= clientHeight + 1
}

/** Elements whose own text is cut off at an edge, except visually hidden text and text that ends in an ellipsis. */
function findCutTexts(): string[] {
  return [...document.body.querySelectorAll('*')]
    .filter((element) => {
      const { overflowX, overflowY, clipPath, textOverflow, webkitLineClamp } = getComputedStyle(element)
      if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return false
      const isClipping = [overflowX, overflowY].some((item) => item === 'hidden' || item === 'clip')
      const hasOwnText = [...element.childNodes].some(
        (item) => item.nodeType === Node.TEXT_NODE && item.nodeValue!.trim(),
      )
      const { scrollWidth, scrollHeight, clientWidth, clientHeight } = element
      return (
        isClipping &&
        hasOwnText &&
        clipPath === 'none' &&
        (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1)
      )
    })
    .map((element) => `${element.tagName} ${element.textContent.slice(0, 60)}`)
}

function listAllTexts(): string[] {
  const collectedTexts = [document.title]
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    // Leaves out data for programs, which is not translated.
    if (!text.parentElement!.closest('script, noscript, pre')) collectedTexts.push(text.nodeValue!.trim())
  }
  for (const element of document.body.querySelectorAll('*')) {
    for (const name of ['aria-label', 'alt', 'title', 'placeholder'])
      collectedTexts.push(element.getAttribute(name) ?? '')
  }
  return collectedTexts.filter((text) => text !== '')
}

/**
 * Returns a pattern for message keys, unfilled placeholders and broken values, and the texts that must not stay in
 * English on a Bangla page.
 */
function createTextChecks(english: Record<string, string>, bangla: Record<string, string | undefined>) {
  const keyPrefixes = [...new Set(Object.keys(english).map((key) => key.split('.')[0]!))]
  const keyPattern = `^(${keyPrefixes.join('|')})(\\.[a-z_]+)+$|\\b(lvl|level)_[a-z_]+`
  const keys = Object.keys(english).filter((item) => !item.startsWith('language.'))
  const onlyEnglish = new Set(keys.filter((item) => bangla[item] !== english[item]).map((item) => english[item]!))
  // Each language is shown under its own name.
  onlyEnglish.delete('English')
  return { unsaid: new RegExp(`${keyPattern}|\\{\\w+\\}|\\bundefined\\b|\\bNaN\\b|\\[object`), onlyEnglish }
}
const publicTextChecks = createTextChecks(enPages, bnPages)
const officeTextChecks = createTextChecks({ ...enPages, ...enOffice }, { ...bnPages, ...bnOffice })
