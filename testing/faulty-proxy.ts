import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestApp } from './test-app.ts'

/** How a response is lost, after the request has been executed. */
export type ResponseFault =
  'answers 504' | 'closes the connection' | 'never responds' | 'sends its own page' | 'sends half of the response'
export const responseFaults: readonly ResponseFault[] = [
  'answers 504',
  'closes the connection',
  'never responds',
  'sends its own page',
  'sends half of the response',
]

/** A reverse proxy in front of a test server that loses responses on demand. */
export interface FaultyProxy {
  url: string
  clock: TestApp['clock']
  /** Loses the response to every POST to a path, until `restore`. `firstLostResponse` resolves with the first loss. */
  loseResponses(path: string, fault: ResponseFault): { firstLostResponse: Promise<void> }
  restore(): void
  close(): Promise<void>
}

export async function openFaultyProxy(app: Pick<TestApp, 'url' | 'clock'>): Promise<FaultyProxy> {
  const lostResponses = new Map<string, { fault: ResponseFault; reportLoss: () => void }>()
  const { hostname, port } = new URL(app.url)
  // Long enough that the server never closes a connection while the client reuses it. These tests inject other faults.
  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
    const { method, url: path, headers } = incoming
    const upstreamRequest = request({ hostname, port, method, path, headers }, (upstream) => {
      const lossFault = method === 'POST' && lostResponses.get(path!)
      if (lossFault)
        void upstream.toArray().then((chunks) => {
          applyFault[lossFault.fault](outgoing, Buffer.concat(chunks))
          lossFault.reportLoss()
        })
      else upstream.pipe(outgoing.writeHead(upstream.statusCode!, upstream.headers))
    })
    upstreamRequest.on('error', () => outgoing.destroy())
    incoming.pipe(upstreamRequest)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clock: app.clock,
    loseResponses(path, fault) {
      const { promise: firstLostResponse, resolve: reportLoss } = Promise.withResolvers<void>()
      lostResponses.set(path, { fault, reportLoss })
      return { firstLostResponse }
    },
    restore: () => lostResponses.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const htmlHeaders = { 'content-type': 'text/html' }
const applyFault: Record<ResponseFault, (outgoing: ServerResponse, body: Buffer) => void> = {
  'answers 504': (outgoing) => outgoing.writeHead(504, htmlHeaders).end('<html><h1>504 Gateway Time-out</h1></html>'),
  'closes the connection': (outgoing) => outgoing.destroy(),
  'never responds': () => {},
  'sends its own page': (outgoing) =>
    outgoing.writeHead(200, htmlHeaders).end('<html><h1>Welcome to the network</h1></html>'),
  'sends half of the response': (outgoing, body) =>
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(body.subarray(0, body.length / 2)),
}
