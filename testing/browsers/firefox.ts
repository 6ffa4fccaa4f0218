import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { RESPONSE_TIMEOUT_MS, isInstalled, startProgram, findClosedProxyPort, openFolder } from './child-program.ts'
import { createClickActions, createPressActions, toKeyActions, type TestBrowser, type Tab } from './tab.ts'

const program = ['firefox-esr', 'firefox'].find(isInstalled)

/** The installed Firefox, driven by its built-in WebDriver BiDi. */
export const firefox: TestBrowser = {
  name: 'Firefox',
  missing: program ? undefined : 'Firefox is not installed: apt install firefox-esr',
  async openTab() {
    const { sendCommand } = await getBrowser()
    const { userContext } = await sendCommand('browser.createUserContext')
    const { context } = await sendCommand('browsingContext.create', { type: 'tab', userContext })
    const performActions = (actions: object[]) =>
      sendCommand('input.performActions', { context, actions }).then(() => undefined)
    const evaluate = async (expression: string) => {
      const { result, exceptionDetails } = await sendCommand('script.evaluate', {
        expression,
        target: { context },
        awaitPromise: true,
        resultOwnership: 'none',
      })
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return result
    }
    const tab: Tab = {
      goTo: async (url) => void (await sendCommand('browsingContext.navigate', { context, url, wait: 'interactive' })),
      back: async () => void (await sendCommand('browsingContext.traverseHistory', { context, delta: -1 })),
      evaluate: async (expression) => (await evaluate(expression)).value,
      press: (keys) => performActions(createPressActions(keys)),
      type: (text) => performActions(toKeyActions(text)),
      typeDay: (...parts) => performActions(toKeyActions(parts.join(''))),
      click: (x, y) => performActions(createClickActions(x, y)),
      async attach(selector, files) {
        const element = await evaluate(`document.querySelector(${JSON.stringify(selector)})`)
        await sendCommand('input.setFiles', { context, element: { sharedId: element.sharedId }, files })
      },
      resize: async (width, height) =>
        void (await sendCommand('browsingContext.setViewport', { context, viewport: { width, height } })),
      picture: async () =>
        Buffer.from((await sendCommand('browsingContext.captureScreenshot', { context })).data, 'base64'),
      close: async () => void (await sendCommand('browser.removeUserContext', { userContext })),
    }
    return tab
  },
}

// eslint-disable-next-line typescript/no-explicit-any -- callers know the result type
type SendCommand = (method: string, params?: object) => Promise<any>

interface RunningBrowser {
  sendCommand: SendCommand
  end(): Promise<void>
}

let launchedBrowser: Promise<RunningBrowser> | undefined
const getBrowser = () => (launchedBrowser ??= launch())

after(async () => {
  await (await launchedBrowser?.catch(() => undefined))?.end()
})

async function launch(): Promise<RunningBrowser> {
  const folder = openFolder()
  const profile = join(folder, 'profile')
  mkdirSync(profile)
  const lines = Object.entries(await createPreferences()).map(
    (entry) => `user_pref(${JSON.stringify(entry).slice(1, -1)});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const command = [program!, '--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const browser = startProgram(command, folder, { MOZ_CRASHREPORTER_DISABLE: '1' })
  try {
    const [, url] = await browser.waitForOutput(/WebDriver BiDi listening on (ws:\S+)/)
    const sendCommand = await connect(`${url}/session`)
    await sendCommand('session.new', { capabilities: {} })
    return { sendCommand, end: browser.end }
  } catch (error) {
    await browser.end()
    throw error
  }
}

/** Preferences for tests. Under remote control Firefox disables its other disturbing features itself. */
const createPreferences = async () => ({
  'intl.accept_languages': 'en-US, en',
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': await findClosedProxyPort(),
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': await findClosedProxyPort(),
  'ui.prefersReducedMotion': 1,
})

async function connect(url: string): Promise<SendCommand> {
  const socket = new WebSocket(url)
  const pendingCommands = new Map<number, (response: CommandResponse) => void>()
  const failAll = (reason: string) => {
    for (const handleResponse of pendingCommands.values()) handleResponse({ type: 'error', message: reason })
    pendingCommands.clear()
  }
  socket.addEventListener('message', ({ data }) => {
    const response = JSON.parse(data) as CommandResponse & { id?: number }
    if (response.id === undefined) return
    pendingCommands.get(response.id)?.(response)
    pendingCommands.delete(response.id)
  })
  socket.addEventListener('close', () => failAll('Firefox has ended'))
  await new Promise<void>((resolve, fail) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => fail(new Error(`Firefox does not listen at ${url}`)))
  })
  let lastId = 0
  return (method, params = {}) =>
    new Promise((resolve, reject) => {
      if (socket.readyState !== WebSocket.OPEN) return reject(new Error('Firefox has ended'))
      const id = ++lastId
      const timeout = setTimeout(
        () => pendingCommands.get(id)?.({ type: 'error', message: 'no response' }),
        RESPONSE_TIMEOUT_MS,
      )
      pendingCommands.set(id, (response) => {
        clearTimeout(timeout)
        if (response.type === 'success') resolve(response.result)
        else reject(new Error(`${method}: ${response.message}`))
      })
      socket.send(JSON.stringify({ id, method, params }))
    })
}

type CommandResponse = { type: 'success'; result: unknown } | { type: 'error'; message: string }
