import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import {
  addPolicy,
  freeCancellation,
  setDefaultPolicy,
  createNightRules,
  createPercentTier,
} from '#testing/policies.ts'
import { publish } from '#platform/database/publish.ts'
import type { Rules } from '#stays/policies/policy.ts'
import { getFeeAt, parseAgreedTerms } from '#stays/policies/terms.ts'
import { HOUR_MS } from '#platform/durations.ts'

const standardRules: Rules = {
  tiers: [createPercentTier(72, 30), createPercentTier(24, 50)],
  noShow: { kind: 'percent', amount: 80 },
  deposit: { kind: 'none', amount: 0 },
}

for (const engine of enginesFor(import.meta.url)) {
  describe(`the agreed terms of a desk booking on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let token: string
    let roomId: number
    before(async () => {
      token = await app.signIn('owner')
      const roomQuery = app.db.selectFrom('room').select('id').where('slug', '=', 'twin')
      roomId = (await roomQuery.executeTakeFirstOrThrow()).id
      await setDefaultPolicy(app.db, standardRules)
    })

    const call = (name: Parameters<TestApp['call']>[0], form: object = {}) => app.call(name, form, { token })
    async function book(from: number, to: number, roomOverrides: object[] = [{}]) {
      const { status, body } = await call('bookAtDesk', {
        from: app.day(from),
        to: app.day(to),
        rooms: roomOverrides.map((room) => ({ room: roomId, adults: 1, price: 1000, ...room })),
        source: 'phone',
        name: 'Mina Akter',
        phone: '+8801700000009',
        language: 'en',
      })
      assert.equal(status, 200, JSON.stringify(body))
      return { booking: body.booking as number, version: body.version as number, code: body.code as string }
    }
    type BookedStay = Awaited<ReturnType<typeof book>>
    const readBooking = ({ booking }: Pick<BookedStay, 'booking'>) =>
      app.db.selectFrom('booking').selectAll().where('id', '=', booking).executeTakeFirstOrThrow()
    const readTermsOf = async (bookedStay: BookedStay) => parseAgreedTerms((await readBooking(bookedStay)).terms)
    const moveStay = (bookedStay: BookedStay, from: number, to: number, version = bookedStay.version) =>
      call('arrangeStays', {
        changes: [
          {
            booking: bookedStay.booking,
            version,
            parts: [{ room: roomId, unit: null, from: app.day(from), to: app.day(to) }],
          },
        ],
      })
    const getArrivalMs = (day: number) => Date.parse(`${app.day(day)}T14:00:00+06:00`)
    const readLog = async ({ code }: BookedStay) =>
      (await call('getLog', { subject: `booking ${code}` })).body.data as {
        changes: { field: string; after: unknown }[]
      }[]

    test('are based on the policy of the arrival night and on the agreed price (POL-3)', async () => {
      const eidPolicyId = await addPolicy(app.db, 'Eid', { ...freeCancellation, tiers: [createPercentTier(null, 100)] })
      const day = (await readBooking(await book(60, 61))).check_in
      await publish(app.db, (tx) =>
        tx.insertInto('rate').values({ room_id: roomId, day, policy_id: eidPolicyId }).execute(),
      )
      const [strictStay, earlierStay] = [await book(60, 63), await book(59, 62)]
      assert.equal(getFeeAt(await readTermsOf(strictStay), app.clock.now), 300_000)
      assert.deepEqual((await readTermsOf(earlierStay)).policy, standardRules)
    })

    test('keep the policy of a moved, extended or shortened stay, unless a new night has a stricter one (POL-5)', async () => {
      const stay = await book(20, 22)
      await setDefaultPolicy(app.db, freeCancellation)
      try {
        assert.equal((await moveStay(stay, 30, 34)).status, 200)
        const movedTerms = await readTermsOf(stay)
        const { total_poisha: total } = await readBooking(stay)
        assert.deepEqual([movedTerms.policy, movedTerms.arrivalAt], [standardRules, getArrivalMs(30)])
        assert.deepEqual(movedTerms.steps, [
          { at: getArrivalMs(30) - 72 * HOUR_MS, poisha: Math.round(total * 0.3) },
          { at: getArrivalMs(30) - 24 * HOUR_MS, poisha: total / 2 },
        ])
        assert.equal((await moveStay(stay, 30, 31, stay.version + 1)).status, 200)
        const shorterTerms = await readTermsOf(stay)
        assert.deepEqual(
          shorterTerms.steps.map(({ at }) => at),
          movedTerms.steps.map(({ at }) => at),
        )
        assert.equal(shorterTerms.noShowPoisha, Math.round((await readBooking(stay)).total_poisha * 0.8))
        const { body } = await moveStay(stay, 40, 41, stay.version + 2)
        assert.equal((await readTermsOf(stay)).arrivalAt, getArrivalMs(40))
        assert.equal((await call('undoOperation', { operation_id: body.operation_id })).status, 200)
        assert.deepEqual(await readTermsOf(stay), shorterTerms)
        // The next change adds a night with a non-refundable policy.
        await setDefaultPolicy(app.db, { ...freeCancellation, tiers: [createPercentTier(null, 100)] })
        assert.equal((await moveStay(stay, 50, 51, (await readBooking(stay)).version)).status, 200)
        const strictTerms = await readTermsOf(stay)
        assert.equal(getFeeAt(strictTerms, app.clock.now), (await readBooking(stay)).total_poisha)
      } finally {
        await setDefaultPolicy(app.db, standardRules)
      }
    })

    test('include a fee that already applied before the stay moved to a later date (POL-5)', async () => {
      const stay = await book(2, 4)
      const firstStep = (await readTermsOf(stay)).steps[0]!
      assert.ok(firstStep.at <= app.clock.now)
      assert.equal((await moveStay(stay, 45, 47)).status, 200)
      const { total_poisha: total } = await readBooking(stay)
      const { steps } = await readTermsOf(stay)
      assert.deepEqual(steps, [
        { at: firstStep.at, poisha: Math.round(total * 0.3) },
        { at: getArrivalMs(45) - 24 * HOUR_MS, poisha: total / 2 },
      ])
      assert.equal((await call('getBookingRecord', { code: stay.code })).body.cancel_fee, Math.round(total * 0.3) / 100)
    })

    test('contain the no-show fee, and log whether it is charged or waived (POL-6)', async () => {
      const [chargedStay, exemptStay] = [await book(0, 2), await book(0, 2)]
      const arrivalRow = (await call('getToday')).body.arrivals.find(
        ({ booking }: BookedStay) => booking === chargedStay.booking,
      )
      assert.equal(arrivalRow.fee, 1600)
      assert.equal((await call('markNoShow', { ...chargedStay, fee: 'agreed' })).status, 200)
      assert.equal((await call('markNoShow', { ...exemptStay, fee: 'none' })).status, 200)
      assert.deepEqual(
        [(await readBooking(chargedStay)).cancel_fee_poisha, (await readBooking(exemptStay)).cancel_fee_poisha],
        [160_000, 0],
      )
      const readLoggedFees = async (stay: BookedStay) => {
        const changes = (await readLog(stay))[0]!.changes
        return ['fee', 'fee_waived'].map((name) => changes.find(({ field }) => field === name)?.after)
      }
      assert.deepEqual(await readLoggedFees(chargedStay), [1600, undefined])
      assert.deepEqual(await readLoggedFees(exemptStay), [0, 1600])
      await assertBooksConsistent(app.db)
    })

    test('contain a waivable fee for cancelling one of several rooms (POL-6)', async () => {
      const stay = await book(1, 3, [{}, {}, {}])
      const rooms = (await call('getDeskStay', { code: stay.code })).body.rooms as {
        booking: number
        version: number
        late_fee: number
      }[]
      assert.deepEqual(
        rooms.map(({ late_fee }) => late_fee),
        [600, 600, 600],
      )
      const [, chargedRoom, waivedRoom] = rooms
      await call('cancelRoom', { booking: chargedRoom!.booking, version: chargedRoom!.version, fee: 'agreed' })
      await call('cancelRoom', { booking: waivedRoom!.booking, version: waivedRoom!.version, fee: 'none' })
      assert.deepEqual(
        [(await readBooking(chargedRoom!)).cancel_fee_poisha, (await readBooking(waivedRoom!)).cancel_fee_poisha],
        [60_000, 0],
      )
      const originalNow = app.clock.now
      app.clock.now = getArrivalMs(1) - 24 * HOUR_MS
      try {
        token = await app.signIn('owner')
        const { body } = await call('getBookingRecord', { code: stay.code })
        assert.equal(body.cancel_fee, 1000)
        assert.equal((await call('cancelStayByStaff', { code: stay.code, fee: 'agreed', shown_fee: 999 })).status, 409)
        assert.equal((await call('cancelStayByStaff', { code: stay.code, fee: 'none' })).body.cancel_cost, 0)
        const waivedChange = (await readLog(stay))[0]!.changes.find(({ field }) => field === 'fee_waived')
        assert.equal(waivedChange!.after, 1000)
      } finally {
        app.clock.now = originalNow
        token = await app.signIn('owner')
      }
      await assertBooksConsistent(app.db)
    })

    test('limit the no-show fee to the nights of the stay, and contain no fee if the policy has none (POL-6)', async () => {
      await setDefaultPolicy(app.db, { ...createNightRules(48, 1), noShow: { kind: 'nights', amount: 2 } })
      const stay = await book(9, 10)
      assert.equal((await readTermsOf(stay)).noShowPoisha, 100_000)
      await setDefaultPolicy(app.db, freeCancellation)
      const freeStay = await book(9, 10)
      assert.deepEqual([(await readTermsOf(freeStay)).noShowPoisha, (await readTermsOf(freeStay)).steps], [0, []])
    })
  })
}
