import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { extractText, getDocumentProxy } from 'unpdf'
import { sendRequest } from '#testing/send-request.ts'
import { openDesk } from '#testing/desk.ts'
import { findForeignDigits } from '#testing/digits.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { extractPdfText } from '#testing/pdf-text.ts'
import { readCompany } from '#content/company.ts'
import { languages, queryString, type Language } from '#routes/public.ts'
import { officeEndpoints } from '#routes/office.ts'
import { spellAmount } from '#locales/amount-in-words.ts'
import { translatorFor } from '#locales/both.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the invoice PDF, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let owner: Awaited<ReturnType<typeof openDesk>>
    let code: string
    let id: number
    const buyer = { name: 'আন্না বেকার, Nordwind GmbH', bin: '০০০১২৩৪৫৬ ০১০১', address: 'Kaiserkai, Hamburg' }
    before(async () => {
      owner = await openDesk(app, 'owner')
      const rates = [{ from: app.day(1), percent: 15, service: 10 }]
      await owner.callOk('saveVatRates', { version: 1, future: rates })
      app.clock.advance(86_400_000)
      const bookedStay = await owner.book('Mina', 10, 13, { slug: 'deluxe' })
      code = bookedStay.code
      const { booking } = bookedStay
      await owner.callOk('addCharge', { code, booking, name: 'এয়ারপোর্ট Transfer', quantity: 2, each: 1499.99 })
      await owner.callOk('takePayment', { code, amount: 5000.5, method: 'bank', reference: 'FTA' })
      await owner.callOk('saveBuyer', { code, version: 0, ...buyer })
      const { invoices } = await owner.callOk('issueInvoice', { code })
      id = invoices[0].id
    })

    async function fetchPdf(invoiceId: number, language: Language): Promise<Buffer> {
      const headers = { authorization: `Bearer ${owner.token}` }
      const response = await sendRequest(
        app.url,
        officeEndpoints.getInvoicePdf[1] + queryString({ id: invoiceId, language }),
        {
          headers,
        },
      )
      assert.deepEqual([response.status, response.headers['content-type']], [200, 'application/pdf'])
      return response.body
    }

    for (const language of languages) {
      test(`shows the amounts of the ledger and the bill, with the fields of Mushak 6.3, ${language} (INV-6)`, async () => {
        const translator = translatorFor(language)
        const { t, money, number, moment } = translator
        const [pdfTexts, bill] = [extractPdfText(await fetchPdf(id, language)), await owner.callOk('getBill', { code })]
        const ledger = await app.db.selectFrom('ledger_entry').selectAll().where('stay_code', '=', code).execute()
        const getLedgerBalance = (account: string) =>
          ledger.reduce(
            (sum, { credit, debit, amount_poisha }) =>
              sum + (credit === account ? amount_poisha : debit === account ? -amount_poisha : 0),
            0,
          ) / 100
        const cost = (Math.round(getLedgerBalance('nights') * 100) + Math.round(getLedgerBalance('extras') * 100)) / 100
        const net = Math.round((cost - bill.service) * 100) / 100
        const company = await readCompany(app.db)
        const formatTaka = (bdt: number) =>
          bdt.toLocaleString(language === 'bn' ? 'bn-BD' : 'en-GB', { minimumFractionDigits: 2 })
        const expectedTexts = [
          `${t('invoice.one')} INV-2026-27-0001`,
          company.legalName![language],
          [company.address[language], `BIN ${company.taxNumber}`].join(' · '),
          buyer.name,
          '000123456-0101',
          buyer.address,
          moment(new Date(app.clock.now)),
          code,
          ...['line', 'what', 'unit', 'quantity', 'each', 'net', 'service', 'duty', 'vat_rate', 'vat', 'total'].map(
            (column) => t(`invoice.${column}` as 'invoice.vat'),
          ),
          t('invoice.unit_nights'),
          number(3),
          t('settings.vat_is', { percent: 15 }),
          t('invoice.signed', { by: 'Nasreen Akter' }),
          // The amounts from the ledger.
          money(getLedgerBalance('vat')),
          formatTaka(net),
          formatTaka(bill.service),
          formatTaka(getLedgerBalance('vat')),
          money(bill.costs),
          money(5000.5),
          t('invoice.in_words'),
          spellAmount(Math.round(bill.costs * 100), language),
        ]
        for (const text of expectedTexts) assert.ok(pdfTexts.includes(text!), `${text} in ${pdfTexts.join(' | ')}`)
        assert.equal(getLedgerBalance('vat'), bill.vat)
        assert.ok(pdfTexts.some((text) => text.startsWith('এয়ারপোর্ট Transfer')))
        assert.deepEqual(findForeignDigits(pdfTexts, language), [])
        assert.ok(pdfTexts.includes(formatTaka(bill.charges[0].total)))
      })
    }

    test('is A4 portrait, without rows and columns that have no value (INV-14)', async () => {
      const { code: plainCode } = await owner.book('Mina Akter', 20, 21)
      await app.db.updateTable('booking').set({ service_basis_points: 0 }).where('code', '=', plainCode).execute()
      const { invoices } = await owner.callOk('issueInvoice', { code: plainCode })
      for (const language of languages) {
        const { t } = translatorFor(language)
        const body = await fetchPdf(invoices[0].id, language)
        const pdfTexts = extractPdfText(body)
        for (const key of ['buyer_bin', 'buyer_address', 'credits', 'reason', 'service'] as const)
          assert.ok(!pdfTexts.includes(t(`invoice.${key}`)), `${key} in ${pdfTexts.join(' | ')}`)
        for (const text of [t('bill.received'), '–']) assert.ok(!pdfTexts.includes(text), text)
        assert.ok(pdfTexts.includes(t('invoice.price_basis')))
        for (const pdf of [body, await fetchPdf(id, language)]) {
          const page = await (await getDocumentProxy(new Uint8Array(pdf))).getPage(1)
          assert.deepEqual(page.view.map(Math.round), [0, 0, 595, 842])
        }
      }
    })

    test('has extractable text and a document title (INV-6)', async () => {
      const document = await getDocumentProxy(new Uint8Array(await fetchPdf(id, 'en')))
      const { text } = await extractText(document, { mergePages: true })
      for (const expectedText of ['INV-2026-27-0001', '000123456-0101', 'Nordwind GmbH', 'Kaiserkai, Hamburg', 'FTA'])
        assert.ok(text.includes(expectedText), expectedText)
      const { info } = await document.getMetadata()
      assert.equal((info as { Title: string }).Title, 'Invoice INV-2026-27-0001')
    })

    test('renders the same content at any time, and names the invoice and the reason on a credit note (INV-6)', async () => {
      const textsBefore = extractPdfText(await fetchPdf(id, 'bn'))
      await app.db
        .updateTable('booking')
        .set({ name: 'Other', room_name_bn: 'Other' })
        .where('code', '=', code)
        .execute()
      await owner.callOk('voidPayment', {
        code,
        id: (await owner.callOk('getBill', { code })).payments[0].id,
        reason: 'Slip',
      })
      app.clock.advance(86_400_000)
      assert.deepEqual(extractPdfText(await fetchPdf(id, 'bn')), textsBefore)
      await owner.callOk('creditInvoice', { id, lines: [2], reason: 'ভুল লাইন' })
      const note = (await owner.callOk('getStayInvoices', { code })).invoices.at(-1)
      for (const language of languages) {
        const { t, money } = translatorFor(language)
        const pdfTexts = extractPdfText(await fetchPdf(note.id, language))
        for (const text of [
          `${t('invoice.credit_note')} CN-2026-27-0001`,
          'INV-2026-27-0001',
          'ভুল লাইন',
          money(2999.98),
        ])
          assert.ok(pdfTexts.includes(text), `${text} in ${pdfTexts.join(' | ')}`)
      }
      assert.deepEqual(extractPdfText(await fetchPdf(id, 'bn')), textsBefore)
    })
  })
}
