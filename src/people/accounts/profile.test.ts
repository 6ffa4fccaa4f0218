import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { passwordsByUsername, setUpTestApp } from '#testing/test-app.ts'

const fixedFields = { pending_email: '', role_id: 2, referral_count: 0 }
const profile = {
  name: 'Anna Becker',
  email: 'anna@buyer.example',
  phone: '+494066969123',
  company: 'Demo Buying Office, Hamburg',
  username: 'anna',
}

for (const engine of enginesFor(import.meta.url)) {
  describe(`profile, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let annaToken: string
    before(async () => {
      annaToken = await app.signIn('anna')
    })

    const readProfile = async () => (await app.call('getUserRow', {}, { token: annaToken })).body.data
    const submitProfile = (form: object, isMultipart = false) =>
      app.call('updateBookingUser', form, { token: annaToken, multipart: isMultipart })
    const readAccounts = () => app.db.selectFrom('account').selectAll().orderBy('id').execute()

    test('can be read by the member (API-20)', async () => {
      const { company, ...otherFields } = profile
      const { referral_code, ...row } = await readProfile()
      assert.deepEqual(row, { ...otherFields, company_name: company, ...fixedFields })
      assert.match(referral_code, /^[2-9A-HJ-NP-Z]{8}$/)
      assert.equal((await app.call('getUserRow', {}, { token: await app.signIn('owner') })).body.data.role_id, 4)
    })

    test('can have one of four roles (API-19)', async () => {
      const { body } = await app.call('getRoles', {}, { token: annaToken })
      assert.deepEqual(body, {
        data: [
          { id: 1, name: 'guest' },
          { id: 2, name: 'member' },
          { id: 3, name: 'staff' },
          { id: 4, name: 'owner' },
        ],
      })
    })

    test('can be changed by multipart and JSON, without changing other accounts (API-21, ACCT-11)', async () => {
      const otherAccounts = (await readAccounts()).filter((account) => account.username !== 'anna')
      for (const isMultipart of [false, true]) {
        const changedProfile = {
          name: `আনা ${isMultipart}`,
          email: profile.email,
          phone: '০১৭০০-০০০০০৪',
          company: 'Hamburg',
          username: 'Anna.B',
        }
        assert.equal((await submitProfile(changedProfile, isMultipart)).status, 200)
        const { company, ...otherFields } = changedProfile
        const { referral_code: _, ...row } = await readProfile()
        assert.deepEqual(row, { ...otherFields, phone: '+8801700000004', company_name: company, ...fixedFields })
        const signInResponse = await app.call('userLogin', { username: 'anna.b', password: passwordsByUsername.anna })
        assert.equal(signInResponse.status, 200)
        assert.equal(
          (await app.call('userLogin', { username: 'anna', password: passwordsByUsername.anna })).status,
          422,
        )
        assert.equal((await submitProfile(profile, isMultipart)).status, 200)
      }
      assert.deepEqual(
        (await readAccounts()).filter((account) => account.username !== 'anna'),
        otherAccounts,
      )
    })

    test('ignores a submitted role, status or password (T6)', async () => {
      const accountsBefore = await readAccounts()
      const forbiddenFields = {
        id: 1,
        user_id: 1,
        role: 'owner',
        rule_id: 4,
        role_id: 4,
        status: 0,
        is_admin: true,
        password: 'another password',
        suspended_at: 1,
        closed_at: 1,
        referral_code: 'MINE',
        referred_by: 1,
        created_at: 0,
        email_key: 'owner@selvage.example',
        username_key: 'owner',
        company_name: 'Mine',
        language: 'bn',
      }
      for (const isMultipart of [false, true]) {
        assert.equal((await submitProfile({ ...profile, ...forbiddenFields }, isMultipart)).status, 200)
        assert.deepEqual(await readAccounts(), accountsBefore)
      }
      assert.equal((await app.call('userLogin', { username: 'anna', password: passwordsByUsername.anna })).status, 200)
    })

    test('keeps fields that a form omits and clears fields that it sends empty (API-21)', async () => {
      const accountsBefore = await readAccounts()
      assert.equal((await submitProfile({})).status, 200)
      assert.equal((await submitProfile({ rule_id: 2, status: 1 }, true)).status, 200)
      assert.deepEqual(await readAccounts(), accountsBefore)
      for (const [name, value] of Object.entries({
        ...profile,
        name: 'Anna B.',
        phone: '+8801700000004',
        company: 'Elbe',
        username: 'anna.b',
      })) {
        const row = await readProfile()
        assert.equal((await submitProfile({ [name]: value }, name === 'name')).status, 200)
        assert.deepEqual(await readProfile(), { ...row, [name === 'company' ? 'company_name' : name]: value })
      }
      assert.equal((await submitProfile({ ...profile, phone: '', company: '' })).status, 200)
      assert.deepEqual([(await readProfile()).phone, (await readProfile()).company_name], ['', ''])
      await submitProfile(profile)
    })

    test('keeps all changes of concurrent updates to different fields (ACCT-11)', async () => {
      const changes = { name: 'Anna B.', phone: '+8801700000004', company: 'Elbe', username: 'anna.b' }
      const responses = await Promise.all(
        Object.entries(changes).map(([name, value]) => submitProfile({ [name]: value })),
      )
      assert.deepEqual(
        responses.map(({ status }) => status),
        [200, 200, 200, 200],
      )
      const { name, phone, company_name: company, username } = await readProfile()
      assert.deepEqual({ name, phone, company, username }, changes)
      await submitProfile(profile)
    })

    test('rejects invalid values and the names of other accounts (ACCT-11)', async () => {
      const accountsBefore = await readAccounts()
      const invalidForms: [object, string, RegExp][] = [
        [{ name: ' ' }, 'name', /fill this in/],
        [{ email: 'anna' }, 'email', /email address/],
        [{ email: 'OWNER@selvage.example' }, 'email', /already in use/],
        [{ username: 'st.aff' }, 'username', /already in use/],
        [{ username: 'a' }, 'username', /3 to 30/],
        [{ username: '' }, 'username', /fill this in/],
        [{ username: 'anna@buyer.example' }, 'username', /3 to 30/],
        [{ phone: 'call me' }, 'phone', /phone number/],
        [{ phone: '12345' }, 'phone', /phone number/],
        [{ phone: '494066969123' }, 'phone', /phone number/],
        [{ company: 'x'.repeat(121) }, 'company', /at most 120/],
      ]
      for (const [change, field, messagePattern] of invalidForms) {
        const { status, body } = await submitProfile({ ...profile, ...change })
        assert.equal(status, 422, JSON.stringify(change))
        assert.deepEqual(Object.keys(body.errors), [field])
        assert.match(body.errors[field][0], messagePattern)
      }
      assert.deepEqual(await readAccounts(), accountsBefore)
    })

    test('reports all errors together (ACCT-11)', async () => {
      const form = { name: '', email: 'anna', phone: 'x', username: 'a' }
      assert.deepEqual(Object.keys((await submitProfile({ ...profile, ...form })).body.errors).sort(), [
        'email',
        'name',
        'phone',
        'username',
      ])
      const takenErrors = {
        email: ['This email address is already in use.'],
        username: ['This username is already in use.'],
      }
      const takenNames = { email: 'owner@selvage.example', username: 'st.aff' }
      assert.deepEqual((await submitProfile({ ...profile, ...takenNames })).body.errors, takenErrors)
      assert.deepEqual((await submitProfile({ ...profile, ...takenNames, name: '' })).body.errors, {
        name: ['Please fill this in.'],
        ...takenErrors,
      })
    })

    test('shows the referral code and the number of sign-ups with it (ACCT-13)', async () => {
      const { referral_code: inviteCode } = await readProfile()
      const person = { name: 'Mina', password: 'a long way to dhaka', password_confirmation: 'a long way to dhaka' }
      for (const [username, code] of [
        ['mina-one', inviteCode],
        ['mina-two', inviteCode.toLowerCase()],
        ['mina-three', ''],
      ]) {
        const form = { ...person, username, email: `${username}@buyer.example`, inviteCode: code }
        assert.equal((await app.call('userRegister', form)).status, 200)
      }
      assert.equal((await readProfile()).referral_count, 2)
      const signInResponse = await app.call('userLogin', { username: 'mina-one', password: person.password })
      const row = (await app.call('getUserRow', {}, { token: signInResponse.body.access_token })).body.data
      assert.equal(row.referral_count, 0)
      assert.notEqual(row.referral_code, inviteCode)
    })

    test('cannot be updated while the account is suspended (T6)', async () => {
      await app.db.updateTable('account').set({ suspended_at: app.clock.now }).where('username', '=', 'anna').execute()
      assert.equal((await submitProfile({ ...profile, status: 1 })).status, 401)
      assert.notEqual(
        (
          await app.db
            .selectFrom('account')
            .select('suspended_at')
            .where('username', '=', 'anna')
            .executeTakeFirstOrThrow()
        ).suspended_at,
        null,
      )
      await app.db.updateTable('account').set({ suspended_at: null }).where('username', '=', 'anna').execute()
    })

    test('accepts a new password only if it meets the password rules and the old password is correct (API-16, ACCT-12)', async () => {
      const accountsBefore = await readAccounts()
      const form = {
        old_password: passwordsByUsername.anna,
        new_password: 'dhaka-to-hamburg',
        new_password_confirmation: 'dhaka-to-hamburg',
      }
      const invalidForms: [object, object][] = [
        [{ old_password: 'wrong password' }, { old_password: ['The old password is incorrect.'] }],
        [{ old_password: '' }, { old_password: ['Please fill this in.'] }],
        [
          { old_password: 'wrong password', new_password: 'too short', new_password_confirmation: 'to short' },
          {
            old_password: ['The old password is incorrect.'],
            new_password: ['Use at least 10 characters.'],
            new_password_confirmation: ['The two passwords are not the same.'],
          },
        ],
        [
          { old_password: 'wrong password', new_password_confirmation: '' },
          { old_password: ['The old password is incorrect.'], new_password_confirmation: ['Please fill this in.'] },
        ],
        [
          { new_password: passwordsByUsername.anna, new_password_confirmation: passwordsByUsername.anna },
          { new_password: ['This is your current password. Choose another.'] },
        ],
        [
          { new_password_confirmation: 'dhaka-to-hamburG' },
          { new_password_confirmation: ['The two passwords are not the same.'] },
        ],
        [
          { new_password: 'short', new_password_confirmation: 'short' },
          { new_password: ['Use at least 10 characters.', 'This password is too easy to guess.'] },
        ],
        [
          { new_password: 'Anna Becker', new_password_confirmation: 'Anna Becker' },
          { new_password: ['This password is too easy to guess.'] },
        ],
        [
          { new_password: 'x'.repeat(257), new_password_confirmation: 'x'.repeat(257) },
          {
            new_password: ['This may have at most 256 characters.'],
            new_password_confirmation: ['This may have at most 256 characters.'],
          },
        ],
      ]
      for (const [change, errors] of invalidForms) {
        for (const isMultipart of [false, true]) {
          const { status, body } = await app.call(
            'updatePassword',
            { ...form, ...change },
            { token: annaToken, multipart: isMultipart },
          )
          assert.equal(status, 422)
          assert.deepEqual(body.errors, errors)
        }
      }
      assert.deepEqual(await readAccounts(), accountsBefore)
      const staffToken = await app.signIn('staff')
      assert.equal(
        (await app.call('updatePassword', { ...form, username: 'anna', user_id: 3 }, { token: staffToken })).status,
        422,
      )
      assert.equal((await app.call('updatePassword', form, { token: annaToken })).status, 200)
      assert.equal((await app.call('userLogin', { username: 'anna', password: 'dhaka-to-hamburg' })).status, 200)
    })
  })
}
