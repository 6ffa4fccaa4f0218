import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { translatorFor } from '#locales/both.ts'

const password = 'a long way to dhaka'
const mina = {
  name: 'Mina Rahman',
  email: 'Mina@Buyer.Example',
  username: 'mina.rahman',
  password,
  password_confirmation: password,
}

for (const engine of enginesFor(import.meta.url)) {
  describe(`sign-up, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)

    const readAccount = (email: string) =>
      app.db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst()
    const readAllRows = async () => [
      await app.db.selectFrom('account').selectAll().orderBy('id').execute(),
      await app.db.selectFrom('mail').select('id').orderBy('id').execute(),
    ]
    const signIn = (name: object) => app.call('userLogin', { password, ...name })

    test('creates a working account with a username and emails a confirmation link (API-13, ACCT-1)', async () => {
      const { status, body } = await app.call('userRegister', mina)
      assert.equal(status, 200)
      assert.deepEqual(body, { message: 'Done.' })
      for (const name of [
        { username: 'mina.rahman' },
        { email: 'mina@buyer.example' },
        { username: 'MINA@buyer.example' },
      ]) {
        const { body: session } = await signIn(name)
        assert.equal(session.user.name, 'Mina Rahman')
        assert.equal(session.user.role, 'member')
      }
      const [welcomeEmail, ...otherEmails] = await app.deliverEmails()
      assert.match(welcomeEmail!, /^To: Mina@buyer\.example/m)
      assert.doesNotMatch(
        welcomeEmail!,
        /mina\.rahman|Mina Rahman/,
        'a stranger may have typed the address and the names',
      )
      assert.equal(otherEmails.length, 0)
    })

    test('derives a username from the address on the short form, with a suffix if it is taken (API-14, ACCT-2)', async () => {
      const usernamesByEmail = [
        ['rahim@buyer.example', 'rahim'],
        ['rahim@other.example', /^rahim-\w{6}$/],
        ['r@buyer.example', 'member'],
        ['রহিম@buyer.example', /^member-\w{6}$/],
        ['o.w.n.e.r@buyer.example', /^owner-\w{6}$/],
      ] as const
      for (const [email, username] of usernamesByEmail) {
        assert.equal((await app.call('register', { name: 'Rahim', email, password })).status, 200, email)
        const account = await readAccount(email)
        assert.match(account!.username!, typeof username === 'string' ? new RegExp(`^${username}$`) : username)
        assert.equal(account!.role, 'member')
        assert.equal((await signIn({ email })).status, 200)
      }
    })

    test('stores the password only as a hash and never emails it', async () => {
      const account = await readAccount(mina.email)
      assert.match(account!.password!, /^\$argon2id\$/)
      const storedText = JSON.stringify([
        account,
        await app.db.selectFrom('mail').selectAll().execute(),
        await app.db.selectFrom('job').selectAll().execute(),
        await app.deliverEmails(),
      ])
      assert.ok(!storedText.includes(password))
    })

    test('ignores a submitted role, status and other internal fields (T6)', async () => {
      const forbiddenFields = {
        id: 1,
        role: 'owner',
        rule_id: 4,
        role_id: 4,
        status: 1,
        referral_code: 'MINE',
        referred_by: 1,
        suspended_at: 1,
        email_key: 'owner@selvage.example',
        username_key: 'owner',
        is_admin: true,
      }
      await app.call('userRegister', { ...mina, email: 'claims@buyer.example', username: 'claims', ...forbiddenFields })
      const account = await readAccount('claims@buyer.example')
      assert.equal(account!.role, 'member')
      assert.equal(account!.email_key, 'claims@buyer.example')
      assert.equal(account!.username_key, 'clalrns')
      assert.equal(account!.referred_by, null)
      assert.equal(account!.suspended_at, null)
      assert.notEqual(account!.referral_code, 'MINE')
    })

    test('rejects a taken address or username in any spelling (ACCT-3, T25)', async () => {
      const rowsBefore = await readAllRows()
      const takenNames: [object, object][] = [
        [{ email: 'mina@buyer.example' }, { email: ['This email address is already in use.'] }],
        [{ email: 'MINA@BUYER.EXAMPLE' }, { email: ['This email address is already in use.'] }],
        [{ email: 'ｍｉｎａ@buyer.example' }, { email: ['This email address is already in use.'] }],
        [{ email: 'owner@ｓelvage.example' }, { email: ['This email address is already in use.'] }],
        [{ username: 'MINA.RAHMAN' }, { username: ['This username is already in use.'] }],
        [{ username: 'm1na-rahman' }, { username: ['This username is already in use.'] }],
        [{ username: '0wner' }, { username: ['This username is already in use.'] }],
        [{ username: 'мina.rahman' }, { username: ['Use 3 to 30 letters, digits, dots, hyphens or underscores.'] }],
        [{ username: 'owner\u200b' }, { username: ['Use 3 to 30 letters, digits, dots, hyphens or underscores.'] }],
      ]
      for (const [change, errors] of takenNames) {
        const { status, body } = await app.call('userRegister', {
          ...mina,
          email: 'new@buyer.example',
          username: 'new.name',
          ...change,
        })
        assert.equal(status, 422, JSON.stringify(change))
        assert.deepEqual(body.errors, errors, JSON.stringify(change))
      }
      const shortForm = await app.call('register', { name: 'Mina', email: 'minA@buyer.example', password })
      assert.deepEqual(shortForm.body.errors, { email: ['This email address is already in use.'] })
      assert.deepEqual(await readAllRows(), rowsBefore)
    })

    test('rejects a short, common, overlong or mistyped password on both forms (T24, T26)', async () => {
      const rowsBefore = await readAllRows()
      const invalidPasswords: [string, RegExp][] = [
        ['', /fill this in/],
        ['nine char', /at least 10/],
        ['password123', /too easy/],
        ['1234567890', /too easy/],
        ['new@buyer.example', /too easy/],
        ['Mina Rahman', /too easy/],
        ['x'.repeat(257), /at most 256/],
      ]
      for (const [invalidPassword, messagePattern] of invalidPasswords) {
        for (const name of ['userRegister', 'register'] as const) {
          const { status, body } = await app.call(name, {
            ...mina,
            email: 'new@buyer.example',
            username: 'new.name',
            password: invalidPassword,
            password_confirmation: invalidPassword,
          })
          assert.equal(status, 422, invalidPassword)
          assert.deepEqual(
            Object.keys(body.errors).filter((field) => field !== 'password_confirmation'),
            ['password'],
            invalidPassword,
          )
          assert.match(body.errors.password[0], messagePattern)
        }
      }
      for (const password_confirmation of [password + ' ', password.toUpperCase()]) {
        const { status, body } = await app.call('userRegister', {
          ...mina,
          email: 'new@buyer.example',
          username: 'new.name',
          password_confirmation,
        })
        assert.equal(status, 422)
        assert.deepEqual(body.errors, { password_confirmation: ['The two passwords are not the same.'] })
      }
      assert.deepEqual(await readAllRows(), rowsBefore)
    })

    test('reports all errors together (ACCT-3)', async () => {
      const rowsBefore = await readAllRows()
      const invalidFields = {
        email: 'notmail',
        username: 'a',
        password: 'short',
        password_confirmation: 'shorx',
        inviteCode: 'NOPE',
      }
      const firstResponse = await app.call('userRegister', { ...mina, ...invalidFields })
      assert.equal(firstResponse.status, 422)
      assert.deepEqual(firstResponse.body.errors, {
        email: ['Enter an email address such as name@example.com.'],
        username: ['Use 3 to 30 letters, digits, dots, hyphens or underscores.'],
        password: ['Use at least 10 characters.', 'This password is too easy to guess.'],
        password_confirmation: ['The two passwords are not the same.'],
        inviteCode: ['This referral code does not exist.'],
      })
      const takenErrors = {
        email: ['This email address is already in use.'],
        username: ['This username is already in use.'],
      }
      assert.deepEqual((await app.call('userRegister', mina)).body.errors, takenErrors)
      assert.deepEqual((await app.call('userRegister', { ...mina, name: ' ' })).body.errors, {
        name: ['Please fill this in.'],
        ...takenErrors,
      })
      const shortForm = await app.call('register', { name: '', email: mina.email, password: 'Mina@buyer.example' })
      assert.deepEqual(shortForm.body.errors, {
        name: ['Please fill this in.'],
        email: takenErrors.email,
        password: ['This password is too easy to guess.'],
      })
      assert.deepEqual((await app.call('userRegister', { ...mina, email: '', username: '' })).body.errors, {
        email: ['Please fill this in.'],
        username: ['Please fill this in.'],
      })
      assert.deepEqual(await readAllRows(), rowsBefore)
    })

    test('records the referrer of a known code and rejects an unknown code (ACCT-13)', async () => {
      const referrer = await readAccount(mina.email)
      const signUpWithInvite = (email: string, username: string, inviteCode: string) =>
        app.call('userRegister', { ...mina, email, username, inviteCode })
      assert.equal(
        (await signUpWithInvite('one@buyer.example', 'one.one', ` ${referrer!.referral_code!.toLowerCase()} `)).status,
        200,
      )
      const account = await readAccount('one@buyer.example')
      assert.equal(account!.referred_by, referrer!.id)
      assert.match(account!.referral_code!, /^[2-9A-HJ-NP-Z]{8}$/)
      assert.notEqual(account!.referral_code, referrer!.referral_code)

      assert.equal((await signUpWithInvite('two@buyer.example', 'two.two', '')).status, 200)
      assert.equal((await readAccount('two@buyer.example'))!.referred_by, null)
      const rowsBefore = await readAllRows()
      for (const code of ['NOSUCHCD', '%', '________', '0']) {
        const { status, body } = await signUpWithInvite('three@buyer.example', 'three.three', code)
        assert.equal(status, 422)
        assert.deepEqual(body.errors, { inviteCode: ['This referral code does not exist.'] })
      }
      assert.deepEqual(await readAllRows(), rowsBefore)
    })

    test('gives an email address or username to only one of several concurrent sign-ups', async () => {
      const requestConcurrently = (form: (index: number) => object) =>
        Promise.all(Array.from({ length: 5 }, (_, index) => app.call('userRegister', { ...mina, ...form(index) })))
      const sameEmailResponses = await requestConcurrently((index) => ({
        email: 'race@buyer.example',
        username: `racer-${index}`,
      }))
      const sameUsernameResponses = await requestConcurrently((index) => ({
        email: `racer-${index}@buyer.example`,
        username: 'the-racer',
      }))
      for (const [responses, field] of [
        [sameEmailResponses, 'email'],
        [sameUsernameResponses, 'username'],
      ] as const) {
        assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 422, 422, 422, 422])
        for (const { status, body } of responses)
          if (status === 422) assert.deepEqual(Object.keys(body.errors), [field])
      }
    })

    test('derives different usernames for concurrent sign-ups', async () => {
      const responses = await Promise.all(
        Array.from({ length: 5 }, (_, index) =>
          app.call('register', { name: 'Sumi', email: `sumi@${index}house.example`, password }),
        ),
      )
      assert.deepEqual(
        responses.map(({ status, body }) => [status, body.errors]),
        responses.map(() => [200, undefined]),
      )
    })

    test('stores any text as a name unchanged (T20, T29)', async () => {
      const names = [
        '2027-13-45',
        '2027-02-28',
        '{username}',
        '{name}',
        "Robert'); drop table account;--",
        '<script>alert(1)</script>',
        '=1+1',
        '$&',
        '১২৩',
      ]
      for (const [index, name] of names.entries()) {
        const email = `odd-${index}@buyer.example`
        assert.equal((await app.call('register', { name, email, password })).status, 200, name)
        assert.equal((await readAccount(email))!.name, name)
        const message = (await readEmailsTo(app, email)).at(-1)!
        assert.ok(message.text.startsWith(translatorFor('en').t('mail.greeting_unnamed')), message.text.slice(0, 80))
        assert.doesNotMatch(message.html, /<script/)
      }
    })
  })
}
