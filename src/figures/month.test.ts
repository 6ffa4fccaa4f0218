import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { engines } from '../../testing/engines.ts'
import { openHouse, withAnOwner, type TestHouse } from '../../testing/house.ts'
import { keepStay, nightsAt } from '../../testing/kept-stays.ts'
import { addRoom } from '../../testing/rooms.ts'
import { closeUnit } from '../availability/closure.ts'
import { parseDay } from '../platform/day.ts'
import { ratiosOf } from './ratios.ts'

/** By the clocks of Dhaka. */
const at = (moment: string): number => Date.parse(`${moment}+06:00`)
const on = (iso: string): number => parseDay(iso)!

/**
 * December of a house with three singles and two twins, every cell of it reckoned by hand. VAT is 15 per cent and within
 * the price, on the last night 10.
 *
 *   who        nights                 room    price   net    VAT   what of it is December
 *   Anna       29 Nov – 2 Dec, 4      single  5,750   5,000  750   2 nights  10,000 + 1,500
 *   Lena       30 Dec – 1 Jan, 3      twin    9,200   8,000  1,200 2 nights  16,000 + 2,400
 *   a party    5 – 7 Dec, 3           single  5,750   5,000  750   3 nights  15,000 + 2,250
 *                                     twin    9,200   8,000  1,200 3 nights  24,000 + 3,600
 *   Mina       14 – 15 Dec, 2         single  4,600   4,000  600   2 nights   8,000 + 1,200
 *              16 Dec, 1              twin    6,900   6,000  900   1 night    6,000 +   900
 *   a friend   20 – 21 Dec, 2         single  0       0      0     2 nights       0 +     0
 *   Rafiq      31 Dec, 1              single  5,500   5,000  500   1 night    5,000 +   500
 *                                                                 16 nights  84,000 + 12,350
 */
const sheet: Record<string, [sold: number, paid: number, net: number, vat: number]> = {
  '2026-12-01': [1, 1, 5_000, 750],
  '2026-12-02': [1, 1, 5_000, 750],
  '2026-12-05': [2, 2, 13_000, 1_950],
  '2026-12-06': [2, 2, 13_000, 1_950],
  '2026-12-07': [2, 2, 13_000, 1_950],
  '2026-12-14': [1, 1, 4_000, 600],
  '2026-12-15': [1, 1, 4_000, 600],
  '2026-12-16': [1, 1, 6_000, 900],
  '2026-12-20': [1, 0, 0, 0],
  '2026-12-21': [1, 0, 0, 0],
  '2026-12-30': [1, 1, 8_000, 1_200],
  '2026-12-31': [2, 2, 13_000, 1_700],
}
const closed = ['2026-12-10', '2026-12-11', '2026-12-12']

