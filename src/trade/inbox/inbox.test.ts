import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { everybody, type Answered } from '#testing/inbox.ts'
import { translatorFor } from '#locales/both.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the inbox, on ${engine.name}`, () => {
    let app: TestApp
    let staff: string
    let owner: string
    let inbox: ReturnType<typeof everybody>
    before(async () => {
      app = await startTestApp(engine)
      ;[staff, owner] = [await app.signIn('staff'), await app.signIn('owner')]
      inbox = everybody(app)
    })
    after(() => app.close())

    const call = async (name: Parameters<TestApp['call']>[0], form: object, token = staff): Promise<Answered> => {
      const { status, body } = await app.call(name, form, { token })
      assert.equal(status, 200, JSON.stringify(body))
      return body
    }
    const idOf = async (name: string) =>
      (await app.db.selectFrom('account').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id

    test('returns all data of an enquiry and a reply subject in its language (OFF-5)', async () => {
      const code = await inbox.enquire({ language: 'bn' })
      const body = await call('getEnquiryFile', { code })
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

    test('returns a reply subject with subject and number for messages and 404 for unknown IDs (OFF-5)', async () => {
      const [id, bare] = [await inbox.write('Hang tags'), await inbox.write('')]
      const subjectOf = async (which: number) => (await call('getMessageFile', { id: which })).reply_subject
      const reference = (which: number) => translatorFor('en').t('mail.contact_reply', { id: String(which) })
      assert.equal(await subjectOf(id), `Re: Hang tags · ${reference(id)}`)
      assert.equal(await subjectOf(bare), `Re: ${reference(bare)}`)
      const none = 2_000_000_000
      for (const [name, form] of [
        ['getEnquiryFile', { code: 'NOSUCH' }],
        ['getConversation', { enquiry: 'NOSUCH' }],
        ['getConversation', { message: none }],
        ['getConversation', {}],
        ['getMessageFile', { id: none }],
        ['assignConversation', { id: none, was: null, to: null }],
        ['moveConversation', { id: none, state: 'done' }],
        ['noteConversation', { id: none, text: 'Who?' }],
        ['answerConversation', { id: none, text: 'Who?' }],
        ['saveConversationDraft', { id: none, text: 'Who?' }],
        ['getCannedAnswer', { id: none }],
      ] as const)
        assert.equal((await app.call(name, form, { token: staff })).status, 404, name)
    })

    test('lists open conversations page by page, the longest waiting first (OFF-1, OFF-200)', async () => {
      await inbox.empty()
      const asked: string[] = []
      for (let each = 0; each < 52; each++) {
        if (each % 3 === 0) app.clock.advance(1_000)
        asked.push(
          each % 2 ? `${await inbox.write(`Subject ${each}`)}` : await inbox.enquire({ company: `No. ${each}` }),
        )
      }
      const first = await call('getInbox', {})
      assert.deepEqual([first.data.length, first.to_do], [50, 52])
      const second = await call('getInbox', { after: first.more })
      assert.deepEqual([second.data.length, second.more], [2, null])
      const rows = [...first.data, ...second.data]
      assert.deepEqual(
        rows.map(({ enquiry, message }: { enquiry: string | null; message: number }) => enquiry ?? `${message}`),
        asked,
      )
      assert.equal(rows[0].about, 'Zipper, Button')
      assert.deepEqual([rows[1].who, rows[1].about, rows[1].begins], ['Mina Rahman', 'Subject 1', 'How many?'])
      const newest = await call('getInbox', { view: 'all', most: 1 })
      assert.equal(newest.data[0].message, Number(asked.at(-1)))
    })

    test('finds conversations by name, address, phone and reference and exports the result as a table (OFF-201)', async () => {
      const code = await inbox.enquire({ company: 'Södergård & Son', name: '=Ines', phone: '+4522446688' })
      for (const search of ['sodergard', 'INES', code.toLowerCase(), '446688', 'lena@buyer.example söd'])
        assert.equal((await call('getInbox', { search })).data[0]?.enquiry, code, search)
      assert.deepEqual((await call('getInbox', { search: 'nobody' })).data, [])
      assert.deepEqual((await call('getInbox', { search: code, view: 'done' })).data, [])
      assert.deepEqual((await call('getInbox', { search: code, whose: 'mine' })).data, [])
      assert.equal((await call('getInbox', { search: code, whose: 'nobody' })).data.length, 1)
      const table = (await call('getInboxFile', { search: code })) as string
      const [head, line, end] = table.split('\r\n')
      assert.ok(head!.includes(translatorFor('en').t('inbox.assignee')))
      assert.ok(line!.startsWith(`${code},Södergård & Son,'=Ines,lena@buyer.example,"Zipper, Button",New`), table)
      assert.equal(end, '')
    })

    test('assigns a conversation to one of ten concurrent users and tells the others the assignee (OFF-202)', async () => {
      const conversation = await inbox.conversation(await inbox.enquire())
      const people = [await idOf('Tanvir Hasan'), await idOf('Nasreen Akter')]
      const race = await Promise.all(
        Array.from({ length: 10 }, (_, each) =>
          app.call(
            'assignConversation',
            { id: conversation.id, was: null, to: people[each % 2]! },
            { token: each % 2 ? owner : staff },
          ),
        ),
      )
      const winner = (await inbox.conversation(conversation.code)).assignee!
      for (const [each, { status, body }] of race.entries()) {
        assert.equal(status, people[each % 2] === winner.id ? 200 : 409)
        if (status === 409) assert.equal(body.message, `${winner.name} has this already.`)
      }
      assert.deepEqual(await inbox.logOf(conversation.code), ['conversation assigned'])
      const after = await inbox.conversation(conversation.code)
      assert.equal(after.state, 'open')
      const nobody = { id: conversation.id, was: winner.id, to: await idOf('Anna Becker') }
      assert.equal((await app.call('assignConversation', nobody, { token: staff })).status, 422)
      await call('assignConversation', { ...nobody, to: null })
      const late = { id: conversation.id, was: winner.id, to: people.find((each) => each !== winner.id)! }
      assert.equal(
        (await app.call('assignConversation', late, { token: staff })).body.message,
        'Nobody has this any more.',
      )
    })

    test('lists a waiting conversation again on its reminder day and marks it as due (OFF-203)', async () => {
      const { id, code } = await inbox.conversation(await inbox.enquire({ company: 'Waits' }))
      const remind_on = app.day(3)
      const waiting = await call('moveConversation', { id, state: 'waiting', remind_on })
      assert.deepEqual([waiting.state, waiting.remind_on, waiting.is_due], ['waiting', remind_on, false])
      const toDo = async () => (await call('getInbox', { search: code })).data
      assert.deepEqual(await toDo(), [])
      app.clock.advance(3 * 86_400_000)
      ;[staff, owner] = [await app.signIn('staff'), await app.signIn('owner')]
      assert.deepEqual(
        (await toDo()).map(({ is_due, state }: { is_due: boolean; state: string }) => [is_due, state]),
        [[true, 'waiting']],
      )
      for (const odd of [app.day(-1), app.day(400)]) {
        const { status, body } = await app.call(
          'moveConversation',
          { id, state: 'waiting', remind_on: odd },
          { token: staff },
        )
        assert.deepEqual([status, Object.keys(body.errors)], [422, ['remind_on']])
      }
      const done = { id, state: 'done', remind_on: app.day(1) } as const
      assert.equal((await app.call('moveConversation', done, { token: staff })).status, 422)
      const spam = await call('moveConversation', { id, state: 'spam' })
      assert.deepEqual([spam.state, spam.remind_on], ['spam', null])
      assert.equal((await app.call('answerConversation', { id, text: 'Buy ours' }, { token: staff })).status, 409)
    })

    test('marks it as answered by the first user who sets it to done and reverts that on reopening, unless an email was sent (OFF-5, OFF-203)', async () => {
      for (const [of, table, kind] of [
        [{ enquiry: await inbox.enquire() }, 'enquiry', 'enquiry'],
        [{ message: await inbox.write('Hang tags') }, 'contact_message', 'message'],
      ] as const) {
        const { id } = await call('getConversation', of)
        const handled = async () =>
          (await app.db.selectFrom(table).select('handled_at').orderBy('id', 'desc').executeTakeFirstOrThrow())
            .handled_at
        const at = app.clock.now
        await Promise.all(
          Array.from({ length: 10 }, (_, each) =>
            call('moveConversation', { id, state: 'done' }, each % 2 ? staff : owner),
          ),
        )
        assert.equal(await handled(), at)
        app.clock.advance(60_000)
        await call('moveConversation', { id, state: 'open' })
        assert.equal(await handled(), null)
        assert.deepEqual(await inbox.logOf(Object.values(of)[0]!), [
          `${kind} answered`,
          'conversation moved',
          `${kind} reopened`,
        ])
      }
    })
  })
}
