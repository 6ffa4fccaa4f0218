import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { engines } from '../../testing/engines.ts'
import { openHouse, type TestHouse } from '../../testing/house.ts'
import { proveMoney } from '../../testing/money.ts'
import { chance } from '../../testing/random.ts'

for (const engine of engines) {
  describe(`the cash of the desk, on ${engine.name}`, () => {
    let house: TestHouse
    let staff: string
    let owner: string
    let colleague: number
    before(async () => {
      house = await openHouse(engine)
      ;[staff, owner] = [await house.signIn('staff'), await house.signIn('owner')]
      const { id } = await house.db
        .selectFrom('account')
        .select('id')
        .where('username', '=', 'owner')
        .executeTakeFirstOrThrow()
      colleague = id
    })
    after(() => house.close())

    const call = (name: Parameters<TestHouse['call']>[0], form: object = {}, key = randomUUID()) =>
      house.call(name, form, { token: staff, key })
    async function done(name: Parameters<TestHouse['call']>[0], form: object = {}) {
      const { status, body } = await call(name, form)
      assert.equal(status, 200, JSON.stringify(body))
      return body
    }
    async function book(price: number) {
      const room = await house.db.selectFrom('room').select('id').where('slug', '=', 'single').executeTakeFirstOrThrow()
      const rooms = [{ room: room.id, adults: 1, price }]
      const dates = { from: house.day(0), to: house.day(1) }
      const who = { source: 'walk_in', name: 'Mina', phone: '+8801700000009', language: 'en' }
      const { code } = await done('bookAtDesk', { ...dates, rooms, ...who })
      return code as string
    }
    const sums = ({ counted, received, given_back, put_in, taken_out, expected }: Record<string, number>) => [
      counted,
      received,
      given_back,
      put_in,
      taken_out,
      expected,
    ]

    test('is told as it came about, counted, and handed over with its difference (OFF-193)', async () => {
      const code = await book(5000)
      await done('moveTill', { way: 'in', amount: 1000, why: 'Change from the bank' })
      await done('takePayment', { code, amount: 3000, method: 'cash' })
      await done('takePayment', { code, amount: 2000, method: 'card', reference: 'Slip 12' })
      await done('moveTill', { way: 'out', amount: 250.5, why: 'Taxi for Anna' })
      const asked = { code, amount: 100, method: 'cash', reason: 'Tea was cold' }
      assert.equal((await call('payBack', asked)).status, 403)
      assert.equal((await house.call('payBack', asked, { token: owner })).status, 200)
      const drawer = await done('getHandover')
      assert.deepEqual(sums(drawer), [0, 3000, 100, 1000, 250.5, 3649.5])
      const takings = drawer.takings.map((each: Record<string, unknown>) => [each['method'], each['amount']])
      assert.deepEqual(
        new Map(takings),
        new Map<string, number>([
          ['card', 2000],
          ['cash', 2900],
        ]),
      )
      const unsaid = await call('handOver', { counted: 3600, expected: 3649.5 })
      assert.deepEqual([unsaid.status, Object.keys(unsaid.body.errors)], [422, ['note']])
      const nobody = await call('handOver', { counted: 3649.5, expected: 3649.5, to: 1_000_000 })
      assert.deepEqual([nobody.status, Object.keys(nobody.body.errors)], [422, ['to']])
      const note = 'A coin or two is missing. Key of 204 is at the plumber.'
      const after = await done('handOver', { counted: 3600, expected: 3649.5, to: colleague, note })
      assert.deepEqual(sums(after), [3600, 0, 0, 0, 0, 3600])
      const [last] = after.earlier
      assert.deepEqual([last.by, last.to, last.difference, last.note], ['Tanvir Hasan', 'Nasreen Akter', -49.5, note])
      assert.deepEqual(after.takings, [])
      await proveMoney(house.db)
    })

    test('is counted against what is there: not where money has come since it was looked at (OFF-193)', async () => {
      const { expected } = await done('getHandover')
      await done('moveTill', { way: 'in', amount: 10, why: 'Found under the desk' })
      assert.equal((await call('handOver', { counted: expected, expected })).status, 409)
      assert.equal((await done('getHandover')).expected, expected + 10)
      const key = randomUUID()
      const same = await Promise.all([1, 2, 3].map(() => call('moveTill', { way: 'in', amount: 1, why: 'Coin' }, key)))
      assert.deepEqual(new Set(same.map(({ status }) => status)), new Set([200]))
      assert.equal((await done('getHandover')).expected, expected + 11)
    })

    test('holds what came into it, whoever takes, gives and counts at once (OFF-193)', async () => {
      const by = chance(20_261_123)
      const codes = [await book(100_000), await book(100_000)]
      for (let turn = 0; turn < 12; turn++) {
        const { expected } = await done('getHandover')
        const acts = Array.from({ length: 6 }, () => {
          const [what, amount] = [by.below(4), by.between(1, 900) / 4]
          if (what === 0) return call('moveTill', { way: by.oneOf(['in', 'out']), amount, why: 'At random' })
          if (what === 1) return call('handOver', { counted: expected + by.oneOf([0, 7]), expected, note: 'At random' })
          return call('takePayment', {
            code: by.oneOf(codes),
            amount,
            method: by.oneOf(['cash', 'cash', 'card']),
            reference: 'X',
          })
        })
        for (const { status, body } of await Promise.all(acts))
          assert.ok([200, 409].includes(status), JSON.stringify(body))
        await proveMoney(house.db)
        const [counted, received, back, put, taken, now] = sums(await done('getHandover')) as [
          number,
          number,
          number,
          number,
          number,
          number,
        ]
        assert.equal(now, Math.round((counted + received - back + put - taken) * 100) / 100)
      }
    })
  })
}
