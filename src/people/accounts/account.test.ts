import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, setUpTestApp } from '#testing/test-app.ts'
import { readEmailsTo, extractLink } from '#testing/emails.ts'
import { purgeOldAudit } from '#platform/audit.ts'
import { translatorFor } from '#locales/both.ts'
import { isAddressConfirmed } from './address.ts'
import { DAY_MS } from '#platform/durations.ts'

const password = 'a long way to dhaka'

for (const engine of enginesFor(import.meta.url)) {
  describe(`account email, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)

    const strangerTextPattern = /www\.evil|Buy Now/
    const signUpForm = { name: 'Buy Now', username: 'www.evil.example', password, password_confirmation: password }
    const readRow = (email: string) =>
      app.db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

    test('contains no text that a stranger typed until the address is confirmed (ACCT-1, ACCT-4)', async () => {
      const email = 'victim@buyer.example'
      assert.equal((await app.call('userRegister', { ...signUpForm, email })).status, 200)
      const { id } = await readRow(email)
      const { body } = await app.call('userLogin', { username: signUpForm.username, password })
      const token = body.access_token
      assert.equal(
        (await app.call('getUserRow', {}, { token })).body.data.pending_email,
        '',
        'the own address is not pending',
      )
      await app.call('forgotPassword', { email })
      assert.equal((await app.call('updateBookingUser', { email: 'buy-now@www.evil.example' }, { token })).status, 200)
      const form = {
        old_password: password,
        new_password: 'elbe, padma, elbe',
        new_password_confirmation: 'elbe, padma, elbe',
      }
      assert.equal((await app.call('updatePassword', form, { token })).status, 200)
      const emails = [...(await readEmailsTo(app, email)), ...(await readEmailsTo(app, 'buy-now@www.evil.example'))]
      assert.equal(emails.length, 5)
      for (const { text, html } of emails) assert.doesNotMatch(text + html, strangerTextPattern)
      assert.equal(await isAddressConfirmed(app.db, id, email), false)
      assert.equal((await app.call('closeAccount', { password: form.new_password }, { token })).status, 200)
      assert.doesNotMatch((await readEmailsTo(app, email)).at(-1)!.text, strangerTextPattern)
    })

    test('confirms the address with its link also after the member has changed the password (ACCT-1)', async () => {
      const email = 'early@buyer.example'
      await app.callOk('userRegister', { ...signUpForm, name: 'Early Bird', username: 'early', email })
      const welcomeLink = extractLink((await readEmailsTo(app, email)).at(-1))
      const { access_token: token } = await app.callOk('userLogin', { email, password })
      const newPassword = { new_password: 'elbe, padma, elbe', new_password_confirmation: 'elbe, padma, elbe' }
      await app.callOk('updatePassword', { old_password: password, ...newPassword }, { token })
      await app.callOk('confirmEmail', { token: welcomeLink.token })
      assert.equal(await isAddressConfirmed(app.db, (await readRow(email)).id, email), true)
    })

    test('brings a new link once the first has expired and the member saves the address again (ACCT-1)', async () => {
      const email = 'late@buyer.example'
      await app.callOk('userRegister', { ...signUpForm, name: 'Late Bird', username: 'late', email })
      const { access_token: token } = await app.callOk('userLogin', { email, password })
      const saveAddress = () => app.callOk('updateBookingUser', { name: 'Late Bird', email }, { token })
      await saveAddress()
      assert.equal((await readEmailsTo(app, email)).length, 1, 'the first link is still valid')
      await app.db
        .updateTable('signed_link')
        .set({ expires_at: app.clock.now - 1 })
        .where('payload', '=', email)
        .execute()
      const { message } = await saveAddress()
      assert.equal(message, translatorFor('en').t('account.email_pending', { email }))
      await saveAddress()
      const emails = await readEmailsTo(app, email)
      assert.equal(emails.length, 2)
      await app.callOk('confirmEmail', { token: extractLink(emails.at(-1)).token })
      assert.equal(await isAddressConfirmed(app.db, (await readRow(email)).id, email), true)
      await saveAddress()
      assert.equal((await readEmailsTo(app, email)).length, 2)
    })

    test('greets a member by name after the welcome link or a reset link was used', async () => {
      for (const [linkKind, email] of [
        ['welcome', 'mina@buyer.example'],
        ['reset', 'mino@buyer.example'],
      ] as const) {
        const username = email.split('@')[0]!
        await app.call('userRegister', { ...signUpForm, name: 'Mina Rahman', username, email })
        const { id } = await readRow(email)
        const welcomeLink = extractLink((await readEmailsTo(app, email)).at(-1))
        assert.equal(welcomeLink.page, '/confirm-email')
        if (linkKind === 'welcome') {
          const { token } = (await app.call('userLogin', { email, password })).body
          await app.call('updateBookingUser', { name: 'Mina Rahman', email }, { token })
          app.clock.advance(6 * DAY_MS)
          assert.equal((await app.call('confirmEmail', { token: welcomeLink.token })).status, 200)
        } else {
          await app.call('forgotPassword', { email })
          const { token } = extractLink((await readEmailsTo(app, email)).at(-1))
          assert.equal(
            (
              await app.call('resetPassword', {
                token,
                password: 'elbe, padma, elbe',
                password_confirmation: 'elbe, padma, elbe',
              })
            ).status,
            200,
          )
        }
        assert.equal(await isAddressConfirmed(app.db, id, email.toUpperCase()), true)
        assert.equal(await isAddressConfirmed(app.db, id, `ｍ${email.slice(1)}`), false)
        await app.call('forgotPassword', { email })
        const message = (await readEmailsTo(app, email)).at(-1)!
        assert.ok(
          message.text.startsWith('Dear Mina Rahman,') && message.text.includes(`Username: ${username}`),
          message.text,
        )
      }
    })

    test('contains the username that was derived from the address (ACCT-2)', async () => {
      await app.call('register', { name: 'Buy Now', email: 'rahim@buyer.example', password })
      const message = (await readEmailsTo(app, 'rahim@buyer.example')).at(-1)!
      assert.ok(message.text.includes('Username: rahim') && !message.text.includes('Buy Now'))
    })
  })

  test(`the audit log has each authentication of an account, for two years and without personal data (OPS-22), on ${engine.name}`, async (context) => {
    const app = await startTestApp(engine)
    context.after(() => app.close())
    const email = 'mina@buyer.example'
    await app.call('register', { name: 'Mina Rahman', email, password })
    await app.call('userLogin', { email, password: 'wrong password' })
    await app.call('userLogin', { email: 'nobody@buyer.example', password })
    const { body } = await app.call('userLogin', { email, password })
    const { access_token: token, user } = body
    await app.call('updateBookingUser', { email: 'mina@elbe.example' }, { token })
    await app.call('confirmEmail', { token: extractLink((await readEmailsTo(app, 'mina@elbe.example')).at(-1)).token })
    const passwordForm = {
      old_password: password,
      new_password: 'elbe, padma, elbe',
      new_password_confirmation: 'elbe, padma, elbe',
    }
    await app.call('updatePassword', { ...passwordForm, old_password: 'wrong password' }, { token })
    await app.call('updatePassword', passwordForm, { token })
    await app.call('getMyData', {}, { token })
    const { body: secondSession } = await app.call('userLogin', {
      email: 'mina@elbe.example',
      password: 'elbe, padma, elbe',
    })
    await app.call('logout', {}, { token: secondSession.access_token })
    await app.call('closeAccount', { password: 'elbe, padma, elbe' }, { token })
    await app.deliverEmails()
    const auditRows = await app.db.selectFrom('audit').selectAll().orderBy('id').execute()
    assert.deepEqual(auditRows.map(({ action }) => action).toSorted(), [
      'account closed',
      'account created',
      'data exported',
      'email changed',
      'password changed',
      'password confirmed',
      'password confirmed',
      'password rejected',
      'sign-in',
      'sign-in',
      'sign-in failed',
      'sign-out',
    ])
    for (const { subject, action, account_id, at } of auditRows)
      assert.deepEqual(
        [subject, account_id, at],
        [`account ${user.id}`, action === 'sign-in failed' ? null : user.id, app.clock.now],
      )
    assert.doesNotMatch(JSON.stringify(auditRows), /mina|@/i)
    const countRowsAfterPurge = async (days: number) => {
      await purgeOldAudit(app.db, app.clock.now + days * DAY_MS)
      return (await app.db.selectFrom('audit').selectAll().execute()).length
    }
    assert.deepEqual([await countRowsAfterPurge(729), await countRowsAfterPurge(732)], [auditRows.length, 0])
  })
}
