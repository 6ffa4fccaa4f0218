import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { causeEveryEmail } from '#testing/every-email.ts'
import { startTestApp, ownerOnlyContent, setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { emailDefinitions } from '#office/email-definitions.ts'
import { languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { allEmailKinds, emailKinds } from './kinds.ts'

/** The kinds that staff do not type themselves. All of them have a preview. */
const writtenKinds = allEmailKinds.filter((kind) => emailDefinitions[kind].sample !== null)
const editableKinds = writtenKinds.filter((kind) => emailKinds[kind].isEditable)

for (const engine of enginesFor(import.meta.url)) {
  describe(`the wording of emails, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let ownerToken: string
    before(async () => {
      ownerToken = await app.signIn('owner')
    })

    const call = (name: Parameters<TestApp['call']>[0], form: object = {}, token = ownerToken) =>
      app.call(name, form, { token })
    const callOk = (name: Parameters<TestApp['call']>[0], form: object = {}) =>
      app.callOk(name, form, { token: ownerToken })
    const makeWord = (key: string, own_en: string, own_bn = '') => ({ key, own_en, own_bn })
    const kind = 'stay_requested'
    async function requestStay(language: 'en' | 'bn', slug: string): Promise<string> {
      const form = createStayForm(app, { slug })
      const options = { token: await app.newGuest(), key: randomUUID(), language }
      return (await app.call('requestGuestBooking', form, options)).body.booking_id
    }
    const readLastEmailTo = async (address: string) => (await readEmailsTo(app, address)).at(-1)!

    test('lists every email, and the texts of the six that the company can change, with the subject first (LET-14)', async () => {
      const { data } = await callOk('getEmailWordings')
      assert.deepEqual(
        data,
        writtenKinds.map((emailKind) => ({
          kind: emailKind,
          is_editable: editableKinds.includes(emailKind),
          is_own: false,
        })),
      )
      assert.equal(editableKinds.length, 6)
      assert.deepEqual((await callOk('getEmailWording', { kind: 'stay_declined' })).words, [])
      const declinedWording = {
        kind: 'stay_declined',
        version: 0,
        words: [makeWord('mail.declined_subject', '{code}')],
      }
      assert.equal((await call('saveEmailWording', declinedWording)).status, 422)
      for (const emailKind of editableKinds) {
        const { words, version } = await callOk('getEmailWording', { kind: emailKind })
        assert.equal(version, 0)
        assert.deepEqual(
          words.map(({ key }: { key: string }) => key),
          emailDefinitions[emailKind].texts,
        )
        assert.equal(words[0].product_bn, translatorFor('bn').t(emailDefinitions[emailKind].texts[0]))
      }
      const usedKeys = new Set<string>(Object.values(emailDefinitions).flatMap(({ texts }) => texts))
      const sharedKeys =
        /^mail\.(greeting|greeting_unnamed|regards|shortened|unsubscribe|guests|where|amount_with_vat|total|total_before|extras|billed|paid|paid_(so_far|before|now)|fee|no_show_fee|refund|refunded_before|bill_credit|new_address|language|files.*|enquiry_no_quantity|unit_reason|morning_(arrivals|departures|books|new)|emergency_(persons|arrivals|departures))$/
      const { emailsServer } = await import('#locales/en/emails.ts')
      const unusedKeys = Object.keys(emailsServer).filter((key) => !usedKeys.has(key) && !sharedKeys.test(key))
      assert.deepEqual(unusedKeys, [], 'a message that no email uses')
    })

    test('uses the saved texts from the next email on, in both languages, until they are reset (LET-15)', async () => {
      const words = [
        makeWord('mail.booking_subject', 'We have your wish {code}', 'আপনার ইচ্ছা {code} পেয়েছি'),
        makeWord('mail.booking_text', 'You wish for {room}, from {from} to {to}, that is {nights}.'),
      ]
      const savedWording = await callOk('saveEmailWording', { kind, version: 0, words })
      assert.ok(savedWording.version > 0)
      const code = await requestStay('en', 'twin')
      const englishEmail = await readLastEmailTo('rafiq@guest.example')
      assert.equal(englishEmail.header('subject'), `We have your wish ${code}`)
      assert.match(
        englishEmail.text,
        /You wish for Twin Room, from 14 January 2027 to 17 January 2027, that is 3 nights\./,
      )
      const banglaCode = await requestStay('bn', 'deluxe')
      const banglaEmail = await readLastEmailTo('rafiq@guest.example')
      assert.equal(banglaEmail.header('subject'), `আপনার ইচ্ছা ${banglaCode} পেয়েছি`)
      assert.ok(banglaEmail.text.includes('থাকার জন্য আপনার অনুরোধ আমরা পেয়েছি'), 'other texts keep the default')
      const staleResponse = await call('saveEmailWording', { kind, version: 0, words })
      assert.equal(staleResponse.status, 409, 'the version is stale')
      const { data } = await callOk('getEmailWordings')
      assert.equal(data.find((entry: { kind: string }) => entry.kind === kind).is_own, true)
      await callOk('saveEmailWording', {
        kind,
        version: savedWording.version,
        words: words.map(({ key }) => makeWord(key, '')),
      })
      await requestStay('en', 'family')
      assert.match((await readLastEmailTo('rafiq@guest.example')).header('subject'), /^Your booking request /)
    })

    test('rejects missing and unknown placeholders with an error on their field, and saves nothing (LET-15)', async () => {
      const { version } = await callOk('getEmailWording', { kind })
      const words = [
        makeWord('mail.booking_subject', 'Your wish', 'ইচ্ছা {code}'),
        makeWord('mail.booking_text', '{room}, {from}, {to}, {nights}, {price}'),
        makeWord('mail.booking_not_you', 'Do nothing, {name}.'),
        makeWord('mail.booking_link', 'Fine'),
      ]
      for (const name of ['saveEmailWording', 'previewEmail'] as const) {
        const { status, body } = await call(name, { kind, version, words, language: 'en' })
        assert.equal(status, 422, name)
        assert.deepEqual(Object.keys(body.errors).toSorted(), ['words.0.own_en', 'words.1.own_en', 'words.2.own_en'])
        assert.match(body.errors['words.0.own_en'][0], /Keep \{code\}/)
      }
      const wordsOfOtherEmail = [makeWord('mail.reset_subject', 'Choose')]
      const { body } = await call('saveEmailWording', { kind, version, words: wordsOfOtherEmail })
      assert.deepEqual(Object.keys(body.errors), ['words.0.key'])
      assert.equal((await callOk('getEmailWording', { kind })).version, version)
    })

    test('previews each email with real data in both languages, and stores nothing (LET-16)', async () => {
      await callOk('closeUnit', { unit: 1, from: app.day(40), to: app.day(41), reason: 'Paint' })
      for (const language of languages) await causeEveryEmail(app, language)
      await app.deliverEmails()
      ownerToken = await app.signIn('owner')
      const countRows = async () =>
        Promise.all(
          (['mail', 'signed_link', 'audit', 'wording'] as const).map(
            async (table) => (await app.db.selectFrom(table).selectAll().execute()).length,
          ),
        )
      const rowCountsBefore = await countRows()
      for (const language of languages)
        for (const emailKind of writtenKinds) {
          const [key] = emailDefinitions[emailKind].texts
          const { words } = await callOk('getEmailWording', { kind: emailKind })
          const subjectWord = words[0] && makeWord(key, `*${words[0].product_en}`, `*${words[0].product_bn}`)
          const { email } = await callOk('previewEmail', {
            kind: emailKind,
            language,
            words: subjectWord ? [subjectWord] : [],
          })
          assert.ok(email, emailKind)
          if (subjectWord) assert.ok(email.subject.startsWith('*'), `${emailKind}: ${email.subject}`)
          assert.match(email.html, new RegExp(`^<!doctype html>\n<html lang="${language}"`))
          assert.doesNotMatch(email.text + email.html.replace(/<style>[^]*?<\/style>/, ''), /\{\w+\}/, emailKind)
          assert.notEqual(email.about, '')
        }
      assert.deepEqual(await countRows(), rowCountsBefore)
      const code = await requestStay('en', 'executive')
      const { email } = await callOk('previewEmail', { kind: 'stay_cancelled', language: 'bn', words: [], code })
      assert.ok(email.subject.includes(code))
      const unknownCodeResponse = await call('previewEmail', {
        kind: 'stay_cancelled',
        language: 'bn',
        words: [],
        code: 'NOBODY',
      })
      assert.deepEqual([unknownCodeResponse.status, Object.keys(unknownCodeResponse.body.errors)], [422, ['code']])
    })

    test('has no preview of a stay in an empty database, but one of an account (LET-16)', async (t) => {
      const emptyTestApp = await startTestApp(engine, { SEED: 'none' }, ownerOnlyContent)
      t.after(() => emptyTestApp.close())
      await emptyTestApp.db.updateTable('account').set({ second_factors: 1 }).execute()
      const { previewEmail } = await import('./wording.ts')
      const { id } = await emptyTestApp.db.selectFrom('account').select('id').executeTakeFirstOrThrow()
      const ctx = {
        account: { id, name: 'Lena', role: 'owner' },
        language: 'en',
        now: emptyTestApp.clock.now,
        visit: {},
        context: { publicUrl: emptyTestApp.publicUrl },
      } as unknown as Parameters<typeof previewEmail>[1]
      const preview = (sampleKind: 'stay_booked' | 'account_password_reset') =>
        previewEmail(
          emptyTestApp.db,
          ctx,
          { kind: sampleKind, words: [], language: 'en', code: null },
          emailDefinitions,
        )
      assert.equal(await preview('stay_booked'), null)
      assert.equal((await preview('account_password_reset'))!.about, 'Lena')
    })
  })
}
