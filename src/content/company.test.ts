import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { engines } from '../../testing/engines.ts'
import { openHouse, type TestHouse } from '../../testing/house.ts'
import { inTransaction } from '../platform/database/database.ts'
import { companyOf, writeCompany } from './company.ts'

for (const engine of engines) {
  describe(`the company, on ${engine.name},`, () => {
    let house: TestHouse
    before(async () => {
      house = await openHouse(engine)
    })
    after(() => house.close())

    const nameFor = async (asker: { visit: object }) => (await companyOf(house.db, asker)).name.en

    test('is read once for a page, however much of it asks', async (t) => {
      const asked = t.mock.method(house.db, 'executeQuery')
      const readings = () =>
        asked.mock.calls.filter(({ arguments: [query] }) => JSON.stringify(query).includes('company.%')).length
      for (const [at, path] of ['/', '/blog', '/bn/details/zipper', '/contact', '/no-such-page'].entries()) {
        await (await house.get(`${path}?utm_source=mail`)).text()
        assert.equal(readings(), at + 1, path)
      }
    })

    test('is the same for all that one visit asks, and read anew for the next', async () => {
      const [first, second] = [{ visit: {} }, { visit: {} }]
      assert.equal(await nameFor(first), 'Selvage Accessories')
      await writeCompany(house.db, { name: { en: 'Selvage Trims' } })
      assert.equal(await nameFor(first), 'Selvage Accessories')
      assert.equal(await nameFor(second), 'Selvage Trims')
      await writeCompany(house.db, { name: { en: 'Selvage Accessories' } })
    })

    test('is in a transaction what that has written, and outside of it what counts', async () => {
      const asker = { visit: {} }
      await nameFor(asker)
      const undone = inTransaction(house.db, async (transaction) => {
        await writeCompany(transaction, { name: { en: 'Selvage Trims' } })
        assert.equal((await companyOf(transaction, asker)).name.en, 'Selvage Trims')
        throw new Error('second thoughts')
      })
      await assert.rejects(undone, /second thoughts/)
      assert.equal(await nameFor(asker), 'Selvage Accessories')
      assert.equal(await nameFor({ visit: {} }), 'Selvage Accessories')
    })

    test('that could not be read is asked for again', async () => {
      const asker = { visit: {} }
      const gone = await engine.fresh()
      await gone.close()
      await assert.rejects(companyOf(gone.db, asker))
      assert.equal(await nameFor(asker), 'Selvage Accessories')
    })
  })
}
