import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { proveMoney } from '#testing/money.ts'
import { startPayingApp, type PayingApp } from '#testing/paying.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** A job that was started this often without an end is given up. */
const TRIED_OUT = 12

for (const engine of bothEngines) {
  describe(`a payment without a notice, on ${engine.name}`, () => {
    let house: PayingApp
    before(async () => void (house = await startPayingApp(engine)))
    after(() => house.close())

    const jobs = (kind: string) =>
      house.db.selectFrom('job').selectAll().where('kind', '=', kind).orderBy('id').execute()
    const waiting = async (kind: string) =>
      (await jobs(kind)).filter(({ done_at, failed_at }) => done_at === null && failed_at === null)
    const isPaid = async (code: string) => (await house.stands(code)).payment
    async function paidUntold() {
      const held = await house.hold()
      await house.press(await house.open(held), 'pay', { notice: 'never', gone: '1' })
      return held
    }
    /** Runs the last finished job again, as if its process had died before it was marked as done. */
    async function diedAtTheEnd(kind: string) {
      const last = (await jobs(kind)).findLast(({ done_at }) => done_at !== null)!
      const again = { done_at: null, run_at: house.clock.now }
      await house.db.updateTable('job').set(again).where('id', '=', last.id).execute()
    }
    const triedOut = (kind: string) =>
      house.db
        .updateTable('job')
        .set({ attempts: TRIED_OUT })
        .where('kind', '=', kind)
        .where('done_at', 'is', null)
        .execute()

    test('is queried again after every process died during the query (PAY-11, PAY-18)', async () => {
      const held = await paidUntold()
      await triedOut('sweep-payment')
      await house.pass(3 * MINUTE_MS, 1)
      assert.equal(await isPaid(held.code), 'unpaid')
      assert.equal((await jobs('sweep-payment')).filter(({ failed_at }) => failed_at !== null).length, 1)
      await house.pass(3 * MINUTE_MS, 1)
      assert.equal(await isPaid(held.code), 'paid')
      await proveMoney(house.db)
    })

    test('has one scheduled query only, even if a process dies after scheduling it (PAY-18)', async () => {
      const held = await house.hold()
      await house.open(held)
      await house.pass(2 * MINUTE_MS, 1)
      const [before, asked] = [(await waiting('sweep-payment')).length, house.asked()]
      await diedAtTheEnd('sweep-payment')
      await house.settle()
      assert.deepEqual([(await waiting('sweep-payment')).length, house.asked()], [before, asked])
    })

    test('is refunded once, even if processes die during the refund (PAY-17, PAY-18)', async () => {
      const held = await paidUntold()
      await house.pass(15 * MINUTE_MS, 4)
      assert.equal(await isPaid(held.code), 'paid')
      assert.equal((await house.call('cancelBooking', { id: held.code, fee: 0 }, { token: held.token })).status, 200)
      // The refund is proposed and approved, but each process dies that tries to send it.
      const [proposing] = await waiting('refund-stay')
      assert.ok(proposing)
      await house.plan({ questions: 'refund', fault: 'lost', times: '1' })
      await house.settle()
      await triedOut('carry-refund')
      await house.pass(3 * MINUTE_MS, 1)
      assert.deepEqual((await house.stands(held.code)).refunds, [`queued cancelled ${held.total}`])
      await house.pass(3 * MINUTE_MS, 1)
      assert.deepEqual((await house.stands(held.code)).refunds, [`processing cancelled ${held.total}`])
      const before = (await waiting('carry-refund')).length
      await diedAtTheEnd('carry-refund')
      await house.settle()
      assert.equal((await waiting('carry-refund')).length, before)
      await house.pass(3 * DAY_MS, 30)
      assert.deepEqual((await house.stands(held.code)).refunds, [`done cancelled ${held.total}`])
      await proveMoney(house.db)
    })
  })
}
