import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { passwordsByUsername, setUpTestApp } from '#testing/test-app.ts'
import { compareMedians } from '#testing/median.ts'
import { hashPassword, isPassword } from '#people/accounts/password.ts'
import '#people/accounts/sign-in.test.ts'

test('a wrong password takes as long to check for an unknown user as for a known one', async () => {
  const storedHash = await hashPassword('hamburg-to-dhaka')
  const createCheck = (phc: string | null) => async () => assert.equal(await isPassword('wrong password', phc), false)
  await assertSameDuration({ tries: 40, tolerance: 0.25 }, createCheck(null), createCheck(storedHash))
})

for (const engine of bothEngines) {
  describe(`response times on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    before(async () => {
      const slowHash = await hashPassword(passwordsByUsername.anna)
      await app.db.updateTable('account').set({ password: slowHash }).where('username', '=', 'anna').execute()
    })

    test('do not reveal at sign-in whether a user exists (S7)', async () => {
      const createSignIn = (username: string) => () => app.call('userLogin', { username, password: 'wrong password' })
      await assertSameDuration({ tries: 200, tolerance: 0.1 }, createSignIn('nobody'), createSignIn('anna'))
    })

    test('do not reveal after a forgotten password whether a user exists (ACCT-4, S7)', async () => {
      const createResetRequest = (email: string) => () => app.call('forgotPassword', { email })
      await assertSameDuration(
        { tries: 100, tolerance: 0.25 },
        createResetRequest('nobody@buyer.example'),
        createResetRequest('anna@buyer.example'),
      )
    })
  })
}

async function assertSameDuration(
  precision: Parameters<typeof compareMedians>[0],
  ...calls: (() => Promise<unknown>)[]
) {
  const ratio = await compareMedians(precision, calls[0]!, calls[1]!)
  assert.ok(Math.abs(Math.log(ratio)) < Math.log(1 + precision.tolerance), String(ratio))
}
