import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openDesk } from '#testing/desk.ts'
import { enginesFor } from '#testing/engines.ts'
import { passwordsByUsername, setUpTestApp } from '#testing/test-app.ts'
import { readEmail } from '#testing/mail.ts'
import { extractPdfText } from '#testing/pdf-text.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { bookingsPersonalData } from '#stays/bookings/personal-data.ts'
import { href } from '#routes/public.ts'
import type { EveryEndpointName } from '#routes/office.ts'
import { DAY_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the invoices of the guest, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let staff: Awaited<ReturnType<typeof openDesk>>
    let annaToken: string
    let arrivalDay = 3
    before(async () => {
      annaToken = await app.signIn('anna')
      staff = await openDesk(app)
    })

    const buyerDetails = { name: 'Nordwind GmbH', bin: '0001234560101', address: 'Kaiserkai 1, Hamburg' }
    /** Books and confirms a stay, for a member or for a guest with an emailed link. */
    async function bookStay(token = annaToken, name: EveryEndpointName = 'requestBooking', overrides: object = {}) {
      arrivalDay += 3
      const form = createStayForm(app, {
        checkin: app.day(arrivalDay),
        checkout: app.day(arrivalDay + 2),
        slug: 'twin',
        ...overrides,
      })
      const code = (await app.call(name, form, { token })).body.booking_id as string
      await staff.callOk('confirmRequest', { code, message: '' })
      return code
    }
    async function stayAndLeave(code: string) {
      const now = app.clock.now
      const { check_in } = await app.db
        .selectFrom('booking')
        .select('check_in')
        .where('code', '=', code)
        .executeTakeFirstOrThrow()
      app.clock.now = check_in * DAY_MS + 10 * 3_600_000
      const readRoom = async () => (await staff.callOk('getDeskStay', { code })).rooms[0]
      const arrivingRoom = await readRoom()
      const [freeRoom] = (await staff.callOk('getFreeUnits', { from: app.day(0), to: app.day(2) })).data.filter(
        ({ room: kind }: { room: number }) => kind === staff.kind('twin').id,
      )
      const { booking } = arrivingRoom
      await staff.callOk('assignUnit', { booking, version: arrivingRoom.version, unit: freeRoom.units[0].id })
      await staff.callOk('checkGuestIn', { booking, version: (await readRoom()).version, anyway: true })
      app.clock.advance(2 * DAY_MS)
      await staff.callOk('checkGuestOut', {
        booking,
        version: (await readRoom()).version,
        owing: 'Pays later',
        late: 'waive',
      })
      return () => void (app.clock.now = now)
    }
    const readOwn = (id: string, token = annaToken) => app.call('getOwnInvoices', { id }, { token })

    test('use the buyer details entered before departure, and are issued once after departure, even for repeated requests (INV-7)', async () => {
      const code = await bookStay()
      const initialBody = (await readOwn(code)).body
      assert.deepEqual(initialBody, {
        buyer: { name: initialBody.buyer.name, bin: '', address: '' },
        invoices: [],
        can_edit_buyer: true,
        can_request_invoice: false,
        is_outdated: false,
        has_proforma: true,
        receipts: [],
      })
      const response = await app.call('requestInvoice', { id: code, ...buyerDetails }, { token: annaToken })
      assert.deepEqual([response.status, response.body.buyer.bin, response.body.invoices], [200, '000123456-0101', []])
      const restoreClock = await stayAndLeave(code)
      assert.equal((await readOwn(code)).body.can_request_invoice, true)
      const responses = await Promise.all(
        [1, 2, 3].map(() => app.call('requestInvoice', { id: code, ...buyerDetails }, { token: annaToken })),
      )
      assert.deepEqual(
        responses.map(({ status, body }) => [status, body.invoices.length]),
        [
          [200, 1],
          [200, 1],
          [200, 1],
        ],
      )
      const { body } = await readOwn(code)
      assert.deepEqual([body.can_edit_buyer, body.can_request_invoice], [false, false])
      // The buyer cannot be changed after the invoice is issued.
      const lateForm = { id: code, name: 'Other', bin: '', address: '' }
      assert.equal(
        (await app.call('requestInvoice', lateForm, { token: annaToken })).body.buyer.name,
        buyerDetails.name,
      )
      const { invoices, buyer } = await staff.callOk('getStayInvoices', { code })
      assert.deepEqual([invoices.length, buyer.name], [1, buyerDetails.name])
      const pdfQuery = { id: code, invoice: invoices[0].id, language: 'bn' }
      assert.equal((await app.call('getOwnInvoicePdf', pdfQuery, { token: annaToken })).status, 200)
      restoreClock()
    })

    test('are emailed as PDF (INV-7)', async () => {
      const code = await bookStay(annaToken, 'requestBooking', { email: 'anna@buyer.example' })
      const restoreClock = await stayAndLeave(code)
      await app.deliverEmails()
      assert.equal(
        (await app.call('requestInvoice', { id: code, ...buyerDetails }, { token: annaToken, language: 'bn' })).status,
        200,
      )
      // One job renders the PDF, another one sends the email.
      await app.worker.runDue()
      const emails = (await app.deliverEmails()).map(readEmail)
      const email = emails.find((message) => /INV-2026-27-/.test(message.text) && message.text.includes(code))
      const [attachment] = email!.files
      assert.match(attachment!.name, /^INV-2026-27-\d{4}\.pdf$/)
      assert.deepEqual([attachment!.type, attachment!.bytes.subarray(0, 5).toString()], ['application/pdf', '%PDF-'])
      assert.ok(extractPdfText(attachment!.bytes).includes(buyerDetails.name))
      restoreClock()
    })

    test('are accessible only to the guest, by link or signed in, and never by the reference of another stay (INV-7)', async () => {
      const code = await bookStay()
      const restoreClock = await stayAndLeave(code)
      await app.call('requestInvoice', { id: code, ...buyerDetails }, { token: annaToken })
      const invoiceId = (await readOwn(code)).body.invoices[0].id
      const guestToken = await app.newGuest()
      for (const [token, status] of [
        [guestToken, 404],
        [staff.token, 404],
        [undefined, 401],
      ] as const) {
        assert.equal((await app.call('getOwnInvoices', { id: code }, { token })).status, status)
        assert.equal((await app.call('requestInvoice', { id: code, ...buyerDetails }, { token })).status, status)
        const pdfQuery = { id: code, invoice: invoiceId, language: 'en' }
        assert.equal((await app.call('getOwnInvoicePdf', pdfQuery, { token })).status, status)
      }
      const otherCode = await bookStay()
      const otherPdfQuery = { id: otherCode, invoice: invoiceId, language: 'en' }
      assert.equal((await app.call('getOwnInvoicePdf', otherPdfQuery, { token: annaToken })).status, 404)
      assert.equal((await app.call('getOwnInvoices', { token: 'x'.repeat(43) })).status, 404)
      restoreClock()
    })

    test('can be requested through the emailed link without scripts, with errors at their fields (INV-7, INV-8)', async () => {
      const code = await bookStay(await app.newGuest(), 'requestGuestBooking', { email: 'mina@guest.example' })
      const restoreClock = await stayAndLeave(code)
      const emails = (await app.deliverEmails()).map(readEmail)
      const confirmationEmail = emails.findLast(({ text }) => text.includes(code) && text.includes('stay='))!
      const token = /[?&]stay=([\w-]+)/.exec(confirmationEmail.text)![1]!
      const pagePath = href('bookingSuccess', null, { stay: token })
      const readHtml = async () => (await app.get(pagePath)).text()
      assert.match(await readHtml(), /name="bin"/)
      const submit = (fields: Record<string, string>) =>
        app.fetch(pagePath, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ invoice: token, ...fields }).toString(),
        })
      const invalidResponse = await submit({ ...buyerDetails, bin: '12345' })
      const markup = await invalidResponse.text()
      assert.deepEqual(
        [invalidResponse.status, markup.includes('A BIN has 13 digits'), markup.includes('value="12345"')],
        [422, true, true],
      )
      assert.equal((await app.call('getOwnInvoices', { token })).body.invoices.length, 0)
      const validResponse = await submit(buyerDetails)
      assert.equal(validResponse.status, 303)
      const link = /href="(\/api\/public\/invoice\.pdf\?[^"]+)"/.exec(await readHtml())![1]!.replaceAll('&amp;', '&')
      const pdfResponse = await app.get(link)
      assert.deepEqual([pdfResponse.status, pdfResponse.headers.get('content-type')], [200, 'application/pdf'])
      restoreClock()
    })

    test('accept a BIN in each common format, and reject others in the language of the caller (INV-8)', async () => {
      const code = await bookStay()
      const requestInvoice = (changes: object, language = 'en') =>
        app.call('requestInvoice', { id: code, ...buyerDetails, ...changes }, { token: annaToken, language })
      for (const bin of ['12345', '00012345601012', '000-1234560101', 'ABCDEFGHIJKLM', '000123456/0101']) {
        const { status, body } = await requestInvoice({ bin })
        assert.deepEqual([status, Object.keys(body.errors)], [422, ['bin']], bin)
      }
      assert.match((await requestInvoice({ bin: '1' }, 'bn')).body.errors.bin[0], /১৩ অঙ্কের/)
      assert.deepEqual(Object.keys((await requestInvoice({ address: ' ' })).body.errors), ['address'])
      assert.deepEqual(Object.keys((await requestInvoice({ name: ' ', bin: '1' })).body.errors).toSorted(), [
        'bin',
        'name',
      ])
      assert.equal((await readOwn(code)).body.buyer.bin, '', 'nothing is stored')
      for (const bin of ['0001234560101', '000123456-0101', ' 000123456 0101 ', '০০০১২৩৪৫৬-০১০১'])
        assert.equal((await requestInvoice({ bin })).body.buyer.bin, '000123456-0101')
      assert.equal((await requestInvoice({ bin: '', address: '' })).body.buyer.bin, '')
    })

    test('keep the version of the buyer and log nothing if the buyer is unchanged (INV-8)', async () => {
      const code = await bookStay()
      const requestInvoice = (changes: object) =>
        app.call('requestInvoice', { id: code, ...buyerDetails, ...changes }, { token: annaToken })
      const firstResponse = await requestInvoice({})
      assert.equal(firstResponse.status, 200)
      const readVersion = async () => (await staff.callOk('getStayInvoices', { code })).buyer.version
      const versionBefore = await readVersion()
      for (const bin of [buyerDetails.bin, buyerDetails.bin.replaceAll('-', '')])
        assert.deepEqual((await requestInvoice({ bin })).body, firstResponse.body)
      assert.equal(await readVersion(), versionBefore)
      const logQuery = { subject: `booking ${code}`, action: 'invoice buyer changed' }
      assert.equal((await (await openDesk(app, 'owner')).callOk('getLog', logQuery)).data.length, 1)
      assert.equal((await requestInvoice({ name: 'Another' })).body.buyer.name, 'Another')
    })

    test('accept only one of two concurrent changes of the buyer (INV-8)', async () => {
      const code = await bookStay()
      const forms = ['One', 'Two'].map((name) => ({ code, version: 0, ...buyerDetails, name }))
      const responses = await Promise.all(forms.map((form) => staff.call('saveBuyer', form)))
      assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 409])
      const { buyer } = await staff.callOk('getStayInvoices', { code })
      assert.equal(buyer.version, 1)
      const log = await (
        await openDesk(app, 'owner')
      ).callOk('getLog', { subject: `booking ${code}`, action: 'invoice buyer changed' })
      assert.equal(log.data.length, 1)
      assert.doesNotMatch(JSON.stringify(log.data[0]), /Kaiserkai/)
    })

    test('are in the data export of a member, and are retained after the account is closed (INV-10)', async () => {
      const code = await bookStay()
      const restoreClock = await stayAndLeave(code)
      await app.call('requestInvoice', { id: code, ...buyerDetails }, { token: annaToken })
      const { status, body } = await app.call('getMyData', {}, { token: annaToken })
      assert.equal(status, 200, JSON.stringify(body))
      const stayInvoices = body.invoices.filter((entry: { booking_id: string }) => entry.booking_id === code)
      assert.deepEqual(
        stayInvoices.map(({ name, bin, total }: Record<string, unknown>) => [name, bin, typeof total]),
        [
          [buyerDetails.name, '000123456-0101', 'number'],
          [buyerDetails.name, '000123456-0101', 'undefined'],
        ],
      )
      assert.equal(
        (await app.call('closeAccount', { password: passwordsByUsername.anna }, { token: annaToken })).status,
        200,
      )
      const purgeTime = app.clock.now + 30 * DAY_MS
      await bookingsPersonalData.purgeClosedAccounts(app.db, purgeTime)
      const { name, buyer, invoices } = await staff.callOk('getStayInvoices', { code })
      assert.deepEqual([name, buyer], ['', { name: '', bin: '', address: '', version: 0 }])
      assert.equal((await staff.callOk('getInvoice', { id: invoices[0].id })).buyer.name, buyerDetails.name)
      restoreClock()
    })
  })
}
