import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { awake, open, visit } from '#testing/browser.ts'
import { sqlite } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { denyStorage } from './no-storage.ts'

describe('the stored language of a browser', () => {
  let app: TestApp
  before(async () => {
    app = await startTestApp(sqlite)
  })
  after(() => app.close())

  /** Waits until the page at a path is loaded and hydrated. */
  async function stands(page: Page, address: string): Promise<void> {
    await page.waitForURL(app.url + address)
    await awake(page)
    assert.equal(page.url(), app.url + address)
  }

  test('redirects from / to the stored language without painting the other, and back leaves the site (APP-6)', () =>
    visit(app, async (page) => {
      await page.addInitScript(notePaints)
      await open(page, '/bn/about')
      await page.goto('/')
      await stands(page, '/bn')
      assert.deepEqual(await page.evaluate(() => JSON.parse(sessionStorage.getItem('painted')!)), ['/bn/about', '/bn'])
      await page.goBack()
      await stands(page, '/bn/about')
      await page.goto('/?from=fair#talk')
      await stands(page, '/bn?from=fair#talk')
    }))

  test('does not redirect a visitor who chose English, goes back to it or reloads it (APP-6)', () =>
    visit(app, async (page) => {
      const other = page.getByRole('banner').getByRole('link', { name: /বাংলা|English/ })
      await open(page, '/bn')
      await other.click()
      await stands(page, '/')
      assert.equal(await page.evaluate(() => localStorage.getItem('language')), 'en')
      await page.goto('/')
      await stands(page, '/')

      await other.click()
      await stands(page, '/bn')
      await page.goBack()
      await stands(page, '/')
      await page.reload()
      await stands(page, '/')
      await page.evaluate(() => document.querySelector<HTMLAnchorElement>('footer a[href="/about"]')!.click())
      await stands(page, '/about')
      await page.goto('/about')
      await stands(page, '/about')
    }))

  test('does not redirect if the browser stores nothing (APP-6)', () =>
    visit(app, async (page) => {
      await denyStorage(page)
      await open(page, '/bn')
      await page.goto('/')
      await stands(page, '/')
    }))
})

/** Runs in the page: stores the path of each document once it has painted something. */
function notePaints(): void {
  const { pathname } = location
  new PerformanceObserver(() => {
    const painted = JSON.parse(sessionStorage.getItem('painted') ?? '[]') as string[]
    if (painted.at(-1) !== pathname) sessionStorage.setItem('painted', JSON.stringify([...painted, pathname]))
  }).observe({ type: 'paint', buffered: true })
}
