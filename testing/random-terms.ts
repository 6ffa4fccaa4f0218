import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { writeCompany } from '#content/company.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import { publish } from '#platform/database/publish.ts'
import { validateParty, type Capacity } from '#stays/availability/party.ts'
import type { Rules } from '#stays/policies/policy.ts'
import { getArrivalTime, getFeeAt, parseTerms, createTerms } from '#stays/policies/terms.ts'
import type { TestApp } from './test-app.ts'
import { addPolicy, freeCancellation, createNightRules, createPercentTier } from './policies.ts'
import { createRandom } from './random.ts'
import { createStayForm } from './stay-form.ts'
import { HOUR_MS } from '#platform/durations.ts'

const localTime = { timeZone: 'Asia/Dhaka', checkInFrom: '14:00' }
const rules: readonly Rules[] = [
  freeCancellation,
  createNightRules(48, 1),
  createNightRules(24, 2),
  {
    tiers: [createPercentTier(72, 25), createPercentTier(24, 80)],
    noShow: createPercentTier(null, 100),
    deposit: createPercentTier(null, 10),
  },
  {
    tiers: [createPercentTier(null, 100)],
    noShow: createPercentTier(null, 100),
    deposit: createPercentTier(null, 100),
  },
]

const roomSlugs = ['twin', 'deluxe', 'executive']

/**
 * Books, changes and cancels stays at random: dates, room types and guests. A cancellation fee or no-show fee that
 * applies must never fall. The fee must also never be below the fee of any policy of the booked nights. A room type
 * that is offered for some dates can be booked for the offered total, and any other is rejected.
 */
export async function assertFeesAtRandom(app: TestApp, seeds: readonly number[]): Promise<void> {
  await writeCompany(app.db, { offlineNeedsApproval: false, maxNights: 30 })
  const policies: { id: number; rules: Rules }[] = []
  for (const [index, policyRules] of rules.entries())
    policies.push({
      id: await addPolicy(app.db, `Policy ${index} ${randomUUID()}`, policyRules),
      rules: policyRules,
    })
  const rooms = await app.db.selectFrom('room').selectAll().where('slug', 'in', roomSlugs).orderBy('id').execute()
  for (const seed of seeds) {
    app.clock.advance(HOUR_MS)
    await runRandomStay(app, { seed, rooms, policies })
  }
}

interface Scenario {
  seed: number
  rooms: readonly ({ id: number; slug: string } & Capacity)[]
  policies: readonly { id: number; rules: Rules }[]
}

