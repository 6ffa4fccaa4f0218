import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { spelledIn } from '#testing/spelled.ts'
import { languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the bill of a stay, on ${engine.name}`, () => {
    let app: TestApp
    let owner: string
    let room: { id: number; price_poisha: number }
    before(async () => {
      app = await startTestApp(engine)
      owner = await app.signIn('owner')
      room = await app.db
        .selectFrom('room')
        .select(['id', 'price_poisha'])
        .where('slug', '=', 'single')
        .executeTakeFirstOrThrow()
    })
    after(() => app.close())

    const call = (name: Parameters<TestApp['call']>[0], form: object = {}, more: object = {}) =>
      app.call(name, form, { token: owner, ...more })
    async function done(name: Parameters<TestApp['call']>[0], form: object) {
      const { status, body } = await call(name, form)
      assert.equal(status, 200, JSON.stringify(body))
      return body
    }
    /** Books rooms for some nights at 1,000 BDT per night. */
    async function book(from: number, nights: number, rooms = 1) {
      const { code, booking, version } = await done('bookAtDesk', {
        from: app.day(from),
        to: app.day(from + nights),
        rooms: Array.from({ length: rooms }, () => ({ room: room.id, adults: 1, price: 1000 })),
        source: 'phone',
        name: 'Mina Akter',
        phone: '+8801700000009',
        language: 'bn',
      })
      return { code: code as string, booking: booking as number, version: version as number }
    }
    const statusOf = async (code: string) =>
      (
        await app.db
          .selectFrom('booking')
          .select('payment_status')
          .where((row) => row.or([row('code', '=', code), row('stay_code', '=', code)]))
          .execute()
      ).map(({ payment_status }) => payment_status)
    const cash = { method: 'cash' }

    test('contains nights, charges, payments and the balance (OFF-190, INV-6)', async () => {
      const { code, booking } = await book(20, 2)
      const [transfer] = (await done('getBill', { code })).extras
      await done('addCharge', { code, booking, extra: transfer.id, name: transfer.name, quantity: 2, each: 1500 })
      const bill = await done('addCharge', { code, booking, name: 'Fax to Hamburg', quantity: 1, each: 12.35 })
      assert.deepEqual([bill.costs, bill.paid, bill.owed], [5012.35, 0, 5012.35])
      const namesIn = async (language: 'en' | 'bn') =>
        (await call('getBill', { code }, { language })).body.charges.map(({ name }: { name: string }) => name)
      assert.deepEqual(await namesIn('en'), ['Airport transfer', 'Fax to Hamburg'])
      assert.deepEqual(await namesIn('bn'), ['বিমানবন্দর থেকে গাড়ি', 'Fax to Hamburg'])
      // The 15 % VAT inside 2,000, 3,000 and 12.35.
      assert.equal(bill.vat, 653.78)
      const part = await done('takePayment', { code, amount: 2000, method: 'bank', reference: 'FT 26/118' })
      assert.deepEqual([part.paid, part.owed, await statusOf(code)], [2000, 3012.35, ['partially_paid']])
      const rest = await done('takePayment', { code, amount: 3012.35, ...cash })
      assert.deepEqual([rest.owed, await statusOf(code)], [0, ['paid']])
      assert.deepEqual(
        rest.payments.map(({ method, amount, by }: Record<string, unknown>) => [method, amount, by]),
        [
          ['bank', 2000, 'Nasreen Akter'],
          ['cash', 3012.35, 'Nasreen Akter'],
        ],
      )
    })

    test('rejects invalid charges and payments with field errors and writes nothing (OFF-191)', async () => {
      const [{ code, booking }, other] = [await book(24, 1), await book(24, 1)]
      const refused = async (name: Parameters<TestApp['call']>[0], form: object, field: string) => {
        const { status, body } = await call(name, form)
        assert.deepEqual([status, Object.keys(body.errors)], [422, [field]])
      }
      await refused('takePayment', { code, amount: 1000.01, ...cash }, 'amount')
      await refused('takePayment', { code, amount: 0, ...cash }, 'amount')
      await refused('takePayment', { code, amount: 1.001, ...cash }, 'amount')
      await refused('takePayment', { code, amount: 10, method: 'card' }, 'reference')
      await refused('takePayment', { code, amount: 10, method: 'online' }, 'method')
      await refused('payBack', { code, amount: 1, ...cash, reason: 'Kind' }, 'amount')
      await refused('payBack', { code, amount: 1, ...cash, reason: ' ' }, 'reason')
      await refused('addCharge', { code, booking: other.booking, name: 'Tea', quantity: 1, each: 1 }, 'booking')
      await refused('addCharge', { code, booking, extra: 99, name: 'Tea', quantity: 1, each: 1 }, 'extra')
      await refused('addCharge', { code, booking, name: '', quantity: 1, each: 1 }, 'name')
      await refused('addCharge', { code, booking, name: 'Tea', quantity: 0, each: 1 }, 'quantity')
      assert.equal((await call('takePayment', { code: 'NOSUCHCODE', amount: 1, ...cash })).status, 404)
      const bill = await done('getBill', { code })
      assert.deepEqual([bill.charges, bill.payments, bill.owed], [[], [], 1000])
    })

    test('voids a mistaken charge or payment once and keeps it visible (OFF-191)', async () => {
      const { code, booking } = await book(26, 1)
      const { charges } = await done('addCharge', { code, booking, name: 'Laundry', quantity: 1, each: 500 })
      const { payments } = await done('takePayment', { code, amount: 1500, ...cash })
      const reason = 'Of another guest'
      const voids = await Promise.all(
        [1, 2, 3].map(() => call('voidCharge', { code, id: charges[0].id, reason }, { key: randomUUID() })),
      )
      assert.deepEqual(voids.map(({ status }) => status).toSorted(), [200, 409, 409])
      assert.deepEqual(await statusOf(code), ['refund_pending'])
      const bill = await done('voidPayment', { code, id: payments[0].id, reason })
      assert.deepEqual([bill.owed, bill.vat], [1000, 130.43])
      assert.deepEqual(
        [...bill.charges, ...bill.payments].map(({ taken_back }) => taken_back.reason),
        [reason, reason],
      )
      const other = await book(26, 1)
      assert.equal((await call('voidPayment', { code: other.code, id: payments[0].id, reason })).status, 404)
    })

    test('covers all rooms of a stay and updates the payment status after cancellations and refunds (OFF-190)', async () => {
      const { code } = await book(30, 2, 2)
      await done('takePayment', { code, amount: 4000, ...cash })
      assert.deepEqual(await statusOf(code), ['paid', 'paid'])
      const { rooms } = await done('getDeskStay', { code })
      await done('cancelRoom', { booking: rooms[1].booking, version: rooms[1].version, fee: 'none' })
      assert.deepEqual(await statusOf(code), ['refund_pending', 'refund_pending'])
      const back = await done('payBack', { code, amount: 2000, ...cash, reason: 'One room less' })
      assert.deepEqual([back.owed, await statusOf(code)], [0, ['paid', 'paid']])
      await done('cancelForGuest', { code, fee: 'none' })
      assert.deepEqual((await done('getBill', { code })).owed, -2000)
      await done('payBack', { code, amount: 2000, ...cash, reason: 'Cancelled' })
      assert.deepEqual(await statusOf(code), ['refunded', 'refunded'])
    })

    test('records a repeated payment once, and rejects a concurrent payment above the balance (OFF-191)', async () => {
      const { code } = await book(34, 1)
      const key = randomUUID()
      const same = await Promise.all([1, 2, 3].map(() => call('takePayment', { code, amount: 400, ...cash }, { key })))
      assert.deepEqual(
        same.map(({ status }) => status),
        [200, 200, 200],
      )
      const two = await Promise.all(
        [1, 2].map(() => call('takePayment', { code, amount: 600, ...cash }, { key: randomUUID() })),
      )
      assert.deepEqual(two.map(({ status }) => status).toSorted(), [200, 422])
      assert.equal((await done('getBill', { code })).paid, 1000)
    })

    test('creates the PDF in both languages without voided charges (OFF-190)', async () => {
      const { code, booking } = await book(38, 3)
      const { charges } = await done('addCharge', { code, booking, name: 'Minibar', quantity: 1, each: 77 })
      await done('voidCharge', { code, id: charges[0].id, reason: 'Not theirs' })
      await done('addCharge', { code, booking, name: 'Dinner', quantity: 3, each: 900 })
      await done('takePayment', { code, amount: 700, method: 'mobile', reference: 'TX9A' })
      for (const language of languages) {
        const { t, money, number } = translatorFor(language)
        const { status, bytes } = await paper(code, language)
        assert.equal(status, 200)
        const said = spelledIn(bytes)
        for (const text of [
          t('bill.for', { code }),
          'Mina Akter',
          money(3000),
          `${number(3)} × Dinner`,
          money(2700),
          money(5700),
          money(700),
          `${t('bill.still_owed')}: ${money(5000)}`,
          t('bill.no_invoice'),
        ])
          assert.ok(said.includes(text), `${text} in ${said.join(' | ')}`)
        assert.ok(!said.join(' ').includes('Minibar'))
      }
    })

    async function paper(code: string, language: string) {
      const answer = await fetch(`${app.url}/api/office/bill.pdf?code=${code}&language=${language}`, {
        headers: { authorization: `Bearer ${owner}` },
      })
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
    }
  })
}
