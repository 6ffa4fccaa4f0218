import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openDesk } from '#testing/desk.ts'
import { bothEngines } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { assertMoneyConsistent } from '#testing/assert-money.ts'
import { makeInsertsFail } from '#testing/failing-inserts.ts'
import { writeCompany } from '#content/company.ts'

for (const engine of bothEngines) {
  describe(`invoices, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let staff: Awaited<ReturnType<typeof openDesk>>
    let owner: Awaited<ReturnType<typeof openDesk>>
    before(async () => {
      ;[staff, owner] = [await openDesk(app), await openDesk(app, 'owner')]
    })
    let dayOffset = 0
    const book = (nights = 1, overrides: Parameters<typeof staff.book>[3] = {}) => {
      dayOffset = (dayOffset + 4) % 200
      return staff.book('Mina Akter', dayOffset + 2, dayOffset + 2 + nights, overrides)
    }
    const readInvoiceNumbers = async (kind = 'invoice') =>
      (
        await app.db
          .selectFrom('invoice')
          .select('no')
          .where('kind', '=', kind as 'invoice')
          .orderBy('no')
          .execute()
      ).map(({ no }) => no)
    const assertGapFree = (numbers: number[]) =>
      assert.deepEqual(
        numbers,
        Array.from(numbers, (_, index) => index + 1),
      )
    const issue = async (code: string) => (await staff.callOk('issueInvoice', { code })).invoices.at(-1)
    const readInvoice = async (id: number) => staff.callOk('getInvoice', { id })

    test('list nights by room and rate, and extra charges, with the exact VAT of the ledger (INV-1)', async () => {
      const { code, booking } = await book(3, { slug: 'deluxe' })
      await staff.callOk('addCharge', { code, booking, name: 'Transfer', quantity: 2, each: 1499.99 })
      const billWithCharges = await staff.callOk('addCharge', { code, booking, name: 'Slip', quantity: 1, each: 77 })
      await owner.callOk('voidCharge', { code, id: billWithCharges.charges[1].id, reason: 'Slip' })
      await staff.callOk('takePayment', { code, amount: 5000, method: 'bank', reference: 'FT 1' })
      const bill = await staff.callOk('getBill', { code })
      const { lines, total, vat, takes_invoices } = await staff.callOk('getStayInvoices', { code })
      assert.deepEqual([lines.length, total, vat, takes_invoices], [2, bill.costs, bill.vat, true])
      const { id, number } = await issue(code)
      assert.match(number, /^INV-2026-27-\d{4}$/)
      const invoice = await readInvoice(id)
      assert.deepEqual(
        invoice.lines.map(({ what, name, quantity }: Record<string, unknown>) => [what, name, quantity]),
        [
          ['nights', bill.rooms[0].name, 3],
          ['charge', 'Transfer', 2],
        ],
      )
      assert.deepEqual([invoice.total, invoice.vat, invoice.service], [bill.costs, bill.vat, 0])
      assert.equal(invoice.by, 'Tanvir Hasan')
      assert.deepEqual(
        invoice.payments.map(({ amount, method, reference }: Record<string, unknown>) => [amount, method, reference]),
        [[5000, 'bank', 'FT 1']],
      )
      const { poisha } = await app.db
        .selectFrom('ledger_entry')
        .select(({ fn }) => fn.sum<number | string>('amount_poisha').as('poisha'))
        .where('stay_code', '=', code)
        .where('credit', '=', 'vat')
        .executeTakeFirstOrThrow()
      const reversals = await app.db
        .selectFrom('ledger_entry')
        .select('amount_poisha')
        .where('stay_code', '=', code)
        .where('debit', '=', 'vat')
        .execute()
      const vatPoisha = Number(poisha) - reversals.reduce((sum, { amount_poisha }) => sum + amount_poisha, 0)
      assert.equal(Math.round(invoice.vat * 100), vatPoisha)
      await assertMoneyConsistent(app.db)
    })

    test('have one line per room and price, and a line without VAT for a cancellation fee (INV-1)', async () => {
      const { code } = await staff.book('Mina Akter', 0, 3, { slug: 'twin', at: [null, null] })
      const [remainingRoom, cancelledRoom] = (await staff.callOk('getDeskStay', { code })).rooms
      const [twin, deluxe] = [staff.kind('twin'), staff.kind('deluxe')]
      const parts = [
        { room: twin.id, unit: null, from: app.day(0), to: app.day(2) },
        { room: deluxe.id, unit: null, from: app.day(2), to: app.day(3) },
      ]
      const changes = [{ booking: remainingRoom.booking, version: remainingRoom.version, parts }]
      const { new: newPrice } = await staff.callOk('previewArrangement', { changes, price: 'new' })
      await staff.callOk('arrangeStays', { changes, price: 'new', after: newPrice })
      const { booking, version, late_fee } = cancelledRoom
      await staff.callOk('cancelRoom', { booking, version, fee: 'agreed' })
      const { lines, total } = await staff.callOk('getStayInvoices', { code })
      assert.ok(late_fee > 0)
      assert.deepEqual(
        lines.map((line: Record<string, unknown>) => [line['what'], line['quantity'], line['total']]),
        [
          ['nights', 2, 2 * twin.price],
          ['nights', 1, deluxe.price],
          ['cancelling', 1, late_fee],
        ],
      )
      assert.notEqual(lines[0].name, lines[1].name)
      assert.deepEqual([lines[2].vat, lines[2].vat_percent, lines[2].service], [0, 0, 0])
      const bill = await staff.callOk('getBill', { code })
      assert.equal(total, bill.costs)
      assert.equal((await readInvoice((await issue(code)).id)).vat, bill.vat)
      await assertMoneyConsistent(app.db)
    })

    test('have unique numbers without gaps, even if 64 are issued concurrently and some are rolled back (INV-2)', async () => {
      const codes: string[] = []
      for (let index = 0; index < 64; index++) {
        dayOffset = (index % 30) * 2
        codes.push((await book(1, { slug: ['single', 'twin', 'deluxe'][index % 3]! })).code)
      }
      const restoreInserts = await makeInsertsFail(app.db, engine, 'job')
      const failedResponses = await Promise.all(
        codes.slice(0, 4).map((code) => updateEmail(code).then(() => issueSent(code))),
      )
      await restoreInserts()
      assert.deepEqual(
        failedResponses.map(({ status }) => status),
        [500, 500, 500, 500],
      )
      const invoiceCountBefore = (await readInvoiceNumbers()).length
      const responses = await Promise.all(codes.map((code) => staff.call('issueInvoice', { code })))
      assert.deepEqual([...new Set(responses.map(({ status }) => status))], [200])
      const allNumbers = await readInvoiceNumbers()
      assert.equal(allNumbers.length, invoiceCountBefore + 64)
      assertGapFree(allNumbers)
    })
    const updateEmail = (code: string) =>
      app.db.updateTable('booking').set({ email: 'mina@guest.example' }).where('code', '=', code).execute()
    const issueSent = (code: string) => staff.call('issueInvoice', { code, send: true })

    test('are issued once per stay, even for concurrent requests (INV-2)', async () => {
      const { code } = await book()
      const responses = await Promise.all(Array.from({ length: 5 }, () => staff.call('issueInvoice', { code })))
      assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 409, 409, 409, 409])
      const otherStay = await book()
      const key = randomUUID()
      const requests = [1, 2].map(() => staff.call('issueInvoice', { code: otherStay.code }, { key }))
      assert.deepEqual(
        (await Promise.all(requests)).map(({ status, body }) => [status, body.invoices.length]),
        [
          [200, 1],
          [200, 1],
        ],
      )
    })

    test('are numbered by a year that starts in July, in the time zone of Dhaka (INV-2)', async () => {
      const { now } = app.clock
      const readNumberAt = async (time: string) => {
        const { code } = await book()
        app.clock.now = Date.parse(time)
        const { number } = await issue(code)
        app.clock.now = now
        return number as string
      }
      assert.match(await readNumberAt('2027-06-30T23:59:59+06:00'), /^INV-2026-27-/)
      assert.equal(await readNumberAt('2027-07-01T00:00:00+06:00'), 'INV-2027-28-0001')
      assert.match(await readNumberAt('2027-06-30T17:59:59Z'), /^INV-2026-27-/)
      assert.equal(await readNumberAt('2027-06-30T18:00:00Z'), 'INV-2027-28-0002')
    })

    test('are immutable in the database, and ignore later changes of names (INV-3)', async () => {
      const { code } = await book()
      const { id } = await issue(code)
      const invoiceBefore = await readInvoice(id)
      const { db } = app
      const immutableError = /what is written here stands/
      await assert.rejects(sql`update invoice set buyer_name = 'Other' where id = ${id}`.execute(db), immutableError)
      await assert.rejects(sql`update invoice set content = '{}'`.execute(db), immutableError)
      await assert.rejects(db.deleteFrom('invoice').where('id', '=', id).execute(), immutableError)
      await owner.callOk('creditInvoice', { id, lines: [0], reason: 'Wrong guest' })
      await assert.rejects(sql`update credited_line set line = 7 where invoice_id = ${id}`.execute(db), immutableError)
      await writeCompany(db, { taxNumber: '000000001-0001', legalName: { en: 'Another Ltd.' } })
      await db.updateTable('booking').set({ room_name_en: 'Other', name: 'Other' }).where('code', '=', code).execute()
      const { lines, seller, buyer } = await readInvoice(id)
      assert.deepEqual([seller, buyer], [invoiceBefore.seller, invoiceBefore.buyer])
      assert.equal(lines[0].name, invoiceBefore.lines[0].name)
    })

    test('can be credited once per line by a numbered credit note, after which the lines can be invoiced again (INV-4)', async () => {
      const { code, booking } = await book(2)
      await staff.callOk('addCharge', { code, booking, name: 'Tea', quantity: 1, each: 200 })
      await staff.callOk('addCharge', { code, booking, name: 'Laundry', quantity: 1, each: 500.05 })
      const { id, number, total } = await issue(code)
      const creditLines = (lines: number[], reason = 'Not theirs') => owner.call('creditInvoice', { id, lines, reason })
      assert.equal((await staff.call('creditInvoice', { id, lines: [1], reason: 'Kind' })).status, 403)
      assert.deepEqual(Object.keys((await creditLines([])).body.errors), ['lines'])
      assert.deepEqual(Object.keys((await creditLines([9])).body.errors), ['lines'])
      assert.deepEqual(Object.keys((await creditLines([1], ' ')).body.errors), ['reason'])
      const responses = await Promise.all([1, 2, 3].map(() => creditLines([1, 1])))
      assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 409, 409])
      assert.equal((await creditLines([0, 1])).status, 409, 'line 1 is already credited')
      const { invoices } = await staff.callOk('getStayInvoices', { code })
      const note = await readInvoice(invoices.at(-1).id)
      assert.deepEqual(
        [note.kind, note.credits.number, note.reason, note.total],
        ['credit note', number, 'Not theirs', 200],
      )
      assert.match(note.number, /^CN-2026-27-\d{4}$/)
      assert.equal((await readInvoice(id)).lines[1].credited_by, note.number)
      assert.equal((await owner.call('creditInvoice', { id: note.id, lines: [0], reason: 'No' })).status, 409)
      // The charge is still on the bill, so it can be invoiced again.
      assert.equal((await staff.callOk('getStayInvoices', { code })).total, 200)
      const lastCreditResponse = await creditLines([0, 2])
      assert.equal(lastCreditResponse.status, 200)
      const stayInvoices = await staff.callOk('getStayInvoices', { code })
      assert.deepEqual([stayInvoices.total, stayInvoices.invoices[0].is_credited], [total, true])
      assertGapFree(await readInvoiceNumbers('credit note'))
    })

    test('require a credit note for changed lines before the next invoice (INV-4)', async () => {
      const { code, booking } = await book(2)
      const { charges } = await staff.callOk('addCharge', { code, booking, name: 'Tea', quantity: 1, each: 200 })
      const { id } = await issue(code)
      await owner.callOk('voidCharge', { code, id: charges[0].id, reason: 'Slip' })
      await staff.callOk('addCharge', { code, booking, name: 'Cake', quantity: 1, each: 300 })
      const stayInvoices = await staff.callOk('getStayInvoices', { code })
      assert.deepEqual(
        [stayInvoices.total, stayInvoices.credit_first.map(({ name }: { name: string }) => name)],
        [300, ['Tea']],
      )
      assert.equal((await staff.call('issueInvoice', { code })).status, 409)
      await owner.callOk('creditInvoice', { id, lines: [1], reason: 'Slip' })
      assert.equal((await issue(code)).total, 300)
      const bill = await staff.callOk('getBill', { code })
      const sum = (await staff.callOk('getStayInvoices', { code })).invoices.reduce(
        (all: number, { kind, total }: { kind: string; total: number }) => all + (kind === 'invoice' ? total : -total),
        0,
      )
      assert.equal(sum, bill.costs)
    })

    test('are not issued for booking requests, and never with VAT by a company without a BIN (INV-2)', async () => {
      const invoiceCountBefore = (await readInvoiceNumbers()).length
      assert.equal((await staff.call('issueInvoice', { code: 'NOSUCHSTAY' })).status, 404)
      const { code } = await book()
      await app.db.updateTable('booking').set({ status: 'pending_approval' }).where('code', '=', code).execute()
      assert.equal((await staff.call('issueInvoice', { code })).status, 409)
      await app.db.updateTable('booking').set({ status: 'confirmed' }).where('code', '=', code).execute()
      await writeCompany(app.db, { taxNumber: undefined })
      const { status, body } = await staff.call('issueInvoice', { code })
      assert.equal(status, 409)
      assert.match(body.message, /BIN/)
      await writeCompany(app.db, { taxNumber: '000000000-0000' })
      const responseWithoutEmail = await staff.call('issueInvoice', { code, send: true })
      assert.deepEqual([responseWithoutEmail.status, Object.keys(responseWithoutEmail.body.errors)], [422, ['send']])
      assert.equal((await readInvoiceNumbers()).length, invoiceCountBefore)
    })
  })
}
