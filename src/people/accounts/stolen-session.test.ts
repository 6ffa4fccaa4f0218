import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { readEmailsTo, extractLink } from '#testing/emails.ts'
import { translatorFor } from '#locales/both.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
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
      assert.equal((await confirm(token)).status, 200)
      const { body } = await signIn()
      ;[attackerToken, accountId] = [body.access_token, body.user.id]
      app.clock.advance(10 * MINUTE_MS)
    })

    const signIn = (signInEmail = email, typedPassword = password) =>
      app.call('userLogin', { email: signInEmail, password: typedPassword })
    const save = (changed: object, token = attackerToken) => app.call('updateBookingUser', changed, { token })
    const confirm = (token: string) => app.call('confirmEmail', { token })
    const undo = (token: string) => app.call('undoEmailChange', { token })
    const readNewestLink = async (to: string) =>
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
    async function change(to: string, token = attackerToken): Promise<{ undoToken: string; confirmToken: string }> {
      const from = (await readAccount()).email
      assert.equal((await save({ email: to, old_password: password }, token)).status, 200)
      return { undoToken: await readNewestLink(from), confirmToken: await readNewestLink(to) }
    }

    test('cannot change sign-in names unless it is new or the form contains the password (ACCT-11)', async () => {
      const accountBefore = await readAccount()
      for (const changedFields of [
        { email: 'thief@elbe.example' },
        { username: `thief-${personCount}` },
        { email: 'thief@elbe.example', username: `thief-${personCount}`, name: 'Thief' },
      ]) {
        const responseWithoutPassword = await save(changedFields)
        assert.deepEqual(
          [responseWithoutPassword.status, responseWithoutPassword.body.errors],
          [422, { old_password: [t('error.password_required')] }],
        )
        const responseToWrongPassword = await save({ ...changedFields, old_password: 'wrong password' })
        assert.deepEqual(
          [responseToWrongPassword.status, responseToWrongPassword.body.errors],
          [422, { old_password: [t('error.password_incorrect')] }],
        )
      }
      assert.deepEqual(await readAccount(), accountBefore)
      assert.deepEqual(await readEmailsTo(app, 'thief@elbe.example'), [])
      const bothChangesResponse = await save({ email: 'anna@buyer.example', phone: '1' })
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
        assert.equal((await save(changedFields)).status, 200, JSON.stringify(changedFields))
      assert.equal(
        (
          await save({
            email: `vogt-${personCount}@buyer.example`,
            username: `vogt-${personCount}`,
            old_password: password,
          })
        ).status,
        200,
      )
      const { body } = await app.call('userLogin', { username: `vogt-${personCount}`, password })
      app.clock.advance(10 * MINUTE_MS - 1)
      assert.equal((await save({ email: `vogt-${personCount}@elbe.example` }, body.access_token)).status, 200)
      app.clock.advance(1)
      assert.equal((await save({ email: `vogt-${personCount}@padma.example` }, body.access_token)).status, 422)
    })

    test('is slowed down when it guesses the password, even in a form with other errors (A3)', async () => {
      const wrongForm = { email: 'thief@elbe.example', old_password: 'wrong password' }
      const answers: number[] = []
      for (let attempt = 0; attempt < 7; attempt++)
        answers.push((await save(attempt % 2 ? { ...wrongForm, phone: 'no' } : wrongForm)).status)
      assert.deepEqual(answers, [422, 422, 422, 422, 422, 429, 429])
      assert.equal((await save({ ...wrongForm, old_password: password })).status, 429)
    })

    test('cannot start changes that a concurrent password change should cancel (ACCT-12)', async () => {
      const ownerSession = (await signIn()).body.access_token
      const form = {
        old_password: password,
        new_password: 'elbe, padma, elbe',
        new_password_confirmation: 'elbe, padma, elbe',
      }
      const [changedResponse] = await Promise.all([
        app.call('updatePassword', form, { token: ownerSession }),
        ...Array.from({ length: 3 }, () => save({ email: 'thief@elbe.example', old_password: password })),
      ])
      assert.equal(changedResponse!.status, 200)
      assert.equal((await app.call('getUserRow', {}, { token: ownerSession })).body.data.pending_email, '')
      assert.equal((await readAccount()).email, email)
    })

    test('loses a requested address change when the account holder undoes it before its confirmation (ACCT-11)', async () => {
      const { undoToken, confirmToken } = await change('thief@elbe.example')
      const message = (await readEmailsTo(app, email)).at(-1)!
      assert.ok(message.text.includes('thief@elbe.example') && message.text.includes('Dear Lena Vogt'))
      assert.equal(extractLink(message).page, '/undo-email-change')
      const readLink = () => app.call('checkLink', { purpose: 'undo-email', token: undoToken })
      for (const _ of [1, 2]) assert.deepEqual((await readLink()).body, { refusal: null })
      const doneResponse = await undo(undoToken)
      assert.deepEqual(
        [doneResponse.status, doneResponse.body],
        [200, { message: t('account.email_undone', { email }) }],
      )
      assert.deepEqual((await confirm(confirmToken)).body.errors, { token: [t('error.link_used')] })
      assert.deepEqual((await undo(undoToken)).body.errors, { token: [t('error.link_used')] })
      assert.deepEqual((await readLink()).body, { refusal: t('error.link_used') })
      assert.equal((await readAccount()).email, email)
      assert.equal((await app.call('getUserRow', {}, { token: attackerToken })).status, 401)
    })

    test('loses a confirmed address change when the account holder undoes it and gets a reset link (ACCT-11, ACCT-4)', async () => {
      const { undoToken, confirmToken } = await change('thief@elbe.example')
      assert.equal((await confirm(confirmToken)).status, 200)
      const { body } = await signIn('thief@elbe.example')
      await app.call('forgotPassword', { email: 'thief@elbe.example' })
      const passwordResetLink = await readNewestLink('thief@elbe.example')
      app.clock.advance(7 * DAY_MS - 1)
      assert.equal((await undo(undoToken)).status, 200)

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
      assert.deepEqual((await app.call('resetPassword', { token: passwordResetLink, ...form })).body.errors, {
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
      const { undoToken, confirmToken } = await change('thief@elbe.example')
      await confirm(confirmToken)
      app.clock.advance(7 * DAY_MS)
      assert.deepEqual((await undo(undoToken)).body.errors, { token: [t('error.link_expired')] })
      assert.deepEqual((await undo('x'.repeat(43))).body.errors, { token: [t('error.link_invalid')] })
      assert.equal((await readAccount()).email, 'thief@elbe.example')
      await app.db.updateTable('account').set({ email: '', email_key: null }).where('id', '=', accountId).execute()
    })

    test('cannot lock out the account holder by changing the address twice (ACCT-11)', async () => {
      const firstChange = await change('thief@elbe.example')
      await confirm(firstChange.confirmToken)
      app.clock.advance(MINUTE_MS)
      const secondChange = await change('second@elbe.example')
      await confirm(secondChange.confirmToken)
      app.clock.advance(MINUTE_MS)
      assert.equal((await undo(secondChange.undoToken)).status, 200)
      assert.equal((await readAccount()).email, 'thief@elbe.example')
      assert.equal((await undo(firstChange.undoToken)).status, 200)
      assert.equal((await readAccount()).email, email)

      const [resetToken, newPassword] = [await readNewestLink(email), { password, password_confirmation: password }]
      assert.equal((await app.call('resetPassword', { token: resetToken, ...newPassword })).status, 200)
      attackerToken = (await signIn()).body.access_token
      const secondAnswer = await change('thief@elbe.example')
      await confirm(secondAnswer.confirmToken)
      app.clock.advance(MINUTE_MS)
      const lastChange = await change('second@elbe.example')
      await confirm(lastChange.confirmToken)
      assert.equal((await undo(secondAnswer.undoToken)).status, 200)
      assert.deepEqual((await undo(lastChange.undoToken)).body.errors, { token: [t('error.link_used')] })
      assert.equal((await readAccount()).email, email)
    })

    test('cannot free the old address for others before the undo link expires', async () => {
      const { undoToken, confirmToken } = await change('thief@elbe.example')
      await confirm(confirmToken)
      const form = { name: 'Thief', email: email.toUpperCase(), password }
      assert.deepEqual((await app.call('register', form)).body.errors, { email: [t('error.email_taken')] })
      const otherResponse = (await app.call('userLogin', { username: 'anna', password: 'hamburg-to-dhaka' })).body
        .access_token
      assert.deepEqual((await save({ email }, otherResponse)).body.errors, { email: [t('error.email_taken')] })

      // If another account uses the address anyway, the undo reports this and changes nothing.
      await app.db.updateTable('account').set({ email_key: email }).where('username', '=', 'staff').execute()
      const rejection = await undo(undoToken)
      assert.deepEqual([rejection.status, rejection.body.errors], [422, { token: [t('error.email_taken')] }])
      assert.equal((await app.call('getUserRow', {}, { token: attackerToken })).status, 200)
      await app.db
        .updateTable('account')
        .set({ email_key: 'staff@selvage.example' })
        .where('username', '=', 'staff')
        .execute()
      assert.equal((await undo(undoToken)).status, 200)
    })

    test('loses the address change if it is confirmed and undone concurrently, and only one of several undos succeeds', async () => {
      for (let round = 0; round < 4; round++) {
        const { undoToken, confirmToken } = await change('thief@elbe.example')
        const [confirmation, ...undoResponses] = await Promise.all([
          confirm(confirmToken),
          undo(undoToken),
          undo(undoToken),
          undo(undoToken),
        ])
        assert.ok([200, 422].includes(confirmation!.status))
        assert.deepEqual(undoResponses.map(({ status }) => status).sort(), [200, 422, 422])
        assert.equal((await readAccount()).email, email)
        const form = { token: await readNewestLink(email), password, password_confirmation: password }
        assert.equal((await app.call('resetPassword', form)).status, 200)
        attackerToken = (await signIn()).body.access_token
        app.clock.advance(2 * 60 * MINUTE_MS)
      }
    })
  })
}
