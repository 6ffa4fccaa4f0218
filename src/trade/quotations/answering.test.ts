import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { keepSignedIn } from '#testing/keep-signed-in.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { openInbox } from '#testing/inbox.ts'
import { readEmail } from '#testing/mail.ts'
import { createQuotationCalls } from '#testing/quotations.ts'
import { extractPdfText } from '#testing/pdf-text.ts'
import { languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { toDigits } from '#locales/digits.ts'
import { purgeOldQuotations } from './purge.ts'
import { DAY_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`answering and finding quotations, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let staffToken: string
    let quotations: ReturnType<typeof createQuotationCalls>
    before(async () => {
      staffToken = await app.signIn('staff')
      quotations = createQuotationCalls(app, staffToken)
      await keepSignedIn(app.db)
    })

    test('closes a quotation only once, by the buyer, staff or expiry, and keeps it open after a question (OFF-213)', async () => {
      const { call, callOk, createSent, readState, answer } = quotations
      const questionedQuotation = await createSent()
      assert.equal((await answer(questionedQuotation.token, 'ask')).status, 422)
      assert.equal((await answer(questionedQuotation.token, 'ask', 'Is the puller nickel-free?')).status, 200)
      const { revisions } = await callOk('getQuotationRecord', { id: questionedQuotation.id })
      assert.deepEqual([revisions[0].state, revisions[0].questions[0].text], ['sent', 'Is the puller nickel-free?'])
      const companyEmail = readEmail((await app.deliverEmails()).at(-1)!)
      assert.match(companyEmail.text, /nickel-free/)
      const responses = await Promise.all([
        answer(questionedQuotation.token, 'accept'),
        answer(questionedQuotation.token, 'decline', 'Too dear'),
        call('recordQuotationOutcome', {
          id: questionedQuotation.revision,
          outcome: 'withdrawn',
          reason: 'Brass has risen',
        }),
      ])
      assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 409, 409])
      const lostQuotation = await createSent()
      await callOk('recordQuotationOutcome', {
        id: lostQuotation.revision,
        outcome: 'lost',
        reason: 'They went to Guangzhou',
      })
      const expiringQuotation = await createSent()
      app.clock.advance(21 * DAY_MS)
      assert.deepEqual([await readState(lostQuotation.id), await readState(expiringQuotation.id)], ['lost', 'expired'])
      assert.equal((await app.call('getQuotation', { token: expiringQuotation.token })).body.state, 'expired')
      assert.equal((await answer(expiringQuotation.token, 'accept')).status, 409)
      const [revision] = (await callOk('reviseQuotation', { id: expiringQuotation.id })).revisions
      assert.equal(revision.form.valid_until, app.day(30))
    })

    test('finds quotations by number, company and state, and exports a table (OFF-214)', async () => {
      const { callOk, createSent } = quotations
      const listedQuotation = await createSent({ company: 'Ångström & Søn', valid_until: app.day(5) })
      const findIds = async (query: object) =>
        ((await callOk('getQuotations', query)).data as { id: number }[]).map(({ id }) => id)
      assert.deepEqual(await findIds({ search: listedQuotation.number.toLowerCase() }), [listedQuotation.id])
      assert.deepEqual(await findIds({ search: toDigits(listedQuotation.number, 'bn') }), [listedQuotation.id])
      for (const search of ['gstr søn', 'ångström', 'ÅNGSTRÖM SØN'])
        assert.deepEqual(await findIds({ search }), [listedQuotation.id], search)
      assert.deepEqual(await findIds({ search: '%' }), [])
      assert.ok((await findIds({ view: 'open' })).includes(listedQuotation.id))
      assert.ok(!(await findIds({ view: 'won' })).includes(listedQuotation.id))
      const response = await fetch(`${app.url}/api/office/quotations.csv?view=open`, {
        headers: { authorization: `Bearer ${staffToken}` },
      })
      const csv = await response.text()
      assert.ok(csv.includes(`${listedQuotation.number},Open,Ångström & Søn`), csv)
    })

    /** Returns a function that reads the figures of the quotations that were first sent today. */
    async function createOffersReader() {
      const ownerToken = await app.signIn('owner')
      const request = { period: 'own', from: app.day(0), until: app.day(0), compare: 'none' }
      return async () => {
        const { status, body } = await app.call('getFigures', request, { token: ownerToken })
        assert.equal(status, 200)
        return body.now.offers
      }
    }

    test('counts sent, won and lost quotations and their amounts in the reports of the period (OFF-216)', async () => {
      const { callOk, form, zipperLine, createSent, lastToken, answer } = quotations
      app.clock.advance(DAY_MS)
      const getFigures = await createOffersReader()
      const noQuotations = { sent: 0, won: 0, lost: 0, open: 0, days: null, amounts: [] }
      assert.deepEqual(await getFigures(), noQuotations)
      const validity = { valid_until: app.day(5) }
      const [wonQuotation, lostQuotation] = [await createSent(validity), await createSent(validity)]
      await createSent({ ...validity, currency: 'BDT', charges: [] })
      const { revisions } = await callOk('reviseQuotation', { id: wonQuotation.id })
      const cheapForm = { ...form(), ...validity, charges: [], lines: [{ ...zipperLine, quantity: 1000, price: 0.04 }] }
      const savedQuotation = await callOk('saveQuotation', {
        id: revisions[0].id,
        version: revisions[0].version,
        ...cheapForm,
      })
      await callOk('sendQuotation', { id: revisions[0].id, version: savedQuotation.revisions[0].version })
      assert.equal((await answer(await lastToken(), 'accept')).status, 200)
      await callOk('recordQuotationOutcome', { id: lostQuotation.revision, outcome: 'lost', reason: 'Too late' })
      assert.deepEqual(await getFigures(), {
        sent: 3,
        won: 1,
        lost: 1,
        open: 1,
        days: 0,
        amounts: [
          { currency: 'BDT', sent: 55_707, won: 0 },
          { currency: 'USD', sent: 4_000 + 67_707, won: 4_000 },
        ],
      })
    })

    test('counts the total of the order if a part of a quotation is accepted (OFF-216, OFF-340)', async () => {
      app.clock.advance(DAY_MS)
      const getFigures = await createOffersReader()
      const validity = { valid_until: app.day(5) }
      await quotations.createOrdered([2_000], validity)
      const { revision } = await quotations.createSent(validity)
      const outcome = { id: revision, outcome: 'accepted', reason: 'By telephone', quantities: [4_000] }
      await quotations.callOk('recordQuotationOutcome', outcome)
      const { won, amounts } = await getFigures()
      assert.deepEqual([won, amounts], [2, [{ currency: 'USD', sent: 2 * 67_707, won: 21_025 + 30_050 }]])
    })

    test('counts each enquiry once as quoted and once as won in the reports of the period (OFF-292)', async () => {
      const { callOk, form, lastToken, answer } = quotations
      app.clock.advance(DAY_MS)
      const ownerToken = await app.signIn('owner')
      const getFigures = async () => {
        const request = { period: 'own', from: app.day(0), until: app.day(0), compare: 'none' }
        const { received, quoted, won } = (await app.call('getFigures', request, { token: ownerToken })).body.now
          .enquiries
        return { received, quoted, won }
      }
      const enquiries = []
      for (const company of ['Nordwind', 'Linden', 'Fjord'])
        enquiries.push(await openInbox(app).sendEnquiry({ company, email: `${company.toLowerCase()}@buyer.example` }))
      assert.deepEqual(await getFigures(), { received: 3, quoted: 0, won: 0 })
      for (const enquiry of [enquiries[0], enquiries[0], enquiries[1]]) {
        const [{ id, version }] = (await callOk('startQuotation', { enquiry })).revisions
        const draftForm = { ...form(), valid_until: app.day(5) }
        const savedQuotation = await callOk('saveQuotation', { id, version, ...draftForm })
        await callOk('sendQuotation', { id, version: savedQuotation.revisions[0].version })
      }
      assert.deepEqual(await getFigures(), { received: 3, quoted: 2, won: 0 })
      assert.equal((await answer(await lastToken(), 'accept')).status, 200)
      assert.deepEqual(await getFigures(), { received: 3, quoted: 2, won: 1 })
    })

    test('renders the quotation as a PDF in both languages through the link (OFF-213)', async () => {
      const { zipperLine, createSent } = quotations
      const priceBreaks = [{ from: 20_000, price: 0.04 }]
      const { token, number } = await createSent({
        valid_until: app.day(5),
        lines: [{ ...zipperLine, breaks: priceBreaks, minimum: 500, colour: '19-4024 TCX' }],
      })
      for (const language of languages) {
        const { t, number: formatNumber } = translatorFor(language)
        const response = await fetch(`${app.url}/api/public/quotation.pdf?token=${token}&language=${language}`)
        assert.equal(response.status, 200)
        const pdfText = extractPdfText(Buffer.from(await response.arrayBuffer())).join(' ')
        for (const expected of [
          `${t('quotation.one')} ${number}`,
          'Lena Vogel, Nordwind Fashion',
          'Zip 18 cm',
          '19-4024 TCX',
          `${formatNumber(12_345)} ${t('quotation.unit_piece')}`,
          language === 'en' ? 'USD\u00a0677.07' : 'USD\u00a0৬৭৭.০৭',
          language === 'en' ? 'USD\u00a00.045125' : 'USD\u00a0০.০৪৫১২৫',
        ])
          assert.ok(pdfText.includes(expected), `${expected} in ${pdfText}`)
      }
    })

    test('sends a quotation again with a new link and retains it for six years (OFF-213, OFF-215)', async () => {
      const { call, callOk, createSent, lastToken } = quotations
      const { id, revision, token } = await createSent({ valid_until: app.day(5) })
      await callOk('resendQuotation', { id: revision })
      assert.equal((await app.call('getQuotation', { token })).status, 404)
      assert.equal((await app.call('getQuotation', { token: await lastToken() })).status, 200)
      app.clock.advance(5.9 * 365.25 * DAY_MS)
      await purgeOldQuotations(app.db, app.clock.now)
      assert.equal((await call('getQuotationRecord', { id })).status, 200)
      app.clock.advance(0.2 * 365.25 * DAY_MS)
      await purgeOldQuotations(app.db, app.clock.now)
      assert.equal((await call('getQuotationRecord', { id })).status, 404)
    })
  })
}
