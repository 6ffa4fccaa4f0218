import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { openInbox } from '#testing/inbox.ts'
import { extractPdfText } from '#testing/pdf-text.ts'
import { createQuotationCalls } from '#testing/quotations.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

const ROUND_COUNT = 6
const FORMATTED_TOTALS = { en: 'USD\u00a0677.07', bn: 'USD\u00a0৬৭৭.০৭' }

for (const engine of bothEngines) {
  describe(`accepting a quotation by name, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let quotations: ReturnType<typeof createQuotationCalls>
    before(async () => {
      quotations = createQuotationCalls(app, await app.signIn('staff'))
    })

    const readRevision = (id: number) =>
      app.db
        .selectFrom('quotation_revision')
        .select(['state', 'accepted_by', 'closed_at', 'total_minor'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    const readAuditedActions = async (id: number) =>
      (
        await app.db
          .selectFrom('audit')
          .select('action')
          .where('subject', '=', `quotation ${id}`)
          .where('action', 'in', ['quotation accepted', 'quotation declined', 'quotation asked'])
          .orderBy('id')
          .execute()
      ).map(({ action }) => action)

    test('records the person, the total and the time, and shows them to the buyer and to staff (OFF-213)', async () => {
      for (const language of languages) {
        const { t, day } = translatorFor(language)
        const email = `lena-${language}@buyer.example`
        const { id, revision, number, token } = await quotations.createSent({ language, email })
        assert.deepEqual((await app.call('getQuotation', { token })).body.accepted_by, null)
        const companyEmailCount = (await app.deliverEmails()).length
        assert.equal((await quotations.answer(token, 'accept', '', { name: '  Mina Ríos ' })).status, 200)
        const closedFields = {
          state: 'accepted',
          accepted_by: 'Mina Ríos',
          closed_at: app.clock.now,
          total_minor: 67_707,
        }
        assert.deepEqual(await readRevision(revision), closedFields)
        const { body } = await app.call('getQuotation', { token })
        assert.deepEqual([body.state, body.accepted_by, body.closed_on], ['accepted', 'Mina Ríos', app.day(0)])
        const { revisions } = await quotations.callOk('getQuotationRecord', { id })
        assert.deepEqual(
          [revisions[0].number, revisions[0].accepted_by, revisions[0].closed_at],
          [number, 'Mina Ríos', new Date(app.clock.now).toISOString()],
        )
        const confirmation = (await readEmailsTo(app, email)).at(-1)!
        assert.equal(confirmation.header('subject'), t('mail.quotation_answered_accept_subject', { number }))
        for (const expectedText of ['Mina Ríos', FORMATTED_TOTALS[language], day(app.day(0)), number])
          assert.ok(confirmation.text.includes(expectedText), `${expectedText} in ${confirmation.text}`)
        assert.equal((await app.deliverEmails()).length - companyEmailCount, 2)
        const pdfResponse = await fetch(`${app.url}/api/public/quotation.pdf?token=${token}&language=${language}`)
        const pdfText = extractPdfText(Buffer.from(await pdfResponse.arrayBuffer())).join(' ')
        for (const expectedText of [t('quotation.accepted_by'), 'Mina Ríos', day(app.day(0))])
          assert.ok(pdfText.includes(expectedText), `${expectedText} in ${pdfText}`)
      }
    })

    test('names the person who accepted and the total in the email to the company (OFF-213)', async () => {
      const { token, number } = await quotations.createSent()
      await quotations.answer(token, 'accept', '', { name: 'Mina Ríos' })
      const { email: companyEmail } = (await app.call('getGlobalData')).body
      const { text } = (await readEmailsTo(app, companyEmail)).at(-1)!
      const { t } = translatorFor('en')
      assert.ok(
        text.includes(t('mail.company_quotation_accept', { name: 'Mina Ríos', company: 'Nordwind Fashion', number })),
      )
      assert.ok(text.includes(FORMATTED_TOTALS.en), text)
    })

    test('rejects an acceptance without a name and writes nothing (OFF-213)', async () => {
      const { id, revision, token } = await quotations.createSent()
      for (const name of ['', '   ', '12 34', 'x'.repeat(101), 'Lena\u202eVogel']) {
        const { status, body } = await quotations.answer(token, 'accept', '', { name })
        assert.deepEqual([status, Object.keys(body.errors)], [422, ['name']], name)
      }
      assert.deepEqual([(await readRevision(revision)).state, await readAuditedActions(id)], ['sent', []])
      assert.equal((await quotations.answer(token, 'decline', '', { name: '' })).status, 200, 'no name to decline')
      assert.deepEqual(
        [(await readRevision(revision)).accepted_by, await readAuditedActions(id)],
        ['', ['quotation declined']],
      )
    })

    test('records one of several concurrent acceptances and rejects the others with 409 (OFF-213)', async () => {
      const names = ['Lena Vogel', 'Mina Ríos', 'Rafiq Ahmed']
      for (let round = 0; round < ROUND_COUNT; round++) {
        const { id, revision, token } = await quotations.createSent()
        const emailCount = (await app.deliverEmails()).length
        const responses = await Promise.all(names.map((name) => quotations.answer(token, 'accept', '', { name })))
        const statuses = responses.map(({ status }) => status)
        assert.deepEqual(statuses.toSorted(), [200, 409, 409])
        for (const { body } of responses.filter(({ status }) => status === 409))
          assert.equal(body.message, translatorFor('en').t('quotation.now_accepted'))
        assert.equal((await readRevision(revision)).accepted_by, names[statuses.indexOf(200)])
        assert.deepEqual(await readAuditedActions(id), ['quotation accepted'])
        assert.equal((await app.deliverEmails()).length - emailCount, 2)
      }
    })

    test('records either an acceptance or a concurrent new revision, and rejects the other with 409 (OFF-213)', async () => {
      for (let round = 0; round < ROUND_COUNT; round++) {
        const { id, revision, token } = await quotations.createSent()
        const [draft] = (await quotations.callOk('reviseQuotation', { id })).revisions
        const [acceptResponse, sentResponse] = await Promise.all([
          quotations.answer(token, 'accept'),
          quotations.call('sendQuotation', { id: draft.id, version: draft.version }),
        ])
        assert.deepEqual([acceptResponse.status, sentResponse.status].toSorted(), [200, 409])
        const isAccepted = acceptResponse.status === 200
        const { state, accepted_by } = await readRevision(revision)
        assert.deepEqual([state, accepted_by], isAccepted ? ['accepted', 'Lena Vogel'] : ['superseded', ''])
        assert.deepEqual(await readAuditedActions(id), isAccepted ? ['quotation accepted'] : [])
        if (!isAccepted) assert.equal(acceptResponse.body.message, translatorFor('en').t('quotation.now_superseded'))
      }
    })

    test('records a repeated request with the same key once (OFF-213)', async () => {
      const { id, token } = await quotations.createSent()
      const answerTwice = async (decision: string, text: string, key: string) =>
        (await Promise.all([1, 2].map(() => quotations.answer(token, decision, text, { key })))).map(
          ({ status }) => status,
        )
      assert.deepEqual(await answerTwice('ask', 'Is it nickel-free?', 'question-key'), [200, 200])
      assert.deepEqual(await answerTwice('accept', '', 'acceptance-key'), [200, 200])
      assert.deepEqual(await readAuditedActions(id), ['quotation asked', 'quotation accepted'])
      const { questions } = (await app.call('getQuotation', { token })).body
      assert.deepEqual(questions, [{ asked_on: app.day(0), text: 'Is it nickel-free?' }])
    })

    test('shows the name in the conversation of the enquiry, unless staff record the acceptance (OFF-250)', async () => {
      const inbox = openInbox(app)
      for (const isByStaff of [false, true]) {
        const code = await inbox.sendEnquiry()
        const { revisions } = await quotations.callOk('startQuotation', { enquiry: code })
        const [{ id, version }] = revisions
        const savedQuotation = await quotations.callOk('saveQuotation', { id, version, ...quotations.form() })
        await quotations.callOk('sendQuotation', { id, version: savedQuotation.revisions[0].version })
        const token = await quotations.lastToken()
        if (isByStaff)
          await quotations.callOk('recordQuotationOutcome', { id, outcome: 'accepted', reason: 'By telephone' })
        else await quotations.answer(token, 'accept', '', { name: 'Mina Ríos' })
        const { became, who } = (await inbox.conversation(code)).entries
          .map(({ quotation, who: author }: { quotation: { became: string }; who: string }) => ({
            became: quotation.became,
            who: author,
          }))
          .at(-1)
        assert.deepEqual([became, who], ['accepted', isByStaff ? 'Tanvir Hasan' : 'Mina Ríos'])
        const { body } = await app.call('getQuotation', { token })
        assert.deepEqual([body.state, body.accepted_by], ['accepted', isByStaff ? null : 'Mina Ríos'])
        assert.doesNotMatch(JSON.stringify(body), /telephone/)
      }
    })
  })
}
