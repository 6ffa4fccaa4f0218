import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Simulator } from './simulator.ts'

/** Adapts the simulator to Node's HTTP server. */
export function answering({ handle }: Pick<Simulator, 'handle'>) {
  return async (asked: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const gone = new AbortController()
    answer.once('close', () => gone.abort())
    const { status, headers, body } = await handle(requestOf(asked, gone.signal))
    answer.writeHead(status, Object.fromEntries(headers))
    for await (const part of asked.method === 'HEAD' ? [] : (body ?? [])) answer.write(part)
    answer.end()
  }
}

function requestOf(asked: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', url = '/', headers } = asked
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(URL.parse(url, 'http://gateway') ?? 'http://gateway', {
    method,
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined || isOfTheLine(name) ? [] : [[name, String(value)]],
    ),
    signal,
    ...(hasBody && { body: Readable.toWeb(asked) as ReadableStream<Uint8Array<ArrayBuffer>>, duplex: 'half' }),
  })
}

const isOfTheLine = (name: string) =>
  ['connection', 'transfer-encoding', 'content-length', 'host', 'expect'].includes(name)
