import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { assertMoneyConsistent } from '#testing/assert-money.ts'
import { startPayingApp, type PayingApp } from '#testing/paying-app.ts'
import { DAY_MS, MINUTE_MS } from '#platform/durations.ts'

/** After this many starts without a result, the worker gives up a job. */
const MAX_JOB_ATTEMPTS = 12

for (const engine of bothEngines) {
  describe(`a payment without a notification, on ${engine.name}`, () => {
    let app: PayingApp
    before(async () => void (app = await startPayingApp(engine)))
    after(() => app.close())

    const readJobs = (kind: string) =>
      app.db.selectFrom('job').selectAll().where('kind', '=', kind).orderBy('id').execute()
    const readPendingJobs = async (kind: string) =>
      (await readJobs(kind)).filter(({ done_at, failed_at }) => done_at === null && failed_at === null)
    const readPaymentStatus = async (code: string) => (await app.readPaymentState(code)).payment
    async function payWithoutNotice() {
      const stay = await app.hold()
      await app.press(await app.open(stay), 'pay', { notice: 'never', gone: '1' })
      return stay
    }
    /** Runs the last finished job again, as if its process had died before it was marked as done. */
    async function repeatLastJob(kind: string) {
      const lastJob = (await readJobs(kind)).findLast(({ done_at }) => done_at !== null)!
      const resetFields = { done_at: null, run_at: app.clock.now }
      await app.db.updateTable('job').set(resetFields).where('id', '=', lastJob.id).execute()
    }
    const exhaustJobAttempts = (kind: string) =>
      app.db
        .updateTable('job')
        .set({ attempts: MAX_JOB_ATTEMPTS })
        .where('kind', '=', kind)
        .where('done_at', 'is', null)
        .execute()

    test('is queried again after all processes have died during the query (PAY-11, PAY-18)', async () => {
      const stay = await payWithoutNotice()
      await exhaustJobAttempts('sweep-payment')
      await app.advanceClock(3 * MINUTE_MS, 1)
      assert.equal(await readPaymentStatus(stay.code), 'unpaid')
      assert.equal((await readJobs('sweep-payment')).filter(({ failed_at }) => failed_at !== null).length, 1)
      await app.advanceClock(3 * MINUTE_MS, 1)
      assert.equal(await readPaymentStatus(stay.code), 'paid')
      await assertMoneyConsistent(app.db)
    })

    test('has only one scheduled query, even if a process dies after scheduling it (PAY-18)', async () => {
      const stay = await app.hold()
      await app.open(stay)
      await app.advanceClock(2 * MINUTE_MS, 1)
      const [pendingCountBefore, requestCountBefore] = [
        (await readPendingJobs('sweep-payment')).length,
        app.countQueries(),
      ]
      await repeatLastJob('sweep-payment')
      await app.settle()
      assert.deepEqual(
        [(await readPendingJobs('sweep-payment')).length, app.countQueries()],
        [pendingCountBefore, requestCountBefore],
      )
    })

    test('is queried again if its process was suspended for days during the query (PAY-18)', async () => {
      const stay = await payWithoutNotice()
      app.changeReplies(() => {
        app.clock.advance(4 * DAY_MS)
        app.changeReplies(null)
        return { APIConnect: 'DONE', no_of_trans_found: 0 }
      })
      await app.advanceClock(3 * MINUTE_MS, 1)
      assert.deepEqual((await app.readPaymentState(stay.code)).attempts, ['paid'])
    })

    test('is refunded once, even if processes die during the refund (PAY-17, PAY-18)', async () => {
      const stay = await payWithoutNotice()
      await app.advanceClock(15 * MINUTE_MS, 4)
      assert.equal(await readPaymentStatus(stay.code), 'paid')
      assert.equal((await app.call('cancelBooking', { id: stay.code, fee: 0 }, { token: stay.token })).status, 200)
      // The refund is proposed and approved, but each process that tries to send it dies.
      const [refundJob] = await readPendingJobs('refund-stay')
      assert.ok(refundJob)
      await app.injectFault({ questions: 'refund', fault: 'lost', times: '1' })
      await app.settle()
      await exhaustJobAttempts('carry-refund')
      await app.advanceClock(3 * MINUTE_MS, 1)
      assert.deepEqual((await app.readPaymentState(stay.code)).refunds, [`queued cancelled ${stay.total}`])
      await app.advanceClock(3 * MINUTE_MS, 1)
      assert.deepEqual((await app.readPaymentState(stay.code)).refunds, [`processing cancelled ${stay.total}`])
      const pendingCountBefore = (await readPendingJobs('carry-refund')).length
      await repeatLastJob('carry-refund')
      await app.settle()
      assert.equal((await readPendingJobs('carry-refund')).length, pendingCountBefore)
      await app.advanceClock(3 * DAY_MS, 30)
      assert.deepEqual((await app.readPaymentState(stay.code)).refunds, [`done cancelled ${stay.total}`])
      await assertMoneyConsistent(app.db)
    })
  })
}
