// Attacks the server from nine addresses at once, for a given time or for a given number of turns per attack.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { dayIn } from '#platform/clock.ts'
import { isoDay } from '#platform/day.ts'
import { deliverMail, HOSTILE_MAIL } from './hostile-mail.ts'
import type { Attack } from './siege.ts'

const { port, mail, only, seconds = Infinity, turns: maxTurns = Infinity } = JSON.parse(process.argv[2]!) as Attack
const end = performance.now() + seconds * 1000
/** Aborted when the visitors have finished. */
const over = new AbortController()
process.once('message', () => over.abort())
const isOver = () => over.signal.aborted || performance.now() >= end
/** Keeps connections open for some time. If turns are counted, they stay open until the visitors have finished. */
const hold = (ms: number) =>
  sleep(maxTurns === Infinity ? ms : 2 ** 31 - 1, undefined, { signal: over.signal }).catch(() => {})
const counts: Record<string, number> = {}
const addresses = Array.from({ length: 9 }, (_, n) => `127.9.${n + 1}.66`)
let turns = 0

const head = (line: string, more = '') => `${line} HTTP/1.1\r\nHost: selvage\r\n${more}\r\n`
const json = (path: string, body: object, more = '') => {
  const text = JSON.stringify(body)
  return (
    head(`POST ${path}`, `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n${more}`) +
    text
  )
}
const unread = [
  '/rooms?check_in=x',
  '/rooms?adult=2',
  '/',
  '/api/public/activeRooms',
  '/api/openapi.json',
  '/no-such-page',
]
const marks = '\u0315\u0300\u05ae\u0301'.repeat(7_500)
const guest = (email: string) => ({ name: 'https://evil.example/?win=1', email, phone: '+8801700000666' })

/** One turn of each attack, and the pause before the next turn. */
const attacks: Record<string, [restMs: number, turn: () => Promise<void>]> = {
  'answers never read': [
    1_000,
    () => pipeline(unread[turns++ % unread.length]!, 10, 800, () => begin('answers never read')),
  ],
  'headers of spaces': [
    50,
    async () =>
      void (await say(head('GET /', `Accept-Encoding: gzip${' '.repeat(turns++ % 2 ? 7_500 : 15_900)};${turns}\r\n`))),
  ],
  'combining marks': [
    100,
    async () => {
      const body = {
        name: marks,
        email: `a${turns++}@b.example`,
        password: marks.slice(0, 200),
        message: marks,
        subject: marks,
        captcha_token: marks,
        captcha: 1,
      }
      await say(
        json(
          ['/api/public/sendContact', '/api/auth/register', '/api/auth/guestRegister', '/api/public/sendEnquiry'][
            turns % 4
          ]!,
          body,
        ),
      )
    },
  ],
  'fake bookings': [
    100,
    async () => {
      const from = address()
      const victim = guest(`victim-${turns++ % 3}@stranger.example`)
      const token = /"access_token":"([^"]+)"/.exec(await say(json('/api/auth/guestRegister', victim), from))?.[1]
      if (!token) return
      const stay = {
        checkin: day(60 + (turns % 20)),
        checkout: day(80 + (turns % 20)),
        paymenttype: 2,
        adult: 1,
        child: 0,
        message: 'x',
      }
      for (const slug of ['single', 'twin', 'deluxe'])
        await say(
          json('/api/public/bookingRequest', { ...victim, ...stay, slug }, `Authorization: Bearer ${token}\r\n`),
          from,
        )
    },
  ],
  'password guessing': [
    500,
    async () => {
      await Promise.all(
        Array.from({ length: 30 }, () =>
          say(json('/api/auth/userLogin', { username: 'owner', password: `guess number ${turns++}` })),
        ),
      )
    },
  ],
  'emails to a stranger': [
    200,
    async () => {
      const lines = [{ product: 'zipper', quantity: '1' }]
      await say(
        json('/api/public/sendEnquiry', {
          company: 'https://evil.example',
          ...guest('victim@stranger.example'),
          lines,
          message: 'x',
        }),
      )
      await say(json('/api/auth/forgotPassword', { email: 'anna@buyer.example' }))
    },
  ],
  'pages that are not cached': [20, () => pipeline(`/rooms?check_in=x&n=${turns++}`, 8, 1)],
  'endless searches': [
    20,
    async () => {
      const search = { check_in: day(30 + (turns++ % 200)), check_out: day(40 + (turns % 200)), adult: 1, child: 0 }
      await Promise.all(Array.from({ length: 8 }, () => say(json('/api/public/filterBooking', search))))
    },
  ],
  'connections held': [
    2_000,
    async () => {
      const sockets = await Promise.all(Array.from({ length: 300 }, () => open(addresses[turns % 9]!)))
      turns++
      for (const socket of sockets) socket?.write('GET / HTTP/1.1\r\nHost: selv')
      begin('connections held')
      await hold(5_000)
      for (const socket of sockets) socket?.destroy()
    },
  ],
  'bodies that never arrive': [
    1_000,
    async () => {
      const sockets = await Promise.all(Array.from({ length: 50 }, () => open(address())))
      for (const socket of sockets)
        socket?.write(
          head('POST /api/auth/register', 'Content-Type: application/json\r\nContent-Length: 60000\r\n') + '{"name":"',
        )
      begin('bodies that never arrive')
      await hold(3_000)
      for (const socket of sockets) socket?.destroy()
    },
  ],
  'invalid HTTP': [
    100,
    async () => {
      for (const garbage of [
        '\x16\x03\x01\x02\x00',
        'GET / HTTP/9.9\r\n\r\n',
        head('GET http://evil.example/'),
        `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`,
        head('GET /', `X: ${'x'.repeat(30_000)}\r\n`),
      ])
        await say(garbage)
    },
  ],
  'forms of many parts': [
    200,
    async () => {
      const body = `--x\r\nContent-Disposition: form-data; name="n"\r\n\r\nv\r\n`.repeat(1_000) + '--x--\r\n'
      await say(
        head(
          'POST /api/booking/bookingRequest',
          `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${body.length}\r\n`,
        ) + body,
      )
    },
  ],
  [HOSTILE_MAIL]: [15_000, () => deliverMail(mail.folder, turns++, mail.bytes)],
}
const made = Object.entries(attacks).filter(([name]) => only === undefined || name === only)

