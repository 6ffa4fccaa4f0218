import { getTestContext } from 'node:test'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { saveEvidence, startTrace } from './browser-evidence.ts'
import { ACTION_TOAST_MS, TOAST_MS } from '#ui/toast-times.ts'
import type { TestApp } from './test-app.ts'
import { getBrowser } from './launch-browser.ts'
import { scaleTimeout } from './patience.ts'

export { getBrowser }

/** A test server, or a proxy in front of one. */
type VisitTarget = Pick<TestApp, 'url' | 'clock'>

export interface VisitOptions extends BrowserContextOptions {
  width?: number
  /** Whether to play animations. Only tests about motion need them; other tests are faster without. */
  hasMotion?: boolean
  /** Whether the map provider does not answer. */
  isMapDown?: boolean
  /** Delays of page timers that never fire, for tests that must act before such a timer does. */
  stoppedTimerDelaysMs?: readonly number[]
  /** Browser errors that belong to the story, such as '409 /api/booking'. All of them must occur, and no others. */
  expectedErrors?: readonly string[]
  /** Errors that one of several racing visitors gets: they may occur. */
  possibleErrors?: readonly string[]
}

/** The time limit for a single action (a click, a navigation, a wait). */
const ACTION_LIMIT_MS = scaleTimeout(120_000)
/**
 * The time limit for the whole test function. It ends shortly before the time limit of the runner, which would not
 * describe the page.
 */
const STORY_LIMIT_MS = scaleTimeout(540_000)

/**
 * Runs a story in a new browser context. Fails on every unexpected error that the browser reports: console errors and
 * warnings, policy violations, failed requests.
 */
export async function visit(
  app: VisitTarget,
  scenario: (page: Page) => Promise<void>,
  options: VisitOptions = {},
): Promise<void> {
  const visitor = await openVisit(app, options)
  try {
    await visitor.run(scenario)
  } finally {
    await visitor.close()
  }
  visitor.checkErrors()
}

export interface Visit {
  /** Runs one story. A failure describes the page and names the folder of the screenshot and the trace. */
  run(scenario: (page: Page) => Promise<void>): Promise<void>
  close(): Promise<void>
  /** Fails on browser errors that the options do not expect, and on expected ones that did not occur. */
  checkErrors(): void
}

/** Opens a browser context that several tests share, one after the other. */
export async function openVisit(
  app: VisitTarget,
  {
    width = 1280,
    hasMotion = false,
    isMapDown = false,
    stoppedTimerDelaysMs = [],
    expectedErrors: expected = [],
    possibleErrors = [],
    ...options
  }: VisitOptions = {},
): Promise<Visit> {
  const browser = await getBrowser()
  const context = await browser.newContext({
    baseURL: app.url,
    viewport: { width, height: 900 },
    reducedMotion: hasMotion ? 'no-preference' : 'reduce',
    ...options,
  })
  context.setDefaultTimeout(ACTION_LIMIT_MS)
  await startTrace(context)
  await context.addInitScript(setClock, app.clock.now - Date.now())
  await context.addInitScript(slowTimers, { toasts: [TOAST_MS, ACTION_TOAST_MS], stopped: stoppedTimerDelaysMs })
  const browserErrors: string[] = []
  context.on('page', (page) => collectErrors(page, app.url, browserErrors))
  const page = await context.newPage()
  if (!isMapDown) await showBlankMaps(page)
  const allowedPatterns = [...expected, ...possibleErrors]
  const isExpected = (browserError: string) => allowedPatterns.some((pattern) => browserError.includes(pattern))

  return {
    async run(scenario) {
      const storyTimeout = setTimeout(() => void context.close({ reason: 'the story took too long' }), STORY_LIMIT_MS)
      const earlierErrorCount = browserErrors.length
      try {
        await scenario(page)
        if (!browserErrors.slice(earlierErrorCount).every(isExpected)) throw new Error('The browser reported errors:')
      } catch (error) {
        throw new Error(
          [(error as Error).message, ...browserErrors.slice(earlierErrorCount), ...(await describePage(page))].join(
            '\n',
          ),
          {
            cause: error,
          },
        )
      } finally {
        clearTimeout(storyTimeout)
      }
    },
    close: () => context.close(),
    checkErrors() {
      const unexpectedErrors = browserErrors.filter((browserError) => !isExpected(browserError))
      const missingPatterns = expected.filter(
        (pattern) => !browserErrors.some((browserError) => browserError.includes(pattern)),
      )
      if (unexpectedErrors.length + missingPatterns.length === 0) return
      const lines = [...unexpectedErrors, ...missingPatterns.map((pattern) => `did not occur: ${pattern}`)]
      throw new Error(['The browser reported errors:', ...lines].join('\n'))
    },
  }
}

/** Describes a failure: the URL, the page as text, and the folder of the screenshot and the trace. */
async function describePage(page: Page): Promise<string[]> {
  const name = getTestContext()?.fullName ?? 'outside of a test'
  const snapshot = await page.ariaSnapshot().catch(() => 'no snapshot of the page')
  const folder = await saveEvidence(page, name)
  return [`At ${page.url()}:`, snapshot.slice(0, 5_000), `Screenshot and trace: ${folder}`]
}

