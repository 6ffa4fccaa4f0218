import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { closedDays, fillDecember, expectedNights } from '#testing/december-figures.ts'
import { enginesFor } from '#testing/engines.ts'
import { ownerOnlyContent, setUpTestApp } from '#testing/test-app.ts'
import { calculateRatios } from './ratios.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the figures of a month compared with a reference sheet, on ${engine.name}`, () => {
    const app = setUpTestApp(engine, {}, ownerOnlyContent)
    let ownerToken: string
    before(async () => {
      ownerToken = await app.signIn('owner')
      await fillDecember(app)
    })

    const readFigures = (query: object) => app.callOk('getFigures', query, { token: ownerToken })
    const readDecember = async () => (await readFigures({ period: 'last_month', compare: 'none' })).now

    test('match the sheet on every night: sold, paid, net, VAT, units and closed units (OFF-150)', async () => {
      const { from, until, nights } = await readDecember()
      assert.deepEqual([from, until, nights.length], ['2026-12-01', '2026-12-31', 31])
      for (const { night, ...line } of nights) {
        const [sold, paid, net, vat] = expectedNights[night] ?? [0, 0, 0, 0]
        const expectedLine = { sold, paid, net, vat, units: 5, closed: closedDays.includes(night) ? 1 : 0, waiting: 0 }
        assert.deepEqual(line, expectedLine, night)
      }
    })

    test('match the sheet in totals, occupancy, average rate and revenue per unit (OFF-150)', async () => {
      const { all } = await readDecember()
      assert.deepEqual(all, { sold: 16, paid: 14, net: 84_000, vat: 12_350, units: 155, closed: 3, waiting: 0 })
      const { occupancy, occupancyOpen, averageRate, perUnit } = calculateRatios(all)
      assert.deepEqual([occupancy, occupancyOpen], [16 / 155, 16 / 152])
      assert.deepEqual([averageRate, perUnit], [6_000, 84_000 / 155])
      assert.ok(Math.abs(perUnit! - averageRate! * (14 / 155)) < 1e-9)
    })

    test('split nights by room type, source and country, and count a night for the room in which the guest slept (OFF-151)', async () => {
      const { rooms, sources, countries } = await readDecember()
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

    test('count the length of a stay at its departure and the lead time at its arrival, and a group as one stay (OFF-152)', async () => {
      const { length_of_stay: lengthOfStay, lead_time: leadTime } = await readDecember()
      // 4 nights; 3 for the group; 3 in two rooms; 2 for the friend.
      const { parts, ...summaryFields } = lengthOfStay
      assert.deepEqual(summaryFields, { mean: 3, median: 3, stays: 4 })
      assert.deepEqual(
        parts,
        Object.entries({ 1: 0, 2: 1, 3: 2, 4: 1, 8: 0, 15: 0, 31: 0 }).map(([from, times]) => ({ from: +from, times })),
      )
      // 0, 3, 4, 30 and 40 days.
      assert.deepEqual([leadTime.mean, leadTime.median, leadTime.stays], [77 / 5, 4, 5])
      assert.deepEqual(
        leadTime.parts,
        [0, 1, 4, 8, 31].map((from) => ({ from, times: 1 })),
      )
    })

    test('count cancellations by booking date and by cancellation date, and count no-shows and fees separately (OFF-153)', async () => {
      const { ended } = await readDecember()
      assert.deepEqual(ended, {
        made: 8,
        made_and_cancelled: 1,
        cancelled: 2,
        no_shows: 1,
        cancel_fees: 9_200,
        no_show_fees: 5_750,
      })
    })

    test('can be compared with the previous period, the same weekdays of last year, or a custom date (OFF-154)', async () => {
      const [lastMonth, customDates] = [{ period: 'last_month' }, { from: '2026-12-30', until: '2026-12-31' }]
      const readComparison = async (query: object) => (await readFigures(query)).before
      assert.deepEqual(pickTotals(await readComparison({ ...lastMonth, compare: 'previous' })), [
        '2026-10-31',
        '2026-11-30',
        2,
      ])
      assert.deepEqual(pickTotals(await readComparison({ ...lastMonth, compare: 'year' })), [
        '2025-12-02',
        '2026-01-01',
        0,
      ])
      const customQuery = { period: 'own', ...customDates, compare: 'own', compare_from: '2026-12-06' }
      assert.deepEqual(pickTotals(await readComparison(customQuery)), ['2026-12-06', '2026-12-07', 4])
      assert.equal(await readComparison({ ...lastMonth, compare: 'none' }), null)
    })

    test('count confirmed stays from today on as "on the books", and pending requests separately (OFF-150)', async () => {
      const { now } = await readFigures({ period: 'own', from: '2027-01-03', until: '2027-01-09', compare: 'none' })
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

const pickTotals = ({ from, until, all }: { from: string; until: string; all: { sold: number } }) => [
  from,
  until,
  all.sold,
]
