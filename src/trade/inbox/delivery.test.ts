import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { openInbox } from '#testing/inbox.ts'
import { openMailServer, type MailServer } from '#testing/mail.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the delivery of an answer, on ${engine.name}`, () => {
    let app: TestApp
    let server: MailServer
    let staffToken: string
    let inbox: ReturnType<typeof openInbox>
    /** The mail server accepts emails once this promise resolves. */
    let acceptPromise = Promise.resolve()
    /** The replies of the mail server to rejected addresses. */
    const rejectionReplies = new Map<string, string>()
    before(async () => {
      server = await openMailServer(0, () => acceptPromise, {
        rejectRecipient: (address) => rejectionReplies.get(address),
      })
      app = await startTestApp(engine, { SMTP_URL: server.url })
      staffToken = await app.signIn('staff')
      inbox = openInbox(app)
    })
    after(async () => {
      await app.close()
      await server.close()
    })

    /** Sends an enquiry, whose own emails are delivered, and returns a function that answers it. */
    async function createEnquiry(email: string) {
      const code = await inbox.sendEnquiry({ email })
      await app.worker.runDue()
      const { id } = await inbox.conversation(code)
      const answer = () => app.call('answerConversation', { id, text: 'Yes.' }, { token: staffToken })
      return { code, answer }
    }
    async function readDelivery(code: string) {
      const { email_state, email_sent_at, email_error } = (await inbox.conversation(code)).entries.at(-1)
      return [email_state, email_sent_at, email_error]
    }

    test('is shown as waiting until the mail server has accepted the email, and then as sent with the time (OFF-204)', async () => {
      const { code, answer } = await createEnquiry('slow@buyer.example')
      const { promise, resolve } = Promise.withResolvers<void>()
      acceptPromise = promise
      const { status, body } = await answer()
      assert.equal(status, 200)
      assert.deepEqual([body.entries[0].email_state, body.entries[0].email_sent_at], ['waiting', null])
      const delivery = app.worker.runDue()
      assert.deepEqual(await readDelivery(code), ['waiting', null, null])
      resolve()
      await delivery
      assert.deepEqual(await readDelivery(code), ['sent', new Date(app.clock.now).toISOString(), null])
    })

    test("is shown as failed, with the mail server's response, until staff send the email again (OFF-204)", async () => {
      const { code, answer } = await createEnquiry('gone@buyer.example')
      rejectionReplies.set('gone@buyer.example', '550 5.1.1 no such user here')
      assert.equal((await answer()).status, 200)
      await app.worker.runDue()
      const [emailState, sentAt, error] = await readDelivery(code)
      assert.deepEqual([emailState, sentAt], ['failed', null])
      assert.match(error, /550 5\.1\.1 no such user here/)
      rejectionReplies.clear()
      app.clock.advance(60_000)
      const { email_id: id } = (await inbox.conversation(code)).entries[0]
      assert.equal((await app.call('resendEmail', { id }, { token: staffToken })).status, 200)
      await app.worker.runDue()
      assert.deepEqual(await readDelivery(code), ['sent', new Date(app.clock.now).toISOString(), null])
    })

    test('is shown as withheld, without a response of the mail server (OFF-204)', async () => {
      const { code, answer } = await createEnquiry('flooded@buyer.example')
      assert.equal((await answer()).status, 200)
      await app.worker.runDue()
      await app.db
        .updateTable('mail')
        .set({ sent_at: null, withheld_at: app.clock.now })
        .where('recipient', '=', 'flooded@buyer.example')
        .execute()
      assert.deepEqual(await readDelivery(code), ['withheld', null, null])
    })
  })
}
