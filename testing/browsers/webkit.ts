import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { patience } from '../patience.ts'
import { ANSWERS_WITHIN_MS, freePort, isInstalled, keep, nobodyElse, openFolder, type Kept } from './kept.ts'
import { clicking, pressing, typing, type Make } from './tab.ts'

const isThere = ['WebKitWebDriver', 'Xvfb'].every(isInstalled)

/** WebKitGTK, driven by its WebDriver on a virtual display. */
export const webkit: Make = {
  name: 'WebKitGTK',
  missing: isThere ? undefined : 'WebKitGTK is not installed: apt install webkit2gtk-driver xvfb',
  async openTab() {
    const { tell, look, end } = await openSession()
    const act = (actions: object[]) => tell<void>('/actions', { actions })
    const evaluate = (expression: string) => {
      const script = { script: `return ${expression}`, args: [] }
      return again(() => tell<string>('/execute/sync', script, IS_LOST_AFTER_MS))
    }
    return {
      goTo: (url) => tell('/url', { url }),
      back: () => tell('/back'),
      evaluate,
      press: (keys) => act(pressing(keys)),
      type: (text) => act(typing(text)),
      async typeDay(...parts) {
        for (const part of parts) {
          await act(typing(part))
          await act(pressing(['ArrowRight']))
        }
      },
      click: (x, y) => act(clicking(x, y)),
      async attach(selector, files) {
        const found = await tell<object>('/element', { using: 'css selector', value: selector })
        await tell(`/element/${Object.values(found)[0]}/value`, { text: files.join('\n') })
      },
      async resize(width, height) {
        const outer = await look<Size>('/window/rect')
        const inner = JSON.parse(await evaluate('JSON.stringify({ width: innerWidth, height: innerHeight })')) as Size
        const rect = { width: width + outer.width - inner.width, height: height + outer.height - inner.height }
        await tell('/window/rect', { x: 0, y: 0, ...rect })
      },
      picture: async () => Buffer.from(await look<string>('/screenshot'), 'base64'),
      close: end,
    }
  },
}

interface Size {
  width: number
  height: number
}

/** A session has its own driver, because a driver that has lost its browser waits for ever. */
interface Session {
  tell<Answer>(path: string, body?: object, withinMs?: number): Promise<Answer>
  look<Answer>(path: string): Promise<Answer>
  end(): Promise<void>
}

const MAX_TRIES = 3
const STARTS_WITHIN_MS = patience(60_000)

/** The browser sometimes crashes at its start. The next try usually works. */
const openSession = () => again(startSession)

/** A script is lost if the page moves to another process while it is sent. It is sent again after this time. */
const IS_LOST_AFTER_MS = 5_000

async function again<Made>(make: () => Promise<Made>): Promise<Made> {
  for (let tries = 1; ; tries++) {
    try {
      return await make()
    } catch (error) {
      if (tries === MAX_TRIES) throw error
    }
  }
}

async function startSession(): Promise<Session> {
  const [display, port, proxy] = await Promise.all([theDisplay(), freePort(), nobodyElse()])
  const folder = openFolder()
  mkdirSync(join(folder, 'gtk-3.0'))
  writeFileSync(join(folder, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=false\n')
  const driver = keep(['WebKitWebDriver', `--port=${port}`], folder, {
    DISPLAY: display.name,
    GDK_BACKEND: 'x11',
    LIBGL_ALWAYS_SOFTWARE: '1',
    NO_AT_BRIDGE: '1',
  })
  const ask = <Answer>(method: string, path: string, body?: object, withinMs = ANSWERS_WITHIN_MS) =>
    answered<Answer>(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(withinMs),
      ...(body && { body: JSON.stringify(body) }),
    })
  try {
    await hears(() => ask('GET', '/status'))
    // The proxy could be set in the capabilities too, but then every tenth browser crashed.
    const args = ['--automation', `--proxy=http://127.0.0.1:${proxy}`, '--ignore-host=127.0.0.1']
    const wanted = { 'webkitgtk:browserOptions': { args } }
    const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', {
      capabilities: { alwaysMatch: wanted },
    })
    return {
      tell: (path, body = {}, withinMs) => ask('POST', `/session/${sessionId}${path}`, body, withinMs),
      look: (path) => ask('GET', `/session/${sessionId}${path}`),
      end: driver.end,
    }
  } catch (error) {
    await driver.end()
    throw error
  }
}

async function answered<Answer>(url: string, request: RequestInit): Promise<Answer> {
  const response = await fetch(url, request)
  const { value } = (await response.json()) as { value: Answer & { message?: string } }
  if (!response.ok) throw new Error(`${new URL(url).pathname}: ${value.message}`)
  return value
}

async function hears(knock: () => Promise<unknown>): Promise<void> {
  for (const began = performance.now(); performance.now() - began < STARTS_WITHIN_MS; await sleep(20)) {
    const isHeard = await knock().then(
      () => true,
      () => false,
    )
    if (isHeard) return
  }
  throw new Error('WebKitWebDriver does not respond')
}

interface Display extends Kept {
  name: string
}

let started: Promise<Display> | undefined
const theDisplay = () => (started ??= startDisplay())

after(async () => {
  await (await started?.catch(() => undefined))?.end()
})

async function startDisplay(): Promise<Display> {
  const screen = ['-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const display = keep(['Xvfb', '-displayfd', '1', ...screen], openFolder())
  try {
    const [, number] = await display.says(/^(\d+)\n/m)
    return { ...display, name: `:${number}` }
  } catch (error) {
    await display.end()
    throw error
  }
}
