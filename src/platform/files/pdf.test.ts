import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sendRequest } from '#testing/send-request.ts'
import { openDesk } from '#testing/desk.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { assertSafePdf } from '#testing/pdf-objects.ts'
import { createQuotationCalls } from '#testing/quotations.ts'
import { extractPdfPages, extractPdfText } from '#testing/pdf-text.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { writeCompany } from '#content/company.ts'
import { linkedEndpoints } from '#routes/linked-api.ts'
import { endpoints, languages, queryString } from '#routes/public.ts'
import { officeEndpoints } from '#routes/office.ts'
import { createPdf } from './pdf.ts'

/** Names of up to 100 characters that the booking form accepts. */
const hostileNames = [
  'Lena) /JS (app.alert(1)) /S /JavaScript >> endobj 99 0 obj << /Type /Action',
  'Lena\\) endstream endobj startxref 0 %%EOF',
  '\\\\\\(((())',
  '\\050\\051\\n<</OpenAction 1 0 R>>',
  'EMC ET Q (x) Tj BT /Span <</ActualText (y)>> BDC',
  'W'.repeat(100),
  'ক্ষ্ম'.repeat(20),
  'aক'.repeat(50),
  'মোছাঃ নাসরীন (আক্তার) \\ /JS',
  'שלום لينا 漢字 😀',
  '<feff0028> [1 2] {3} % comment',
]

for (const engine of enginesFor(import.meta.url)) {
  describe(`a PDF with hostile text on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let desk: Awaited<ReturnType<typeof openDesk>>
    before(async () => {
      desk = await openDesk(app, 'owner')
      const name = { en: 'Selvage) /JS (x', bn: 'সেলভেজ \\) endobj' }
      await writeCompany(app.db, { name, houseName: name, legalName: name })
    })

    /** Validates a PDF in both languages and returns the text of both. */
    async function readPdfText(path: string, query: Record<string, string>, token: string | null) {
      const texts: string[] = []
      for (const language of languages) {
        const headers = { 'accept-language': language, ...(token && { authorization: `Bearer ${token}` }) }
        const response = await sendRequest(app.url, path + queryString({ ...query, language }), { headers })
        assert.deepEqual([response.status, response.headers['content-type']], [200, 'application/pdf'], path)
        await assertSafePdf(response.body, `${path} ${language}`)
        texts.push(...extractPdfText(response.body))
      }
      return texts.join('\n')
    }

    test("contains the guest's name as text, and no PDF object that the name spells (SEC-10)", async () => {
      const annaToken = await app.signIn('anna')
      for (const [index, name] of hostileNames.entries()) {
        const dates = { checkin: app.day(40 + 2 * index), checkout: app.day(41 + 2 * index) }
        const { status, body } = await app.call('requestBooking', createStayForm(app, { name, ...dates }), {
          token: annaToken,
          key: `hostile name ${index}, which nobody guesses`,
        })
        assert.equal(status, 200, `${name}: ${JSON.stringify(body)}`)
        const pdfText = await readPdfText(endpoints.getBookingSummary[1], { id: body.booking_id }, annaToken)
        assert.ok(pdfText.includes(name), name)
      }
    })

    test('is not created with names that have control characters, direction marks or too many characters (SEC-10)', async () => {
      const annaToken = await app.signIn('anna')
      for (const name of ['a\0b', 'a\u202eb', 'a\u2066b', 'a\nb', 'a\u2028b', 'a\u009bb', 'x'.repeat(101)]) {
        const { status, body } = await app.call('requestBooking', createStayForm(app, { name }), { token: annaToken })
        assert.deepEqual([status, Object.keys(body.errors)], [422, ['name']], JSON.stringify(name))
      }
    })

    test('contains staff input as text: bill, invoice, receipt, proforma, register and emergency list (SEC-10)', async () => {
      const hostileName = hostileNames[0]!
      const otherNames = hostileNames.slice(1).map((name) => name.slice(0, 80))
      const { code, booking, version } = await desk.book(hostileName, 0, 2, { at: [0] })
      for (const name of otherNames) await desk.callOk('addCharge', { code, booking, name, quantity: 1, each: 10 })
      await desk.callOk('takePayment', { code, amount: 500, method: 'bank', reference: ') endobj /JS' })
      const address = `${hostileNames[1]}, ${'W'.repeat(180)}`
      await desk.callOk('saveBuyer', { code, version: 0, name: hostileName, bin: '', address })
      await desk.callOk('registerPerson', {
        booking,
        name: hostileName,
        nationality: 'DE',
        id_kind: 'passport',
        id_number: ')(\\ endobj',
        home_address: 'ক্ষ্ম'.repeat(40),
        purpose: 'W'.repeat(120),
      })
      await desk.callOk('checkGuestIn', { booking, version })
      const { payments } = await desk.callOk('getBill', { code })
      const { invoices } = await desk.callOk('issueInvoice', { code })
      for (const [path, query, expectedTexts] of [
        [officeEndpoints.getBillPdf[1], { code }, otherNames],
        [officeEndpoints.getInvoicePdf[1], { id: String(invoices[0].id) }, [hostileName, address, ...otherNames]],
        [officeEndpoints.getReceiptPdf[1], { id: String(payments[0].id) }, [hostileName, address, ') endobj /JS']],
        [officeEndpoints.getProformaPdf[1], { code }, [hostileName, address, ...otherNames]],
        [officeEndpoints.getRegisterPdf[1], { day: app.day(0) }, [hostileName, 'W'.repeat(120)]],
        [officeEndpoints.getEmergencySheet[1], {}, [hostileName]],
      ] as const) {
        const pdfText = await readPdfText(path, query as Record<string, string>, desk.token)
        for (const text of expectedTexts) assert.ok(pdfText.includes(text), `${path}: ${text}`)
      }
    })

    test('is created for a quotation of the maximum size, on as many pages as it needs (SEC-10)', async () => {
      const { zipperLine, createSent } = createQuotationCalls(app, desk.token)
      const lines = hostileNames.map((item) => ({ ...zipperLine, item, specification: 'ক্ষ্ম'.repeat(40), colour: ')' }))
      const { token } = await createSent({
        company: hostileNames[1],
        name: hostileNames[0],
        lines: Array.from({ length: 60 }, (_, index) => lines[index % lines.length]),
        remarks: `${hostileNames[0]}\n\n${'x\n'.repeat(400)}`,
      })
      const pdfText = await readPdfText(linkedEndpoints.getQuotationPdf[1], { token }, null)
      for (const text of [hostileNames[0]!, hostileNames[1]!, '60. ']) assert.ok(pdfText.includes(text), text)
    })
  })
}

test('keeps a row with a value of several lines on one page', async () => {
  const address = 'House 7, Road 11, Sector 4, Uttara, Dhaka 1230, Bangladesh. '.repeat(6).trim()
  for (let rowCount = 20; rowCount < 40; rowCount++) {
    const pdf = await createPdf('en', 'Title', 'Author')
    const shortRows = Array.from({ length: rowCount }, (_, index) => [`Name ${index}`, 'Value'] as const)
    pdf.lines([...shortRows, ['Address', address]])
    const pdfBytes = Buffer.from(await pdf.bytes())
    const pages = extractPdfPages(pdfBytes)
    assert.ok(pages.at(-1)!.includes('Address') && pages.at(-1)!.includes(address), `${rowCount} rows`)
    // A value that is split across pages has its rest on a separate page.
    assert.equal(pdfBytes.toString('latin1').match(/\/Type \/Page\b/g)?.length, pages.length, `${rowCount} rows`)
  }
})
