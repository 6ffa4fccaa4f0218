import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { ownerOnlyContent, setUpTestApp } from '#testing/test-app.ts'
import { insertStay } from '#testing/insert-stay.ts'
import { purgeStays } from '#testing/purge-stays.ts'
import { addRoom } from '#testing/rooms.ts'
import { bookingSources, type BookingSource, type BookingStatus } from '#schema/bookings.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import type { PropertyFiguresView } from './office/contract.ts'
import type { FigureStays } from './office/stays-contract.ts'

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
const STAY_COUNT = 300

for (const engine of bothEngines) {
  describe(`figures compared with bookings, on ${engine.name}`, () => {
    const app = setUpTestApp(engine, {}, ownerOnlyContent)
    let ownerToken: string
    let today: number
    before(async () => {
      ownerToken = await app.signIn('owner')
      today = parseDay(app.day(0))!
    })

    const readFigures = async (from: number, nights: number): Promise<PropertyFiguresView> => {
      const figuresQuery = { period: 'own', from: isoDay(from), until: isoDay(from + nights - 1), compare: 'none' }
      const body = await app.callOk('getFigures', figuresQuery, { token: ownerToken })
      return body.now
    }

    /** Sums the columns of a CSV file, with amounts in poisha. */
    async function sumFile(sheet: string, days: { from: string; until: string }) {
      const query = { ...days, period: 'own', compare: 'none', sheet }
      const { body } = await app.call('getFiguresFile', query, { token: ownerToken })
      const [header, ...lines] = (body as string)
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(','))
      const sumColumn = (name: string, factor = 1) =>
        sum(lines, (cells) => Math.round(Number(cells[header!.indexOf(name)]) * factor))
      return { sold: sumColumn('Sold'), net: sumColumn('Excluding VAT', 100), vat: sumColumn('VAT', 100) }
    }

    /** Sums all pages of the stay list and checks them against the totals of the first page. */
    async function sumStayList(filter: { from: string; until: string; source?: BookingSource }) {
      const stays: FigureStays['data'] = []
      let totals: FigureStays['all'] = null
      for (let cursor: string | null | undefined; cursor !== null;) {
        const query = { figure: 'nights', ...filter, ...(cursor && { after: cursor }) }
        const body = await app.callOk('getFigureStays', query, { token: ownerToken })
        stays.push(...body.data)
        totals ??= body.all
        cursor = body.more
      }
      const sums = {
        sold: sum(stays, ({ nights }) => nights),
        net: sum(stays, ({ net }) => Math.round(net! * 100)),
        vat: sum(stays, ({ vat }) => Math.round(vat! * 100)),
      }
      assert.deepEqual([totals!.stays, totals!.nights], [stays.length, sums.sold])
      assert.deepEqual(
        [totals!.net, totals!.vat].map((amount) => Math.round(amount! * 100)),
        [sums.net, sums.vat],
      )
      return sums
    }

    test('count confirmed stays of past nights only before the first night with a check-in (OFF-150)', async () => {
      const roomId = await addRoom(app.db, 'plain', 4)
      const createNights = (day: number) => [{ roomId, night: day, pricePoisha: 100, vatPoisha: 0 }]
      const readSoldRooms = async () => (await readFigures(today - 5, 5)).nights.map((item) => item.sold)
      for (const daysAgo of [4, 2]) await insertStay(app.db, createNights(today - daysAgo), { status: 'confirmed' })
      assert.deepEqual(await readSoldRooms(), [0, 1, 0, 1, 0])
      const firstStay = await insertStay(app.db, createNights(today - 3), { status: 'checked_in' })
      assert.deepEqual(await readSoldRooms(), [0, 1, 1, 0, 0])
      await app.db.deleteFrom('booking').where('code', '=', firstStay).execute()
      assert.deepEqual(await readSoldRooms(), [0, 1, 0, 1, 0])
      await purgeStays(app.db)
    })

    test('match the bookings to the poisha in nights, room types, sources, countries, files and stay lists (OFF-151, OFF-291, OFF-293, OFF-335)', async () => {
      const roomIds = [await addRoom(app.db, 'one', 9), await addRoom(app.db, 'two', 9)]
      const random = createRandom(20_270_104)
      const bookings = Array.from({ length: STAY_COUNT }, () => {
        const firstNight = today - 500 + random(600)
        const isLong = random(20) === 0
        const nights = Array.from({ length: 1 + random(isLong ? 120 : 9) }, (_, index) => {
          const pricePoisha = random(6) === 0 ? 0 : 1 + random(2_000_000)
          return {
            roomId: roomIds[random(2)]!,
            night: firstNight + index,
            pricePoisha,
            vatPoisha: random(pricePoisha + 1),
          }
        })
        return {
          nights,
          status: statuses[random(statuses.length)]!,
          source: bookingSources[random(bookingSources.length)]!,
          country: ['BD', 'DE', null][random(3)]!,
        }
      })
      for (const { nights, ...bookingFields } of bookings) await insertStay(app.db, nights, bookingFields)

      const arrivedBookings = bookings.filter(({ status }) => status === 'checked_in' || status === 'checked_out')
      const firstArrivalDay = Math.min(today, ...arrivedBookings.map(({ nights }) => nights[0]!.night))
      for (let run = 0; run < 12; run++) {
        const [from, length] = [today - 480 + random(560), 1 + random(366)]
        const figures = await readFigures(from, length)
        const expectedNights = bookings.flatMap((booking) =>
          booking.nights.filter(({ night }) => {
            const isInPeriod = night >= from && night < from + length
            const isConfirmed = booking.status === 'confirmed' && (night >= today || night < firstArrivalDay)
            return isInPeriod && (arrivedBookings.includes(booking) || isConfirmed)
          }),
        )
        const vat = sum(expectedNights, ({ vatPoisha }) => vatPoisha)
        const sums = {
          sold: expectedNights.length,
          paid: expectedNights.filter(({ pricePoisha }) => pricePoisha > 0).length,
          net: sum(expectedNights, ({ pricePoisha }) => pricePoisha) - vat,
          vat,
        }
        const description = `${isoDay(from)}, ${length} nights`
        for (const groups of [figures.nights, figures.rooms, figures.sources, figures.countries, [figures.all]])
          assert.deepEqual(sumLines(groups), sums, description)
        assert.equal(
          sum(figures.rooms, ({ units }) => units),
          figures.all.units,
          description,
        )
        const filter = { from: isoDay(from), until: isoDay(from + length - 1) }
        const { paid: _, ...expectedSums } = sums
        for (const sheet of ['nights', 'rooms', 'sources', 'countries'] as const)
          assert.deepEqual(await sumFile(sheet, filter), expectedSums, `${sheet}, ${description}`)
        assert.deepEqual(await sumStayList(filter), expectedSums, description)
        for (const line of figures.sources) {
          const { paid: __, ...expectedOfSource } = sumLines([line])
          assert.deepEqual(
            await sumStayList({ ...filter, source: line.source }),
            expectedOfSource,
            `${line.source}, ${description}`,
          )
        }
      }
    })
  })
}

const sum = <Item>(items: readonly Item[], getValue: (item: Item) => number) =>
  items.reduce((total, item) => total + getValue(item), 0)

/** Sums lines, with amounts converted from taka to poisha. */
const sumLines = (lines: readonly { sold: number; paid: number; net: number | null; vat: number | null }[]) => ({
  sold: sum(lines, ({ sold }) => sold),
  paid: sum(lines, ({ paid }) => paid),
  net: sum(lines, ({ net }) => Math.round(net! * 100)),
  vat: sum(lines, ({ vat }) => Math.round(vat! * 100)),
})

/** Creates a pseudorandom generator that returns the same numbers for the same seed. */
function createRandom(seed: number) {
  let state = seed
  return (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}
