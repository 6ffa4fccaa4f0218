import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { assertMoneyConsistent } from '#testing/assert-money.ts'
import { startPayingApp, type PayingApp } from '#testing/paying-app.ts'
import { parseCsvLine } from '#platform/files/csv.ts'
import { purgeOldPayments } from './purge.ts'
import { DAY_MS } from '#platform/durations.ts'

test('parseCsvLine parses quoted cells, commas and doubled quotes, and tolerates an unclosed quote (PAY-19)', () => {
  assert.deepEqual(parseCsvLine('a,b,c'), ['a', 'b', 'c'])
  assert.deepEqual(parseCsvLine('"a","b, c","d ""e"""'), ['a', 'b, c', 'd "e"'])
  assert.deepEqual(parseCsvLine(',,'), ['', '', ''])
  assert.deepEqual(parseCsvLine(''), [''])
  assert.deepEqual(parseCsvLine('"open, and on'), ['open, and on'])
  // An algorithm with quadratic time would need minutes for these files. untrusted-text.soak.ts measures the time.
  assert.deepEqual(
    parseCsvLine('"'.repeat(900_000)).map(({ length }) => length),
    [449_999],
  )
  assert.equal(parseCsvLine('",'.repeat(450_000)).length, 225_001)
})

for (const engine of enginesFor(import.meta.url)) {
  describe(`gateway accounting, on ${engine.name}`, () => {
    let app: PayingApp
    before(async () => void (app = await startPayingApp(engine)))
    after(() => app.close())

    const call = async (name: Parameters<PayingApp['call']>[0], form: object = {}) =>
      app.call(name, form, { token: await app.signIn('owner') })
    async function callOk(name: Parameters<PayingApp['call']>[0], form: object = {}) {
      const { status, body } = await call(name, form)
      assert.equal(status, 200, JSON.stringify(body))
      return body
    }
    const formatBdt = (poisha: number) => (poisha / 100).toFixed(2)
    async function payStay(action = 'pay') {
      const stay = await app.hold()
      await app.press(await app.open(stay), action)
      await app.settle()
      return app.db
        .selectFrom('payment_receipt')
        .innerJoin('payment_attempt', 'payment_attempt.id', 'attempt_id')
        .select(['tran_id', 'amount_minor as amount', 'fee_poisha as kept', 'stay_code as code'])
        .where('stay_code', '=', stay.code)
        .executeTakeFirstOrThrow()
    }
    const importFile = (text: string) => call('importSettlement', { name: 'january.csv', text })

    test('compares a settlement line by line, and records each payout once, even if the file is loaded again (PAY-19)', async () => {
      const [firstStay, secondStay, missingStay] = [await payStay(), await payStay(), await payStay()]
      await payStay()
      const lastStay = await payStay()
      const formatLine = ({ tran_id, amount, kept: keptFee }: typeof firstStay, difference = 0) =>
        `${tran_id},"${formatBdt(amount)}",${formatBdt(amount - keptFee + difference)}`
      const csvText = [
        '\ufeffTRAN_ID,Amount,Store_Amount,Remarks',
        formatLine(firstStay),
        formatLine(secondStay, -100),
        'NOBODYKNOWS,10.00,9.75,"a, b"',
        formatLine(firstStay),
        formatLine(lastStay),
        '',
      ].join('\r\n')
      const { id } = (await importFile(csvText)).body
      const settlement = await callOk('getSettlement', { id })
      assert.deepEqual(
        settlement.lines.map((row: Record<string, unknown>) => [row['line'], row['outcome'], row['code']]),
        [
          [2, 'matched', firstStay.code],
          [3, 'differs', secondStay.code],
          [4, 'unknown', null],
          [5, 'twice', firstStay.code],
          [6, 'matched', lastStay.code],
        ],
      )
      assert.ok(settlement.missing.some(({ code }: { code: string }) => code === missingStay.code))
      assert.equal(settlement.paid_out, (firstStay.amount - firstStay.kept + lastStay.amount - lastStay.kept) / 100)
      await assertMoneyConsistent(app.db)
      const secondSettlement = await callOk('getSettlement', { id: (await importFile(csvText)).body.id })
      assert.deepEqual(secondSettlement.lines[0].outcome, 'twice')
      assert.equal(secondSettlement.paid_out, 0)
      const { data } = await callOk('getSettlements')
      assert.deepEqual(
        data.map(({ unmatched }: { unmatched: number }) => unmatched),
        [5, 3],
      )
      await assertMoneyConsistent(app.db)
    })

    test('rejects an invalid settlement with an error on its field and the line number, and stores nothing (PAY-19)', async () => {
      const settlementCountBefore = (await callOk('getSettlements')).data.length
      for (const [text, expectedError] of [
        ['', /columns/],
        ['a,b,c\n1,2,3', /columns/],
        ['tran_id,amount,fee', /no line/],
        ['tran_id,amount,fee\nX,ten,1', /^Line 2/],
        ['tran_id,amount,fee\nX,10.00,1.00\nY,1.005,0', /^Line 3/],
        [`tran_id,amount,fee\n${'X,1.00,0.00\n'.repeat(5_001)}`, /at most 5,000/],
      ] as const) {
        const { status, body } = await importFile(text)
        assert.equal(status, 422, text.slice(0, 30))
        assert.match(body.errors.text[0], expectedError)
      }
      assert.equal((await callOk('getSettlements')).data.length, settlementCountBefore)
    })

    test('shows the takings, refunds and earnings of a day by account (PAY-20)', async () => {
      app.clock.advance(DAY_MS)
      const day = app.day(0)
      const { amount } = await payStay()
      const stay = await app.hold()
      await app.press(await app.open(stay), 'pay')
      await app.settle()
      await app.call('cancelBooking', { id: stay.code, fee: 0 }, { token: stay.token })
      await app.settle()
      const { rooms: freeUnitGroups } = await callOk('getFreeUnits', { from: app.day(1), to: app.day(2) }).then(
        ({ data }) => ({
          rooms: data,
        }),
      )
      const deskBooking = await callOk('bookAtDesk', {
        from: app.day(1),
        to: app.day(2),
        rooms: [{ room: freeUnitGroups[0].room, adults: 1, price: 1150 }],
        source: 'phone',
        name: 'Mina Akter',
        phone: '+8801700000009',
        language: 'en',
      })
      await callOk('takePayment', { code: deskBooking.code, amount: 1150, method: 'cash' })
      const takings = await callOk('getTakings', { day })
      const findAccount = (list: { account: string }[], account: string) =>
        list.find((entry) => entry.account === account)
      assert.deepEqual(findAccount(takings.accounts, 'cash'), { account: 'cash', received: 1150, back: 0 })
      assert.deepEqual(findAccount(takings.accounts, 'gateway'), {
        account: 'gateway',
        received: amount / 100 + stay.total,
        back: stay.total,
      })
      const earnedPoisha = takings.earned.reduce(
        (sum: number, entry: { amount: number }) => sum + Math.round(entry.amount * 100),
        0,
      )
      assert.equal(earnedPoisha, amount + 1150_00)
      assert.deepEqual(await callOk('getTakings'), takings)
      const takingsOfEmptyDay = await callOk('getTakings', { day: app.day(5) })
      assert.ok(takingsOfEmptyDay.accounts.every(({ received }: { received: number }) => received === 0))
    })

    test('deletes unpaid attempts and means of payment after their retention time, and retains receipts (PAY-21)', async () => {
      const stay = await app.hold()
      await app.press(await app.open(stay), 'fail')
      const { code } = await payStay()
      await app.settle()
      const countAttempts = async (stayCode: string) =>
        (await app.db.selectFrom('payment_attempt').select('id').where('stay_code', '=', stayCode).execute()).length
      const purge = () => purgeOldPayments(app.db, app.clock.now)
      app.clock.advance(90 * DAY_MS)
      await purge()
      assert.deepEqual([await countAttempts(stay.code), await countAttempts(code)], [1, 1])
      app.clock.advance(1)
      await purge()
      assert.deepEqual([await countAttempts(stay.code), await countAttempts(code)], [0, 1])
      app.clock.advance(700 * DAY_MS)
      await purge()
      const receipts = await app.db.selectFrom('payment_receipt').selectAll().execute()
      assert.ok(receipts.every(({ means, issuer, brand }) => `${means}${issuer}${brand}` === ''))
      assert.ok(receipts.every(({ amount_minor, val_id }) => amount_minor > 0 && val_id !== ''))
      await assertMoneyConsistent(app.db)
    })
  })
}
