// Attacks the server from nine addresses at once, for a given time or for a given number of turns per attack.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { dayIn } from '#platform/clock.ts'
import { isoDay } from '#platform/day.ts'
import { deliverMail, HOSTILE_MAIL } from './hostile-mail.ts'
import type { Attack } from './siege.ts'

const {
  port,
  mail: mailOptions,
  only: onlyAttack,
  seconds = Infinity,
  turns: maxTurns = Infinity,
} = JSON.parse(process.argv[2]!) as Attack
const endsAt = performance.now() + seconds * 1000
/** Aborted when the visitors have finished. */
const stopController = new AbortController()
process.once('message', () => stopController.abort())
const isOver = () => stopController.signal.aborted || performance.now() >= endsAt
/** Waits while a connection stays open: for some time or, if turns are counted, until the visitors have finished. */
const waitWhileOpen = (ms: number) =>
  sleep(maxTurns === Infinity ? ms : 2 ** 31 - 1, undefined, { signal: stopController.signal }).catch(() => {})
const counts: Record<string, number> = {}
const addresses = Array.from({ length: 9 }, (_, n) => `127.9.${n + 1}.66`)
let turnCount = 0

const writeRequestHead = (line: string, extraHeaders = '') => `${line} HTTP/1.1\r\nHost: selvage\r\n${extraHeaders}\r\n`
const writeJsonRequest = (path: string, body: object, extraHeaders = '') => {
  const text = JSON.stringify(body)
  return (
    writeRequestHead(
      `POST ${path}`,
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n${extraHeaders}`,
    ) + text
  )
}
const unreadPaths = [
  '/rooms?check_in=x',
  '/rooms?adult=2',
  '/',
  '/api/public/activeRooms',
  '/api/openapi.json',
  '/no-such-page',
]
const combiningMarks = '\u0315\u0300\u05ae\u0301'.repeat(7_500)
const createGuest = (email: string) => ({ name: 'https://evil.example/?win=1', email, phone: '+8801700000666' })

/** One turn of each attack, and the pause before the next turn. */
const attacks: Record<string, [restMs: number, turn: () => Promise<void>]> = {
  'answers never read': [
    1_000,
    () =>
      sendPipeline(unreadPaths[turnCount++ % unreadPaths.length]!, 10, 800, () => markStarted('answers never read')),
  ],
  'headers of spaces': [
    50,
    async () =>
      void (await sendRaw(
        writeRequestHead(
          'GET /',
          `Accept-Encoding: gzip${' '.repeat(turnCount++ % 2 ? 7_500 : 15_900)};${turnCount}\r\n`,
        ),
      )),
  ],
  'combining marks': [
    100,
    async () => {
      const body = {
        name: combiningMarks,
        email: `a${turnCount++}@b.example`,
        password: combiningMarks.slice(0, 200),
        message: combiningMarks,
        subject: combiningMarks,
        captcha_token: combiningMarks,
        captcha: 1,
      }
      await sendRaw(
        writeJsonRequest(
          ['/api/public/sendContact', '/api/auth/register', '/api/auth/guestRegister', '/api/public/sendEnquiry'][
            turnCount % 4
          ]!,
          body,
        ),
      )
    },
  ],
  'fake bookings': [
    100,
    async () => {
      const localAddress = takeNextAddress()
      const victim = createGuest(`victim-${turnCount++ % 3}@stranger.example`)
      const token = /"access_token":"([^"]+)"/.exec(
        await sendRaw(writeJsonRequest('/api/auth/guestRegister', victim), localAddress),
      )?.[1]
      if (!token) return
      const stay = {
        checkin: getDay(60 + (turnCount % 20)),
        checkout: getDay(80 + (turnCount % 20)),
        paymenttype: 2,
        adult: 1,
        child: 0,
        message: 'x',
      }
      for (const slug of ['single', 'twin', 'deluxe'])
        await sendRaw(
          writeJsonRequest(
            '/api/public/bookingRequest',
            { ...victim, ...stay, slug },
            `Authorization: Bearer ${token}\r\n`,
          ),
          localAddress,
        )
    },
  ],
  'password guessing': [
    500,
    async () => {
      await Promise.all(
        Array.from({ length: 30 }, () =>
          sendRaw(
            writeJsonRequest('/api/auth/userLogin', { username: 'owner', password: `guess number ${turnCount++}` }),
          ),
        ),
      )
    },
  ],
  'emails to a stranger': [
    200,
    async () => {
      const lines = [{ product: 'zipper', quantity: '1' }]
      await sendRaw(
        writeJsonRequest('/api/public/sendEnquiry', {
          company: 'https://evil.example',
          ...createGuest('victim@stranger.example'),
          lines,
          message: 'x',
        }),
      )
      await sendRaw(writeJsonRequest('/api/auth/forgotPassword', { email: 'anna@buyer.example' }))
    },
  ],
  'pages that are not cached': [20, () => sendPipeline(`/rooms?check_in=x&n=${turnCount++}`, 8, 1)],
  'endless searches': [
    20,
    async () => {
      const search = {
        check_in: getDay(30 + (turnCount++ % 200)),
        check_out: getDay(40 + (turnCount % 200)),
        adult: 1,
        child: 0,
      }
      await Promise.all(Array.from({ length: 8 }, () => sendRaw(writeJsonRequest('/api/public/filterBooking', search))))
    },
  ],
  'connections held': [
    2_000,
    async () => {
      const sockets = await Promise.all(Array.from({ length: 300 }, () => connectFrom(addresses[turnCount % 9]!)))
      turnCount++
      for (const socket of sockets) socket?.write('GET / HTTP/1.1\r\nHost: selv')
      markStarted('connections held')
      await waitWhileOpen(5_000)
      for (const socket of sockets) socket?.destroy()
    },
  ],
  'bodies that never arrive': [
    1_000,
    async () => {
      const sockets = await Promise.all(Array.from({ length: 50 }, () => connectFrom(takeNextAddress())))
      for (const socket of sockets)
        socket?.write(
          writeRequestHead('POST /api/auth/register', 'Content-Type: application/json\r\nContent-Length: 60000\r\n') +
            '{"name":"',
        )
      markStarted('bodies that never arrive')
      await waitWhileOpen(3_000)
      for (const socket of sockets) socket?.destroy()
    },
  ],
  'invalid HTTP': [
    100,
    async () => {
      for (const invalidRequest of [
        '\x16\x03\x01\x02\x00',
        'GET / HTTP/9.9\r\n\r\n',
        writeRequestHead('GET http://evil.example/'),
        `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`,
        writeRequestHead('GET /', `X: ${'x'.repeat(30_000)}\r\n`),
      ])
        await sendRaw(invalidRequest)
    },
  ],
  'forms of many parts': [
    200,
    async () => {
      const body = `--x\r\nContent-Disposition: form-data; name="n"\r\n\r\nv\r\n`.repeat(1_000) + '--x--\r\n'
      await sendRaw(
        writeRequestHead(
          'POST /api/booking/bookingRequest',
          `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${body.length}\r\n`,
        ) + body,
      )
    },
  ],
  [HOSTILE_MAIL]: [15_000, () => deliverMail(mailOptions.folder, turnCount++, mailOptions.bytes)],
}
const selectedAttacks = Object.entries(attacks).filter(([name]) => onlyAttack === undefined || name === onlyAttack)

const startedAttacks = new Set<string>()
/** Notifies the parent once every attack has finished a turn or holds its connections open. */
function markStarted(name: string): void {
  if (!startedAttacks.has(name) && startedAttacks.add(name).size === selectedAttacks.length) process.send!('started')
}

await Promise.all(
  selectedAttacks.map(async ([name, [restMs, turn]]) => {
    counts[name] = 0
    while (!isOver() && counts[name] < maxTurns) {
      await turn()
      counts[name]++
      markStarted(name)
      await sleep(restMs)
    }
  }),
)
process.send!(counts, () => process.exit())

function takeNextAddress(): string {
  return addresses[turnCount++ % addresses.length]!
}

function connectFrom(localAddress: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress })
    socket
      .on('error', () => resolve(null))
      .once('connect', () => resolve(socket))
      .once('close', () => resolve(null))
  })
}

/** Sends a text over a new connection and returns the response. Waits at most two seconds. */
async function sendRaw(text: string, localAddress = takeNextAddress()): Promise<string> {
  const socket = await connectFrom(localAddress)
  if (!socket) return ''
  let receivedText = ''
  return new Promise((resolve) => {
    const hangUp = () => {
      socket.destroy()
      resolve(receivedText)
    }
    const timeout = setTimeout(hangUp, 2_000)
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      receivedText += chunk
      if (receivedText.includes('\r\n\r\n')) {
        clearTimeout(timeout)
        setTimeout(hangUp, 5)
      }
    })
    socket.on('close', () => (clearTimeout(timeout), resolve(receivedText)))
    socket.write(text)
  })
}

/**
 * Sends the same request many times on many connections. With `onConnected`, reads no response and holds the
 * connections open for a while.
 */
async function sendPipeline(path: string, connections: number, times: number, onConnected?: () => void): Promise<void> {
  const localAddress = takeNextAddress()
  const sockets = await Promise.all(Array.from({ length: connections }, () => connectFrom(localAddress)))
  for (const socket of sockets) {
    if (onConnected) socket?.pause()
    else socket?.resume()
    socket?.write(writeRequestHead(`GET ${path}`).repeat(times))
  }
  onConnected?.()
  await (onConnected ? waitWhileOpen(4_000) : sleep(100))
  for (const socket of sockets) socket?.destroy()
}

function getDay(fromToday: number): string {
  return isoDay(dayIn('Asia/Dhaka', Date.now()) + fromToday)
}
