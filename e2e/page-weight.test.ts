import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import type { Page, Request } from 'playwright-core'
import { sendRequest } from '#testing/send-request.ts'
import { waitUntilHydrated, openPage, waitUntil, visit } from '#testing/browser.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { watchLayoutShifts } from '#testing/layout-shifts.ts'
import { valueForTier } from '#testing/tier.ts'
import { inLanguage, type Language, type PageName } from '#routes/public.ts'
import { pathsByPage, memberPages } from './page-paths.ts'

/** The limits of a first visit before the visitor scrolls: transferred bytes, number of requests and layout shift. */
// A document contains its styles, with the colours of both themes.
const baseMaxima = { script: 80_000, style: 12_000, html: 21_000, pictures: 120_000, requests: 15, shift: 0 }
/** The higher limits of single pages (decisions 12, 17 and 24). */
const limitsByPage: Partial<Record<PageName, Partial<typeof baseMaxima>>> = {
  // The document contains the floor plan twice: as a drawing and in the data of the page. Bangla text has more bytes.
  room: { script: 84_500, html: 24_500 },
  bookingSuccess: { script: 81_500 },
  contact: { script: 80_500 },
  // The page shows a picture of each room.
  party: { script: 84_000, requests: 16 },
  // Product pages draw each size at its actual size.
  product: { script: 82_000 },
  enquiry: { script: 81_000 },
  // The page contains all its collapsed content, the captions of the garment and the key figures. Bangla text has more bytes.
  home: { html: 24_000 },
}
/** Pages for reading load no React (decision 73). */
const readingLimits = { script: 25_000 }
const readingPages: readonly PageName[] = [
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
]
const maxFontBytes: Record<Language, number> = { en: 70_000, bn: 150_000 }

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true }
const publicPages = (Object.keys(pathsByPage) as PageName[]).filter((name) => !memberPages.includes(name))

