import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { bothEngines } from '#testing/engines.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { assertMoneyConsistent } from '#testing/assert-money.ts'
import { startPayingApp, type GatewayReturn, type HeldStay, type PayingApp } from '#testing/paying-app.ts'
import { expireHolds } from '#stays/bookings/hold.ts'
import { writeCompany } from '#content/company.ts'
import { noticeModes } from '../gateway-simulator/faults.ts'
import { HOUR_MS, MINUTE_MS } from '#platform/durations.ts'

for (const engine of bothEngines) {
  describe(`a stay that is paid through the gateway, on ${engine.name}`, () => {
    let app: PayingApp
    before(async () => void (app = await startPayingApp(engine)))
    after(() => app.close())

    const startPayment = async (action: string, choices: Record<string, string> = {}, options: object = {}) => {
      const stay = await app.hold(options)
      const pageUrl = await app.open(stay)
      return { stay, page: pageUrl, browser: await app.press(pageUrl, action, choices) }
    }
    const verifyBooks = async () => {
      await assertBooksConsistent(app.db)
      await assertMoneyConsistent(app.db)
    }
    const paidState = { status: 'confirmed', payment: 'paid', attempts: ['paid'], receipts: ['taken'], refunds: [] }

    test('is confirmed by its payment, with emails to the guest and the company (PAY-10, PAY-12)', async () => {
      const { stay, browser: gatewayReturn } = await startPayment('pay')
      assert.equal(gatewayReturn.to, `/payment?payment=${gatewayReturn.payment}`)
      await app.settle()
      assert.deepEqual(await app.readPaymentState(stay.code), paidState)
      const details = await app.readOutcome(gatewayReturn)
      assert.deepEqual(
        [details['outcome'], details['amount'], details['status'], details['to_pay']],
        ['paid', stay.total, 'confirmed', null],
      )
      const [email] = (await readEmailsTo(app, 'rafiq@guest.example')).filter(({ header }) =>
        header('subject')!.includes(`Payment received for your stay ${stay.code}`),
      )
      assert.match(email!.text, /We have received your payment of BDT/)
      assert.ok(email!.html.includes('Selvage House'), 'guests see the name of the property')
      const companyEmails = (await readEmailsTo(app, 'hello@selvage.example')).filter(({ header }) =>
        header('subject')!.startsWith(`Paid ${stay.code}`),
      )
      assert.equal(companyEmails.length, 1)
      await verifyBooks()
    })

    for (const notice of noticeModes)
      for (const payerBehaviour of ['back', 'gone'] as const)
        test(`is confirmed once with the notification mode ${notice} and the browser ${payerBehaviour} (PAY-11)`, async () => {
          const { stay } = await startPayment('pay', { notice, ...(payerBehaviour === 'gone' && { gone: '1' }) })
          await app.settle()
          await app.advanceClock(15 * MINUTE_MS, 15)
          assert.deepEqual(await app.readPaymentState(stay.code), paidState)
          await verifyBooks()
        })

    for (const replyFault of ['pending', 'inactive', 'broken', 'nonsense', 'lost'])
      test(`is confirmed even if the first replies of the gateway are ${replyFault} (PAY-11)`, async () => {
        const { stay } = await startPayment('pay', { answers: replyFault })
        await app.settle()
        await app.advanceClock(15 * MINUTE_MS, 15)
        assert.deepEqual(await app.readPaymentState(stay.code), paidState)
        await verifyBooks()
      })

    for (const [action, state, outcome] of [
      ['fail', 'failed', 'failed'],
      ['cancel', 'cancelled', 'cancelled'],
      ['leave', 'cancelled', 'cancelled'],
      ['expire', 'expired', 'expired'],
    ] as const)
      test(`still waits for payment after the outcome ${action}, and can be paid afterwards (PAY-11, PAY-14)`, async () => {
        const { stay, browser: gatewayReturn } = await startPayment(action)
        await app.settle()
        const currentPaymentState = await app.readPaymentState(stay.code)
        assert.deepEqual(
          [currentPaymentState.status, currentPaymentState.attempts, currentPaymentState.receipts],
          ['pending_payment', [state], []],
        )
        if (gatewayReturn.payment) {
          const details = await app.readOutcome(gatewayReturn)
          assert.deepEqual([details['outcome'], details['to_pay']], [outcome, stay.total])
        }
        const response = await app.call(
          'startPayment',
          gatewayReturn.payment ? { payment: gatewayReturn.payment } : { id: stay.code },
          {
            token: stay.token,
          },
        )
        await app.press(response.body.url, 'pay')
        await app.settle()
        const { attempts, ...paidOutcome } = await app.readPaymentState(stay.code)
        assert.deepEqual([attempts, paidOutcome.status, paidOutcome.payment], [[state, 'paid'], 'confirmed', 'paid'])
        await verifyBooks()
      })

    test('is paid by a second attempt on the same payment page (PAY-11)', async () => {
      const { stay, page } = await startPayment('fail')
      await app.settle()
      assert.deepEqual((await app.readPaymentState(stay.code)).attempts, ['failed'])
      await app.press(page, 'pay')
      await app.settle()
      assert.deepEqual(await app.readPaymentState(stay.code), paidState)
    })

    for (const [action, reason] of [
      ['pay-risky', 'risk'],
      ['pay-less', 'amount'],
      ['pay-more', 'amount'],
      ['pay-dollars', 'currency'],
    ] as const)
      test(`is held for review after the outcome ${action} (PAY-13)`, async () => {
        const { stay, browser: gatewayReturn } = await startPayment(action)
        await app.settle()
        const expectedState = { status: 'pending_payment', payment: 'unpaid', attempts: [`review ${reason}`] }
        assert.deepEqual(await app.readPaymentState(stay.code), {
          ...expectedState,
          receipts: [`review ${reason}`],
          refunds: [],
        })
        assert.equal((await app.readOutcome(gatewayReturn))['outcome'], 'review')
        await app.advanceClock(40 * HOUR_MS, 40)
        assert.equal((await app.readPaymentState(stay.code)).status, 'pending_payment')
        const response = await app.call('startPayment', { payment: gatewayReturn.payment })
        assert.deepEqual(
          [response.status, response.body.message],
          [409, 'We are checking a payment for this stay. You do not need to pay again.'],
        )
        await verifyBooks()
      })

    test('is not confirmed, and gets a proposed refund, if a payment in review is accepted after its last night (PAY-13, PAY-15)', async () => {
      await writeCompany(app.db, { answerHours: 96 })
      const { stay } = await startPayment('pay-risky', {}, { checkin: app.day(1), checkout: app.day(2) })
      await app.settle()
      await app.advanceClock(48 * HOUR_MS, 8)
      const { status, receipts } = await app.readPaymentState(stay.code)
      assert.deepEqual([status, receipts], ['pending_payment', ['review risk']])
      const { id } = await app.db
        .selectFrom('payment_receipt')
        .select('id')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      await app.callOk('acceptPayment', { id }, { token: await app.signIn('owner') })
      await app.settle()
      assert.deepEqual(await app.readPaymentState(stay.code), {
        status: 'expired',
        payment: 'refund_pending',
        attempts: ['paid'],
        receipts: ['taken risk'],
        refunds: [`to approve late ${stay.total}`],
      })
      const subjects = (await readEmailsTo(app, 'rafiq@guest.example')).map(({ header }) => header('subject')!)
      const [lastSubject] = subjects.filter((subject) => subject.includes(stay.code)).slice(-1)
      assert.equal(lastSubject, `Your payment for ${stay.code} arrived too late`)
      await writeCompany(app.db, { answerHours: 48 })
      await verifyBooks()
    })

    test('is paid once if the guest pays twice, and holds the second payment for review (PAY-13)', async () => {
      const { stay } = await startPayment('pay-twice')
      await app.settle()
      assert.deepEqual(await app.readPaymentState(stay.code), { ...paidState, receipts: ['taken', 'review again'] })
      await verifyBooks()
    })

    test('books its released nights again after a late payment (PAY-15)', async () => {
      const { stay, browser: gatewayReturn } = await startPayment('pay', { notice: 'never', gone: '1' })
      await expireStay(stay)
      assert.equal((await app.readPaymentState(stay.code)).status, 'expired')
      await returnFromGateway(gatewayReturn)
      assert.deepEqual(await app.readPaymentState(stay.code), paidState)
      await verifyBooks()
    })

    test('gets a proposed refund, with emails to both sides, if its nights were sold before a late payment (PAY-15)', async () => {
      const stayDates = { checkin: app.day(400), checkout: app.day(402) }
      const { stay, browser: gatewayReturn } = await startPayment('pay', { notice: 'never', gone: '1' }, stayDates)
      await expireStay(stay)
      for (let hasRoom = true; hasRoom;)
        hasRoom = await app.hold(stayDates).then(
          () => true,
          () => false,
        )
      await returnFromGateway(gatewayReturn)
      assert.deepEqual(await app.readPaymentState(stay.code), {
        status: 'expired',
        payment: 'refund_pending',
        attempts: ['paid'],
        receipts: ['taken'],
        refunds: [`to approve late ${stay.total}`],
      })
      assert.equal((await app.readOutcome(gatewayReturn))['outcome'], 'late')
      const countEmails = async (to: string, subject: string) =>
        (await readEmailsTo(app, to)).filter(({ header }) => header('subject')!.startsWith(subject)).length
      assert.equal(await countEmails('rafiq@guest.example', `Your payment for ${stay.code} arrived too late`), 1)
      assert.equal(await countEmails('hello@selvage.example', `Paid too late ${stay.code}`), 1)
      await verifyBooks()
    })

    test('is paid and confirmed if the payment arrives at the moment of expiry (PAY-15, BOOK-8)', async () => {
      for (let round = 0; round < 6; round++) {
        const { stay, browser: gatewayReturn } = await startPayment('pay', { notice: 'never', gone: '1' })
        const { expires_at } = await app.db
          .selectFrom('booking')
          .select('expires_at')
          .where('code', '=', stay.code)
          .executeTakeFirstOrThrow()
        app.clock.now = expires_at!
        const endAllHolds = () => expireHolds(app.db, app.clock.now, app)
        const operations =
          round % 2 === 0
            ? [returnFromGateway(gatewayReturn), endAllHolds(), endAllHolds()]
            : [endAllHolds(), endAllHolds(), returnFromGateway(gatewayReturn)]
        await Promise.all(operations)
        assert.deepEqual(await app.readPaymentState(stay.code), paidState)
        await verifyBooks()
      }
    })

    test('books its released nights again or gets a refund if other guests book at the moment of a late payment (PAY-15, BOOK-8)', async () => {
      for (let round = 0; round < 3; round++) {
        const stayDates = { checkin: app.day(420 + 3 * round), checkout: app.day(422 + 3 * round) }
        const stayOptions = { slug: 'family', ...stayDates }
        const { stay, browser: gatewayReturn } = await startPayment('pay', { notice: 'never', gone: '1' }, stayOptions)
        await expireStay(stay)
        const concurrentCalls = Array.from({ length: 12 }, () =>
          app.hold({ ...stayOptions, paymenttype: 2 }).then(
            () => 1,
            () => 0,
          ),
        )
        const [, ...successes] = await Promise.all([returnFromGateway(gatewayReturn), ...concurrentCalls])
        const { status, refunds } = await app.readPaymentState(stay.code)
        const latePaymentSuccessCount = status === 'confirmed' ? 1 : 0
        assert.equal(
          successes.reduce((sum, win) => sum + win, latePaymentSuccessCount),
          await countUnits('family'),
        )
        assert.equal(refunds.length, 1 - latePaymentSuccessCount)
        await verifyBooks()
      }
    })

    test('gets a proposed refund if it was cancelled during the payment (PAY-15)', async () => {
      const { stay, browser: gatewayReturn } = await startPayment('pay', { notice: 'never', gone: '1' })
      assert.equal((await app.call('cancelBooking', { id: stay.code, fee: 0 }, { token: stay.token })).status, 200)
      await returnFromGateway(gatewayReturn)
      const { status, refunds } = await app.readPaymentState(stay.code)
      assert.deepEqual([status, refunds], ['cancelled', [`to approve late ${stay.total}`]])
      await verifyBooks()
    })

    test('gets one proposed refund if it is paid on two payment pages (PAY-15)', async () => {
      const { stay, page } = await startPayment('fail')
      await app.settle()
      await app.press(await app.open(stay), 'pay')
      await app.press(page, 'pay')
      await app.settle()
      const { status, payment, refunds } = await app.readPaymentState(stay.code)
      assert.deepEqual([status, payment, refunds], ['confirmed', 'refund_pending', [`to approve twice ${stay.total}`]])
      await verifyBooks()
    })

    test('remains paid despite later and repeated notifications (PAY-11)', async () => {
      const { stay, browser: gatewayReturn } = await startPayment('pay')
      await app.settle()
      const form = new URLSearchParams(gatewayReturn.fields)
      for (const status of ['FAILED', 'CANCELLED', 'EXPIRED', 'VALID']) {
        form.set('status', status)
        await notify(form)
        await app.settle()
      }
      await app.advanceClock(80 * HOUR_MS, 80)
      assert.deepEqual(await app.readPaymentState(stay.code), paidState)
    })

    const countUnits = async (slug: string) =>
      (await app.db.selectFrom('room').select('capacity').where('slug', '=', slug).executeTakeFirstOrThrow()).capacity
    /** Lets the time for payment expire without any notice. */
    async function expireStay(stay: HeldStay) {
      const { expires_at } = await app.db
        .selectFrom('booking')
        .select('expires_at')
        .where('code', '=', stay.code)
        .executeTakeFirstOrThrow()
      // Disables the sweep, which would find the payment earlier.
      await app.db.updateTable('job').set({ done_at: 1 }).where('kind', '=', 'sweep-payment').execute()
      app.clock.now = expires_at!
      await app.worker.runDue()
    }
    async function returnFromGateway({ payment, fields }: GatewayReturn) {
      const { status } = await app.fetch(`/api/payments/return/${payment}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: fields.toString(),
      })
      assert.equal(status, 303)
      await app.settle()
    }
    const notify = (form: URLSearchParams) =>
      app.fetch('/api/payments/notice', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
      })
  })
}
