import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openDesk } from '#testing/desk.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { sendRequest } from '#testing/send-request.ts'
import { extractPdfText } from '#testing/pdf-text.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { assertMoneyConsistent } from '#testing/assert-money.ts'
import { endpoints, queryString } from '#routes/public.ts'
import { officeEndpoints } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { DAY_MS } from '#platform/durations.ts'

const bdtToPoisha = (bdt: number) => Math.round(bdt * 100)

for (const engine of enginesFor(import.meta.url)) {
  describe(`service charge in inclusive prices, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let owner: Awaited<ReturnType<typeof openDesk>>
    let earlierCode: string
    before(async () => {
      owner = await openDesk(app, 'owner')
      ;({ code: earlierCode } = await owner.book('Mina', 30, 32))
      const futureRates = [{ from: app.day(1), percent: 10, service: 12.5 }]
      await owner.callOk('saveVatRates', { version: 1, future: futureRates })
    })

    test('applies from the chosen day to new sales, at unchanged prices (INV-5)', async () => {
      const { code: todayCode } = await owner.book('Mina', 34, 36)
      assert.equal((await owner.callOk('getBill', { code: todayCode })).service, 0)
      app.clock.advance(DAY_MS)
      const { code } = await owner.book('Mina', 33, 35)
      const [previousBill, bill] = [
        await owner.callOk('getBill', { code: earlierCode }),
        await owner.callOk('getBill', { code }),
      ]
      assert.deepEqual([previousBill.costs, previousBill.service], [bill.costs, 0])
      // 9,000 includes 10 % VAT on 8,181.82, which includes 12.5 % service charge on 7,272.73.
      assert.deepEqual([bill.costs, bill.vat, bill.service], [9000, 818.18, 909.09])
      const { body } = await app.call('getVatRates', {}, { token: owner.token })
      assert.deepEqual(body.fixed.at(-1), { from: app.day(0), percent: 10, service: 12.5 })
      const log = await owner.callOk('getLog', { action: 'vat changed' })
      assert.match(JSON.stringify(log.data[0]), /10%, 12.5%/)
    })

    test('is included in all sales at the desk and online, and in rooms added to a stay (INV-5)', async () => {
      const token = await app.signIn('anna')
      const form = createStayForm(app, { checkin: app.day(40), checkout: app.day(43), slug: 'deluxe' })
      const { body } = await app.call('requestBooking', form, { token })
      await owner.callOk('confirmRequest', { code: body.booking_id, message: '' })
      const id = body.booking_id as string
      const { roomParticular: stay } = (await app.call('getBookingDetails', { id }, { token })).body
      const {
        rooms: [room],
        service,
      } = await owner.callOk('getBill', { code: id })
      assert.deepEqual([stay.service, stay.total], [service, room.total])
      assert.ok(service > 0)
      const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en' }
      const summaryResponse = await sendRequest(app.url, endpoints.getBookingSummary[1] + queryString({ id }), {
        headers,
      })
      assert.ok(extractPdfText(summaryResponse.body).includes(translatorFor('en').money(service)))
      const billUrl = officeEndpoints.getBillPdf[1] + queryString({ code: id, language: 'bn' })
      const billResponse = await sendRequest(app.url, billUrl, { headers: { authorization: `Bearer ${owner.token}` } })
      assert.ok(extractPdfText(billResponse.body).includes(translatorFor('bn').money(service)))
      const { code } = await owner.book('Mina', 44, 45)
      const addRoomsForm = { code, from: app.day(44), to: app.day(45) }
      await owner.callOk('addRooms', { ...addRoomsForm, rooms: [{ room: owner.kind('twin').id, adults: 1 }] })
      const { rooms } = await owner.callOk('getBill', { code })
      await owner.callOk('addCharge', { code, booking: rooms[0].booking, name: 'Tea', quantity: 3, each: 33.33 })
      const rows = await app.db
        .selectFrom('booking')
        .select('service_basis_points')
        .where((eb) => eb.or([eb('code', 'in', [body.booking_id, code]), eb('stay_code', '=', code)]))
        .execute()
      assert.deepEqual(
        rows.map(({ service_basis_points }) => service_basis_points),
        [1250, 1250, 1250],
      )
      await owner.callOk('saveVatRates', { version: 2, future: [{ from: app.day(1), percent: 15, service: 0 }] })
      const billBefore = await owner.callOk('getBill', { code })
      app.clock.advance(DAY_MS)
      assert.deepEqual(await owner.callOk('getBill', { code }), billBefore)
    })

    test('adds up with VAT and net to the exact price, per line and in total, as on the bill (INV-5)', async () => {
      await owner.callOk('saveVatRates', { version: 3, future: [{ from: app.day(1), percent: 7.5, service: 10 }] })
      app.clock.advance(DAY_MS)
      for (const price of [0.01, 999.99, 3333.33, 4500.07]) {
        const stayFields = {
          from: app.day(50),
          to: app.day(53),
          source: 'phone',
          name: 'Mina',
          phone: '+8801700000009',
        }
        const rooms = [{ room: owner.kind('single').id, adults: 1, price }]
        const { code, booking } = await owner.callOk('bookAtDesk', { ...stayFields, rooms, language: 'bn' })
        for (const chargePrice of [0.01, 12.34, 77.77])
          await owner.callOk('addCharge', { code, booking, name: 'Tea', quantity: 3, each: chargePrice })
        const bill = await owner.callOk('getBill', { code })
        const { invoices } = await owner.callOk('issueInvoice', { code })
        const invoice = await owner.callOk('getInvoice', { id: invoices[0].id })
        for (const { net, service, vat, total } of [invoice, ...invoice.lines])
          assert.equal(bdtToPoisha(net) + bdtToPoisha(service) + bdtToPoisha(vat), bdtToPoisha(total))
        for (const field of ['net', 'service', 'vat', 'total'])
          assert.equal(
            bdtToPoisha(invoice[field]),
            invoice.lines.reduce((sum: number, line: Record<string, number>) => sum + bdtToPoisha(line[field]!), 0),
          )
        assert.deepEqual([invoice.total, invoice.vat, invoice.service], [bill.costs, bill.vat, bill.service])
      }
      await assertMoneyConsistent(app.db)
    })

    test('must be from 0 to 100 percent with at most two decimals, or gets an error on its field (INV-5)', async () => {
      const from = app.day(9)
      for (const service of [-1, 101, 1.234]) {
        const futureRates = [{ from, percent: 15, service }]
        const { status, body } = await app.call(
          'saveVatRates',
          { version: 4, future: futureRates },
          { token: owner.token },
        )
        assert.deepEqual([status, Object.keys(body.errors)], [422, ['future.0.service']])
      }
    })
  })
}
