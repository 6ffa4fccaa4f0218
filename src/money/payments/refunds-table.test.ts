import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { enginesFor } from '#testing/engines.ts'
import { assertMoneyConsistent } from '#testing/assert-money.ts'
import { startPayingApp, type PayingApp } from '#testing/paying-app.ts'
import { freeCancellation, setDefaultPolicy, createNightRules, createPercentTier, noFee } from '#testing/policies.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { writeCompany } from '#content/company.ts'
import type { Rules } from '#stays/policies/policy.ts'
import { renderStoredEmail } from '#mail/render.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#platform/durations.ts'

/** Two nights at 4,500. A deposit is 2,700. */
const TOTAL_BDT = 9_000
const DEPOSIT_BDT = 2_700
const deposit = { kind: 'percent', amount: 30 } as const

/** The earlier payments in each case. */
const paymentCases: Readonly<Record<string, readonly number[]>> = {
  nothing: [],
  'the deposit': [DEPOSIT_BDT],
  'the deposit and the rest': [DEPOSIT_BDT, TOTAL_BDT - DEPOSIT_BDT],
  'all at once': [TOTAL_BDT],
}

type Row = readonly [beforeArrivalMs: number, costs: number]
/** The cancellation fee by policy and time. Payments above the fee are refunded. */
const feesByPolicy: readonly [name: string, rules: Rules, rows: readonly Row[]][] = [
  ['free until arrival', freeCancellation, [[SECOND_MS, 0]]],
  [
    'one night from 48 hours before arrival',
    createNightRules(48, 1),
    [
      [48 * HOUR_MS + SECOND_MS, 0],
      [48 * HOUR_MS, 4_500],
      [48 * HOUR_MS - SECOND_MS, 4_500],
      [SECOND_MS, 4_500],
    ],
  ],
  [
    'in tiers',
    { ...freeCancellation, tiers: [createPercentTier(168, 25), createPercentTier(24, 100)] },
    [
      [168 * HOUR_MS + SECOND_MS, 0],
      [168 * HOUR_MS, 2_250],
      [24 * HOUR_MS + SECOND_MS, 2_250],
      [24 * HOUR_MS, 9_000],
      [24 * HOUR_MS - SECOND_MS, 9_000],
    ],
  ],
  ['not refundable', { ...freeCancellation, tiers: [createPercentTier(null, 100)] }, [[8 * DAY_MS, 9_000]]],
]

for (const engine of enginesFor(import.meta.url)) {
  describe(`the refund of a cancelled stay, on ${engine.name}`, () => {
    let app: PayingApp
    before(async () => {
      app = await startPayingApp(engine)
      await writeCompany(app.db, { offlineNeedsApproval: false })
    })
    after(() => app.close())

    async function book(isOnline: boolean): Promise<{ code: string; arrival: number }> {
      const token = await app.signIn('anna')
      const [checkin, checkout] = [app.day(9), app.day(11)]
      const form = createStayForm(app, {
        email: 'anna@buyer.example',
        checkin,
        checkout,
        paymenttype: isOnline ? 1 : 2,
      })
      const { status, body } = await app.call('requestBooking', form, { token, key: randomUUID() })
      assert.deepEqual([status, body.total], [200, TOTAL_BDT], JSON.stringify(body))
      return { code: body.booking_id, arrival: Date.parse(`${checkin}T14:00:00+06:00`) }
    }
    const pay = async (code: string) => {
      await app.press(await app.open({ code, token: await app.signIn('anna') }), 'pay')
      await app.settle()
    }

    for (const [name, rules, rows] of feesByPolicy)
      test(`equals the payments minus the fee at the second of the cancellation: ${name} (POL-1, PAY-16)`, async () => {
        for (const [beforeArrivalMs, feeBdt] of rows)
          for (const [paymentCase, payments] of Object.entries(paymentCases)) {
            const caseLabel = `${name}, ${beforeArrivalMs / SECOND_MS} s before arrival, paid ${paymentCase}`
            await setDefaultPolicy(app.db, {
              ...rules,
              deposit: paymentCase.startsWith('the deposit') ? deposit : noFee,
            })
            const { code, arrival } = await book(payments.length > 0)
            for (const _ of payments) await pay(code)
            const paidBdt = payments.reduce((sum, amount) => sum + amount, 0)
            const refundDueBdt = Math.max(0, paidBdt - feeBdt)

            app.clock.now = arrival - beforeArrivalMs
            const token = await app.signIn('anna')
            const details = (await app.call('getBookingDetails', { id: code }, { token })).body
            assert.deepEqual(
              [
                details.roomParticular.status,
                details.roomParticular.paid,
                details.cancelling.fee,
                details.cancelling.refund,
              ],
              ['confirmed', paidBdt, feeBdt, refundDueBdt],
              caseLabel,
            )
            const { status, body } = await app.call('cancelBooking', { id: code, fee: feeBdt }, { token })
            assert.deepEqual([status, body.fee], [200, feeBdt], caseLabel)
            await app.settle()
            const refunds = await app.db.selectFrom('refund').selectAll().where('stay_code', '=', code).execute()
            const sentBdt = refunds.reduce((sum, { amount_poisha }) => sum + amount_poisha, 0) / 100
            assert.equal(sentBdt, refundDueBdt, caseLabel)
            assert.ok(
              refunds.every(({ state, cause }) => state === 'processing' && cause === 'cancelled'),
              caseLabel,
            )
            const email = await app.db
              .selectFrom('mail')
              .select(['subject', 'content', 'language'])
              .where('subject', '=', `Your stay ${code} is cancelled`)
              .executeTakeFirstOrThrow()
            const emailedRefund =
              /We will refund BDT\s([\d,.]+) to your/.exec(renderStoredEmail(email).text)?.[1] ?? '0'
            assert.equal(Number(emailedRefund.replaceAll(',', '')), refundDueBdt, caseLabel)
          }
        await assertBooksConsistent(app.db)
        await assertMoneyConsistent(app.db)
      })
  })
}
