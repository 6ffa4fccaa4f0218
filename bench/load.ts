// Sends requests to a server on this machine over keep-alive connections, one at a time on each. It reads only the status
// and the length of a response, so that it stays faster than the server.
import { connect } from 'node:net'

export interface Load {
  port: number
  connections: number
  /** Complete raw HTTP requests, sent in turn. */
  requests: string[]
  /** A placeholder in a request. It is replaced with a number that was never sent before. */
  mark?: string
  seconds: number
  /** The minimum number of requests per connection, however long they take. */
  least?: number
}
export interface LoadResult {
  answers: number
  aSecond: number
  failure: string | null
}

let numbers = 0

process.on('message', (load: Load) => void run(load).then((result) => process.send!(result)))

async function run({ port, connections, requests, mark, seconds, least = 1 }: Load): Promise<LoadResult> {
  const questions = requests.map((request) => ({
    bytes: Buffer.from(request),
    markAt: mark ? request.indexOf(mark) : -1,
  }))
  let asked = 0
  let answers = 0
  let failure: string | null = null
  const started = performance.now()
  const end = started + seconds * 1000
  await Promise.all(Array.from({ length: connections }, converse))
  const elapsedMs = performance.now() - started
  return { answers, aSecond: (answers / elapsedMs) * 1000, failure }

  function converse(): Promise<void> {
    return new Promise((resolve) => {
      let bytesToCome = 0
      let questionsLeft = least
      let isDone = false
      const ask = () => {
        isDone = failure !== null || (questionsLeft-- <= 0 && performance.now() >= end)
        if (isDone) return void socket.destroy()
        socket.write(marked(questions[asked++ % questions.length]!))
      }
      const hear = (size: number, buffer: Uint8Array) => {
        if (bytesToCome === 0) bytesToCome = lengthOf((buffer as Buffer).subarray(0, size))
        bytesToCome -= size
        if (bytesToCome > 0) return true
        answers++
        ask()
        return true
      }
      const onread = { buffer: Buffer.allocUnsafe(65_536), callback: hear }
      const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread })
      socket
        .on('connect', ask)
        .on('error', ({ message }) => (failure ??= message))
        .on('close', () => {
          if (!isDone) failure ??= 'a connection was closed'
          resolve()
        })
    })
  }

  function marked({ bytes, markAt }: (typeof questions)[number]): Buffer {
    if (markAt === -1) return bytes
    const copy = Buffer.from(bytes)
    copy.write(String(++numbers).padStart(mark!.length, '0'), markAt)
    return copy
  }

  /** Returns the length of a whole response, head and body, from its first bytes. */
  function lengthOf(first: Buffer): number {
    const headEnd = first.indexOf('\r\n\r\n')
    const head = first.toString('latin1', 0, headEnd)
    const contentLength = /content-length: (\d+)/i.exec(head)
    if (!head.startsWith('HTTP/1.1 2') || !contentLength) {
      failure ??= first.toString('latin1', 0, 2_000)
      return first.length
    }
    return headEnd + 4 + Number(contentLength[1])
  }
}
