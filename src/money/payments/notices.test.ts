import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { proveBooks } from '#testing/books.ts'
import { bothEngines } from '#testing/engines.ts'
import { proveMoney } from '#testing/money.ts'
import { startPayingApp, type Held, type PayingApp } from '#testing/paying.ts'
import { chance, type Chance } from '#testing/random.ts'
import { perTier } from '#testing/tier.ts'

const MINUTE_MS = 60_000
/** The number of random notices. `NOTICES` in the environment overrides it. */
const NOTICES = Number(process.env['NOTICES'] ?? perTier({ gate: 200, all: 1_000, soak: 10_000 }))
const STAYS = perTier({ gate: 9, all: 24, soak: 24 })
/** The limit per network in ten minutes. */
const MAX_NOTICES = 1_200
const acts = ['pay', 'pay', 'pay', 'fail', 'cancel', 'pay-risky', 'pay-less', 'expire', 'pay-twice'] as const

for (const engine of bothEngines) {
  describe(`notices of the gateway, on ${engine.name}`, () => {
    let house: PayingApp
    before(async () => void (house = await startPayingApp(engine)))
    after(() => house.close())

    const formType = 'application/x-www-form-urlencoded'
    const tell = (path: string, body: string, headers: Record<string, string> = {}) =>
      house.fetch(path, { method: 'POST', headers: { 'content-type': formType, ...headers }, body })
    const prove = async () => {
      await proveBooks(house.db)
      await proveMoney(house.db)
    }

    test('lets the sweep settle every stay if no notice arrives (PAY-11)', async () => {
      const held: [Held, (typeof acts)[number]][] = []
      for (let stay = 0; stay < STAYS; stay++) {
        const one = await house.hold({ slug: 'single' })
        const act = acts[stay % acts.length]!
        await house.press(await house.open(one), act, { notice: 'never', gone: '1' })
        held.push([one, act])
      }
      await house.pass(20 * MINUTE_MS, 20)
      for (const [{ code }, act] of held) {
        const { attempts, status } = await house.stands(code)
        assert.deepEqual(
          [attempts[0]!.split(' ')[0], status],
          [ends[act].attempt, ends[act].status],
          `${act} of ${code}`,
        )
      }
      await prove()
    })

    test('gives the same result for random, repeated, reordered and forged notices (PAY-11)', async () => {
      const by = chance(17)
      const held: { one: Held; act: (typeof acts)[number]; fields: URLSearchParams; payment: string }[] = []
      for (let stay = 0; stay < STAYS; stay++) {
        const one = await house.hold({ slug: 'single' })
        const act = acts[stay % acts.length]!
        const { fields, payment } = await house.press(await house.open(one), act, { notice: 'never', gone: '1' })
        held.push({ one, act, fields, payment })
      }
      for (let told = 0; told < NOTICES;) {
        const some = Array.from({ length: by.between(1, 20) }, () => by.oneOf(held))
        const answers = await Promise.all(
          some.map(({ fields, payment }) => {
            const said = by.isTrue(0.5) ? forged(by, fields, by.oneOf(held).fields) : fields
            return by.isTrue(0.8)
              ? tell('/api/payments/notice', said.toString())
              : tell(`/api/payments/return/${payment}${by.isTrue(0.5) ? '/left' : ''}`, said.toString())
          }),
        )
        for (const { status } of answers) assert.ok([200, 303].includes(status), String(status))
        told += some.length
        if (by.isTrue(0.3)) await house.settle()
      }
      await house.settle()
      for (const { one, act } of held) {
        const { attempts, status } = await house.stands(one.code)
        assert.deepEqual(
          [attempts.length, attempts[0]!.split(' ')[0], status],
          [1, ends[act].attempt, ends[act].status],
        )
      }
      await prove()
    })

    test('limits the size and type of a notice, and ignores unknown URLs and transactions (PAY-11)', async () => {
      assert.equal((await tell('/api/payments/notice', `tran_id=${'x'.repeat(17_000)}`)).status, 413)
      const other = await house.fetch('/api/payments/notice', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
      assert.equal(other.status, 415)
      for (const token of ['x', 'x'.repeat(43), 'x'.repeat(500)])
        assert.equal((await tell(`/api/payments/return/${token}`, '')).status, 404)
      assert.equal((await tell('/api/payments/notice', '')).status, 200)
      const asked = house.asked()
      await tell('/api/payments/notice', 'tran_id=SOMEBODYELSES&status=VALID&val_id=1')
      await house.settle()
      assert.equal(house.asked(), asked)
    })
  })

  describe(`many notices of one payment, on ${engine.name}`, () => {
    test('query the gateway once if they arrive before the first query (PAY-11)', async (t) => {
      // Without its interval, the worker looks for jobs only when the test runs it.
      t.mock.timers.enable({ apis: ['setInterval'] })
      const house = await startPayingApp(engine)
      t.mock.timers.reset()
      t.after(() => house.close())
      const one = await house.hold()
      const { fields } = await house.press(await house.open(one), 'pay', { notice: 'never', gone: '1' })
      const tranId = fields.get('tran_id')!
      const questions = () => house.asked(tranId, fields.get('val_id')!)
      const asked = questions()
      const notices = Array.from({ length: 40 }, () =>
        house.fetch('/api/payments/notice', {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: fields.toString(),
        }),
      )
      assert.deepEqual(new Set((await Promise.all(notices)).map(({ status }) => status)), new Set([200]))
      assert.equal(questions(), asked)
      await house.settle()
      const jobs = await house.db.selectFrom('job').select('payload').where('kind', '=', 'settle-payment').execute()
      assert.equal(jobs.filter(({ payload }) => payload.includes(tranId)).length, 1)
      // One query by our id, and one by the gateway's id.
      assert.equal(questions() - asked, 2)
      assert.equal((await house.stands(one.code)).payment, 'paid')
    })
  })

  describe(`a network that sends too many notices, on ${engine.name}`, () => {
    test('is rate-limited for a while without delaying any payment (PAY-11)', async () => {
      const house = await startPayingApp(engine, { RATE_LIMIT: 'on' })
      try {
        const one = await house.hold()
        await house.press(await house.open(one), 'pay', { notice: 'never', gone: '1' })
        const send = async () => {
          const headers = { 'content-type': 'application/x-www-form-urlencoded' }
          return (await house.fetch('/api/payments/notice', { method: 'POST', headers, body: 'tran_id=X' })).status
        }
        assert.equal(await send(), 200)
        const counted = house.db.updateTable('rate_limit').set({ hits: MAX_NOTICES - 1 })
        const { numUpdatedRows } = await counted.where('key', 'like', 'payment notice:%').executeTakeFirst()
        assert.equal(Number(numUpdatedRows), 1)
        assert.deepEqual([await send(), await send()], [200, 429])
        await house.pass(15 * MINUTE_MS, 15)
        assert.equal((await house.stands(one.code)).payment, 'paid')
      } finally {
        await house.close()
      }
    })
  })
}

/** The expected result of each action, independent of the notices. */
const ends: Record<(typeof acts)[number], { attempt: string; status: string }> = {
  pay: { attempt: 'paid', status: 'confirmed' },
  'pay-twice': { attempt: 'paid', status: 'confirmed' },
  fail: { attempt: 'failed', status: 'pending_payment' },
  cancel: { attempt: 'cancelled', status: 'pending_payment' },
  expire: { attempt: 'expired', status: 'pending_payment' },
  'pay-risky': { attempt: 'review', status: 'pending_payment' },
  'pay-less': { attempt: 'review', status: 'pending_payment' },
}

/** Changes the status, the amount, the payment, the signature or the transaction of a notice. */
function forged(by: Chance, fields: URLSearchParams, others: URLSearchParams): URLSearchParams {
  const said = new URLSearchParams(fields)
  const what = by.below(6)
  if (what === 0) said.set('status', by.oneOf(['VALID', 'FAILED', 'CANCELLED', 'EXPIRED', 'UNATTEMPTED', 'NONSENSE']))
  if (what === 1) said.set('amount', '1.00')
  if (what === 2) said.set('val_id', others.get('val_id') ?? 'another')
  if (what === 3) said.set('verify_sign', '0'.repeat(32))
  if (what === 4) said.delete('verify_key')
  if (what === 5) said.set('tran_id', others.get('tran_id')!)
  return said
}
