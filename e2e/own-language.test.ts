import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { awake, open, visit } from '#testing/browser.ts'
import { sqlite } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { denyStorage } from './no-storage.ts'

describe('the language that a browser has kept', () => {
  let app: TestApp
  before(async () => {
    app = await startTestApp(sqlite)
  })
  after(() => app.close())

  /** Where one has come to, and that the page there is awake. */
  async function stands(page: Page, address: string): Promise<void> {
    await page.waitForURL(app.url + address)
    await awake(page)
    assert.equal(page.url(), app.url + address)
  }

  test('is the one of whoever comes to / again: nothing of the other is painted, and back leads out (APP-6)', () =>
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

  test('leaves alone who asks for English, comes back to it, or loads it anew (APP-6)', () =>
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

  test('is not asked for where a browser keeps nothing (APP-6)', () =>
    visit(app, async (page) => {
      await denyStorage(page)
      await open(page, '/bn')
      await page.goto('/')
      await stands(page, '/')
    }))
})

/** Of each document the path, as soon as something of it is painted. */
function notePaints(): void {
  const { pathname } = location
  new PerformanceObserver(() => {
    const painted = JSON.parse(sessionStorage.getItem('painted') ?? '[]') as string[]
    if (painted.at(-1) !== pathname) sessionStorage.setItem('painted', JSON.stringify([...painted, pathname]))
  }).observe({ type: 'paint', buffered: true })
}