async function runRandomStay(app: TestApp, { seed, rooms, policies }: Scenario): Promise<void> {
  const { below, between, oneOf } = createRandom(seed)
  /** Signs in for each call, because the simulated hours end sessions. */
  const call = async (name: Parameters<TestApp['call']>[0], form: object) =>
    app.call(name, form, { token: await app.signIn('anna'), key: randomUUID() })
  const today = parseDay(app.day(0))!
  const rates = rooms.flatMap(({ id }) =>
    Array.from({ length: 14 }, (_, index) => ({
      roomId: id,
      day: today + index,
      price: 1_000 + 100 * below(200),
      policy: oneOf(policies),
    })),
  )
  const getRules = (roomId: number, night: number) =>
    rates.find((rate) => rate.roomId === roomId && rate.day === night)!.policy.rules
  await publish(app.db, async (tx) => {
    await tx
      .deleteFrom('rate')
      .where(
        'room_id',
        'in',
        rooms.map(({ id }) => id),
      )
      .execute()
    for (const { roomId, day, price, policy } of rates)
      await tx
        .insertInto('rate')
        .values({ room_id: roomId, day, price_poisha: price * 100, policy_id: policy.id })
        .execute()
  })
  const pickRandomDates = () => {
    const from = 1 + below(8)
    return { checkin: app.day(from), checkout: app.day(from + 1 + below(4)) }
  }
  const firstDates = pickRandomDates()
  const bookingResponse = await call(
    'requestBooking',
    createStayForm(app, { email: 'anna@buyer.example', slug: 'twin', ...firstDates }),
  )
  assert.equal(bookingResponse.status, 200, JSON.stringify(bookingResponse.body))
  const id = bookingResponse.body.booking_id as string
  const readBooking = () => app.db.selectFrom('booking').selectAll().where('code', '=', id).executeTakeFirstOrThrow()

  /** The rules of each booked night, and when the night was booked in its room type. */
  const bookedNights = new Map<number, { roomId: number; rules: Rules; at: number }>()
  const recordNights = async () => {
    const isFirstRecording = bookedNights.size === 0
    const { check_in, check_out, room_id: roomId } = await readBooking()
    for (const bookedNight of bookedNights.keys())
      if (bookedNight < check_in || bookedNight >= check_out) bookedNights.delete(bookedNight)
    for (let night = check_in; night < check_out; night++)
      if (bookedNights.get(night)?.roomId !== roomId)
        bookedNights.set(night, {
          roomId,
          rules: getRules(roomId, isFirstRecording ? check_in : night),
          at: app.clock.now,
        })
  }
  await recordNights()
  for (let remainingSteps = 1 + below(4); remainingSteps > 0; remainingSteps--) {
    app.clock.advance(below(20) * HOUR_MS)
    const rowBefore = await readBooking()
    if (app.clock.now >= getArrivalTime(rowBefore.check_in, localTime)) break
    const dates =
      below(3) === 0
        ? { checkin: isoDay(rowBefore.check_in), checkout: isoDay(rowBefore.check_out) }
        : pickRandomDates()
    const room = oneOf(rooms)
    const party = below(2) === 0 ? rowBefore : { adults: between(1, 3), children: between(0, 2) }
    const change = { id, ...dates, rooms: [{ slug: room.slug, adult: party.adults, child: party.children }] }
    const optionsResponse = await call('getChangeOptions', { id, ...dates })
    const option = (optionsResponse.body.rooms?.[0].options ?? []).find(
      ({ slug }: { slug: string }) => slug === room.slug,
    )
    const planResponse = await call('previewStayChange', change)
    const stepDescription = `seed ${seed}: ${JSON.stringify({ change, option, plan: planResponse.body })}`
    const isUnchanged =
      party.adults === rowBefore.adults &&
      party.children === rowBefore.children &&
      rowBefore.room_id === room.id &&
      dates.checkin === isoDay(rowBefore.check_in) &&
      dates.checkout === isoDay(rowBefore.check_out)
    const isPossible = option?.available > 0 && Object.keys(validateParty(party, room)).length === 0
    assert.equal(planResponse.status === 200, isPossible && !isUnchanged, stepDescription)
    if (planResponse.status !== 200) continue
    assert.equal(planResponse.body.total, option.total, stepDescription)
    const response = await call('changeStay', { ...change, total: planResponse.body.total })
    assert.equal(response.status, 200, `${stepDescription}: ${JSON.stringify(response.body)}`)
    const [agreedTerms, updatedRow, termsAfter] = [
      parseTerms(rowBefore.terms),
      await readBooking(),
      parseTerms((await readBooking()).terms),
    ]
    assert.deepEqual(
      [updatedRow.total_poisha, updatedRow.adults, updatedRow.children, updatedRow.room_id],
      [planResponse.body.total * 100, party.adults, party.children, room.id],
      stepDescription,
    )
    const { now } = app.clock
    if (getFeeAt(agreedTerms, now) > 0) {
      assert.ok(
        getFeeAt(termsAfter, now) >= getFeeAt(agreedTerms, now),
        `${stepDescription}: the fee falls from ${getFeeAt(agreedTerms, now)}`,
      )
      assert.ok(
        termsAfter.noShowPoisha >= agreedTerms.noShowPoisha,
        `${stepDescription}: the no-show fee falls from ${agreedTerms.noShowPoisha}`,
      )
      assert.ok(
        updatedRow.total_poisha >= rowBefore.total_poisha,
        `${stepDescription}: the price falls from ${rowBefore.total_poisha}`,
      )
    }
    await recordNights()
  }
  const { check_in, total_poisha, terms } = await readBooking()
  const now = app.clock.now
  const nights = await app.db
    .selectFrom('booking_night')
    .innerJoin('booking', 'booking.id', 'booking_id')
    .select(['price_poisha'])
    .where('code', '=', id)
    .orderBy('night')
    .execute()
  const prices = nights.map(({ price_poisha }) => price_poisha)
  const fee = getFeeAt(parseTerms(terms), now)
  const label = `seed ${seed}: fee ${fee} of ${total_poisha}`
  for (const { rules: nightRules, at } of bookedNights.values()) {
    const policyFee = getFeeAt(
      createTerms(nightRules, prices, { arrivalAt: getArrivalTime(check_in, localTime), now: at }),
      now,
    )
    assert.ok(fee >= policyFee, `${label}, but one of its nights costs ${policyFee}`)
  }
  assert.ok(fee <= total_poisha, label)
  if (now < getArrivalTime(check_in, localTime)) {
    const cancelledResponse = await call('cancelBooking', { id, fee: fee / 100 })
    assert.equal(cancelledResponse.status, 200, JSON.stringify(cancelledResponse.body))
  }
}
