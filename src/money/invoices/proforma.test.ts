import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { getDocumentProxy } from 'unpdf'
import { openDesk } from '#testing/desk.ts'
import { findForeignDigits } from '#testing/digits.ts'
import { enginesFor } from '#testing/engines.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { extractPdfText } from '#testing/pdf-text.ts'
import { freeCancellation, setDefaultPolicy } from '#testing/policies.ts'
import { grantToDesk } from '#testing/second-process.ts'
import { sendRequest } from '#testing/send-request.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { createAmountFormatters } from '#stays/bills/paper.ts'
import { writeCompany } from '#content/company.ts'
import { endpoints, href, languages, queryString, type Language } from '#routes/public.ts'
import { officeEndpoints } from '#routes/office.ts'
import { spellAmount } from '#locales/amount-in-words.ts'
import { translatorFor } from '#locales/both.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the proforma of a stay, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let owner: Awaited<ReturnType<typeof openDesk>>
    let annaToken: string
    let arrivalDay = 3
    before(async () => {
      annaToken = await app.signIn('anna')
      owner = await openDesk(app, 'owner')
    })

    async function requestStay(overrides: object = {}): Promise<string> {
      arrivalDay += 3
      const dates = { checkin: app.day(arrivalDay), checkout: app.day(arrivalDay + 2) }
      const form = createStayForm(app, { name: 'Anna Becker', ...dates, ...overrides })
      return (await app.call('requestBooking', form, { token: annaToken })).body.booking_id
    }
    async function requestAsGuest() {
      arrivalDay += 3
      const email = `guest-${arrivalDay}@guest.example`
      const form = createStayForm(app, {
        name: 'Rafiq Islam',
        email,
        checkin: app.day(arrivalDay),
        checkout: app.day(arrivalDay + 2),
      })
      const { body } = await app.call('requestGuestBooking', form, { token: await app.newGuest() })
      const readToken = async () => {
        const links = (await readEmailsTo(app, email)).flatMap(({ text }) => text.match(/[?&]stay=[\w-]+/g) ?? [])
        return links.at(-1)!.slice('?stay='.length)
      }
      return { code: body.booking_id as string, readToken }
    }
    const fetchPdf = (path: string, query: Record<string, string | number>, token?: string) =>
      sendRequest(app.url, path + queryString(query), {
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      })
    async function readOwn(code: string, language: Language = 'en') {
      const response = await fetchPdf(endpoints.getOwnProformaPdf[1], { id: code, language }, annaToken)
      assert.deepEqual([response.status, response.headers['content-type']], [200, 'application/pdf'])
      return response.body
    }
    const listValues = (texts: readonly string[]) =>
      Object.fromEntries(texts.map((text, index) => [text, texts[index + 1]]))

    for (const language of languages)
      test(`lists nights and extras with VAT, the amounts paid and due, the deadline and the payment methods, in ${language} (INV-13, INV-14)`, async () => {
        await writeCompany(app.db, { bankDetails: { en: 'City Bank\nAccount 1101', bn: 'সিটি ব্যাংক\nহিসাব ১১০১' } })
        const code = await requestStay({ slug: 'deluxe' })
        const { t, day, number } = translatorFor(language)
        const { taka, figure } = createAmountFormatters(language)
        await owner.callOk('confirmRequest', { code, message: '' })
        const { rooms } = await owner.callOk('getDeskStay', { code })
        const { booking } = rooms[0]
        await owner.callOk('addCharge', { code, booking, name: 'Transfer', quantity: 2, each: 1500.25 })
        await owner.callOk('takePayment', { code, amount: 1000, method: 'cash' })
        const bill = await owner.callOk('getBill', { code })
        const buyer = { name: 'Nordwind GmbH', bin: '0001234560101', address: 'Kaiserkai, Hamburg' }
        assert.equal((await app.call('requestInvoice', { id: code, ...buyer }, { token: annaToken })).status, 200)
        const body = await readOwn(code, language)
        const pdfTexts = extractPdfText(body)
        const values = listValues(pdfTexts)
        const bdtToPoisha = (bdt: number) => Math.round(bdt * 100)
        for (const text of [
          `${t('proforma.one')} ${code}`,
          t('proforma.note'),
          t('invoice.unit_nights'),
          number(1),
          figure(bdtToPoisha(bill.costs)),
          figure(bdtToPoisha(3000.5)),
          figure(bdtToPoisha(bill.vat)),
        ])
          assert.ok(pdfTexts.includes(text), `${text} in ${pdfTexts.join(' | ')}`)
        for (const [label, value] of [
          [t('invoice.buyer'), 'Nordwind GmbH'],
          [t('invoice.buyer_bin'), '000123456-0101'],
          [t('invoice.buyer_address'), 'Kaiserkai, Hamburg'],
          [t('mail.paid_so_far'), taka(100_000)],
          [t('summary.due'), taka(bdtToPoisha(bill.costs) - 100_000)],
          [t('invoice.in_words'), spellAmount(bdtToPoisha(bill.costs) - 100_000, language)],
        ] as const)
          assert.equal(values[label], value, label)
        assert.ok(pdfTexts.includes(taka(bdtToPoisha(bill.costs))))
        assert.ok(values[t('proforma.terms')]!.includes(day(app.day(arrivalDay + 2))))
        assert.ok(values[t('room.payment')]!.includes(t('room.pay_bank')))
        assert.ok(values[t('proforma.bank')]!.includes(language === 'en' ? 'Account 1101' : 'হিসাব ১১০১'))
        assert.deepEqual(findForeignDigits(pdfTexts, language), [])
        const page = await (await getDocumentProxy(new Uint8Array(body))).getPage(1)
        assert.deepEqual(page.view.map(Math.round), [0, 0, 595, 842])
        await writeCompany(app.db, { bankDetails: undefined })
      })

    test('exists for a request with its expected price, and no longer exists once the stay is paid or over (INV-13)', async () => {
      const code = await requestStay()
      const readOwnInvoices = async () => (await app.call('getOwnInvoices', { id: code }, { token: annaToken })).body
      assert.equal((await readOwnInvoices()).has_proforma, true)
      const { t } = translatorFor('en')
      const pdfTexts = extractPdfText(await readOwn(code))
      const { due_text } = (await app.call('getBookingDetails', { id: code }, { token: annaToken })).body.roomParticular
      assert.equal(due_text, null)
      assert.equal(listValues(pdfTexts)[t('proforma.terms')], t('proforma.after_answer'))
      assert.equal(listValues(pdfTexts)['Amount due'], createAmountFormatters('en').taka(900_000))
      for (const label of ['Buyer BIN', 'Buyer address', 'Bank account', '–'])
        assert.ok(!pdfTexts.includes(label), label)
      await owner.callOk('confirmRequest', { code, message: '' })
      await owner.callOk('takePayment', { code, amount: 9000, method: 'cash' })
      const fetchOwnPdf = () => fetchPdf(endpoints.getOwnProformaPdf[1], { id: code, language: 'en' }, annaToken)
      const fetchPdfAtDesk = () => fetchPdf(officeEndpoints.getProformaPdf[1], { code, language: 'en' }, owner.token)
      assert.equal((await readOwnInvoices()).has_proforma, false)
      assert.deepEqual([(await fetchOwnPdf()).status, (await fetchPdfAtDesk()).status], [404, 404])
      const cancelledCode = await requestStay()
      await app.call('cancelBooking', { id: cancelledCode, fee: 0 }, { token: annaToken })
      const response = await fetchPdf(endpoints.getOwnProformaPdf[1], { id: cancelledCode, language: 'en' }, annaToken)
      assert.equal(response.status, 404)
      assert.equal((await owner.callOk('getStayInvoices', { code })).has_proforma, false)
    })

    test('states the deposit that is due now, and offers online payment (INV-13)', async () => {
      await writeCompany(app.db, { takesOnlinePayments: true })
      await setDefaultPolicy(app.db, { ...freeCancellation, deposit: { kind: 'percent', amount: 30 } })
      const code = await requestStay({ paymenttype: 1 })
      const values = listValues(extractPdfText(await readOwn(code)))
      const { taka } = createAmountFormatters('en')
      assert.deepEqual([values['Amount due'], values['Deposit due now']], [taka(900_000), taka(270_000)])
      const { due_text } = (await app.call('getBookingDetails', { id: code }, { token: annaToken })).body.roomParticular
      assert.equal(values['Payment terms'], due_text)
      assert.match(values['Payment methods']!, /^Online, /)
      await writeCompany(app.db, { takesOnlinePayments: false })
    })

    test('names the buyer of a request before it is confirmed (INV-8, INV-13)', async () => {
      const code = await requestStay()
      assert.equal((await app.call('getOwnInvoices', { id: code }, { token: annaToken })).body.can_edit_buyer, true)
      const form = { id: code, name: 'Nordwind GmbH', bin: '', address: '' }
      const { status, body } = await app.call('requestInvoice', form, { token: annaToken })
      assert.deepEqual([status, body.invoices], [200, []])
      assert.equal(listValues(extractPdfText(await readOwn(code)))['Buyer'], 'Nordwind GmbH')
    })

    test('is readable only by the guest and by staff who see money (INV-12)', async () => {
      const code = await requestStay()
      const ownQuery = { id: code, language: 'en' }
      for (const [query, session, status] of [
        [ownQuery, undefined, 401],
        [ownQuery, await app.newGuest(), 404],
        [ownQuery, owner.token, 404],
        [{ token: 'x'.repeat(43), language: 'en' }, undefined, 404],
        [{ id: code }, annaToken, 422],
        [ownQuery, annaToken, 200],
      ] as const)
        assert.equal((await fetchPdf(endpoints.getOwnProformaPdf[1], query, session)).status, status)
      const staffToken = await app.signIn('staff')
      const deskQuery = { code, language: 'en' }
      await grantToDesk(app, [])
      for (const [query, session, status] of [
        [deskQuery, undefined, 401],
        [deskQuery, annaToken, 403],
        [deskQuery, staffToken, 403],
        [{ ...deskQuery, code: 'NOSUCHSTAY' }, owner.token, 404],
        [deskQuery, owner.token, 200],
      ] as const)
        assert.equal((await fetchPdf(officeEndpoints.getProformaPdf[1], query, session)).status, status)
    })

    test('hides the name from a visitor with the link until the email address is verified (INV-12)', async () => {
      const { code, readToken } = await requestAsGuest()
      const token = await readToken()
      const readPdfTexts = async () => {
        const response = await fetchPdf(endpoints.getOwnProformaPdf[1], { token, language: 'en' })
        assert.equal(response.status, 200)
        return extractPdfText(response.body)
      }
      const readBuyerName = async () => (await app.call('getOwnInvoices', { token })).body.buyer.name
      const readPage = async () => (await app.get(href('bookingSuccess', null, { stay: token }))).text()
      assert.equal(await readBuyerName(), '')
      assert.ok(!(await readPage()).includes('Rafiq'))
      const textsBefore = await readPdfTexts()
      assert.ok(!textsBefore.includes('Buyer') && !textsBefore.join(' ').includes('Rafiq'), textsBefore.join(' | '))
      assert.ok(textsBefore.some((text) => text.includes(code)))
      assert.equal((await app.call('verifyStay', { token })).status, 200)
      assert.equal(listValues(await readPdfTexts())['Buyer'], 'Rafiq Islam')
      assert.equal(await readBuyerName(), 'Rafiq Islam')
      assert.ok((await readPage()).includes('Rafiq Islam'))
    })

    test('is linked on the page of the stay without scripts, while an amount is due (INV-13)', async () => {
      const { code, readToken } = await requestAsGuest()
      await owner.callOk('confirmRequest', { code, message: '' })
      const token = await readToken()
      const readPage = async () => (await app.get(href('bookingSuccess', null, { stay: token }))).text()
      const findLinks = async (name: string) =>
        [...(await readPage()).matchAll(/href="(\/api\/public\/[^"]+)"/g)]
          .map(([, path]) => path!.replaceAll('&amp;', '&'))
          .filter((path) => path.includes(name))
      const [proformaLink] = await findLinks('/proforma.pdf')
      assert.equal((await app.get(proformaLink!)).status, 200)
      await owner.callOk('takePayment', { code, amount: 9000, method: 'cash' })
      assert.deepEqual(await findLinks('/proforma.pdf'), [])
      const [receiptLink] = await findLinks('/receipt.pdf')
      const pdfResponse = await app.get(receiptLink!)
      assert.deepEqual([pdfResponse.status, pdfResponse.headers.get('content-type')], [200, 'application/pdf'])
    })
  })
}
