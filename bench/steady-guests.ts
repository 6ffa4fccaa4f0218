import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isoDay } from '#platform/day.ts'
import { endpoints } from '#routes/public.ts'

const BOOKER_COUNT = 6
const READER_COUNT = 2
/** The time that a client waits for a response before it sends the same booking again. */
const ATTEMPT_TIMEOUT_MS = 10_000

type Kind = 'cached' | 'search' | 'api'
export type ReadCounters = Record<Kind, { sent: number; failed: number; slowestMs: number }>

/** Guests who book one stay after the other, and visitors who read, whatever happens to the site. */
export class SteadyGuests {
  /** The references of all bookings that were answered with success, by idempotency key. */
  readonly codesByKey = new Map<string, string>()
  /** The number of times that a booking was finally refused for each reason. */
  readonly refusalCounts = new Map<string, number>()
  /** The number of bookings whose first request got neither success nor a refusal. */
  repeatedCount = 0
  /** The number of failed requests, by status. 0 stands for no response. */
  readonly failures = new Map<number, number>()
  readonly #site: string
  readonly #periods: ReadCounters[] = [createReadCounters()]
  readonly #waiters: { sentAfter: number; resolve: () => void }[] = []
  #isOpen = false
  #clients: Promise<void>[] = []
  #token = ''

  constructor(site: string) {
    this.#site = site
  }

  /** Starts the guests, and `readers` visitors. */
  async start({ readers = READER_COUNT } = {}): Promise<void> {
    if (!this.#token) {
      const response = await this.#post(endpoints.guestRegister[1], guest, {})
      this.#token = ((await response.json()) as { access_token: string }).access_token
    }
    this.#isOpen = true
    this.#clients = [
      ...Array.from({ length: BOOKER_COUNT }, () => this.#bookUntilStopped()),
      ...Array.from({ length: readers }, () => this.#readUntilStopped()),
    ]
  }

  /** Stops the guests and readers. Waits until each guest has an answer to the last booking. */
  async stop(): Promise<void> {
    this.#isOpen = false
    await Promise.all(this.#clients)
  }

  /** Resolves when a booking succeeds whose first request was sent after the time. */
  waitForBooking(sentAfter: number): Promise<void> {
    return new Promise((resolve) => this.#waiters.push({ sentAfter, resolve }))
  }

  /** Counts the following reads separately, and returns their counters. */
  startPeriod(): ReadCounters {
    const readCounters = createReadCounters()
    this.#periods.push(readCounters)
    return readCounters
  }

  /** The reads of all periods. */
  get reads(): ReadCounters {
    const sum = createReadCounters()
    for (const period of this.#periods) {
      for (const kind of Object.keys(sum) as Kind[]) {
        sum[kind].sent += period[kind].sent
        sum[kind].failed += period[kind].failed
        sum[kind].slowestMs = Math.max(sum[kind].slowestMs, period[kind].slowestMs)
      }
    }
    return sum
  }

  /** Repeats each booking with the same key until it is answered. */
  async #bookUntilStopped(): Promise<void> {
    while (this.#isOpen) {
      const key = randomUUID()
      const body = { ...guest, ...createRandomStay(), paymenttype: 2, adult: 1, child: 0, message: key, again: 1 }
      const sentAt = performance.now()
      for (let attempt = 0; ; attempt++) {
        const bookingResponse = await this.#post(endpoints.requestGuestBooking[1], body, {
          authorization: `Bearer ${this.#token}`,
          'idempotency-key': key,
        })
          .then(async (response) => ({ status: response.status, text: await response.text() }))
          .catch(() => ({ status: 0, text: '' }))
        if (bookingResponse.status === 200) {
          this.codesByKey.set(key, (JSON.parse(bookingResponse.text) as { booking_id: string }).booking_id)
          for (const { sentAfter, resolve } of this.#waiters) if (sentAt > sentAfter) resolve()
          break
        }
        const isRefused = bookingResponse.status >= 400 && bookingResponse.status < 500
        if (!isRefused) this.#countFailure(bookingResponse.status)
        if (attempt === 0 && !isRefused) this.repeatedCount++
        const isFinal = isRefused && attempt > 0
        if (isFinal) {
          const reason = `${bookingResponse.status} ${bookingResponse.text.slice(0, 100)}`
          this.refusalCounts.set(reason, (this.refusalCounts.get(reason) ?? 0) + 1)
          break
        }
        await sleep(200)
      }
      await sleep(100)
    }
  }

  async #readUntilStopped(): Promise<void> {
    while (this.#isOpen) {
      const { checkin, checkout } = createRandomStay()
      await this.#read('cached', '/')
      await this.#read('search', `/rooms?check_in=${checkin}&check_out=${checkout}&adult=1&child=0`)
      await this.#read('api', endpoints.activeRooms[1])
      await sleep(100)
    }
  }

