import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { assertMoneyConsistent } from '#testing/assert-money.ts'
import { openDesk } from '#testing/desk.ts'
import { bothEngines } from '#testing/engines.ts'
import { extractPdfText } from '#testing/pdf-text.ts'
import { freeCancellation, setDefaultPolicy } from '#testing/policies.ts'
import { sendRequest } from '#testing/send-request.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { endpoints, languages, queryString } from '#routes/public.ts'

for (const engine of bothEngines) {
  describe(`invoices of prepaid stays, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let owner: Awaited<ReturnType<typeof openDesk>>
    let annaToken: string
    let arrivalDay = 3
    before(async () => {
      await setDefaultPolicy(app.db, freeCancellation)
      annaToken = await app.signIn('anna')
      owner = await openDesk(app, 'owner')
    })

    const buyer = { name: 'Nordwind GmbH', bin: '000123456-0101', address: 'Kaiserkai 1, Hamburg' }
    async function setIssueOncePaid(isEnabled: boolean) {
      const { payments } = await owner.callOk('getSettings')
      await owner.callOk('savePaymentsSettings', { ...payments, takes_online: false, invoices_once_paid: isEnabled })
    }
    async function bookStay(): Promise<{ code: string; total: number }> {
      arrivalDay += 6
      const form = createStayForm(app, {
        slug: 'twin',
        checkin: app.day(arrivalDay),
        checkout: app.day(arrivalDay + 2),
      })
      const { booking_id: code, total } = (await app.call('requestBooking', form, { token: annaToken })).body
      await owner.callOk('confirmRequest', { code, message: '' })
      return { code, total }
    }
    const pay = (code: string, amount: number) => owner.callOk('takePayment', { code, amount, method: 'cash' })
    async function callOwn(name: Parameters<TestApp['call']>[0], form: object, language = 'en') {
      const { status, body } = await app.call(name, form, { token: annaToken, language })
      assert.equal(status, 200, JSON.stringify(body))
      return body
    }
    const readOwn = (id: string) => callOwn('getOwnInvoices', { id })
    const readInvoiceTiming = async (id: string) =>
      (await callOwn('getBookingDetails', { id })).roomParticular.invoice_when
    const requestInvoice = (id: string) => callOwn('requestInvoice', { id, ...buyer })
    const listNumbers = ({ invoices }: { invoices: { number: string }[] }) => invoices.map(({ number }) => number)

    test('are issued only after check-out by default, even if the stay is paid (INV-15)', async () => {
      const { code, total } = await bookStay()
      await pay(code, total)
      assert.equal(await readInvoiceTiming(code), 'after check-out')
      assert.equal((await readOwn(code)).can_request_invoice, false)
      assert.deepEqual(listNumbers(await requestInvoice(code)), [])
    })

    test('are issued at the guest’s request once the stay is fully paid, if the company allows it (INV-15)', async () => {
      await setIssueOncePaid(true)
      const { code, total } = await bookStay()
      assert.equal(await readInvoiceTiming(code), 'once paid')
      await pay(code, total - 1)
      assert.equal((await readOwn(code)).can_request_invoice, false)
      assert.deepEqual(listNumbers(await requestInvoice(code)), [])
      await pay(code, 1)
      assert.equal(await readInvoiceTiming(code), 'now')
      assert.equal((await readOwn(code)).can_request_invoice, true)
      const invoiceLists = await Promise.all([1, 2, 3].map(() => requestInvoice(code)))
      for (const answer of invoiceLists) assert.equal(answer.invoices.length, 1)
      assert.equal(invoiceLists[0].invoices[0].total, total)
      await setIssueOncePaid(false)
      const { invoices, can_request_invoice } = await readOwn(code)
      assert.deepEqual([invoices.length, can_request_invoice], [1, false])
    })

    test('are not issued for requests and cancelled stays, even if nothing is due (INV-15)', async () => {
      await setIssueOncePaid(true)
      arrivalDay += 6
      const form = createStayForm(app, { checkin: app.day(arrivalDay), checkout: app.day(arrivalDay + 1) })
      const { booking_id: code } = (await app.call('requestBooking', form, { token: annaToken })).body
      assert.deepEqual([await readInvoiceTiming(code), (await readOwn(code)).can_request_invoice], ['once paid', false])
      assert.deepEqual(listNumbers(await requestInvoice(code)), [])
      await callOwn('cancelBooking', { id: code, fee: 0 })
      assert.deepEqual(listNumbers(await requestInvoice(code)), [])
    })

    test('do not change when the guest changes the dates, and are corrected by a credit note (INV-3, INV-4, INV-15)', async () => {
      await setIssueOncePaid(true)
      const { code, total } = await bookStay()
      await pay(code, total)
      const [issuedInvoice] = (await requestInvoice(code)).invoices
      const readPdfs = () =>
        Promise.all(
          languages.map(async (language) => {
            const query = queryString({ id: code, invoice: issuedInvoice.id, language })
            const headers = { authorization: `Bearer ${annaToken}` }
            const { status, body } = await sendRequest(app.url, endpoints.getOwnInvoicePdf[1] + query, { headers })
            assert.equal(status, 200)
            return extractPdfText(body)
          }),
        )
      const pdfsBefore = await readPdfs()
      const newDates = { id: code, checkin: app.day(arrivalDay), checkout: app.day(arrivalDay + 3) }
      const { total: newTotal } = await callOwn('previewStayChange', newDates)
      await callOwn('changeStay', { ...newDates, total: newTotal })
      assert.deepEqual(await readPdfs(), pdfsBefore)
      assert.equal((await owner.call('getInvoice', { id: issuedInvoice.id })).body.total, total)
      const outdatedInvoices = await readOwn(code)
      assert.deepEqual(
        [
          outdatedInvoices.is_outdated,
          outdatedInvoices.can_request_invoice,
          outdatedInvoices.can_edit_buyer,
          outdatedInvoices.buyer.name,
        ],
        [true, false, false, buyer.name],
      )
      // Paying the difference is not enough: staff must credit the old lines first.
      await pay(code, newTotal - total)
      assert.equal((await app.call('requestInvoice', { id: code, ...buyer }, { token: annaToken })).status, 409)
      assert.equal((await owner.call('issueInvoice', { code })).status, 409)
      const { credit_first } = await owner.callOk('getStayInvoices', { code })
      assert.deepEqual(
        credit_first.map(({ number }: { number: string }) => number),
        [issuedInvoice.number],
      )
      await owner.callOk('creditInvoice', { id: issuedInvoice.id, lines: [0], reason: 'New dates' })
      const creditedInvoices = await readOwn(code)
      assert.deepEqual(
        [creditedInvoices.is_outdated, creditedInvoices.can_request_invoice, creditedInvoices.can_edit_buyer],
        [false, true, true],
      )
      const { invoices } = await requestInvoice(code)
      assert.deepEqual(
        invoices.map(({ kind, total: amount }: { kind: string; total: number }) => [kind, amount]),
        [
          ['invoice', total],
          ['credit note', total],
          ['invoice', newTotal],
        ],
      )
      assert.deepEqual(await readPdfs(), pdfsBefore)
      await assertMoneyConsistent(app.db)
    })

    test('are outdated after the guest cancels the stay, until staff credit them (INV-4, INV-15)', async () => {
      await setIssueOncePaid(true)
      const { code, total } = await bookStay()
      await pay(code, total)
      const [issuedInvoice] = (await requestInvoice(code)).invoices
      await callOwn('cancelBooking', { id: code, fee: 0 })
      const { is_outdated, can_request_invoice } = await readOwn(code)
      assert.deepEqual([is_outdated, can_request_invoice], [true, false])
      await owner.callOk('creditInvoice', { id: issuedInvoice.id, lines: [0], reason: 'Cancelled' })
      const { lines, credit_first } = await owner.callOk('getStayInvoices', { code })
      assert.deepEqual([lines, credit_first], [[], []])
      await assertMoneyConsistent(app.db)
    })

    test('include extras in a second invoice, once they are paid (INV-15)', async () => {
      await setIssueOncePaid(true)
      const { code, total } = await bookStay()
      await pay(code, total)
      await requestInvoice(code)
      const { rooms } = await owner.callOk('getDeskStay', { code })
      await owner.callOk('addCharge', { code, booking: rooms[0].booking, name: 'Dinner', quantity: 1, each: 900 })
      assert.equal((await readOwn(code)).can_request_invoice, false)
      await pay(code, 900)
      assert.equal((await readOwn(code)).can_request_invoice, true)
      const { invoices } = await requestInvoice(code)
      assert.deepEqual(
        invoices.map(({ total: amount }: { total: number }) => amount),
        [total, 900],
      )
    })
  })
}
