import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { readEmailsTo, extractLink } from '#testing/emails.ts'
import { translatorFor } from '#locales/both.ts'
import { DAY_MS, MINUTE_MS } from '#platform/durations.ts'

const password = 'a long way to dhaka'
const { t } = translatorFor('en')

for (const engine of enginesFor(import.meta.url)) {
  describe(`stolen session, on ${engine.name}`, () => {
    const app = setUpTestApp(engine, { RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' })
    let personCount = 0
    let name: string
    let email: string
    let attackerToken: string
    let accountId: number
    beforeEach(async () => {
      app.clock.advance(DAY_MS)
      name = `lena-${++personCount}`
      email = `${name}@buyer.example`
      await app.call('userRegister', {
        name: 'Lena Vogt',
        email,
        username: name,
        password,
        password_confirmation: password,
      })
      const { token } = extractLink((await readEmailsTo(app, email)).at(-1))
      assert.equal((await confirmEmail(token)).status, 200)
      const { body } = await signIn()
      ;[attackerToken, accountId] = [body.access_token, body.user.id]
      app.clock.advance(10 * MINUTE_MS)
    })

    const signIn = (signInEmail = email, typedPassword = password) =>
      app.call('userLogin', { email: signInEmail, password: typedPassword })
    const saveProfile = (changed: object, token = attackerToken) => app.call('updateBookingUser', changed, { token })
    const confirmEmail = (token: string) => app.call('confirmEmail', { token })
    const undoEmailChange = (token: string) => app.call('undoEmailChange', { token })
    const readNewestToken = async (to: string) =>
      extractLink((await readEmailsTo(app, to)).findLast(({ text }) => text.includes('#token='))).token
    const readLinks = async (to: string, page: string) =>
      (await readEmailsTo(app, to))
        .filter(({ text }) => text.includes('#token='))
        .map(extractLink)
        .filter((link) => link.page === page)
    const readAccount = () =>
      app.db.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()
    const readAuditActions = async () =>
      (
        await app.db
          .selectFrom('audit')
          .selectAll()
          .where('subject', '=', `account ${accountId}`)
          .orderBy('id')
          .execute()
      ).map(({ action }) => action)
    /** Changes the email address like an attacker who knows the password. */
    async function changeEmail(
      to: string,
      token = attackerToken,
    ): Promise<{ undoToken: string; confirmToken: string }> {
      const from = (await readAccount()).email
      assert.equal((await saveProfile({ email: to, old_password: password }, token)).status, 200)
      return { undoToken: await readNewestToken(from), confirmToken: await readNewestToken(to) }
    }

    test('cannot change sign-in names unless it is new or the form contains the password (ACCT-11)', async () => {
      const accountBefore = await readAccount()
      for (const changedFields of [
        { email: 'thief@elbe.example' },
        { username: `thief-${personCount}` },
        { email: 'thief@elbe.example', username: `thief-${personCount}`, name: 'Thief' },
      ]) {
        const responseWithoutPassword = await saveProfile(changedFields)
        assert.deepEqual(
          [responseWithoutPassword.status, responseWithoutPassword.body.errors],
          [422, { old_password: [t('error.password_required')] }],
        )
        const responseToWrongPassword = await saveProfile({ ...changedFields, old_password: 'wrong password' })
        assert.deepEqual(
          [responseToWrongPassword.status, responseToWrongPassword.body.errors],
          [422, { old_password: [t('error.password_incorrect')] }],
        )
      }
      assert.deepEqual(await readAccount(), accountBefore)
      assert.deepEqual(await readEmailsTo(app, 'thief@elbe.example'), [])
      const bothChangesResponse = await saveProfile({ email: 'anna@buyer.example', phone: '1' })
      assert.deepEqual(
        Object.keys(bothChangesResponse.body.errors).sort(),
        ['email', 'old_password', 'phone'],
        'all errors are reported together',
      )

      for (const changedFields of [
        { name: 'Lena V.' },
        { phone: '+8801700000004' },
        { company: 'Vogt' },
        { email: email.toUpperCase(), username: name.toUpperCase() },
      ])
        assert.equal((await saveProfile(changedFields)).status, 200, JSON.stringify(changedFields))
      assert.equal(
        (
          await saveProfile({
            email: `vogt-${personCount}@buyer.example`,
            username: `vogt-${personCount}`,
            old_password: password,
          })
        ).status,
        200,
      )
      const { body } = await app.call('userLogin', { username: `vogt-${personCount}`, password })
      app.clock.advance(10 * MINUTE_MS - 1)
      assert.equal((await saveProfile({ email: `vogt-${personCount}@elbe.example` }, body.access_token)).status, 200)
      app.clock.advance(1)
      assert.equal((await saveProfile({ email: `vogt-${personCount}@padma.example` }, body.access_token)).status, 422)
    })

    test('is slowed down when it guesses the password, even in a form with other errors (A3)', async () => {
      const wrongForm = { email: 'thief@elbe.example', old_password: 'wrong password' }
      const statuses: number[] = []
      for (let attempt = 0; attempt < 7; attempt++)
        statuses.push((await saveProfile(attempt % 2 ? { ...wrongForm, phone: 'no' } : wrongForm)).status)
      assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429, 429])
      assert.equal((await saveProfile({ ...wrongForm, old_password: password })).status, 429)
    })

    test('cannot start changes that a concurrent password change should cancel (ACCT-12)', async () => {
      const ownerToken = (await signIn()).body.access_token
      const form = {
        old_password: password,
        new_password: 'elbe, padma, elbe',
        new_password_confirmation: 'elbe, padma, elbe',
      }
      const [changedResponse] = await Promise.all([
        app.call('updatePassword', form, { token: ownerToken }),
        ...Array.from({ length: 3 }, () => saveProfile({ email: 'thief@elbe.example', old_password: password })),
      ])
      assert.equal(changedResponse!.status, 200)
      assert.equal((await app.call('getUserRow', {}, { token: ownerToken })).body.data.pending_email, '')
      assert.equal((await readAccount()).email, email)
    })

    test('loses a requested address change when the account holder undoes it before its confirmation (ACCT-11)', async () => {
      const { undoToken, confirmToken } = await changeEmail('thief@elbe.example')
      const message = (await readEmailsTo(app, email)).at(-1)!
      assert.ok(message.text.includes('thief@elbe.example') && message.text.includes('Dear Lena Vogt'))
      assert.equal(extractLink(message).page, '/undo-email-change')
      const checkUndoLink = () => app.call('checkLink', { purpose: 'undo-email', token: undoToken })
      for (const _ of [1, 2]) assert.deepEqual((await checkUndoLink()).body, { refusal: null })
      const doneResponse = await undoEmailChange(undoToken)
      assert.deepEqual(
        [doneResponse.status, doneResponse.body],
        [200, { message: t('account.email_undone', { email }) }],
      )
      assert.deepEqual((await confirmEmail(confirmToken)).body.errors, { token: [t('error.link_used')] })
      assert.deepEqual((await undoEmailChange(undoToken)).body.errors, { token: [t('error.link_used')] })
      assert.deepEqual((await checkUndoLink()).body, { refusal: t('error.link_used') })
      assert.equal((await readAccount()).email, email)
      assert.equal((await app.call('getUserRow', {}, { token: attackerToken })).status, 401)
    })

    test('loses a confirmed address change when the account holder undoes it and gets a reset link (ACCT-11, ACCT-4)', async () => {
      const { undoToken, confirmToken } = await changeEmail('thief@elbe.example')
      assert.equal((await confirmEmail(confirmToken)).status, 200)
      const { body } = await signIn('thief@elbe.example')
      await app.call('forgotPassword', { email: 'thief@elbe.example' })
      const passwordResetToken = await readNewestToken('thief@elbe.example')
      app.clock.advance(7 * DAY_MS - 1)
      assert.equal((await undoEmailChange(undoToken)).status, 200)

      assert.equal((await readAccount()).email, email)
      for (const token of [attackerToken, body.access_token])
        assert.equal((await app.call('getUserRow', {}, { token })).status, 401)
      for (const signInEmail of [email, 'thief@elbe.example'])
        assert.equal((await signIn(signInEmail)).status, 422, 'the password no longer works')
      assert.deepEqual(
        await app.db.selectFrom('known_device').selectAll().where('account_id', '=', accountId).execute(),
        [],
      )
      const form = { password: 'elbe, padma, elbe', password_confirmation: 'elbe, padma, elbe' }
      assert.deepEqual((await app.call('resetPassword', { token: passwordResetToken, ...form })).body.errors, {
        token: [t('error.link_used')],
      })
      const [resetLink] = (await readLinks(email, '/reset-password')).slice(-1)
      assert.equal((await app.call('resetPassword', { token: resetLink!.token, ...form })).status, 200)
      assert.equal((await signIn(email, form.password)).status, 200)
      assert.deepEqual(
        (await readAuditActions()).filter((action) => action.startsWith('email')),
        ['email changed', 'email change undone'],
      )
    })

    test('keeps its address change if the account holder does not undo it within seven days', async () => {
      const { undoToken, confirmToken } = await changeEmail('thief@elbe.example')
      await confirmEmail(confirmToken)
      app.clock.advance(7 * DAY_MS)
      assert.deepEqual((await undoEmailChange(undoToken)).body.errors, { token: [t('error.link_expired')] })
      assert.deepEqual((await undoEmailChange('x'.repeat(43))).body.errors, { token: [t('error.link_invalid')] })
      assert.equal((await readAccount()).email, 'thief@elbe.example')
      await app.db.updateTable('account').set({ email: '', email_key: null }).where('id', '=', accountId).execute()
    })

    test('cannot lock out the account holder by changing the address twice (ACCT-11)', async () => {
      const firstChange = await changeEmail('thief@elbe.example')
      await confirmEmail(firstChange.confirmToken)
      app.clock.advance(MINUTE_MS)
      const secondChange = await changeEmail('second@elbe.example')
      await confirmEmail(secondChange.confirmToken)
      app.clock.advance(MINUTE_MS)
      assert.equal((await undoEmailChange(secondChange.undoToken)).status, 200)
      assert.equal((await readAccount()).email, 'thief@elbe.example')
      assert.equal((await undoEmailChange(firstChange.undoToken)).status, 200)
      assert.equal((await readAccount()).email, email)

      const [resetToken, newPassword] = [await readNewestToken(email), { password, password_confirmation: password }]
      assert.equal((await app.call('resetPassword', { token: resetToken, ...newPassword })).status, 200)
      attackerToken = (await signIn()).body.access_token
      const repeatedChange = await changeEmail('thief@elbe.example')
      await confirmEmail(repeatedChange.confirmToken)
      app.clock.advance(MINUTE_MS)
      const lastChange = await changeEmail('second@elbe.example')
      await confirmEmail(lastChange.confirmToken)
      assert.equal((await undoEmailChange(repeatedChange.undoToken)).status, 200)
      assert.deepEqual((await undoEmailChange(lastChange.undoToken)).body.errors, { token: [t('error.link_used')] })
      assert.equal((await readAccount()).email, email)
    })

    test('cannot free the old address for others before the undo link expires', async () => {
      const { undoToken, confirmToken } = await changeEmail('thief@elbe.example')
      await confirmEmail(confirmToken)
      const form = { name: 'Thief', email: email.toUpperCase(), password }
      assert.deepEqual((await app.call('register', form)).body.errors, { email: [t('error.email_taken')] })
      const otherToken = (await app.call('userLogin', { username: 'anna', password: 'hamburg-to-dhaka' })).body
        .access_token
      assert.deepEqual((await saveProfile({ email }, otherToken)).body.errors, { email: [t('error.email_taken')] })

      // If another account uses the address anyway, the undo reports this and changes nothing.
      await app.db.updateTable('account').set({ email_key: email }).where('username', '=', 'staff').execute()
      const rejection = await undoEmailChange(undoToken)
      assert.deepEqual([rejection.status, rejection.body.errors], [422, { token: [t('error.email_taken')] }])
      assert.equal((await app.call('getUserRow', {}, { token: attackerToken })).status, 200)
      await app.db
        .updateTable('account')
        .set({ email_key: 'staff@selvage.example' })
        .where('username', '=', 'staff')
        .execute()
      assert.equal((await undoEmailChange(undoToken)).status, 200)
    })

    test('loses the address change if it is confirmed and undone concurrently, and only one of several undos succeeds', async () => {
      for (let round = 0; round < 4; round++) {
        const { undoToken, confirmToken } = await changeEmail('thief@elbe.example')
        const [confirmResponse, ...undoResponses] = await Promise.all([
          confirmEmail(confirmToken),
          undoEmailChange(undoToken),
          undoEmailChange(undoToken),
          undoEmailChange(undoToken),
        ])
        assert.ok([200, 422].includes(confirmResponse!.status))
        assert.deepEqual(undoResponses.map(({ status }) => status).sort(), [200, 422, 422])
        assert.equal((await readAccount()).email, email)
        const form = { token: await readNewestToken(email), password, password_confirmation: password }
        assert.equal((await app.call('resetPassword', form)).status, 200)
        attackerToken = (await signIn()).body.access_token
        app.clock.advance(2 * 60 * MINUTE_MS)
      }
    })
  })
}
