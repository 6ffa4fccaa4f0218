import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { assertMoneyConsistent } from '#testing/assert-money.ts'
import { createRandom } from '#testing/random.ts'

const ROUNDS = 40
/** The minimum number of handovers in the tests before the random test. */
const EARLIER_HANDOVERS = 23

for (const engine of enginesFor(import.meta.url)) {
  describe(`the cash drawer of the desk, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let staffToken: string
    let ownerToken: string
    let colleagueId: number
    before(async () => {
      ;[staffToken, ownerToken] = [await app.signIn('staff'), await app.signIn('owner')]
      const { id } = await app.db
        .selectFrom('account')
        .select('id')
        .where('username', '=', 'owner')
        .executeTakeFirstOrThrow()
      colleagueId = id
    })

    const call = (name: Parameters<TestApp['call']>[0], form: object = {}, key = randomUUID()) =>
      app.call(name, form, { token: staffToken, key })
    const callOk = (name: Parameters<TestApp['call']>[0], form: object = {}) =>
      app.callOk(name, form, { token: staffToken, key: randomUUID() })
    async function book(price: number) {
      const room = await app.db.selectFrom('room').select('id').where('slug', '=', 'single').executeTakeFirstOrThrow()
      const rooms = [{ room: room.id, adults: 1, price }]
      const dates = { from: app.day(0), to: app.day(1) }
      const guest = { source: 'walk_in', name: 'Mina', phone: '+8801700000009', language: 'en' }
      const { code } = await callOk('bookAtDesk', { ...dates, rooms, ...guest })
      return code as string
    }
    const toSums = ({ counted, received, refunded, cash_added, cash_removed, expected }: Record<string, number>) => [
      counted,
      received,
      refunded,
      cash_added,
      cash_removed,
      expected,
    ]

    test('reports its movements, is counted, and is handed over with the difference (OFF-193)', async () => {
      const code = await book(5000)
      await callOk('recordTillMovement', { way: 'in', amount: 1000, why: 'Change from the bank' })
      await callOk('takePayment', { code, amount: 3000, method: 'cash' })
      await callOk('takePayment', { code, amount: 2000, method: 'card', reference: 'Slip 12' })
      await callOk('recordTillMovement', { way: 'out', amount: 250.5, why: 'Taxi for Anna' })
      const refundForm = { code, amount: 100, method: 'cash', reason: 'Tea was cold' }
      assert.equal((await call('recordRefund', refundForm)).status, 403)
      assert.equal((await app.call('recordRefund', refundForm, { token: ownerToken })).status, 200)
      const handover = await callOk('getHandover')
      assert.deepEqual(toSums(handover), [0, 3000, 100, 1000, 250.5, 3649.5])
      const takings = handover.takings.map((row: Record<string, unknown>) => [row['method'], row['amount']])
      assert.deepEqual(
        new Map(takings),
        new Map<string, number>([
          ['card', 2000],
          ['cash', 2900],
        ]),
      )
      assert.equal(handover.since, null)
      const excessResponse = await call('recordTillMovement', { way: 'out', amount: 3649.51, why: 'Locked away' })
      assert.deepEqual([excessResponse.status, Object.keys(excessResponse.body.errors)], [422, ['amount']])
      const responseWithoutNote = await call('handOver', { counted: 3600, expected: 3649.5 })
      assert.deepEqual([responseWithoutNote.status, Object.keys(responseWithoutNote.body.errors)], [422, ['note']])
      const unknownColleagueResponse = await call('handOver', { counted: 3600, expected: 3649.5, to: 1_000_000 })
      assert.deepEqual(
        [unknownColleagueResponse.status, Object.keys(unknownColleagueResponse.body.errors)],
        [422, ['note', 'to']],
      )
      assert.deepEqual(toSums(await callOk('getHandover')), toSums(handover))
      const note = 'A coin or two is missing. Key of 204 is at the plumber.'
      const handoverAfter = await callOk('handOver', { counted: 3600, expected: 3649.5, to: colleagueId, note })
      assert.deepEqual(toSums(handoverAfter), [3600, 0, 0, 0, 0, 3600])
      const [lastHandover] = handoverAfter.earlier.data
      assert.deepEqual(
        [lastHandover.by, lastHandover.to, lastHandover.difference, lastHandover.note],
        ['Tanvir Hasan', 'Nasreen Akter', -49.5, note],
      )
      assert.deepEqual([handoverAfter.takings, handoverAfter.since.by], [[], 'Tanvir Hasan'])
      const log = await app.call('getLog', { action: 'handed over' }, { token: ownerToken })
      assert.deepEqual(
        log.body.data[0].changes.map(({ field, after: newValue }: Record<string, unknown>) => [field, newValue]),
        [
          ['expected', 3649.5],
          ['counted', 3600],
          ['difference', -49.5],
          ['to', 'Nasreen Akter'],
          ['text', note],
        ],
      )
      await assertMoneyConsistent(app.db)
    })

    test('rejects a handover with 409 if cash has moved since the count, and records a repeated movement once (OFF-193)', async () => {
      const { expected, since } = await callOk('getHandover')
      await callOk('recordTillMovement', { way: 'in', amount: 10, why: 'Found under the desk' })
      const countedState = { expected, since: since.id }
      assert.equal((await call('handOver', { ...countedState, counted: expected })).status, 409)
      for (const excessAmount of [1e308, -1e17])
        assert.equal((await call('handOver', { ...countedState, expected: excessAmount, counted: 1 })).status, 422)
      assert.equal((await callOk('getHandover')).expected, expected + 10)
      const key = randomUUID()
      const responses = await Promise.all(
        [1, 2, 3].map(() => call('recordTillMovement', { way: 'in', amount: 1, why: 'Coin' }, key)),
      )
      assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
      assert.equal((await callOk('getHandover')).expected, expected + 11)
    })

    test('accepts only one of two concurrent handovers (OFF-193)', async () => {
      const handover = await callOk('getHandover')
      const form = { counted: handover.expected, expected: handover.expected, since: handover.since.id }
      const responses = await Promise.all([call('handOver', form), app.call('handOver', form, { token: ownerToken })])
      assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 409])
      assert.equal((await call('handOver', form)).status, 409)
    })

    test('omits voided payments from the amounts received and refunded (OFF-193)', async () => {
      const code = await book(700)
      for (const payment of [{ method: 'cash' }, { method: 'card', reference: 'Slip 13' }]) {
        const { payments } = await callOk('takePayment', { code, amount: 700, ...payment })
        const voidForm = { code, id: payments.at(-1).id, reason: 'Of another guest' }
        assert.equal((await app.call('voidPayment', voidForm, { token: ownerToken })).status, 200)
      }
      const { received, refunded, takings } = await callOk('getHandover')
      assert.deepEqual([received, refunded], [0, 0])
      assert.deepEqual(
        takings.map(({ amount }: { amount: number }) => amount),
        [0, 0],
      )
    })

    test('lists earlier handovers page by page, and the open tasks (OFF-193)', async () => {
      for (let remaining = 21; remaining > 0; remaining--) {
        const { expected, since } = await callOk('getHandover')
        await callOk('handOver', { counted: expected, expected, since: since.id })
      }
      await callOk('addDeskNote', { text: 'Key of 301 is with the guard', task: true })
      const { earlier, notes } = await callOk('getHandover')
      assert.deepEqual(
        notes.map(({ text }: { text: string }) => text),
        ['Key of 301 is with the guard'],
      )
      const nextPage = await callOk('getHandovers', { after: earlier.more })
      assert.deepEqual([earlier.data.length, nextPage.data.at(-1).difference, nextPage.more], [20, -49.5, null])
      const ids = [...earlier.data, ...nextPage.data].map(({ id }: { id: number }) => id)
      assert.deepEqual(
        ids,
        [...new Set(ids)].toSorted((a, b) => b - a),
      )
    })

    test('stays consistent under random concurrent payments, refunds and handovers (OFF-193)', async () => {
      const codes = [await book(100_000), await book(100_000)]
      for (let seed = 1; seed <= ROUNDS; seed++) {
        const random = createRandom(seed)
        const { expected, since } = await callOk('getHandover')
        const operations = Array.from({ length: random.between(2, 6) }, () => {
          const [operation, amount] = [random.below(6), random.between(1, 900) / 4]
          const token = random.oneOf([staffToken, ownerToken])
          const send = (name: Parameters<TestApp['call']>[0], form: object, caller = token) =>
            app.call(name, form, { token: caller, key: randomUUID() })
          if (operation < 2)
            return send('recordTillMovement', { way: random.oneOf(['in', 'out']), amount, why: 'At random' })
          const countedCash = Math.max(0, expected + random.oneOf([0, 0, 7, -7.5]))
          if (operation === 2)
            return send('handOver', { counted: countedCash, expected, since: since.id, note: 'At random' })
          const payment = {
            code: random.oneOf(codes),
            amount,
            method: random.oneOf(['cash', 'cash', 'card']),
            reference: 'X',
          }
          return operation === 3
            ? send('recordRefund', { ...payment, reason: 'At random' }, ownerToken)
            : send('takePayment', payment)
        })
        for (const { status, body } of await Promise.all(operations))
          assert.ok([200, 409, 422].includes(status), `seed ${seed}: ${status} ${JSON.stringify(body)}`)
        await assertMoneyConsistent(app.db)
        const [countedPoisha, receivedPoisha, refundedPoisha, putInPoisha, takenOutPoisha, expectedPoisha] = toSums(
          await callOk('getHandover'),
        ) as number[]
        assert.equal(
          expectedPoisha,
          Math.round((countedPoisha! + receivedPoisha! - refundedPoisha! + putInPoisha! - takenOutPoisha!) * 100) / 100,
          `seed ${seed}`,
        )
      }
      await assertShiftsAddUp()
    })

    /**
     * Checks that the last count plus the movements of a shift equals the expected cash at its end. Till numbers must
     * have no gaps.
     */
    async function assertShiftsAddUp(): Promise<void> {
      const payments = await app.db.selectFrom('payment').selectAll().where('till_no', 'is not', null).execute()
      const moves = await app.db.selectFrom('till_move').selectAll().execute()
      const handovers = await app.db.selectFrom('handover').selectAll().orderBy('till_no').execute()
      assert.ok(handovers.length > EARLIER_HANDOVERS)
      const tillNumbers = [...payments, ...moves, ...handovers].map(({ till_no }) => till_no!)
      assert.deepEqual(
        tillNumbers.toSorted((a, b) => a - b),
        tillNumbers.map((_, at) => at + 1),
      )
      const cashMovements = [...payments.filter(({ method }) => method === 'cash'), ...moves]
      for (const [index, { till_no, expected_poisha }] of handovers.entries()) {
        const previousHandover = handovers[index - 1]
        const movements = cashMovements.filter(
          (row) => row.till_no! > (previousHandover?.till_no ?? 0) && row.till_no! < till_no,
        )
        const sum = movements.reduce(
          (total, { amount_poisha }) => total + amount_poisha,
          previousHandover?.counted_poisha ?? 0,
        )
        assert.equal(sum, expected_poisha, `handover ${index + 1}`)
      }
    }
  })
}
