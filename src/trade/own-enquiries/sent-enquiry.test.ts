import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { findEnquiryToken, sendLinkedEnquiry } from '#testing/enquiry-link.ts'
import { openInbox, type ConversationBody } from '#testing/inbox.ts'
import { createQuotationCalls } from '#testing/quotations.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { pdf } from '#testing/upload-files.ts'
import { purgeOldCorrespondence } from '../enquiries/purge.ts'
import { inLanguage, languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { DAY_MS } from '#platform/durations.ts'

for (const engine of bothEngines) {
  describe(`an enquiry behind its link, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let staffToken: string
    let inbox: ReturnType<typeof openInbox>
    let quotations: ReturnType<typeof createQuotationCalls>
    before(async () => {
      staffToken = await app.signIn('staff')
      inbox = openInbox(app)
      quotations = createQuotationCalls(app, staffToken)
    })

    const requestEnquiry = (token: string, language = 'en') => app.call('getSentEnquiry', { token }, { language })
    async function readEnquiry(token: string, language = 'en'): Promise<ConversationBody> {
      const { status, body } = await requestEnquiry(token, language)
      assert.equal(status, 200, JSON.stringify(body))
      return body
    }
    const callAsStaff = (name: Parameters<TestApp['call']>[0], form: object) => quotations.callOk(name, form)
    /** Sends a quotation for an enquiry and returns its number, revision and the token in its email. */
    async function sendQuotation(code: string, overrides: object = {}) {
      const { id, revisions } = await callAsStaff('startQuotation', { enquiry: code })
      const [{ id: revision, version }] = revisions
      const savedQuotation = await callAsStaff('saveQuotation', {
        id: revision,
        version,
        ...quotations.form(),
        ...overrides,
      })
      const sentQuotation = await callAsStaff('sendQuotation', {
        id: revision,
        version: savedQuotation.revisions[0].version,
      })
      const emailToken = await quotations.lastToken()
      return { id, revision: revision as number, number: sentQuotation.revisions[0].number as string, emailToken }
    }

    test('shows the request to a buyer without an account, in the language of the reader (CONT-12)', async () => {
      const zipperLine = { product: 'zipper', amount: 5_000, unit: 'metre', sizes: ['#5'], needed_by: app.day(40) }
      const files = [{ name: 'tech pack.pdf', bytes: pdf }]
      for (const language of languages) {
        const { code, token, email } = await sendLinkedEnquiry(app, { language, lines: [zipperLine], files })
        assert.ok(email.text.includes(`https://selvage.example${inLanguage('/enquiry-status', language)}?enquiry=`))
        assert.ok(email.html.includes(translatorFor(language).t('mail.enquiry_link')))
        const { status, headers, body } = await requestEnquiry(token, language)
        assert.equal(status, 200)
        assert.equal(headers.get('cache-control'), 'no-store')
        const { lines, ...otherFields } = body
        assert.deepEqual(otherFields, {
          code,
          is_message: false,
          company: 'Nordwind Fashion',
          subject: '',
          asked_at: new Date(app.clock.now).toISOString(),
          state: 'received',
          state_on: null,
          notes: 'As last winter.',
          files: [{ number: 1, name: 'tech pack.pdf', type: 'application/pdf', bytes: pdf.length }],
          quotations: [],
          messages: [],
          has_earlier_messages: false,
        })
        const [product, size] = { en: ['Zipper', '#5'], bn: ['জিপার', '#৫'] }[language]
        assert.deepEqual(
          [lines[0].product, lines[0].amount, lines[0].chosen, lines[0].needed_by],
          [product, 5_000, { sizes: [size] }, app.day(40)],
        )
      }
    })

    test('stores only the hash of the link, and clears the body of the email after sending (CONT-12)', async () => {
      const { code, token } = await sendLinkedEnquiry(app, { email: 'hash@buyer.example' })
      const links = await app.db.selectFrom('signed_link').selectAll().execute()
      assert.ok(links.some(({ payload, account_id }) => payload === `enquiry ${code}` && account_id === null))
      assert.ok(!JSON.stringify(links).includes(token))
      const emails = await app.db
        .selectFrom('mail')
        .select(['secret', 'content'])
        .where('recipient', '=', 'hash@buyer.example')
        .execute()
      assert.deepEqual(emails, [{ secret: 1, content: '' }])
    })

    test('emails members with a confirmed address a link to their account instead of a secret link (CONT-12)', async () => {
      const annaToken = await app.signIn('anna')
      const form = { company: 'Becker', name: 'Anna', lines: [{ product: 'lace' }] }
      const sendAndReadEmail = async (email: string) => {
        const { body } = await app.call('sendEnquiry', { ...form, email }, { token: annaToken })
        return (await readEmailsTo(app, email)).findLast(({ text }) => text.includes(body.reference))!.text
      }
      const memberEmailText = await sendAndReadEmail('anna@buyer.example')
      assert.match(memberEmailText, /^https:\/\/selvage\.example\/dashboard$/m)
      assert.doesNotMatch(memberEmailText, /enquiry=/)
      assert.equal((await requestEnquiry(findEnquiryToken(await sendAndReadEmail('boss@buyer.example')))).status, 200)
    })

    test('can be opened by the member through the account for a day, and by no other account (CONT-12, ACCT-8)', async () => {
      const annaToken = await app.signIn('anna')
      const form = { company: 'Becker', name: 'Anna', email: 'anna@buyer.example', lines: [{ product: 'lace' }] }
      const { body: sentEnquiry } = await app.call('sendEnquiry', form, { token: annaToken })
      const openEnquiry = (token?: string) => app.call('openOwnEnquiry', { code: sentEnquiry.reference }, { token })
      const { body } = await openEnquiry(annaToken)
      assert.equal((await readEnquiry(body.token)).code, sentEnquiry.reference)
      assert.deepEqual(
        [
          (await openEnquiry()).status,
          (await openEnquiry(await app.newGuest())).status,
          (await openEnquiry(staffToken)).status,
        ],
        [401, 404, 404],
      )
      const { code: foreignCode } = await sendLinkedEnquiry(app)
      assert.equal((await app.call('openOwnEnquiry', { code: foreignCode }, { token: annaToken })).status, 404)
      await app.db
        .updateTable('session')
        .set({ idle_expires_at: app.clock.now * 2, ends_at: app.clock.now * 2 })
        .execute()
      app.clock.advance(DAY_MS)
      assert.equal((await requestEnquiry(body.token)).status, 404)
      staffToken = await app.signIn('staff')
      quotations = createQuotationCalls(app, staffToken)
    })

    test('shows the same status to the buyer, the member and staff (CONT-12, OFF-204)', async () => {
      const annaToken = await app.signIn('anna')
      const form = { company: 'Becker', name: 'Anna', email: 'lena@buyer.example', lines: [{ product: 'lace' }] }
      const { body } = await app.call('sendEnquiry', form, { token: annaToken })
      const code: string = body.reference
      const emails = await readEmailsTo(app, 'lena@buyer.example')
      const token = findEnquiryToken(emails.findLast(({ text }) => text.includes(code))!.text)
      async function expectState(state: string, state_on: string | null = null) {
        const [sentEnquiry, { data }, record] = await Promise.all([
          readEnquiry(token),
          app.call('getOwnEnquiries', {}, { token: annaToken }).then((response) => response.body),
          inbox.conversation(code),
        ])
        const ownEntry = data.find((enquiry: { code: string }) => enquiry.code === code)
        for (const view of [sentEnquiry, ownEntry, record.buyer_sees])
          assert.deepEqual([view.state, view.state_on], [state, state_on])
      }
      const { id, people } = await inbox.conversation(code)
      const moveTo = (state: string) => callAsStaff('moveConversation', { id, state })
      await expectState('received')
      await moveTo('spam')
      await expectState('received')
      await moveTo('open')
      await callAsStaff('assignConversation', { id, was: null, to: people[0].id })
      await expectState('open')
      await moveTo('waiting')
      await expectState('open')
      await callAsStaff('answerConversation', { id, text: 'Which shade?' })
      await expectState('answered', app.day(0))
      await moveTo('done')
      await expectState('closed')
      const firstQuotation = await sendQuotation(code)
      await expectState('quoted', app.day(0))
      await moveTo('done')
      await expectState('quoted', app.day(0))
      await callAsStaff('recordQuotationOutcome', {
        id: firstQuotation.revision,
        outcome: 'withdrawn',
        reason: 'Mistake',
      })
      await expectState('closed')
      const secondQuotation = await sendQuotation(code)
      assert.equal((await quotations.answer(secondQuotation.emailToken, 'decline', 'Too dear')).status, 200)
      await expectState('declined')
      const thirdQuotation = await sendQuotation(code)
      assert.equal((await quotations.answer(thirdQuotation.emailToken, 'accept')).status, 200)
      await expectState('accepted')
    })

    test('is closed if staff record that the quotation is lost, and stays quoted after it expires (CONT-12)', async () => {
      const { code, token } = await sendLinkedEnquiry(app)
      const { revision } = await sendQuotation(code)
      await app.db.updateTable('quotation_revision').set({ valid_until: 1 }).where('id', '=', revision).execute()
      assert.equal((await readEnquiry(token)).state, 'quoted')
      const { id } = await inbox.conversation(code)
      await callAsStaff('moveConversation', { id, state: 'done' })
      assert.equal((await readEnquiry(token)).state, 'closed')
      await callAsStaff('moveConversation', { id, state: 'open' })
      await callAsStaff('recordQuotationOutcome', { id: revision, outcome: 'lost', reason: 'They went elsewhere' })
      const body = await readEnquiry(token)
      assert.equal(body.state, 'closed')
      assert.doesNotMatch(JSON.stringify(body), /elsewhere/)
    })

    test('shows the answers of staff and the emails of the buyer, but no notes, reasons or names of staff (CONT-12)', async () => {
      const { code, token } = await sendLinkedEnquiry(app)
      const { id } = await inbox.conversation(code)
      await callAsStaff('addConversationNote', { id, text: 'They pay late.' })
      await callAsStaff('answerConversation', { id, text: 'Which shade?' })
      const { revision, emailToken, number } = await sendQuotation(code)
      assert.equal((await quotations.answer(emailToken, 'ask', 'Is it nickel-free?')).status, 200)
      const incomingRow = { conversation_id: id, account_id: null, mail_id: null, sender: 'l@x.example' }
      await app.db
        .insertInto('conversation_entry')
        .values([
          { ...incomingRow, kind: 'mail', at: 1, text: 'Navy.' },
          { ...incomingRow, kind: 'automatic', at: 2, text: 'Out of office' },
        ])
        .execute()
      await callAsStaff('recordQuotationOutcome', { id: revision, outcome: 'withdrawn', reason: 'Brass has risen' })
      const body = await readEnquiry(token)
      assert.deepEqual(
        body.messages.map(({ from, text, quotation }: ConversationBody) => [from, text, quotation]),
        [
          ['company', 'Which shade?', null],
          ['sender', 'Is it nickel-free?', number],
          ['sender', 'Navy.', null],
        ],
      )
      assert.doesNotMatch(JSON.stringify(body), /pay late|Tanvir|risen|Out of office|l@x\.example/)
    })

    test('shows the last fifty messages (CONT-12)', async () => {
      const { code, token } = await sendLinkedEnquiry(app)
      const { id } = await inbox.conversation(code)
      const entryFields = { conversation_id: id, kind: 'mail', account_id: null, mail_id: null } as const
      const addEntries = (texts: readonly string[]) =>
        app.db
          .insertInto('conversation_entry')
          .values(texts.map((text) => ({ ...entryFields, at: 1, text })))
          .execute()
      await addEntries(Array.from({ length: 50 }, (_, index) => `Message ${index}`))
      assert.deepEqual(
        [(await readEnquiry(token)).messages.length, (await readEnquiry(token)).has_earlier_messages],
        [50, false],
      )
      await addEntries(['The last one'])
      const { messages, has_earlier_messages } = await readEnquiry(token)
      assert.deepEqual([messages.length, messages[0].text, messages[49].text], [50, 'Message 1', 'The last one'])
      assert.equal(has_earlier_messages, true)
    })

    test('gives access to the quotations of the enquiry, which can be accepted, and to no others (CONT-12, OFF-213)', async () => {
      const { code, token } = await sendLinkedEnquiry(app)
      const firstQuotation = await sendQuotation(code)
      const { id: quotationId } = firstQuotation
      const [shownQuotation, ...otherQuotations] = (await readEnquiry(token)).quotations
      assert.deepEqual(otherQuotations, [])
      assert.deepEqual(shownQuotation, {
        number: firstQuotation.number,
        state: 'sent',
        sent_on: app.day(0),
        offered: {
          token: `${token}.${firstQuotation.revision}`,
          valid_until: app.day(20),
          currency: 'USD',
          total_minor: 67_707,
        },
      })
      const readQuotationStatus = async (quotationToken: string) =>
        (await app.call('getQuotation', { token: quotationToken })).status
      assert.equal(await readQuotationStatus(shownQuotation.offered.token), 200)
      const pdfResponse = await app.get(`/api/public/quotation.pdf?token=${shownQuotation.offered.token}&language=en`)
      assert.equal(pdfResponse.headers.get('content-type'), 'application/pdf')

      const { revisions } = await callAsStaff('reviseQuotation', { id: quotationId })
      assert.equal((await readEnquiry(token)).quotations[0].number, firstQuotation.number, 'a draft is not shown')
      const otherEnquiry = await sendLinkedEnquiry(app)
      const foreignQuotation = await sendQuotation(otherEnquiry.code)
      const quotationWithoutEnquiry = await quotations.createSent()
      for (const id of [
        revisions[0].id,
        foreignQuotation.revision,
        quotationWithoutEnquiry.revision,
        0,
        -1,
        2 ** 31,
        '1e1',
        'x',
        '',
      ])
        assert.equal(await readQuotationStatus(`${token}.${id}`), 404, String(id))
      for (const invalidToken of [
        `${otherEnquiry.token}.${firstQuotation.revision}`,
        `${token}x.${firstQuotation.revision}`,
        token,
        `.${firstQuotation.revision}`,
      ])
        assert.equal(await readQuotationStatus(invalidToken), 404, invalidToken)

      await callAsStaff('sendQuotation', { id: revisions[0].id, version: revisions[0].version })
      const [{ offered, number }] = (await readEnquiry(token)).quotations
      assert.equal(number, `${firstQuotation.number}-R2`)
      assert.equal((await quotations.answer(`${otherEnquiry.token}.${revisions[0].id}`, 'accept')).status, 404)
      assert.equal((await quotations.answer(offered.token, 'accept')).status, 200)
      assert.equal((await readEnquiry(token)).quotations[0].state, 'accepted')
    })

    test('gives no access to a quotation that was sent to another address (CONT-12)', async () => {
      const { code, token } = await sendLinkedEnquiry(app)
      const { revision, number, emailToken } = await sendQuotation(code, { email: 'boss@buyer.example' })
      assert.equal((await quotations.answer(emailToken, 'ask', 'Only for the boss')).status, 200)
      const { quotations: shownQuotations, messages } = await readEnquiry(token)
      assert.deepEqual(shownQuotations, [{ number, state: 'sent', sent_on: app.day(0), offered: null }])
      assert.deepEqual(messages, [])
      assert.equal((await app.call('getQuotation', { token: `${token}.${revision}` })).status, 404)
    })

    test('cannot be opened with a wrong token, or with a token for another purpose (CONT-12)', async () => {
      const { t } = translatorFor('en')
      const { code, token } = await sendLinkedEnquiry(app)
      const { emailToken } = await sendQuotation(code)
      await app.call('requestGuestBooking', createStayForm(app), { token: await app.newGuest() })
      const [, stayToken] = (await readEmailsTo(app, 'rafiq@guest.example'))
        .map(({ text }) => /stay=([\w-]{43})/.exec(text))
        .findLast(Boolean)!
      const tamperedToken = (token[0] === 'A' ? 'B' : 'A') + token.slice(1)
      const wrongTokens = [
        '',
        'x',
        tamperedToken,
        token.slice(1),
        `${token}=`,
        token.toLowerCase(),
        stayToken!,
        emailToken,
        code,
        staffToken,
      ]
      for (const wrongToken of wrongTokens) {
        const { status, body } = await requestEnquiry(wrongToken)
        assert.deepEqual([status, body], [404, { message: t('error.not_found') }], wrongToken)
        assert.equal(
          (await app.call('writeAboutEnquiry', { token: wrongToken, text: 'Hello' })).status,
          404,
          wrongToken,
        )
      }
      assert.equal((await app.call('getStay', { token })).status, 404)
      assert.equal((await app.call('checkLink', { purpose: 'reset-password', token })).body.valid ?? false, false)
      const { length: entryCount } = (await inbox.conversation(code)).entries
      assert.equal(entryCount, 1, 'nothing was written')
    })

    test('gives no access to another enquiry (CONT-12)', async () => {
      const [firstEnquiry, secondEnquiry] = [await sendLinkedEnquiry(app), await sendLinkedEnquiry(app)]
      assert.notEqual(firstEnquiry.token, secondEnquiry.token)
      assert.equal((await readEnquiry(firstEnquiry.token)).code, firstEnquiry.code)
      assert.equal((await readEnquiry(secondEnquiry.token)).code, secondEnquiry.code)
      await app.call('writeAboutEnquiry', { token: firstEnquiry.token, text: 'Only here' })
      assert.deepEqual((await readEnquiry(secondEnquiry.token)).messages, [])
    })

    test('can be opened until the link expires or the enquiry is deleted (CONT-12)', async () => {
      const { code, token } = await sendLinkedEnquiry(app)
      const { expires_at } = await app.db
        .selectFrom('signed_link')
        .select('expires_at')
        .where('payload', '=', `enquiry ${code}`)
        .executeTakeFirstOrThrow()
      const now = app.clock.now
      assert.equal(new Date(expires_at).getUTCFullYear(), new Date(now).getUTCFullYear() + 2)
      app.clock.now = expires_at - 1
      assert.equal((await requestEnquiry(token)).status, 200)
      app.clock.now = expires_at
      assert.equal((await requestEnquiry(token)).status, 404)
      app.clock.now = now
      assert.equal((await requestEnquiry(token)).status, 200)
      await purgeOldCorrespondence(app.db, expires_at + 1)
      assert.equal((await requestEnquiry(token)).status, 404)
      assert.equal((await app.call('writeAboutEnquiry', { token, text: 'Hello' })).status, 404)
    })

    test('shows a contact message, its state and the answers, but no later message with the same number (CONT-12, CONT-1)', async () => {
      const id = await inbox.sendMessage('Hang tags', 'bn')
      const email = (await readEmailsTo(app, 'mina@buyer.example')).at(-1)!
      const token = findEnquiryToken(email.text)
      assert.ok(email.html.includes(translatorFor('bn').t('mail.message_link')))
      const body = await readEnquiry(token)
      assert.deepEqual(
        [body.code, body.is_message, body.subject, body.notes, body.state, body.lines],
        [String(id), true, 'Hang tags', 'How many?', 'received', []],
      )
      const { id: conversationId } = await inbox.conversation(id)
      await callAsStaff('answerConversation', { id: conversationId, text: 'A thousand.' })
      const answeredEnquiry = await readEnquiry(token)
      assert.deepEqual([answeredEnquiry.state, answeredEnquiry.messages[0].text], ['answered', 'A thousand.'])
      const { revision } = await quotations.createSent()
      assert.equal((await app.call('getQuotation', { token: `${token}.${revision}` })).status, 404)

      const row = await app.db.selectFrom('contact_message').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      await app.db.deleteFrom('contact_message').where('id', '=', id).execute()
      assert.equal((await requestEnquiry(token)).status, 404)
      await app.db
        .insertInto('contact_message')
        .values({ ...row, created_at: row.created_at + 1 })
        .execute()
      assert.equal((await requestEnquiry(token)).status, 404)
    })

    test('sends the acknowledgement again with a new link (LET-13, CONT-12)', async () => {
      const ownerToken = await app.signIn('owner')
      const address = 'again@buyer.example'
      const { code, token } = await sendLinkedEnquiry(app, { email: address, language: 'bn' })
      await inbox.sendMessage('Hang tags', 'bn')
      await app.deliverEmails()
      for (const recipient of [address, 'mina@buyer.example']) {
        const { id } = await app.db
          .selectFrom('mail')
          .select('id')
          .where('recipient', '=', recipient)
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow()
        await app.callOk('resendEmail', { id }, { token: ownerToken, key: `again ${id}` })
      }
      const resentEmail = (await readEmailsTo(app, address)).at(-1)!
      assert.ok(resentEmail.text.includes(code) && resentEmail.text.includes('/bn/enquiry-status'))
      const newToken = findEnquiryToken(resentEmail.text)
      assert.notEqual(newToken, token)
      for (const validToken of [token, newToken]) assert.equal((await readEnquiry(validToken)).code, code)
      const message = (await readEmailsTo(app, 'mina@buyer.example')).at(-1)!
      assert.equal((await readEnquiry(findEnquiryToken(message.text))).is_message, true)
      assert.doesNotMatch(message.text, /Hang tags|How many|Mina/)
    })

    test('has a page that is not indexed or cached and does not send its token to other sites in the Referer header (CONT-12)', async () => {
      const { code, token } = await sendLinkedEnquiry(app)
      const page = await app.get(`/enquiry-status?enquiry=${token}`)
      assert.deepEqual(
        [page.status, page.headers.get('cache-control'), page.headers.get('referrer-policy')],
        [200, 'private, no-store', 'strict-origin-when-cross-origin'],
      )
      const html = await page.text()
      assert.ok(html.includes(code))
      assert.match(html, /<meta name="robots" content="noindex/)
      assert.match(await (await app.get('/robots.txt')).text(), /^Disallow: \/enquiry-status$/m)
      assert.doesNotMatch(await (await app.get('/sitemap.xml')).text(), /enquiry-status/)
    })

    test('shows one page for every invalid link, with a way to contact the company (CONT-12)', async () => {
      const { code, token } = await sendLinkedEnquiry(app)
      await app.db.deleteFrom('enquiry').where('code', '=', code).execute()
      for (const language of languages) {
        const { t } = translatorFor(language)
        const pages = await Promise.all(
          [token, 'x'.repeat(43), 'x'.repeat(999), ''].map(async (wrongToken) => {
            const response = await app.get(`${inLanguage('/enquiry-status', language)}?enquiry=${wrongToken}`)
            assert.equal(response.status, 200)
            return response.text()
          }),
        )
        for (const html of pages) {
          assert.ok(html.includes(t('enquiry.link_invalid')), language)
          assert.ok(html.includes(`href="${inLanguage('/contact', language)}"`), language)
          assert.doesNotMatch(html, /<form[^>]*method="post"/)
        }
      }
    })

    test('has a link that can be stored without an account, unlike a password reset (CONT-12)', async () => {
      const linkFields = { payload: '', created_at: 1, expires_at: 2, used_at: null, holds_email_key: null }
      const insert = (purpose: 'view-enquiry' | 'reset-password', hash: number) =>
        app.db
          .insertInto('signed_link')
          .values({ ...linkFields, token_hash: Buffer.alloc(32, hash), purpose, account_id: null })
          .execute()
      await insert('view-enquiry', 1)
      await assert.rejects(insert('reset-password', 2), /signed_link_owner/)
    })
  })
}
