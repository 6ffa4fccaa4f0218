// Simulates ordinary visitors, each from their own network. They browse, search for a room, and sometimes book one.
import { Agent, request as ask, type RequestOptions } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { dayIn } from '#platform/clock.ts'
import { isoDay } from '#platform/day.ts'
import { patience } from '#testing/patience.ts'
import type { Walk } from './siege.ts'

export interface Visits {
  tookMs: number[]
  /** Ordinary requests without a successful response. */
  failures: string[]
}

const { port, seconds = Infinity, visits: maxVisits = Infinity } = JSON.parse(process.argv[2]!) as Walk
/** If visits are counted, they wait for a response however slow the machine is. */
const ANSWER_WITHIN_MS = maxVisits === Infinity ? 20_000 : patience(300_000)
const PEOPLE = 12
const THINKS_MS = 250
const BOOKS_EVERY = 9

const seen: Visits = { tookMs: [], failures: [] }
const end = performance.now() + seconds * 1000
let people = 0

await Promise.all(Array.from({ length: PEOPLE }, visitAgain))
process.send!(seen)

async function visitAgain(): Promise<void> {
  while (performance.now() < end && people < maxVisits) await visit(++people)
}

async function visit(person: number): Promise<void> {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 6,
    localAddress: `127.${20 + (person >> 8)}.${person & 255}.10`,
  })
  try {
    const home = await get('/')
    const files = [...home.matchAll(/[" ](\/(?:assets|pictures)\/[^" ]+\.(?:js|avif|jpg|woff2))/g)].map(
      ([, path]) => path!,
    )
    await Promise.all([...new Set(files)].slice(0, 10).map(get))
    await sleep(THINKS_MS)
    await get('/rooms')
    const from = 20 + (person % 300)
    const stay = { check_in: day(from), check_out: day(from + 2) }
    await sleep(THINKS_MS)
    const { data } = JSON.parse(await post('/api/public/filterBooking', { ...stay, adult: 1, child: 0 })) as {
      data: { slug: string }[]
    }
    await get(`/rooms?check_in=${stay.check_in}&check_out=${stay.check_out}&adult=1&child=0`)
    const room = data[person % data.length]?.slug ?? 'single' // all rooms may be sold out late in the run
    await sleep(THINKS_MS)
    await get(`/booking-details/${room}`)
    await get(
      `/api/public/getStayPrice?slug=${room}&check_in=${stay.check_in}&check_out=${stay.check_out}&adult=1&child=0`,
    )
    await get(['/products', '/blog', '/contact', '/bn', '/about'][person % 5]!)
    if (data.length > 0 && person % BOOKS_EVERY === 0) await book(person, room, stay)
  } catch (error) {
    seen.failures.push(String(error))
  } finally {
    agent.destroy()
  }

  async function book(who: number, slug: string, { check_in, check_out }: { check_in: string; check_out: string }) {
    const guest = { name: 'Rafiq Islam', email: `rafiq-${who}@guest.example`, phone: '+8801700000004' }
    const { access_token } = JSON.parse(await post('/api/auth/guestRegister', guest)) as { access_token: string }
    const form = {
      ...guest,
      checkin: check_in,
      checkout: check_out,
      paymenttype: 2,
      adult: 1,
      child: 0,
      slug,
      message: '',
    }
    // 409 is fine: another visitor may have booked the room first.
    await post('/api/public/bookingRequest', form, { authorization: `Bearer ${access_token}` }, [409])
  }

  function get(path: string): Promise<string> {
    return timed({ path, headers: { 'accept-encoding': 'identity' } })
  }

  function post(
    path: string,
    body: object,
    headers: Record<string, string> = {},
    alsoFine: number[] = [],
  ): Promise<string> {
    return timed(
      { path, method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      JSON.stringify(body),
      alsoFine,
    )
  }

  async function timed(options: RequestOptions, body?: string, alsoFine: number[] = []): Promise<string> {
    const began = performance.now()
    const { status, text } = await answer({ host: '127.0.0.1', port, agent, ...options }, body)
    seen.tookMs.push(performance.now() - began)
    if (status !== 200 && !alsoFine.includes(status))
      throw new Error(`${status} for ${options.method ?? 'GET'} ${options.path}: ${text.slice(0, 120)}`)
    return text
  }
}

function answer(options: RequestOptions, body?: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asking = ask({ timeout: ANSWER_WITHIN_MS, ...options }, (response) => {
      response
        .setEncoding('utf8')
        .toArray()
        .then((chunks) => resolve({ status: response.statusCode!, text: chunks.join('') }), reject)
    })
    asking.on('timeout', () => asking.destroy(new Error(`no answer to ${options.path}`)))
    asking.on('error', (error) => reject(new Error(`${error.message} at ${options.path}`)))
    asking.end(body)
  })
}

function day(fromToday: number): string {
  return isoDay(dayIn('Asia/Dhaka', Date.now()) + fromToday)
}
