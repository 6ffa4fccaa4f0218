import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { createPngOfSize } from '#testing/upload-files.ts'
import { languages, type Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

const file = { name: 'label.png', bytes: createPngOfSize() }

for (const engine of enginesFor(import.meta.url)) {
  describe(`the acknowledgement of a contact message, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)

    async function sendMessage(email: string, language: Language, fields: object = {}, token?: string) {
      const { captcha_token, first, second } = (await app.call('getCaptcha')).body
      const message = {
        name: 'Anna Becker',
        email,
        subject: 'Zippers',
        message: 'Dear Selvage,\n\nhow soon?',
        ...fields,
      }
      const form = { ...message, captcha_token, captcha: first + second }
      const options = { language, key: captcha_token, files: [file], ...(token && { token }) }
      const send = () => app.call('sendContact', form, options)
      assert.deepEqual([(await send()).status, (await send()).status], [200, 200])
      const { id } = await app.db
        .selectFrom('contact_message')
        .select('id')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      return { id, emails: await readEmailsTo(app, email) }
    }

    test('is sent once, in the language of the page, with the message number and no typed text (LET-51)', async () => {
      for (const language of languages) {
        const { t } = translatorFor(language)
        const { id, emails } = await sendMessage(`anna-${language}@elsewhere.example`, language)
        assert.equal(emails.length, 1)
        const [{ text, html, header }] = emails as [(typeof emails)[number]]
        assert.equal(header('subject'), t('mail.contact_reply', { id: String(id) }))
        for (const expectedText of [t('mail.message_text'), t('mail.message_not_you')])
          assert.ok(text.includes(expectedText), expectedText)
        assert.doesNotMatch(text + html + header('subject'), /Becker|Zippers|how soon|label\.png/)
      }
    })

    test('contains the name and the message only if it is sent to a verified address of the member (LET-51)', async () => {
      const { t } = translatorFor('en')
      const annaToken = await app.signIn('anna')
      const { emails } = await sendMessage('anna@buyer.example', 'en', {}, annaToken)
      const [{ text }] = emails as [(typeof emails)[number]]
      for (const expectedText of ['Dear Anna Becker,', t('mail.message_yours'), 'how soon?', 'Zippers', 'label.png'])
        assert.ok(text.includes(expectedText), expectedText)
      assert.ok(!text.includes(t('mail.message_not_you')))
      const unverifiedResult = await sendMessage('boss@buyer.example', 'en', {}, annaToken)
      assert.doesNotMatch(unverifiedResult.emails[0]!.text, /Becker|Zippers|how soon/)
      const resultWithoutText = await sendMessage('anna@buyer.example', 'en', { subject: '', message: '' }, annaToken)
      assert.ok(!resultWithoutText.emails.at(-1)!.text.includes(t('mail.message_yours')))
    })
  })
}
