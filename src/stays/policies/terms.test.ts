import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { freeToTheLast, nightsFrom, percentFrom } from '#testing/policies.ts'
import { parseDay } from '#platform/day.ts'
import { feePoisha, inOrder, isLess, nothing, type Fee, type Rules } from './policy.ts'
import { arrivalAt, costAt, keptTerms, readAgreed, readTerms, termsAfter, termsFor, together } from './terms.ts'

const HOUR_MS = 3_600_000
const house = { timeZone: 'Asia/Dhaka', checkInFrom: '14:00' }
/** Nights of 7,500 and 8,001.05 BDT. */
const nights = [750_000, 800_105, 750_000]
const all = 2_300_105
const day = parseDay('2027-03-05')!
const arrival = Date.parse('2027-03-05T14:00:00+06:00')
const booked = Date.parse('2027-01-01T09:30:00+06:00')

const nights1: Fee = { kind: 'nights', amount: 1 }
const percent = (amount: number): Fee => ({ kind: 'percent', amount })
const inSteps: Rules = {
  tiers: [percentFrom(168, 25), percentFrom(48, 50), { hours: 24, ...percent(100) }],
  noShow: percent(100),
  deposit: percent(10),
}

/** The expected fees by policy and time. Times after the arrival are omitted, because only the desk cancels then. */
const table: readonly [name: string, policy: Rules, rows: readonly (readonly [moment: number, fee: number])[]][] = [
  [
    'free to the last',
    freeToTheLast,
    [
      [booked, 0],
      [arrival - 1, 0],
    ],
  ],
  [
    'one night from 48 hours before on',
    nightsFrom(48, 1),
    [
      [booked, 0],
      [arrival - 48 * HOUR_MS - 1000, 0],
      [arrival - 48 * HOUR_MS - 1, 0],
      [arrival - 48 * HOUR_MS, 750_000],
      [arrival - 48 * HOUR_MS + 1, 750_000],
      [arrival - 48 * HOUR_MS + 1000, 750_000],
      [arrival - 1, 750_000],
    ],
  ],
  [
    'two nights from a day before on',
    nightsFrom(24, 2),
    [
      [arrival - 24 * HOUR_MS - 1, 0],
      [arrival - 24 * HOUR_MS, 1_550_105],
    ],
  ],
  ['more nights than there are', nightsFrom(24, 9), [[arrival - HOUR_MS, all]]],
  [
    'in steps, in per cent',
    inSteps,
    [
      [arrival - 168 * HOUR_MS - 1, 0],
      // 575,026.25 and 1,150,052.5, which is rounded up.
      [arrival - 168 * HOUR_MS, 575_026],
      [arrival - 48 * HOUR_MS - 1, 575_026],
      [arrival - 48 * HOUR_MS, 1_150_053],
      [arrival - 24 * HOUR_MS - 1, 1_150_053],
      [arrival - 24 * HOUR_MS, all],
      [arrival - 1, all],
    ],
  ],
  [
    'not refundable',
    { ...freeToTheLast, tiers: [percentFrom(null, 100)] },
    [
      [booked, all],
      [arrival - 1, all],
    ],
  ],
  [
    'steps of falling fees',
    {
      ...freeToTheLast,
      tiers: [
        { hours: 72, ...percent(50) },
        { hours: 24, ...nights1 },
      ],
    },
    [
      [arrival - 72 * HOUR_MS - 1, 0],
      [arrival - 72 * HOUR_MS, 1_150_053],
      [arrival - 24 * HOUR_MS, 1_150_053],
    ],
  ],
]

