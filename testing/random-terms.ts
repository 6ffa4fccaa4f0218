import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { writeCompany } from '#content/company.ts'
import { parseDay } from '#platform/day.ts'
import { publish } from '#platform/database/publish.ts'
import type { Rules } from '#stays/policies/policy.ts'
import { arrivalAt, feeAt, parseTerms, createTerms } from '#stays/policies/terms.ts'
import type { TestApp } from './test-app.ts'
import { addPolicy, freeCancellation, nightsFrom, percentFrom } from './policies.ts'
import { createRandom } from './random.ts'
import { stayForm } from './stay-form.ts'

const HOUR_MS = 3_600_000
const localTime = { timeZone: 'Asia/Dhaka', checkInFrom: '14:00' }
const rules: readonly Rules[] = [
  freeCancellation,
  nightsFrom(48, 1),
  nightsFrom(24, 2),
  { tiers: [percentFrom(72, 25), percentFrom(24, 80)], noShow: percentFrom(null, 100), deposit: percentFrom(null, 10) },
  { tiers: [percentFrom(null, 100)], noShow: percentFrom(null, 100), deposit: percentFrom(null, 100) },
]

/**
 * Books, changes and cancels stays at random. The cancellation fee must never fall below the fee before an earlier
 * change. It must also never be below the fee of any policy of the booked nights.
 */
export async function assertFeesAtRandom(app: TestApp, seeds: readonly number[]): Promise<void> {
  await writeCompany(app.db, { offlineNeedsApproval: false, maxNights: 30 })
  const policies: { id: number; rules: Rules }[] = []
  for (const [index, policyRules] of rules.entries())
    policies.push({
      id: await addPolicy(app.db, `Policy ${index} ${randomUUID()}`, policyRules),
      rules: policyRules,
    })
  const room = await app.db.selectFrom('room').select('id').where('slug', '=', 'twin').executeTakeFirstOrThrow()
  for (const seed of seeds) {
    app.clock.advance(HOUR_MS)
    await runRandomStay(app, { seed, roomId: room.id, policies })
  }
}

interface Scenario {
  seed: number
  roomId: number
  policies: readonly { id: number; rules: Rules }[]
}

async function runRandomStay(app: TestApp, { seed, roomId, policies }: Scenario): Promise<void> {
  const { below } = createRandom(seed)
  /** Signs in for each call, because the simulated hours end sessions. */
  const call = async (name: Parameters<TestApp['call']>[0], form: object) =>
    app.call(name, form, { token: await app.signIn('anna'), key: randomUUID() })
  const today = parseDay(app.day(0))!
  const days = Array.from({ length: 14 }, (_, at) => ({
    day: today + at,
    price: 1_000 + 100 * below(200),
    policy: policies[below(policies.length)]!,
  }))
  await publish(app.db, async (tx) => {
    await tx.deleteFrom('rate').where('room_id', '=', roomId).execute()
    for (const { day, price, policy } of days)
      await tx
        .insertInto('rate')
        .values({ room_id: roomId, day, price_poisha: price * 100, policy_id: policy.id })
        .execute()
  })
  const randomDates = () => {
    const from = 1 + below(8)
    return { checkin: app.day(from), checkout: app.day(from + 1 + below(4)) }
  }
  const first = randomDates()
  const booking = await call('requestBooking', stayForm(app, { email: 'anna@buyer.example', slug: 'twin', ...first }))
  assert.equal(booking.status, 200, JSON.stringify(booking.body))
  const id = booking.body.booking_id as string
  const row = () => app.db.selectFrom('booking').selectAll().where('code', '=', id).executeTakeFirstOrThrow()

  const bookedNights = new Map<number, { rules: Rules; at: number }>()
  const recordNights = async (isFirst: boolean) => {
    const { check_in, check_out } = await row()
    const arrival = days.find(({ day }) => day === check_in)!.policy.rules
    for (const bookedNight of bookedNights.keys())
      if (bookedNight < check_in || bookedNight >= check_out) bookedNights.delete(bookedNight)
    for (let night = check_in; night < check_out; night++)
      if (!bookedNights.has(night))
        bookedNights.set(night, {
          rules: isFirst ? arrival : days.find(({ day }) => day === night)!.policy.rules,
          at: app.clock.now,
        })
  }
  await recordNights(true)
  let minFee = 0
  for (let steps = 1 + below(4); steps > 0; steps--) {
    app.clock.advance(below(20) * HOUR_MS)
    const before = await row()
    if (app.clock.now >= arrivalAt(before.check_in, localTime)) break
    const cost = feeAt(parseTerms(before.terms), app.clock.now)
    const dates = randomDates()
    const plan = await call('previewDates', { id, ...dates })
    if (plan.status !== 200) continue
    const { status } = await call('changeDates', { id, ...dates, total: plan.body.total })
    if (status !== 200) continue
    minFee = Math.max(minFee, cost)
    await recordNights(false)
  }
  const { check_in, total_poisha, terms } = await row()
  const now = app.clock.now
  const nights = await app.db
    .selectFrom('booking_night')
    .innerJoin('booking', 'booking.id', 'booking_id')
    .select(['price_poisha'])
    .where('code', '=', id)
    .orderBy('night')
    .execute()
  const prices = nights.map(({ price_poisha }) => price_poisha)
  const fee = feeAt(parseTerms(terms), now)
  const label = `seed ${seed}: fee ${fee} of ${total_poisha}`
  assert.ok(fee >= Math.min(minFee, total_poisha), `${label}, but it cost ${minFee} before`)
  for (const { rules: nightRules, at } of bookedNights.values()) {
    const policyFee = feeAt(
      createTerms(nightRules, prices, { arrivalAt: arrivalAt(check_in, localTime), now: at }),
      now,
    )
    assert.ok(fee >= policyFee, `${label}, but one of its nights costs ${policyFee}`)
  }
  assert.ok(fee <= total_poisha, label)
  if (now < arrivalAt(check_in, localTime)) {
    const cancelled = await call('cancelBooking', { id, fee: fee / 100 })
    assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body))
  }
}
