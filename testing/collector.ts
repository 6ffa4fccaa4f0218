import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as a collector receives it, with its attributes as an object. */
export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Record<string, string>
  status?: { code: number }
}

/** A collector of OpenTelemetry on this machine that stores every span. */
export interface Collector {
  url: string
  /** How the collector responds from now on. */
  behaviour: (response: ServerResponse) => void
  spans: ReceivedSpan[]
  requests: { path: string; type: string | undefined; body: string }[]
  /** Returns the spans directly below a span. */
  childrenOf(span: ReceivedSpan): ReceivedSpan[]
  waitForRequests(count: number): Promise<void>
  close(): Promise<void>
}

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: string }
}
interface ExportRequest {
  resourceSpans: {
    scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes'> & { attributes: Attribute[] })[] }[]
  }[]
}

export async function openCollector(): Promise<Collector> {
  const waiters = new Set<() => void>()
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    collector.requests.push({ path: request.url!, type: request.headers['content-type'], body })
    for (const { scopeSpans } of (JSON.parse(body) as ExportRequest).resourceSpans)
      for (const { spans } of scopeSpans) collector.spans.push(...spans.map(toReceivedSpan))
    collector.behaviour(response)
    for (const check of waiters) check()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behaviour: (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    spans: [],
    requests: [],
    childrenOf: ({ traceId, spanId }) =>
      collector.spans.filter((span) => span.traceId === traceId && span.parentSpanId === spanId),
    waitForRequests: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (collector.requests.length < count) return
          waiters.delete(check)
          resolve()
        }
        waiters.add(check)
        check()
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return collector
}

const toReceivedSpan = (span: ExportRequest['resourceSpans'][0]['scopeSpans'][0]['spans'][0]): ReceivedSpan => ({
  ...span,
  attributes: Object.fromEntries(
    span.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']),
  ),
})
