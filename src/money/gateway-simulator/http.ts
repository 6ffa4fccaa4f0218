import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Simulator } from './simulator.ts'

/** Adapts the simulator to Node's HTTP server. */
export function toNodeHandler({ handle }: Pick<Simulator, 'handle'>) {
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const abortController = new AbortController()
    outgoing.once('close', () => abortController.abort())
    const { status, headers, body } = await handle(toRequest(incoming, abortController.signal))
    outgoing.writeHead(status, Object.fromEntries(headers))
    for await (const chunk of incoming.method === 'HEAD' ? [] : (body ?? [])) outgoing.write(chunk)
    outgoing.end()
  }
}

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', url = '/', headers } = incoming
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(URL.parse(url, 'http://gateway') ?? 'http://gateway', {
    method,
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined || isHopByHop(name) ? [] : [[name, String(value)]],
    ),
    signal,
    ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array<ArrayBuffer>>, duplex: 'half' }),
  })
}

const isHopByHop = (name: string) =>
  ['connection', 'transfer-encoding', 'content-length', 'host', 'expect'].includes(name)
