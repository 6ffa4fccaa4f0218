import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { bothEngines } from '#testing/engines.ts'
import { assertMoneyConsistent } from '#testing/assert-money.ts'
import { startPayingApp, type HeldStay, type PayingApp } from '#testing/paying-app.ts'
import { createRandom, type Random } from '#testing/random.ts'
import { valueForTier } from '#testing/tier.ts'
import { MINUTE_MS } from '#platform/durations.ts'

/** The number of random notices. `NOTICES` in the environment overrides it. */
const NOTICE_COUNT = Number(process.env['NOTICES'] ?? valueForTier({ gate: 200, all: 1_000, soak: 5_000 }))
const STAY_COUNT = valueForTier({ gate: 9, all: 24, soak: 24 })
/** The maximum number of notices from one network in ten minutes. */
const MAX_NOTICES = 1_200
const actions = ['pay', 'pay', 'pay', 'fail', 'cancel', 'pay-risky', 'pay-less', 'expire', 'pay-twice'] as const

for (const engine of bothEngines) {
  describe(`notifications of the gateway, on ${engine.name}`, () => {
    let app: PayingApp
    before(async () => void (app = await startPayingApp(engine)))
    after(() => app.close())

    const formType = 'application/x-www-form-urlencoded'
    const postForm = (path: string, body: string, headers: Record<string, string> = {}) =>
      app.fetch(path, { method: 'POST', headers: { 'content-type': formType, ...headers }, body })
    const verifyBooks = async () => {
      await assertBooksConsistent(app.db)
      await assertMoneyConsistent(app.db)
    }

    test('are not needed, because a scheduled job queries the gateway about every stay (PAY-11)', async () => {
      const heldStays: [HeldStay, (typeof actions)[number]][] = []
      for (let index = 0; index < STAY_COUNT; index++) {
        const heldStay = await app.hold({ slug: 'single' })
        const action = actions[index % actions.length]!
        await app.press(await app.open(heldStay), action, { notice: 'never', gone: '1' })
        heldStays.push([heldStay, action])
      }
      await app.advanceClock(20 * MINUTE_MS, 20)
      for (const [{ code }, action] of heldStays) {
        const { attempts, status } = await app.readPaymentState(code)
        assert.deepEqual(
          [attempts[0]!.split(' ')[0], status],
          [expectedOutcomes[action].attempt, expectedOutcomes[action].status],
          `${action} of ${code}`,
        )
      }
      await verifyBooks()
    })

    test('give the same result if they are random, repeated, reordered or forged (PAY-11)', async () => {
      const random = createRandom(17)
      const heldStays: {
        heldStay: HeldStay
        action: (typeof actions)[number]
        fields: URLSearchParams
        payment: string
      }[] = []
      for (let index = 0; index < STAY_COUNT; index++) {
        const heldStay = await app.hold({ slug: 'single' })
        const action = actions[index % actions.length]!
        const { fields, payment } = await app.press(await app.open(heldStay), action, { notice: 'never', gone: '1' })
        heldStays.push({ heldStay, action, fields, payment })
      }
      for (let sentCount = 0; sentCount < NOTICE_COUNT;) {
        const batch = Array.from({ length: random.between(1, 20) }, () => random.oneOf(heldStays))
        const responses = await Promise.all(
          batch.map(({ fields, payment }) => {
            const form = random.isTrue(0.5) ? forgeNotice(random, fields, random.oneOf(heldStays).fields) : fields
            return random.isTrue(0.8)
              ? postForm('/api/payments/notice', form.toString())
              : postForm(`/api/payments/return/${payment}${random.isTrue(0.5) ? '/left' : ''}`, form.toString())
          }),
        )
        for (const { status } of responses) assert.ok([200, 303].includes(status), String(status))
        sentCount += batch.length
        if (random.isTrue(0.3)) await app.settle()
      }
      await app.settle()
      for (const { heldStay, action } of heldStays) {
        const { attempts, status } = await app.readPaymentState(heldStay.code)
        assert.deepEqual(
          [attempts.length, attempts[0]!.split(' ')[0], status],
          [1, expectedOutcomes[action].attempt, expectedOutcomes[action].status],
        )
      }
      await verifyBooks()
    })

    test('are limited in size and type, and ignored for unknown URLs and transactions (PAY-11)', async () => {
      assert.equal((await postForm('/api/payments/notice', `tran_id=${'x'.repeat(17_000)}`)).status, 413)
      const jsonResponse = await app.fetch('/api/payments/notice', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
      assert.equal(jsonResponse.status, 415)
      for (const token of ['x', 'x'.repeat(43), 'x'.repeat(500)])
        assert.equal((await postForm(`/api/payments/return/${token}`, '')).status, 404)
      assert.equal((await postForm('/api/payments/notice', '')).status, 200)
      const requestCountBefore = app.countQueries()
      await postForm('/api/payments/notice', 'tran_id=SOMEBODYELSES&status=VALID&val_id=1')
      await app.settle()
      assert.equal(app.countQueries(), requestCountBefore)
    })
  })

  describe(`many notifications of one payment, on ${engine.name}`, () => {
    test('start one job, which queries the gateway once by each ID, if they arrive before it runs (PAY-11)', async (t) => {
      const app = await startPayingApp({ ...engine, pollsJobs: false })
      t.after(() => app.close())
      const heldStay = await app.hold()
      const { fields } = await app.press(await app.open(heldStay), 'pay', { notice: 'never', gone: '1' })
      const tranId = fields.get('tran_id')!
      const countRequests = () => app.countQueries(tranId, fields.get('val_id')!)
      const requestCountBefore = countRequests()
      const notices = Array.from({ length: 40 }, () =>
        app.fetch('/api/payments/notice', {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: fields.toString(),
        }),
      )
      assert.deepEqual(new Set((await Promise.all(notices)).map(({ status }) => status)), new Set([200]))
      assert.equal(countRequests(), requestCountBefore)
      await app.settle()
      const jobs = await app.db.selectFrom('job').select('payload').where('kind', '=', 'settle-payment').execute()
      assert.equal(jobs.filter(({ payload }) => payload.includes(tranId)).length, 1)
      // One query by our id, and one by the gateway's id.
      assert.equal(countRequests() - requestCountBefore, 2)
      assert.equal((await app.readPaymentState(heldStay.code)).payment, 'paid')
    })
  })

  describe(`a network that sends too many notifications, on ${engine.name}`, () => {
    test('is rate-limited, and its payment is still recorded (PAY-11)', async () => {
      const app = await startPayingApp(engine, { RATE_LIMIT: 'on' })
      try {
        const heldStay = await app.hold()
        await app.press(await app.open(heldStay), 'pay', { notice: 'never', gone: '1' })
        const sendNotice = async () => {
          const headers = { 'content-type': 'application/x-www-form-urlencoded' }
          return (await app.fetch('/api/payments/notice', { method: 'POST', headers, body: 'tran_id=X' })).status
        }
        assert.equal(await sendNotice(), 200)
        const hitUpdate = app.db.updateTable('rate_limit').set({ hits: MAX_NOTICES - 1 })
        const { numUpdatedRows } = await hitUpdate.where('key', 'like', 'payment notice:%').executeTakeFirst()
        assert.equal(Number(numUpdatedRows), 1)
        assert.deepEqual([await sendNotice(), await sendNotice()], [200, 429])
        await app.advanceClock(15 * MINUTE_MS, 15)
        assert.equal((await app.readPaymentState(heldStay.code)).payment, 'paid')
      } finally {
        await app.close()
      }
    })
  })
}

/** The expected result of each action, independent of the notices. */
const expectedOutcomes: Record<(typeof actions)[number], { attempt: string; status: string }> = {
  pay: { attempt: 'paid', status: 'confirmed' },
  'pay-twice': { attempt: 'paid', status: 'confirmed' },
  fail: { attempt: 'failed', status: 'pending_payment' },
  cancel: { attempt: 'cancelled', status: 'pending_payment' },
  expire: { attempt: 'expired', status: 'pending_payment' },
  'pay-risky': { attempt: 'review', status: 'pending_payment' },
  'pay-less': { attempt: 'review', status: 'pending_payment' },
}

/** Changes the status, the amount, the payment, the signature or the transaction of a notice. */
function forgeNotice(random: Random, fields: URLSearchParams, otherFields: URLSearchParams): URLSearchParams {
  const form = new URLSearchParams(fields)
  const changeIndex = random.below(6)
  if (changeIndex === 0)
    form.set('status', random.oneOf(['VALID', 'FAILED', 'CANCELLED', 'EXPIRED', 'UNATTEMPTED', 'NONSENSE']))
  if (changeIndex === 1) form.set('amount', '1.00')
  if (changeIndex === 2) form.set('val_id', otherFields.get('val_id') ?? 'another')
  if (changeIndex === 3) form.set('verify_sign', '0'.repeat(32))
  if (changeIndex === 4) form.delete('verify_key')
  if (changeIndex === 5) form.set('tran_id', otherFields.get('tran_id')!)
  return form
}
