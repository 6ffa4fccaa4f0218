import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { proveBooks } from '../../testing/books.ts'
import { bothEngines, postgres } from '../../testing/engines.ts'
import { callOver, openHouse, type Answer, type TestHouse } from '../../testing/house.ts'
import { openDataPlace, startServer } from '../../testing/process.ts'
import { stayForm } from '../../testing/stay.ts'
import { isoDay, parseDay } from '../platform/day.ts'

const GUESTS = 200

for (const engine of bothEngines) {
  describe(`many at once, on ${engine.name}`, () => {
    let house: TestHouse
    let token: string
    before(async () => {
      house = await openHouse(engine)
      token = await house.newGuest()
    })
    after(() => house.close())

    /** Each with a key of its own: no two are the same request. */
    const book = (slug: string, from: number, to: number) =>
      house.call('requestGuestBooking', stayForm(house, { slug, checkin: house.day(from), checkout: house.day(to) }), {
        token,
        key: randomUUID(),
      })

    test('two hundred race for the last unit: exactly one has it (BOOK-8)', async () => {
      proveOneWon(await Promise.all(Array.from({ length: GUESTS }, () => book('family', 60, 64))))
      await proveBooks(house.db)
    })

    test('two hundred race for stays that overlap on one night: exactly one has it (BOOK-8)', async () => {
      const stays = Array.from({ length: GUESTS }, (_, index) => [74 - (index % 4), 75 + (index % 5)] as const)
      proveOneWon(await Promise.all(stays.map(([from, to]) => book('family', from, to))))
      await proveBooks(house.db)
    })

    test('chains of stays never block one another, and no night is sold too often (BOOK-8)', async () => {
      const stays = Array.from({ length: GUESTS }, (_, index) => [80 + (index % 20), 82 + (index % 20)] as const)
      const answers = await Promise.all(stays.map(([from, to]) => book('family', from, to)))
      const taken = stays
        .filter((_, index) => answers[index]!.status === 200)
        .map(([from]) => from)
        .sort((a, b) => a - b)
      assert.ok(answers.every(({ status }) => status === 200 || status === 409))
      assert.ok(taken.length >= 7)
      for (const [index, from] of taken.entries())
        assert.ok(index === 0 || from >= taken[index - 1]! + 2, String(taken))
      await proveBooks(house.db)
    })

    test('a room with several units is sold that often and no more (BOOK-8)', async () => {
      const answers = await Promise.all(Array.from({ length: 40 }, () => book('single', 120, 122)))
      assert.equal(answers.filter(({ status }) => status === 200).length, 4)
      assert.equal(answers.filter(({ status }) => status === 409).length, 36)
    })
  })
}

describe('two servers on one database', () => {
  test('two hundred race for the last unit, for equal and for overlapping stays: exactly one has it (BOOK-8)', async (t) => {
    const place = await openDataPlace(postgres)
    t.after(() => place.close())
    const servers = await Promise.all([0, 1].map(() => startServer({ ...place.environment, RATE_LIMIT: 'off' })))
    t.after(() => Promise.all(servers.map((server) => server.kill())))
    const rafiq = { name: 'Rafiq Islam', email: 'rafiq@guest.example', phone: '+8801700000004' }
    const { body } = await callOver(servers[0]!.url, 'guestRegister', rafiq)
    const race = (stayOf: (guest: number) => readonly [number, number]) =>
      Promise.all(
        Array.from({ length: GUESTS }, (_, guest) => {
          const [checkin, checkout] = stayOf(guest).map((ahead) => isoDay(parseDay(today())! + ahead))
          const form = { ...rafiq, slug: 'family', checkin, checkout, paymenttype: 2, adult: 1, child: 0, again: 1 }
          const options = { token: body.access_token, key: randomUUID() }
          return callOver(servers[guest % 2]!.url, 'requestGuestBooking', form, options)
        }),
      )
    proveOneWon(await race(() => [60, 63]))
    proveOneWon(await race((guest) => [74 - (guest % 4), 75 + (guest % 5)]))
    await proveBooks(place.db)
  })
})

const today = () => new Date().toISOString().slice(0, 10)

function proveOneWon(answers: readonly Answer[]): void {
  const lost = answers.filter(({ status }) => status === 409)
  assert.deepEqual([answers.filter(({ status }) => status === 200).length, lost.length], [1, GUESTS - 1])
  assert.match(lost[0]!.body.message, /just been taken/)
}
