import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { freeCancellation, createNightRules, createPercentTier, noFee } from '#testing/policies.ts'
import { parseDay } from '#platform/day.ts'
import { calculateFee, sortTiers, isLowerFee, type Fee, type Rules } from './policy.ts'
import {
  getArrivalTime,
  getFeeAt,
  getFreeUntil,
  serializeTerms,
  parseAgreedTerms,
  parseTerms,
  recalculateTerms,
  createTerms,
  combineTerms,
} from './terms.ts'
import { HOUR_MS } from '#platform/durations.ts'

const company = { timeZone: 'Asia/Dhaka', checkInFrom: '14:00' }
/** Nights of 7,500 and 8,001.05 BDT. */
const nights = [750_000, 800_105, 750_000]
const totalPoisha = 2_300_105
const arrivalDay = parseDay('2027-03-05')!
const arrival = Date.parse('2027-03-05T14:00:00+06:00')
const bookedAt = Date.parse('2027-01-01T09:30:00+06:00')

const oneNight: Fee = { kind: 'nights', amount: 1 }
const createPercent = (amount: number): Fee => ({ kind: 'percent', amount })
const steppedRules: Rules = {
  tiers: [createPercentTier(168, 25), createPercentTier(48, 50), { hours: 24, ...createPercent(100) }],
  noShow: createPercent(100),
  deposit: createPercent(10),
}

