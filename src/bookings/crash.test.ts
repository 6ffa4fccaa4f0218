import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { engines } from '../../testing/engines.ts'
import { callOver } from '../../testing/house.ts'
import { openDataPlace, startServer, type DataPlace, type ServerProcess } from '../../testing/process.ts'
import { isoDay } from '../platform/day.ts'

/** How often it is killed on each engine. A long run: `CRASH_ROUNDS=200 npm test -- src/bookings/crash.test.ts` */
const ROUNDS = Number(process.env.CRASH_ROUNDS || 3)
const CLIENTS = 16
const LOAD_LASTS_MS = 300

for (const engine of engines) {
  describe(`a server that is killed while people book, on ${engine.name}`, () => {
    let place: DataPlace
    before(async () => void (place = await openDataPlace(engine)))
    after(() => place.close())

    test('has every booking it has acknowledged, and has counted each booked night (BOOK-8)', async (t) => {
      const acknowledged = new Set<string>()
      let readyMs = 0
      for (let round = 0; round < ROUNDS; round++) {
        const startedAt = performance.now()
        const server = await startServer({ ...place.environment, RATE_LIMIT: 'off' })
        readyMs = Math.max(readyMs, performance.now() - startedAt)
        try {
          const clients = Array.from({ length: CLIENTS }, () => bookUntilItIsGone(server, acknowledged))
          const before = acknowledged.size
          const patience = performance.now() + 10_000
          await sleep(LOAD_LASTS_MS)
          while (acknowledged.size < before + CLIENTS && performance.now() < patience) await sleep(5)
          await server.kill()
          await Promise.all(clients)
        } finally {
          await server.kill()
        }
        await proveBooks(place, acknowledged)
      }
      t.diagnostic(
        `${acknowledged.size} acknowledged in ${ROUNDS} rounds, ready again after ${readyMs.toFixed(0)} ms at most`,
      )
      assert.ok(acknowledged.size >= ROUNDS * CLIENTS)
    })

    test('takes a request again that was sent with the same key before it died, and books it once', async () => {
      const first = await startServer({ ...place.environment, RATE_LIMIT: 'off' })
      const token = await newGuest(first.url)
      const form = stay(BEYOND_THE_OTHERS, 2)
      const key = randomUUID()
      const calls = Array.from({ length: 6 }, () =>
        callOver(first.url, 'requestGuestBooking', form, { token, key }).catch(() => null),
      )
      await Promise.race(calls)
      await first.kill()
      const before = (await Promise.all(calls)).flatMap((answer) =>
        answer?.status === 200 ? [answer.body.booking_id as string] : [],
      )
      const second = await startServer({ ...place.environment, RATE_LIMIT: 'off' })
      try {
        const { status, body } = await callOver(second.url, 'requestGuestBooking', form, { token, key })
        assert.equal(status, 200)
        assert.deepEqual(new Set([...before, body.booking_id]), new Set([body.booking_id]))
        await proveBooks(place, new Set([body.booking_id]))
      } finally {
        await second.kill()
      }
    })
  })
}

/** A guest who books one stay after the other, at random, until nobody answers any more. */
async function bookUntilItIsGone({ url }: ServerProcess, acknowledged: Set<string>): Promise<void> {
  try {
    const token = await newGuest(url)
    for (;;) {
      const { status, body } = await callOver(url, 'requestGuestBooking', randomStay(), { token, key: randomUUID() })
      if (status === 200) acknowledged.add(body.booking_id)
      else assert.equal(status, 409, JSON.stringify(body))
    }
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error
  }
}

async function newGuest(url: string): Promise<string> {
  const { body } = await callOver(url, 'guestRegister', guest)
  return body.access_token
}

const guest = { name: 'Rafiq Islam', email: 'rafiq@guest.example', phone: '+8801700000004' }
const BEYOND_THE_OTHERS = 520
const upTo = (most: number) => Math.floor(Math.random() * most)
const randomStay = () => stay(2 + upTo(500), 1 + upTo(4), ['single', 'twin', 'family'][upTo(3)])

function stay(daysAhead: number, nights: number, slug = 'single') {
  const from = Math.floor(Date.now() / 86_400_000) + daysAhead
  const dates = { checkin: isoDay(from), checkout: isoDay(from + nights) }
  return { ...guest, ...dates, slug, paymenttype: 2, adult: 1, child: 0, message: '' }
}

/** Booking by booking, night by night: what is said to have been sold is what is booked, and each has its letter. */
async function proveBooks({ db }: DataPlace, acknowledged: Set<string>): Promise<void> {
  const bookings = await db.selectFrom('booking').selectAll().execute()
  const codes = new Set(bookings.map(({ code }) => code))
  assert.deepEqual(
    [...acknowledged].filter((code) => !codes.has(code)),
    [],
    'acknowledged, but not there',
  )

  const booked = new Map<string, number>()
  const nights = new Map<number, number>()
  for (const { id, room_id, check_in, check_out } of bookings) {
    nights.set(id, check_out - check_in)
    for (let night = check_in; night < check_out; night++) {
      const key = `room ${room_id} night ${night}`
      booked.set(key, (booked.get(key) ?? 0) + 1)
    }
  }
  const counters = await db.selectFrom('inventory').selectAll().execute()
  assert.deepEqual(
    new Map(counters.map(({ room_id, night, sold }) => [`room ${room_id} night ${night}`, sold])),
    booked,
  )
  assert.ok(counters.every(({ sold, capacity }) => sold <= capacity))

  const priced = new Map<number, number>()
  for (const { booking_id } of await db.selectFrom('booking_night').select('booking_id').execute()) {
    priced.set(booking_id, (priced.get(booking_id) ?? 0) + 1)
  }
  assert.deepEqual(priced, nights)
  const letters = await db.selectFrom('mail').select('subject').execute()
  const jobs = await db.selectFrom('job').select('id').where('kind', '=', 'send-mail').execute()
  const demo = 2
  assert.deepEqual([letters.length, jobs.length], [bookings.length - demo, bookings.length - demo])
}
