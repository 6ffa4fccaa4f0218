import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

const password = 'elbe, padma, elbe'

for (const engine of enginesFor(import.meta.url)) {
  describe(`suspension email, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let token: string
    before(async () => {
      token = await app.signIn('owner')
    })

    const suspend = (id: number, isSuspended: boolean, overrides: object = {}) =>
      app.call('suspendPerson', { id, suspended: isSuspended, ...overrides }, { token })
    const readId = async (email: string) =>
      (await app.db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
    async function createMember(email: string, language: 'en' | 'bn') {
      const form = { name: 'Mina Rahman', email, password, password_confirmation: password }
      assert.equal((await app.call('register', form, { language })).status, 200)
      await app.deliverEmails()
      return readId(email)
    }
    const readSubjects = async (email: string) =>
      (await readEmailsTo(app, email)).map(({ header }) => header('subject'))

    test("is sent once per change, in the member's language and with the office's message (LET-53)", async () => {
      for (const language of languages) {
        const { t } = translatorFor(language)
        const email = `mina-${language}@buyer.example`
        const id = await createMember(email, language)
        const subjectCountBefore = (await readSubjects(email)).length
        assert.equal((await suspend(id, true, { message: 'Please call us.' })).status, 200)
        assert.equal((await suspend(id, true, { message: 'Again.' })).status, 200)
        assert.equal((await suspend(id, false)).status, 200)
        assert.equal((await suspend(id, false)).status, 200)
        const [suspendedEmail, restoredEmail, ...otherEmails] = (await readEmailsTo(app, email)).slice(
          subjectCountBefore,
        )
        assert.equal(otherEmails.length, 0)
        assert.equal(suspendedEmail!.header('subject'), t('mail.suspended_subject'))
        for (const text of [t('mail.suspended_text'), 'Please call us.', t('mail.suspended_stays')])
          assert.ok(suspendedEmail!.text.includes(text), text)
        assert.equal(restoredEmail!.header('subject'), t('mail.restored_subject'))
        assert.ok(restoredEmail!.text.includes(t('mail.restored_text')))
        assert.match(restoredEmail!.text, language === 'bn' ? /example\/bn\/login$/m : /example\/login$/m)
        // Emails to an unverified address leave out the name that the user typed.
        for (const { text } of [suspendedEmail!, restoredEmail!]) assert.doesNotMatch(text, /Mina Rahman/)
        assert.equal((await app.call('userLogin', { email, password })).status, 200)
      }
    })

    test('greets members by name at a confirmed address, and is not sent to guests, who cannot be suspended (LET-53)', async () => {
      const annaId = await readId('anna@buyer.example')
      await suspend(annaId, true)
      await suspend(annaId, false)
      const [suspendedEmail] = (await readEmailsTo(app, 'anna@buyer.example')).slice(-2)
      assert.match(suspendedEmail!.text, /^Dear Anna Becker,/)
      const guest = { name: 'Rafiq', email: 'rafiq@elsewhere.example', phone: '+8801700000004' }
      await app.call('guestRegister', guest)
      const guestId = await readId(guest.email)
      assert.equal((await suspend(guestId, true)).status, 409)
      assert.equal((await app.call('getPerson', { id: guestId }, { token })).body.is_suspended, false)
      assert.deepEqual(await readSubjects(guest.email), [])
    })

    test('is not sent if the message is too long, and nothing changes (LET-53)', async () => {
      const annaId = await readId('anna@buyer.example')
      const subjectCountBefore = (await readSubjects('anna@buyer.example')).length
      const { status, body } = await suspend(annaId, true, { message: 'x'.repeat(501) })
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['message']])
      assert.equal((await app.call('getPerson', { id: annaId }, { token })).body.is_suspended, false)
      assert.equal((await readSubjects('anna@buyer.example')).length, subjectCountBefore)
    })
  })
}
