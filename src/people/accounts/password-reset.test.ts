import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { passwordsByUsername, setUpTestApp } from '#testing/test-app.ts'
import { readEmailsTo, extractLink } from '#testing/emails.ts'
import { translatorFor } from '#locales/both.ts'
import { hashPassword } from './password.ts'
import { purgeExpiredLinks } from './signed-link.ts'
import { MINUTE_MS } from '#platform/durations.ts'

const annaAddress = 'anna@buyer.example'
const newPassword = 'elbe, padma, elbe'

for (const engine of enginesFor(import.meta.url)) {
  describe(`password reset, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let passwordHash: string
    before(async () => {
      passwordHash = await hashPassword(passwordsByUsername.anna)
    })
    beforeEach(async () => {
      app.clock.advance(61 * MINUTE_MS)
      await updateAnna({ password: passwordHash, language: 'en', suspended_at: null, closed_at: null })
    })

    const updateAnna = (columns: object) =>
      app.db.updateTable('account').set(columns).where('username', '=', 'anna').execute()
    const requestReset = (email = annaAddress, language = 'en') => app.call('forgotPassword', { email }, { language })
    const requestLinkToken = async () => {
      await requestReset()
      return extractLink((await readEmailsTo(app, annaAddress)).at(-1)).token
    }
    const resetPassword = (token: string, password = newPassword, overrides: object = {}, language = 'en') =>
      app.call('resetPassword', { token, password, password_confirmation: password, ...overrides }, { language })
    const canSignIn = async (password: string) =>
      (await app.call('userLogin', { username: 'anna', password })).status === 200

    test('sets a new password by emailed link, ends every session and notifies the account holder (ACCT-4)', async () => {
      const sessions = [await app.signIn('anna'), await app.signIn('anna')]
      const ownerToken = await app.signIn('owner')
      const response = await requestReset('ANNA@buyer.example')
      assert.deepEqual(
        [response.status, response.body],
        [200, { message: translatorFor('en').t('account.link_sent', { minutes: 30 }) }],
      )
      const message = (await readEmailsTo(app, annaAddress)).at(-1)!
      assert.equal(message.header('subject'), 'Choose a new password')
      const { page, token } = extractLink(message)
      assert.equal(page, '/reset-password')
      assert.ok(message.text.includes('Dear Anna Becker,') && message.text.includes('30 minutes'))

      const doneResponse = await resetPassword(token)
      const { device_token, ...otherFields } = doneResponse.body
      assert.deepEqual(
        [doneResponse.status, otherFields],
        [200, { message: translatorFor('en').t('account.password_reset') }],
      )
      assert.match(device_token, /^[\w-]{43}$/)
      assert.deepEqual([await canSignIn(passwordsByUsername.anna), await canSignIn(newPassword)], [false, true])
      for (const accessToken of sessions)
        assert.equal((await app.call('getUserRow', {}, { token: accessToken })).status, 401)
      assert.equal((await app.call('getUserRow', {}, { token: ownerToken })).status, 200)
      const notice = (await readEmailsTo(app, annaAddress)).at(-1)!
      assert.equal(notice.header('subject'), 'Your password was changed')
      assert.ok(notice.text.includes(translatorFor('en').moment(new Date(app.clock.now))), notice.text)
      assert.ok(notice.text.includes('https://selvage.example/forget-password'))
    })

    test('emails in the language of the page that requests or sets the password (ACCT-4)', async () => {
      await requestReset(annaAddress, 'bn')
      const message = (await readEmailsTo(app, annaAddress)).at(-1)!
      assert.equal(message.header('subject'), translatorFor('bn').t('mail.reset_subject'))
      const { page, token } = extractLink(message)
      assert.equal(page, '/bn/reset-password')
      assert.equal(
        (await resetPassword(token, newPassword, {}, 'bn')).body.message,
        translatorFor('bn').t('account.password_reset'),
      )
      assert.match((await readEmailsTo(app, annaAddress)).at(-1)!.text, /\/bn\/forget-password/)

      await updateAnna({ language: 'bn' })
      await requestReset(annaAddress, 'en')
      const englishEmail = (await readEmailsTo(app, annaAddress)).at(-1)!
      assert.equal(englishEmail.header('subject'), translatorFor('en').t('mail.reset_subject'))
      assert.equal(extractLink(englishEmail).page, '/reset-password')
    })

    test('responds equally and does the same work for known and unknown addresses (ACCT-4, S7)', async () => {
      const firstResponse = await requestReset()
      const otherAddresses = [
        'nobody@buyer.example',
        'rafiq@guest.example',
        'NOBODY@buyer.example',
        'মেইল@উদাহরণ.বাংলা',
      ]
      const countJobs = async () => {
        const { count } = await app.db
          .selectFrom('job')
          .select((row) => row.fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
        return Number(count)
      }
      await readEmailsTo(app, annaAddress)
      const emailCount = (await app.deliverEmails()).length
      for (const email of otherAddresses) {
        const jobCountBefore = await countJobs()
        const { status, body, headers } = await requestReset(email)
        assert.deepEqual([status, body], [firstResponse.status, firstResponse.body])
        assert.equal(headers.get('content-length'), firstResponse.headers.get('content-length'))
        assert.equal(await countJobs(), jobCountBefore + 1)
      }
      for (const column of ['suspended_at', 'closed_at']) {
        await updateAnna({ [column]: app.clock.now })
        const { status, body } = await requestReset()
        assert.deepEqual([status, body], [firstResponse.status, firstResponse.body])
        await app.deliverEmails()
        await updateAnna({ [column]: null })
      }
      assert.equal((await app.deliverEmails()).length, emailCount)
    })

    test('stores neither the emailed link nor the password in plain text (S8)', async () => {
      await requestReset()
      const token = await requestLinkToken()
      await resetPassword(token)
      await app.deliverEmails()
      const storedText = JSON.stringify(
        await Promise.all(
          (['mail', 'job', 'signed_link', 'account', 'rate_limit'] as const).map((table) =>
            app.db.selectFrom(table).selectAll().execute(),
          ),
        ),
      )
      assert.ok(!storedText.includes(token) && !storedText.includes(newPassword))
    })

    test('accepts a link once, for 30 minutes, until a newer link is sent, and explains each rejection (ACCT-4)', async () => {
      const [olderToken, newerToken] = [await requestLinkToken(), await requestLinkToken()]
      const readRejection = async (token: string, language = 'en') => {
        const { status, body } = await resetPassword(token, newPassword, {}, language)
        assert.equal(status, 422)
        assert.deepEqual(Object.keys(body.errors), ['token'])
        return body.errors.token[0]
      }
      const { t } = translatorFor('en')
      assert.equal(await readRejection(olderToken), t('error.link_used'))
      assert.equal(await readRejection('x'.repeat(43)), t('error.link_invalid'))
      assert.equal(await readRejection(newerToken.toLowerCase()), t('error.link_invalid'))
      app.clock.advance(30 * MINUTE_MS - 1)
      assert.equal((await resetPassword(newerToken)).status, 200)
      assert.equal(await readRejection(newerToken), t('error.link_used'))

      const lateToken = await requestLinkToken()
      const readLink = async () => (await app.call('checkLink', { purpose: 'reset-password', token: lateToken })).body
      assert.deepEqual(await readLink(), { refusal: null })
      app.clock.advance(30 * MINUTE_MS)
      assert.deepEqual(await readLink(), { refusal: t('error.link_expired') })
      assert.equal(await readRejection(lateToken), t('error.link_expired'))
      assert.equal(await readRejection(lateToken, 'bn'), translatorFor('bn').t('error.link_expired'))
      await purgeExpiredLinks(app.db, app.clock.now)
      assert.equal(await readRejection(lateToken), t('error.link_expired'))
      app.clock.advance(8 * 24 * 60 * MINUTE_MS)
      await purgeExpiredLinks(app.db, app.clock.now)
      assert.equal(await readRejection(lateToken), t('error.link_invalid'))
    })

    test('rejects a weak password without using up the link (ACCT-4, T26)', async () => {
      const token = await requestLinkToken()
      const invalidForms: [object, string][] = [
        [{ password: 'short', password_confirmation: 'short' }, 'password'],
        [{ password: 'football2027', password_confirmation: 'football2027' }, 'password'],
        [{ password: 'Anna Becker', password_confirmation: 'Anna Becker' }, 'password'],
        [{ password_confirmation: newPassword + ' ' }, 'password_confirmation'],
        [{ token: '' }, 'token'],
      ]
      for (const [change, field] of invalidForms) {
        const { status, body } = await resetPassword(token, newPassword, change)
        assert.equal(status, 422)
        assert.deepEqual(Object.keys(body.errors), [field])
      }
      assert.equal(await canSignIn(passwordsByUsername.anna), true)
      assert.equal((await resetPassword(token)).status, 200)
    })

    test('succeeds once if a link is used several times concurrently', async () => {
      const token = await requestLinkToken()
      const passwords = Array.from({ length: 6 }, (_, index) => `elbe and padma ${index}`)
      const responses = await Promise.all(passwords.map((password) => resetPassword(token, password)))
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 422, 422, 422, 422, 422])
      const acceptedPassword = passwords[responses.findIndex(({ status }) => status === 200)]!
      assert.equal(await canSignIn(acceptedPassword), true)
    })

    test('sends at most three emails an hour, of which the last link stays valid (A3)', async () => {
      const emailCountBefore = (await readEmailsTo(app, annaAddress)).length
      for (let requestCount = 0; requestCount < 6; requestCount++) assert.equal((await requestReset()).status, 200)
      const emails = await readEmailsTo(app, annaAddress)
      assert.equal(emails.length - emailCountBefore, 3)
      assert.equal((await resetPassword(extractLink(emails.at(-1)).token)).status, 200)
    })

    test('rejects a link that is older than a password change (ACCT-12)', async () => {
      const token = await requestLinkToken()
      const form = {
        old_password: passwordsByUsername.anna,
        new_password: newPassword,
        new_password_confirmation: newPassword,
      }
      assert.equal((await app.call('updatePassword', form, { token: await app.signIn('anna') })).status, 200)
      assert.equal((await readEmailsTo(app, annaAddress)).at(-1)!.header('subject'), 'Your password was changed')
      assert.equal((await resetPassword(token, 'something else entirely')).status, 422)
      assert.equal(await canSignIn(newPassword), true)
    })
  })
}
