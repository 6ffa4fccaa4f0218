import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { enginesFor, postgres } from '#testing/engines.ts'
import { startTestApp } from '#testing/test-app.ts'
import { createOwnerLink } from './owner.ts'

const ownerFields = { name: 'Nasreen Akter', username: 'nasreen', password: 'a long way to dhaka' }
const createForm = (token: string, overrides: object = {}) => ({
  token,
  ...ownerFields,
  password_confirmation: ownerFields.password,
  ...overrides,
})
const findToken = (url: string) => /^https:\/\/selvage\.example\/office\/welcome#token=([\w-]{43})$/.exec(url)![1]!

for (const engine of enginesFor(import.meta.url)) {
  test(`the owner link creates the first owner once, on ${engine.name} (OFF-8)`, async (context) => {
    const app = await startTestApp(engine, { SEED: 'none' })
    context.after(() => app.close())
    const email = 'nasreen@selvage.example'
    const link = (await createOwnerLink(app.db, app.clock.now, app.publicUrl, email))!
    assert.deepEqual([link.isNew, link.validHours], [true, 24])
    const token = findToken(link.url)
    assert.equal((await app.call('userLogin', { email, password: ownerFields.password })).status, 422)
    assert.deepEqual((await app.call('getInvitation', { token })).body, { email, role: 'owner' })

    const wrongResponse = await app.call(
      'acceptInvitation',
      createForm(token, { username: 'OWNER', password: 'short' }),
    )
    assert.equal(wrongResponse.status, 422)
    assert.deepEqual(Object.keys(wrongResponse.body.errors).sort(), ['password', 'password_confirmation', 'username'])
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => app.call('acceptInvitation', createForm(token))),
    )
    assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 422, 422, 422, 422])
    const { body } = responses.find(({ status }) => status === 200)!
    assert.equal(body.user.role, 'owner')
    assert.equal(
      (await app.call('getOfficeUser', {}, { token: body.access_token })).body.pending_step,
      'set up second factor',
    )
    assert.equal((await app.call('getInvitation', { token })).status, 422)
    assert.equal((await app.call('userLogin', { email, password: ownerFields.password })).body.home, '/office')

    const secondLink = (await createOwnerLink(app.db, app.clock.now, app.publicUrl, email.toUpperCase()))!
    assert.equal(secondLink.isNew, false)
    app.clock.advance(25 * 3_600_000)
    assert.equal(
      (await app.call('acceptInvitation', createForm(findToken(secondLink.url)))).status,
      422,
      'the link is valid for one day',
    )
  })

  test(`the owner link lets a locked-out owner set up the account again and makes no other user an owner, on ${engine.name} (OFF-8)`, async (context) => {
    const app = await startTestApp(engine)
    context.after(() => app.close())
    const tokenBefore = await app.signIn('owner')
    await app.db.updateTable('account').set({ second_factors: 1 }).where('username', '=', 'owner').execute()
    assert.equal(await createOwnerLink(app.db, app.clock.now, app.publicUrl, 'anna@buyer.example'), null)
    assert.equal(await createOwnerLink(app.db, app.clock.now, app.publicUrl, 'staff@selvage.example'), null)
    const firstLink = (await createOwnerLink(app.db, app.clock.now, app.publicUrl, 'owner@selvage.example'))!
    const link = (await createOwnerLink(app.db, app.clock.now, app.publicUrl, 'owner@selvage.example'))!
    assert.equal(
      (await app.call('acceptInvitation', createForm(findToken(firstLink.url)))).status,
      422,
      'only the latest link works',
    )
    const { status, body } = await app.call('acceptInvitation', createForm(findToken(link.url)))
    assert.equal(status, 200)
    assert.equal((await app.call('getOfficeUser', {}, { token: tokenBefore })).status, 401)
    assert.deepEqual((await app.call('getOfficeUser', {}, { token: body.access_token })).body.factors, {
      app: false,
      passkeys: false,
    })
  })
}

describe('owner command', () => {
  const run = promisify(execFile)
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  test('prints a link for a new database and rejects an invalid address (OFF-8)', async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'owner-'))
    context.after(() => rm(folder, { recursive: true }))
    const env = { ...process.env, DATA_DIR: folder, PUBLIC_URL: 'https://selvage.example', DATABASE_URL: '' }
    const { stdout } = await run(process.execPath, ['dist/server/admin.js', 'owner', 'nasreen@selvage.example'], {
      cwd: root,
      env,
    })
    assert.match(stdout, /within 24 hours:\n\n {2}https:\/\/selvage\.example\/office\/welcome#token=[\w-]{43}\n/)
    for (const [args, message] of [
      [[], /^"owner" takes one email address\./],
      [['a@b.example', 'c@d.example'], /^"owner" takes one email address\./],
      [['nobody'], /^"nobody" is no email address\.\n$/],
    ] as const)
      await assert.rejects(
        run(process.execPath, ['dist/server/admin.js', 'owner', ...args], { cwd: root, env }),
        (error: { code: number; stderr: string }) => {
          assert.equal(error.code, 1)
          assert.match(error.stderr, message)
          return true
        },
      )
  })

  test('needs no data folder with PostgreSQL, and names a data folder that it cannot write to (OPS-12)', async (context) => {
    const database = await postgres.bare()
    context.after(() => database.close())
    const env = { ...process.env, DATA_DIR: '/dev/null/data', DATABASE_URL: database.at.url }
    const argv = ['dist/server/admin.js', 'owner', 'nasreen@selvage.example']
    assert.match((await run(process.execPath, argv, { cwd: root, env })).stdout, /office\/welcome#token=/)
    await assert.rejects(run(process.execPath, argv, { cwd: root, env: { ...env, DATABASE_URL: '' } }), {
      code: 1,
      stderr:
        'Cannot write to the data folder /dev/null/data: give this user write access, or set DATA_DIR to another folder.\n',
    })
  })
})
