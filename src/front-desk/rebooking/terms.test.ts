import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { startRebookingTests } from '#testing/rebooking.ts'
import { addPolicy, moveFeeTimes, createPercentTier } from '#testing/policies.ts'
import { assertFeesAtRandom } from '#testing/random-terms.ts'
import { selectSeeds } from '#testing/seeds.ts'
import { publish } from '#platform/database/publish.ts'

const seeds = selectSeeds({ gate: 20, all: 100, soak: 300 })

for (const engine of bothEngines) {
  describe(`cancellation terms after a change, on ${engine.name}`, () => {
    const rebooking = startRebookingTests(engine)
    const { days, book, previewChange, change, readRow, setRate, as: withToken, verifyBooks } = rebooking
    const readCancellationFees = async (id: string) =>
      (await rebooking.testApp.call('getBookingDetails', { id }, withToken())).body.cancelling as {
        fee: number
        no_show: number
      }

    test('do not lower the fee when a cheap night is added before the stay (SEC-2)', async () => {
      const { id, from: firstNight } = await book()
      await setRate('twin', firstNight - 1, 1_000)
      await moveFeeTimes(rebooking.testApp.db, id)
      const { fee, no_show } = await readCancellationFees(id)
      assert.ok(fee > 1_000)
      const { body } = await previewChange({ id, ...days(firstNight - 1, firstNight + 3) })
      assert.equal((await change({ id, ...days(firstNight - 1, firstNight + 3), total: body.total })).status, 200)
      const changedFees = await readCancellationFees(id)
      assert.equal(changedFees.fee, fee)
      assert.ok(changedFees.no_show >= no_show)
      await verifyBooks()
    })

    test('are those of the new dates, and the guest sees them before the change (SEC-3)', async () => {
      const { id, from: firstNight } = await book()
      const strictPolicyId = await addPolicy(rebooking.testApp.db, 'Non-refundable', {
        tiers: [createPercentTier(null, 100)],
        noShow: createPercentTier(null, 100),
        deposit: createPercentTier(null, 100),
      })
      const { room_id, check_in } = await readRow(id)
      await publish(rebooking.testApp.db, (tx) =>
        tx
          .insertInto('rate')
          .values({ room_id, day: check_in + 5, price_poisha: 400_000, policy_id: strictPolicyId })
          .execute(),
      )
      assert.equal((await readCancellationFees(id)).fee, 0)
      const { body } = await previewChange({ id, ...days(firstNight + 5, firstNight + 6) })
      assert.match(body.terms, /4,000/)
      assert.equal((await change({ id, ...days(firstNight + 5, firstNight + 6), total: body.total })).status, 200)
      assert.equal((await readCancellationFees(id)).fee, 4_000)
      await verifyBooks()
    })
  })

  describe(`cancelling after random changes, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)

    test(`of dates, room types and guests never costs less than agreed, and each offered room type can be booked, over ${seeds.length} seeds (SEC-2, SEC-3, REB-8)`, () =>
      assertFeesAtRandom(app, seeds))
  })
}
