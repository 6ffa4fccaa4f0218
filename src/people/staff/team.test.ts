import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { passwordsByUsername, setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { readEmailsTo, extractLink } from '#testing/emails.ts'
import { grantablePermissions } from '#schema/permissions.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`team, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let ownerToken: string
    before(async () => {
      ownerToken = await app.signIn('owner')
    })

    const call = (...[name, form]: Parameters<TestApp['call']>) => app.call(name, form, { token: ownerToken })
    const readPeople = async () =>
      (await call('getTeam')).body.people as { id: number; name: string; email: string; state: string }[]
    const readId = async (name: string) =>
      (await readPeople()).find((person) => person.name === name || person.email === name)!.id

    test('invites a person by email, who then has the permissions of the role (OFF-9)', async () => {
      const email = 'mina@selvage.example'
      const role = { id: 0, version: 0, name_en: 'Prices', name_bn: '', grants: ['change rates', 'see the log'] }
      const createdRole = await call('saveStaffRole', role)
      assert.deepEqual([createdRole.status, createdRole.body.name_bn, createdRole.body.version], [200, null, 1])
      for (const [wrongFields, field] of [
        [{ email: 'x', staff_role: 1, language: 'bn' }, 'email'],
        [{ email: 'ANNA@buyer.example', staff_role: 1, language: 'bn' }, 'email'],
        [{ email, staff_role: 99, language: 'bn' }, 'staff_role'],
        [{ email, staff_role: 1, language: 'de' }, 'language'],
      ] as const) {
        const { status, body } = await call('inviteColleague', wrongFields)
        assert.deepEqual([status, Object.keys(body.errors)], [422, [field]])
      }
      assert.equal(
        (await call('inviteColleague', { email, staff_role: createdRole.body.id, language: 'bn' })).status,
        200,
      )
      assert.equal((await readPeople()).find((person) => person.email === email)!.state, 'invited')
      const message = (await readEmailsTo(app, email)).at(-1)!
      assert.match(message.header('subject'), /[\u0980-\u09ff]/)
      const { page, token } = extractLink(message)
      assert.equal(page, '/bn/office/welcome')
      const password = 'a long way to dhaka'
      const acceptance = { token, name: 'Mina Rahman', username: 'mina', password, password_confirmation: password }
      const { status, body } = await app.call('acceptInvitation', acceptance)
      assert.equal(status, 200)
      const memberAuth = { token: body.access_token as string }
      const officeUser = (await app.call('getOfficeUser', {}, memberAuth)).body
      assert.deepEqual(
        [officeUser.role, officeUser.role_name, officeUser.grants, officeUser.pending_step],
        ['staff', 'Prices', role.grants, null],
      )
      assert.equal((await app.call('getLog', {}, memberAuth)).status, 200)
      assert.equal((await app.call('getWaitingRequests', {}, memberAuth)).status, 403)
      assert.equal((await app.call('getTeam', {}, memberAuth)).status, 403)

      await call('saveStaffRole', { ...createdRole.body, grants: ['see bookings'] })
      assert.equal((await app.call('getLog', {}, memberAuth)).status, 403, 'a changed role applies at once')
      assert.equal((await app.call('getWaitingRequests', {}, memberAuth)).status, 200)
      assert.equal((await call('removeStaffRole', { id: createdRole.body.id })).status, 409)
      await call('changeColleague', { id: body.user.id, staff_role: 3 })
      assert.equal((await app.call('getOfficeUser', {}, memberAuth)).body.role_name, 'Manager')
      assert.equal((await call('removeStaffRole', { id: createdRole.body.id })).status, 200)
    })

    test('removes a role after the last account with it was closed (OFF-9)', async () => {
      const grants = ['see bookings']
      const { body: role } = await call('saveStaffRole', { id: 0, version: 0, name_en: 'Intern', name_bn: '', grants })
      const email = 'intern@selvage.example'
      await call('inviteColleague', { email, staff_role: role.id, language: 'en' })
      const { token } = extractLink((await readEmailsTo(app, email)).at(-1)!)
      const password = 'a short way to dhaka'
      const acceptance = { token, name: 'Rumi', username: 'rumi', password, password_confirmation: password }
      const { body } = await app.call('acceptInvitation', acceptance)
      assert.equal((await app.call('closeAccount', { password }, { token: body.access_token })).status, 200)
      assert.equal((await call('removeStaffRole', { id: role.id })).status, 200)
    })

    test('saves one of several concurrent changes of a role and rejects the others with 409 (OFF-9)', async () => {
      const { body: role } = await call('getStaffRole', { id: 2 })
      const saveResponses = await Promise.all(
        grantablePermissions.slice(0, 5).map((grant) => call('saveStaffRole', { ...role, grants: [grant] })),
      )
      assert.deepEqual(saveResponses.map(({ status }) => status).toSorted(), [200, 409, 409, 409, 409])
      const savedRole = (await call('getStaffRole', { id: 2 })).body
      assert.deepEqual(
        [savedRole.version, savedRole.grants],
        [role.version + 1, saveResponses.find(({ status }) => status === 200)!.body.grants],
      )
      const { body: log } = await call('getLog', { subject: 'role 2' })
      assert.equal(log.data.length, 1)
      assert.deepEqual(log.data[0].changes, [{ field: 'grants', before: role.grants, after: savedRole.grants }])
    })

    test('ends the sessions of suspended staff immediately, and lets them sign in when restored (OFF-9)', async () => {
      const tanvirId = await readId('Tanvir Hasan')
      const token = await app.signIn('staff')
      assert.equal(
        (await call('suspendColleague', { id: tanvirId, suspended: true })).body.colleague.state,
        'suspended',
      )
      assert.equal((await app.call('getOfficeUser', {}, { token })).status, 401)
      await assert.rejects(app.signIn('staff'))
      await call('suspendColleague', { id: tanvirId, suspended: false })
      assert.equal((await app.call('getOfficeUser', {}, { token })).status, 401, 'the old session stays ended')
      const secondToken = await app.signIn('staff')
      await call('endColleagueSessions', { id: tanvirId })
      assert.equal((await app.call('getOfficeUser', {}, { token: secondToken })).status, 401)
      const { body } = await call('getLog', { subject: `account ${tanvirId}` })
      const actions = body.data.map(({ action }: { action: string }) => action)
      for (const action of ['account suspended', 'account restored', 'sessions ended'])
        assert.ok(actions.includes(action))
      assert.ok(body.data.every(({ address }: { address: string | null }) => address !== ''))
    })

    test('keeps at least one owner, even if two owners demote each other concurrently (OFF-9)', async () => {
      const nasreenId = await readId('Nasreen Akter')
      assert.equal(
        (await call('suspendColleague', { id: nasreenId, suspended: true })).status,
        409,
        'owners cannot suspend themselves',
      )
      assert.equal(
        (await call('changeColleague', { id: nasreenId, staff_role: 1 })).status,
        409,
        'the last owner keeps the role',
      )
      const tanvirId = await readId('Tanvir Hasan')
      await call('changeColleague', { id: tanvirId, staff_role: null })
      const otherToken = await app.signIn('staff')
      const responses = await Promise.all([
        call('changeColleague', { id: tanvirId, staff_role: 1 }),
        app.call('changeColleague', { id: nasreenId, staff_role: 1 }, { token: otherToken }),
      ])
      assert.equal(responses.filter(({ status }) => status === 200).length, 1)
      const owners = await app.db.selectFrom('account').select('name').where('role', '=', 'owner').execute()
      assert.equal(owners.length, 1)
      await app.db
        .updateTable('account')
        .set({ role: 'owner', staff_role_id: null })
        .where('id', '=', nasreenId)
        .execute()
      await app.db.updateTable('account').set({ role: 'staff', staff_role_id: 1 }).where('id', '=', tanvirId).execute()
    })

    test('keeps the only owner who can sign in, whatever other owners are invited (OFF-9, ACCT-13)', async () => {
      const email = 'second-owner@selvage.example'
      await call('inviteColleague', { email, staff_role: null, language: 'en' })
      const nasreenId = await readId('Nasreen Akter')
      assert.equal((await call('changeColleague', { id: nasreenId, staff_role: 1 })).status, 409)
      assert.equal((await call('closeAccount', { password: passwordsByUsername.owner })).status, 409)
      assert.equal((await call('changeColleague', { id: await readId(email), staff_role: 1 })).status, 200)
    })

    test('invites a person once, even if two owners do so at the same time (OFF-9)', async () => {
      const invitation = { email: 'twice@selvage.example', staff_role: 1, language: 'en' }
      const responses = await Promise.all([call('inviteColleague', invitation), call('inviteColleague', invitation)])
      assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 422])
    })

    test('emails a new link to staff who lost access (OFF-9)', async () => {
      const tanvirId = await readId('Tanvir Hasan')
      assert.equal((await call('resetStaffSignIn', { id: tanvirId })).status, 200)
      const { token } = extractLink((await readEmailsTo(app, 'staff@selvage.example')).at(-1))
      assert.deepEqual((await app.call('getInvitation', { token })).body, {
        email: 'staff@selvage.example',
        role: 'staff',
      })
    })

    test('sends no password reset link before the invitation is accepted (OFF-9, ACCT-4)', async () => {
      const email = 'not-yet@selvage.example'
      await call('inviteColleague', { email, staff_role: 1, language: 'en' })
      assert.equal((await app.call('forgotPassword', { email })).status, 200)
      assert.equal((await readEmailsTo(app, email)).length, 1, 'only the invitation')
    })

    test('sends no new link to suspended staff, who could not use it (OFF-9)', async () => {
      const id = await readId('Tanvir Hasan')
      const countEmails = async () => (await readEmailsTo(app, 'staff@selvage.example')).length
      const countBefore = await countEmails()
      await call('suspendColleague', { id, suspended: true })
      assert.equal((await call('resetStaffSignIn', { id })).status, 409)
      await call('suspendColleague', { id, suspended: false })
      assert.equal(await countEmails(), countBefore)
    })

    test('cannot be managed without a recent verification (OFF-9)', async () => {
      app.clock.advance(11 * 60_000)
      const { status, body } = await call('inviteColleague', {
        email: 'rahim@selvage.example',
        staff_role: 1,
        language: 'en',
      })
      assert.deepEqual([status, Object.keys(body.errors)], [403, ['proof']])
    })
  })
}
