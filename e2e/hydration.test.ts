import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { sendRequest } from '#testing/send-request.ts'
import type { Page } from 'playwright-core'
import { waitUntilHydrated, openPage, waitUntil, visit } from '#testing/browser.ts'
import { sqlite } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { watchLayoutShifts } from '#testing/layout-shifts.ts'

describe('hydration of a page (decision 15)', () => {
  const app = setUpTestApp(sqlite)
  /** A room with dates, so that the page has all fields. */
  const buildRoomPath = () => `/booking-details/twin?check_in=${app.day(20)}&check_out=${app.day(21)}`

  test('loads the scripts of a content page after the page is painted', () =>
    visit(app, async (page) => {
      await page.addInitScript(dropLateTimers)
      await openPage(page, '/')
      const { painted: paintedAt, scripts: scriptStarts } = await page.evaluate(readPaintTimes)
      assert.ok(scriptStarts.length > 0)
      for (const fetchStart of scriptStarts)
        assert.ok(fetchStart >= paintedAt, `${fetchStart} ms, painted after ${paintedAt} ms`)
    }))

  test('hydrates a page that is never painted, such as a background tab', () =>
    visit(app, async (page) => {
      await page.addInitScript(() => {
        const { setTimeout: originalSetTimeout } = window
        const shortenTimeout = (resolve: TimerHandler, ms = 0) => originalSetTimeout(resolve, ms < 2_000 ? ms : 0)
        Object.assign(window, { setTimeout: shortenTimeout })
        PerformanceObserver.prototype.observe = () => {}
      })
      await openPage(page, '/')
    }))

  test('loads the scripts of a form page immediately', () =>
    visit(app, async (page) => {
      await page.addInitScript(dropLateTimers)
      await page.addInitScript(() => (PerformanceObserver.prototype.observe = () => {}))
      await openPage(page, '/login')
    }))

  test('marks a pressed button as busy until the scripts load, and then performs its action once (BOOK-2, SRCH-1, CONT-11)', () =>
    visit(app, async (page) => {
      const releaseScripts = await holdScripts(page)
      const pressWhileHeld = async (name: string, path: string, presses = 1) => {
        await page.goto(path, { waitUntil: 'commit' })
        const button = page.getByRole('main').getByRole('button', { name, exact: true })
        for (let turn = 0; turn < presses; turn += 1) await button.click()
        assert.equal(await button.getAttribute('aria-busy'), 'true', name)
        assert.equal(await button.count(), 1, 'the label stays')
        releaseScripts()
        await waitUntilHydrated(page)
        await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
        return button
      }
      await pressWhileHeld('Add to enquiry', '/products/zipper', 2)
      await page.getByRole('main').getByRole('link', { name: 'View your enquiry' }).waitFor()
      assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem('enquiry')!).length), 1)

      await pressWhileHeld('More: Adult', '/rooms', 2)
      assert.equal(await page.getByLabel('Adult', { exact: true }).inputValue(), '2')

      await pressWhileHeld('Next picture', '/booking-details/twin')
      await page.locator('[data-kind=gallery] [aria-current]').nth(0).waitFor()
      assert.equal(
        await page
          .locator('[data-kind=gallery] [aria-label^="Show slide"]')
          .evaluateAll((dots) => dots.findIndex((dot) => dot.hasAttribute('aria-current'))),
        1,
      )

      await pressWhileHeld('Book Now', buildRoomPath())
      const dialog = page.getByRole('dialog', { name: 'Validation Errors' })
      await dialog.getByText('Name: Please fill this in.').waitFor()
    }))

  test('holds back a pressed tab, and treats Enter in a field as a press of the submit button', () =>
    visit(app, async (page) => {
      const releaseScripts = await holdScripts(page)
      await page.goto(buildRoomPath(), { waitUntil: 'commit' })
      await page.getByRole('tab', { name: 'Register Account' }).click()
      await page.locator('#booking [name=name]').press('Enter')
      assert.equal(await page.locator('#booking button[aria-busy=true]').count(), 2)
      releaseScripts()
      await page.getByRole('dialog', { name: 'Please login' }).waitFor()
      await page.getByRole('tab', { name: 'Register Account', selected: true, includeHidden: true }).waitFor()
    }))

  test('does not hold back actions that work without scripts: a menu, a search', () =>
    visit(
      app,
      async (page) => {
        await holdScripts(page)
        await page.goto('/', { waitUntil: 'commit' })
        await page.getByRole('button', { name: 'Menu' }).click()
        await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Rooms' }).waitFor()
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Check Availability' }).click()
        await page.waitForURL('**/rooms?**', { waitUntil: 'commit' })
      },
      { width: 390 },
    ))

  test('stops waiting if the scripts cannot load', () =>
    visit(
      app,
      async (page) => {
        const { promise, resolve: failScripts } = Promise.withResolvers<void>()
        await page.route('**/*.js', async (route) => {
          await promise
          await route.abort('connectionreset')
        })
        await page.goto('/products/zipper', { waitUntil: 'commit' })
        await page.getByRole('button', { name: 'Add to enquiry' }).click()
        await page.locator('button[aria-busy=true]').waitFor()
        failScripts()
        await page.locator('button[aria-busy=true]').waitFor({ state: 'detached' })
      },
      { expectedErrors: ['.js'] },
    ))

  test('waits for the whole document if the scripts arrive first', async () => {
    const proxy = await startSlowProxy(app.url, '</main>')
    try {
      for (const address of ['/', '/login'])
        await visit({ url: proxy.url, clock: app.clock }, async (page) => {
          await page.goto(address, { waitUntil: 'commit' })
          await proxy.sendRest(page)
          await waitUntilHydrated(page)
        })
    } finally {
      proxy.close()
    }
  })

  test('causes no layout shifts if the document arrives in pieces and the last font arrives late', async () => {
    const proxy = await startSlowProxy(app.url, 'Menu</button>')
    try {
      await visit(
        { url: proxy.url, clock: app.clock },
        async (page) => {
          await page.addInitScript(watchLayoutShifts)
          const paintSignal = Promise.withResolvers<void>()
          await page.route('**/hind-siliguri-600*', async (route) => {
            await paintSignal.promise
            await route.continue()
          })
          await page.goto('/login', { waitUntil: 'commit' })
          await proxy.sendRest(page)
          await waitUntilHydrated(page)
          paintSignal.resolve()
          await waitUntil(page, () => document.fonts.status === 'loaded')
          // Layout shifts are reported with the next frame.
          await page.evaluate(waitForNextFrames)
          assert.equal(await page.evaluate(() => window.shift), 0)
        },
        { width: 390 },
      )
    } finally {
      proxy.close()
    }
  })
})

