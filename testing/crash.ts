import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Transaction } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { asKysely } from './as-kysely.ts'
import { assertBooksConsistent } from './assert-books.ts'
import { callEndpoint, passwordsByUsername } from './test-app.ts'
import { assertMoneyConsistent } from './assert-money.ts'
import { startServer, type ServerData, type ServerProcess } from './process.ts'
import { DAY_MS } from '#platform/durations.ts'

const CLIENT_COUNT = 16

/**
 * Kills a server repeatedly while guests book. After each kill every acknowledged booking must exist, and the inventory
 * must count each booked night. Returns the number of acknowledged bookings and the duration of each start.
 */
export async function killWhileBooking(
  data: ServerData,
  rounds: number,
): Promise<{ acknowledged: number; readyMs: number[] }> {
  const acknowledgedWork = new AcknowledgedWork()
  const readyMs: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    const server = await startServer({ ...data.environment, RATE_LIMIT: 'off' })
    readyMs.push(performance.now() - startedAt)
    try {
      const clients = Array.from({ length: CLIENT_COUNT }, () => bookUntilServerIsGone(server, acknowledgedWork))
      // The clients continue to book, so the kill interrupts their requests.
      await Promise.race([
        acknowledgedWork.waitForMore(CLIENT_COUNT + pickBelow(2 * CLIENT_COUNT)),
        Promise.all(clients),
      ])
      await server.kill()
      await Promise.all(clients)
    } finally {
      await server.kill()
    }
    await assertAcknowledged(data, acknowledgedWork)
  }
  assert.ok(acknowledgedWork.size >= rounds * CLIENT_COUNT)
  return { acknowledged: acknowledgedWork.size, readyMs }
}

/** The references of the bookings that the server has acknowledged. */
export class AcknowledgedWork extends Set<string> {
  #waiters: { size: number; resolve: () => void }[] = []

  override add(code: string): this {
    super.add(code)
    for (const { size, resolve } of this.#waiters) if (this.size >= size) resolve()
    return this
  }

  /** Resolves when `count` more bookings have been acknowledged. */
  waitForMore(count: number): Promise<void> {
    return new Promise((resolve) => this.#waiters.push({ size: this.size + count, resolve }))
  }
}

/** Books random stays as one guest, one after the other, until the server is killed. */
async function bookUntilServerIsGone({ url }: ServerProcess, acknowledgedWork: AcknowledgedWork): Promise<void> {
  try {
    const token = await registerGuest(url)
    for (;;) {
      const { status, body } = await callEndpoint(url, 'requestGuestBooking', createRandomStay(), {
        token,
        key: randomUUID(),
      })
      if (status === 200) acknowledgedWork.add(body.booking_id)
      // 409: sold out. 503: a slow machine is overloaded.
      else assert.ok([409, 503].includes(status), JSON.stringify(body))
    }
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error
  }
}

export async function registerGuest(url: string): Promise<string> {
  const { body } = await callEndpoint(url, 'guestRegister', guest)
  return body.access_token
}

const guest = { name: 'Rafiq Islam', email: 'rafiq@guest.example', phone: '+8801700000004' }
export const pickBelow = (max: number) => Math.floor(Math.random() * max)
const createRandomStay = () =>
  createStayFormAhead(2 + pickBelow(500), 1 + pickBelow(4), ['single', 'twin', 'family'][pickBelow(3)])

export function createStayFormAhead(daysAhead: number, nights: number, slug = 'single') {
  const from = Math.floor(Date.now() / DAY_MS) + daysAhead
  const dates = { checkin: isoDay(from), checkout: isoDay(from + nights) }
  return { ...guest, ...dates, slug, paymenttype: 2, adult: 1, child: 0, message: '', again: 1 }
}

/** Asserts that each acknowledged booking exists with its nights, prices, two emails and one link. */
export async function assertAcknowledged({ db }: ServerData, acknowledgedCodes: ReadonlySet<string>): Promise<void> {
  // Read one snapshot, because PostgreSQL may still be executing a commit of the killed server.
  await asKysely(db)
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      const bookings = await snapshot.selectFrom('booking').selectAll().execute()
      const codes = new Set(bookings.map(({ code }) => code))
      assert.deepEqual(
        [...acknowledgedCodes].filter((code) => !codes.has(code)),
        [],
        'acknowledged, but missing',
      )
      await assertBooksConsistent(snapshot as Transaction)
      const emails = await snapshot.selectFrom('mail').select('recipient').execute()
      const guestEmails = emails.filter(({ recipient }) => recipient === guest.email)
      const jobs = await snapshot.selectFrom('job').select('kind').execute()
      const countOfKind = (name: string) => jobs.filter(({ kind }) => kind === name).length
      const links = await snapshot.selectFrom('signed_link').select('payload').execute()
      const demoBookingCount = 2
      const expectedCount = bookings.length - demoBookingCount
      assert.deepEqual(
        [guestEmails.length, emails.length - guestEmails.length, links.length],
        [expectedCount, expectedCount, expectedCount],
      )
      assert.deepEqual([countOfKind('send-mail'), countOfKind('end-hold')], [2 * expectedCount, expectedCount])
    })
}

