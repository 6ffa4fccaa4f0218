import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { openInbox, type ConversationBody } from '#testing/inbox.ts'
import { translatorFor } from '#locales/both.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the inbox, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let staffToken: string
    let ownerToken: string
    let inbox: ReturnType<typeof openInbox>
    before(async () => {
      ;[staffToken, ownerToken] = [await app.signIn('staff'), await app.signIn('owner')]
      inbox = openInbox(app)
    })

    const call = (name: Parameters<TestApp['call']>[0], form: object, token = staffToken): Promise<ConversationBody> =>
      app.callOk(name, form, { token })
    const readAccountId = async (name: string) =>
      (await app.db.selectFrom('account').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id

    test('returns all data of an enquiry, and a reply subject in its language (OFF-5)', async () => {
      const code = await inbox.sendEnquiry({ language: 'bn' })
      const body = await call('getEnquiryRecord', { code })
      assert.deepEqual(
        [body.company, body.name, body.notes, body.language, body.has_account],
        ['Nordwind Fashion', 'Lena Vogel', 'As last winter.', 'bn', false],
      )
      assert.deepEqual(
        body.lines.map(({ quantity, notes }: { quantity: string; notes: string }) => [quantity, notes]),
        [
          ['24,000', 'antique brass'],
          ['', ''],
        ],
      )
      assert.equal(body.reply_subject, `Re: ${translatorFor('bn').t('mail.enquiry_subject', { code })}`)
    })

    test('returns a reply subject with the subject and number of a message, and 404 for unknown IDs (OFF-5)', async () => {
      const [id, idWithoutSubject] = [await inbox.sendMessage('Hang tags'), await inbox.sendMessage('')]
      const readReplySubject = async (messageId: number) =>
        (await call('getMessageRecord', { id: messageId })).reply_subject
      const getReference = (messageId: number) => translatorFor('en').t('mail.contact_reply', { id: String(messageId) })
      assert.equal(await readReplySubject(id), `Re: Hang tags · ${getReference(id)}`)
      assert.equal(await readReplySubject(idWithoutSubject), `Re: ${getReference(idWithoutSubject)}`)
      const unknownId = 2_000_000_000
      for (const [name, form] of [
        ['getEnquiryRecord', { code: 'NOSUCH' }],
        ['getConversation', { enquiry: 'NOSUCH' }],
        ['getConversation', { message: unknownId }],
        ['getConversation', {}],
        ['getMessageRecord', { id: unknownId }],
        ['assignConversation', { id: unknownId, was: null, to: null }],
        ['moveConversation', { id: unknownId, state: 'done' }],
        ['addConversationNote', { id: unknownId, text: 'Who?' }],
        ['answerConversation', { id: unknownId, text: 'Who?' }],
        ['saveConversationDraft', { id: unknownId, text: 'Who?' }],
        ['getCannedAnswer', { id: unknownId }],
      ] as const)
        assert.equal((await app.call(name, form, { token: staffToken })).status, 404, name)
    })

    test('lists open conversations page by page, the longest waiting first (OFF-1, OFF-200, OFF-362, DES-74)', async () => {
      await inbox.empty()
      const sentOrder: string[] = []
      const lines = [{ product: 'zipper', amount: 24_000, unit: 'metre' }, { product: 'button' }]
      for (let index = 0; index < 52; index++) {
        if (index % 3 === 0) app.clock.advance(1_000)
        sentOrder.push(
          index % 2
            ? `${await inbox.sendMessage(`Subject ${index}`)}`
            : await inbox.sendEnquiry({ company: `No. ${index}`, lines }),
        )
      }
      const firstPage = await call('getInbox', {})
      assert.deepEqual([firstPage.data.length, firstPage.to_do, firstPage.unassigned], [50, 52, 52])
      const secondPage = await call('getInbox', { after: firstPage.more })
      assert.deepEqual([secondPage.data.length, secondPage.more], [2, null])
      const rows = [...firstPage.data, ...secondPage.data]
      assert.deepEqual(
        rows.map(({ enquiry, message }: { enquiry: string | null; message: number }) => enquiry ?? `${message}`),
        sentOrder,
      )
      assert.deepEqual([rows[0].about, rows[0].begins], ['Zipper, Button', '24,000 metres'])
      assert.deepEqual([rows[1].who, rows[1].about, rows[1].begins], ['Mina Rahman', 'Subject 1', 'How many?'])
      const newestPage = await call('getInbox', { view: 'all', most: 1 })
      assert.equal(newestPage.data[0].message, Number(sentOrder.at(-1)))
    })

    test('finds conversations by name, address, phone and reference and exports the result as a table (OFF-201)', async () => {
      const code = await inbox.sendEnquiry({ company: 'Södergård & Son', name: '=Ines', phone: '+4522446688' })
      for (const search of ['sodergard', 'INES', code.toLowerCase(), '446688', 'lena@buyer.example söd'])
        assert.equal((await call('getInbox', { search })).data[0]?.enquiry, code, search)
      assert.deepEqual((await call('getInbox', { search: 'nobody' })).data, [])
      assert.deepEqual((await call('getInbox', { search: code, view: 'done' })).data, [])
      assert.deepEqual((await call('getInbox', { search: code, whose: 'mine' })).data, [])
      assert.equal((await call('getInbox', { search: code, whose: 'nobody' })).data.length, 1)
      const csv = (await call('getInboxFile', { search: code })) as string
      const [header, line, end] = csv.split('\r\n')
      assert.ok(header!.includes(translatorFor('en').t('inbox.assignee')))
      assert.ok(line!.startsWith(`${code},Södergård & Son,'=Ines,lena@buyer.example,"Zipper, Button",New`), csv)
      assert.equal(end, '')
    })

    test('assigns a conversation once if ten requests arrive together, and names the assignee in the other responses (OFF-202)', async () => {
      const conversation = await inbox.conversation(await inbox.sendEnquiry())
      const accountIds = [await readAccountId('Tanvir Hasan'), await readAccountId('Nasreen Akter')]
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          app.call(
            'assignConversation',
            { id: conversation.id, was: null, to: accountIds[index % 2]! },
            { token: index % 2 ? ownerToken : staffToken },
          ),
        ),
      )
      const assignee = (await inbox.conversation(conversation.code)).assignee!
      for (const [index, { status, body }] of responses.entries()) {
        assert.equal(status, accountIds[index % 2] === assignee.id ? 200 : 409)
        if (status === 409) assert.equal(body.message, `${assignee.name} is already handling this conversation.`)
      }
      assert.deepEqual(await inbox.readLog(conversation.code), ['conversation assigned'])
      const assignedConversation = await inbox.conversation(conversation.code)
      assert.equal(assignedConversation.state, 'open')
      const invalidAssignment = { id: conversation.id, was: assignee.id, to: await readAccountId('Anna Becker') }
      assert.equal((await app.call('assignConversation', invalidAssignment, { token: staffToken })).status, 422)
      await call('assignConversation', { ...invalidAssignment, to: null })
      const outdatedAssignment = {
        id: conversation.id,
        was: assignee.id,
        to: accountIds.find((accountId) => accountId !== assignee.id)!,
      }
      assert.equal(
        (await app.call('assignConversation', outdatedAssignment, { token: staffToken })).body.message,
        'This conversation is no longer assigned to anyone.',
      )
    })

    test('lists a waiting conversation again on its reminder day and marks it as due (OFF-203)', async () => {
      const { id, code } = await inbox.conversation(await inbox.sendEnquiry({ company: 'Waits' }))
      const remind_on = app.day(3)
      const waitingConversation = await call('moveConversation', { id, state: 'waiting', remind_on })
      assert.deepEqual(
        [waitingConversation.state, waitingConversation.remind_on, waitingConversation.is_due],
        ['waiting', remind_on, false],
      )
      const listOpen = async () => (await call('getInbox', { search: code })).data
      assert.deepEqual(await listOpen(), [])
      app.clock.advance(3 * 86_400_000)
      ;[staffToken, ownerToken] = [await app.signIn('staff'), await app.signIn('owner')]
      assert.deepEqual(
        (await listOpen()).map(({ is_due, state }: { is_due: boolean; state: string }) => [is_due, state]),
        [[true, 'waiting']],
      )
      for (const invalidDay of [app.day(-1), app.day(400)]) {
        const { status, body } = await app.call(
          'moveConversation',
          { id, state: 'waiting', remind_on: invalidDay },
          { token: staffToken },
        )
        assert.deepEqual([status, Object.keys(body.errors)], [422, ['remind_on']])
      }
      const doneRequest = { id, state: 'done', remind_on: app.day(1) } as const
      assert.equal((await app.call('moveConversation', doneRequest, { token: staffToken })).status, 422)
      const spamConversation = await call('moveConversation', { id, state: 'spam' })
      assert.deepEqual([spamConversation.state, spamConversation.remind_on], ['spam', null])
      assert.equal((await app.call('answerConversation', { id, text: 'Buy ours' }, { token: staffToken })).status, 409)
    })

    test('marks the request as answered when its conversation is done, and as unanswered when that is reopened (OFF-5, OFF-203)', async () => {
      for (const [subject, table, kind] of [
        [{ enquiry: await inbox.sendEnquiry() }, 'enquiry', 'enquiry'],
        [{ message: await inbox.sendMessage('Hang tags') }, 'contact_message', 'message'],
      ] as const) {
        const { id } = await call('getConversation', subject)
        const readHandledAt = async () =>
          (await app.db.selectFrom(table).select('handled_at').orderBy('id', 'desc').executeTakeFirstOrThrow())
            .handled_at
        const doneAt = app.clock.now
        await Promise.all(
          Array.from({ length: 10 }, (_, index) =>
            call('moveConversation', { id, state: 'done' }, index % 2 ? staffToken : ownerToken),
          ),
        )
        assert.equal(await readHandledAt(), doneAt)
        app.clock.advance(60_000)
        await call('moveConversation', { id, state: 'open' })
        assert.equal(await readHandledAt(), null)
        assert.deepEqual(await inbox.readLog(Object.values(subject)[0]!), [
          `${kind} answered`,
          'conversation status changed',
          `${kind} reopened`,
        ])
      }
    })
  })
}
