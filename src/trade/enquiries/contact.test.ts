import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp, type ApiResponse } from '#testing/test-app.ts'
import { renderStoredEmail } from '#mail/render.ts'
import { HOUR_MS } from '#platform/durations.ts'

const contactFields = {
  name: 'Rafiq Islam',
  email: 'rafiq@guest.example',
  subject: 'Zippers for 12,000 jackets',
  message: 'Dear Selvage,\n\nhow soon?',
}

for (const engine of enginesFor(import.meta.url)) {
  describe(`the contact endpoint, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    beforeEach(async () => {
      await app.deliverEmails()
      await app.db.deleteFrom('contact_message').execute()
      await app.db.deleteFrom('mail').execute()
    })

    const solveCaptcha = async () => {
      const { captcha_token, first, second } = (await app.call('getCaptcha')).body
      return { captcha_token, captcha: first + second }
    }
    const send = async (fields: object = {}, language = 'en') =>
      app.call('sendContact', { ...contactFields, ...(await solveCaptcha()), ...fields }, { language })
    const readMessages = () => app.db.selectFrom('contact_message').selectAll().orderBy('id').execute()
    const listMails = () => app.db.selectFrom('mail').selectAll().orderBy('id').execute()
    const readCompanyEmails = async () => (await listMails()).filter(({ kind }) => kind === 'company_message')
    const assertRejected = async ({ status, body }: ApiResponse) => {
      assert.equal(status, 422, JSON.stringify(body))
      assert.deepEqual(body.errors, { captcha: ['Captcha is incorrect. Please try again.'] })
      assert.deepEqual([await readMessages(), await listMails()], [[], []])
    }

    test('stores the message, confirms it and emails the company (API-15, CONT-1)', async () => {
      const { status, body } = await send()
      assert.deepEqual([status, body], [200, { message: 'Thank you. We have received your message.' }])
      const [message, ...otherMessages] = await readMessages()
      assert.equal(otherMessages.length, 0)
      assert.deepEqual(
        { ...message, id: 0 },
        { id: 0, ...contactFields, language: 'en', created_at: app.clock.now, handled_at: null, handled_by: null },
      )
      const mail = (await app.deliverEmails()).find((rawEmail) => rawEmail.includes('To: hello@selvage.example'))!
      assert.match(mail, /^To: hello@selvage\.example\r$/m)
      assert.match(mail, /^Subject: Message from Rafiq Islam: Zippers for 12,000 jackets\r$/m)
      assert.match(mail, /rafiq@guest\.example/)
      assert.match(mail, /how soon\?/)
    })

    test('responds in the request language and stores that language', async () => {
      const { body } = await send({ name: 'রফিকুল ইসলাম' }, 'bn')
      assert.match(body.message, /[\u0980-\u09ff]{3}/)
      assert.equal((await readMessages())[0]!.language, 'bn')
      assert.match((await readCompanyEmails())[0]!.subject, /^Message from রফিকুল ইসলাম/)
    })

    test('requires name, email and captcha but neither subject nor message (CONT-1)', async () => {
      const wrongForms: [object, string][] = [
        [{ name: '' }, 'name'],
        [{ name: undefined }, 'name'],
        [{ email: 'rafiq' }, 'email'],
        [{ captcha: undefined }, 'captcha'],
        [{ captcha: '7' }, 'captcha'],
        [{ captcha: -1 }, 'captcha'],
        [{ captcha_token: undefined }, 'captcha_token'],
        [{ subject: 'x'.repeat(201) }, 'subject'],
        [{ message: 'x'.repeat(5_001) }, 'message'],
      ]
      for (const [invalidFields, field] of wrongForms) {
        const { status, body } = await send(invalidFields)
        assert.equal(status, 422, JSON.stringify(invalidFields))
        assert.deepEqual(Object.keys(body.errors), [field])
      }
      assert.deepEqual(await readMessages(), [])
      assert.equal((await send({ subject: undefined, message: undefined })).status, 200)
      assert.equal((await send({ subject: '', message: 'x'.repeat(5_000) })).status, 200)
      assert.deepEqual(
        (await readMessages()).map(({ subject, message }) => [subject, message.length]),
        [
          ['', 0],
          ['', 5_000],
        ],
      )
      for (const { subject } of await readCompanyEmails()) assert.equal(subject, 'Message from Rafiq Islam')
    })

    test('returns a new sum of two numbers from 1 to 10 each time (CONT-2)', async () => {
      const captchas = await Promise.all(Array.from({ length: 60 }, () => app.call('getCaptcha')))
      const numbers = captchas.flatMap(({ body }) => [body.first, body.second])
      for (const number of numbers) assert.ok(Number.isInteger(number) && number >= 1 && number <= 10)
      assert.ok(new Set(numbers).size > 5)
      assert.equal(new Set(captchas.map(({ body }) => body.captcha_token)).size, 60)
      assert.equal(
        (await app.db.selectFrom('used_captcha').selectAll().execute()).filter(
          ({ expires_at }) => expires_at > app.clock.now + HOUR_MS,
        ).length,
        0,
      )
    })

    test('rejects a wrong captcha answer and accepts the right one afterwards (CONT-2)', async () => {
      const { captcha_token, captcha } = await solveCaptcha()
      for (const wrongAnswer of [captcha + 1, captcha - 1, 0, 1_000])
        await assertRejected(await send({ captcha_token, captcha: wrongAnswer }))
      assert.equal((await send({ captcha_token, captcha })).status, 200)
    })

    test('reports a wrong answer with the other errors, and keeps a right answer valid (CONT-1, CONT-2)', async () => {
      const { captcha_token, captcha } = await solveCaptcha()
      const wrongResponse = await send({ name: '', captcha_token, captcha: captcha + 1 })
      assert.deepEqual(wrongResponse.body.errors, {
        name: ['Please fill this in.'],
        captcha: ['Captcha is incorrect. Please try again.'],
      })
      assert.deepEqual((await send({ name: '', captcha_token, captcha })).body.errors, {
        name: ['Please fill this in.'],
      })
      assert.equal((await send({ captcha_token, captcha })).status, 200)
    })

    test('accepts each captcha once, also under concurrent requests (CONT-2, T17)', async () => {
      const solvedCaptcha = await solveCaptcha()
      const responses = await Promise.all(Array.from({ length: 8 }, () => send(solvedCaptcha)))
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, ...Array(7).fill(422)])
      assert.equal((await send(solvedCaptcha)).status, 422)
      assert.equal(
        (await send({ ...solvedCaptcha, captcha_token: solvedCaptcha.captcha_token.replace(/\.(\d+)\./, '.0$1.') }))
          .status,
        422,
      )
      assert.deepEqual([(await readMessages()).length, (await listMails()).length], [1, 2])
    })

    test('accepts the answer to a captcha for one hour (T17)', async () => {
      const [expiredCaptcha, timelyCaptcha] = [await solveCaptcha(), await solveCaptcha()]
      app.clock.advance(HOUR_MS - 1)
      assert.equal((await send(timelyCaptcha)).status, 200)
      await app.db.deleteFrom('contact_message').execute()
      await app.db.deleteFrom('mail').execute()
      app.clock.advance(1)
      await assertRejected(await send(expiredCaptcha))
    })

    test('rejects a captcha that it did not issue (T17)', async () => {
      const { captcha_token, captcha } = await solveCaptcha()
      const [id, expiryText, seal] = captcha_token.split('.')
      const forgedCaptchas = [
        '',
        '.',
        '..',
        '...',
        'x',
        `${id}.${expiryText}`,
        `${id}.${expiryText}.`,
        `${id}x.${expiryText}.${seal}`,
        `${id}.${Number(expiryText) + 1}.${seal}`,
        `${id}.Infinity.${seal}`,
        `${id}.${expiryText}.${seal}x`,
        `${id}.${expiryText}.${seal.toLowerCase()}`,
        `${id}.${expiryText}.${'A'.repeat(seal.length)}`,
        `${id}.${expiryText}.${'é'.repeat(seal.length)}`,
        `${id}.${expiryText}.é${seal.slice(1)}`,
        `.${expiryText}.${seal}`,
        "' or 1=1 --",
      ]
      for (const token of forgedCaptchas) await assertRejected(await send({ captcha_token: token, captcha }))
      assert.equal((await send({ captcha_token, captcha })).status, 200)
    })

    test('reports success to a bot that fills in the hidden field, but stores nothing (T17)', async () => {
      const { status, body } = await send({ website: 'https://spam.example', captcha: 0 })
      assert.deepEqual([status, body], [200, { message: 'Thank you. We have received your message.' }])
      assert.deepEqual([await readMessages(), await listMails()], [[], []])
      assert.equal((await send({ website: '' })).status, 200)
      assert.equal((await readMessages()).length, 1)
    })

    test('prevents header injection and escapes markup in the email (T19, T29)', async () => {
      for (const field of ['name', 'subject', 'email']) {
        for (const text of ['a\r\nBcc: victim@other.example', 'a\nBcc: victim@other.example', 'a\u0000b', 'a\u2028b'])
          assert.equal((await send({ [field]: text })).status, 422, field)
      }
      assert.deepEqual(await readMessages(), [])
      const hostileMessage = {
        name: '<img src=x onerror=alert(1)>',
        subject: '2027-99-99 {name} $&',
        message: '<script>alert(1)</script>\r\n.\r\nBcc: victim@other.example',
      }
      assert.equal((await send(hostileMessage)).status, 200)
      const [message] = await readMessages()
      assert.deepEqual([message!.name, message!.subject, message!.message], Object.values(hostileMessage))
      const [mail] = await readCompanyEmails()
      assert.equal(mail!.subject, `Message from ${hostileMessage.name}: ${hostileMessage.subject}`)
      assert.doesNotMatch(renderStoredEmail(mail!).html, /<(script|img)/)
      const sentEmails = (await app.deliverEmails()).slice(-2)
      for (const rawEmail of sentEmails)
        assert.equal(rawEmail.split('\r\n\r\n', 1)[0]!.match(/^(to|cc|bcc):/gim)!.length, 1)
      assert.equal((await listMails()).length, 2)
    })
  })
}
