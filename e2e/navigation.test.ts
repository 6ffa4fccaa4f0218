import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openPage, waitUntil, waitUntilHydrated, visit, waitUntilAbsent } from '#testing/browser.ts'
import { sqlite } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { apiDocsPath, endpoints } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

describe('navigation within the site', () => {
  const app = setUpTestApp(sqlite)

  test('loads no new document, announces the new title, scrolls to the top and resets the focus', () =>
    visit(app, async (page) => {
      await openPage(page, '/')
      await markDocument(page)
      const link = page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true })
      await link.focus()
      await page.keyboard.press('Enter')
      await waitForHeading(page, 'Contact')
      assert.equal(await hasMark(page), true)
      assert.match(await page.title(), /^Contact · /)
      await waitUntil(page, () => document.getElementById('announcer')!.textContent === document.title)
      await waitUntil(page, () => scrollY === 0 && document.activeElement === document.body)
      assert.equal(await page.locator('link[rel=canonical]').getAttribute('href'), 'https://selvage.example/contact')
      assert.equal(await page.locator('meta[name=description]').count(), 1)
    }))

  test('navigates back through the breadcrumb links and updates the metadata', () =>
    visit(app, async (page) => {
      await openPage(page, '/bn/products/zipper')
      await markDocument(page)
      const { t } = translatorFor('bn')
      const breadcrumbLinks = page.getByRole('navigation', { name: t('trail.label') }).getByRole('link')
      assert.equal(await breadcrumbLinks.count(), 3)
      assert.equal(await breadcrumbLinks.last().getAttribute('aria-current'), 'page')
      await breadcrumbLinks.nth(1).click()
      await waitForHeading(page, t('products.title'))
      assert.deepEqual(await breadcrumbLinks.allInnerTexts(), [t('shell.home'), t('products.title')])
      assert.equal(
        await page.locator('link[rel=canonical]').getAttribute('href'),
        'https://selvage.example/bn/products',
      )
      assert.equal(await page.locator('meta[name=description]').getAttribute('content'), t('products.description'))
      await breadcrumbLinks.first().click()
      await breadcrumbLinks.first().waitFor({ state: 'detached' })
      assert.equal(new URL(page.url()).pathname, '/bn')
      assert.equal(await hasMark(page), true)
    }))

  test('restores the page and its scroll position on back and forward', () =>
    visit(app, async (page) => {
      await openPage(page, '/')
      await markDocument(page)
      const card = page.getByRole('heading').getByRole('link', { name: 'Hanger', exact: true })
      await card.scrollIntoViewIfNeeded()
      const scrollBefore = await page.evaluate(() => scrollY)
      assert.ok(scrollBefore > 500)
      await card.click()
      await page.waitForURL('**/products/hanger')
      await waitUntil(page, () => scrollY === 0)
      await page.goBack()
      await card.waitFor()
      await page.waitForFunction((expected) => Math.abs(scrollY - expected) < 5, scrollBefore)
      await page.goForward()
      await waitUntil(page, () => document.title.startsWith('Hanger'))
      assert.equal(await hasMark(page), true)
    }))

  test('loads the data of a page when the pointer is on its link, and only once', () =>
    visit(app, async (page) => {
      await openPage(page, '/')
      const requests: string[] = []
      page.on('request', (request) => void (request.url().includes('/api/') && requests.push(request.url())))
      const response = page.waitForResponse('**/api/public/getProducts?*')
      const link = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Products' })
      await link.hover()
      await response
      await link.click()
      await waitForHeading(page, 'Products')
      assert.deepEqual(requests, [...new Set(requests)])
    }))

  test('follows links normally if the browser lacks the Navigation API', () =>
    visit(app, async (page) => {
      await page.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }))
      await openPage(page, '/')
      await markDocument(page)
      await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Rooms' }).click()
      await waitForHeading(page, 'Our rooms')
      assert.equal(await hasMark(page), false)
      await openPage(page, '/login')
      await page.getByLabel('Username', { exact: true }).fill('anna')
      await page.getByLabel('Password', { exact: true }).fill('hamburg-to-dhaka')
      await page.keyboard.press('Enter')
      await waitForHeading(page, 'Welcome, Anna Becker')
      assert.equal(new URL(page.url()).pathname, '/dashboard')
    }))

  test('shows the not-found page for an unknown address without replacing the document (APP-1)', () =>
    visit(
      app,
      async (page) => {
        await openPage(page, '/')
        await markDocument(page)
        await page.evaluate(() => void window.navigation!.navigate('/booking-details/gone'))
        await waitForHeading(page, 'Page not found')
        await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click()
        await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor()
        assert.equal(await hasMark(page), true)
      },
      { expectedErrors: ['404 /api/public/getRoomDetails'] },
    ))

  test('follows a redirect, and goes back to the page before it (CONT-10)', () =>
    visit(app, async (page) => {
      await openPage(page, '/bn/contact')
      for (const [oldPath, newPath] of [
        ['/bn/blog-details', '/bn/reading-blog/how-to-choose-a-zipper'],
        ['/bn/blog-details?slug=zipper', '/bn/details/zipper'],
        ['/bn/premium-packages', '/bn/premimum-packages'],
      ] as const) {
        await page.evaluate((path) => void window.navigation!.navigate(path), oldPath)
        await page.waitForURL(`**${newPath}`)
        await waitUntilHydrated(page)
        await page.goBack()
        await page.waitForURL('**/bn/contact')
        await waitUntilHydrated(page)
      }
    }))

  test('says that the server is unreachable, and loads the page on retry', () =>
    visit(
      app,
      async (page) => {
        await openPage(page, '/')
        await page.route('**/api/public/getRoomDetails*', (route) => route.abort('connectionfailed'))
        await page.getByRole('link', { name: 'Single Room' }).click()
        await waitForHeading(page, 'Something went wrong')
        await page.getByText('We could not reach the server.').waitFor()
        await page.unroute('**/api/public/getRoomDetails*')
        await page.getByRole('button', { name: 'Try again' }).click()
        await waitForHeading(page, 'Single Room')
      },
      { expectedErrors: ['failed /api/public/getRoomDetails'] },
    ))

  test('omits the parts of the home page that cannot load, and logs the errors (APP-12)', () =>
    visit(
      app,
      async (page) => {
        const failure = { status: 500, json: { message: 'no' } }
        for (const [path, fakeResponse, missingHeading] of [
          ['getPostData', failure, 'Best Solutions For Your Business'],
          ['activeRooms', failure, 'Stay where your trims are made'],
          ['getPassages', failure, 'How we work'],
          ['getSliderData', failure, 'Eleven trims, one shade.'],
          ['getSliderData', { json: { data: 'no list' } }, 'Eleven trims, one shade.'],
        ] as const) {
          await openPage(page, '/rooms')
          await page.route(`**/api/public/${path}*`, (route) => route.fulfill(fakeResponse))
          await page.getByRole('banner').getByRole('link', { name: 'Home' }).click()
          await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor()
          await waitUntilAbsent(page.getByRole('heading', { name: missingHeading }))
          await page.getByRole('heading', { name: 'Head office' }).waitFor()
          assert.ok(await page.getByRole('search').isVisible())
          await page.unroute(`**/api/public/${path}*`)
        }
      },
      {
        expectedErrors: [
          ...['getPostData', 'activeRooms', 'getPassages', 'getSliderData'].map((path) => `500 /api/public/${path}`),
          'error: Error fetching data',
          'error: Failed to fetch slider data',
          'warning: Failed to fetch slider data not a list',
        ],
      },
    ))

  test('does not animate for users who prefer reduced motion', () =>
    visit(app, async (page) => {
      await openPage(page, '/')
      await page.evaluate(recordAnimations)
      await page.getByRole('button', { name: 'Next slide' }).click()
      const track = page.getByRole('list', { name: 'Highlights' })
      assert.equal(await track.evaluate((row) => row.scrollLeft / row.clientWidth), 1, 'the slide moves at once')
      await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).hover()
      await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
      await waitForHeading(page, 'Contact')
      // Wait for the first frames of the new page. Its animations are recorded from then on.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      assert.deepEqual(await page.evaluate(() => window.motions), [])
    }))

  test('animates the change of pages for users who allow motion', () =>
    visit(
      app,
      async (page) => {
        await openPage(page, '/')
        await page.evaluate(recordAnimations)
        await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
        await waitForHeading(page, 'Contact')
        await waitUntil(page, () => window.motions.length > 0)
      },
      { hasMotion: true },
    ))

  test('opens an API docs chapter at the linked endpoint, without fetching the OpenAPI file (API-22)', () =>
    visit(app, async (page) => {
      const requests: string[] = []
      page.on('request', (request) => requests.push(new URL(request.url()).pathname))
      await openPage(page, apiDocsPath)
      const endpointName = 'GET /api/booking/getBookingDetails'
      const link = page.getByRole('link', { name: endpointName })
      await link.hover()
      await link.focus()
      await page.keyboard.press('Enter')
      await waitForHeading(page, '/api/booking')
      await page.getByRole('heading', { name: endpointName }).and(page.locator(':target')).waitFor()
      await page
        .getByRole('navigation', { name: translatorFor('en').t('trail.label') })
        .getByRole('link', { name: 'API', exact: true })
        .click()
      await waitForHeading(page, 'API')
      assert.ok(!requests.includes(endpoints.getOpenApi[1]))
    }))
})

/** Marks the document. The mark disappears when the document is replaced. */
const markDocument = (page: Page) => page.evaluate(() => void (document.documentElement.dataset['mark'] = 'here'))
const hasMark = (page: Page) => page.evaluate(() => document.documentElement.dataset['mark'] === 'here')

const waitForHeading = (page: Page, heading: string) =>
  page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()

/** Runs in the page: records every animation, frame by frame, and each view transition, however short. */
function recordAnimations(): void {
  window.motions = []
  const originalStart = document.startViewTransition
  document.startViewTransition = function (...args) {
    window.motions.push('the view')
    return originalStart.apply(this, args)
  }
  requestAnimationFrame(function recordFrame() {
    const runningAnimations = document.getAnimations().filter(({ effect }) => effect!.getComputedTiming().endTime !== 0)
    window.motions.push(
      ...runningAnimations.map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? 'an element'),
    )
    requestAnimationFrame(recordFrame)
  })
}

declare global {
  interface Window {
    motions: string[]
  }
}
