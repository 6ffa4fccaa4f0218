import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { ANSWERS_WITHIN_MS, isInstalled, keep, nobodyElse, openFolder } from './kept.ts'
import { clicking, pressing, typing, type Make, type Tab } from './tab.ts'

const program = ['firefox-esr', 'firefox'].find(isInstalled)

/** The installed Firefox, driven by its built-in WebDriver BiDi. */
export const firefox: Make = {
  name: 'Firefox',
  missing: program ? undefined : 'Firefox is not installed: apt install firefox-esr',
  async openTab() {
    const { ask } = await theBrowser()
    const { userContext } = await ask('browser.createUserContext')
    const { context } = await ask('browsingContext.create', { type: 'tab', userContext })
    const act = (actions: object[]) => ask('input.performActions', { context, actions }).then(() => undefined)
    const evaluate = async (expression: string) => {
      const { result, exceptionDetails } = await ask('script.evaluate', {
        expression,
        target: { context },
        awaitPromise: true,
        resultOwnership: 'none',
      })
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return result
    }
    const tab: Tab = {
      goTo: async (url) => void (await ask('browsingContext.navigate', { context, url, wait: 'interactive' })),
      back: async () => void (await ask('browsingContext.traverseHistory', { context, delta: -1 })),
      evaluate: async (expression) => (await evaluate(expression)).value,
      press: (keys) => act(pressing(keys)),
      type: (text) => act(typing(text)),
      typeDay: (...parts) => act(typing(parts.join(''))),
      click: (x, y) => act(clicking(x, y)),
      async attach(selector, files) {
        const element = await evaluate(`document.querySelector(${JSON.stringify(selector)})`)
        await ask('input.setFiles', { context, element: { sharedId: element.sharedId }, files })
      },
      resize: async (width, height) =>
        void (await ask('browsingContext.setViewport', { context, viewport: { width, height } })),
      picture: async () => Buffer.from((await ask('browsingContext.captureScreenshot', { context })).data, 'base64'),
      close: async () => void (await ask('browser.removeUserContext', { userContext })),
    }
    return tab
  },
}

// eslint-disable-next-line typescript/no-explicit-any -- callers know the result type
type Ask = (method: string, params?: object) => Promise<any>

interface Running {
  ask: Ask
  end(): Promise<void>
}

let launched: Promise<Running> | undefined
const theBrowser = () => (launched ??= launch())

after(async () => {
  await (await launched?.catch(() => undefined))?.end()
})

async function launch(): Promise<Running> {
  const folder = openFolder()
  const profile = join(folder, 'profile')
  mkdirSync(profile)
  const lines = Object.entries(await preferences()).map((entry) => `user_pref(${JSON.stringify(entry).slice(1, -1)});`)
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const command = [program!, '--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const browser = keep(command, folder, { MOZ_CRASHREPORTER_DISABLE: '1' })
  try {
    const [, url] = await browser.says(/WebDriver BiDi listening on (ws:\S+)/)
    const ask = await connect(`${url}/session`)
    await ask('session.new', { capabilities: {} })
    return { ask, end: browser.end }
  } catch (error) {
    await browser.end()
    throw error
  }
}

/** Preferences for tests. Under remote control Firefox disables its other disturbing features itself. */
const preferences = async () => ({
  'intl.accept_languages': 'en-US, en',
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': await nobodyElse(),
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': await nobodyElse(),
  'ui.prefersReducedMotion': 1,
})

async function connect(url: string): Promise<Ask> {
  const socket = new WebSocket(url)
  const asked = new Map<number, (answer: Answer) => void>()
  const gone = (why: string) => {
    for (const answer of asked.values()) answer({ type: 'error', message: why })
    asked.clear()
  }
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(data) as Answer & { id?: number }
    if (answer.id === undefined) return
    asked.get(answer.id)?.(answer)
    asked.delete(answer.id)
  })
  socket.addEventListener('close', () => gone('Firefox has ended'))
  await new Promise<void>((open, failed) => {
    socket.addEventListener('open', () => open())
    socket.addEventListener('error', () => failed(new Error(`Firefox does not listen at ${url}`)))
  })
  let last = 0
  return (method, params = {}) =>
    new Promise((resolve, reject) => {
      if (socket.readyState !== WebSocket.OPEN) return reject(new Error('Firefox has ended'))
      const id = ++last
      const tooLate = setTimeout(() => asked.get(id)?.({ type: 'error', message: 'no answer' }), ANSWERS_WITHIN_MS)
      asked.set(id, (answer) => {
        clearTimeout(tooLate)
        if (answer.type === 'success') resolve(answer.result)
        else reject(new Error(`${method}: ${answer.message}`))
      })
      socket.send(JSON.stringify({ id, method, params }))
    })
}

type Answer = { type: 'success'; result: unknown } | { type: 'error'; message: string }
