import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { getDocumentProxy } from 'unpdf'
import { findIsoDates, findForeignDigits } from '#testing/digits.ts'
import { sendRequest } from '#testing/send-request.ts'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { extractPdfText } from '#testing/pdf-text.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { endpoints, languages, queryString, type Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`GET getBookingSummary, on ${engine.name}`, () => {
    let app: TestApp
    let annaToken: string
    before(async () => {
      app = await startTestApp(engine)
      annaToken = await app.signIn('anna')
    })
    after(() => app.close())

    async function book(overrides: object = {}): Promise<string> {
      const form = createStayForm(app, { name: 'Anna Becker', ...overrides })
      return (await app.call('requestBooking', form, { token: annaToken, key: randomUUID() })).body.booking_id
    }
    async function downloadSummary(id: string, language: Language): Promise<Buffer> {
      const headers = { authorization: `Bearer ${annaToken}`, 'accept-language': language }
      const response = await sendRequest(app.url, endpoints.getBookingSummary[1] + queryString({ id }), { headers })
      assert.equal(response.status, 200)
      assert.equal(response.headers['content-type'], 'application/pdf')
      assert.equal(response.headers['content-disposition'], 'attachment; filename="booking-summary.pdf"')
      assert.equal(response.headers['cache-control'], 'no-store')
      return response.body
    }

    for (const language of languages) {
      test(`contains the data of the stay and of the company, ${language} (ACCT-9, ACCT-10)`, async () => {
        const id = await book({ slug: 'deluxe', adult: 1, child: 1 })
        const { roomParticular: stay, setting } = (
          await app.call('getBookingDetails', { id }, { token: annaToken, language })
        ).body
        const { t, number, money, moment, day } = translatorFor(language)
        const texts = extractPdfText(await downloadSummary(id, language))
        const expectedTexts = [
          setting.name,
          setting.address,
          `${setting.email} · WhatsApp ${setting.whatsApp}`,
          `${t('summary.made')}: ${moment(new Date(app.clock.now))}`,
          t('summary.title'),
          t('summary.room'),
          stay.room_name,
          t('summary.bed'),
          stay.bed_name,
          t('summary.check_in'),
          t('summary.check_out'),
          t('summary.days'),
          number(3),
          t('summary.total'),
          t('summary.description'),
          t('booking.success_reference'),
          id,
          'Anna Becker',
          ...stay.roomDescription.split('\n\n'),
        ]
        for (const text of expectedTexts) assert.ok(texts.includes(text), text)
        assert.deepEqual([findForeignDigits(texts, language), findIsoDates(texts)], [[], []])
        for (const fragment of [money(stay.total), day(stay.checkin, 'weekday'), day(stay.checkout, 'weekday')])
          assert.ok(
            texts.some((text) => text.includes(fragment)),
            fragment,
          )
      })
    }

    test('lists the cancellation fees, and leaves them out once the stay is cancelled (POL-4)', async () => {
      const id = await book({ slug: 'executive', checkin: app.day(40), checkout: app.day(42) })
      for (const language of languages) {
        const { cancelling } = (await app.call('getBookingDetails', { id }, { token: annaToken, language })).body
        const { t, money } = translatorFor(language)
        assert.equal(cancelling.steps.length, 4)
        const texts = extractPdfText(await downloadSummary(id, language)).join('\n')
        for (const { when, fee } of cancelling.steps)
          assert.ok(texts.includes(`${when}: ${fee === 0 ? t('policy.no_fee') : money(fee)}`), texts)
        assert.ok(texts.includes(`${t('policy.when_no_show')}: ${money(cancelling.no_show)}`), texts)
      }
      await app.call('cancelBooking', { id, fee: 0 }, { token: annaToken })
      const { t } = translatorFor('en')
      assert.ok(
        !extractPdfText(await downloadSummary(id, 'en'))
          .join('\n')
          .includes(t('policy.when_no_show')),
      )
    })

    test('returns tagged text on A4 with its language (ACCT-10)', async () => {
      const pdfBytes = await downloadSummary(await book(), 'bn')
      const pdf = await getDocumentProxy(new Uint8Array(pdfBytes))
      const page = await pdf.getPage(1)
      assert.deepEqual(page.view.map(Math.round), [0, 0, 595, 842])
      const { info } = await pdf.getMetadata()
      assert.equal((info as { Language: string }).Language, 'bn-BD')
      assert.equal((await pdf.getMarkInfo())?.Marked, true)
      const structureText = JSON.stringify(await page.getStructTree())
      for (const role of ['Document', 'H1', 'H2', 'Table', 'TH', 'TD'])
        assert.ok(structureText.includes(`"role":"${role}"`), role)
      // In visual order, the Bengali vowel comes before its consonants, and three characters form one glyph.
      const drawnText = (await page.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join(' ')
      assert.ok(drawnText.includes('সারসংেক্ষপ'), drawnText)
    })

    test('renders names in both scripts, on as many pages as needed (ACCT-10)', async () => {
      const id = await book({ slug: 'twin', name: 'Zoë নাসরীন', checkin: app.day(60), checkout: app.day(90) })
      await app.db
        .updateTable('booking_night')
        .set({ price_poisha: 100 })
        .where('night', '=', await readFirstNight(id))
        .execute()
      for (const language of languages) {
        const pdfBytes = await downloadSummary(id, language)
        assert.ok(extractPdfText(pdfBytes).includes('Zoë নাসরীন'))
        const pdf = await getDocumentProxy(new Uint8Array(pdfBytes))
        assert.ok(pdf.numPages > 1)
      }
    })
    test('does not mention VAT if the price contains none (ACCT-10)', async () => {
      const taxedStayId = await book({ checkin: app.day(100), checkout: app.day(101) })
      const untaxedStayId = await book({ checkin: app.day(110), checkout: app.day(111) })
      await app.db.updateTable('booking').set({ vat_poisha: 0 }).where('code', '=', untaxedStayId).execute()
      for (const language of languages) {
        const mentionsVat = (text: string) => /\bVAT\b|ভ্যাট/.test(text)
        assert.equal(extractPdfText(await downloadSummary(taxedStayId, language)).filter(mentionsVat).length, 1)
        assert.deepEqual(extractPdfText(await downloadSummary(untaxedStayId, language)).filter(mentionsVat), [])
      }
    })
    const readFirstNight = async (id: string) =>
      (await app.db.selectFrom('booking').select('check_in').where('code', '=', id).executeTakeFirstOrThrow()).check_in
  })
}