/** The expected fees by policy and time. Times after the arrival are omitted, because only the desk cancels then. */
const feeCases: readonly [name: string, policy: Rules, rows: readonly (readonly [moment: number, fee: number])[]][] = [
  [
    'free to the last',
    freeCancellation,
    [
      [bookedAt, 0],
      [arrival - 1, 0],
    ],
  ],
  [
    'one night from 48 hours before on',
    createNightRules(48, 1),
    [
      [bookedAt, 0],
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
    createNightRules(24, 2),
    [
      [arrival - 24 * HOUR_MS - 1, 0],
      [arrival - 24 * HOUR_MS, 1_550_105],
    ],
  ],
  ['more nights than there are', createNightRules(24, 9), [[arrival - HOUR_MS, totalPoisha]]],
  [
    'in steps, in per cent',
    steppedRules,
    [
      [arrival - 168 * HOUR_MS - 1, 0],
      // 575,026.25 and 1,150,052.5, which is rounded up.
      [arrival - 168 * HOUR_MS, 575_026],
      [arrival - 48 * HOUR_MS - 1, 575_026],
      [arrival - 48 * HOUR_MS, 1_150_053],
      [arrival - 24 * HOUR_MS - 1, 1_150_053],
      [arrival - 24 * HOUR_MS, totalPoisha],
      [arrival - 1, totalPoisha],
    ],
  ],
  [
    'not refundable',
    { ...freeCancellation, tiers: [createPercentTier(null, 100)] },
    [
      [bookedAt, totalPoisha],
      [arrival - 1, totalPoisha],
    ],
  ],
  [
    'steps of falling fees',
    {
      ...freeCancellation,
      tiers: [
        { hours: 72, ...createPercent(50) },
        { hours: 24, ...oneNight },
      ],
    },
    [
      [arrival - 72 * HOUR_MS - 1, 0],
      [arrival - 72 * HOUR_MS, 1_150_053],
      [arrival - 24 * HOUR_MS, 1_150_053],
    ],
  ],
]

describe('the cancellation fee', () => {
  const zoneBefore = process.env['TZ']
  after(() => {
    if (zoneBefore === undefined) delete process.env['TZ']
    else process.env['TZ'] = zoneBefore
  })

  // The result must not depend on the time zone of the process, only on that of the company.
  for (const [zone, offset] of [
    ['UTC', 0],
    ['Asia/Dhaka', -360],
    ['America/Los_Angeles', 480],
    ['Pacific/Kiritimati', -840],
  ] as const) {
    test(`matches the expected fee just before and at each step, in ${zone} (POL-1)`, () => {
      process.env['TZ'] = zone
      assert.equal(new Date(Date.UTC(2027, 0, 1)).getTimezoneOffset(), offset)
      assert.equal(getArrivalTime(arrivalDay, company), arrival)
      for (const [name, policy, rows] of feeCases) {
        const terms = createTerms(policy, nights, { arrivalAt: getArrivalTime(arrivalDay, company), now: bookedAt })
        for (const [time, fee] of rows)
          assert.equal(
            getFeeAt(parseTerms(serializeTerms(terms)), time),
            fee,
            `${name}, ${new Date(time).toISOString()}`,
          )
      }
    })
  }

  test("depends on elapsed hours before check-in, across a clock change and in the company's time zone (POL-1)", () => {
    const berlinCompany = { timeZone: 'Europe/Berlin', checkInFrom: '15:30' }
    // On 28 March 2027 clocks skip an hour.
    const arrivalMs = getArrivalTime(parseDay('2027-03-28')!, berlinCompany)
    assert.equal(arrivalMs, Date.parse('2027-03-28T15:30:00+02:00'))
    const terms = createTerms(createNightRules(24, 1), nights, { arrivalAt: arrivalMs, now: bookedAt })
    assert.deepEqual(
      [Date.parse('2027-03-27T14:29:59.999+01:00'), Date.parse('2027-03-27T14:30:00+01:00')].map((now) =>
        getFeeAt(terms, now),
      ),
      [0, 750_000],
    )
  })

  test('is the fee of the current step right after a late booking (POL-1)', () => {
    const now = arrival - 30 * HOUR_MS
    const terms = createTerms(steppedRules, nights, { arrivalAt: arrival, now })
    assert.deepEqual([getFeeAt(terms, now), getFeeAt(terms, arrival - 24 * HOUR_MS)], [1_150_053, totalPoisha])
    const strictRules = { ...steppedRules, tiers: [createPercentTier(null, 10), ...steppedRules.tiers] }
    assert.equal(getFeeAt(createTerms(strictRules, nights, { arrivalAt: arrival, now }), now), 1_150_053)
    assert.equal(getFeeAt(createTerms(strictRules, nights, { arrivalAt: arrival, now: bookedAt }), bookedAt), 230_011)
  })

  test('is zero until the first step with a fee, and the free cancellation ends at the check-in time at the latest (POL-1)', () => {
    const agreeTerms = (policy: Rules) => createTerms(policy, nights, { arrivalAt: arrival, now: bookedAt })
    const rulesFromTwoDays = { ...steppedRules, tiers: [createPercentTier(168, 0), createPercentTier(48, 50)] }
    assert.equal(getFreeUntil(agreeTerms(steppedRules), bookedAt), arrival - 168 * HOUR_MS)
    assert.equal(getFreeUntil(agreeTerms(rulesFromTwoDays), arrival - 48 * HOUR_MS - 1), arrival - 48 * HOUR_MS)
    assert.equal(getFreeUntil(agreeTerms(rulesFromTwoDays), arrival - 48 * HOUR_MS), null)
    assert.equal(getFreeUntil(agreeTerms(freeCancellation), arrival - 1), arrival)
    assert.equal(getFreeUntil(agreeTerms(freeCancellation), arrival), null)
    assert.equal(getFreeUntil({ ...agreeTerms(freeCancellation), arrivalAt: null }, bookedAt), null)
  })

  test('never exceeds the price of the stay or the no-show fee (POL-1, POL-6)', () => {
    for (const total of [1, 49, 99, 101, 4_500_05]) {
      for (let amount = 1; amount <= 100; amount++) {
        const fee = calculateFee(createPercent(amount), [total])
        assert.ok(Number.isInteger(fee) && fee <= total)
        assert.ok(Math.abs(fee - (total * amount) / 100) <= 0.5)
      }
      assert.equal(calculateFee(createPercent(100), [total]), total)
    }
    assert.equal(calculateFee(createPercent(50), [1]), 1)
    assert.equal(calculateFee(noFee, nights), 0)
    const cheapTerms = createTerms({ ...steppedRules, noShow: oneNight }, nights, { arrivalAt: arrival, now: bookedAt })
    assert.deepEqual([cheapTerms.noShowPoisha, cheapTerms.depositPoisha], [totalPoisha, 230_011])
  })

  test('of several rooms is the sum of the fees of each room, and the deposit includes rooms without one in full (POL-4)', () => {
    const roomTerms = [
      createTerms(createNightRules(48, 1), nights, { arrivalAt: arrival, now: bookedAt }),
      createTerms(steppedRules, [100_000], { arrivalAt: arrival, now: bookedAt }),
      createTerms({ ...freeCancellation, tiers: [createPercentTier(null, 30)] }, [10_000], {
        arrivalAt: arrival + 1,
        now: bookedAt,
      }),
    ]
    const totals = [750_000, 100_000, 10_000]
    const rooms = roomTerms.map((terms, index) => ({ terms, totalPoisha: totals[index]! }))
    const combinedTerms = combineTerms(rooms)
    for (const { at } of combinedTerms.steps)
      for (const time of [at - 1, at, at + 1])
        assert.equal(
          getFeeAt(combinedTerms, time),
          roomTerms.reduce((sum, terms) => sum + getFeeAt(terms, time), 0),
        )
    assert.equal(getFeeAt(combinedTerms, arrival), 750_000 + 100_000 + 3_000)
    assert.deepEqual(
      [combinedTerms.arrivalAt, combinedTerms.noShowPoisha, combinedTerms.depositPoisha],
      [arrival, 750_000 + 100_000 + 3_000, 750_000 + 10_000 + 10_000],
    )
    const roomWithoutArrival = { terms: { ...roomTerms[1]!, arrivalAt: null }, totalPoisha: 100_000 }
    assert.equal(combineTerms([rooms[0]!, roomWithoutArrival]).arrivalAt, null)
    assert.equal(combineTerms([rooms[0]!, rooms[2]!]).depositPoisha, 0)
  })

  test('follows the agreed rules when nights change, and keeps the steps that have already started (POL-5)', () => {
    const agreedTerms = parseAgreedTerms(
      serializeTerms(createTerms(steppedRules, nights, { arrivalAt: arrival, now: bookedAt })),
    )
    const laterArrival = arrival + 10 * 24 * HOUR_MS
    // No step has begun, so all steps move with the arrival.
    const movedTerms = recalculateTerms(agreedTerms, [100_000], { arrivalAt: laterArrival, now: bookedAt })
    assert.deepEqual(movedTerms, createTerms(steppedRules, [100_000], { arrivalAt: laterArrival, now: bookedAt }))
    // The first step has begun. It keeps its time, its fee does not fall, and the other steps move.
    const timeAfterFirstStep = arrival - 100 * HOUR_MS
    const lateTerms = recalculateTerms(agreedTerms, [1_000_000, 1_000_000], {
      arrivalAt: laterArrival,
      now: timeAfterFirstStep,
    })
    assert.deepEqual(
      [
        timeAfterFirstStep,
        laterArrival - 48 * HOUR_MS - 1,
        laterArrival - 48 * HOUR_MS,
        laterArrival - 24 * HOUR_MS,
      ].map((now) => getFeeAt(lateTerms, now)),
      [575_026, 575_026, 1_000_000, 2_000_000],
    )
    const timesOfFirstStep = { arrivalAt: laterArrival, now: arrival - 168 * HOUR_MS }
    assert.equal(recalculateTerms(agreedTerms, nights, timesOfFirstStep).steps[0]!.at, timesOfFirstStep.now)
    // If the arrival day stays the same, the steps keep their times, even if the check-in time has changed.
    const longerTerms = recalculateTerms(agreedTerms, [...nights, 100_000], {
      arrivalAt: null,
      now: timeAfterFirstStep,
    })
    assert.deepEqual(
      longerTerms.steps.map(({ at }) => at),
      agreedTerms.steps.map(({ at }) => at),
    )
    assert.equal(getFeeAt(longerTerms, arrival - 1), totalPoisha + 100_000)
    // A non-refundable stay stays non-refundable on other days.
    const strictTerms = createTerms({ ...freeCancellation, tiers: [createPercentTier(null, 100)] }, nights, {
      arrivalAt: arrival,
      now: bookedAt,
    })
    assert.equal(
      getFeeAt(
        recalculateTerms(strictTerms, nights, { arrivalAt: laterArrival, now: timeAfterFirstStep }),
        timeAfterFirstStep,
      ),
      totalPoisha,
    )
  })

  describe('terms after a change of nights', () => {
    const firstNightRules = createNightRules(48, 1)
    const freeRules = { ...freeCancellation, tiers: [createNightRules(24, 1).tiers[0]!] }
    const strictRules: Rules = {
      tiers: [createPercentTier(null, 100)],
      noShow: createPercent(100),
      deposit: createPercent(100),
    }
    const lateTime = arrival - 44 * HOUR_MS
    const earlierTimes = { arrivalAt: arrival - 24 * HOUR_MS, now: lateTime }

    test('never lower a fee that already applies, for example by adding a cheap first night (SEC-2)', () => {
      const agreedTerms = createTerms(firstNightRules, [2_000_000], { arrivalAt: arrival, now: bookedAt })
      assert.equal(getFeeAt(agreedTerms, lateTime), 2_000_000)
      const movedTerms = recalculateTerms(agreedTerms, [100_000, 2_000_000], {
        ...earlierTimes,
        addedPolicies: [firstNightRules],
      })
      assert.equal(getFeeAt(movedTerms, lateTime), 2_000_000)
      assert.equal(movedTerms.noShowPoisha, 2_000_000)
      const twiceMovedTerms = recalculateTerms(movedTerms, [100_000, 100_000, 2_000_000], {
        ...earlierTimes,
        now: lateTime + 1,
        addedPolicies: [firstNightRules],
      })
      assert.equal(getFeeAt(twiceMovedTerms, lateTime + 1), 2_000_000)
    })

    test('include the policy of added nights, even if it is non-refundable (SEC-3)', () => {
      const agreedTerms = createTerms(freeRules, [500_000], { arrivalAt: arrival, now: bookedAt })
      const movedTerms = recalculateTerms(agreedTerms, [400_000], {
        arrivalAt: arrival + 24 * HOUR_MS,
        now: bookedAt,
        addedPolicies: [strictRules],
      })
      assert.equal(getFeeAt(movedTerms, bookedAt), 400_000)
      assert.deepEqual([movedTerms.noShowPoisha, movedTerms.depositPoisha], [400_000, 400_000])
      const movedBackTerms = recalculateTerms(movedTerms, [500_000], {
        arrivalAt: arrival,
        now: bookedAt + 1,
        addedPolicies: [freeRules],
      })
      assert.equal(getFeeAt(movedBackTerms, bookedAt + 1), 500_000)
    })

    test('can lower the fee while cancelling is free or the booking is unconfirmed', () => {
      const agreedTerms = createTerms(firstNightRules, [2_000_000], { arrivalAt: arrival, now: bookedAt })
      const earlierTerms = recalculateTerms(agreedTerms, [100_000], {
        arrivalAt: arrival,
        now: bookedAt,
        addedPolicies: [firstNightRules],
      })
      assert.equal(getFeeAt(earlierTerms, arrival - 1), 100_000)
      const requestedTerms = createTerms(strictRules, [2_000_000], { arrivalAt: arrival, now: bookedAt })
      const changedTerms = recalculateTerms(requestedTerms, [100_000], {
        arrivalAt: arrival,
        now: bookedAt,
        addedPolicies: [strictRules],
        isPromised: false,
      })
      assert.equal(getFeeAt(changedTerms, bookedAt), 100_000)
    })

    test('contain each step once, even if nights with the same policy are added repeatedly', () => {
      let terms = createTerms(steppedRules, nights, { arrivalAt: arrival, now: bookedAt })
      for (let turn = 0; turn < 5; turn++)
        terms = recalculateTerms(terms, nights, {
          arrivalAt: null,
          now: bookedAt,
          addedPolicies: [steppedRules, { ...steppedRules }],
        })
      assert.deepEqual(terms, createTerms(steppedRules, nights, { arrivalAt: arrival, now: bookedAt }))
    })
  })

  test('has steps sorted by start, and counts as lower only if it is never higher than the other fee (POL-2)', () => {
    assert.deepEqual(
      sortTiers([createPercentTier(24, 3), createPercentTier(null, 1), createPercentTier(48, 2)]).map(
        ({ amount }) => amount,
      ),
      [1, 2, 3],
    )
    const comparisons: readonly [Fee, Fee, boolean][] = [
      [createPercent(50), createPercent(60), true],
      [createPercent(50), createPercent(50), false],
      // A night is half of a stay of two nights, but less than half of three.
      [oneNight, createPercent(50), false],
      [createPercent(50), oneNight, false],
      [oneNight, createPercent(100), true],
      [createPercent(100), oneNight, false],
      [noFee, oneNight, true],
      [noFee, noFee, false],
    ]
    for (const [a, b, isLower] of comparisons) assert.equal(isLowerFee(a, b), isLower, JSON.stringify([a, b]))
  })
})
