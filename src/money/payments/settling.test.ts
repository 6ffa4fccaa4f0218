import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { proveBooks } from '#testing/books.ts'
import { bothEngines } from '#testing/engines.ts'
import { emailsTo } from '#testing/emails.ts'
import { proveMoney } from '#testing/money.ts'
import { startPayingApp, type Came, type Held, type PayingApp } from '#testing/paying.ts'
import { endHolds } from '#stays/bookings/hold.ts'
import { noticeWays } from '../gateway-simulator/faults.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

for (const engine of bothEngines) {
  describe(`a stay that is paid through the gateway, on ${engine.name}`, () => {
    let house: PayingApp
    before(async () => void (house = await startPayingApp(engine)))
    after(() => house.close())

    const paying = async (act: string, choices: Record<string, string> = {}, more: object = {}) => {
      const held = await house.hold(more)
      const page = await house.open(held)
      return { held, page, came: await house.press(page, act, choices) }
    }
    const prove = async () => {
      await proveBooks(house.db)
      await proveMoney(house.db)
    }
    const isPaid = { status: 'confirmed', payment: 'paid', attempts: ['paid'], receipts: ['taken'], refunds: [] }

    test('is confirmed by its payment, with emails to the guest and the company (PAY-10, PAY-12)', async () => {
      const { held, came } = await paying('pay')
      assert.equal(came.to, `/payment?payment=${came.payment}`)
      await house.settle()
      assert.deepEqual(await house.stands(held.code), isPaid)
      const told = await house.outcome(came)
      assert.deepEqual(
        [told['outcome'], told['amount'], told['status'], told['to_pay']],
        ['paid', held.total, 'confirmed', null],
      )
      const [email] = (await emailsTo(house, 'rafiq@guest.example')).filter(({ header }) =>
        header('subject')!.includes(`Payment received for your stay ${held.code}`),
      )
      assert.match(email!.text, /We have received your payment of BDT/)
      assert.ok(email!.html.includes('Selvage House'), 'guests see the name of the property')
      const ours = (await emailsTo(house, 'hello@selvage.example')).filter(({ header }) =>
        header('subject')!.startsWith(`Paid ${held.code}`),
      )
      assert.equal(ours.length, 1)
      await prove()
    })

    for (const notice of noticeWays)
      for (const browser of ['back', 'gone'] as const)
        test(`is confirmed once with the notice ${notice} and the browser ${browser} (PAY-11)`, async () => {
          const { held } = await paying('pay', { notice, ...(browser === 'gone' && { gone: '1' }) })
          await house.settle()
          await house.pass(15 * MINUTE_MS, 15)
          assert.deepEqual(await house.stands(held.code), isPaid)
          await prove()
        })

    for (const answers of ['pending', 'inactive', 'broken', 'nonsense', 'lost'])
      test(`is confirmed after first replies of the kind ${answers} (PAY-11)`, async () => {
        const { held } = await paying('pay', { answers })
        await house.settle()
        await house.pass(15 * MINUTE_MS, 15)
        assert.deepEqual(await house.stands(held.code), isPaid)
        await prove()
      })

    for (const [act, state, outcome] of [
      ['fail', 'failed', 'failed'],
      ['cancel', 'cancelled', 'cancelled'],
      ['leave', 'cancelled', 'cancelled'],
      ['expire', 'expired', 'expired'],
    ] as const)
      test(`still waits for payment after the action ${act}, and can be paid afterwards (PAY-11, PAY-14)`, async () => {
        const { held, came } = await paying(act)
        await house.settle()
        const stands = await house.stands(held.code)
        assert.deepEqual([stands.status, stands.attempts, stands.receipts], ['pending_payment', [state], []])
        if (came.payment) {
          const told = await house.outcome(came)
          assert.deepEqual([told['outcome'], told['to_pay']], [outcome, held.total])
        }
        const again = await house.call('startPayment', came.payment ? { payment: came.payment } : { id: held.code }, {
          token: held.token,
        })
        await house.press(again.body.url, 'pay')
        await house.settle()
        const { attempts, ...paid } = await house.stands(held.code)
        assert.deepEqual([attempts, paid.status, paid.payment], [[state, 'paid'], 'confirmed', 'paid'])
        await prove()
      })

    test('is paid by a second attempt on the same page (PAY-11)', async () => {
      const { held, page } = await paying('fail')
      await house.settle()
      assert.deepEqual((await house.stands(held.code)).attempts, ['failed'])
      await house.press(page, 'pay')
      await house.settle()
      assert.deepEqual(await house.stands(held.code), isPaid)
    })

    for (const [act, reason] of [
      ['pay-risky', 'risk'],
      ['pay-less', 'amount'],
      ['pay-more', 'amount'],
      ['pay-dollars', 'currency'],
    ] as const)
      test(`is held for review after ${act} (PAY-13)`, async () => {
        const { held, came } = await paying(act)
        await house.settle()
        const expected = { status: 'pending_payment', payment: 'unpaid', attempts: [`review ${reason}`] }
        assert.deepEqual(await house.stands(held.code), { ...expected, receipts: [`review ${reason}`], refunds: [] })
        assert.equal((await house.outcome(came))['outcome'], 'review')
        await house.pass(40 * HOUR_MS, 40)
        assert.equal((await house.stands(held.code)).status, 'pending_payment')
        const again = await house.call('startPayment', { payment: came.payment })
        assert.deepEqual(
          [again.status, again.body.message],
          [409, 'A payment for this stay is being checked. You need not pay again.'],
        )
        await prove()
      })

    test('is paid once by a double payment, and the second payment is held for review (PAY-13)', async () => {
      const { held } = await paying('pay-twice')
      await house.settle()
      assert.deepEqual(await house.stands(held.code), { ...isPaid, receipts: ['taken', 'review again'] })
      await prove()
    })

    test('books its released nights again after a late payment (PAY-15)', async () => {
      const { held, came } = await paying('pay', { notice: 'never', gone: '1' })
      await endOf(held)
      assert.equal((await house.stands(held.code)).status, 'expired')
      await comeBack(came)
      assert.deepEqual(await house.stands(held.code), isPaid)
      await prove()
    })

    test('proposes a refund and emails both sides if the nights of a late payment are sold (PAY-15)', async () => {
      const days = { checkin: house.day(400), checkout: house.day(402) }
      const { held, came } = await paying('pay', { notice: 'never', gone: '1' }, days)
      await endOf(held)
      for (let left = true; left;)
        left = await house.hold(days).then(
          () => true,
          () => false,
        )
      await comeBack(came)
      assert.deepEqual(await house.stands(held.code), {
        status: 'expired',
        payment: 'refund_pending',
        attempts: ['paid'],
        receipts: ['taken'],
        refunds: [`to approve late ${held.total}`],
      })
      assert.equal((await house.outcome(came))['outcome'], 'late')
      const letters = async (to: string, subject: string) =>
        (await emailsTo(house, to)).filter(({ header }) => header('subject')!.startsWith(subject)).length
      assert.equal(await letters('rafiq@guest.example', `Your payment for ${held.code} came too late`), 1)
      assert.equal(await letters('hello@selvage.example', `Paid too late ${held.code}`), 1)
      await prove()
    })

    test('is paid and confirmed if the payment arrives at the moment of expiry (PAY-15, BOOK-8)', async () => {
      for (let round = 0; round < 6; round++) {
        const { held, came } = await paying('pay', { notice: 'never', gone: '1' })
        const { expires_at } = await house.db
          .selectFrom('booking')
          .select('expires_at')
          .where('code', '=', held.code)
          .executeTakeFirstOrThrow()
        house.clock.now = expires_at!
        const end = () => endHolds(house.db, house.clock.now, house)
        const both = round % 2 === 0 ? [comeBack(came), end(), end()] : [end(), end(), comeBack(came)]
        await Promise.all(both)
        assert.deepEqual(await house.stands(held.code), isPaid)
        await prove()
      }
    })

    test('competes fairly for its released nights after a late payment, without overbooking (PAY-15, BOOK-8)', async () => {
      for (let round = 0; round < 3; round++) {
        const days = { checkin: house.day(420 + 3 * round), checkout: house.day(422 + 3 * round) }
        const wanted = { slug: 'family', ...days }
        const { held, came } = await paying('pay', { notice: 'never', gone: '1' }, wanted)
        await endOf(held)
        const rivals = Array.from({ length: 12 }, () =>
          house.hold({ ...wanted, paymenttype: 2 }).then(
            () => 1,
            () => 0,
          ),
        )
        const [, ...had] = await Promise.all([comeBack(came), ...rivals])
        const { status, refunds } = await house.stands(held.code)
        const theirs = status === 'confirmed' ? 1 : 0
        assert.equal(
          had.reduce((sum, each) => sum + each, theirs),
          await unitsOf('family'),
        )
        assert.equal(refunds.length, 1 - theirs)
        await prove()
      }
    })

    test('gets a proposed refund if it was cancelled during the payment (PAY-15)', async () => {
      const { held, came } = await paying('pay', { notice: 'never', gone: '1' })
      assert.equal((await house.call('cancelBooking', { id: held.code, fee: 0 }, { token: held.token })).status, 200)
      await comeBack(came)
      const { status, refunds } = await house.stands(held.code)
      assert.deepEqual([status, refunds], ['cancelled', [`to approve late ${held.total}`]])
      await prove()
    })

    test('gets one proposed refund for a payment on a second page (PAY-15)', async () => {
      const { held, page } = await paying('fail')
      await house.settle()
      await house.press(await house.open(held), 'pay')
      await house.press(page, 'pay')
      await house.settle()
      const { status, payment, refunds } = await house.stands(held.code)
      assert.deepEqual([status, payment, refunds], ['confirmed', 'refund_pending', [`to approve twice ${held.total}`]])
      await prove()
    })

    test('stays paid despite later and repeated notices (PAY-11)', async () => {
      const { held, came } = await paying('pay')
      await house.settle()
      const said = new URLSearchParams(came.fields)
      for (const status of ['FAILED', 'CANCELLED', 'EXPIRED', 'VALID']) {
        said.set('status', status)
        await notify(said)
        await house.settle()
      }
      await house.pass(80 * HOUR_MS, 80)
      assert.deepEqual(await house.stands(held.code), isPaid)
    })

    const unitsOf = async (slug: string) =>
      (await house.db.selectFrom('room').select('capacity').where('slug', '=', slug).executeTakeFirstOrThrow()).capacity
    /** Lets the time for payment expire without any notice. */
    async function endOf(held: Held) {
      const { expires_at } = await house.db
        .selectFrom('booking')
        .select('expires_at')
        .where('code', '=', held.code)
        .executeTakeFirstOrThrow()
      // Disables the sweep, which would find the payment earlier.
      await house.db.updateTable('job').set({ done_at: 1 }).where('kind', '=', 'sweep-payment').execute()
      house.clock.now = expires_at!
      await house.worker.runDue()
    }
    async function comeBack({ payment, fields }: Came) {
      const { status } = await house.fetch(`/api/payments/return/${payment}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: fields.toString(),
      })
      assert.equal(status, 303)
      await house.settle()
    }
    const notify = (said: URLSearchParams) =>
      house.fetch('/api/payments/notice', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: said.toString(),
      })
  })
}