for (const { engine, language } of selectPairs(import.meta.url)) {
  describe(
    `the first visit, on a phone with an empty cache, on ${engine.name}, in ${language}`,
    { concurrency: 3 },
    () => {
      const app = setUpTestApp(engine)
      before(async () => {
        await waitForBestEncoding(app, language)
      })

      /** The gate weighs the last address of a page, usually the one with the most content. The full run weighs all. */
      const listPathsToMeasure = async (name: PageName) => {
        const allPaths = await pathsByPage[name](app)
        return valueForTier({ gate: allPaths.slice(-1), all: allPaths, soak: allPaths })
      }

      for (const name of publicPages) {
        test(`keeps ${name} within its limits, without layout shifts`, async (t) => {
          for (const address of await listPathsToMeasure(name)) {
            await visit(
              app,
              async (page) => {
                const { parts, ...weight } = await measureWeight(page, inLanguage(address, language))
                t.diagnostic(`${address} ${JSON.stringify(weight)}`)
                const limitsByResource = Object.entries({
                  ...baseMaxima,
                  fonts: maxFontBytes[language],
                  ...(readingPages.includes(name) && readingLimits),
                  ...limitsByPage[name],
                })
                const exceededLimits = limitsByResource.filter(
                  ([resource, limit]) => weight[resource as keyof typeof weight] > limit,
                )
                assert.deepEqual(exceededLimits, [], [JSON.stringify(weight), ...parts].join('\n'))
              },
              phone,
            )
          }
        })
      }

      describe('in English', { concurrency: 3 }, () => {
        test('loads the pictures at the end of a list only when the visitor scrolls', () =>
          visit(
            app,
            async (page) => {
              await openPage(page, '/our-services')
              const pictures = page.getByRole('article').getByRole('img')
              const readSources = () =>
                pictures.evaluateAll((all) => all.map((element) => (element as HTMLImageElement).src))
              const readHeights = () =>
                pictures.evaluateAll((all) => all.map((element) => element.getBoundingClientRect().height))
              const [firstSource, ...others] = await readSources()
              assert.match(firstSource!, /\/pictures\//)
              assert.match(others.at(-1)!, /^data:/)
              const heightsBefore = await readHeights()
              await page.evaluate(() => scrollBy(0, 1))
              await waitUntil(page, () => !document.querySelector('article img[src^="data:"]'))
              for (const source of await readSources()) assert.match(source, /\/pictures\//)
              assert.deepEqual(await readHeights(), heightsBefore)
            },
            phone,
          ))

        test('loads all pictures without scripts', () =>
          visit(
            app,
            async (page) => {
              await page.goto('/our-services')
              const [cards, pictures] = [page.getByRole('article'), page.getByRole('article').getByRole('img')]
              assert.equal(await pictures.count(), await cards.count())
              assert.match((await pictures.last().getAttribute('src'))!, /\/pictures\//)
            },
            { ...phone, javaScriptEnabled: false },
          ))

        test('loads the style sheet of each page once', () =>
          visit(
            app,
            async (page) => {
              const styles: string[] = []
              page.on(
                'request',
                (request) => void (request.resourceType() === 'stylesheet' && styles.push(request.url())),
              )
              await openPage(page, '/contact')
              for (const linkName of ['Rooms', 'Contact', 'Rooms']) {
                await page.getByRole('contentinfo').getByRole('link', { name: 'Home' }).scrollIntoViewIfNeeded()
                await page.getByRole('button', { name: 'Menu' }).click()
                await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: linkName }).click()
                await page
                  .getByRole('heading', { level: 1, name: linkName === 'Rooms' ? 'Our rooms' : 'Contact' })
                  .waitFor()
              }
              const card = page.getByRole('article').first()
              assert.equal(await card.evaluate((element) => getComputedStyle(element).display), 'grid')
              assert.equal(styles.length, new Set(styles).size)
              assert.ok(styles.length > 0)
            },
            phone,
          ))

        test('loads a style sheet again after a failure', () =>
          visit(
            app,
            async (page) => {
              const rooms = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Rooms' })
              await openPage(page, '/contact')
              await page.route('**/rooms-page*.css', (route) => route.abort('connectionfailed'))
              await rooms.click()
              await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor()
              await page.unroute('**/rooms-page*.css')
              await rooms.click()
              await page.getByRole('heading', { level: 1, name: 'Our rooms' }).waitFor()
              await waitUntil(page, () => getComputedStyle(document.querySelector('article')!).display === 'grid')
            },
            { expectedErrors: ['rooms-page'] },
          ))
      })
    },
  )
}

/** Requests all public pages and their scripts, and waits until the server has cached them in their best encoding. */
async function waitForBestEncoding(app: TestApp, language: Language): Promise<void> {
  const paths = (await Promise.all(publicPages.map((name) => pathsByPage[name](app)))).flat()
  const uncachedPaths = new Set(paths.map((path) => inLanguage(path, language)))
  for (const path of uncachedPaths) {
    const { body } = await sendRequest(app.url, path)
    for (const [script] of body.toString().matchAll(/\/assets\/[\w~-]+\.js/g)) uncachedPaths.add(script)
  }
  while (uncachedPaths.size > 0) {
    await sleep(100)
    for (const path of uncachedPaths) {
      const { headers } = await sendRequest(app.url, path, { headers: { 'accept-encoding': 'br' } })
      const isCached = headers['cache-control'] !== 'private, no-store'
      if (headers['content-encoding'] === 'br' || !isCached) uncachedPaths.delete(path)
    }
  }
}

/** Weighs a page. Fonts are held back to the end, because the shifts they cause depend on the fonts of the machine. */
async function measureWeight(page: Page, address: string) {
  const pendingRequests = new Set<Request>()
  const fontRelease = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await fontRelease.promise
    await route.continue()
  })
  await page.addInitScript(watchLayoutShifts)
  page.on('request', (request) => pendingRequests.add(request))
  page.on('requestfinished', (request) => pendingRequests.delete(request))
  await page.goto(address, { waitUntil: 'commit' })
  await waitUntilHydrated(page)
  await waitUntilIdle(page, () => [...pendingRequests].every((request) => request.resourceType() === 'font'))
  const shift = await page.evaluate(() => window.shift)
  fontRelease.resolve()
  await waitUntilIdle(page, () => pendingRequests.size === 0)

  const { css, files } = await page.evaluate(listLoadedFiles)
  const sum = (kind: RegExp) => files.reduce((total, { name, bytes }) => total + (kind.test(name) ? bytes : 0), 0)
  return {
    script: sum(/\.js$/),
    style: brotliCompressSync(css).length + sum(/\.css$/),
    html: files[0]!.bytes,
    fonts: sum(/\.woff2$/),
    pictures: sum(/\.(avif|jpg|svg)$/),
    // Add the icon, which a headless browser does not request.
    requests: files.filter(({ name }) => !name.includes('favicon')).length + 1,
    shift,
    parts: files.map(({ name, bytes }) => `${bytes} ${name}`),
  }
}

/** Waits until `isIdle` holds, and still holds after the page has drawn twice and was idle. */
async function waitUntilIdle(page: Page, isIdle: () => boolean): Promise<void> {
  do {
    while (!isIdle()) await sleep(10)
    await page.evaluate(waitForIdleFrame)
  } while (!isIdle())
}

const waitForIdleFrame = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(resolve))))

function listLoadedFiles() {
  const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  return {
    css: document.querySelector('style')!.textContent,
    files: (entries as PerformanceResourceTiming[]).map(({ name, encodedBodySize }) => ({
      name: new URL(name).pathname,
      bytes: encodedBodySize,
    })),
  }
}
