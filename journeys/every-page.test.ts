import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { axeFindings } from '../testing/axe.ts'
import { awake, open, visit } from '../testing/browser.ts'
import { programDays, strangeDigits } from '../testing/digits.ts'
import { engines } from '../testing/engines.ts'
import { openHouse, type TestHouse } from '../testing/house.ts'
import { apiDocsPath, inLanguage, languages, type Language, type PageName } from '../src/urls.ts'
import { bnPages } from '../src/words/bn-pages.ts'
import { enPages } from '../src/words/en-pages.ts'
import { addresses, forMembers } from './addresses.ts'

describe('every page', () => {
  let house: TestHouse
  before(async () => {
    house = await openHouse(engines[0]!)
  })
  after(() => house.close())

  for (const language of languages) {
    test(`in ${language}: axe finds nothing, it fits a phone and 200 %, all is said in words (APP-1, APP-2, APP-11)`, (t) =>
      visit(
        house,
        async (page) => {
          const token = await house.signIn('anna')
          for (const [name, addressesOf] of Object.entries(addresses)) {
            for (const address of await addressesOf(house)) {
              await t.test(`${name}: ${address}`, async () => {
                if (forMembers.includes(name as PageName)) await page.evaluate(signIn, token)
                await open(page, inLanguage(address, language))
                await judge(page, language)
              })
            }
          }
        },
        phone,
      ))

    test(`a page that is not there, in ${language} (APP-1)`, () =>
      visit(
        house,
        async (page) => {
          const response = await page.goto(inLanguage('/no-such-page', language))
          assert.equal(response!.status(), 404)
          await awake(page)
          await judge(page, language)
        },
        { ...phone, troubles: ['404 '] },
      ))
  }

  test('the description of the API (API-22)', () =>
    visit(
      house,
      async (page) => {
        await open(page, apiDocsPath)
        await judge(page, 'en')
      },
      phone,
    ))

  test('a page that wakes up otherwise than it was drawn is drawn anew, in its style, and that is noticed', () =>
    visit(
      house,
      async (page) => {
        await page.route('**/contact', async (route) => {
          const drawn = await route.fetch()
          await route.fulfill({
            response: drawn,
            body: (await drawn.text()).replace('>Contact</h1>', '>Contacts</h1>'),
          })
        })
        await page.goto('/contact')
        await page.getByRole('heading', { level: 1, name: 'Contact', exact: true }).waitFor()
        assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(251, 248, 242)')
      },
      { troubles: ['uncaught: Minified React error #418'] },
    ))
})

const phone = { width: 320 }
/** What is left of a screen of 1280 px where a reader enlarges it. */
const zoomed = { 320: '400 %', 640: '200 %' }

function signIn(token: string): void {
  sessionStorage.setItem('token', token)
  sessionStorage.setItem('user', JSON.stringify({ id: 3, name: 'Anna Becker', role: 'member' }))
}

async function judge(page: Page, language: Language): Promise<void> {
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  for (const [width, zoom] of Object.entries(zoomed)) {
    await page.setViewportSize({ width: Number(width), height: 900 })
    assert.deepEqual(await page.evaluate(wideElements), [], `nothing sticks out at ${width} px, ${zoom}`)
    assert.deepEqual(await page.evaluate(cutTexts), [], `nothing is cut at ${width} px, ${zoom}`)
  }
  const texts = await page.evaluate(allTexts)
  assert.deepEqual(
    texts.filter((text) => unsaid.test(text)),
    [],
    'no key, no gap',
  )
  assert.deepEqual(strangeDigits(texts, language), [], 'no digits of the other language')
  assert.deepEqual(programDays(texts), [], 'no day as programs write it')
  if (language === 'bn')
    assert.deepEqual(
      texts.filter((text) => onlyEnglish.has(text)),
      [],
      'nothing left in English',
    )
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    assert.deepEqual(await axeFindings(page), [], `at ${width} px`)
  }
  await page.setViewportSize({ width: 320, height: 900 })
}

function wideElements(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const all = [...document.body.querySelectorAll('*')]
  const wide = all.filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5).slice(0, 5)
  return [`${scrollWidth} px`, ...wide.map((element) => `${element.tagName} ${element.textContent.slice(0, 40)}`)]
}

/** Texts of which a part is hidden at an edge, but for what is only heard. */
function cutTexts(): string[] {
  return [...document.body.querySelectorAll('*')]
    .filter((element) => {
      const { overflowX, overflowY, clipPath } = getComputedStyle(element)
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
    if (!text.parentElement!.tagName.endsWith('SCRIPT')) found.push(text.nodeValue!.trim())
  }
  for (const element of document.body.querySelectorAll('*')) {
    for (const name of ['aria-label', 'alt', 'title', 'placeholder']) found.push(element.getAttribute(name) ?? '')
  }
  return found.filter((text) => text !== '')
}

const english: Record<string, string> = enPages
const bangla: Record<string, string | undefined> = bnPages
const groups = [...new Set(Object.keys(english).map((key) => key.split('.')[0]!))]
const key = `^(${groups.join('|')})(\\.[a-z_]+)+$|\\b(lvl|level)_[a-z_]+`
const unsaid = new RegExp(`${key}|\\{\\w+\\}|\\bundefined\\b|\\bNaN\\b|\\[object`)
const keys = Object.keys(english).filter((each) => !each.startsWith('language.'))
const onlyEnglish = new Set(keys.filter((each) => bangla[each] !== english[each]).map((each) => english[each]!))
