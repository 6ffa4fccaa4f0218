import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { bothEngines, postgres } from '#testing/engines.ts'
import { callEndpoint, startTestApp, type ApiResponse, type TestApp } from '#testing/test-app.ts'
import { openServerData, startServer } from '#testing/process.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { valueForTier } from '#testing/tier.ts'
import { isoDay, parseDay } from '#platform/day.ts'

const GUEST_COUNT = valueForTier({ gate: 40, all: 200, soak: 400 })

for (const engine of bothEngines) {
  describe(`concurrent bookings, on ${engine.name}`, () => {
    let app: TestApp
    let token: string
    before(async () => {
      app = await startTestApp(engine)
      token = await app.newGuest()
    })
    after(() => app.close())

    const book = (slug: string, from: number, to: number) => {
      const form = createStayForm(app, { slug, checkin: app.day(from), checkout: app.day(to) })
      return bookAt(app.url, form, token)
    }

    test('sell the last unit once (BOOK-8)', async () => {
      assertOneSucceeded(await Promise.all(Array.from({ length: GUEST_COUNT }, () => book('family', 60, 64))))
      await assertBooksConsistent(app.db)
    })

    test('succeed for only one of many stays that overlap on one night (BOOK-8)', async () => {
      const dayRanges = Array.from({ length: GUEST_COUNT }, (_, index) => [74 - (index % 4), 75 + (index % 5)] as const)
      assertOneSucceeded(await Promise.all(dayRanges.map(([from, to]) => book('family', from, to))))
      await assertBooksConsistent(app.db)
    })

    test('sell no night twice if overlapping stays form a chain (BOOK-8)', async () => {
      const dayRanges = Array.from(
        { length: GUEST_COUNT },
        (_, index) => [80 + (index % 20), 82 + (index % 20)] as const,
      )
      const responses = await Promise.all(dayRanges.map(([from, to]) => book('family', from, to)))
      const soldArrivalDays = dayRanges
        .filter((_, index) => responses[index]!.status === 200)
        .map(([from]) => from)
        .sort((a, b) => a - b)
      assert.ok(responses.every(({ status }) => status === 200 || status === 409))
      assert.ok(soldArrivalDays.length >= 7)
      for (const [index, from] of soldArrivalDays.entries())
        assert.ok(index === 0 || from >= soldArrivalDays[index - 1]! + 2, String(soldArrivalDays))
      await assertBooksConsistent(app.db)
    })

    test('sell a room as often as it has units (BOOK-8)', async () => {
      const responses = await Promise.all(Array.from({ length: 40 }, () => book('single', 120, 122)))
      assert.equal(responses.filter(({ status }) => status === 200).length, 4)
      assert.equal(responses.filter(({ status }) => status === 409).length, 36)
    })
  })
}

describe('bookings through two servers on one database', () => {
  test('sell the last unit once, for identical and for overlapping stays (BOOK-8)', async (t) => {
    const serverData = await openServerData(postgres)
    t.after(() => serverData.close())
    const servers = await Promise.all([0, 1].map(() => startServer({ ...serverData.environment, RATE_LIMIT: 'off' })))
    t.after(() => Promise.all(servers.map((server) => server.kill())))
    const rafiq = { name: 'Rafiq Islam', email: 'rafiq@guest.example', phone: '+8801700000004' }
    const { body } = await callEndpoint(servers[0]!.url, 'guestRegister', rafiq)
    const requestConcurrently = (getDayRange: (guest: number) => readonly [number, number]) =>
      Promise.all(
        Array.from({ length: GUEST_COUNT }, (_, guest) => {
          const [checkin, checkout] = getDayRange(guest).map((daysAhead) => isoDay(parseDay(getToday())! + daysAhead))
          const form = { ...rafiq, slug: 'family', checkin, checkout, paymenttype: 2, adult: 1, child: 0, again: 1 }
          return bookAt(servers[guest % 2]!.url, form, body.access_token)
        }),
      )
    assertOneSucceeded(await requestConcurrently(() => [60, 63]))
    assertOneSucceeded(await requestConcurrently((guest) => [74 - (guest % 4), 75 + (guest % 5)]))
    await assertBooksConsistent(serverData.db)
  })
})

/** Books with a new key, so that no two requests are the same. Retries when the server is too busy. */
async function bookAt(url: string, form: object, token: string): Promise<ApiResponse> {
  const key = randomUUID()
  for (;;) {
    const response = await callEndpoint(url, 'requestGuestBooking', form, { token, key })
    if (response.status !== 503) return response
  }
}

const getToday = () => new Date().toISOString().slice(0, 10)

function assertOneSucceeded(responses: readonly ApiResponse[]): void {
  const rejectedResponses = responses.filter(({ status }) => status === 409)
  assert.deepEqual(
    [responses.filter(({ status }) => status === 200).length, rejectedResponses.length],
    [1, GUEST_COUNT - 1],
  )
  assert.match(rejectedResponses[0]!.body.message, /just been booked/)
}
