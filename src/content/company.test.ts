import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bothEngines, enginesFor } from '#testing/engines.ts'
import { demoContent, setUpTestApp } from '#testing/test-app.ts'
import { inTransaction, openDatabase } from '#platform/database/database.ts'
import { publish } from '#platform/database/publish.ts'
import { loadCompany, readCompany, writeCompany } from './company.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`reading company settings, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)

    const readCompanyName = async (ctx: { visit: object }) => (await loadCompany(app.db, ctx)).name.en

    test('reads the settings once per page', async (t) => {
      const queries = t.mock.method(app.db, 'executeQuery')
      const countReads = () =>
        queries.mock.calls.filter(({ arguments: [query] }) => JSON.stringify(query).includes('company.%')).length
      for (const [index, path] of ['/', '/blog', '/bn/details/zipper', '/contact', '/no-such-page'].entries()) {
        await (await app.get(`${path}?utm_source=mail`)).text()
        assert.equal(countReads(), index + 1, path)
      }
    })

    test('returns the settings of the first read within a request, and reads them again for the next one', async () => {
      const [firstCtx, secondCtx] = [{ visit: {} }, { visit: {} }]
      assert.equal(await readCompanyName(firstCtx), 'Selvage Accessories')
      await writeCompany(app.db, { name: { en: 'Selvage Trims' } })
      assert.equal(await readCompanyName(firstCtx), 'Selvage Accessories')
      assert.equal(await readCompanyName(secondCtx), 'Selvage Trims')
      await writeCompany(app.db, { name: { en: 'Selvage Accessories' } })
    })

    test('returns uncommitted settings inside a transaction and committed settings outside', async () => {
      const ctx = { visit: {} }
      await readCompanyName(ctx)
      const failedPublish = publish(app.db, async (tx) => {
        await writeCompany(tx, { name: { en: 'Selvage Trims' } })
        assert.equal((await loadCompany(tx, ctx)).name.en, 'Selvage Trims')
        throw new Error('second thoughts')
      })
      await assert.rejects(failedPublish, /second thoughts/)
      assert.equal(await readCompanyName(ctx), 'Selvage Accessories')
      assert.equal(await readCompanyName({ visit: {} }), 'Selvage Accessories')
    })

    test('shows the guest facts that are set, and omits unset facts and registration numbers of zeros (DES-4)', async () => {
      const readGuestFacts = async (language: string) => {
        const { body } = await app.call('getGlobalData', {}, { language })
        return body.guestFacts.map(({ label, text }: { label: string; text: string }) => `${label}: ${text}`)
      }
      assert.deepEqual(await readGuestFacts('en'), [
        'Breakfast: BDT\u00a0450 per guest',
        'To the airport: 9 km, 25 to 60 minutes by car',
        'Airport transfer: BDT\u00a01,500 per car, one way',
        'Late check-out: BDT\u00a01,500 per room',
      ])
      assert.ok((await readGuestFacts('bn')).every((fact: string) => !/[0-9]/.test(fact)))
      const readPages = async () =>
        Promise.all(
          ['/rooms', '/booking-details/single', '/service', '/imprint'].map(async (path) =>
            (await app.get(path)).text(),
          ),
        )
      const [roomsHtml, roomHtml, serviceHtml, imprintHtml] = await readPages()
      for (const html of [roomsHtml, roomHtml, serviceHtml]) assert.ok(html!.includes('>BDT\u00a0450 per guest<'))
      for (const html of [roomsHtml, roomHtml]) assert.ok(html!.includes('>about USD\u00a037 · EUR\u00a032<'))
      for (const html of [roomsHtml, roomHtml])
        assert.ok(html!.includes('>Amounts in other currencies are approximate (rate of 20 Nov 2026).<'))
      assert.doesNotMatch(imprintHtml!, /DNCC\/000000|C-00000|000000000-0000/)
      await writeCompany(app.db, { tradeLicence: 'TRAD/DNCC/014203/1995', registration: 'C-00000/1995' })
      const [, , , filledImprint] = await readPages()
      assert.ok(filledImprint!.includes('>TRAD/DNCC/014203/1995<'))
      assert.ok(!filledImprint!.includes('C-00000'))

      await writeCompany(app.db, { breakfastBdt: 0, exchange: { day: '2027-01-03', usd: null, eur: 150 } })
      assert.ok((await readGuestFacts('en')).includes('Breakfast: Included in the price'))
      const [changedRooms] = await readPages()
      assert.ok(changedRooms!.includes('>about EUR\u00a030<'))
      assert.ok(changedRooms!.includes('(rate of 3 Jan 2027).<'))

      const optionalFields = [
        'breakfastBdt',
        'airport',
        'transferBdt',
        'lateCheckOutBdt',
        'exchange',
        'tradeLicence',
        'registration',
        'taxNumber',
      ]
      await publish(app.db, (tx) =>
        tx
          .deleteFrom('setting')
          .where(
            'key',
            'in',
            optionalFields.map((name) => `company.${name}`),
          )
          .execute(),
      )
      assert.deepEqual(await readGuestFacts('en'), [])
      for (const html of await readPages()) {
        const main = /<main\b.*<\/main>/s.exec(html)![0].replace(/<script.*?<\/script>/s, '') // the texts of the search
        assert.doesNotMatch(main, /Breakfast<|To the airport|about (USD|EUR)|rate of|Trade licence|>Registration</)
      }
    })

    test('reads the settings again after a failed read', async () => {
      const ctx = { visit: {} }
      const closedDatabase = await engine.fresh()
      await closedDatabase.close()
      await assert.rejects(loadCompany(closedDatabase.db, ctx))
      assert.equal(await readCompanyName(ctx), 'Selvage Accessories')
    })
  })
}

for (const engine of bothEngines)
  describe(`the cache of the company settings, on ${engine.name}`, () => {
    test('receives the settings from the database only after a publication (PERF-28)', async (t) => {
      const { db, close } = await engine.filled(demoContent)
      t.after(close)
      const queries = t.mock.method(db, 'executeQuery')
      const listReceivedTexts = async () => {
        const results = await Promise.all(queries.mock.calls.map(({ result }) => result))
        queries.mock.resetCalls()
        return results.map((result) => (result!.rows[0] as { text: string | null }).text !== null)
      }
      const company = await readCompany(db)
      await readCompany(db)
      assert.deepEqual(await listReceivedTexts(), [true, false])
      await publish(db, async () => {})
      assert.deepEqual(await readCompany(db), company)
      assert.deepEqual(await listReceivedTexts(), [true])
    })

    test('is outdated after a publication by another process, inside and outside of a transaction', async (t) => {
      const { db, at, close } = await engine.filled(demoContent)
      const otherProcess = await openDatabase(at)
      t.after(async () => {
        await otherProcess.close()
        await close()
      })
      const readName = async () => (await readCompany(db)).name.en
      assert.equal(await readName(), 'Selvage Accessories')
      await writeCompany(otherProcess.db, { name: { en: 'Selvage Trims' } })
      assert.equal(await inTransaction(db, async (tx) => (await readCompany(tx)).name.en), 'Selvage Trims')
      assert.equal(await readName(), 'Selvage Trims')
    })
  })
