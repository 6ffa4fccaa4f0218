import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { startTestApp, withAnOwner, type TestApp } from '#testing/test-app.ts'
import { keepStay } from '#testing/kept-stays.ts'
import { purgeStays } from '#testing/no-stays.ts'
import { addRoom } from '#testing/rooms.ts'
import type { BookingSource, BookingStatus } from '#schema/bookings.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import type { House } from './office/contract.ts'
import type { Behind } from './office/stays-contract.ts'

const statuses: readonly BookingStatus[] = [
  'pending_approval',
  'confirmed',
  'checked_in',
  'checked_out',
  'cancelled',
  'declined',
  'expired',
  'no_show',
]
const sources: readonly BookingSource[] = ['website', 'phone', 'walk_in', 'mail', 'agent']
const STAYS = 300

for (const engine of bothEngines) {
  describe(`figures and bookings, on ${engine.name}`, () => {
    let app: TestApp
    let owner: string
    let today: number
    before(async () => {
      app = await startTestApp(engine, {}, withAnOwner)
      owner = await app.signIn('owner')
      today = parseDay(app.day(0))!
    })
    after(() => app.close())

    const figures = async (from: number, nights: number): Promise<House> => {
      const days = { period: 'own', from: isoDay(from), until: isoDay(from + nights - 1), compare: 'none' }
      const { status, body } = await app.call('getFigures', days, { token: owner })
      assert.equal(status, 200, JSON.stringify(body))
      return body.now
    }

    /** The columns of a file, whole again as the bookings are. */
    async function addedInFile(sheet: string, days: { from: string; until: string }) {
      const query = { ...days, period: 'own', compare: 'none', sheet }
      const { body } = await app.call('getFiguresFile', query, { token: owner })
      const [head, ...lines] = (body as string)
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(','))
      const column = (name: string, times = 1) =>
        sum(lines, (cells) => Math.round(Number(cells[head!.indexOf(name)]) * times))
      return { sold: column('Sold'), net: column('Without VAT', 100), vat: column('VAT', 100) }
    }

    /** Every page of the list, which comes to what its first page says. */
    async function addedBehind(asked: { from: string; until: string; source?: BookingSource }) {
      const stays: Behind['data'] = []
      let all: Behind['all'] = null
      for (let after: string | null | undefined; after !== null;) {
        const query = { figure: 'nights', ...asked, ...(after && { after }) }
        const { status, body } = await app.call('getStaysBehind', query, { token: owner })
        assert.equal(status, 200, JSON.stringify(body))
        stays.push(...body.data)
        all ??= body.all
        after = body.more
      }
      const sums = {
        sold: sum(stays, ({ nights }) => nights),
        net: sum(stays, ({ net }) => Math.round(net! * 100)),
        vat: sum(stays, ({ vat }) => Math.round(vat! * 100)),
      }
      assert.deepEqual([all!.stays, all!.nights], [stays.length, sums.sold])
      assert.deepEqual(
        [all!.net, all!.vat].map((amount) => Math.round(amount! * 100)),
        [sums.net, sums.vat],
      )
      return sums
    }

    test('where nobody was ever checked in, confirmed stays that are over count; from the first on they do not (OFF-150)', async () => {
      const room = await addRoom(app.db, 'plain', 4)
      const night = (day: number) => [{ roomId: room, night: day, pricePoisha: 100, vatPoisha: 0 }]
      const sold = async () => (await figures(today - 5, 5)).nights.map((each) => each.sold)
      for (const ago of [4, 2]) await keepStay(app.db, night(today - ago), { status: 'confirmed' })
      assert.deepEqual(await sold(), [0, 1, 0, 1, 0])
      const first = await keepStay(app.db, night(today - 3), { status: 'checked_in' })
      assert.deepEqual(await sold(), [0, 1, 1, 0, 0])
      await app.db.deleteFrom('booking').where('code', '=', first).execute()
      assert.deepEqual(await sold(), [0, 1, 0, 1, 0])
      await purgeStays(app.db)
    })

    test('whatever was booked, nights, kinds, ways and countries add up to the bookings to the poisha, and so do their files and the stays behind them (OFF-151, OFF-291, OFF-293)', async () => {
      const rooms = [await addRoom(app.db, 'one', 9), await addRoom(app.db, 'two', 9)]
      const random = randomFrom(20_270_104)
      const booked = Array.from({ length: STAYS }, () => {
        const first = today - 500 + random(600)
        const long = random(20) === 0
        const nights = Array.from({ length: 1 + random(long ? 120 : 9) }, (_, at) => {
          const pricePoisha = random(6) === 0 ? 0 : 1 + random(2_000_000)
          return { roomId: rooms[random(2)]!, night: first + at, pricePoisha, vatPoisha: random(pricePoisha + 1) }
        })
        return {
          nights,
          status: statuses[random(statuses.length)]!,
          source: sources[random(sources.length)]!,
          country: ['BD', 'DE', null][random(3)]!,
        }
      })
      for (const { nights, ...more } of booked) await keepStay(app.db, nights, more)

      const came = booked.filter(({ status }) => status === 'checked_in' || status === 'checked_out')
      const deskSince = Math.min(today, ...came.map(({ nights }) => nights[0]!.night))
      for (let run = 0; run < 12; run++) {
        const [from, length] = [today - 480 + random(560), 1 + random(366)]
        const now = await figures(from, length)
        const expected = booked.flatMap((booking) =>
          booking.nights.filter(({ night }) => {
            const isIn = night >= from && night < from + length
            const isConfirmed = booking.status === 'confirmed' && (night >= today || night < deskSince)
            return isIn && (came.includes(booking) || isConfirmed)
          }),
        )
        const vat = sum(expected, ({ vatPoisha }) => vatPoisha)
        const sums = {
          sold: expected.length,
          paid: expected.filter(({ pricePoisha }) => pricePoisha > 0).length,
          net: sum(expected, ({ pricePoisha }) => pricePoisha) - vat,
          vat,
        }
        const said = `${isoDay(from)}, ${length} nights`
        for (const ways of [now.nights, now.rooms, now.sources, now.countries, [now.all]])
          assert.deepEqual(added(ways), sums, said)
        assert.equal(
          sum(now.rooms, ({ units }) => units),
          now.all.units,
          said,
        )
        const asked = { from: isoDay(from), until: isoDay(from + length - 1) }
        const { paid: _, ...whole } = sums
        for (const sheet of ['nights', 'rooms', 'sources', 'countries'] as const)
          assert.deepEqual(await addedInFile(sheet, asked), whole, `${sheet}, ${said}`)
        assert.deepEqual(await addedBehind(asked), whole, said)
        for (const line of now.sources) {
          const { paid: __, ...of } = added([line])
          assert.deepEqual(await addedBehind({ ...asked, source: line.source }), of, `${line.source}, ${said}`)
        }
      }
    })
  })
}

const sum = <Each>(all: readonly Each[], of: (each: Each) => number) => all.reduce((so, each) => so + of(each), 0)

/** Amounts in poisha: two decimals of taka are whole again. */
const added = (lines: readonly { sold: number; paid: number; net: number | null; vat: number | null }[]) => ({
  sold: sum(lines, ({ sold }) => sold),
  paid: sum(lines, ({ paid }) => paid),
  net: sum(lines, ({ net }) => Math.round(net! * 100)),
  vat: sum(lines, ({ vat }) => Math.round(vat! * 100)),
})

/** The same each time, and as good as any. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