for (const engine of engines) {
  describe(`a month by hand, on ${engine.name}`, () => {
    let house: TestHouse
    let owner: string
    before(async () => {
      house = await openHouse(engine, {}, withAnOwner)
      owner = await house.signIn('owner')
      await fillDecember(house)
    })
    after(() => house.close())

    const figures = async (query: object) => {
      const { status, body } = await house.call('getFigures', query, { token: owner })
      assert.equal(status, 200, JSON.stringify(body))
      return body
    }
    const december = async () => (await figures({ period: 'last_month', compare: 'none' })).now

    test('every night is as the sheet says: sold, paid, net, VAT, units, closed (OFF-150)', async () => {
      const { from, until, nights } = await december()
      assert.deepEqual([from, until, nights.length], ['2026-12-01', '2026-12-31', 31])
      for (const { night, ...line } of nights) {
        const [sold, paid, net, vat] = sheet[night] ?? [0, 0, 0, 0]
        const expected = { sold, paid, net, vat, units: 5, closed: closed.includes(night) ? 1 : 0, waiting: 0 }
        assert.deepEqual(line, expected, night)
      }
    })

    test('its sums are those of the sheet, and so are occupancy, average rate and revenue per unit (OFF-150)', async () => {
      const { all } = await december()
      assert.deepEqual(all, { sold: 16, paid: 14, net: 84_000, vat: 12_350, units: 155, closed: 3, waiting: 0 })
      const { occupancy, occupancyOpen, averageRate, perUnit } = ratiosOf(all)
      assert.deepEqual([occupancy, occupancyOpen], [16 / 155, 16 / 152])
      assert.deepEqual([averageRate, perUnit], [6_000, 84_000 / 155])
      assert.ok(Math.abs(perUnit! - averageRate! * (14 / 155)) < 1e-9)
    })

    test('kinds of room, ways and countries: a night that went on in another room counts there (OFF-151)', async () => {
      const { rooms, sources, countries } = await december()
      assert.deepEqual(
        rooms.map(({ name: _, ...room }: { name: string }) => room),
        [
          { slug: 'single', sold: 10, paid: 8, net: 38_000, vat: 5_450, units: 93, closed: 3 },
          { slug: 'twin', sold: 6, paid: 6, net: 46_000, vat: 6_900, units: 62, closed: 0 },
        ],
      )
      assert.deepEqual(sources, [
        { source: 'agent', sold: 6, paid: 6, net: 39_000, vat: 5_850 },
        { source: 'website', sold: 4, paid: 4, net: 26_000, vat: 3_900 },
        { source: 'phone', sold: 3, paid: 3, net: 14_000, vat: 2_100 },
        { source: 'mail', sold: 2, paid: 0, net: 0, vat: 0 },
        { source: 'walk_in', sold: 1, paid: 1, net: 5_000, vat: 500 },
      ])
      assert.deepEqual(
        countries.map(({ country, sold, net }: Record<string, unknown>) => [country, sold, net]),
        [
          ['', 8, 29_000],
          ['DE', 6, 39_000],
          ['GB', 2, 16_000],
        ],
      )
    })

    test('length by departure, lead time by arrival and the clocks of Dhaka; a party is one stay (OFF-152)', async () => {
      const { length_of_stay: length, lead_time: lead } = await december()
      // 4 nights, 3 of the party, 3 in two rooms, 2 of the friend.
      assert.deepEqual(length, { mean: 3, median: 3, stays: 4 })
      // 0, 3, 4, 30 and 40 days.
      assert.deepEqual([lead.mean, lead.median, lead.stays], [77 / 5, 4, 5])
      assert.deepEqual(
        lead.buckets,
        [0, 1, 4, 8, 31].map((from) => ({ from, stays: 1 })),
      )
    })

    test('cancellations by what was booked and by date; no-shows, and the fees of both apart (OFF-153)', async () => {
      const { ended } = await december()
      assert.deepEqual(ended, {
        made: 8,
        made_and_cancelled: 1,
        cancelled: 2,
        no_shows: 1,
        cancel_fees: 9_200,
        no_show_fees: 5_750,
      })
    })

    test('beside other days: those before, the same weekdays of last year, days that are named (OFF-154)', async () => {
      const [of, own] = [{ period: 'last_month' }, { from: '2026-12-30', until: '2026-12-31' }]
      const before = async (query: object) => (await figures(query)).before
      assert.deepEqual(pick(await before({ ...of, compare: 'previous' })), ['2026-10-31', '2026-11-30', 2])
      assert.deepEqual(pick(await before({ ...of, compare: 'year' })), ['2025-12-02', '2026-01-01', 0])
      const named = { period: 'own', ...own, compare: 'own', compare_from: '2026-12-06' }
      assert.deepEqual(pick(await before(named)), ['2026-12-06', '2026-12-07', 4])
      assert.equal(await before({ ...of, compare: 'none' }), null)
    })

    test('what is on the books: confirmed from today on; requests that wait apart (OFF-150)', async () => {
      const { now } = await figures({ period: 'own', from: '2027-01-03', until: '2027-01-09', compare: 'none' })
      assert.deepEqual(
        now.nights.map(({ sold, waiting }: { sold: number; waiting: number }) => [sold, waiting]),
        [
          [0, 0],
          [1, 0],
          [1, 0],
          [0, 2],
          [0, 2],
          [0, 0],
          [0, 0],
        ],
      )
    })
  })
}

