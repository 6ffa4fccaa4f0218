import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { openInbox } from '#testing/inbox.ts'
import { openMailServer, readEmail, type MailServer } from '#testing/mail.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { enqueueEmail } from '../outbox.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the sent emails in the office, on ${engine.name}`, () => {
    let mailServer: MailServer
    let app: TestApp
    let staffToken: string
    const refusalReplies = new Map<string, string>()
    before(async () => {
      mailServer = await openMailServer(0, 0, { rejectRecipient: (address) => refusalReplies.get(address) })
      app = await startTestApp(engine, { SMTP_URL: mailServer.url })
      staffToken = await app.signIn('staff')
    })
    after(async () => {
      await app.close()
      await mailServer.close()
    })

    const call = (name: Parameters<TestApp['call']>[0], form: object = {}, options: object = {}) =>
      app.call(name, form, { token: staffToken, ...options })
    const callOk = (name: Parameters<TestApp['call']>[0], form: object = {}, options: object = {}) =>
      app.callOk(name, form, { token: staffToken, ...options })
    async function requestStay(slug: string, email: string): Promise<string> {
      const form = createStayForm(app, { slug, email, again: 1 })
      const { body } = await app.call('requestGuestBooking', form, {
        token: await app.newGuest(),
        key: randomUUID(),
      })
      return body.booking_id
    }
    const enqueueHello = async (to: string, options: object = {}) =>
      (await enqueueEmail(app.db, app.clock.now, to, 'en', {
        kind: 'staff_test',
        subject: `Hello ${to}`,
        paragraphs: ['Dear Anna,'],
        ...options,
      }))!
    const listSentTo = (address: string) => mailServer.delivered.filter(({ to }) => to[0] === address)

    test('are listed by state, searched by address, subject and reference, and returned in pages (LET-10)', async () => {
      const code = await requestStay('twin', 'found@guest.example')
      refusalReplies.set('gone@guest.example', '550 5.1.1 gone')
      const failedId = await enqueueHello('gone@guest.example')
      await app.worker.runDue()
      for (const recipient of ['waits@later.example', 'held@later.example'])
        refusalReplies.set(recipient, '451 4.3.0 later')
      const waitingId = await enqueueHello('waits@later.example')
      const withheldId = await enqueueHello('held@later.example')
      await app.db.updateTable('mail').set({ withheld_at: app.clock.now }).where('id', '=', withheldId).execute()
      const listIds = async (query: object) =>
        (await callOk('getEmails', query)).data.map(({ id }: { id: number }) => id)
      assert.deepEqual(await listIds({ view: 'failed' }), [failedId])
      assert.deepEqual(await listIds({ view: 'waiting' }), [waitingId])
      assert.deepEqual(await listIds({ view: 'withheld' }), [withheldId])
      assert.equal((await callOk('getEmails', {})).failed, 1)
      const [foundEmail] = (await callOk('getEmails', { search: 'FOUND@guest.example' })).data
      assert.deepEqual(
        [foundEmail.kind, foundEmail.state, foundEmail.to],
        ['stay_requested', 'sent', 'found@guest.example'],
      )
      assert.deepEqual(await listIds({ search: code.toLowerCase(), kind: 'stay_requested' }), [foundEmail.id])
      assert.deepEqual(await listIds({ search: code, kind: 'enquiry_received' }), [])
      assert.deepEqual(await listIds({ search: '%' }), [], '% is matched literally')
      const allIds: number[] = []
      for (let after: string | null | undefined; after !== null;) {
        const page = await callOk('getEmails', { most: 2, ...(after && { after }) })
        allIds.push(...page.data.map(({ id }: { id: number }) => id))
        after = page.more as string | null
      }
      assert.deepEqual(
        allIds,
        allIds.toSorted((a, b) => b - a),
      )
      assert.equal(new Set(allIds).size, allIds.length)
      assert.ok([failedId, waitingId, withheldId, foundEmail.id].every((id) => allIds.includes(id)))
      await app.worker.runDue()
    })

    test('show their body, unless it contains a secret link or amounts that the user may not see (LET-11)', async () => {
      const annaToken = await app.signIn('anna')
      await app.call('requestBooking', createStayForm(app, { slug: 'family', email: 'anna@buyer.example' }), {
        token: annaToken,
      })
      refusalReplies.set('key@locked.example', '451 4.3.0 later')
      const code = await requestStay('deluxe', 'key@locked.example')
      const [annasEmail] = (await callOk('getEmails', { search: 'anna@buyer.example' })).data
      const [secretEmail] = (await callOk('getEmails', { search: code, kind: 'stay_requested' })).data
      const pendingEmail = await callOk('getEmail', { id: secretEmail.id })
      assert.deepEqual(
        [pendingEmail.state, pendingEmail.text, pendingEmail.html, pendingEmail.hidden],
        ['waiting', null, null, 'key'],
      )
      refusalReplies.clear()
      app.clock.advance(600_000)
      await app.worker.runDue()
      const sentEmail = readEmail(listSentTo('anna@buyer.example').at(-1)!.source)
      const shownEmail = await callOk('getEmail', { id: annasEmail.id })
      assert.deepEqual([shownEmail.text, shownEmail.html, shownEmail.hidden], [sentEmail.text, sentEmail.html, null])
      assert.equal(shownEmail.about, `booking ${sentEmail.header('subject').split(' ').at(-1)}`)
      assert.equal((await callOk('getEmail', { id: secretEmail.id })).hidden, 'key')
      const role = await app.db.selectFrom('staff_role').select('grants').where('id', '=', 1).executeTakeFirstOrThrow()
      await app.db
        .updateTable('staff_role')
        .set({ grants: role.grants.replace('"see money",', '') })
        .where('id', '=', 1)
        .execute()
      const hiddenEmail = await callOk('getEmail', { id: annasEmail.id })
      assert.deepEqual([hiddenEmail.text, hiddenEmail.html, hiddenEmail.hidden], [null, null, 'money'])
      await app.db
        .updateTable('staff_role')
        .set({ grants: role.grants.replace('"manage emails",', '') })
        .where('id', '=', 1)
        .execute()
      for (const name of ['getEmails', 'getEmail', 'resendEmail', 'dismissFailedEmail'] as const)
        assert.equal((await call(name, { id: annasEmail.id })).status, 403, name)
      await app.db.updateTable('staff_role').set({ grants: role.grants }).where('id', '=', 1).execute()
    })

    test('can be resent or dismissed after a failure; the action is logged and lowers the failed count (LET-12)', async () => {
      const countFailed = async () => (await callOk('getEmails', { view: 'failed' })).failed
      const failedCountBefore = await countFailed()
      refusalReplies.set('back@guest.example', '550 5.1.1 not yet')
      const [resentId, leftId] = [await enqueueHello('back@guest.example'), await enqueueHello('back@guest.example')]
      await app.worker.runDue()
      assert.equal(await countFailed(), failedCountBefore + 2)
      const shownEmail = await callOk('getEmail', { id: resentId })
      assert.match(shownEmail.error, /550 5\.1\.1 not yet/)
      refusalReplies.clear()
      const key = randomUUID()
      const responses = await Promise.all([1, 2].map(() => call('resendEmail', { id: resentId }, { key })))
      assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
      await app.worker.runDue()
      assert.equal(listSentTo('back@guest.example').length, 1)
      assert.equal((await callOk('getEmail', { id: resentId })).state, 'sent')
      assert.equal((await callOk('dismissFailedEmail', { id: leftId })).is_settled, true)
      assert.equal(await countFailed(), failedCountBefore)
      const loggedEntries = await app.db
        .selectFrom('audit')
        .select(['action', 'subject'])
        .where('subject', 'in', [`email ${resentId}`, `email ${leftId}`])
        .orderBy('id')
        .execute()
      assert.deepEqual(
        loggedEntries.map(({ action, subject }) => `${action}: ${subject}`),
        [`email resent: email ${resentId}`, `email dismissed: email ${leftId}`],
      )
    })

    test('can be resent under a new number, and a withheld email can be sent (LET-12)', async () => {
      const id = await enqueueHello('copy@guest.example')
      const withheldId = await enqueueHello('late@guest.example')
      await app.db.updateTable('mail').set({ withheld_at: app.clock.now }).where('id', '=', withheldId).execute()
      await app.db
        .deleteFrom('job')
        .where('payload', '=', JSON.stringify({ mailId: withheldId }))
        .execute()
      // The app sends queued emails each second. A later time keeps this email in the queue.
      const sendAt = (atMs: number) =>
        app.db
          .updateTable('job')
          .set({ run_at: atMs })
          .where('payload', '=', JSON.stringify({ mailId: id }))
          .execute()
      await sendAt(app.clock.now + 3_600_000)
      assert.equal((await call('resendEmail', { id })).status, 409, 'the email is still queued')
      await sendAt(app.clock.now)
      await app.worker.runDue()
      const resentCopy = await callOk('resendEmail', { id }, { key: randomUUID() })
      assert.deepEqual([resentCopy.resend_of, (await callOk('getEmail', { id })).resent_as], [id, resentCopy.id])
      await callOk('resendEmail', { id: withheldId }, { key: randomUUID() })
      await app.worker.runDue()
      const [firstEmail, secondEmail] = listSentTo('copy@guest.example').map(({ source }) => readEmail(source))
      assert.deepEqual([secondEmail!.text, secondEmail!.html], [firstEmail!.text, firstEmail!.html])
      assert.notEqual(secondEmail!.header('message-id'), firstEmail!.header('message-id'))
      assert.equal(listSentTo('late@guest.example').length, 1)
    })

    test('are resent with a new secret link while their content is current, and are otherwise rejected with the reason (LET-13)', async () => {
      const code = await requestStay('executive', 'anew@guest.example')
      await app.worker.runDue()
      const [{ id }] = (await callOk('getEmails', { search: code, kind: 'stay_requested' })).data
      const listSentTokens = () =>
        listSentTo('anew@guest.example').map(({ source }) => /stay=([\w-]{43})/.exec(readEmail(source).text)![1]!)
      const resentEmail = await callOk('resendEmail', { id }, { key: randomUUID() })
      assert.deepEqual([resentEmail.hidden, resentEmail.resend_of], ['key', id])
      await app.worker.runDue()
      const sentTokens = listSentTokens()
      assert.equal(new Set(sentTokens).size, 2)
      for (const token of sentTokens) assert.equal((await app.call('getStay', { token })).status, 200)
      await callOk('confirmRequest', { code, message: '' })
      const { status, body } = await call('resendEmail', { id }, { key: randomUUID() })
      assert.equal(status, 409)
      assert.match(body.message, /out of date/)
      await app.call('forgotPassword', { email: 'anna@buyer.example' })
      await app.worker.runDue()
      const [resetEmail] = (await callOk('getEmails', { kind: 'account_password_reset' })).data
      assert.equal((await callOk('getEmail', { id: resetEmail.id })).resend_blocker, 'key')
      assert.equal((await call('resendEmail', { id: resetEmail.id })).status, 409)
      assert.equal((await call('getEmail', { id: 2_000_000_000 })).status, 404)
    })

    test('link to their conversation or stay (LET-10)', async () => {
      const inbox = openInbox(app)
      const code = await inbox.sendEnquiry({ email: 'linked@buyer.example' })
      const { id } = await inbox.conversation(code)
      await callOk('answerConversation', { id, text: 'Yes.' })
      const { entries } = await inbox.conversation(code)
      const email = await callOk('getEmail', { id: entries[0].email_id })
      assert.deepEqual([email.about, email.kind, email.to], [`enquiry ${code}`, 'inbox_answer', 'linked@buyer.example'])
      const stayCode = await requestStay('single', 'near@guest.example')
      const bookingRecord = await callOk('getBookingRecord', { code: stayCode })
      assert.equal((await callOk('getEmail', { id: bookingRecord.emails[0].id })).about, `booking ${stayCode}`)
    })
  })
}
