import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openDesk } from '#testing/desk.ts'
import { enginesFor } from '#testing/engines.ts'
import { grantToDesk } from '#testing/second-process.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import type { FoundRecord } from './contract.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the search of the office on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let owner: Awaited<ReturnType<typeof openDesk>>
    let staff: Awaited<ReturnType<typeof openDesk>>
    before(async () => {
      owner = await openDesk(app, 'owner')
      staff = await openDesk(app, 'staff')
    })

    const search = async (text: string, desk = owner): Promise<FoundRecord[]> =>
      (await desk.callOk('searchOffice', { search: text })).data
    const listKinds = (results: readonly FoundRecord[]) => [...new Set(results.map(({ kind }) => kind))]

    test('finds stays and people by name, reference, email address and phone number (OFF-324)', async () => {
      const { code } = await owner.book('Ingrid Lindqvist', 3, 5, {
        email: 'ingrid@nordwind.example',
        phone: '+8801711223344',
      })
      for (const text of ['lindqvist ingrid', code.toLowerCase(), 'ingrid@nordwind.example', '223344']) {
        const [firstResult] = await search(text)
        assert.deepEqual(
          [firstResult!.kind, firstResult!.id, firstResult!.title],
          ['stay', code, 'Ingrid Lindqvist'],
          text,
        )
      }
      assert.deepEqual(listKinds(await search('lindqvist')), ['stay', 'person'])
      assert.deepEqual(await search('nobody at all'), [])
    })

    test("finds a room by its number, with tonight's stay (OFF-324)", async () => {
      const { code } = await owner.book('Wei Zhang', 0, 2, { at: [1] })
      const findUnits = async (text: string) => (await search(text)).filter(({ kind }) => kind === 'unit')
      const [occupiedUnit] = await findUnits('102')
      assert.deepEqual([occupiedUnit!.id, occupiedUnit!.title], [code, '102'])
      assert.match(occupiedUnit!.details, /Wei Zhang/)
      const [freeUnit] = await findUnits('104')
      assert.deepEqual([freeUnit!.id, freeUnit!.title], ['', '104'])
      await sql`update unit set name = '১০৪-Ü' where name = '104'`.execute(app.db)
      for (const text of ['১০৪', '104', '১০৪-ü', '104-ü']) assert.equal((await findUnits(text))[0]!.title, '১০৪-Ü')
      assert.equal((await findUnits('১০২'))[0]!.title, '102')
      for (const text of ['%', '_0_', '\\']) assert.deepEqual(await findUnits(text), [])
    })

    test('finds conversations by company (OFF-324)', async () => {
      const lines = [{ product: 'zipper', quantity: '20000' }]
      const { status } = await app.call('sendEnquiry', {
        company: 'Nordwind Textil',
        name: 'Lena Vogt',
        email: 'lena@nordwind-textil.example',
        lines,
        message: '',
      })
      assert.equal(status, 200)
      const [conversationResult] = (await search('nordwind textil')).filter(({ kind }) => kind === 'enquiry')
      assert.equal(conversationResult!.title, 'Nordwind Textil')
      assert.match(conversationResult!.details, /Lena Vogt/)
    })

    test('finds an invoice by its number in full or by its last digits (OFF-324)', async () => {
      const { code } = await owner.book('Omar Sheikh', 20, 22)
      const { invoices } = await owner.callOk('issueInvoice', { code, send: false })
      const { id, number } = invoices[0]
      for (const text of [number, number.toLowerCase(), number.slice(-4), String(Number(number.slice(-4)))]) {
        const foundInvoices = (await search(text)).filter(({ kind }) => kind === 'invoice')
        assert.deepEqual(
          [foundInvoices[0]!.id, foundInvoices[0]!.title, foundInvoices[0]!.details],
          [String(id), number, 'Omar Sheikh'],
          text,
        )
      }
      assert.deepEqual(await search('INV-2019-20-0001'), [])
    })

    test('returns only the records that the user may see (OFF-324)', async () => {
      await owner.book('Rafiq Islam', 30, 31)
      for (const [grants, resultKinds] of [
        [['see bookings'], ['stay']],
        [['see people'], ['person']],
        [['clean rooms'], []],
      ] as const) {
        await grantToDesk(app, grants)
        assert.deepEqual(listKinds(await search('rafiq islam', staff)), resultKinds)
      }
    })
  })
}
