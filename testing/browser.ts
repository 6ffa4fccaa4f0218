import { execFile } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual, promisify } from 'node:util'
import { chromium, type Browser, type BrowserContextOptions, type LaunchOptions, type Page } from 'playwright-core'
import type { TestHouse } from './house.ts'

export interface VisitOptions extends BrowserContextOptions {
  width?: number
  /** What goes wrong as part of the story, such as '409 /api/booking': all of it must happen, and nothing else may. */
  troubles?: readonly string[]
}

/**
 * A person at the front door, in a browser of their own: `page.goto('/rooms')`. Fails if the browser has anything to
 * complain of that the story does not tell: errors and warnings in the console, the policy of the page, requests that fail.
 */
export async function visit(
  house: Pick<TestHouse, 'url' | 'clock'>,
  story: (page: Page) => Promise<void>,
  { width = 1280, troubles: expected = [], ...options }: VisitOptions = {},
): Promise<void> {
  const context = await (await theBrowser()).newContext({ baseURL: house.url, viewport: { width, height: 900 }, ...options })
  context.setDefaultTimeout(PATIENCE_MS)
  await context.addInitScript(setClock, house.clock.now - Date.now())
  await context.route(`${mapMaker}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<title>A map</title>' }))
  const troubles: string[] = []
  context.on('page', (page) => noteTroubles(page, house.url, troubles))
  const page = await context.newPage()
  const tooLong = setTimeout(() => void context.close({ reason: 'the visit took too long' }), VISIT_LASTS_MS)
  try {
    await story(page)
  } catch (error) {
    if (troubles.length > 0) console.error(`Before that, at ${page.url()}:`, troubles)
    throw error
  } finally {
    clearTimeout(tooLong)
    await context.close()
  }
  const unexpected = troubles.filter((trouble) => !expected.some((each) => trouble.includes(each)))
  const missing = expected.filter((each) => !troubles.some((trouble) => trouble.includes(each)))
  if (!isDeepStrictEqual([unexpected, missing], [[], []])) {
    throw new Error(['The browser complains:', ...unexpected, ...missing.map((each) => `not as told: ${each}`)].join('\n'))
  }
}

/** Goes there, and waits until the page is awake. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await awake(page)
}

/** Until then a page is only a document: what is done to it is left to the browser. */
export async function awake(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const lastElement = document.getElementById('announcer')
    return lastElement && Object.keys(lastElement).some((key) => key.startsWith('__react'))
  })
  await page.evaluate(() => new Promise((done) => setTimeout(done)))
}

const PATIENCE_MS = 10_000
const VISIT_LASTS_MS = 60_000
const mapMaker = 'https://www.openstreetmap.org'

/** The days of the house are the days of its visitors. */
function setClock(shiftMs: number): void {
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
  page.on('console', (message) => {
    const isResponse = message.text().startsWith('Failed to load resource') // told below, with its address
    if (['error', 'warning'].includes(message.type()) && !isResponse) troubles.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => troubles.push(`uncaught: ${error.message}`))
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
const theBrowser = () => (launched ??= launch())

after(async () => {
  await (await launched?.catch(() => undefined))?.close()
})

/** One that is installed, or else the one that comes as a package. */
async function launch(): Promise<Browser> {
  const named = process.env.CHROMIUM
  if (named && named !== 'none') return start({ executablePath: named })
  for (const executablePath of named ? [] : installed()) {
    try {
      return await start({ executablePath })
    } catch {
      // There are stand-ins that only say how to install a browser.
    }
  }
  return start(await unpacked())
}

const start = (which: LaunchOptions): Promise<Browser> =>
  chromium.launch({ ...which, args: ['--disable-gpu', '--disable-quic', '--disable-sync', `--host-resolver-rules=${onlyHere}`] })

const onlyHere = 'MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'

function installed(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const programs = ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].map((name) => process.env[name] ?? '')
  return [
    ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap((name) => folders.map((folder) => join(folder, name))),
    ...['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
    ...['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'].flatMap((name) => programs.map((folder) => join(folder, name))),
  ].filter(canRun)
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A Chromium that brings its libraries and a font, so that it runs where there is nothing but Node. */
async function unpacked(): Promise<LaunchOptions> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('The journeys need Chromium or Chrome: install it, or name its file in CHROMIUM.')
  }
  const folder = mkdtempSync(join(tmpdir(), 'chromium-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const script = "import chromium from '@sparticuz/chromium'\nawait chromium.executablePath()"
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' }, // only there does it unpack the libraries
  })
  writeFileSync(join(folder, 'fonts/fonts.conf'), `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/cache</cachedir></fontconfig>`)
  return {
    executablePath: join(folder, 'chromium'),
    env: { ...definedOf(process.env), LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  }
}

const definedOf = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))
