import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { extractPdfText } from '#testing/pdf-text.ts'
import { languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { createAmountFormatters } from './paper.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the bill of a stay, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let ownerToken: string
    let room: { id: number; price_poisha: number }
    before(async () => {
      ownerToken = await app.signIn('owner')
      room = await app.db
        .selectFrom('room')
        .select(['id', 'price_poisha'])
        .where('slug', '=', 'single')
        .executeTakeFirstOrThrow()
    })

    const call = (name: Parameters<TestApp['call']>[0], form: object = {}, options: object = {}) =>
      app.call(name, form, { token: ownerToken, ...options })
    const callOk = (name: Parameters<TestApp['call']>[0], form: object) => app.callOk(name, form, { token: ownerToken })
    /** Books rooms for the given nights at 1,000 BDT per night. */
    async function book(from: number, nightCount: number, roomCount = 1) {
      const { code, booking, version } = await callOk('bookAtDesk', {
        from: app.day(from),
        to: app.day(from + nightCount),
        rooms: Array.from({ length: roomCount }, () => ({ room: room.id, adults: 1, price: 1000 })),
        source: 'phone',
        name: 'Mina Akter',
        phone: '+8801700000009',
        language: 'bn',
      })
      return { code: code as string, booking: booking as number, version: version as number }
    }
    const readStatus = async (code: string) =>
      (
        await app.db
          .selectFrom('booking')
          .select('payment_status')
          .where((row) => row.or([row('code', '=', code), row('stay_code', '=', code)]))
          .execute()
      ).map(({ payment_status }) => payment_status)
    const cashFields = { method: 'cash' }

    test('contains nights, charges, payments and the balance (OFF-190, INV-6)', async () => {
      const { code, booking } = await book(20, 2)
      const [transfer] = (await callOk('getBill', { code })).extras
      await callOk('addCharge', { code, booking, extra: transfer.id, name: transfer.name, quantity: 2, each: 1500 })
      const bill = await callOk('addCharge', { code, booking, name: 'Fax to Hamburg', quantity: 1, each: 12.35 })
      assert.deepEqual([bill.costs, bill.paid, bill.owed], [5012.35, 0, 5012.35])
      const readNames = async (language: 'en' | 'bn') =>
        (await call('getBill', { code }, { language })).body.charges.map(({ name }: { name: string }) => name)
      assert.deepEqual(await readNames('en'), ['Airport transfer', 'Fax to Hamburg'])
      assert.deepEqual(await readNames('bn'), ['এয়ারপোর্ট ট্রান্সফার', 'Fax to Hamburg'])
      // The 15 % VAT inside 2,000, 3,000 and 12.35.
      assert.equal(bill.vat, 653.78)
      const firstPayment = await callOk('takePayment', { code, amount: 2000, method: 'bank', reference: 'FT 26/118' })
      assert.deepEqual(
        [firstPayment.paid, firstPayment.owed, await readStatus(code)],
        [2000, 3012.35, ['partially_paid']],
      )
      const secondPayment = await callOk('takePayment', { code, amount: 3012.35, ...cashFields })
      assert.deepEqual([secondPayment.owed, await readStatus(code)], [0, ['paid']])
      assert.deepEqual(
        secondPayment.payments.map(({ method, amount, by }: Record<string, unknown>) => [method, amount, by]),
        [
          ['bank', 2000, 'Nasreen Akter'],
          ['cash', 3012.35, 'Nasreen Akter'],
        ],
      )
    })

    test('rejects invalid charges and payments with field errors and writes nothing (OFF-191)', async () => {
      const [{ code, booking }, otherStay] = [await book(24, 1), await book(24, 1)]
      const assertRejected = async (name: Parameters<TestApp['call']>[0], form: object, field: string) => {
        const { status, body } = await call(name, form)
        assert.deepEqual([status, Object.keys(body.errors)], [422, [field]])
      }
      await assertRejected('takePayment', { code, amount: 1000.01, ...cashFields }, 'amount')
      await assertRejected('takePayment', { code, amount: 0, ...cashFields }, 'amount')
      await assertRejected('takePayment', { code, amount: 1.001, ...cashFields }, 'amount')
      await assertRejected('takePayment', { code, amount: 10, method: 'card' }, 'reference')
      await assertRejected('takePayment', { code, amount: 10, method: 'online' }, 'method')
      await assertRejected('recordRefund', { code, amount: 1, ...cashFields, reason: 'Kind' }, 'amount')
      await assertRejected('recordRefund', { code, amount: 1, ...cashFields, reason: ' ' }, 'reason')
      await assertRejected(
        'addCharge',
        { code, booking: otherStay.booking, name: 'Tea', quantity: 1, each: 1 },
        'booking',
      )
      await assertRejected('addCharge', { code, booking, extra: 99, name: 'Tea', quantity: 1, each: 1 }, 'extra')
      await assertRejected('addCharge', { code, booking, name: '', quantity: 1, each: 1 }, 'name')
      await assertRejected('addCharge', { code, booking, name: 'Tea', quantity: 0, each: 1 }, 'quantity')
      assert.equal((await call('takePayment', { code: 'NOSUCHCODE', amount: 1, ...cashFields })).status, 404)
      const bill = await callOk('getBill', { code })
      assert.deepEqual([bill.charges, bill.payments, bill.owed], [[], [], 1000])
    })

    test('voids a mistaken charge or payment once and shows it as voided (OFF-191)', async () => {
      const { code, booking } = await book(26, 1)
      const { charges } = await callOk('addCharge', { code, booking, name: 'Laundry', quantity: 1, each: 500 })
      const { payments } = await callOk('takePayment', { code, amount: 1500, ...cashFields })
      const reason = 'Of another guest'
      const voidResponses = await Promise.all(
        [1, 2, 3].map(() => call('voidCharge', { code, id: charges[0].id, reason }, { key: randomUUID() })),
      )
      assert.deepEqual(voidResponses.map(({ status }) => status).toSorted(), [200, 409, 409])
      assert.deepEqual(await readStatus(code), ['refund_pending'])
      const bill = await callOk('voidPayment', { code, id: payments[0].id, reason })
      assert.deepEqual([bill.owed, bill.vat], [1000, 130.43])
      assert.deepEqual(
        [...bill.charges, ...bill.payments].map(({ reversal }) => reversal.reason),
        [reason, reason],
      )
      const otherStay = await book(26, 1)
      assert.equal((await call('voidPayment', { code: otherStay.code, id: payments[0].id, reason })).status, 404)
    })

    test('voids only a charge of this stay, never a void, and records the reason (OFF-191)', async () => {
      const { code, booking } = await book(28, 1, 2)
      const otherStay = await book(28, 1)
      const { charges } = await callOk('addCharge', { code, booking, name: 'Laundry', quantity: 1, each: 500 })
      const [{ id }] = charges
      const reason = 'Entered twice'
      const voidCharge = async (charge: { code: string; id: number }) =>
        (await call('voidCharge', { ...charge, reason })).status
      assert.equal(await voidCharge({ code: otherStay.code, id }), 404)
      assert.equal(await voidCharge({ code, id: 999_999 }), 404)
      assert.equal(await voidCharge({ code, id }), 200)
      const voidingCharge = await app.db
        .selectFrom('charge')
        .select('id')
        .where('reverses_id', '=', id)
        .executeTakeFirstOrThrow()
      assert.equal(await voidCharge({ code, id: voidingCharge.id }), 409)
      const log = await callOk('getLog', { subject: `booking ${code}`, action: 'charge voided' })
      assert.equal(log.data.length, 1)
      assert.ok(JSON.stringify(log.data[0]).includes(reason))
    })

    test('rejects a charge while the request waits for an answer (OFF-191)', async () => {
      const dates = { checkin: app.day(40), checkout: app.day(41) }
      const form = createStayForm(app, { slug: 'single', paymenttype: 2, ...dates })
      const { body } = await app.call('requestGuestBooking', form, { token: await app.newGuest() })
      const { id: booking } = await app.db
        .selectFrom('booking')
        .select('id')
        .where('code', '=', body.booking_id)
        .executeTakeFirstOrThrow()
      const charge = { code: body.booking_id, booking, name: 'Tea', quantity: 1, each: 100 }
      assert.equal((await call('addCharge', charge)).status, 409)
    })

    test('covers all rooms of a stay and updates the payment status after cancellations and refunds (OFF-190)', async () => {
      const { code } = await book(30, 2, 2)
      await callOk('takePayment', { code, amount: 4000, ...cashFields })
      assert.deepEqual(await readStatus(code), ['paid', 'paid'])
      const { rooms } = await callOk('getDeskStay', { code })
      await callOk('cancelRoom', { booking: rooms[1].booking, version: rooms[1].version, fee: 'none' })
      assert.deepEqual(await readStatus(code), ['refund_pending', 'refund_pending'])
      const refund = await callOk('recordRefund', { code, amount: 2000, ...cashFields, reason: 'One room less' })
      assert.deepEqual([refund.owed, await readStatus(code)], [0, ['paid', 'paid']])
      await callOk('cancelStayByStaff', { code, fee: 'none' })
      assert.deepEqual((await callOk('getBill', { code })).owed, -2000)
      await callOk('recordRefund', { code, amount: 2000, ...cashFields, reason: 'Cancelled' })
      assert.deepEqual(await readStatus(code), ['refunded', 'refunded'])
    })

    test('records a payment once if its request is repeated, and rejects concurrent payments above the balance (OFF-191)', async () => {
      const { code } = await book(34, 1)
      const key = randomUUID()
      const repeatedResponses = await Promise.all(
        [1, 2, 3].map(() => call('takePayment', { code, amount: 400, ...cashFields }, { key })),
      )
      assert.deepEqual(
        repeatedResponses.map(({ status }) => status),
        [200, 200, 200],
      )
      const concurrentResponses = await Promise.all(
        [1, 2].map(() => call('takePayment', { code, amount: 600, ...cashFields }, { key: randomUUID() })),
      )
      assert.deepEqual(concurrentResponses.map(({ status }) => status).toSorted(), [200, 422])
      assert.equal((await callOk('getBill', { code })).paid, 1000)
    })

    test('is available as a PDF in both languages, without voided charges (OFF-190)', async () => {
      const { code, booking } = await book(38, 3)
      const { charges } = await callOk('addCharge', { code, booking, name: 'Minibar', quantity: 1, each: 77 })
      await callOk('voidCharge', { code, id: charges[0].id, reason: 'Not theirs' })
      await callOk('addCharge', { code, booking, name: 'Dinner', quantity: 3, each: 900 })
      await callOk('takePayment', { code, amount: 700, method: 'mobile', reference: 'TX9A' })
      for (const language of languages) {
        const { t, number } = translatorFor(language)
        const { taka: formatTaka } = createAmountFormatters(language)
        const { status, bytes } = await fetchPdf(code, language)
        assert.equal(status, 200)
        const pdfText = extractPdfText(bytes)
        for (const text of [
          t('bill.for', { code }),
          'Mina Akter',
          formatTaka(300_000),
          `${number(3)} × Dinner`,
          formatTaka(270_000),
          formatTaka(570_000),
          formatTaka(70_000),
          t('bill.no_invoice'),
        ])
          assert.ok(pdfText.includes(text), `${text} in ${pdfText.join(' | ')}`)
        assert.equal(pdfText[pdfText.indexOf(t('bill.balance_due')) + 1], formatTaka(500_000))
        assert.ok(!pdfText.join(' ').includes('Minibar'))
      }
    })

    async function fetchPdf(code: string, language: string) {
      const response = await fetch(`${app.url}/api/office/bill.pdf?code=${code}&language=${language}`, {
        headers: { authorization: `Bearer ${ownerToken}` },
      })
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
    }
  })
}
