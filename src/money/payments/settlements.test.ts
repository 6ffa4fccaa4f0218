import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { proveMoney } from '#testing/money.ts'
import { startPayingApp, type PayingApp } from '#testing/paying.ts'
import { cellsOf } from '#platform/files/csv.ts'
import { purgeOldPayments } from './purge.ts'

const DAY_MS = 86_400_000

test('cellsOf parses quoted cells, commas and doubled quotes, and tolerates an unclosed quote (PAY-19)', () => {
  assert.deepEqual(cellsOf('a,b,c'), ['a', 'b', 'c'])
  assert.deepEqual(cellsOf('"a","b, c","d ""e"""'), ['a', 'b, c', 'd "e"'])
  assert.deepEqual(cellsOf(',,'), ['', '', ''])
  assert.deepEqual(cellsOf(''), [''])
  assert.deepEqual(cellsOf('"open, and on'), ['open, and on'])
  // Quadratic work on these would take minutes. untrusted-text.soak.ts measures it.
  assert.deepEqual(
    cellsOf('"'.repeat(900_000)).map(({ length }) => length),
    [449_999],
  )
  assert.equal(cellsOf('",'.repeat(450_000)).length, 225_001)
})

for (const engine of enginesFor(import.meta.url)) {
  describe(`a settlement of the gateway, on ${engine.name}`, () => {
    let house: PayingApp
    before(async () => void (house = await startPayingApp(engine)))
    after(() => house.close())

    const call = async (name: Parameters<PayingApp['call']>[0], form: object = {}) =>
      house.call(name, form, { token: await house.signIn('owner') })
    async function done(name: Parameters<PayingApp['call']>[0], form: object = {}) {
      const { status, body } = await call(name, form)
      assert.equal(status, 200, JSON.stringify(body))
      return body
    }
    const bdt = (poisha: number) => (poisha / 100).toFixed(2)
    async function paid(act = 'pay') {
      const held = await house.hold()
      await house.press(await house.open(held), act)
      await house.settle()
      return house.db
        .selectFrom('payment_receipt')
        .innerJoin('payment_attempt', 'payment_attempt.id', 'attempt_id')
        .select(['tran_id', 'amount_minor as amount', 'kept_poisha as kept', 'stay_code as code'])
        .where('stay_code', '=', held.code)
        .executeTakeFirstOrThrow()
    }
    const read = (text: string) => call('readSettlement', { name: 'january.csv', text })

    test('is compared line by line, and paid out once even if it is read again (PAY-19)', async () => {
      const [one, other, missing] = [await paid(), await paid(), await paid()]
      await paid()
      const last = await paid()
      const line = ({ tran_id, amount, kept }: typeof one, by = 0) =>
        `${tran_id},"${bdt(amount)}",${bdt(amount - kept + by)}`
      const text = [
        '\ufeffTRAN_ID,Amount,Store_Amount,Remarks',
        line(one),
        line(other, -100),
        'NOBODYKNOWS,10.00,9.75,"a, b"',
        line(one),
        line(last),
        '',
      ].join('\r\n')
      const { id } = (await read(text)).body
      const told = await done('getSettlement', { id })
      assert.deepEqual(
        told.lines.map((each: Record<string, unknown>) => [each['line'], each['outcome'], each['code']]),
        [
          [2, 'matched', one.code],
          [3, 'differs', other.code],
          [4, 'unknown', null],
          [5, 'twice', one.code],
          [6, 'matched', last.code],
        ],
      )
      assert.ok(told.missing.some(({ code }: { code: string }) => code === missing.code))
      assert.equal(told.paid_out, (one.amount - one.kept + last.amount - last.kept) / 100)
      await proveMoney(house.db)
      const again = await done('getSettlement', { id: (await read(text)).body.id })
      assert.deepEqual(again.lines[0].outcome, 'twice')
      assert.equal(again.paid_out, 0)
      const { data } = await done('getSettlements')
      assert.deepEqual(
        data.map(({ unmatched }: { unmatched: number }) => unmatched),
        [5, 3],
      )
      await proveMoney(house.db)
    })

    test('is rejected under its field with the line number if it is invalid, and nothing is stored (PAY-19)', async () => {
      const before = (await done('getSettlements')).data.length
      for (const [text, said] of [
        ['', /columns/],
        ['a,b,c\n1,2,3', /columns/],
        ['tran_id,amount,fee', /no line/],
        ['tran_id,amount,fee\nX,ten,1', /^Line 2/],
        ['tran_id,amount,fee\nX,10.00,1.00\nY,1.005,0', /^Line 3/],
        [`tran_id,amount,fee\n${'X,1.00,0.00\n'.repeat(5_001)}`, /At most 5,000/],
      ] as const) {
        const { status, body } = await read(text)
        assert.equal(status, 422, text.slice(0, 30))
        assert.match(body.errors.text[0], said)
      }
      assert.equal((await done('getSettlements')).data.length, before)
    })

    test('reports the takings, refunds and earnings of a day by account (PAY-20)', async () => {
      house.clock.advance(DAY_MS)
      const day = house.day(0)
      const { amount } = await paid()
      const held = await house.hold()
      await house.press(await house.open(held), 'pay')
      await house.settle()
      await house.call('cancelBooking', { id: held.code, fee: 0 }, { token: held.token })
      await house.settle()
      const { rooms } = await done('getFreeUnits', { from: house.day(1), to: house.day(2) }).then(({ data }) => ({
        rooms: data,
      }))
      const booked = await done('bookAtDesk', {
        from: house.day(1),
        to: house.day(2),
        rooms: [{ room: rooms[0].room, adults: 1, price: 1150 }],
        source: 'phone',
        name: 'Mina Akter',
        phone: '+8801700000009',
        language: 'en',
      })
      await done('takePayment', { code: booked.code, amount: 1150, method: 'cash' })
      const told = await done('getTakings', { day })
      const of = (list: { account: string }[], account: string) => list.find((each) => each.account === account)
      assert.deepEqual(of(told.came, 'cash'), { account: 'cash', received: 1150, back: 0 })
      assert.deepEqual(of(told.came, 'gateway'), {
        account: 'gateway',
        received: amount / 100 + held.total,
        back: held.total,
      })
      const earned = told.earned.reduce(
        (sum: number, each: { amount: number }) => sum + Math.round(each.amount * 100),
        0,
      )
      assert.equal(earned, amount + 1150_00)
      assert.deepEqual(await done('getTakings'), told)
      const other = await done('getTakings', { day: house.day(5) })
      assert.ok(other.came.every(({ received }: { received: number }) => received === 0))
    })

    test('purges unpaid attempts and the means of payment after their time, and retains receipts (PAY-21)', async () => {
      const held = await house.hold()
      await house.press(await house.open(held), 'fail')
      const { code } = await paid()
      await house.settle()
      const attempts = async (of: string) =>
        (await house.db.selectFrom('payment_attempt').select('id').where('stay_code', '=', of).execute()).length
      const purge = () => purgeOldPayments(house.db, house.clock.now)
      house.clock.advance(90 * DAY_MS)
      await purge()
      assert.deepEqual([await attempts(held.code), await attempts(code)], [1, 1])
      house.clock.advance(1)
      await purge()
      assert.deepEqual([await attempts(held.code), await attempts(code)], [0, 1])
      house.clock.advance(700 * DAY_MS)
      await purge()
      const receipts = await house.db.selectFrom('payment_receipt').selectAll().execute()
      assert.ok(receipts.every(({ means, issuer, brand }) => `${means}${issuer}${brand}` === ''))
      assert.ok(receipts.every(({ amount_minor, val_id }) => amount_minor > 0 && val_id !== ''))
      await proveMoney(house.db)
    })
  })
}