const begun = new Set<string>()
/** Notifies the parent once every attack has finished a turn or holds its connections open. */
function begin(name: string): void {
  if (!begun.has(name) && begun.add(name).size === made.length) process.send!('started')
}

await Promise.all(
  made.map(async ([name, [restMs, turn]]) => {
    counts[name] = 0
    while (!isOver() && counts[name] < maxTurns) {
      await turn()
      counts[name]++
      begin(name)
      await sleep(restMs)
    }
  }),
)
process.send!(counts, () => process.exit())

function address(): string {
  return addresses[turns++ % addresses.length]!
}

function open(from: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: from })
    socket
      .on('error', () => resolve(null))
      .once('connect', () => resolve(socket))
      .once('close', () => resolve(null))
  })
}

/** Sends a text over a new connection and returns the response. Waits at most two seconds. */
async function say(text: string, from = address()): Promise<string> {
  const socket = await open(from)
  if (!socket) return ''
  let heard = ''
  return new Promise((resolve) => {
    const hang = () => {
      socket.destroy()
      resolve(heard)
    }
    const patience = setTimeout(hang, 2_000)
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      heard += chunk
      if (heard.includes('\r\n\r\n')) {
        clearTimeout(patience)
        setTimeout(hang, 5)
      }
    })
    socket.on('close', () => (clearTimeout(patience), resolve(heard)))
    socket.write(text)
  })
}

/** Sends the same request many times on many connections. With `onHeld` it reads no response and holds the connections open. */
async function pipeline(path: string, connections: number, times: number, onHeld?: () => void): Promise<void> {
  const from = address()
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(from)))
  for (const socket of sockets) {
    if (onHeld) socket?.pause()
    else socket?.resume()
    socket?.write(head(`GET ${path}`).repeat(times))
  }
  onHeld?.()
  await (onHeld ? hold(4_000) : sleep(100))
  for (const socket of sockets) socket?.destroy()
}

function day(fromToday: number): string {
  return isoDay(dayIn('Asia/Dhaka', Date.now()) + fromToday)
}
