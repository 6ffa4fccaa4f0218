import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

interface DeliveredEmail {
  from: string
  to: string[]
  source: string
}

/** A mail server on this machine that stores the emails it accepts. */
export interface MailServer {
  url: string
  delivered: DeliveredEmail[]
  /** The number of connections so far. */
  connectionCount(): number
  /** The maximum number of emails in delivery at the same time. */
  maxConcurrent(): number
  close(): Promise<void>
}

/** Replies that reject a recipient or an email; undefined accepts it. */
export interface Rejections {
  rejectRecipient?(address: string): string | undefined
  rejectEmail?(rawEmail: string): string | undefined
}

/**
 * Starts a mail server.
 * @param delay When it replies to an email: after this many milliseconds, or when the returned promise resolves.
 */
export async function openMailServer(
  port = 0,
  delay: number | ((openCount: number) => Promise<void>) = 0,
  rejections: Rejections = {},
): Promise<MailServer> {
  const deliveredEmails: DeliveredEmail[] = []
  const sockets = new Set<Socket>()
  let connectionCount = 0
  let openCount = 0
  let maxConcurrent = 0
  const incrementOpenCount = () => {
    maxConcurrent = Math.max(maxConcurrent, ++openCount)
    return openCount
  }
  const deliver = (email: DeliveredEmail) => {
    openCount--
    deliveredEmails.push(email)
  }
  const server = createServer((socket) => {
    connectionCount++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    serveSmtp(socket, { takes: delay, rejections }, { take: incrementOpenCount, deliver })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delivered: deliveredEmails,
    connectionCount: () => connectionCount,
    maxConcurrent: () => maxConcurrent,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Serves one SMTP connection (RFC 5321, without extensions). */
function serveSmtp(
  socket: Socket,
  { takes, rejections }: { takes: number | ((messageCount: number) => Promise<void>); rejections: Rejections },
  { take, deliver }: { take: () => number; deliver: (email: DeliveredEmail) => void },
): void {
  let from = ''
  let to: string[] = []
  let sourceLines: string[] | null = null
  let bufferedText = ''
  const reply = (line: string) => void socket.write(`${line}\r\n`)

  function handleLine(line: string): void {
    if (sourceLines) return handleDataLine(line)
    const [, verb = '', address = ''] = /^(\w+)(?:.*<(.*)>)?/.exec(line) ?? []
    switch (verb.toUpperCase()) {
      case 'EHLO':
      case 'HELO':
      case 'NOOP':
        return reply('250 at your service')
      case 'RSET':
      case 'MAIL':
        from = address
        to = []
        return reply('250 noted')
      case 'RCPT': {
        const rejection = rejections.rejectRecipient?.(address)
        if (rejection) return reply(rejection)
        to.push(address)
        return reply('250 noted')
      }
      case 'DATA':
        if (to.length === 0) return reply('503 no recipient')
        sourceLines = []
        return reply('354 go on, and end with a dot')
      case 'QUIT':
        reply('221 good day')
        return void socket.end()
      default:
        return reply('500 pardon?')
    }
  }

  function handleDataLine(line: string): void {
    if (line !== '.') return void sourceLines!.push(line.replace(/^\./, ''))
    const source = sourceLines!.join('\r\n')
    sourceLines = null
    if (/[^\r]\n|\r[^\n]/.test(source)) return reply('554 a line must end with CR and LF')
    const rejection = rejections.rejectEmail?.(source)
    if (rejection) return reply(rejection)
    const deliveredEmail = { from, to, source: Buffer.from(source, 'latin1').toString() }
    const accept = () => {
      deliver(deliveredEmail)
      reply('250 it is on its way')
    }
    const messageCount = take()
    if (typeof takes === 'function') void takes(messageCount).then(accept)
    else if (takes === 0) accept()
    else setTimeout(accept, takes)
  }

  socket.setEncoding('latin1').on('data', (text: string) => {
    const lines = (bufferedText + text).split('\r\n')
    bufferedText = lines.pop()!
    for (const line of lines) handleLine(line)
  })
  reply('220 post office')
}

export interface ReadEmail {
  /** The names of all headers, in their original spelling. */
  names: string[]
  header(name: string): string
  text: string
  html: string
  files: { name: string; type: string; bytes: Buffer }[]
}

/** Parses an email as a mail program shows it. */
export function readEmail(raw: string): ReadEmail {
  const email = readPart(raw)
  const parts = collectLeaves(email)
  const getContent = ({ body, header }: Part) => decodeBody(body, header('content-transfer-encoding'))
  const findContent = (type: string) => {
    const part = parts.find(({ header }) => header('content-type').startsWith(type))
    return part ? getContent(part).toString().replaceAll('\r\n', '\n') : ''
  }
  const files = parts
    .filter(({ header }) => header('content-disposition').startsWith('attachment'))
    .map((part) => ({
      name: /filename="?([^";]+)/.exec(part.header('content-disposition'))?.[1] ?? '',
      type: part.header('content-type').split(';')[0]!,
      bytes: getContent(part),
    }))
  return {
    names: email.names,
    header: email.header,
    text: findContent('text/plain'),
    html: findContent('text/html'),
    files,
  }
}

type Part = ReturnType<typeof readPart>

/** Returns the MIME parts without child parts. */
function collectLeaves(part: Part): Part[] {
  const boundary = /^multipart\/.*boundary="([^"]+)"/.exec(part.header('content-type'))?.[1]
  if (boundary === undefined) return [part]
  return part.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((entry) => collectLeaves(readPart(entry.replace(/^\r\n/, '').replace(/\r\n$/, ''))))
}

function readPart(raw: string) {
  const end = raw.indexOf('\r\n\r\n')
  const headers = raw
    .slice(0, end)
    .replace(/\r\n(?=[ \t])/g, '')
    .split('\r\n')
    .map((line) => /^([^:]+): ?(.*)$/.exec(line)!)
  return {
    names: headers.map(([, name]) => name!),
    header: (name: string) => decodeWords(headers.find((entry) => entry[1]!.toLowerCase() === name)?.[2] ?? ''),
    body: raw.slice(end + 4),
  }
}

/** Decodes encoded words such as `=?UTF-8?B?…?=` (RFC 2047). */
const decodeWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : decodeQuotedPrintable(word.replaceAll('_', ' ')).toString(),
    )

function decodeBody(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  return encoding === 'quoted-printable' ? decodeQuotedPrintable(body.replace(/=\r\n/g, '')) : Buffer.from(body)
}

const decodeQuotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  )
