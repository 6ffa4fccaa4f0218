import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { openInbox, type ConversationBody } from '#testing/inbox.ts'
import { createPngOfSize, pdf } from '#testing/upload-files.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { purgeOldCorrespondence } from '../enquiries/purge.ts'
import { translatorFor } from '#locales/both.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`answerConversation and drafts, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let staffToken: string
    let ownerToken: string
    let inbox: ReturnType<typeof openInbox>
    before(async () => {
      ;[staffToken, ownerToken] = [await app.signIn('staff'), await app.signIn('owner')]
      inbox = openInbox(app)
    })

    type EndpointName = Parameters<TestApp['call']>[0]
    const call = (name: EndpointName, form: object, { token = staffToken, key = '' } = {}): Promise<ConversationBody> =>
      app.callOk(name, form, { token, ...(key && { key }) })
    const readHandledAt = async (code: string) =>
      (await app.db.selectFrom('enquiry').select('handled_at').where('code', '=', code).executeTakeFirstOrThrow())
        .handled_at

    test('sends one email for a repeated request, quotes the buyer but no internal note, and sets the state to waiting (OFF-204)', async () => {
      const code = await inbox.sendEnquiry({ language: 'bn', email: 'once@buyer.example' })
      const { id } = await inbox.conversation(code)
      await call('addConversationNote', { id, text: 'They pay late.' })
      const emailsBefore = await readEmailsTo(app, 'once@buyer.example')
      const answeredAt = app.clock.now
      const sendAnswer = () => call('answerConversation', { id, text: 'দাম পাঠালাম।' }, { key: 'pressed-twice-1' })
      const conversations = await Promise.all([sendAnswer(), sendAnswer(), sendAnswer()])
      app.clock.advance(60_000)
      conversations.push(await sendAnswer())
      for (const { state, assignee, entries } of conversations) {
        assert.deepEqual([state, assignee.name], ['waiting', 'Tanvir Hasan'])
        assert.deepEqual(
          entries.map(({ kind, text }: { kind: string; text: string }) => [kind, text]),
          [
            ['note', 'They pay late.'],
            ['letter', 'দাম পাঠালাম।'],
          ],
        )
      }
      const [email, ...otherEmails] = (await readEmailsTo(app, 'once@buyer.example')).slice(emailsBefore.length)
      assert.deepEqual(otherEmails, [])
      assert.equal(email!.header('subject'), `Re: ${translatorFor('bn').t('mail.enquiry_subject', { code })}`)
      assert.ok(email!.text.includes('দাম পাঠালাম।\n\n> As last winter.'), email!.text)
      assert.ok(!email!.text.includes('pay late') && email!.text.includes(translatorFor('bn').t('mail.regards')))
      assert.equal((await inbox.conversation(code)).entries[1].email_state, 'sent')
      assert.equal(await readHandledAt(code), answeredAt)
      // An email was sent before, so the enquiry stays answered.
      await call('moveConversation', { id, state: 'done' })
      await call('moveConversation', { id, state: 'open' })
      assert.equal(await readHandledAt(code), answeredAt)
      assert.deepEqual(await inbox.readLog(code), [
        'conversation note added',
        'conversation answered',
        'enquiry answered',
        'conversation status changed',
        'enquiry reopened',
      ])
    })

    test('emails the files of an answer, shows them to both sides, and stores them once (OFF-336)', async () => {
      const code = await inbox.sendEnquiry({ email: 'files@buyer.example', files: [{ name: 'pack.pdf', bytes: pdf }] })
      const { id } = await inbox.conversation(code)
      const emailsBefore = await readEmailsTo(app, 'files@buyer.example')
      const files = [
        { name: 'Price list.pdf', bytes: pdf },
        { name: 'swatch.png', bytes: createPngOfSize() },
      ]
      const send = () =>
        app.call('answerConversation', { id, text: 'As attached.' }, { token: staffToken, key: 'files twice', files })
      for (const { status } of [await send(), await send()]) assert.equal(status, 200)
      const [email, ...otherEmails] = (await readEmailsTo(app, 'files@buyer.example')).slice(emailsBefore.length)
      assert.deepEqual(otherEmails, [])
      assert.deepEqual(
        email!.files.map(({ name, type }) => [name, type]),
        [
          ['Price list.pdf', 'application/pdf'],
          ['swatch.png', 'image/png'],
        ],
      )
      assert.deepEqual(email!.files[0]!.bytes, pdf)
      const [entry] = (await inbox.conversation(code)).entries
      assert.deepEqual(
        entry.files.map(({ number, name }: ConversationBody) => [number, name]),
        [
          [2, 'Price list.pdf'],
          [3, 'swatch.png'],
        ],
      )
      const download = await app.get(`/api/enquiries/attachment?enquiry=${code}&file=2`, {
        authorization: `Bearer ${staffToken}`,
      })
      assert.deepEqual(Buffer.from(await download.arrayBuffer()), pdf)
      const { body: record } = await app.call('getEnquiryRecord', { code }, { token: staffToken })
      assert.deepEqual(
        record.files.map(({ name }: ConversationBody) => name),
        ['pack.pdf'],
      )
      assert.equal(Number((await countFiles()).unclaimed), 0)
    })

    test('rejects files that are too large together, and sends and stores nothing (OFF-336)', async () => {
      const code = await inbox.sendEnquiry({ email: 'large@buyer.example' })
      const { id } = await inbox.conversation(code)
      const emailsBefore = await readEmailsTo(app, 'large@buyer.example')
      const files = [1, 2].map((number) => ({ name: `${number}.png`, bytes: createPngOfSize(8 * 1024 * 1024) }))
      const { status, body } = await app.call('answerConversation', { id, text: 'Large' }, { token: staffToken, files })
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['files']])
      assert.equal((await readEmailsTo(app, 'large@buyer.example')).length, emailsBefore.length)
      assert.deepEqual((await inbox.conversation(code)).entries, [])
      assert.equal(Number((await countFiles()).unclaimed), 0)
    })

    const countFiles = () =>
      app.db
        .selectFrom('attachment')
        .select(({ fn }) => fn.countAll<number | string>().as('unclaimed'))
        .where('enquiry_id', 'is', null)
        .where('message_id', 'is', null)
        .executeTakeFirstOrThrow()

    test('lists the other conversations with the same address, and no others (OFF-337)', async () => {
      const firstCode = await inbox.sendEnquiry({ email: 'Again@buyer.example' })
      const secondCode = await inbox.sendEnquiry({ email: 'again@buyer.example' })
      await inbox.sendEnquiry({ email: 'elsewhere@buyer.example' })
      for (const [code, otherCode] of [
        [firstCode, secondCode],
        [secondCode, firstCode],
      ] as const)
        assert.deepEqual(
          (await inbox.conversation(code)).others.map((row: ConversationBody) => row.code),
          [otherCode],
        )
    })

    test('limits the answers per conversation and hour, regardless of enquiries by strangers with the same address (OFF-205)', async () => {
      const limitedApp = await startTestApp(engine, { RATE_LIMIT: 'on' })
      const limitedInbox = openInbox(limitedApp)
      const token = await limitedApp.signIn('staff')
      const address = 'flooded@buyer.example'
      const code = await limitedInbox.sendEnquiry({ email: address })
      for (let index = 0; index < 12; index++)
        await limitedApp.call('sendEnquiry', {
          company: 'Nobody',
          name: `Stranger ${index}`,
          email: address,
          lines: [{ product: 'zipper' }],
        })
      await limitedApp.deliverEmails()
      const { id } = await limitedInbox.conversation(code)
      const answer = (text: string) => limitedApp.call('answerConversation', { id, text }, { token })
      for (let index = 0; index < 10; index++) assert.equal((await answer(`Letter ${index}`)).status, 200)
      const { status, headers } = await answer('One too many')
      assert.equal(status, 429)
      assert.ok(Number(headers.get('retry-after')) > 0)
      const receivedEmails = (await readEmailsTo(limitedApp, address)).filter(({ text }) => /Letter \d/.test(text))
      assert.equal(receivedEmails.length, 10)
      await limitedApp.close()
    })

    test('stores one draft per user, regardless of assignee and state (OFF-206)', async () => {
      const code = await inbox.sendEnquiry()
      const { id } = await inbox.conversation(code)
      const readDraft = async (token: string) => (await call('getConversation', { enquiry: code }, { token })).draft
      await call('saveConversationDraft', { id, text: 'Dear Lena' })
      await call('saveConversationDraft', { id, text: 'Dear Ms Vogel' })
      await call('saveConversationDraft', { id, text: 'Hello' }, { token: ownerToken })
      await call('assignConversation', { id, was: null, to: (await inbox.conversation(code)).people[0].id })
      await call('moveConversation', { id, state: 'spam' })
      await call('moveConversation', { id, state: 'open' })
      assert.deepEqual([await readDraft(staffToken), await readDraft(ownerToken)], ['Dear Ms Vogel', 'Hello'])
      await call('answerConversation', { id, text: 'Dear Ms Vogel, yes.' })
      assert.deepEqual([await readDraft(staffToken), await readDraft(ownerToken)], ['', 'Hello'])
      await call('saveConversationDraft', { id, text: '' }, { token: ownerToken })
      assert.equal(await readDraft(ownerToken), '')
    })

    test('fills in a canned answer in the language of the buyer (OFF-207)', async () => {
      const form = {
        name_en: 'Prices follow',
        name_bn: 'দাম পরে',
        text_en: 'Dear {name}, prices for {reference} follow. {other} stays.',
        text_bn: 'প্রিয় {name}, {reference} এর দাম পাঠাচ্ছি।',
        active: true,
      }
      const { id, version } = await call('addCannedAnswer', form)
      const [englishCode, banglaCode] = [
        await inbox.sendEnquiry({ name: '$& {reference}' }),
        await inbox.sendEnquiry({ language: 'bn' }),
      ]
      const listCannedTexts = async (code: string) =>
        (await inbox.conversation(code)).canned.map((answer: { text: string }) => answer.text)
      assert.deepEqual(await listCannedTexts(englishCode), [
        `Dear $& {reference}, prices for ${englishCode} follow. {other} stays.`,
      ])
      assert.deepEqual(await listCannedTexts(banglaCode), [`প্রিয় Lena Vogel, ${banglaCode} এর দাম পাঠাচ্ছি।`])
      const savedAnswer = await call('saveCannedAnswer', { id, version, ...form, text_bn: '' })
      assert.equal(savedAnswer.version, version + 1)
      assert.deepEqual(await listCannedTexts(banglaCode), [
        `Dear Lena Vogel, prices for ${banglaCode} follow. {other} stays.`,
      ])
      assert.equal((await app.call('saveCannedAnswer', { id, version, ...form }, { token: ownerToken })).status, 409)
      await call('saveCannedAnswer', { id, version: savedAnswer.version, ...form, active: false })
      assert.deepEqual(await listCannedTexts(englishCode), [])
      assert.equal((await call('getCannedAnswers', {})).data.length, 1)
      const { status, body } = await app.call(
        'addCannedAnswer',
        { ...form, name_en: '', text_en: ' ' },
        { token: staffToken },
      )
      assert.deepEqual([status, Object.keys(body.errors).sort()], [422, ['name_en', 'text_en']])
    })

    test('includes the emails but no notes in the personal data export of the buyer (OFF-208)', async () => {
      const annaToken = await app.signIn('anna')
      const form = { company: 'Becker', name: 'Anna', email: 'anna@buyer.example', lines: [{ product: 'zipper' }] }
      const { body } = await app.call('sendEnquiry', form, { token: annaToken })
      const { id } = await inbox.conversation(body.reference)
      await call('addConversationNote', { id, text: 'Never on time.' })
      await call('answerConversation', { id, text: 'On Monday.' })
      const data = await app.call('getMyData', {}, { token: annaToken })
      assert.equal(data.status, 200)
      const exportedEnquiry = data.body.enquiries.find(({ code }: { code: string }) => code === body.reference)
      assert.deepEqual(exportedEnquiry.emails, [
        { from: 'company', at: new Date(app.clock.now).toISOString(), text: 'On Monday.' },
      ])
      assert.ok(!JSON.stringify(data.body).includes('Never on time'))
    })

    test('deletes emails, notes and drafts with their enquiry (OFF-208)', async () => {
      const { id } = await inbox.conversation(await inbox.sendEnquiry())
      await call('addConversationNote', { id, text: 'Call on Monday.' })
      await call('answerConversation', { id, text: 'We call.' })
      await call('saveConversationDraft', { id, text: 'And then' })
      await purgeOldCorrespondence(app.db, app.clock.now + 25 * 31 * 86_400_000)
      for (const table of [
        'conversation',
        'conversation_entry',
        'conversation_draft',
        'conversation_search_word',
      ] as const)
        assert.deepEqual(await app.db.selectFrom(table).selectAll().execute(), [], table)
    })
  })
}
