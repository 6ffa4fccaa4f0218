import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitUntilHydrated, openPage, visit } from '#testing/browser.ts'
import { sqlite } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { blockStorage } from './block-storage.ts'

describe('the stored language of a browser', () => {
  const app = setUpTestApp(sqlite)

  /** Waits until the page at a path is loaded and hydrated. */
  async function waitForPage(page: Page, path: string): Promise<void> {
    await page.waitForURL(app.url + path)
    await waitUntilHydrated(page)
    assert.equal(page.url(), app.url + path)
  }

  test('redirects / to the stored language without painting English first, and Back returns to the previous page (APP-6)', () =>
    visit(app, async (page) => {
      await page.addInitScript(recordPaints)
      await openPage(page, '/bn/about')
      await page.goto('/')
      await waitForPage(page, '/bn')
      assert.deepEqual(await page.evaluate(() => JSON.parse(sessionStorage.getItem('painted')!)), ['/bn/about', '/bn'])
      await page.goBack()
      await waitForPage(page, '/bn/about')
      await page.goto('/?from=fair#talk')
      await waitForPage(page, '/bn?from=fair#talk')
    }))

  test('causes no redirect if the visitor chose English, returns to the English page or reloads it (APP-6)', () =>
    visit(app, async (page) => {
      const languageLink = page.getByRole('banner').getByRole('link', { name: /বাংলা|English/ })
      await openPage(page, '/bn')
      await languageLink.click()
      await waitForPage(page, '/')
      assert.equal(await page.evaluate(() => localStorage.getItem('language')), 'en')
      await page.goto('/')
      await waitForPage(page, '/')

      await languageLink.click()
      await waitForPage(page, '/bn')
      await page.goBack()
      await waitForPage(page, '/')
      await page.reload()
      await waitForPage(page, '/')
      await page.evaluate(() => document.querySelector<HTMLAnchorElement>('footer a[href="/about"]')!.click())
      await waitForPage(page, '/about')
      await page.goto('/about')
      await waitForPage(page, '/about')
    }))

  test('causes no redirect if the browser blocks storage (APP-6)', () =>
    visit(app, async (page) => {
      await blockStorage(page)
      await openPage(page, '/bn')
      await page.goto('/')
      await waitForPage(page, '/')
    }))
})

/** Runs in the page: stores the path of each document once it has painted something. */
function recordPaints(): void {
  const { pathname } = location
  new PerformanceObserver(() => {
    const paintedPaths = JSON.parse(sessionStorage.getItem('painted') ?? '[]') as string[]
    if (paintedPaths.at(-1) !== pathname) sessionStorage.setItem('painted', JSON.stringify([...paintedPaths, pathname]))
  }).observe({ type: 'paint', buffered: true })
}
