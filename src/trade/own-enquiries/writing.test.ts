import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { findEnquiryToken, sendLinkedEnquiry } from '#testing/enquiry-link.ts'
import { openInbox, type ConversationBody } from '#testing/inbox.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { createPngOfSize, pdf, type TestFile } from '#testing/upload-files.ts'
import { endpoints, inLanguage, languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

const png = { name: 'swatch.png', bytes: createPngOfSize() }

for (const engine of bothEngines) {
  describe(`writing about an enquiry by its link, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let inbox: ReturnType<typeof openInbox>
    let companyEmail: string
    before(async () => {
      inbox = openInbox(app)
      companyEmail = (await app.call('getGlobalData')).body.email
    })

    const write = (token: string, text: string, options: Parameters<TestApp['call']>[2] = {}) =>
      app.call('writeAboutEnquiry', { token, text }, options)
    const changeState = async (code: string | number, state: string) => {
      const { id } = await inbox.conversation(code)
      const form = { id, state }
      assert.equal((await app.call('moveConversation', form, { token: await app.signIn('staff') })).status, 200)
    }
    const readEntries = async (code: string | number) =>
      (await inbox.conversation(code)).entries.map(({ kind, who, text, files }: ConversationBody) => [
        kind,
        who,
        text,
        files.map(({ name }: TestFile) => name),
      ])
    const readAttachments = async () =>
      (await app.db.selectFrom('attachment').select('name').orderBy('id').execute()).map(({ name }) => name)

    test('adds a message with files to the conversation, reopens it and emails the company (CONT-12, OFF-203)', async () => {
      const { code, token } = await sendLinkedEnquiry(app, { files: [{ name: 'first.pdf', bytes: pdf }] })
      await changeState(code, 'done')
      app.clock.advance(60_000)
      const emailCount = (await readEmailsTo(app, companyEmail)).length
      const { status, body, headers } = await write(token, 'Dear Selvage,\n\nhow soon?', { files: [png] })
      assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store'])
      assert.deepEqual(
        [body.state, body.files.map(({ name }: TestFile) => name), body.messages],
        [
          'open',
          ['first.pdf'],
          [
            {
              from: 'sender',
              at: new Date(app.clock.now).toISOString(),
              text: 'Dear Selvage,\n\nhow soon?',
              quotation: null,
              files: ['swatch.png'],
            },
          ],
        ],
      )
      assert.deepEqual(await readEntries(code), [['message', null, 'Dear Selvage,\n\nhow soon?', ['swatch.png']]])
      assert.equal((await inbox.conversation(code)).state, 'open')
      const { body: record } = await app.call('getEnquiryRecord', { code }, { token: await app.signIn('staff') })
      assert.deepEqual(
        record.files.map(({ name }: TestFile) => name),
        ['first.pdf'],
      )
      const [email, ...otherEmails] = (await readEmailsTo(app, companyEmail)).slice(emailCount)
      assert.deepEqual(otherEmails, [])
      const { t } = translatorFor('en')
      assert.equal(
        email!.header('subject'),
        t('mail.contact_subject', { name: 'Lena Vogel', subject: t('enquiry.own_about', { code }) }),
      )
      for (const expectedText of ['how soon?', 'swatch.png', `/office/enquiries/${code}`])
        assert.ok(email!.text.includes(expectedText), `${expectedText} in ${email!.text}`)
      assert.match(email!.header('reply-to'), /lena@buyer\.example/)
    })

    test('accepts a message or a file alone, and rejects an empty or invalid form without writing anything (CONT-12)', async () => {
      const { code, token } = await sendLinkedEnquiry(app)
      assert.equal((await write(token, '', { files: [png] })).status, 200)
      assert.equal((await write(token, 'A message alone')).status, 200)
      const stateBefore = [await readEntries(code), await readAttachments()]
      assert.deepEqual(stateBefore[0], [
        ['message', null, '', ['swatch.png']],
        ['message', null, 'A message alone', []],
      ])
      const { t } = translatorFor('bn')
      const invalidForms: [string, TestFile[], string][] = [
        ['', [], 'text'],
        ['  \n ', [], 'text'],
        ['x'.repeat(2_001), [], 'text'],
        ['Lena\u202eVogel', [png], 'text'],
        ['Text', [{ name: 'page.pdf', bytes: Buffer.from('<html>') }], 'files.0'],
        ['Text', [png, { name: 'empty.pdf', bytes: Buffer.alloc(0) }], 'files.1'],
        ['Text', Array.from({ length: 6 }, () => png), 'files'],
      ]
      for (const [text, files, field] of invalidForms) {
        const { status, body } = await write(token, text, { language: 'bn', ...(files.length > 0 && { files }) })
        assert.deepEqual([status, Object.keys(body.errors)], [422, [field]], text)
      }
      const { body } = await write(token, '', { language: 'bn' })
      assert.deepEqual(body.errors, { text: [t('error.required')] })
      assert.equal((await write('x'.repeat(43), 'Text', { files: [png] })).status, 404)
      assert.deepEqual([await readEntries(code), await readAttachments()], stateBefore)
    })

    test('adds a repeated message once, also under concurrent requests (CONT-12)', async () => {
      const { code, token } = await sendLinkedEnquiry(app)
      const emailCount = (await readEmailsTo(app, companyEmail)).length
      const send = () => write(token, 'Once', { key: 'pressed twice', files: [png] })
      const responses = [...(await Promise.all([send(), send(), send()])), await send()]
      for (const { status, body } of responses) {
        assert.equal(status, 200)
        assert.equal(body.messages.length, 1)
      }
      assert.deepEqual(await readEntries(code), [['message', null, 'Once', ['swatch.png']]])
      assert.equal((await readEmailsTo(app, companyEmail)).length - emailCount, 1)
      const unattachedFiles = await app.db.selectFrom('attachment').select('id').where('position', '=', 0).execute()
      assert.deepEqual(unattachedFiles, [])
    })

    test('keeps a conversation marked as spam, and sends no email (CONT-12)', async () => {
      const { code, token } = await sendLinkedEnquiry(app)
      await changeState(code, 'spam')
      const emailCount = (await readEmailsTo(app, companyEmail)).length
      assert.equal((await write(token, 'Buy now')).body.state, 'received')
      assert.equal((await inbox.conversation(code)).state, 'spam')
      assert.equal((await readEmailsTo(app, companyEmail)).length, emailCount)
    })

    test('works for a contact message too, and is quoted in the answer (CONT-12, OFF-204)', async () => {
      const id = await inbox.sendMessage('Hang tags')
      const token = findEnquiryToken((await readEmailsTo(app, 'mina@buyer.example')).at(-1)!.text)
      await changeState(id, 'waiting')
      assert.equal((await write(token, 'And when?', { files: [png] })).status, 200)
      assert.deepEqual(await readEntries(id), [['message', null, 'And when?', ['swatch.png']]])
      const { id: conversationId, state } = await inbox.conversation(id)
      assert.equal(state, 'open')
      const email = (await readEmailsTo(app, companyEmail)).at(-1)!
      assert.match(email.header('subject'), /Hang tags/)
      const answerForm = { id: conversationId, text: 'In May.' }
      await app.call('answerConversation', answerForm, { token: await app.signIn('staff') })
      assert.match((await readEmailsTo(app, 'mina@buyer.example')).at(-1)!.text, /In May\.\n\n> And when\?/)
    })

    test('is rejected once the conversation is full (CONT-12)', async () => {
      const { code, token } = await sendLinkedEnquiry(app)
      const { id } = await inbox.conversation(code)
      const entry = { conversation_id: id, kind: 'note', at: 1, account_id: null, text: 'x', mail_id: null } as const
      await app.db
        .insertInto('conversation_entry')
        .values(Array.from({ length: 500 }, () => entry))
        .execute()
      const attachmentsBefore = await readAttachments()
      const { status, body } = await write(token, 'One more', { files: [png] })
      assert.deepEqual([status, body.message], [409, translatorFor('en').t('error.conversation_full')])
      assert.deepEqual(await readAttachments(), attachmentsBefore)
    })

    describe('without scripts', () => {
      const getPath = (token: string, language: 'en' | 'bn' = 'en') =>
        `${inLanguage('/enquiry-status', language)}?enquiry=${token}`
      const post = (path: string, fields: Record<string, string>, files: readonly TestFile[] = [], headers = {}) => {
        const form = new FormData()
        for (const [name, value] of Object.entries(fields)) form.append(name, value)
        for (const { name, bytes } of files) form.append('files', new Blob([bytes as Buffer<ArrayBuffer>]), name)
        return app.fetch(path, { method: 'POST', body: form, headers: { 'sec-fetch-site': 'same-origin', ...headers } })
      }
      const findRequestKey = (html: string) => /name="key" value="([\w-]{36})"/.exec(html)![1]!

      test('adds a message with files once, and redirects (CONT-12)', async () => {
        for (const language of languages) {
          const { code, token } = await sendLinkedEnquiry(app, { language })
          const path = getPath(token, language)
          const html = await (await app.get(path)).text()
          const [form] = /<form[^>]* method="post"[^>]*>/.exec(html)!
          assert.match(form, / encType="multipart\/form-data"/)
          const fields = { token, text: 'Two\r\nlines', key: findRequestKey(html) }
          for (const { status, headers } of [await post(path, fields, [png]), await post(path, fields, [png])])
            assert.deepEqual([status, headers.get('location')], [303, `${path}&sent=1#write`])
          assert.deepEqual(await readEntries(code), [['message', null, 'Two\nlines', ['swatch.png']]])
          const nextPage = await (await app.get(`${path}&sent=1`)).text()
          assert.ok(nextPage.includes(translatorFor(language).t('contact.thanks_text')))
          assert.ok(nextPage.includes('Two\nlines') && nextPage.includes('swatch.png'))
        }
      })

      test('accepts a form without files, and an empty file field (CONT-12)', async () => {
        const { code, token } = await sendLinkedEnquiry(app)
        const body = new URLSearchParams({ token, text: 'Plain' })
        assert.equal((await app.fetch(getPath(token), { method: 'POST', body })).status, 303)
        assert.equal(
          (await post(getPath(token), { token, text: 'Empty' }, [{ name: '', bytes: Buffer.alloc(0) }])).status,
          303,
        )
        assert.deepEqual(
          (await readEntries(code)).map(([, , text]: unknown[]) => text),
          ['Plain', 'Empty'],
        )
      })

      test('shows the page again with the errors and the typed text (CONT-12)', async () => {
        const { code, token } = await sendLinkedEnquiry(app, { language: 'bn' })
        const { t, number } = translatorFor('bn')
        const submitAndReadPage = async (text: string, files: TestFile[] = []) => {
          const response = await post(getPath(token, 'bn'), { token, text }, files)
          return { status: response.status, html: await response.text() }
        }
        const emptyPage = await submitAndReadPage('')
        assert.deepEqual([emptyPage.status, emptyPage.html.includes(t('error.required'))], [422, true])
        const longPage = await submitAndReadPage('ক'.repeat(2_001))
        assert.ok(
          longPage.html.includes(t('error.too_long', { max: number(2_000) })) &&
            longPage.html.includes('ক'.repeat(2_001)),
        )
        const badFilePage = await submitAndReadPage('Kept text', [{ name: 'page.pdf', bytes: Buffer.from('<html>') }])
        assert.equal(badFilePage.status, 422)
        assert.ok(badFilePage.html.includes('Kept text</textarea>'))
        assert.match(badFilePage.html, /<input[^>]*aria-invalid="true"[^>]*type="file"/)
        assert.deepEqual(await readEntries(code), [])
        const invalidLinkResponse = await post(getPath('x'.repeat(43), 'bn'), { token: 'x'.repeat(43), text: 'Hello' })
        assert.deepEqual(
          [invalidLinkResponse.status, (await invalidLinkResponse.text()).includes(t('enquiry.link_invalid'))],
          [404, true],
        )
      })

      test('rejects forms from other sites, of other types, malformed or too large, and files for other pages (A3)', async () => {
        const { code, token } = await sendLinkedEnquiry(app)
        assert.equal(
          (await post(getPath(token), { token, text: 'x' }, [], { 'sec-fetch-site': 'cross-site' })).status,
          403,
        )
        const jsonHeaders = { 'content-type': 'application/json' }
        assert.equal(
          (await app.fetch(getPath(token), { method: 'POST', body: '{}', headers: jsonHeaders })).status,
          415,
        )
        assert.equal((await post('/contact', { name: 'x' }, [png])).status, 415)
        const { status } = await app.fetch(getPath(token), {
          method: 'POST',
          body: 'garbage',
          headers: { 'content-type': 'multipart/form-data; boundary=x' },
        })
        assert.equal(status, 400)
        const tooLargeResponse = await post(getPath(token), { token, text: 'x'.repeat(70_000) })
        assert.equal(tooLargeResponse.status, 413)
        assert.deepEqual(await readEntries(code), [])
      })
    })
  })

  describe(`the limits of writing about an enquiry, on ${engine.name}`, () => {
    const app = setUpTestApp(engine, { RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' })

    const write = (address: string, body: object) =>
      app.fetch(endpoints.writeAboutEnquiry[1], {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
      })

    test('are ten messages an hour for each enquiry, from any network (CONT-12)', async () => {
      const { code, token } = await sendLinkedEnquiry(app)
      const otherEnquiry = await sendLinkedEnquiry(app)
      const responses = []
      for (let index = 0; index < 12; index++)
        responses.push(await write(`203.0.113.${index}`, { token, text: `Message ${index}` }))
      assert.deepEqual(
        responses.map(({ status }) => status),
        [...Array(10).fill(200), 429, 429],
      )
      assert.ok(Number(responses[10]!.headers.get('retry-after')) > 0)
      assert.equal((await openInbox(app).conversation(code)).entries.length, 10)
      assert.equal((await write('203.0.113.0', { token: otherEnquiry.token, text: 'Hello' })).status, 200)
      app.clock.advance(3_600_000)
      assert.equal((await write('203.0.113.0', { token, text: 'An hour later' })).status, 200)
    })

    test('are twenty calls an hour for each network, shared by the API and the page, and 120 views (A3)', async () => {
      const token = 'x'.repeat(43)
      for (let index = 0; index < 20; index++)
        assert.equal((await write('198.51.100.1', { token, text: 'Guess' })).status, 404)
      assert.equal((await write('198.51.100.1', { token, text: 'Guess' })).status, 429)
      const postOptions = { method: 'POST', body: new URLSearchParams({ token, text: 'Guess' }) }
      const headers = { 'x-forwarded-for': '198.51.100.1' }
      assert.equal((await app.fetch(`/enquiry-status?enquiry=${token}`, { ...postOptions, headers })).status, 429)
      const requestEnquiry = (address: string) =>
        app.fetch(endpoints.getSentEnquiry[1], {
          method: 'POST',
          body: JSON.stringify({ token }),
          headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
        })
      for (let index = 0; index < 120; index++) assert.equal((await requestEnquiry('198.51.100.2')).status, 404)
      assert.equal((await requestEnquiry('198.51.100.2')).status, 429)
      assert.equal((await requestEnquiry('198.51.100.3')).status, 404)
    })
  })
}
