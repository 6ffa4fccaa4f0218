import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { openInbox, type ConversationBody } from '#testing/inbox.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { createQuotationCalls } from '#testing/quotations.ts'
import { purgeOldQuotations } from './purge.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`a quotation in the conversation of its enquiry, on ${engine.name}`, () => {
    const app = setUpTestApp(engine, { MAIL_REPLY_TO: 'inbox+{token}@selvage.example' })
    let quotations: ReturnType<typeof createQuotationCalls>
    let inbox: ReturnType<typeof openInbox>
    before(async () => {
      quotations = createQuotationCalls(app, await app.signIn('staff'))
      inbox = openInbox(app)
    })

    /** Creates a draft for a new enquiry. */
    async function createDraft() {
      const code = await inbox.sendEnquiry()
      const { id, revisions } = await quotations.callOk('startQuotation', { enquiry: code })
      return { code, id: id as number, ...(await saveDraft(revisions[0])) }
    }
    async function saveDraft({ id, version }: { id: number; version: number }) {
      const savedQuotation = await quotations.callOk('saveQuotation', { id, version, ...quotations.form() })
      return { revision: id, version: savedQuotation.revisions[0].version as number }
    }
    async function sendQuotation({ revision, version }: { revision: number; version: number }) {
      await quotations.callOk('sendQuotation', { id: revision, version })
      return quotations.lastToken()
    }
    const listEntries = async (code: string) =>
      (await inbox.conversation(code)).entries.map(({ kind, who, text, quotation }: ConversationBody) =>
        [kind, quotation?.became, who, text].filter(Boolean),
      )
    const readStateAndAssignee = async (code: string) => {
      const { state, assignee } = await inbox.conversation(code)
      return [state, assignee?.name]
    }
    const readHandledAt = (code: string) =>
      app.db.selectFrom('enquiry').select('handled_at').where('code', '=', code).executeTakeFirstOrThrow()

    test('assigns the enquiry, marks it as answered, and reopens the conversation when the buyer answers (OFF-250)', async () => {
      const { code, id, ...draft } = await createDraft()
      assert.deepEqual(await readStateAndAssignee(code), ['open', 'Tanvir Hasan'])
      assert.equal((await readHandledAt(code)).handled_at, null, 'a draft is not an answer')
      const token = await sendQuotation(draft)
      assert.deepEqual(await readStateAndAssignee(code), ['waiting', 'Tanvir Hasan'])
      assert.equal((await readHandledAt(code)).handled_at, app.clock.now)
      app.clock.advance(60_000)
      assert.equal((await quotations.answer(token, 'ask', 'Is it nickel-free?')).status, 200)
      assert.deepEqual(await readStateAndAssignee(code), ['open', 'Tanvir Hasan'])
      const { revisions } = await quotations.callOk('reviseQuotation', { id })
      const revisedToken = await sendQuotation(await saveDraft(revisions[0]))
      assert.deepEqual(await readStateAndAssignee(code), ['waiting', 'Tanvir Hasan'])
      app.clock.advance(60_000)
      const responses = await Promise.all([1, 2].map(() => quotations.answer(revisedToken, 'accept', 'Go ahead.')))
      assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 409])
      assert.deepEqual(await listEntries(code), [
        ['quotation', 'sent', 'Tanvir Hasan'],
        ['quotation', 'asked', 'lena@buyer.example', 'Is it nickel-free?'],
        ['quotation', 'sent', 'Tanvir Hasan'],
        ['quotation', 'accepted', 'Lena Vogel', 'Go ahead.'],
      ])
      const { entries, state } = await inbox.conversation(code)
      assert.deepEqual(
        [state, entries[0].email_state, entries[2].quotation],
        ['open', 'sent', { id, number: `${entries[0].quotation.number}-R2`, became: 'sent' }],
      )
    })

    test('does not change the state when staff set the outcome, and adds an entry when it is sent again (OFF-250)', async () => {
      const { code, ...draft } = await createDraft()
      await sendQuotation(draft)
      await quotations.callOk('resendQuotation', { id: draft.revision })
      await quotations.callOk('recordQuotationOutcome', {
        id: draft.revision,
        outcome: 'lost',
        reason: 'They went elsewhere',
      })
      assert.deepEqual(await listEntries(code), [
        ['quotation', 'sent', 'Tanvir Hasan'],
        ['quotation', 'sent_again', 'Tanvir Hasan'],
        ['quotation', 'lost', 'Tanvir Hasan', 'They went elsewhere'],
      ])
      assert.deepEqual(await readStateAndAssignee(code), ['waiting', 'Tanvir Hasan'])
    })

    test('adds no entry if sending fails (OFF-250)', async () => {
      const { code, ...draft } = await createDraft()
      const { status } = await quotations.call('sendQuotation', { id: draft.revision, version: draft.version - 1 })
      assert.equal(status, 409)
      assert.deepEqual([await listEntries(code), (await readHandledAt(code)).handled_at], [[], null])
      const responses = await Promise.all(
        [1, 2].map(() => quotations.call('sendQuotation', { id: draft.revision, version: draft.version })),
      )
      assert.deepEqual(responses.map((answer) => answer.status).toSorted(), [200, 409])
      assert.equal((await listEntries(code)).length, 1)
    })

    test('has its own reply address if it belongs to an enquiry, and otherwise that of the company (OFF-250)', async () => {
      const { code, ...draft } = await createDraft()
      await sendQuotation(draft)
      const email = (await readEmailsTo(app, 'lena@buyer.example')).at(-1)!
      assert.match(email.header('reply-to'), /inbox\+[a-z0-9]{26}@selvage\.example/)
      const hashes = await app.db
        .selectFrom('conversation_entry')
        .innerJoin('conversation', 'conversation.id', 'conversation_entry.conversation_id')
        .innerJoin('enquiry', 'enquiry.id', 'conversation.enquiry_id')
        .select('reply_hash')
        .where('code', '=', code)
        .execute()
      assert.deepEqual(
        hashes.map(({ reply_hash }) => typeof reply_hash),
        ['string'],
      )
      await quotations.createSent()
      assert.doesNotMatch((await readEmailsTo(app, 'lena@buyer.example')).at(-1)!.header('reply-to'), /inbox\+/)
    })

    test('is started from a message with its sender, and answers it (OFF-338)', async () => {
      const messageId = await inbox.sendMessage('Hang tags', 'bn')
      const {
        id,
        message: source,
        enquiry,
        revisions,
      } = await quotations.callOk('startQuotation', { message: messageId })
      const { name, email, language } = revisions[0].form
      assert.deepEqual(
        [source, enquiry, name, email, language],
        [messageId, null, 'Mina Rahman', 'mina@buyer.example', 'bn'],
      )
      assert.equal((await inbox.conversation(messageId)).assignee.name, 'Tanvir Hasan')
      const { version } = await saveDraft(revisions[0])
      await quotations.callOk('sendQuotation', { id: revisions[0].id, version })
      const { state, entries } = await inbox.conversation(messageId)
      assert.deepEqual([state, entries[0].quotation.id, entries[0].quotation.became], ['waiting', id, 'sent'])
      assert.equal((await quotations.call('startQuotation', { message: 999_999 })).status, 422)
    })

    test('keeps its number in the conversation after it is purged (OFF-250)', async () => {
      const { code, ...draft } = await createDraft()
      await sendQuotation(draft)
      const [{ quotation }] = (await inbox.conversation(code)).entries
      await purgeOldQuotations(app.db, app.clock.now + 7 * 366 * 86_400_000)
      const [remainingEntry] = (await inbox.conversation(code)).entries
      assert.deepEqual(remainingEntry.quotation, { id: null, number: quotation.number, became: 'sent' })
    })
  })
}
