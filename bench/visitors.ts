// Simulates ordinary visitors, each from their own network. They browse, search for a room, and sometimes book one.
import { Agent, request as ask, type RequestOptions } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { dayIn } from '#platform/clock.ts'
import { isoDay } from '#platform/day.ts'
import { scaleTimeout } from '#testing/patience.ts'
import type { VisitPlan } from './siege.ts'

export interface Visits {
  tookMs: number[]
  /** Ordinary requests that got no successful response. */
  failures: string[]
}

const { port, seconds = Infinity, visits: maxVisits = Infinity } = JSON.parse(process.argv[2]!) as VisitPlan
/**
 * The maximum time for a response. It is longer for a fixed number of visits: tests do such runs, and must not fail on
 * a slow machine.
 */
const RESPONSE_TIMEOUT_MS = maxVisits === Infinity ? 20_000 : scaleTimeout(300_000)
const CONCURRENT_VISITORS = 12
const PAUSE_MS = 250
const VISITS_PER_BOOKING = 9

const results: Visits = { tookMs: [], failures: [] }
const endsAt = performance.now() + seconds * 1000
let visitorCount = 0

await Promise.all(Array.from({ length: CONCURRENT_VISITORS }, visitRepeatedly))
process.send!(results)

async function visitRepeatedly(): Promise<void> {
  while (performance.now() < endsAt && visitorCount < maxVisits) await visit(++visitorCount)
}

async function visit(visitorIndex: number): Promise<void> {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 6,
    localAddress: `127.${20 + (visitorIndex >> 8)}.${visitorIndex & 255}.10`,
  })
  try {
    const homeHtml = await get('/')
    const filePaths = [...homeHtml.matchAll(/[" ](\/(?:assets|pictures)\/[^" ]+\.(?:js|avif|jpg|woff2))/g)].map(
      ([, path]) => path!,
    )
    await Promise.all([...new Set(filePaths)].slice(0, 10).map(get))
    await sleep(PAUSE_MS)
    await get('/rooms')
    const daysAhead = 20 + (visitorIndex % 300)
    const stayDates = { check_in: getDay(daysAhead), check_out: getDay(daysAhead + 2) }
    await sleep(PAUSE_MS)
    const { data } = JSON.parse(await post('/api/public/filterBooking', { ...stayDates, adult: 1, child: 0 })) as {
      data: { slug: string }[]
    }
    await get(`/rooms?check_in=${stayDates.check_in}&check_out=${stayDates.check_out}&adult=1&child=0`)
    const roomSlug = data[visitorIndex % data.length]?.slug ?? 'single' // all rooms may be sold out late in the run
    await sleep(PAUSE_MS)
    await get(`/booking-details/${roomSlug}`)
    await get(
      `/api/public/getStayPrice?slug=${roomSlug}&check_in=${stayDates.check_in}&check_out=${stayDates.check_out}&adult=1&child=0`,
    )
    await get(['/products', '/blog', '/contact', '/bn', '/about'][visitorIndex % 5]!)
    if (data.length > 0 && visitorIndex % VISITS_PER_BOOKING === 0) await book(visitorIndex, roomSlug, stayDates)
  } catch (error) {
    results.failures.push(String(error))
    await sleep(PAUSE_MS) // without a pause, a stopped server would cause a busy loop
  } finally {
    agent.destroy()
  }

  async function book(
    visitorNumber: number,
    slug: string,
    { check_in, check_out }: { check_in: string; check_out: string },
  ) {
    const guest = { name: 'Rafiq Islam', email: `rafiq-${visitorNumber}@guest.example`, phone: '+8801700000004' }
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
    return measureRequest({ path, headers: { 'accept-encoding': 'identity' } })
  }

  function post(
    path: string,
    body: object,
    headers: Record<string, string> = {},
    acceptedStatuses: number[] = [],
  ): Promise<string> {
    return measureRequest(
      { path, method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      JSON.stringify(body),
      acceptedStatuses,
    )
  }

  async function measureRequest(
    options: RequestOptions,
    body?: string,
    acceptedStatuses: number[] = [],
  ): Promise<string> {
    const startedAt = performance.now()
    const { status, text } = await sendRequest({ host: '127.0.0.1', port, agent, ...options }, body)
    results.tookMs.push(performance.now() - startedAt)
    if (status !== 200 && !acceptedStatuses.includes(status))
      throw new Error(`${status} for ${options.method ?? 'GET'} ${options.path}: ${text.slice(0, 120)}`)
    return text
  }
}

function sendRequest(options: RequestOptions, body?: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const clientRequest = ask({ timeout: RESPONSE_TIMEOUT_MS, ...options }, (response) => {
      response
        .setEncoding('utf8')
        .toArray()
        .then((chunks) => resolve({ status: response.statusCode!, text: chunks.join('') }), reject)
    })
    clientRequest.on('timeout', () => clientRequest.destroy(new Error(`no answer to ${options.path}`)))
    clientRequest.on('error', (error) => reject(new Error(`${error.message} at ${options.path}`)))
    clientRequest.end(body)
  })
}

function getDay(fromToday: number): string {
  return isoDay(dayIn('Asia/Dhaka', Date.now()) + fromToday)
}
