import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`extras, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let ownerToken: string
    before(async () => {
      ownerToken = await app.signIn('owner')
    })

    const call = (name: Parameters<TestApp['call']>[0], form: object = {}) =>
      app.call(name, form, { token: ownerToken })
    const tea = { name_en: 'Tea', name_bn: 'চা', price: 60.5, vat: 5, active: true }
    async function book() {
      const room = await app.db.selectFrom('room').select('id').where('slug', '=', 'twin').executeTakeFirstOrThrow()
      const { body } = await call('bookAtDesk', {
        from: app.day(9),
        to: app.day(10),
        rooms: [{ room: room.id, adults: 1, price: 1000 }],
        source: 'phone',
        name: 'Mina Akter',
        phone: '+8801700000009',
        language: 'en',
      })
      return { code: body.code as string, booking: body.booking as number }
    }

    test('can be added, changed and reordered, and reject a stale update with 409 (OFF-192)', async () => {
      const { body: addedExtra } = await call('addExtra', tea)
      assert.deepEqual(addedExtra, { id: addedExtra.id, version: 1, ...tea })
      const change = { ...tea, id: addedExtra.id, version: 1 }
      const responses = await Promise.all([
        call('saveExtra', { ...change, price: 70 }),
        call('saveExtra', { ...change, price: 80 }),
      ])
      assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 409])
      const ids = ((await call('getExtras')).body.data as { id: number }[]).map(({ id }) => id)
      const reorderedResponse = await call('orderExtras', { ids: ids.toReversed() })
      assert.deepEqual(
        reorderedResponse.body.data.map(({ id }: { id: number }) => id),
        ids.toReversed(),
      )
      assert.equal((await call('orderExtras', { ids: ids.slice(1) })).status, 409)
      for (const [invalidFields, field] of [
        [{ price: 0 }, 'price'],
        [{ price: 1.001 }, 'price'],
        [{ vat: 101 }, 'vat'],
        [{ name_en: ' ' }, 'name_en'],
      ] as const) {
        const { status, body } = await call('addExtra', { ...tea, ...invalidFields })
        assert.deepEqual([status, Object.keys(body.errors)], [422, [field]])
      }
      assert.equal((await call('getExtra', { id: 1_000_000 })).status, 404)
    })

    test('are charged with their own VAT rate, and cannot be charged once they are inactive (OFF-192)', async () => {
      const { body: cheaperTea } = await call('addExtra', { ...tea, price: 105 })
      const { code, booking } = await book()
      const charge = { code, booking, extra: cheaperTea.id, name: 'Tea', quantity: 2, each: 105 }
      const { body: bill } = await call('addCharge', charge)
      // The prices include VAT: 15 % of 1,000 for the room, and 5 % of 210 for the tea.
      assert.equal(bill.vat, 140.43)
      await call('saveExtra', { ...cheaperTea, active: false })
      const { status, body } = await call('addCharge', { ...charge, quantity: 3 })
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['extra']])
      const billAfter = (await call('getBill', { code })).body
      assert.equal(billAfter.charges.length, 1)
      assert.ok(!billAfter.extras.some(({ id }: { id: number }) => id === cheaperTea.id))
    })
  })
}
