import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openDesk } from '#testing/desk.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { parseCsvLine } from '#platform/files/csv.ts'
import { purgeOldInvoices } from './purge.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the invoice register, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let owner: Awaited<ReturnType<typeof openDesk>>
    before(async () => {
      owner = await openDesk(app, 'owner')
    })
    let arrivalDay = 4
    async function issueInvoice(buyer: object = { name: 'Mina', bin: '', address: '' }) {
      arrivalDay += 3
      const { code } = await owner.book('Mina', arrivalDay, arrivalDay + 2)
      await owner.callOk('saveBuyer', { code, version: 0, ...buyer })
      return (await owner.callOk('issueInvoice', { code })).invoices[0] as { id: number; number: string; total: number }
    }
    const runAtTime = async <Result>(time: string, action: () => Promise<Result>) => {
      const { now } = app.clock
      app.clock.now = Date.parse(time)
      const result = await action()
      app.clock.now = now
      return result
    }
    const fetchCsv = async (month: string, language = 'en') => {
      const { status, body, headers } = await owner.call('getInvoiceRegisterFile', { month }, { language })
      assert.deepEqual([status, headers.get('content-type')], [200, 'text/csv; charset=utf-8'])
      return String(body)
        .replace(/^\uFEFF/, '')
        .trimEnd()
        .split('\r\n')
        .map(parseCsvLine)
    }

    test('opens on the month of the last invoice, or on the current month if there is none (INV-9)', async () => {
      const readMonth = async () => (await owner.callOk('getInvoiceRegister')).month
      assert.equal(await readMonth(), app.day(0).slice(0, 7))
      await runAtTime('2027-01-20T12:00:00+06:00', () => issueInvoice())
      await runAtTime('2027-02-10T12:00:00+06:00', async () => assert.equal(await readMonth(), '2027-01'))
    })

    test('lists the invoices of a month in Dhaka time, credit notes as negative amounts, with totals, also as CSV (INV-9)', async () => {
      const buyerDetails = { name: '=Nordwind, GmbH', bin: '0001234560101', address: 'Hamburg' }
      const firstInvoice = await runAtTime('2027-02-01T00:00:00+06:00', () => issueInvoice(buyerDetails))
      const lastInvoice = await runAtTime('2027-02-28T23:59:59+06:00', () => issueInvoice())
      await runAtTime('2027-01-31T23:59:59+06:00', () => issueInvoice())
      await runAtTime('2027-03-01T00:00:00+06:00', () => issueInvoice())
      await runAtTime('2027-02-15T12:00:00+06:00', () =>
        owner.callOk('creditInvoice', { id: firstInvoice.id, lines: [0], reason: 'Wrong' }),
      )
      const { data, ...sums } = await owner.callOk('getInvoiceRegister', { month: '2027-02' })
      assert.deepEqual(
        data.map(({ number, total }: Record<string, unknown>) => [number, total]),
        [
          [firstInvoice.number, firstInvoice.total],
          ['CN-2026-27-0001', -firstInvoice.total],
          [lastInvoice.number, lastInvoice.total],
        ],
      )
      assert.deepEqual([data[0].buyer, data[0].bin], ['=Nordwind, GmbH', '000123456-0101'])
      for (const field of ['net', 'service', 'vat', 'total'])
        assert.equal(
          Math.round(sums[field] * 100),
          data.reduce((sum: number, row: Record<string, number>) => sum + Math.round(row[field]! * 100), 0),
        )
      const [heading, ...rows] = await fetchCsv('2027-02')
      assert.equal(heading!.length, 10)
      assert.deepEqual(
        rows.map((cells) => [cells[0], cells[1], cells[4], Number(cells[9])]),
        [
          [firstInvoice.number, '2027-02-01', "'=Nordwind, GmbH", firstInvoice.total],
          ['CN-2026-27-0001', '2027-02-15', "'=Nordwind, GmbH", -firstInvoice.total],
          [lastInvoice.number, '2027-02-28', 'Mina', lastInvoice.total],
        ],
      )
      assert.equal((await fetchCsv('2027-02', 'bn'))[0]![4], 'ক্রেতা')
      const log = await owner.callOk('getLog', { action: 'invoices exported' })
      assert.equal(log.data.length, 2)
    })

    test('rejects an invalid month, and shows an empty month (INV-9)', async () => {
      for (const month of ['2027-13', '2027-2', 'now'])
        assert.deepEqual(Object.keys((await owner.call('getInvoiceRegister', { month })).body.errors), ['month'])
      const { data, total } = await owner.callOk('getInvoiceRegister', { month: '2020-01' })
      assert.deepEqual([data, total], [[], 0])
      assert.deepEqual((await fetchCsv('2020-01')).length, 1)
    })

    test('purges invoices older than six years with their credit notes, and nothing newer (INV-10)', async () => {
      const [oldTime, recentTime] = ['2014-02-01T12:00:00+06:00', '2024-02-01T12:00:00+06:00']
      const issueAndCredit = async (time: string) => {
        const { id } = await runAtTime(time, () => issueInvoice())
        await runAtTime(time, () => owner.callOk('creditInvoice', { id, lines: [0], reason: 'Wrong' }))
        return id
      }
      const [oldId, recentId] = [await issueAndCredit(oldTime), await issueAndCredit(recentTime)]
      const { id: mixedId } = await runAtTime(oldTime, () => issueInvoice())
      await runAtTime(recentTime, () => owner.callOk('creditInvoice', { id: mixedId, lines: [0], reason: 'Late' }))
      await purgeOldInvoices(app.db, Date.now())
      const remainingInvoices = await app.db
        .selectFrom('invoice')
        .select(['id', 'credits_id'])
        .where('at', '<', Date.now() - 1)
        .execute()
      const ids = remainingInvoices.flatMap(({ id, credits_id }) => [id, credits_id])
      assert.deepEqual([ids.includes(oldId), ids.includes(recentId), ids.includes(mixedId)], [false, true, true])
      assert.equal(remainingInvoices.filter(({ credits_id }) => credits_id === recentId).length, 1)
    })
  })
}
