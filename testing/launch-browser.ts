import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium, type Browser, type LaunchOptions } from 'playwright-core'
import { scaleTimeout } from './patience.ts'

let launchedBrowser: Promise<Browser> | undefined

/** Returns the one browser of this process. The first caller starts it. */
export const getBrowser = () => (launchedBrowser ??= launch())

after(async () => {
  await (await launchedBrowser?.catch(() => undefined))?.close()
})

/** Starts the browser that CHROMIUM names, or the one of the package, or an installed one. */
async function launch(): Promise<Browser> {
  const configuredPath = process.env.CHROMIUM
  if (configuredPath) return start({ executablePath: configuredPath })
  const failures: unknown[] = []
  for (const find of [getPackagedChromium, ...findInstalled()]) {
    try {
      return await start(await find())
    } catch (error) {
      failures.push(error)
    }
  }
  throw new AggregateError(
    failures,
    'The e2e tests need Chromium or Chrome: install it, or set CHROMIUM to its executable.',
  )
}

const start = (options: LaunchOptions): Promise<Browser> =>
  chromium.launch({ ...options, timeout: scaleTimeout(180_000), args: [...flags, localhostOnlyFlag] })

/**
 * The last two flags save CPU time. One renderer process serves all pages: starting one per page costs 5 %. Pages live
 * for a second, so compiling their scripts to optimised code costs more than it gains: 13 %.
 */
const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--renderer-process-limit=1',
  '--js-flags=--no-turbofan --no-maglev',
]

/** Prevents the browser from reaching other machines. */
const localhostOnlyFlag = '--host-resolver-rules=MAP localhost 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'

/** Chromium from a package that includes libraries and a font, so it needs nothing but Node. */
async function getPackagedChromium(): Promise<LaunchOptions> {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('the package is for Linux on x64')
  const folder = await unpackOnce()
  const [libraries, fonts] = [join(folder, 'al2023/lib'), join(folder, 'fonts')]
  const environment = Object.entries({ ...process.env, LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: fonts })
  return {
    executablePath: join(folder, 'chromium'),
    env: Object.fromEntries(environment.filter((entry): entry is [string, string] => entry[1] !== undefined)),
  }
}

/** Unpacks Chromium into node_modules/.cache. If several processes unpack it at once, the first one wins. */
async function unpackOnce(): Promise<string> {
  const packageFile = new URL('../node_modules/@sparticuz/chromium/package.json', import.meta.url)
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
  const cacheFolder = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url))
  const folder = join(cacheFolder, `chromium-${version}`)
  if (existsSync(folder)) return folder
  mkdirSync(cacheFolder, { recursive: true })
  const unpackFolder = mkdtempSync(`${folder}-`)
  const script = `const { default: chromium } = await import('${import.meta.resolve('@sparticuz/chromium')}')
    await chromium.executablePath()`
  const unpackEnvironment = { TMPDIR: unpackFolder, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' }
  const env = { ...process.env, ...unpackEnvironment }
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { env })
  const fonts = join(folder, 'fonts')
  const fontConfig = `<fontconfig><dir>${fonts}</dir><cachedir>${fonts}/cache</cachedir></fontconfig>`
  writeFileSync(join(unpackFolder, 'fonts/fonts.conf'), fontConfig)
  try {
    renameSync(unpackFolder, folder)
  } catch (error) {
    rmSync(unpackFolder, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

function findInstalled(): (() => LaunchOptions)[] {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const folders = (process.env.PATH ?? '').split(delimiter)
  const programFolders = ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].flatMap(
    (name) => process.env[name] ?? [],
  )
  return [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
    ...programFolders.map((folder) => join(folder, 'Google/Chrome/Application/chrome.exe')),
  ]
    .filter(existsSync)
    .map((executablePath) => () => ({ executablePath }))
}
