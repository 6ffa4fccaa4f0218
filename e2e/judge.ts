import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { axeFindings } from '#testing/axe.ts'
import { programDays, strangeDigits } from '#testing/digits.ts'
import { perTier } from '#testing/tier.ts'
import type { Language } from '#routes/public.ts'
import { eventTypes } from '#insight/webhooks/events.ts'
import { bnOffice } from '#locales/bn-office.ts'
import { bnPages } from '#locales/bn-pages.ts'
import { enOffice } from '#locales/en-office.ts'
import { enPages } from '#locales/en-pages.ts'
import { widths } from './come-in.ts'

/** What is left of a screen of 1280 px where a reader enlarges it. */
const zoomed = { 320: '400 %', 640: '200 %' }

/**
 * The widths at which axe runs on every page. The gate runs it once per page and language: on a phone in Bangla, whose
 * words are longer, and on a wide screen in English.
 */
export const axeWidths = (language: Language): readonly number[] =>
  perTier<readonly number[]>({ gate: [language === 'bn' ? 390 : 1440], all: widths, soak: widths })

/** What webhooks tell of is called the same in every language, and looks like a key. */
const withoutEvents = (text: string) => eventTypes.reduce((rest: string, type) => rest.replaceAll(type, ''), text)

/**
 * What is asked of every page that stands before a reader: axe finds nothing, nothing sticks out or is cut on the narrowest
 * screen or enlarged, all is said in words and in one language. `isAsWritten`: it shows
 * what people wrote, or both languages side by side; `tellsKeys`: it calls the words by their keys, or the places in a text.
 */
export async function judge(
  page: Page,
  language: Language,
  { isAsWritten = false, tellsKeys = false, axeAt = axeWidths(language) } = {},
): Promise<void> {
  const { unsaid, onlyEnglish } = page.url().includes('/office') ? ofOffice : ofPublic
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  assert.deepEqual(await page.evaluate(idlePreloads), [], 'a picture that is fetched before all is shown')
  for (const [width, zoom] of Object.entries(zoomed)) {
    await page.setViewportSize({ width: Number(width), height: 900 })
    assert.deepEqual(await page.evaluate(wideElements), [], `nothing sticks out at ${width} px, ${zoom}`)
    assert.deepEqual(await page.evaluate(cutTexts), [], `nothing is cut at ${width} px, ${zoom}`)
  }
  const texts = await page.evaluate(allTexts)
  if (!tellsKeys)
    assert.deepEqual(
      texts.filter((text) => unsaid.test(withoutEvents(text))),
      [],
      'no key, no gap',
    )
  if (!isAsWritten) assert.deepEqual(strangeDigits(texts, language), [], 'no digits of the other language')
  assert.deepEqual(programDays(texts), [], 'no day as programs write it')
  if (language === 'bn' && !isAsWritten)
    assert.deepEqual(
      texts.filter((text) => onlyEnglish.has(text)),
      [],
      'nothing left in English',
    )
  for (const width of axeAt) {
    await page.setViewportSize({ width, height: 900 })
    assert.ok(!(await page.evaluate(isHardlyTooHigh)), `there is nothing to scroll to at ${width} px`)
    assert.deepEqual(await axeFindings(page), [], `at ${width} px`)
  }
  await page.setViewportSize({ width: 320, height: 900 })
}

/** Pictures that the head has fetched before anything asks, and that nothing asks for in that size at once. */
function idlePreloads(): string[] {
  return [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=image]')]
    .filter(
      (link) =>
        ![...document.querySelectorAll<HTMLSourceElement>('picture:has(img[loading=eager]) source')].some(
          ({ srcset, sizes, type }) => srcset === link.imageSrcset && sizes === link.imageSizes && type === link.type,
        ),
    )
    .map((link) => link.imageSrcset)
}

function wideElements(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const all = [...document.body.querySelectorAll('*')]
  const wide = all.filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5).slice(0, 5)
  return [`${scrollWidth} px`, ...wide.map((element) => `${element.tagName} ${element.textContent.slice(0, 40)}`)]
}

/** A bar to scroll by, for a line of dots. */
function isHardlyTooHigh(): boolean {
  const { clientHeight, scrollHeight } = document.documentElement
  return scrollHeight > clientHeight && scrollHeight <= clientHeight + 1
}

/** Texts of which a part is hidden at an edge, but for what is only heard, and what ends in dots where its room ends. */
function cutTexts(): string[] {
  return [...document.body.querySelectorAll('*')]
    .filter((element) => {
      const { overflowX, overflowY, clipPath, textOverflow, webkitLineClamp } = getComputedStyle(element)
      if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return false
      const hides = [overflowX, overflowY].some((each) => each === 'hidden' || each === 'clip')
      const own = [...element.childNodes].some((each) => each.nodeType === Node.TEXT_NODE && each.nodeValue!.trim())
      const { scrollWidth, scrollHeight, clientWidth, clientHeight } = element
      return hides && own && clipPath === 'none' && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1)
    })
    .map((element) => `${element.tagName} ${element.textContent.slice(0, 60)}`)
}

function allTexts(): string[] {
  const found = [document.title]
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    // What programs say to one another is shown as they say it.
    if (!text.parentElement!.closest('script, noscript, pre')) found.push(text.nodeValue!.trim())
  }
  for (const element of document.body.querySelectorAll('*')) {
    for (const name of ['aria-label', 'alt', 'title', 'placeholder']) found.push(element.getAttribute(name) ?? '')
  }
  return found.filter((text) => text !== '')
}

/** What tells a key that nobody has put into words, and what is left in English, by what pages of a kind may say. */
function toldOf(english: Record<string, string>, bangla: Record<string, string | undefined>) {
  const groups = [...new Set(Object.keys(english).map((key) => key.split('.')[0]!))]
  const key = `^(${groups.join('|')})(\\.[a-z_]+)+$|\\b(lvl|level)_[a-z_]+`
  const keys = Object.keys(english).filter((each) => !each.startsWith('language.'))
  const onlyEnglish = new Set(keys.filter((each) => bangla[each] !== english[each]).map((each) => english[each]!))
  // A language is called by its own name.
  onlyEnglish.delete('English')
  return { unsaid: new RegExp(`${key}|\\{\\w+\\}|\\bundefined\\b|\\bNaN\\b|\\[object`), onlyEnglish }
}
const ofPublic = toldOf(enPages, bnPages)
const ofOffice = toldOf({ ...enPages, ...enOffice }, { ...bnPages, ...bnOffice })
