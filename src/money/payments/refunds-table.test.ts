import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { proveBooks } from '#testing/books.ts'
import { enginesFor } from '#testing/engines.ts'
import { proveMoney } from '#testing/money.ts'
import { startPayingApp, type PayingApp } from '#testing/paying.ts'
import { freeToTheLast, houseBooksBy, nightsFrom, percentFrom } from '#testing/policies.ts'
import { stayForm } from '#testing/stay.ts'
import { writeCompany } from '#content/company.ts'
import { nothing, type Rules } from '#stays/policies/policy.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600 * SECOND_MS
const DAY_MS = 24 * HOUR_MS

/** Two nights at 4,500. A deposit is 2,700. */
const TOTAL = 9_000
const DEPOSIT = 2_700
const deposit = { kind: 'percent', amount: 30 } as const

/** The earlier payments of each case. */
const paying: Readonly<Record<string, readonly number[]>> = {
  nothing: [],
  'the deposit': [DEPOSIT],
  'the deposit and the rest': [DEPOSIT, TOTAL - DEPOSIT],
  'all at once': [TOTAL],
}

type Row = readonly [beforeArrivalMs: number, costs: number]
/** The fee by policy and time. Everything paid above the fee is refunded. */
const table: readonly [name: string, rules: Rules, rows: readonly Row[]][] = [
  ['free until arrival', freeToTheLast, [[SECOND_MS, 0]]],
  [
    'one night from 48 hours before arrival',
    nightsFrom(48, 1),
    [
      [48 * HOUR_MS + SECOND_MS, 0],
      [48 * HOUR_MS, 4_500],
      [48 * HOUR_MS - SECOND_MS, 4_500],
      [SECOND_MS, 4_500],
    ],
  ],
  [
    'in tiers',
    { ...freeToTheLast, tiers: [percentFrom(168, 25), percentFrom(24, 100)] },
    [
      [168 * HOUR_MS + SECOND_MS, 0],
      [168 * HOUR_MS, 2_250],
      [24 * HOUR_MS + SECOND_MS, 2_250],
      [24 * HOUR_MS, 9_000],
      [24 * HOUR_MS - SECOND_MS, 9_000],
    ],
  ],
  ['not refundable', { ...freeToTheLast, tiers: [percentFrom(null, 100)] }, [[8 * DAY_MS, 9_000]]],
]

for (const engine of enginesFor(import.meta.url)) {
  describe(`the refund of a cancelled stay, on ${engine.name}`, () => {
    let house: PayingApp
    before(async () => {
      house = await startPayingApp(engine)
      await writeCompany(house.db, { offlineNeedsApproval: false })
    })
    after(() => house.close())

    async function book(isOnline: boolean): Promise<{ code: string; arrival: number }> {
      const token = await house.signIn('anna')
      const [checkin, checkout] = [house.day(9), house.day(11)]
      const form = stayForm(house, { email: 'anna@buyer.example', checkin, checkout, paymenttype: isOnline ? 1 : 2 })
      const { status, body } = await house.call('requestBooking', form, { token, key: randomUUID() })
      assert.deepEqual([status, body.total], [200, TOTAL], JSON.stringify(body))
      return { code: body.booking_id, arrival: Date.parse(`${checkin}T14:00:00+06:00`) }
    }
    const pay = async (code: string) => {
      await house.press(await house.open({ code, token: await house.signIn('anna') }), 'pay')
      await house.settle()
    }

    for (const [name, rules, rows] of table)
      test(`equals the payments minus the fee, to the second: ${name} (POL-1, PAY-16)`, async () => {
        for (const [before, costs] of rows)
          for (const [what, payments] of Object.entries(paying)) {
            const row = `${name}, ${before / SECOND_MS} s before arrival, paid ${what}`
            await houseBooksBy(house.db, { ...rules, deposit: what.startsWith('the deposit') ? deposit : nothing })
            const { code, arrival } = await book(payments.length > 0)
            for (const _ of payments) await pay(code)
            const paid = payments.reduce((sum, each) => sum + each, 0)
            const goesBack = Math.max(0, paid - costs)

            house.clock.now = arrival - before
            const token = await house.signIn('anna')
            const told = (await house.call('getBookingDetails', { id: code }, { token })).body
            assert.deepEqual(
              [told.roomParticular.status, told.roomParticular.paid, told.cancelling.fee, told.cancelling.goes_back],
              ['confirmed', paid, costs, goesBack],
              row,
            )
            const { status, body } = await house.call('cancelBooking', { id: code, fee: costs }, { token })
            assert.deepEqual([status, body.fee], [200, costs], row)
            await house.settle()
            const refunds = await house.db.selectFrom('refund').selectAll().where('stay_code', '=', code).execute()
            const sent = refunds.reduce((sum, { amount_poisha }) => sum + amount_poisha, 0) / 100
            assert.equal(sent, goesBack, row)
            assert.ok(
              refunds.every(({ state, why }) => state === 'processing' && why === 'cancelled'),
              row,
            )
            const { text_body: letter } = await house.db
              .selectFrom('mail')
              .select('text_body')
              .where('subject', '=', `Your stay ${code} is cancelled`)
              .executeTakeFirstOrThrow()
            const inEmail = /We refund BDT\s([\d,.]+) to you/.exec(letter)?.[1] ?? '0'
            assert.equal(Number(inEmail.replaceAll(',', '')), goesBack, row)
          }
        await proveBooks(house.db)
        await proveMoney(house.db)
      })
  })
}