/**
 * Kills a server while the desk takes, moves and counts cash. Acknowledged till movements must exist, and the till must
 * match its movements. Returns the number of acknowledged till movements.
 */
export async function killDuringTillWork(data: ServerData): Promise<number> {
  const server = await startServer({ ...data.environment, RATE_LIMIT: 'off' })
  const acknowledgedWork = new AcknowledgedWork()
  try {
    const credentials = { username: 'owner', password: passwordsByUsername.owner }
    const { body: session } = await callEndpoint(server.url, 'userLogin', credentials)
    const callAsOwner = (name: Parameters<typeof callEndpoint>[1], form: object = {}) =>
      callEndpoint(server.url, name, form, { token: session.access_token, key: randomUUID() })
    const { checkin: from, checkout: to } = createStayFormAhead(3, 1)
    const { body: freeUnits } = await callAsOwner('getFreeUnits', { from, to })
    const rooms = [{ room: freeUnits.data[0].room, adults: 1, price: 100_000 }]
    const guestDetails = { source: 'phone', name: 'Mina', phone: '+8801700000009', language: 'bn' }
    const { body: stay } = await callAsOwner('bookAtDesk', { from, to, rooms, ...guestDetails })
    const clients = Array.from({ length: CLIENT_COUNT }, async (_, index) => {
      try {
        for (let turn = 0; ; turn++) {
          const reason = `Client ${index}, turn ${turn}`
          const { status } = await callAsOwner('recordTillMovement', { way: 'in', amount: 1.25, why: reason })
          if (status === 200) acknowledgedWork.add(reason)
          await callAsOwner('takePayment', { code: stay.code, amount: 0.5, method: 'cash' })
          const { expected, since } = (await callAsOwner('getHandover')).body
          await callAsOwner('handOver', {
            expected,
            counted: expected + 1,
            since: since && since.id,
            note: 'At random',
          })
        }
      } catch {
        // The request failed because the server was killed.
      }
    })
    await Promise.race([acknowledgedWork.waitForMore(2 * CLIENT_COUNT), Promise.all(clients)])
    await server.kill()
    await Promise.all(clients)
  } finally {
    await server.kill()
  }
  await asKysely(data.db)
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      await assertMoneyConsistent(snapshot as Transaction)
      const moves = await snapshot.selectFrom('till_move').select('reason').execute()
      const existingReasons = new Set(moves.map(({ reason }) => reason))
      assert.deepEqual(acknowledgedWork.difference(existingReasons), new Set(), 'acknowledged, but missing')
    })
  return acknowledgedWork.size
}
