import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { moveIn } from '#testing/rebooking.ts'
import { anotherPolicy, makeLate, percentFrom } from '#testing/policies.ts'
import { proveTermsAtRandom } from '#testing/terms-at-random.ts'
import { perTier } from '#testing/tier.ts'
import { publish } from '#platform/database/publish.ts'

const seeds = perTier({ gate: 20, all: 100, soak: 2_000 })

for (const engine of bothEngines) {
  describe(`the terms of a stay with changed dates, on ${engine.name}`, () => {
    const moving = moveIn(engine)
    const { days, book, plan, change, rowOf, setRate, as, proveAll } = moving
    const cancelling = async (id: string) =>
      (await moving.house.call('getBookingDetails', { id }, as())).body.cancelling as { fee: number; no_show: number }

    test('cost no less after a cheap night was added before the stay (SEC-2)', async () => {
      const { id, from: at } = await book()
      await setRate('twin', at - 1, 1_000)
      await makeLate(moving.house.db, id)
      const { fee, no_show } = await cancelling(id)
      assert.ok(fee > 1_000)
      const { body } = await plan({ id, ...days(at - 1, at + 3) })
      assert.equal((await change({ id, ...days(at - 1, at + 3), total: body.total })).status, 200)
      const changed = await cancelling(id)
      assert.equal(changed.fee, fee)
      assert.ok(changed.no_show >= no_show)
      await proveAll()
    })

    test('are those of the day that the stay was moved to, and are shown before (SEC-3)', async () => {
      const { id, from: at } = await book()
      const strict = await anotherPolicy(moving.house.db, 'Non-refundable', {
        tiers: [percentFrom(null, 100)],
        noShow: percentFrom(null, 100),
        deposit: percentFrom(null, 100),
      })
      const { room_id, check_in } = await rowOf(id)
      await publish(moving.house.db, (tx) =>
        tx
          .insertInto('rate')
          .values({ room_id, day: check_in + 5, price_poisha: 400_000, policy_id: strict })
          .execute(),
      )
      assert.equal((await cancelling(id)).fee, 0)
      const { body } = await plan({ id, ...days(at + 5, at + 6) })
      assert.match(body.terms, /4,000/)
      assert.equal((await change({ id, ...days(at + 5, at + 6), total: body.total })).status, 200)
      assert.equal((await cancelling(id)).fee, 4_000)
      await proveAll()
    })
  })

  describe(`cancelling after random changes, on ${engine.name}`, () => {
    let app: TestApp
    before(async () => void (app = await startTestApp(engine)))
    after(() => app.close())

    test(`never costs less than an honest booking would, over ${seeds} seeds (SEC-2, SEC-3)`, () =>
      proveTermsAtRandom(
        app,
        Array.from({ length: seeds }, (_, seed) => seed),
      ))
  })
}
