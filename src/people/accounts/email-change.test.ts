import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { passwordsByUsername, setUpTestApp } from '#testing/test-app.ts'
import { readEmailsTo, extractLink } from '#testing/emails.ts'
import { translatorFor } from '#locales/both.ts'
import { toEmailKey } from './names.ts'
import { hashPassword } from './password.ts'
import { HOUR_MS } from '#platform/durations.ts'

const profile = { name: 'Anna Becker', email: 'anna@buyer.example', phone: '', company: '', username: 'anna' }
const { t } = translatorFor('en')

for (const engine of enginesFor(import.meta.url)) {
  describe(`email change, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let annaToken: string
    let passwordHash: string
    before(async () => {
      passwordHash = await hashPassword(passwordsByUsername.anna)
    })
    beforeEach(async () => {
      app.clock.advance(25 * HOUR_MS)
      const { email } = profile
      await app.db
        .updateTable('account')
        .set({ email, email_key: toEmailKey(email), password: passwordHash, language: 'en' })
        .where('username', '=', 'anna')
        .execute()
      annaToken = await app.signIn('anna')
    })

    const saveProfile = (change: object, language = 'en') =>
      app.call('updateBookingUser', { ...profile, ...change }, { token: annaToken, language })
    const readOwnRow = async () => (await app.call('getUserRow', {}, { token: annaToken })).body.data
    const confirmEmail = (token: string, language = 'en') => app.call('confirmEmail', { token }, { language })
    const readNewestLinkToken = async (email: string) => extractLink((await readEmailsTo(app, email)).at(-1)).token
    const canSignIn = async (email: string) =>
      (await app.call('userLogin', { email, password: passwordsByUsername.anna })).status === 200

    test('takes effect once the new address is confirmed, and notifies the old address, which is valid until then (ACCT-11, API-21)', async () => {
      const email = 'Anna.Becker@Elbe.example'
      const savedResponse = await saveProfile({ email, company: 'Elbe Trading' })
      assert.deepEqual(
        [savedResponse.status, savedResponse.body],
        [200, { message: t('account.email_pending', { email }) }],
      )
      const pendingProfile = await readOwnRow()
      assert.deepEqual(
        [pendingProfile.email, pendingProfile.pending_email, pendingProfile.company_name],
        [profile.email, email, 'Elbe Trading'],
      )
      assert.deepEqual([await canSignIn(email), await canSignIn(profile.email)], [false, true])

      const message = (await readEmailsTo(app, email)).at(-1)!
      assert.equal(message.header('subject'), 'Confirm your new email address')
      assert.equal(extractLink(message).page, '/confirm-email')
      const notice = (await readEmailsTo(app, profile.email)).at(-1)!
      assert.equal(notice.header('subject'), 'Your email address is about to change')
      assert.ok(notice.text.includes(email) && !notice.text.includes(extractLink(message).token))
      assert.ok(
        !JSON.stringify(await app.db.selectFrom('mail').selectAll().execute()).includes(extractLink(message).token),
      )

      const doneResponse = await confirmEmail(extractLink(message).token)
      assert.deepEqual(
        [doneResponse.status, doneResponse.body],
        [200, { message: t('account.email_confirmed', { email }) }],
      )
      const changedProfile = await readOwnRow()
      assert.deepEqual([changedProfile.email, changedProfile.pending_email], [email, ''])
      assert.deepEqual([await canSignIn('anna.becker@elbe.example'), await canSignIn(profile.email)], [true, false])
      assert.deepEqual((await confirmEmail(extractLink(message).token)).body.errors, { token: [t('error.link_used')] })
    })

    test('sends emails in the language of the page, not of the account (ACCT-11)', async () => {
      await saveProfile({ email: 'anna@padma.example' }, 'bn')
      const [message, notice] = [
        (await readEmailsTo(app, 'anna@padma.example')).at(-1)!,
        (await readEmailsTo(app, profile.email)).at(-1)!,
      ]
      assert.equal(message.header('subject'), translatorFor('bn').t('mail.confirm_subject'))
      assert.equal(notice.header('subject'), translatorFor('bn').t('mail.email_change_subject'))
      const { page, token } = extractLink(message)
      assert.equal(page, '/bn/confirm-email')
      const { body } = await confirmEmail(token, 'bn')
      assert.equal(body.message, translatorFor('bn').t('account.email_confirmed', { email: 'anna@padma.example' }))
      assert.equal(extractLink(notice).page, '/bn/undo-email-change')
      assert.equal(
        (await app.call('undoEmailChange', { token: extractLink(notice).token }, { language: 'en' })).status,
        200,
      )
      const resetEmailSource = (await readEmailsTo(app, profile.email)).at(-1)!
      assert.deepEqual(
        [resetEmailSource.header('subject'), extractLink(resetEmailSource).page],
        [t('mail.reset_subject'), '/reset-password'],
      )
    })

    test('takes effect immediately and sends no email if only the case of the address changes', async () => {
      const emailCountBefore = (await app.deliverEmails()).length
      const { body } = await saveProfile({ email: 'ANNA@Buyer.example' })
      assert.deepEqual(body, { message: 'Done.' })
      assert.deepEqual([(await readOwnRow()).email, (await readOwnRow()).pending_email], ['ANNA@Buyer.example', ''])
      assert.equal((await app.deliverEmails()).length, emailCountBefore)
      assert.equal((await saveProfile({ email: 'ａnna@buyer.example' })).status, 200)
      assert.equal((await readOwnRow()).pending_email, 'ａnna@buyer.example')
    })

    test('stays pending for a day while other fields are saved, and is replaced by the next change (ACCT-11)', async () => {
      await saveProfile({ email: 'first@elbe.example' })
      await app.call('updateBookingUser', { company: 'Elbe Trading' }, { token: annaToken })
      assert.equal((await readOwnRow()).pending_email, 'first@elbe.example')
      const firstToken = await readNewestLinkToken('first@elbe.example')
      await saveProfile({ email: 'second@elbe.example' })
      assert.equal((await readOwnRow()).pending_email, 'second@elbe.example')
      assert.deepEqual((await confirmEmail(firstToken)).body.errors, { token: [t('error.link_used')] })
      const secondToken = await readNewestLinkToken('second@elbe.example')
      app.clock.advance(24 * HOUR_MS)
      assert.deepEqual((await confirmEmail(secondToken)).body.errors, { token: [t('error.link_expired')] })
      assert.deepEqual((await confirmEmail('x'.repeat(43))).body.errors, { token: [t('error.link_invalid')] })
      annaToken = await app.signIn('anna')
      assert.deepEqual([(await readOwnRow()).email, (await readOwnRow()).pending_email], [profile.email, ''])
    })

    test('is cancelled by keeping or saving the current address, and its link is disabled (ACCT-11, API-21)', async () => {
      const withdrawalRequests = {
        cancelEmailChange: () => app.call('cancelEmailChange', {}, { token: annaToken }),
        'the whole profile': () => saveProfile({}),
        'only the address, in upper case': () =>
          app.call('updateBookingUser', { email: 'ANNA@Buyer.example' }, { token: annaToken }),
        multipart: () => app.call('updateBookingUser', profile, { token: annaToken, multipart: true }),
      }
      for (const [name, withdraw] of Object.entries(withdrawalRequests)) {
        await saveProfile({ email: 'elbe@elbe.example' })
        const linkToken = await readNewestLinkToken('elbe@elbe.example')
        assert.equal((await withdraw()).status, 200, name)
        assert.equal((await readOwnRow()).pending_email, '', name)
        assert.deepEqual((await confirmEmail(linkToken)).body.errors, { token: [t('error.link_used')] }, name)
        assert.equal((await readOwnRow()).email.toLowerCase(), profile.email)
      }
    })

    test('is reported as done if the user wants to keep the old address but has confirmed the new one in another tab (ACCT-11)', async () => {
      const email = 'quick@elbe.example'
      await saveProfile({ email })
      await confirmEmail(await readNewestLinkToken(email))
      const { body } = await app.call('cancelEmailChange', {}, { token: annaToken })
      assert.deepEqual(body, { message: t('account.email_kept', { email }) })
      assert.equal((await readOwnRow()).email, email)
    })

    test('shows the state of its link any number of times, and explains why an invalid link is invalid (ACCT-11)', async () => {
      const readLinkError = async (token: string, purpose = 'confirm-email', language = 'en') => {
        const { status, body, headers } = await app.call('checkLink', { purpose, token }, { language })
        assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store'])
        return body.refusal
      }
      await saveProfile({ email: 'look@elbe.example' })
      const linkToken = await readNewestLinkToken('look@elbe.example')
      for (const _ of [1, 2, 3]) assert.equal(await readLinkError(linkToken), null)
      assert.equal(await readLinkError(linkToken, 'reset-password'), t('error.link_invalid'))
      assert.equal(await readLinkError('zzz', 'confirm-email', 'bn'), translatorFor('bn').t('error.link_invalid'))
      assert.equal((await confirmEmail(linkToken)).status, 200)
      assert.equal(await readLinkError(linkToken), t('error.link_used'))
      for (const form of [
        { purpose: 'return-to-booking', token: linkToken },
        { purpose: 'confirm-email' },
        { token: linkToken },
      ])
        assert.equal((await app.call('checkLink', form)).status, 422)
    })

    test('rejects the address of another account and saves nothing else (T25)', async () => {
      const rowBefore = await readOwnRow()
      for (const email of ['owner@selvage.example', 'OWNER@selvage.example', 'ｏwner@selvage.example']) {
        const { status, body } = await saveProfile({ email, company: 'Taken' })
        assert.deepEqual([status, body.errors], [422, { email: [t('error.email_taken')] }])
      }
      assert.deepEqual(await readOwnRow(), rowBefore)
    })

    test('rejects the confirmation if another account took the address in the meantime, in upper or lower case (T25)', async () => {
      await saveProfile({ email: 'Wanted@elbe.example' })
      const linkToken = await readNewestLinkToken('Wanted@elbe.example')
      await app.call('register', { name: 'Mina', email: 'wanted@ELBE.example', password: 'a long way to dhaka' })
      const { status, body } = await confirmEmail(linkToken)
      assert.deepEqual([status, body.errors], [422, { token: [t('error.email_taken')] }])
      assert.equal((await readOwnRow()).email, profile.email)
    })

    test('succeeds for exactly one of several accounts that confirm the same address concurrently', async () => {
      const tokens = await Promise.all((['anna', 'staff', 'owner'] as const).map((name) => app.signIn(name)))
      const rows = await Promise.all(
        tokens.map(async (token) => (await app.call('getUserRow', {}, { token })).body.data),
      )
      const links: string[] = []
      for (const [index, { name, username }] of rows.entries()) {
        await app.call('updateBookingUser', { name, username, email: 'race@elbe.example' }, { token: tokens[index]! })
        links.push(await readNewestLinkToken('race@elbe.example'))
      }
      const responses = await Promise.all(links.map((link) => confirmEmail(link)))
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 422, 422])
      const { count } = await app.db
        .selectFrom('account')
        .select((row) => row.fn.countAll().as('count'))
        .where('email_key', '=', 'race@elbe.example')
        .executeTakeFirstOrThrow()
      assert.equal(Number(count), 1)
    })

    test('cancels a pending change when the password changes, and reset links when the address changes (ACCT-12)', async () => {
      await saveProfile({ email: 'attacker@elbe.example' })
      const attackerToken = await readNewestLinkToken('attacker@elbe.example')
      const changeForm = {
        old_password: passwordsByUsername.anna,
        new_password: 'padma, elbe, padma',
        new_password_confirmation: 'padma, elbe, padma',
      }
      assert.equal((await app.call('updatePassword', changeForm, { token: annaToken })).status, 200)
      assert.deepEqual((await confirmEmail(attackerToken)).body.errors, { token: [t('error.link_used')] })
      assert.equal((await readOwnRow()).email, profile.email)

      await app.call('forgotPassword', { email: profile.email })
      const oldToken = extractLink((await readEmailsTo(app, profile.email)).at(-1)).token
      await saveProfile({ email: 'new@elbe.example' })
      assert.equal((await confirmEmail(await readNewestLinkToken('new@elbe.example'))).status, 200)
      const resetResponse = await app.call('resetPassword', {
        token: oldToken,
        password: 'a third one here',
        password_confirmation: 'a third one here',
      })
      assert.deepEqual(resetResponse.body.errors, { token: [t('error.link_used')] })
    })

    test('is allowed five times per hour, and its link has no other use (A3)', async () => {
      for (let requestCount = 0; requestCount < 5; requestCount++)
        assert.equal((await saveProfile({ email: `five-${requestCount}@elbe.example` })).status, 200)
      const { status, headers } = await saveProfile({ email: 'six@elbe.example' })
      assert.deepEqual([status, headers.get('retry-after')], [429, '3600'])
      assert.equal((await readOwnRow()).pending_email, 'five-4@elbe.example')
      const token = await readNewestLinkToken('five-4@elbe.example')
      const resetResponse = await app.call('resetPassword', {
        token,
        password: 'a third one here',
        password_confirmation: 'a third one here',
      })
      assert.deepEqual(resetResponse.body.errors, { token: [t('error.link_invalid')] })
    })
  })
}
