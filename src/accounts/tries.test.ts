import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { engines } from '../../testing/engines.ts'
import { cast, openHouse, type Answer, type TestHouse } from '../../testing/house.ts'
import { lettersTo, linkIn } from '../../testing/letters.ts'
import { endpoints, type EndpointName } from '../urls.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600 * SECOND_MS

for (const engine of engines) {
  describe(`guessing at one account from many addresses, on ${engine.name}`, () => {
    let house: TestHouse
    before(async () => {
      house = await openHouse(engine, { RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' })
    })
    after(() => house.close())
    beforeEach(() => house.clock.advance(2 * HOUR_MS))

    let addresses = 0
    const newAddress = () => `198.51.${Math.floor(++addresses / 250)}.${addresses % 250}`
    async function callFrom(address: string, name: EndpointName, input: object, token?: string): Promise<Answer> {
      const answer = await house.fetch(endpoints[name][1], {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(input),
      })
      return { status: answer.status, headers: answer.headers, body: await answer.json() }
    }
    const signIn = (username: string, password: string, address = newAddress()) =>
      callFrom(address, 'userLogin', { username, password })
    const guess = (username = 'anna', address?: string) => signIn(username, 'wrong password', address)
    const waits = ({ headers }: Answer) => Number(headers.get('retry-after'))

    test('is free five times, and then waits twice as long each time, up to ten minutes (A3)', async () => {
      for (let tries = 1; tries <= 5; tries++) assert.equal((await guess()).status, 422)
      const pauses: number[] = []
      for (let tries = 0; tries < 12; tries++) {
        const refused = await guess()
        assert.equal(refused.status, 429)
        pauses.push(waits(refused))
        house.clock.advance(waits(refused) * SECOND_MS - 1)
        assert.equal((await guess()).status, 429)
        house.clock.advance(1)
        assert.equal((await guess()).status, 422)
      }
      assert.deepEqual(pauses, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600])
      house.clock.advance(HOUR_MS)
      for (let tries = 1; tries <= 5; tries++) assert.equal((await guess()).status, 422)
    })

    test('is slowed for a name that nobody has exactly as for one that somebody has (S7)', async () => {
      const seen = async (name: string) => {
        const answers: unknown[] = []
        for (let tries = 0; tries < 8; tries++) {
          const { status, headers, body } = await guess(name)
          answers.push([status, headers.get('retry-after'), body])
        }
        return answers
      }
      assert.deepEqual(await seen('nobody'), await seen('anna'))
      assert.deepEqual(await seen('nobody@buyer.example'), await seen('anna@buyer.example'))
    })

    test('counts a name as one, however it is written, and at once as well as one by one', async () => {
      const spellings = ['anna', 'ANNA', 'a.n.n.a', 'an-na', 'Anna', 'a_nna']
      const answers = await Promise.all(Array.from({ length: 18 }, (_, index) => guess(spellings[index % 6]!)))
      assert.equal(answers.filter(({ status }) => status === 422).length, 5)
      assert.equal(answers.filter(({ status }) => status === 429).length, 13)
    })

    test('does not keep the owner out, who comes from where they have been before (A3)', async () => {
      const home = newAddress()
      assert.equal((await signIn('anna', cast.anna, home)).status, 200)
      for (let tries = 0; tries < 12; tries++) await guess()
      assert.equal((await signIn('anna', cast.anna)).status, 429)
      assert.equal((await signIn('anna', cast.anna, home)).status, 200)
      for (let tries = 1; tries <= 5; tries++) assert.equal((await guess('anna', home)).status, 422)
      assert.equal((await signIn('anna', cast.anna, home)).status, 429)
    })

    test('does not keep the owner out anywhere, once a letter has brought a new password (ACCT-4)', async () => {
      const home = newAddress()
      assert.equal((await signIn('anna', cast.anna, home)).status, 200)
      for (let tries = 0; tries < 12; tries++) {
        await guess()
        await guess('anna', home)
        await guess('anna@buyer.example')
      }
      assert.equal((await signIn('anna', cast.anna, home)).status, 429)
      await callFrom(home, 'forgotPassword', { email: 'anna@buyer.example' })
      const { token } = linkIn((await lettersTo(house, 'anna@buyer.example')).at(-1))
      const reset = { token, password: cast.anna + '!', password_confirmation: cast.anna + '!' }
      assert.equal((await callFrom(home, 'resetPassword', reset)).status, 200)
      assert.equal((await signIn('anna', cast.anna + '!', home)).status, 200)
      assert.equal((await signIn('anna@buyer.example', cast.anna + '!')).status, 200)
    })

    test('is forgotten with the right password', async () => {
      for (let round = 0; round < 3; round++) {
        for (let tries = 0; tries < 4; tries++) assert.equal((await guess('staff')).status, 422)
        assert.equal((await signIn('staff', cast.staff)).status, 200)
      }
    })

    test('is slowed behind the door as well: with a token that was stolen (ACCT-12)', async () => {
      const { body } = await signIn('owner', cast.owner)
      const form = { old_password: 'wrong password', new_password: 'elbe and padma', new_password_confirmation: 'elbe and padma' }
      const tries = await Promise.all(
        Array.from({ length: 4 }, (_, index) => [
          callFrom(newAddress(), 'updatePassword', form, body.access_token),
          callFrom(newAddress(), 'closeAccount', { password: `wrong password ${index}` }, body.access_token),
        ]).flat(),
      )
      assert.deepEqual(tries.map(({ status }) => status).sort(), [422, 422, 422, 422, 422, 429, 429, 429])
      assert.equal((await signIn('owner', cast.owner)).status, 200)
    })

    test('of an old password beside faults of the new one counts like any other (ACCT-12)', async () => {
      const { body } = await signIn('staff', cast.staff)
      const form = { old_password: 'wrong password', new_password: 'a', new_password_confirmation: '' }
      const answers: Answer[] = []
      for (let tries = 0; tries < 6; tries++) answers.push(await callFrom(newAddress(), 'updatePassword', form, body.access_token))
      assert.deepEqual(answers.map(({ status }) => status), [422, 422, 422, 422, 422, 429])
      assert.deepEqual(Object.keys(answers[0]!.body.errors).sort(), Object.keys(form).sort())
    })

    test('keeps no name that was tried', async () => {
      await guess('nobody-at-all')
      assert.ok(!JSON.stringify(await house.db.selectFrom('rate_limit').selectAll().execute()).includes('nobody-at-all'))
    })
  })
}