const pick = ({ from, until, all }: { from: string; until: string; all: { sold: number } }) => [from, until, all.sold]

async function fillDecember(house: TestHouse): Promise<void> {
  const { db } = house
  const single = await addRoom(db, 'single', 3)
  const twin = await addRoom(db, 'twin', 2, { position: 101 })
  const unit = await db.selectFrom('unit').select('id').where('room_id', '=', single).limit(1).executeTakeFirstOrThrow()
  await closeUnit(db, { unitId: unit.id, fromDay: on(closed[0]!), toDay: on(closed[2]!) + 1, reason: 'paint' })

  await keepStay(db, nightsAt(single, on('2026-11-29'), 4, 5_750, 750), { created_at: at('2026-11-01T12:00') })
  await keepStay(db, nightsAt(twin, on('2026-12-30'), 3, 9_200, 1_200), {
    created_at: at('2026-11-30T23:59'),
    country: 'GB',
  })
  const party = { stay_code: 'PARTY00001', source: 'agent', country: 'DE', created_at: at('2026-12-01T00:30') } as const
  await keepStay(db, nightsAt(single, on('2026-12-05'), 3, 5_750, 750), { ...party, code: 'PARTY00001' })
  await keepStay(db, nightsAt(twin, on('2026-12-05'), 3, 9_200, 1_200), { ...party, code: 'PARTY00002' })
  await keepStay(
    db,
    [...nightsAt(single, on('2026-12-14'), 2, 4_600, 600), ...nightsAt(twin, on('2026-12-16'), 1, 6_900, 900)],
    { source: 'phone', created_at: at('2026-12-11T09:00') },
  )
  await keepStay(db, nightsAt(single, on('2026-12-20'), 2, 0, 0), {
    source: 'mail',
    created_at: at('2026-11-10T09:00'),
  })
  // One o'clock in the night of Dhaka is the day before in London.
  await keepStay(db, nightsAt(single, on('2026-12-31'), 1, 5_500, 500), {
    source: 'walk_in',
    created_at: at('2026-12-31T01:00'),
  })

  const cost = { cancel_fee_poisha: 920_000, cancelled_at: at('2026-12-23T12:00') }
  const ended = nightsAt(twin, on('2026-12-24'), 2, 9_200, 1_200)
  await keepStay(db, ended, { status: 'cancelled', created_at: at('2026-12-01T10:00'), ...cost })
  await keepStay(db, nightsAt(twin, on('2027-01-20'), 2, 9_200, 1_200), {
    status: 'cancelled',
    created_at: at('2026-11-20T10:00'),
    cancelled_at: at('2026-12-02T10:00'),
    cancel_fee_poisha: 0,
  })
  await keepStay(db, nightsAt(single, on('2026-12-27'), 1, 5_750, 750), {
    status: 'no_show',
    created_at: at('2026-12-20T10:00'),
    cancelled_at: at('2026-12-27T23:00'),
    cancel_fee_poisha: 575_000,
  })
  // Confirmed, and nobody checked them in although the desk does so; declined; over before it was answered.
  for (const status of ['confirmed', 'declined', 'expired'] as const)
    await keepStay(db, nightsAt(single, on('2026-12-18'), 1, 5_750, 750), {
      status,
      created_at: at('2026-12-15T10:00'),
    })

  const january = at('2027-01-02T10:00')
  await keepStay(db, nightsAt(single, on('2027-01-04'), 2, 5_750, 750), { status: 'confirmed', created_at: january })
  for (const room of [single, twin])
    await keepStay(db, nightsAt(room, on('2027-01-06'), 2, 5_750, 750), {
      status: 'pending_approval',
      created_at: january,
      expires_at: january + 5 * 86_400_000,
    })
  await keepStay(db, nightsAt(twin, on('2027-01-06'), 2, 5_750, 750), {
    status: 'pending_approval',
    created_at: january,
    expires_at: january + 86_400_000,
  })
}