/** Holds back all scripts of each opened page until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let releaseSignal = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await releaseSignal.promise
    await route.continue().catch(() => {}) // the page was left
  })
  page.on('framenavigated', () => (releaseSignal = Promise.withResolvers<void>()))
  return () => releaseSignal.resolve()
}

/** Starts a proxy that holds back the end of a document, from a given text on, until the test calls `sendRest`. */
async function startSlowProxy(url: string, cutText: string) {
  let heldDocument = Promise.withResolvers<{ rest: () => void; files: string[] }>()
  const server = createServer(async (request, response) => {
    const { status, headers, body } = await sendRequest(url, request.url!, {
      headers: { accept: request.headers.accept! },
    })
    response.writeHead(status, headers)
    if (!headers['content-type']?.startsWith('text/html')) return void response.end(body)
    const fontMatches = body.toString().matchAll(/<link rel="preload" as="font"[^>]*href="([^"]+)"/g)
    response.write(body.subarray(0, body.indexOf(cutText)))
    const sendDocumentEnd = () => void response.end(body.subarray(body.indexOf(cutText)))
    heldDocument.resolve({
      rest: sendDocumentEnd,
      files: ['entry-client', ...[...fontMatches].map(([, font]) => font!)],
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /**
     * Sends the rest of the document once the page has loaded its scripts and fonts and had time to run the scripts.
     */
    async sendRest(page: Page) {
      const { rest: sendDocumentEnd, files } = await heldDocument.promise
      heldDocument = Promise.withResolvers()
      // Waits until scripts are loaded. A page whose document is not complete draws no frames and is never idle, so
      // timers poll for them.
      const areResourcesLoaded = (names: string[]) =>
        names.every((name) => performance.getEntriesByType('resource').some((one) => one.name.includes(name)))
      await page.waitForFunction(areResourcesLoaded, files, { polling: 50 })
      await page.evaluate(() => new Promise((resolve) => setTimeout(() => setTimeout(resolve))))
      sendDocumentEnd()
    },
    close: () => void server.close(),
  }
}

/**
 * Runs in the page: drops the timers of two seconds and more. The page is then hydrated only after a paint or a press.
 */
function dropLateTimers(): void {
  const { setTimeout: originalSetTimeout } = window
  Object.assign(window, {
    setTimeout: (resolve: TimerHandler, ms = 0) => (ms < 2_000 ? originalSetTimeout(resolve, ms) : 0),
  })
}

const waitForNextFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

function readPaintTimes() {
  const scriptEntries = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
  return {
    painted: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
    scripts: scriptEntries.map(({ startTime }) => startTime),
  }
}
