import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { scaleTimeout } from '../patience.ts'
import {
  RESPONSE_TIMEOUT_MS,
  findFreePort,
  isInstalled,
  startProgram,
  findClosedProxyPort,
  openFolder,
  type ChildProgram,
} from './child-program.ts'
import { createClickActions, createPressActions, toKeyActions, type TestBrowser } from './tab.ts'

const hasWebKit = ['WebKitWebDriver', 'Xvfb'].every(isInstalled)

/** WebKitGTK, driven by its WebDriver on a virtual display. */
export const webkit: TestBrowser = {
  name: 'WebKitGTK',
  missing: hasWebKit ? undefined : 'WebKitGTK is not installed: apt install webkit2gtk-driver xvfb',
  async openTab() {
    const { post, get, end } = await openSession()
    const performActions = (actions: object[]) => post<void>('/actions', { actions })
    const evaluate = (expression: string) => {
      const script = { script: `return ${expression}`, args: [] }
      return retry(() => post<string>('/execute/sync', script, SCRIPT_TIMEOUT_MS))
    }
    return {
      goTo: (url) => post('/url', { url }),
      back: () => post('/back'),
      evaluate,
      press: (keys) => performActions(createPressActions(keys)),
      type: (text) => performActions(toKeyActions(text)),
      async typeDay(...parts) {
        for (const part of parts) {
          await performActions(toKeyActions(part))
          await performActions(createPressActions(['ArrowRight']))
        }
      },
      click: (x, y) => performActions(createClickActions(x, y)),
      async attach(selector, files) {
        const element = await post<object>('/element', { using: 'css selector', value: selector })
        await post(`/element/${Object.values(element)[0]}/value`, { text: files.join('\n') })
      },
      async resize(width, height) {
        const outerSize = await get<Size>('/window/rect')
        const innerSize = JSON.parse(
          await evaluate('JSON.stringify({ width: innerWidth, height: innerHeight })'),
        ) as Size
        const rect = {
          width: width + outerSize.width - innerSize.width,
          height: height + outerSize.height - innerSize.height,
        }
        await post('/window/rect', { x: 0, y: 0, ...rect })
      },
      picture: async () => Buffer.from(await get<string>('/screenshot'), 'base64'),
      close: end,
    }
  },
}

interface Size {
  width: number
  height: number
}

/** A session has its own driver, because a driver that has lost its browser never responds again. */
interface Session {
  post<Value>(path: string, body?: object, withinMs?: number): Promise<Value>
  get<Value>(path: string): Promise<Value>
  end(): Promise<void>
}

const MAX_TRIES = 3
const START_TIMEOUT_MS = scaleTimeout(60_000)

/** The browser sometimes crashes at its start. The next try usually works. */
const openSession = () => retry(startSession)

/** A script is lost if the page moves to another process while it is sent. It is sent again after this time. */
const SCRIPT_TIMEOUT_MS = 5_000

async function retry<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let tryCount = 1; ; tryCount++) {
    try {
      return await attempt()
    } catch (error) {
      if (tryCount === MAX_TRIES) throw error
    }
  }
}

async function startSession(): Promise<Session> {
  const [display, port, proxy] = await Promise.all([getDisplay(), findFreePort(), findClosedProxyPort()])
  const folder = openFolder()
  mkdirSync(join(folder, 'gtk-3.0'))
  writeFileSync(join(folder, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=false\n')
  const driver = startProgram(['WebKitWebDriver', `--port=${port}`], folder, {
    DISPLAY: display.name,
    GDK_BACKEND: 'x11',
    LIBGL_ALWAYS_SOFTWARE: '1',
    NO_AT_BRIDGE: '1',
  })
  const sendCommand = <Value>(method: string, path: string, body?: object, withinMs = RESPONSE_TIMEOUT_MS) =>
    fetchValue<Value>(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(withinMs),
      ...(body && { body: JSON.stringify(body) }),
    })
  try {
    await waitUntilReady(() => sendCommand('GET', '/status'))
    // The proxy could be set in the capabilities too, but then every tenth browser crashed.
    const args = ['--automation', `--proxy=http://127.0.0.1:${proxy}`, '--ignore-host=127.0.0.1']
    const requiredCapabilities = { 'webkitgtk:browserOptions': { args } }
    const { sessionId } = await sendCommand<{ sessionId: string }>('POST', '/session', {
      capabilities: { alwaysMatch: requiredCapabilities },
    })
    return {
      post: (path, body = {}, withinMs) => sendCommand('POST', `/session/${sessionId}${path}`, body, withinMs),
      get: (path) => sendCommand('GET', `/session/${sessionId}${path}`),
      end: driver.end,
    }
  } catch (error) {
    await driver.end()
    throw error
  }
}

async function fetchValue<Value>(url: string, request: RequestInit): Promise<Value> {
  const response = await fetch(url, request)
  const { value } = (await response.json()) as { value: Value & { message?: string } }
  if (!response.ok) throw new Error(`${new URL(url).pathname}: ${value.message}`)
  return value
}

async function waitUntilReady(ping: () => Promise<unknown>): Promise<void> {
  for (const startedAt = performance.now(); performance.now() - startedAt < START_TIMEOUT_MS; await sleep(20)) {
    const isReady = await ping().then(
      () => true,
      () => false,
    )
    if (isReady) return
  }
  throw new Error('WebKitWebDriver does not respond')
}

interface Display extends ChildProgram {
  name: string
}

let startedDisplay: Promise<Display> | undefined
const getDisplay = () => (startedDisplay ??= startDisplay())

after(async () => {
  await (await startedDisplay?.catch(() => undefined))?.end()
})

async function startDisplay(): Promise<Display> {
  const screenArgs = ['-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const display = startProgram(['Xvfb', '-displayfd', '1', ...screenArgs], openFolder())
  try {
    const [, number] = await display.waitForOutput(/^(\d+)\n/m)
    return { ...display, name: `:${number}` }
  } catch (error) {
    await display.end()
    throw error
  }
}
