import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual, promisify } from 'node:util'
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type LaunchOptions,
  type Locator,
  type Page,
} from 'playwright-core'
import type { TestHouse } from './house.ts'

/** A house, or what stands in front of one. */
type Visited = Pick<TestHouse, 'url' | 'clock'>

export interface VisitOptions extends BrowserContextOptions {
  width?: number
  /** With what moves. A journey is told faster without, so only those about motion, and the whole way, have it. */
  moving?: boolean
  /** The maker of the map does not answer. */
  mapless?: boolean
  /** What goes wrong as part of the story, such as '409 /api/booking': all of it must happen, and nothing else may. */
  troubles?: readonly string[]
  /** Less than its test may last, so that what it waited for is told. */
  lastsMs?: number
}

/**
 * A person at the front door, with a browser of their own. Fails if the browser has anything to complain of that the
 * story does not tell: errors and warnings in the console, the policy of the page, requests that fail.
 */
export async function visit(
  house: Visited,
  story: (page: Page) => Promise<void>,
  {
    width = 1280,
    moving = false,
    mapless = false,
    troubles: expected = [],
    lastsMs = VISIT_LASTS_MS,
    ...options
  }: VisitOptions = {},
): Promise<void> {
  const browser = await theBrowser()
  const context = await browser.newContext({
    baseURL: house.url,
    viewport: { width, height: 900 },
    reducedMotion: moving ? 'no-preference' : 'reduce',
    ...options,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  await context.addInitScript(setClock, house.clock.now - Date.now())
  const troubles: string[] = []
  context.on('page', (page) => noteTroubles(page, house.url, troubles))
  const page = await context.newPage()
  if (!mapless) await showBlankMaps(page)
  const tooLong = setTimeout(() => void context.close({ reason: 'the visit took too long' }), lastsMs)
  try {
    await story(page)
  } catch (error) {
    throw new Error([(error as Error).message, ...troubles, await whatStands(page)].join('\n'), { cause: error })
  } finally {
    clearTimeout(tooLong)
    await context.close()
  }
  const unexpected = troubles.filter((trouble) => !expected.some((each) => trouble.includes(each)))
  const missing = expected.filter((each) => !troubles.some((trouble) => trouble.includes(each)))
  if (!isDeepStrictEqual([unexpected, missing], [[], []])) {
    throw new Error(['The browser complains:', ...unexpected, ...missing.map((each) => `not said: ${each}`)].join('\n'))
  }
}

/** A story that went wrong far away is understood by what was to be seen. */
async function whatStands(page: Page): Promise<string> {
  const seen = await page.ariaSnapshot({ timeout: 2_000 }).catch(() => 'nothing to be seen')
  return `At ${page.url()}:\n${seen.slice(0, 5_000)}`
}

/** Goes there, and waits until the page is awake. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await awake(page)
}

/** Goes there as a link leads, within the document that stands, until the page does: it, or one that it sends on to. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate(async (to) => {
    await navigation!.navigate(to).finished!.catch(() => navigation!.transition?.finished)
  }, path)

/** What a screen reader says of a field after its name. */
export const describedBy = (target: Locator): Promise<string[]> =>
  target.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)!.textContent),
  )

export const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement)

/** A browser gives it, of itself, with the next picture that it draws. */
export async function takesFocus(target: Locator): Promise<boolean> {
  for (let looks = 0; looks < 40; looks++) {
    if (await hasFocus(target)) return true
    await sleep(25)
  }
  return false
}

/** Until then a page is only a document: what is done to it is left to the browser. */
export async function awake(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const lastElement = document.getElementById('announcer')
    return lastElement && Object.keys(lastElement).some((key) => key.startsWith('__react'))
  })
  await page.evaluate(() => new Promise((done) => setTimeout(done)))
}

/** A machine that carries out tests side by side is slow now and then, for a minute too; what never comes is found all the same. */
const PATIENCE_MS = 30_000
const VISIT_LASTS_MS = 280_000
const mapMaker = 'https://www.openstreetmap.org'
const blankMap = Buffer.from('<title>A map</title>').toString('base64')

/** Intercepts nothing else: a route of the whole context would have every request pass through here, and none kept. */
async function showBlankMaps(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const responseHeaders = [{ name: 'content-type', value: 'text/html' }]
  session.on('Fetch.requestPaused', ({ requestId }) => {
    const answer = { requestId, responseCode: 200, responseHeaders, body: blankMap }
    void session.send('Fetch.fulfillRequest', answer).catch(() => {}) // the page was left
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `${mapMaker}/*` }] })
}