/** Opens an address and waits until the page is hydrated. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitUntilHydrated(page)
}

/** Navigates within the current document, as a link does, and waits for the page or for the page it redirects to. */
export const navigateTo = (page: Page, path: string): Promise<void> =>
  page.evaluate(async (to) => {
    await navigation!.navigate(to).finished!.catch(() => navigation!.transition?.finished)
  }, path)

/** Reads the descriptions that a screen reader adds to the name of a field. */
export const readDescriptions = (target: Locator): Promise<string[]> =>
  target.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)!.textContent),
  )

export const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement)

/** Waits until the element has the focus. A browser may move the focus only with its next frame. */
export async function waitForFocus(target: Locator): Promise<boolean> {
  await target.and(target.page().locator(':focus')).waitFor({ state: 'attached' })
  return true
}

/** Waits until no element matches. A page may remove an element shortly after it shows a message. */
export const waitUntilAbsent = (target: Locator): Promise<void> => target.first().waitFor({ state: 'detached' })

/**
 * Waits until React has hydrated the page, or the script of a reading page has run. Before that the browser handles
 * input alone.
 */
export const waitUntilHydrated = (page: Page): Promise<void> =>
  waitUntil(page, () => {
    const lastElement = document.getElementById('announcer')
    const isHydrated = lastElement && Object.keys(lastElement).some((key) => key.startsWith('__react'))
    return isHydrated || document.querySelector('[data-empty]')
  })

/**
 * Waits until a condition holds in the page. Unlike `page.waitForFunction`, it does not send Playwright's scripts of
 * 340 kB to every document a second time.
 */
export async function waitUntil(page: Page, condition: () => unknown): Promise<void> {
  const script = `new Promise((resolve) => {
    const look = () => ((${String(condition)})() ? setTimeout(resolve) : setTimeout(look, 10))
    look()
  })`
  for (;;) {
    try {
      return await page.evaluate<void>(script)
    } catch (error) {
      // Another document has been loaded in the meantime.
      if (!/context was destroyed|navigat/i.test((error as Error).message)) throw error
    }
  }
}

const mapOrigin = 'https://www.openstreetmap.org'
const blankMap = Buffer.from('<title>A map</title>').toString('base64')

/** Intercepts only the maps: a route on the whole context would handle every request and disable the cache. */
async function showBlankMaps(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const responseHeaders = [{ name: 'content-type', value: 'text/html' }]
  session.on('Fetch.requestPaused', ({ requestId }) => {
    const response = { requestId, responseCode: 200, responseHeaders, body: blankMap }
    void session.send('Fetch.fulfillRequest', response).catch(() => {}) // the page was left
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `${mapOrigin}/*` }] })
}

/** Shifts the clock of a page to the clock of its test server. */
export function setClock(shiftMs: number): void {
  const RealDate = Date
  globalThis.Date = class extends RealDate {
    constructor(...args: []) {
      super(...(args.length > 0 ? args : ([RealDate.now() + shiftMs] as unknown as [])))
    }
    static override now = () => RealDate.now() + shiftMs
  } as DateConstructor
}

/** Keeps toasts five times longer, so that a slow machine reaches their buttons, and stops the given timers. */
function slowTimers({ toasts, stopped }: { toasts: number[]; stopped: readonly number[] }): void {
  const start = setTimeout as (...args: unknown[]) => number
  window.setTimeout = ((run: unknown, ms = 0, ...rest: unknown[]) =>
    stopped.includes(ms) ? 0 : start(run, toasts.includes(ms) ? 5 * ms : ms, ...rest)) as typeof setTimeout
}

function collectErrors(page: Page, siteUrl: string, browserErrors: string[]): void {
  const shortenUrl = (url: string) => url.replace(siteUrl, '')
  const formatPageSuffix = () => ` (on ${shortenUrl(page.url())})`
  page.on('console', (message) => {
    const isFailedResponse = message.text().startsWith('Failed to load resource') // reported below with its URL
    const isError = ['error', 'warning'].includes(message.type()) && !isFailedResponse
    // Browsers also warn about a picture that is cached from an earlier page. `findUnusedPreloads` checks the page
    // itself.
    const isPreloadWarning = /\/pictures\/\S+ was preloaded/.test(message.text())
    if (isError && !isPreloadWarning) browserErrors.push(`${message.type()}: ${message.text()}${formatPageSuffix()}`)
  })
  page.on('pageerror', (error) => browserErrors.push(`uncaught: ${error.message}${formatPageSuffix()}`))
  page.on('response', (response) => {
    if (response.status() >= 400) browserErrors.push(`${response.status()} ${shortenUrl(response.url())}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // Aborted: the page was left. Policy: the console reports violations, unless scripts are just disabled.
    if (reason !== 'net::ERR_ABORTED' && reason !== 'csp')
      browserErrors.push(`failed ${shortenUrl(request.url())} ${reason}`)
  })
  page.on('request', (request) => {
    const url = request.url()
    if (![siteUrl, mapOrigin, 'data:', 'blob:'].some((prefix) => url.startsWith(prefix)))
      browserErrors.push(`stranger ${url}`)
  })
}
