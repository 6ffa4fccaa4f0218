import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { beforeEach, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { passwordsByUsername, setUpTestApp, type CallOptions } from '#testing/test-app.ts'
import { readEmail } from '#testing/mail.ts'
import { openSocket } from '#testing/socket.ts'
import { badFiles, goodFiles, jpeg, pdf, createPngOfSize, type TestFile } from '#testing/upload-files.ts'
import { endpoints } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

const MB = 1024 * 1024
const enquiry = {
  company: 'Vogt Textil',
  name: 'Lena Vogt',
  email: 'lena@buyer.example',
  lines: [{ product: 'zipper', amount: 5_000, unit: 'piece', sizes: ['#5'] }],
}

for (const engine of enginesFor(import.meta.url)) {
  describe(`enquiry attachments, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    beforeEach(async () => {
      await app.deliverEmails()
      for (const table of ['enquiry_line', 'enquiry', 'contact_message', 'attachment', 'mail', 'request_key'] as const)
        await app.db.deleteFrom(table).execute()
    })

    const send = (files: TestFile[], options: Omit<CallOptions, 'files'> = {}, fields: object = {}) =>
      app.call('sendEnquiry', { ...enquiry, ...fields }, { ...options, files })
    const getFile = (query: string, token = '') =>
      app.get(`${endpoints.getAttachment[1]}?${query}`, token ? { authorization: `Bearer ${token}` } : {})
    const readAttachments = () => app.db.selectFrom('attachment').selectAll().orderBy('id').execute()
    const readParts = () => app.db.selectFrom('attachment_part').select(['attachment_id', 'position']).execute()
    const readEnquiries = () => app.db.selectFrom('enquiry').selectAll().execute()
    const assertNothingStored = async () =>
      assert.deepEqual([await readEnquiries(), await readAttachments(), await readParts()], [[], [], []])

    test('are stored byte for byte, listed in the email to the company and counted in the email to the sender (CONT-11)', async () => {
      const largeFile = { name: '../../etc/swatch\u202Egnp.exe', bytes: createPngOfSize(3 * MB + 17) }
      const token = await app.signIn('anna')
      const { status, body } = await send([...goodFiles, largeFile], { token })
      assert.equal(status, 200, JSON.stringify(body))
      const storedAttachments = await readAttachments()
      assert.deepEqual(
        storedAttachments.map(({ name, type, bytes, position, sha256 }) => [name, type, bytes, position, sha256]),
        [...goodFiles, { ...largeFile, name: 'swatchgnp.exe.png', type: 'image/png' }].map(
          ({ name, type, bytes }, index) => [
            name,
            type,
            bytes.length,
            index + 1,
            createHash('sha256').update(bytes).digest('hex'),
          ],
        ),
      )
      for (const [index, { bytes, type }] of [...goodFiles, { ...largeFile, type: 'image/png' }].entries()) {
        const response = await getFile(`enquiry=${body.reference}&file=${index + 1}`, token)
        assert.equal(response.status, 200)
        assert.equal(response.headers.get('content-type'), type)
        assert.ok(Buffer.from(await response.arrayBuffer()).equals(bytes))
      }
      const [senderEmail, companyEmail] = (await app.deliverEmails()).slice(-2).map(readEmail)
      assert.match(
        companyEmail!.text,
        /1\. Zipper: 5,000 pieces\nSizes: #5\nFiles: Tech pack\.pdf \(PDF, 0\.1 MB\)\nswatch\.PNG/,
      )
      assert.match(companyEmail!.text, /swatchgnp\.exe\.png \(PNG, 3\.1 MB\)/)
      assert.ok(
        !senderEmail!.text.includes('Tech pack'),
        'file names are visitor input and stay out of an unverified email',
      )
      assert.match(senderEmail!.text, /Files: 4 files/)
    })

    test('are available to their sender and to staff who answer enquiries, only as downloads (S2)', async () => {
      const [annaToken, staffToken, ownerToken] = [
        await app.signIn('anna'),
        await app.signIn('staff'),
        await app.signIn('owner'),
      ]
      const { body } = await send([{ name: 'a "b"; নমুনা.pdf', bytes: pdf }], { token: annaToken })
      const query = `enquiry=${body.reference}&file=1`
      for (const token of [annaToken, staffToken, ownerToken]) {
        const { status, headers } = await getFile(query, token)
        assert.equal(status, 200)
        assert.equal(
          headers.get('content-disposition'),
          `attachment; filename="a_b_.pdf"; filename*=UTF-8''${encodeURIComponent('a b ; নমুনা.pdf')}`,
        )
        assert.equal(headers.get('x-content-type-options'), 'nosniff')
        assert.equal(headers.get('cache-control'), 'no-store')
        assert.equal(headers.get('content-security-policy'), "sandbox; default-src 'none'")
        assert.equal(headers.get('content-length'), String(pdf.length))
      }
      assert.equal((await getFile(query)).status, 401)
      for (const token of [await app.newGuest()]) assert.equal((await getFile(query, token)).status, 404)
      for (const wrongQuery of [
        `enquiry=${body.reference}&file=2`,
        'enquiry=ABCDEFGH&file=1',
        'file=1',
        'message=1&file=1',
      ])
        assert.equal((await getFile(wrongQuery, annaToken)).status, 404, wrongQuery)
      // No member owns an enquiry sent without signing in.
      const anonymousResponse = await send([{ name: 'a.pdf', bytes: pdf }])
      assert.equal((await getFile(`enquiry=${anonymousResponse.body.reference}&file=1`, annaToken)).status, 404)
      assert.equal((await getFile(`enquiry=${anonymousResponse.body.reference}&file=1`, staffToken)).status, 200)
    })

    test('remain separate if their names are equal, and can be downloaded only through their own enquiry (SEC-10)', async () => {
      const annaToken = await app.signIn('anna')
      const files = [createPngOfSize(500), createPngOfSize(600), createPngOfSize(700)].map((bytes) => ({
        name: 'swatch.png',
        bytes,
      }))
      const [annasResponse, anonymousResponse] = [await send(files, { token: annaToken }), await send([files[1]!])]
      for (const [index, { bytes }] of files.entries()) {
        const response = await getFile(`enquiry=${annasResponse.body.reference}&file=${index + 1}`, annaToken)
        assert.ok(Buffer.from(await response.arrayBuffer()).equals(bytes), String(index))
      }
      for (const fileNumber of ['0', '-1', '4', '1.5', '1e0', '99999999999999999999', "1' or '1'='1", '%00'])
        assert.ok(
          [404, 422].includes(
            (await getFile(`enquiry=${annasResponse.body.reference}&file=${fileNumber}`, annaToken)).status,
          ),
          fileNumber,
        )
      const doubleQuery = `enquiry=${anonymousResponse.body.reference}&enquiry=${annasResponse.body.reference}&file=1`
      assert.ok([404, 422].includes((await getFile(doubleQuery, annaToken)).status))
      assert.equal(
        (await getFile(`enquiry=${anonymousResponse.body.reference}&file=1`, await app.newGuest())).status,
        404,
      )
    })

    test('are not stored if the captcha answer is wrong (SEC-10)', async () => {
      const { body: captchaBody } = await app.call('getCaptcha')
      const contactMessage = { name: 'Rafiq', email: 'rafiq@guest.example', captcha_token: captchaBody.captcha_token }
      for (const captcha of [captchaBody.first + captchaBody.second + 1, -1])
        assert.equal(
          (await app.call('sendContact', { ...contactMessage, captcha }, { files: [goodFiles[0]!] })).status,
          422,
        )
      await assertNothingStored()
    })

    for (const { name, bytes, message } of badFiles) {
      test(`are not stored if a file is unsupported, with an error on its field: ${name} (CONT-11)`, async () => {
        const { status, body } = await send([goodFiles[0]!, { name, bytes }])
        assert.equal(status, 422)
        assert.deepEqual(Object.keys(body.errors), ['files.1'])
        assert.match(body.errors['files.1'][0], message)
        await assertNothingStored()
      })
    }

    test('are validated together with the other fields, with errors in the language of the request (CONT-11)', async () => {
      const { t } = translatorFor('bn')
      const lines = [{ product: 'zipper', needed_by: app.day(-1), sizes: ['#4'] }]
      const emptyFile = { name: 'empty.png', bytes: Buffer.alloc(0) }
      const { status, body } = await send([emptyFile, goodFiles[0]!], { language: 'bn' }, { company: '', lines })
      assert.equal(status, 422)
      assert.deepEqual(body.errors, {
        company: [t('error.required')],
        'files.0': [t('error.file_empty')],
        'lines.0.needed_by': [t('error.needed_by_past')],
        'lines.0.sizes': [t('error.choice_gone')],
      })
      await assertNothingStored()
    })

    test('are limited to five files and to a total size, which the request must state (CONT-11)', async () => {
      const tooManyResponse = await send(Array.from({ length: 6 }, () => ({ name: 'a.png', bytes: createPngOfSize() })))
      assert.deepEqual([tooManyResponse.status, Object.keys(tooManyResponse.body.errors)], [422, ['files']])
      await assertNothingStored()
      for (const [lengthHeader, status] of [
        [`content-length: ${51 * MB}`, 413],
        ['transfer-encoding: chunked', 411],
      ] as const) {
        const { write, readAll } = await openSocket(app.url)
        write(
          `POST ${endpoints.sendEnquiry[1]} HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\n`,
        )
        write(`${lengthHeader}\r\n\r\n`)
        assert.match(await readAll(500), new RegExp(`^HTTP/1.1 ${status} `), lengthHeader)
      }
      await assertNothingStored()
    })

    test('create one enquiry if the key and the files are repeated, and are rejected if the files differ (CONT-11)', async () => {
      const key = 'sent again with its files'
      const files = [goodFiles[0]!, goodFiles[2]!]
      const firstResponse = await send(files, { key })
      const secondResponse = await send(files, { key })
      assert.deepEqual([secondResponse.status, secondResponse.body], [200, firstResponse.body])
      assert.equal((await readAttachments()).length, 2, 'a repeated request stores no second copy')
      assert.equal((await send([goodFiles[0]!], { key })).status, 422)
      assert.equal(
        (await send([{ name: goodFiles[0]!.name, bytes: createPngOfSize() }, files[1]!], { key })).status,
        422,
      )
      assert.equal((await readAttachments()).length, 2)
    })

    test('are not stored if a bot sends them, although the response reports success', async () => {
      assert.equal((await send([goodFiles[0]!], {}, { website: 'https://spam.example' })).status, 200)
      await assertNothingStored()
    })

    test('are not stored if the enquiry cannot be stored', async () => {
      await app.db.schema.alterTable('mail').renameTo('mail_elsewhere').execute()
      try {
        assert.equal((await send([goodFiles[0]!])).status, 500)
      } finally {
        await app.db.schema.alterTable('mail_elsewhere').renameTo('mail').execute()
      }
      await assertNothingStored()
    })

    test('are limited to one file in a contact message, and are stored once if the message is repeated (CONT-1)', async () => {
      const { body: captchaBody } = await app.call('getCaptcha')
      const contactMessage = {
        name: 'Rafiq',
        email: 'rafiq@guest.example',
        captcha_token: captchaBody.captcha_token,
        captcha: captchaBody.first + captchaBody.second,
      }
      const sendMessage = (files: TestFile[]) =>
        app.call('sendContact', contactMessage, { files, key: contactMessage.captcha_token })
      const tooManyResponse = await sendMessage([goodFiles[0]!, goodFiles[1]!])
      assert.deepEqual([tooManyResponse.status, Object.keys(tooManyResponse.body.errors)], [422, ['files']])
      for (const _ of [1, 2]) assert.equal((await sendMessage([goodFiles[2]!])).status, 200)
      assert.equal((await sendMessage([goodFiles[0]!])).status, 422)
      const messages = await app.db.selectFrom('contact_message').select('id').execute()
      assert.equal(messages.length, 1)
      assert.match(findEmailFromRafiq(await app.deliverEmails()), /Files: নমুনার ছবি\.jpeg \(JPEG, 0\.1 MB\)/)
      const response = await getFile(`message=${messages[0]!.id}&file=1`, await app.signIn('staff'))
      assert.ok(Buffer.from(await response.arrayBuffer()).equals(jpeg))
      assert.equal((await getFile(`message=${messages[0]!.id}&file=1`, await app.signIn('anna'))).status, 404)
    })

    test('are part of the personal data export and are deleted with the account (PROF-9)', async () => {
      const token = await app.signIn('anna')
      await send([goodFiles[0]!], { token })
      const { body } = await app.call('getMyData', {}, { token })
      const [exportedEnquiry] = body.enquiries
      assert.deepEqual(exportedEnquiry.files, [{ name: 'Tech pack.pdf', type: 'application/pdf', bytes: pdf.length }])
      assert.deepEqual(
        [exportedEnquiry.lines[0].amount, exportedEnquiry.lines[0].unit, exportedEnquiry.lines[0].sizes],
        [5_000, 'piece', ['#5']],
      )
      const { status } = await app.call('closeAccount', { password: passwordsByUsername.anna }, { token })
      assert.equal(status, 200)
      await assertNothingStored()
    })
  })
}

const findEmailFromRafiq = (emails: string[]) =>
  emails.map(readEmail).find(({ header }) => header('subject').startsWith('Message from Rafiq'))!.text
