import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openPage, visit, waitForFocus, waitUntil, waitUntilHydrated } from '#testing/browser.ts'
import { sqlite } from '#testing/engines.ts'
import { sendRequest } from '#testing/send-request.ts'
import { passwordsByUsername, setUpTestApp } from '#testing/test-app.ts'
import { apiDocsPath, inLanguage, languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { openSignedIn, signInOnce } from './open-signed-in.ts'
import { pathsByPage } from './page-paths.ts'
import { pressTabUntil } from './tab-to.ts'

const readingPages = [
  'about',
  'goals',
  'ourOfferings',
  'countries',
  'courses',
  'ourServices',
  'missionVision',
  'blog',
  'packages',
  'post',
  'detail',
  'service',
  'privacy',
  'imprint',
] as const

const MAX_SCRIPT_BYTES = 25_000
const phone = { width: 390, hasTouch: true }

for (const language of languages) {
  describe(`pages for reading, in ${language}`, () => {
    const app = setUpTestApp(sqlite)
    const { t } = translatorFor(language)
    const localizePath = (englishPath: string) => inLanguage(englishPath, language)
    let paths: string[]
    before(async () => {
      const allPaths = await Promise.all(readingPages.map((name) => pathsByPage[name](app)))
      paths = [...allPaths.flatMap((ofPage) => ofPage.slice(-1)), apiDocsPath]
    })

    test('load at most 25 kB of script, no React and no data of the page (PERF-20)', () =>
      visit(
        app,
        async (page) => {
          for (const address of [...paths, '/no-such-page']) {
            await openPage(page, localizePath(address))
            const { bytes, island: islandText, hasReact } = await page.evaluate(measureScripts)
            assert.ok(bytes > 0 && bytes <= MAX_SCRIPT_BYTES, `${address}: ${bytes} bytes`)
            assert.deepEqual([address, islandText, hasReact], [address, '', false])
          }
          // Checks that the measurement detects a page with React.
          await openPage(page, localizePath('/contact'))
          const { island: islandText, hasReact } = await page.evaluate(measureScripts)
          assert.ok(islandText && hasReact)
        },
        { expectedErrors: ['404 '] },
      ))

    test('open and close their menu by keyboard and by touch (PERF-21)', () =>
      visit(
        app,
        async (page) => {
          await openPage(page, localizePath('/about'))
          const menuButton = page.getByRole('button', { name: t('shell.menu') })
          const menu = page.getByRole('navigation', { name: t('shell.main_menu') })
          const rooms = menu.getByRole('link', { name: t('shell.rooms'), exact: true })
          await pressTabUntil(page, menuButton)
          await page.keyboard.press('Enter')
          await rooms.waitFor()
          await page.keyboard.press('Escape')
          await rooms.waitFor({ state: 'hidden' })
          assert.ok(await waitForFocus(menuButton))
          await menuButton.tap()
          await menu.getByRole('button', { name: t('shell.close') }).tap()
          await rooms.waitFor({ state: 'hidden' })
          await menuButton.tap()
          await rooms.tap()
          await page.waitForURL(app.url + localizePath('/rooms'))
          await waitUntilHydrated(page)
          await page.goBack()
          await page.waitForURL(app.url + localizePath('/about'))
          await waitUntilHydrated(page)
          assert.equal(await rooms.isVisible(), false, 'the menu is closed again')
        },
        phone,
      ))

    test('show the basket and the account of the visitor, switch the language and sign out (PERF-21)', () =>
      visit(app, async (page) => {
        const banner = page.getByRole('banner')
        await openPage(page, localizePath('/products/zipper'))
        await page.getByRole('button', { name: t('enquiry.add'), exact: true }).click()
        await banner.getByRole('link', { name: t('shell.enquiry', { number: 1 }) }).waitFor()
        await openSignedIn(page, app, localizePath('/about'))
        await banner.getByRole('link', { name: t('shell.enquiry', { number: 1 }) }).waitFor()
        await banner.getByRole('link', { name: t('shell.dashboard') }).waitFor()
        assert.equal(await banner.getByRole('link', { name: t('shell.sign_in') }).count(), 0)

        const otherLanguage = language === 'en' ? 'bn' : 'en'
        await banner.getByRole('link', { name: t('language.other') }).click()
        await page.waitForURL(app.url + inLanguage('/about', otherLanguage))
        assert.equal(await page.evaluate(() => localStorage.getItem('language')), otherLanguage)
        await page.goBack()
        await waitUntilHydrated(page)

        const { access_token: token } = await signInOnce(app, 'anna', passwordsByUsername.anna)
        await banner.getByRole('button', { name: t('shell.sign_out') }).click()
        await page.waitForURL(app.url + localizePath('/login'))
        await banner.getByRole('link', { name: t('shell.sign_in') }).waitFor()
        assert.equal(await page.evaluate(() => sessionStorage.getItem('token')), null)
        while ((await app.call('getUserRow', {}, { token })).status !== 401) await sleep(20)
      }))

    test('load React when the visitor uses the search, and repeat the first press (PERF-22)', () =>
      visit(app, async (page) => {
        await openPage(page, localizePath('/service'))
        const moreButton = page.getByRole('button', { name: t('search.more', { label: t('search.adult') }) })
        await moreButton.click()
        const adult = page.getByRole('search').getByLabel(t('search.adult'), { exact: true })
        await waitUntil(page, () => document.querySelector<HTMLInputElement>('[name=adult]')!.value === '2')
        await page.locator('#search [aria-busy]').waitFor({ state: 'detached' })
        await moreButton.click()
        assert.equal(await adult.inputValue(), '3')
        await page.getByRole('button', { name: t('search.submit') }).click()
        await page.getByRole('alert').getByText(t('search.dates_required')).waitFor()
      }))

    test('load as documents when a link enters or leaves them, and Back restores the scroll position (PERF-23)', () =>
      visit(app, async (page) => {
        await openPage(page, localizePath('/products'))
        await markDocument(page)
        const card = page.getByRole('article').getByRole('link').last()
        await card.scrollIntoViewIfNeeded()
        const scrollPosition = await page.evaluate(() => scrollY)
        assert.ok(scrollPosition > 300)
        await page.evaluate(
          (to) => document.querySelector<HTMLElement>(`footer a[href="${to}"]`)!.click(),
          localizePath('/goals'),
        )
        await page.waitForURL(app.url + localizePath('/goals'))
        await waitUntilHydrated(page)
        assert.deepEqual([await hasMark(page), await page.evaluate(() => scrollY)], [false, 0])
        await page.goBack()
        await page.waitForURL(app.url + localizePath('/products'))
        await page.waitForFunction((expected) => Math.abs(scrollY - expected) < 5, scrollPosition)
        await waitUntilHydrated(page)
        await page.goForward()
        await page.waitForURL(app.url + localizePath('/goals'))
        await page
          .getByRole('banner')
          .getByRole('link', { name: t('shell.rooms'), exact: true })
          .click()
        await page.waitForURL(app.url + localizePath('/rooms'))
        await waitUntilHydrated(page)
      }))
  })
}

describe('pages for reading', () => {
  const app = setUpTestApp(sqlite)

  test('contain the data of their search, and only if they have one (PERF-22)', async () => {
    const readData = async (address: string) =>
      /<script id="search-data"[^>]*>(.*?)<\/script>/.exec((await sendRequest(app.url, address)).body.toString())?.[1]
    const { words } = JSON.parse((await readData('/bn/about'))!)
    assert.equal(words['search.choose_date'], translatorFor('bn').t('search.choose_date'))
    for (const key of ['shell.menu', 'page.related', 'contact.send']) assert.ok(!(key in words), key)
    for (const address of ['/privacy', '/imprint', '/no-such-page']) assert.equal(await readData(address), undefined)
  })

  test('change into each other with a transition, unless the visitor prefers reduced motion (PERF-24)', async () => {
    for (const hasMotion of [true, false])
      await visit(
        app,
        async (page) => {
          await page.addInitScript(recordReveal)
          await openPage(page, '/about')
          await page.evaluate(() => document.querySelector<HTMLElement>('footer a[href="/goals"]')!.click())
          await page.waitForURL('**/goals')
          await waitUntilHydrated(page)
          await waitUntil(page, () => window.revealed !== undefined)
          assert.equal(await page.evaluate(() => window.revealed), hasMotion)
        },
        { hasMotion },
      )
  })
})

const markDocument = (page: Page) => page.evaluate(() => void (document.documentElement.dataset['mark'] = 'here'))
const hasMark = (page: Page) => page.evaluate(() => document.documentElement.dataset['mark'] === 'here')

function measureScripts() {
  const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(({ name }) =>
    name.endsWith('.js'),
  )
  return {
    bytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    island: document.getElementById('island')!.textContent,
    hasReact: [...document.querySelectorAll('*')].some((element) =>
      Object.keys(element).some((key) => key.startsWith('__react')),
    ),
  }
}

/** Runs in the page: stores whether the document is revealed with a view transition. */
function recordReveal(): void {
  addEventListener('pagereveal', ({ viewTransition }) => (window.revealed = viewTransition !== null))
}

declare global {
  interface Window {
    revealed?: boolean
  }
}
