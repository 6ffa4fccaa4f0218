import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setClock } from '../browser.ts'
import type { TestApp } from '../test-app.ts'

/** A proxy in front of the test server that collects the errors of its pages in any browser. */
export interface ErrorProxy {
  url: string
  /** The errors in order of occurrence. */
  browserErrors: string[]
  close(): Promise<void>
}

const [scriptPath, reportPath] = ['/of-the-tests/witness.js', '/of-the-tests/trouble']

export async function openErrorProxy(app: Pick<TestApp, 'url' | 'clock'>): Promise<ErrorProxy> {
  const browserErrors: string[] = []
  const createScript = () =>
    `(${setClock})(${app.clock.now - Date.now()});(${reportErrors})(${JSON.stringify(reportPath)})`
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === scriptPath) outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end(createScript())
    else if (incoming.url === reportPath)
      void text(incoming).then((report) => void (browserErrors.push(report), outgoing.end()))
    else forward(app.url, incoming, outgoing, browserErrors)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    browserErrors,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Forwards a request. Documents get our script first, which removes its own element before other scripts run. */
function forward(siteUrl: string, incoming: IncomingMessage, outgoing: ServerResponse, browserErrors: string[]): void {
  const { method, url } = incoming
  const wantsDocument = incoming.headers.accept?.includes('text/html')
  const documentHeaders = wantsDocument && { 'accept-encoding': 'identity', 'if-none-match': undefined }
  const headers = Object.fromEntries(
    Object.entries({ ...incoming.headers, ...documentHeaders }).filter(([, value]) => value),
  )
  const upstreamRequest = request(siteUrl + url, { method, headers }, (upstream) => {
    const status = upstream.statusCode!
    if (status >= 400) browserErrors.push(`${status} ${url}`)
    if (!upstream.headers['content-type']?.startsWith('text/html')) {
      upstream.pipe(outgoing.writeHead(status, upstream.headers))
      return
    }
    const { 'content-length': _, etag: __, ...otherHeaders } = upstream.headers
    void text(upstream).then((html) => {
      outgoing
        .writeHead(status, otherHeaders)
        .end(html.replace('<head>', `<head><script src="${scriptPath}"></script>`))
    })
  })
  upstreamRequest.on('error', () => outgoing.destroy())
  incoming.pipe(upstreamRequest)
}

/** Reports the errors of the page. Runs in the page. Requests are synchronous, so that none is lost. */
function reportErrors(path: string): void {
  const sendReport = (message: string) => {
    const xhr = new XMLHttpRequest()
    xhr.open('POST', path, false)
    try {
      xhr.send(`${message} (on ${location.pathname})`)
    } catch {} // the page is being left
  }
  addEventListener(
    'error',
    (event) => {
      const { src, href } = event.target as HTMLImageElement & HTMLLinkElement
      sendReport(event.message ? `uncaught: ${event.message}` : `not loaded: ${src ?? href}`)
    },
    { capture: true },
  )
  addEventListener('unhandledrejection', ({ reason }) => sendReport(`uncaught: ${reason}`))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    sendReport(`policy: ${violatedDirective} ${blockedURI}`),
  )
  for (const kind of ['error', 'warn'] as const) {
    const originalMethod = console[kind]
    console[kind] = (...args: unknown[]) => {
      sendReport(`${kind}: ${args.join(' ')}`)
      originalMethod.apply(console, args)
    }
  }
  document.currentScript!.remove()
}