describe('what cancelling costs', () => {
  const before = process.env['TZ']
  after(() => {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  })

  // The result must not depend on the time zone of the process, only on that of the company.
  for (const [zone, offset] of [
    ['UTC', 0],
    ['Asia/Dhaka', -360],
    ['America/Los_Angeles', 480],
    ['Pacific/Kiritimati', -840],
  ] as const) {
    test(`has the listed amount before and from each step on, in ${zone} (POL-1)`, () => {
      process.env['TZ'] = zone
      assert.equal(new Date(Date.UTC(2027, 0, 1)).getTimezoneOffset(), offset)
      assert.equal(arrivalAt(day, house), arrival)
      for (const [name, policy, rows] of table) {
        const terms = termsFor(policy, nights, { arrivalAt: arrivalAt(day, house), now: booked })
        for (const [moment, fee] of rows)
          assert.equal(costAt(readTerms(keptTerms(terms)), moment), fee, `${name}, ${new Date(moment).toISOString()}`)
      }
    })
  }

  test("counts elapsed hours across a clock change, from the check-in time in the company's zone (POL-1)", () => {
    const berlin = { timeZone: 'Europe/Berlin', checkInFrom: '15:30' }
    // On 28 March 2027 clocks skip an hour.
    const at = arrivalAt(parseDay('2027-03-28')!, berlin)
    assert.equal(at, Date.parse('2027-03-28T15:30:00+02:00'))
    const terms = termsFor(nightsFrom(24, 1), nights, { arrivalAt: at, now: booked })
    assert.deepEqual(
      [Date.parse('2027-03-27T14:29:59.999+01:00'), Date.parse('2027-03-27T14:30:00+01:00')].map((now) =>
        costAt(terms, now),
      ),
      [0, 750_000],
    )
  })

  test('starts at the step that applies at the time of a late booking (POL-1)', () => {
    const now = arrival - 30 * HOUR_MS
    const terms = termsFor(inSteps, nights, { arrivalAt: arrival, now })
    assert.deepEqual([costAt(terms, now), costAt(terms, arrival - 24 * HOUR_MS)], [1_150_053, all])
    const strict = { ...inSteps, tiers: [percentFrom(null, 10), ...inSteps.tiers] }
    assert.equal(costAt(termsFor(strict, nights, { arrivalAt: arrival, now }), now), 1_150_053)
    assert.equal(costAt(termsFor(strict, nights, { arrivalAt: arrival, now: booked }), booked), 230_011)
  })

  test('never exceeds the price of the stay, and the no-show fee is never below the last step (POL-1, POL-6)', () => {
    for (const total of [1, 49, 99, 101, 4_500_05]) {
      for (let amount = 1; amount <= 100; amount++) {
        const fee = feePoisha(percent(amount), [total])
        assert.ok(Number.isInteger(fee) && fee <= total)
        assert.ok(Math.abs(fee - (total * amount) / 100) <= 0.5)
      }
      assert.equal(feePoisha(percent(100), [total]), total)
    }
    assert.equal(feePoisha(percent(50), [1]), 1)
    assert.equal(feePoisha(nothing, nights), 0)
    const cheap = termsFor({ ...inSteps, noShow: nights1 }, nights, { arrivalAt: arrival, now: booked })
    assert.deepEqual([cheap.noShowPoisha, cheap.depositPoisha], [all, 230_011])
  })

  test('of several rooms is the sum of the fees of each room (POL-4)', () => {
    const rooms = [
      termsFor(nightsFrom(48, 1), nights, { arrivalAt: arrival, now: booked }),
      termsFor(inSteps, [100_000], { arrivalAt: arrival, now: booked }),
      termsFor({ ...freeToTheLast, tiers: [percentFrom(null, 30)] }, [10_000], { arrivalAt: arrival + 1, now: booked }),
    ]
    const one = together(rooms)
    for (const { at } of one.steps)
      for (const moment of [at - 1, at, at + 1])
        assert.equal(
          costAt(one, moment),
          rooms.reduce((sum, terms) => sum + costAt(terms, moment), 0),
        )
    assert.equal(costAt(one, arrival), 750_000 + 100_000 + 3_000)
    assert.deepEqual([one.arrivalAt, one.noShowPoisha, one.depositPoisha], [arrival, 750_000 + 100_000 + 3_000, 10_000])
    assert.equal(together([rooms[0]!, { ...rooms[1]!, arrivalAt: null }]).arrivalAt, null)
  })

  test('follows the agreed rules for changed nights, and a step that has begun stays (POL-5)', () => {
    const agreed = readAgreed(keptTerms(termsFor(inSteps, nights, { arrivalAt: arrival, now: booked })))
    const later = arrival + 10 * 24 * HOUR_MS
    // No step has begun, so all steps move with the arrival.
    const moved = termsAfter(agreed, [100_000], { arrivalAt: later, now: booked })
    assert.deepEqual(moved, termsFor(inSteps, [100_000], { arrivalAt: later, now: booked }))
    // The first step has begun. It keeps its time and its fee at least, and the others move.
    const begun = arrival - 100 * HOUR_MS
    const late = termsAfter(agreed, [1_000_000, 1_000_000], { arrivalAt: later, now: begun })
    assert.deepEqual(
      [begun, later - 48 * HOUR_MS - 1, later - 48 * HOUR_MS, later - 24 * HOUR_MS].map((now) => costAt(late, now)),
      [575_026, 575_026, 1_000_000, 2_000_000],
    )
    // If the arrival day stays the same, the steps keep their times, even if the check-in time has changed.
    const longer = termsAfter(agreed, [...nights, 100_000], { arrivalAt: null, now: begun })
    assert.deepEqual(
      longer.steps.map(({ at }) => at),
      agreed.steps.map(({ at }) => at),
    )
    assert.equal(costAt(longer, arrival - 1), all + 100_000)
    // A non-refundable stay stays non-refundable on other days.
    const strict = termsFor({ ...freeToTheLast, tiers: [percentFrom(null, 100)] }, nights, {
      arrivalAt: arrival,
      now: booked,
    })
    assert.equal(costAt(termsAfter(strict, nights, { arrivalAt: later, now: begun }), begun), all)
  })

  describe('terms after a change of nights', () => {
    const first = nightsFrom(48, 1)
    const free = { ...freeToTheLast, tiers: [nightsFrom(24, 1).tiers[0]!] }
    const strict: Rules = { tiers: [percentFrom(null, 100)], noShow: percent(100), deposit: percent(100) }
    const late = arrival - 44 * HOUR_MS
    const dayEarlier = { arrivalAt: arrival - 24 * HOUR_MS, now: late }

    test('never lower a fee that already applies, for example by adding a cheap first night (SEC-2)', () => {
      const agreed = termsFor(first, [2_000_000], { arrivalAt: arrival, now: booked })
      assert.equal(costAt(agreed, late), 2_000_000)
      const moved = termsAfter(agreed, [100_000, 2_000_000], { ...dayEarlier, added: [first] })
      assert.equal(costAt(moved, late), 2_000_000)
      assert.equal(moved.noShowPoisha, 2_000_000)
      const again = termsAfter(moved, [100_000, 100_000, 2_000_000], { ...dayEarlier, now: late + 1, added: [first] })
      assert.equal(costAt(again, late + 1), 2_000_000)
    })

    test('include the policy of added nights, which can be non-refundable (SEC-3)', () => {
      const agreed = termsFor(free, [500_000], { arrivalAt: arrival, now: booked })
      const moved = termsAfter(agreed, [400_000], {
        arrivalAt: arrival + 24 * HOUR_MS,
        now: booked,
        added: [strict],
      })
      assert.equal(costAt(moved, booked), 400_000)
      assert.deepEqual([moved.noShowPoisha, moved.depositPoisha], [400_000, 400_000])
      const back = termsAfter(moved, [500_000], { arrivalAt: arrival, now: booked + 1, added: [free] })
      assert.equal(costAt(back, booked + 1), 500_000)
    })

    test('can lower the fee while cancelling is free or the booking is unconfirmed', () => {
      const agreed = termsFor(first, [2_000_000], { arrivalAt: arrival, now: booked })
      const earlier = termsAfter(agreed, [100_000], { arrivalAt: arrival, now: booked, added: [first] })
      assert.equal(costAt(earlier, arrival - 1), 100_000)
      const asked = termsFor(strict, [2_000_000], { arrivalAt: arrival, now: booked })
      const other = termsAfter(asked, [100_000], {
        arrivalAt: arrival,
        now: booked,
        added: [strict],
        isPromised: false,
      })
      assert.equal(costAt(other, booked), 100_000)
    })

    test('contain each step once, even if nights with the same policy are added repeatedly', () => {
      let terms = termsFor(inSteps, nights, { arrivalAt: arrival, now: booked })
      for (let times = 0; times < 5; times++)
        terms = termsAfter(terms, nights, { arrivalAt: null, now: booked, added: [inSteps, { ...inSteps }] })
      assert.deepEqual(terms, termsFor(inSteps, nights, { arrivalAt: arrival, now: booked }))
    })
  })

  test('sorts the steps of a policy by start, earliest first (POL-2)', () => {
    assert.deepEqual(
      inOrder([percentFrom(24, 3), percentFrom(null, 1), percentFrom(48, 2)]).map(({ amount }) => amount),
      [1, 2, 3],
    )
    const lessThan: readonly [Fee, Fee, boolean][] = [
      [percent(50), percent(60), true],
      [percent(50), percent(50), false],
      // A night is half of a stay of two nights, but less than half of three.
      [nights1, percent(50), false],
      [percent(50), nights1, false],
      [nights1, percent(100), true],
      [percent(100), nights1, false],
      [nothing, nights1, true],
      [nothing, nothing, false],
    ]
    for (const [a, b, isSo] of lessThan) assert.equal(isLess(a, b), isSo, JSON.stringify([a, b]))
  })
})