  async #read(kind: Kind, path: string): Promise<void> {
    const counts = this.#periods.at(-1)![kind]
    const sentAt = performance.now()
    const status = await fetch(this.#site + path, { signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS) })
      .then(async (response) => ((await response.text()) ? response.status : 0))
      .catch(() => 0)
    counts.sent++
    if (status !== 200) {
      counts.failed++
      this.#countFailure(status)
    }
    counts.slowestMs = Math.max(counts.slowestMs, performance.now() - sentAt)
  }

  #countFailure(status: number): void {
    this.failures.set(status, (this.failures.get(status) ?? 0) + 1)
  }

  #post(path: string, body: object, headers: Record<string, string>): Promise<Response> {
    return fetch(this.#site + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
    })
  }
}

export type Query = (text: string) => Promise<unknown[]>

/** Enough units of each room that bookings rarely find it sold out. */
export const increaseCapacity = (query: Query) => query('update room set capacity = 60')

/** Counts lost bookings, bookings stored twice for one key, and nights sold too often or counted wrong. */
export async function countLosses(query: Query, codesByKey: ReadonlyMap<string, string>) {
  const storedCodes = new Set(((await query('select code from booking')) as { code: string }[]).map(({ code }) => code))
  const [{ twice: duplicateCount }] = (await query(`select count(*)::integer as twice from (
    select message from booking group by message having count(*) > 1 and message like '________-____-%') as repeated`)) as [
    { twice: number },
  ]
  const [{ oversold: oversoldNightCount, miscounted: miscountedNightCount }] = (await query(`
    with live as (
      select booking_night.room_id, night, count(*) as nights from booking_night join booking on booking.id = booking_id
      where status not in ('cancelled', 'declined', 'expired', 'no_show') group by booking_night.room_id, night)
    select count(*) filter (where coalesce(nights, 0) > capacity)::integer as oversold,
      count(*) filter (where coalesce(nights, 0) <> sold)::integer as miscounted
    from inventory left join live using (room_id, night)`)) as [{ oversold: number; miscounted: number }]
  return {
    lost: [...codesByKey.values()].filter((code) => !storedCodes.has(code)).length,
    twice: duplicateCount,
    oversold: oversoldNightCount,
    miscounted: miscountedNightCount,
  }
}

const guest = { name: 'Rafiq Islam', email: 'rafiq@guest.example', phone: '+8801700000004' }

function createRandomStay() {
  const arrival = Math.floor(Date.now() / 86_400_000) + 2 + pickBelow(500)
  const slug = ['single', 'twin', 'family'][pickBelow(3)]
  return { checkin: isoDay(arrival), checkout: isoDay(arrival + 1 + pickBelow(3)), slug }
}

const pickBelow = (max: number) => Math.floor(Math.random() * max)

function createReadCounters(): ReadCounters {
  const createEmptyCounter = () => ({ sent: 0, failed: 0, slowestMs: 0 })
  return { cached: createEmptyCounter(), search: createEmptyCounter(), api: createEmptyCounter() }
}
