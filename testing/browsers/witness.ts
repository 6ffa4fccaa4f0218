import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setClock } from '../browser.ts'
import type { TestApp } from '../test-app.ts'

/** A proxy in front of the test server that collects the errors of its pages in any browser. */
export interface Witness {
  url: string
  /** In order of occurrence. */
  troubles: string[]
  close(): Promise<void>
}

const [scriptPath, tellingPath] = ['/of-the-tests/witness.js', '/of-the-tests/trouble']

export async function openWitness(app: Pick<TestApp, 'url' | 'clock'>): Promise<Witness> {
  const troubles: string[] = []
  const script = () => `(${setClock})(${app.clock.now - Date.now()});(${watch})(${JSON.stringify(tellingPath)})`
  const server = createServer((asked, answer) => {
    if (asked.url === scriptPath) answer.writeHead(200, { 'content-type': 'text/javascript' }).end(script())
    else if (asked.url === tellingPath) void text(asked).then((told) => void (troubles.push(told), answer.end()))
    else passOn(app.url, asked, answer, troubles)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    troubles,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

/** Forwards a request. Documents get our script first, which removes its own element before other scripts run. */
function passOn(home: string, asked: IncomingMessage, answer: ServerResponse, troubles: string[]): void {
  const { method, url } = asked
  const wantsDocument = asked.headers.accept?.includes('text/html')
  const onlyWhole = wantsDocument && { 'accept-encoding': 'identity', 'if-none-match': undefined }
  const headers = Object.fromEntries(Object.entries({ ...asked.headers, ...onlyWhole }).filter(([, value]) => value))
  const onwards = request(home + url, { method, headers }, (answered) => {
    const status = answered.statusCode!
    if (status >= 400) troubles.push(`${status} ${url}`)
    if (!answered.headers['content-type']?.startsWith('text/html')) {
      answered.pipe(answer.writeHead(status, answered.headers))
      return
    }
    const { 'content-length': _, etag: __, ...kept } = answered.headers
    void text(answered).then((html) => {
      answer.writeHead(status, kept).end(html.replace('<head>', `<head><script src="${scriptPath}"></script>`))
    })
  })
  onwards.on('error', () => answer.destroy())
  asked.pipe(onwards)
}

/** Reports the errors of the page. Runs in the page. Requests are synchronous, so that none is lost. */
function watch(path: string): void {
  const tell = (what: string) => {
    const telling = new XMLHttpRequest()
    telling.open('POST', path, false)
    try {
      telling.send(`${what} (on ${location.pathname})`)
    } catch {} // the page is being left
  }
  addEventListener(
    'error',
    (event) => {
      const { src, href } = event.target as HTMLImageElement & HTMLLinkElement
      tell(event.message ? `uncaught: ${event.message}` : `not loaded: ${src ?? href}`)
    },
    { capture: true },
  )
  addEventListener('unhandledrejection', ({ reason }) => tell(`uncaught: ${reason}`))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    tell(`policy: ${violatedDirective} ${blockedURI}`),
  )
  for (const kind of ['error', 'warn'] as const) {
    const say = console[kind]
    console[kind] = (...said: unknown[]) => {
      tell(`${kind}: ${said.join(' ')}`)
      say.apply(console, said)
    }
  }
  document.currentScript!.remove()
}