/** The days of the house are the days of its visitors. */
export function setClock(shiftMs: number): void {
  const RealDate = Date
  globalThis.Date = class extends RealDate {
    constructor(...given: []) {
      super(...(given.length > 0 ? given : ([RealDate.now() + shiftMs] as unknown as [])))
    }
    static override now = () => RealDate.now() + shiftMs
  } as DateConstructor
}

function noteTroubles(page: Page, home: string, troubles: string[]): void {
  const short = (url: string) => url.replace(home, '')
  const here = () => ` (on ${short(page.url())})`
  page.on('console', (message) => {
    const isResponse = message.text().startsWith('Failed to load resource') // told below, with its address
    const isTrouble = ['error', 'warning'].includes(message.type()) && !isResponse
    // Also said of a picture that an earlier page had left in its memory; `idlePreloads` asks the page itself.
    const isPreload = /\/pictures\/\S+ was preloaded/.test(message.text())
    if (isTrouble && !isPreload) troubles.push(`${message.type()}: ${message.text()}${here()}`)
  })
  page.on('pageerror', (error) => troubles.push(`uncaught: ${error.message}${here()}`))
  page.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()} ${short(response.url())}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // Aborted: the page was left. Policy: told in the console, unless it is only that scripts are off.
    if (reason !== 'net::ERR_ABORTED' && reason !== 'csp') troubles.push(`failed ${short(request.url())} ${reason}`)
  })
  page.on('request', (request) => {
    const url = request.url()
    if (![home, mapMaker, 'data:', 'blob:'].some((known) => url.startsWith(known))) troubles.push(`stranger ${url}`)
  })
}

let launched: Promise<Browser> | undefined
export const theBrowser = () => (launched ??= launch())

after(async () => {
  await (await launched?.catch(() => undefined))?.close()
})

/** The one that CHROMIUM names; else that of the package, the same for everybody; else one that is installed. */
async function launch(): Promise<Browser> {
  const named = process.env.CHROMIUM
  if (named) return start({ executablePath: named })
  const failures: unknown[] = []
  for (const find of [unpacked, ...installed()]) {
    try {
      return await start(await find())
    } catch (error) {
      failures.push(error)
    }
  }
  throw new AggregateError(failures, 'The journeys need Chromium or Chrome: install it, or name its file in CHROMIUM.')
}

/** It finds nobody but us. */
const start = (which: LaunchOptions): Promise<Browser> =>
  chromium.launch({ ...which, args: ['--disable-gpu', '--disable-quic', '--disable-sync', onlyHere] })

const onlyHere = '--host-resolver-rules=MAP localhost 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'

/** A Chromium that brings its libraries and a font, so that it runs where there is nothing but Node. */
async function unpacked(): Promise<LaunchOptions> {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('the package is for Linux on x64')
  const folder = await unpackedOnce()
  const [libraries, fonts] = [join(folder, 'al2023/lib'), join(folder, 'fonts')]
  const environment = Object.entries({ ...process.env, LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: fonts })
  return {
    executablePath: join(folder, 'chromium'),
    env: Object.fromEntries(environment.filter((entry): entry is [string, string] => entry[1] !== undefined)),
  }
}

/** Beside its package, and gone with it. Where several processes unpack it at once, one of them is believed. */
async function unpackedOnce(): Promise<string> {
  const packed = new URL('../node_modules/@sparticuz/chromium/package.json', import.meta.url)
  const { version } = JSON.parse(readFileSync(packed, 'utf8')) as { version: string }
  const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url))
  const folder = join(cache, `chromium-${version}`)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const making = mkdtempSync(`${folder}-`)
  const script = `const { default: chromium } = await import('${import.meta.resolve('@sparticuz/chromium')}')
    await chromium.executablePath()`
  const whereItBringsLibraries = { TMPDIR: making, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' }
  const env = { ...process.env, ...whereItBringsLibraries }
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { env })
  const fonts = join(folder, 'fonts')
  const fontsThere = `<fontconfig><dir>${fonts}</dir><cachedir>${fonts}/cache</cachedir></fontconfig>`
  writeFileSync(join(making, 'fonts/fonts.conf'), fontsThere)
  try {
    renameSync(making, folder)
  } catch (error) {
    rmSync(making, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

function installed(): (() => LaunchOptions)[] {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const folders = (process.env.PATH ?? '').split(delimiter)
  const programs = ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].flatMap((name) => process.env[name] ?? [])
  return [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
    ...programs.map((folder) => join(folder, 'Google/Chrome/Application/chrome.exe')),
  ]
    .filter(existsSync)
    .map((executablePath) => () => ({ executablePath }))
}
