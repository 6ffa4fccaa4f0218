import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { getDocumentProxy } from 'unpdf'
import { openDesk } from '#testing/desk.ts'
import { findForeignDigits } from '#testing/digits.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { bothEngines } from '#testing/engines.ts'
import { startPayingApp, type PayingApp } from '#testing/paying-app.ts'
import { extractPdfText } from '#testing/pdf-text.ts'
import { freeCancellation, setDefaultPolicy } from '#testing/policies.ts'
import { grantToDesk } from '#testing/second-process.ts'
import { sendRequest } from '#testing/send-request.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { createAmountFormatters } from '#stays/bills/paper.ts'
import { formatReceiptNumber } from '#stays/bills/receipt-number.ts'
import { readCompany } from '#content/company.ts'
import { endpoints, languages, queryString, type Language } from '#routes/public.ts'
import { officeEndpoints } from '#routes/office.ts'
import { spellAmount } from '#locales/amount-in-words.ts'
import { translatorFor } from '#locales/both.ts'
import { MINUTE_MS } from '#platform/durations.ts'

for (const engine of bothEngines) {
  describe(`receipts of payments, on ${engine.name}`, () => {
    let app: PayingApp
    let owner: Awaited<ReturnType<typeof openDesk>>
    let arrivalDay = 2
    before(async () => {
      app = await startPayingApp(engine)
      await setDefaultPolicy(app.db, freeCancellation)
      owner = await openDesk(app, 'owner')
    })
    after(() => app.close())

    const book = (nights = 2, overrides: Parameters<typeof owner.book>[3] = {}) => {
      arrivalDay += 4
      return owner.book('Mina Akter', arrivalDay, arrivalDay + nights, overrides)
    }
    const fetchPdf = (path: string, query: Record<string, string | number>, token?: string) =>
      sendRequest(app.url, path + queryString(query), {
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      })
    async function readAtDesk(id: number, language: Language = 'en') {
      const { status, headers, body } = await fetchPdf(officeEndpoints.getReceiptPdf[1], { id, language }, owner.token)
      assert.deepEqual([status, headers['content-type']], [200, 'application/pdf'])
      assert.equal(headers['cache-control'], 'no-store')
      return body
    }
    const readPayments = async (code: string) => (await owner.callOk('getBill', { code })).payments
    /** Each label with the value that follows it. */
    const listValues = (texts: readonly string[]) =>
      Object.fromEntries(texts.map((text, index) => [text, texts[index + 1]]))
    /** Records a payment some time after the last change. */
    async function takePayment(code: string, amount: number, overrides: object = { method: 'cash' }) {
      app.clock.advance(MINUTE_MS)
      await owner.callOk('takePayment', { code, amount, ...overrides })
      return (await readPayments(code)).at(-1).id as number
    }
    async function bookOnline(language: Language = 'en') {
      arrivalDay += 4
      const email = `guest-${arrivalDay}@guest.example`
      const form = createStayForm(app, {
        name: 'Rafiq Islam',
        email,
        slug: 'twin',
        paymenttype: 1,
        checkin: app.day(arrivalDay),
        checkout: app.day(arrivalDay + 2),
      })
      const token = await app.newGuest()
      const { body } = await app.call('requestGuestBooking', form, { token, language })
      return { code: body.booking_id as string, total: body.total as number, token, email }
    }

    for (const language of languages)
      test(`state the payer, the amount in figures and words, and the balance before and after, in ${language} (INV-11)`, async () => {
        const { t, moment } = translatorFor(language)
        const { taka } = createAmountFormatters(language)
        const { code, booking } = await book(2, { at: [null, null] })
        await owner.callOk('addCharge', { code, booking, name: 'Transfer', quantity: 1, each: 1500.5 })
        const { costs } = await owner.callOk('getBill', { code })
        await owner.callOk('saveBuyer', {
          code,
          version: 0,
          name: 'Nordwind GmbH',
          bin: '0001234560101',
          address: 'Kaiserkai, Hamburg',
        })
        await takePayment(code, 1000)
        const id = await takePayment(code, 2500.25, { method: 'bank', reference: 'FT' })
        const pdfTexts = extractPdfText(await readAtDesk(id, language))
        const company = await readCompany(app.db)
        const values = listValues(pdfTexts)
        const bdtToPoisha = (bdt: number) => Math.round(bdt * 100)
        assert.ok(pdfTexts.includes(`${t('receipt.one')} ${formatReceiptNumber(id)}`), pdfTexts.join(' | '))
        for (const text of [company.legalName![language]!, company.address[language]!, t('receipt.note')])
          assert.ok(pdfTexts.includes(text), text)
        assert.ok(pdfTexts.some((text) => text.includes(company.email) && text.includes(`BIN ${company.taxNumber}`)))
        for (const [label, value] of [
          [t('receipt.date'), moment(new Date(app.clock.now))],
          [t('receipt.payer'), 'Nordwind GmbH'],
          [t('summary.invoice_bin'), '000123456-0101'],
          [t('summary.invoice_address'), 'Kaiserkai, Hamburg'],
          [t('receipt.booking'), code],
          [t('bill.method'), t('bill.method_bank')],
          [t('receipt.reference'), 'FT'],
          [t('receipt.recorded_by'), 'Nasreen Akter'],
          [t('receipt.total'), taka(bdtToPoisha(costs))],
          [t('mail.paid_before'), taka(100_000)],
          [t('mail.paid_now'), taka(250_025)],
          [t('bill.balance_due'), taka(bdtToPoisha(costs) - 350_025)],
          [t('invoice.in_words'), spellAmount(250_025, language)],
        ] as const)
          assert.equal(values[label], value, label)
        assert.deepEqual(findForeignDigits(pdfTexts, language), [])
      })

    test('do not change after later charges, payments and changes of the stay (INV-11)', async () => {
      const { code, booking } = await book()
      const firstReceiptId = await takePayment(code, 3000)
      const textsBefore = extractPdfText(await readAtDesk(firstReceiptId))
      app.clock.advance(MINUTE_MS)
      await owner.callOk('addCharge', { code, booking, name: 'Dinner', quantity: 2, each: 900 })
      const secondReceiptId = await takePayment(code, 700)
      assert.deepEqual(extractPdfText(await readAtDesk(firstReceiptId)), textsBefore)
      const { costs } = await owner.callOk('getBill', { code })
      const { taka } = createAmountFormatters('en')
      const values = listValues(extractPdfText(await readAtDesk(secondReceiptId)))
      assert.deepEqual(
        [values['Total for the stay'], values['Paid earlier'], values['Balance due']],
        [taka(costs * 100), taka(300_000), taka(costs * 100 - 370_000)],
      )
      assert.equal((await getDocumentProxy(new Uint8Array(await readAtDesk(firstReceiptId)))).numPages, 1)
    })

    test('leave out rows without a value, and are A4 portrait (INV-14)', async () => {
      const { code } = await book()
      const body = await readAtDesk(await takePayment(code, 10))
      const pdfTexts = extractPdfText(body)
      for (const label of ['BIN', 'Address', 'Transaction number', 'Reason', 'Status', '–'])
        assert.ok(!pdfTexts.includes(label), label)
      const page = await (await getDocumentProxy(new Uint8Array(body))).getPage(1)
      assert.deepEqual(page.view.map(Math.round), [0, 0, 595, 842])
    })

    test('do not exist for payments voided as mistakes, and state refunds as refunds (INV-11)', async () => {
      const { code } = await book()
      const voidedPaymentId = await takePayment(code, 500)
      const paidReceipt = await takePayment(code, 800)
      await owner.callOk('voidPayment', { code, id: voidedPaymentId, reason: 'Wrong stay' })
      app.clock.advance(MINUTE_MS)
      await owner.callOk('recordRefund', { code, amount: 300, method: 'bank', reference: 'FT 9', reason: 'Agreed' })
      const payments = await readPayments(code)
      const refundId = payments.at(-1).id
      const reversal = await app.db
        .selectFrom('payment')
        .select('id')
        .where('reverses_id', '=', voidedPaymentId)
        .executeTakeFirstOrThrow()
      for (const id of [voidedPaymentId, reversal.id, 2_000_000_000]) {
        const { status } = await fetchPdf(officeEndpoints.getReceiptPdf[1], { id, language: 'en' }, owner.token)
        assert.equal(status, 404)
      }
      // The receipt was issued before the correction, so it states the amount paid at that time.
      assert.equal(listValues(extractPdfText(await readAtDesk(paidReceipt)))['Paid earlier'], 'BDT\u00a0500.00')
      for (const language of languages) {
        const { t } = translatorFor(language)
        const { taka } = createAmountFormatters(language)
        const pdfTexts = extractPdfText(await readAtDesk(refundId, language))
        const values = listValues(pdfTexts)
        assert.ok(pdfTexts.includes(`${t('receipt.refund')} ${formatReceiptNumber(refundId)}`))
        assert.ok(pdfTexts.includes(t('receipt.refund_note')))
        assert.deepEqual(
          [values[t('receipt.payee')], values[t('invoice.reason')], values[t('mail.paid_before')]],
          ['Mina Akter', 'Agreed', taka(80_000)],
        )
        assert.equal(values[t('receipt.refunded_now')], taka(30_000))
      }
    })

    test('can be downloaded by the guest from the payment page, the email and the stay page (INV-11, PAY-10)', async () => {
      const { code, total, token, email } = await bookOnline()
      const pageUrl = await app.open({ code, token })
      const { payment } = await app.press(pageUrl, 'pay')
      await app.settle()
      const { receipts } = (await app.call('getOwnInvoices', { id: code }, { token })).body
      const [{ id, number, amount }] = receipts
      assert.deepEqual([receipts.length, number, amount], [1, formatReceiptNumber(id), total])
      const emails = await readEmailsTo(app, email)
      const [receiptLink] = emails.flatMap(({ text }) => text.match(/^https:\S+\/receipt\.pdf\S+$/m) ?? [])
      const emailUrl = new URL(receiptLink!)
      const path = endpoints.getOwnReceiptPdf[1]
      const stayToken = emailUrl.searchParams.get('token')!
      const pdfTextLists = []
      for (const [query, session] of [
        [{ payment, language: 'en' }],
        [{ token: stayToken, receipt: id, language: 'en' }],
        [{ id: code, receipt: id, language: 'en' }, token],
      ] as const) {
        const response = await fetchPdf(path, query, session)
        assert.equal(response.status, 200, JSON.stringify(query))
        pdfTextLists.push(extractPdfText(response.body))
      }
      assert.equal((await app.get(emailUrl.pathname + emailUrl.search)).status, 200)
      assert.deepEqual(pdfTextLists[1], pdfTextLists[0])
      assert.deepEqual(pdfTextLists[2], pdfTextLists[0])
      const values = listValues(pdfTextLists[0]!)
      const { taka } = createAmountFormatters('en')
      // The payment confirms the stay, so its nights are posted after it.
      assert.deepEqual(
        [values['Received from'], values['Total for the stay'], values['Paid earlier'], values['Balance due']],
        ['Rafiq Islam', taka(total * 100), taka(0), taka(0)],
      )
      assert.match(values['Payment method']!, /^Online/)
      assert.ok(!pdfTextLists[0]!.includes('Recorded by'))
    })

    test('are linked in the email to a member through their stay page (INV-11)', async () => {
      const token = await app.signIn('anna')
      arrivalDay += 4
      const dates = { checkin: app.day(arrivalDay), checkout: app.day(arrivalDay + 1) }
      const form = createStayForm(app, { email: 'anna@buyer.example', slug: 'twin', paymenttype: 1, ...dates })
      const { booking_id: code } = (await app.call('requestBooking', form, { token, key: randomUUID() })).body
      await app.press(await app.open({ code, token }), 'pay')
      await app.settle()
      const emails = await readEmailsTo(app, 'anna@buyer.example')
      assert.ok(emails.some(({ text }) => new RegExp(`^https://\\S+/${code}#invoice$`, 'm').test(text)))
    })

    test('are readable only by the guest and by staff who see money (INV-12)', async () => {
      const { code, token } = await bookOnline()
      const { payment } = await app.press(await app.open({ code, token }), 'pay')
      await app.settle()
      const [{ id }] = await readPayments(code)
      const ownQuery = { id: code, receipt: id, language: 'en' }
      const path = endpoints.getOwnReceiptPdf[1]
      for (const [query, session, status] of [
        [ownQuery, undefined, 401],
        [ownQuery, await app.newGuest(), 404],
        [ownQuery, await app.signIn('anna'), 404],
        // Staff read receipts in the office, with their permission.
        [ownQuery, owner.token, 404],
        [{ token: 'x'.repeat(43), receipt: id, language: 'en' }, undefined, 404],
        [{ payment: 'x'.repeat(43), language: 'en' }, undefined, 404],
        [{ payment: `${payment.slice(0, -1)}_`, language: 'en' }, undefined, 404],
        [{ id: code, language: 'en' }, token, 404],
        [{ ...ownQuery, receipt: id + 1_000 }, token, 404],
        [{ ...ownQuery, language: 'de' }, token, 422],
        [{ ...ownQuery, receipt: 0 }, token, 422],
        [ownQuery, token, 200],
      ] as const)
        assert.equal((await fetchPdf(path, query, session)).status, status, JSON.stringify(query))
      const otherStay = await bookOnline()
      assert.equal((await fetchPdf(path, { ...ownQuery, id: otherStay.code }, otherStay.token)).status, 404)
      const deskPath = officeEndpoints.getReceiptPdf[1]
      const staffToken = await app.signIn('staff')
      await grantToDesk(app, [])
      for (const [session, status] of [
        [undefined, 401],
        [token, 403],
        [staffToken, 403],
        [owner.token, 200],
      ] as const)
        assert.equal((await fetchPdf(deskPath, { id, language: 'en' }, session)).status, status)
    })

    test('do not exist for failed payments (INV-11)', async () => {
      const { code, token } = await bookOnline()
      const { payment } = await app.press(await app.open({ code, token }), 'fail')
      await app.settle()
      assert.equal((await fetchPdf(endpoints.getOwnReceiptPdf[1], { payment, language: 'en' })).status, 404)
      assert.deepEqual((await app.call('getOwnInvoices', { id: code }, { token })).body.receipts, [])
    })

    test('state that an online refund is in progress until the gateway confirms it (INV-11)', async () => {
      const { code, token } = await bookOnline()
      await app.press(await app.open({ code, token }), 'pay')
      await app.settle()
      await app.call('cancelBooking', { id: code, fee: 0 }, { token })
      await app.settle()
      const { receipts } = (await app.call('getOwnInvoices', { id: code }, { token })).body
      assert.equal(receipts.length, 2)
      const { id, amount } = receipts[1]
      assert.ok(amount < 0)
      const query = { id: code, receipt: id, language: 'en' }
      const readStatus = async () =>
        listValues(extractPdfText((await fetchPdf(endpoints.getOwnReceiptPdf[1], query, token)).body))['Status']
      assert.equal(await readStatus(), 'In progress. Banks take a few days.')
      await app.advanceClock(4 * 86_400_000)
      assert.deepEqual(
        (await app.readPaymentState(code)).refunds.map((refund) => refund.split(' ')[0]),
        ['done'],
      )
      assert.equal(await readStatus(), undefined)
    })
  })
}
