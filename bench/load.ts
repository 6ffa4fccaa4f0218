// Sends requests to a server on this machine over keep-alive connections, one at a time on each. Reads only the
// status and the length of a response, so that the generator stays faster than the server.
import { connect } from 'node:net'

export interface Load {
  port: number
  connections: number
  /** Complete raw HTTP requests, sent in rotation. */
  requests: string[]
  /** A placeholder in a request. Each request contains a new number in its place. */
  mark?: string
  seconds: number
  /** The minimum number of requests per connection, however long they take. */
  minRequests?: number
  /** Accepts redirects, which some products send after a booking. */
  acceptsRedirects?: boolean
}
export interface LoadResult {
  answers: number
  perSecond: number
  failure: string | null
}

const endOfChunks = '\r\n0\r\n\r\n'

let lastNumber = 0

process.on('message', (load: Load) => void run(load).then((result) => process.send!(result)))

async function run(load: Load): Promise<LoadResult> {
  const { port, connections, requests, mark, seconds, minRequests = 1, acceptsRedirects = false } = load
  const successLine = acceptsRedirects ? /^HTTP\/1\.1 [23]/ : /^HTTP\/1\.1 2/
  const preparedRequests = requests.map((request) => ({
    bytes: Buffer.from(request),
    markAt: mark ? request.indexOf(mark) : -1,
  }))
  let sentCount = 0
  let responseCount = 0
  let failure: string | null = null
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  await Promise.all(Array.from({ length: connections }, sendOverConnection))
  const elapsedMs = performance.now() - startedAt
  return { answers: responseCount, perSecond: (responseCount / elapsedMs) * 1000, failure }

  function sendOverConnection(): Promise<void> {
    return new Promise((resolve) => {
      let remainingBytes = 0
      let remainingRequests = minRequests
      let isDone = false
      const sendNext = () => {
        isDone = failure !== null || (remainingRequests-- <= 0 && performance.now() >= endsAt)
        if (isDone) return void socket.destroy()
        socket.write(replaceMark(preparedRequests[sentCount++ % preparedRequests.length]!))
      }
      let lastBytes = ''
      const receive = (size: number, buffer: Uint8Array) => {
        const bytes = (buffer as Buffer).subarray(0, size)
        if (remainingBytes === 0) remainingBytes = getResponseLength(bytes)
        remainingBytes -= size
        if (remainingBytes === Infinity) {
          lastBytes = (lastBytes + bytes.toString('latin1', Math.max(0, size - endOfChunks.length))).slice(
            -endOfChunks.length,
          )
          if (lastBytes === endOfChunks) remainingBytes = 0
        }
        if (remainingBytes > 0) return true
        lastBytes = ''
        responseCount++
        sendNext()
        return true
      }
      const onread = { buffer: Buffer.allocUnsafe(65_536), callback: receive }
      const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread })
      socket
        .on('connect', sendNext)
        .on('error', ({ message }) => (failure ??= message))
        .on('close', () => {
          if (!isDone) failure ??= 'a connection was closed'
          resolve()
        })
    })
  }

  function replaceMark({ bytes, markAt }: (typeof preparedRequests)[number]): Buffer {
    if (markAt === -1) return bytes
    const copy = Buffer.from(bytes)
    copy.write(String(++lastNumber).padStart(mark!.length, '0'), markAt)
    return copy
  }

  /**
   * Returns the length of a whole response, head and body, from its first bytes. A response in chunks has no known
   * length: it is infinite.
   */
  function getResponseLength(firstBytes: Buffer): number {
    const headEnd = firstBytes.indexOf('\r\n\r\n')
    const head = firstBytes.toString('latin1', 0, headEnd)
    const contentLength = /content-length: (\d+)/i.exec(head)
    if (successLine.test(head) && /transfer-encoding: chunked/i.test(head)) return Infinity
    if (!successLine.test(head) || !contentLength) {
      failure ??= firstBytes.toString('latin1', 0, 2_000)
      return firstBytes.length
    }
    return headEnd + 4 + Number(contentLength[1])
  }
}
