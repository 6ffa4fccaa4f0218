import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { openInbox } from '#testing/inbox.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { createQuotationCalls } from '#testing/quotations.ts'
import { languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`withdrawing a quotation, on ${engine.name}`, () => {
    const app = setUpTestApp(engine, { MAIL_REPLY_TO: 'inbox+{token}@selvage.example' })
    let quotations: ReturnType<typeof createQuotationCalls>
    before(async () => {
      quotations = createQuotationCalls(app, await app.signIn('staff'))
    })

    const setOutcome = (id: number, outcome: string, fields: object = {}) =>
      quotations.call('recordQuotationOutcome', { id, outcome, reason: 'Brass has risen', ...fields })
    const readWithdrawalEmails = async (email: string, number: string, language: 'en' | 'bn' = 'en') => {
      const subject = translatorFor(language).t('mail.quotation_withdrawn_subject', { number })
      return (await readEmailsTo(app, email)).filter(({ header }) => header('subject') === subject)
    }

    test('emails the buyer the message but not the reason, in their language, and keeps the quotation readable by the link (LET-52)', async () => {
      for (const language of languages) {
        const { t } = translatorFor(language)
        const email = `lena-${language}@buyer.example`
        const { revision, number, token, id } = await quotations.createSent({ language, email })
        assert.equal((await setOutcome(revision, 'withdrawn', { message: 'We write anew on Monday.' })).status, 200)
        const [message, ...otherEmails] = await readWithdrawalEmails(email, number, language)
        assert.equal(otherEmails.length, 0)
        const { text } = message!
        for (const expected of [
          'Lena Vogel',
          t('mail.quotation_withdrawn', { number }),
          'We write anew on Monday.',
          'NW-26',
        ])
          assert.ok(text.includes(expected), expected)
        assert.doesNotMatch(text, /Brass/)
        const quotationResponse = await app.call('getQuotation', { token })
        assert.deepEqual([quotationResponse.status, quotationResponse.body.state], [200, 'withdrawn'])
        assert.equal((await quotations.answer(token, 'accept')).status, 409)
        const { revisions } = await quotations.callOk('getQuotationRecord', { id })
        assert.equal(revisions[0].reason, 'Brass has risen')
        assert.equal((await setOutcome(revision, 'withdrawn')).status, 409)
        assert.equal((await readWithdrawalEmails(email, number, language)).length, 1)
      }
    })

    test('sends no email for other outcomes or for a late or rejected withdrawal (LET-52)', async () => {
      const email = 'other@buyer.example'
      for (const outcome of ['accepted', 'lost']) {
        const { revision } = await quotations.createSent({ email })
        assert.equal((await setOutcome(revision, outcome, { message: 'Never said.' })).status, 200)
      }
      const { revision, number, token, id } = await quotations.createSent({ email })
      const { status, body } = await setOutcome(revision, 'withdrawn', { message: 'x'.repeat(501) })
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['message']])
      assert.equal(await quotations.readState(id), 'sent')
      const [acceptResponse, withdrawResponse] = await Promise.all([
        quotations.answer(token, 'accept'),
        setOutcome(revision, 'withdrawn'),
      ])
      assert.deepEqual([acceptResponse.status, withdrawResponse.status].toSorted(), [200, 409])
      const receivedEmails = await readEmailsTo(app, email)
      assert.equal((await readWithdrawalEmails(email, number)).length, withdrawResponse.status === 200 ? 1 : 0)
      assert.equal(receivedEmails.filter(({ text }) => text.includes('Never said.')).length, 0)
      assert.equal(receivedEmails.length, 4, 'three quotations and one email about the outcome of the last one')
    })

    test('sends the withdrawal email with a reply address, and adds it to the conversation of the enquiry (LET-52)', async () => {
      const inbox = openInbox(app)
      const code = await inbox.sendEnquiry({ email: 'mina@buyer.example' })
      const { revisions } = await quotations.callOk('startQuotation', { enquiry: code })
      const [{ id, version }] = revisions
      const form = { ...quotations.form(), email: 'mina@buyer.example' }
      const savedQuotation = await quotations.callOk('saveQuotation', { id, version, ...form })
      const sentQuotation = await quotations.callOk('sendQuotation', {
        id,
        version: savedQuotation.revisions[0].version,
      })
      assert.equal((await setOutcome(id, 'withdrawn')).status, 200)
      const [message] = await readWithdrawalEmails('mina@buyer.example', sentQuotation.revisions[0].number)
      assert.match(message!.header('reply-to'), /inbox\+[a-z0-9]{26}@selvage\.example/)
      const { entries } = await inbox.conversation(code)
      const { quotation, email_state: state } = entries.at(-1)
      assert.deepEqual([quotation.became, state], ['withdrawn', 'sent'])
    })
  })
}
