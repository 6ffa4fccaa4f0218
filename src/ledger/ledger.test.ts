import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { assertMoneyConsistent } from '#testing/assert-money.ts'
import { recordQueries } from '#testing/record-queries.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { writeCompany } from '#content/company.ts'
import { findConstraintName } from '#platform/database/constraint.ts'
import type { LedgerAccount } from '#schema/ledger.ts'

for (const engine of bothEngines) {
  describe(`the ledger, on ${engine.name}`, () => {
    let app: TestApp
    let ownerToken: string
    let statements: string[] = []
    before(async () => {
      app = await startTestApp(recordQueries(engine, async ({ sql }: { sql: string }) => void statements.push(sql)))
      ownerToken = await app.signIn('owner')
    })
    after(() => app.close())

    const callAsOwner = (name: Parameters<TestApp['call']>[0], form: object) =>
      app.callOk(name, form, { token: ownerToken })
    const requestStay = async (from: number) => {
      const stayDates = { checkin: app.day(from), checkout: app.day(from + 2) }
      const token = await app.newGuest()
      statements = []
      const form = createStayForm(app, { slug: 'single', ...stayDates })
      const body = await app.callOk('requestGuestBooking', form, { token, key: randomUUID() })
      return {
        code: body.booking_id as string,
        token,
        ledgerStatements: statements.filter((sql) => sql.includes('ledger')),
      }
    }
    /** The entries of a stay in posting order. */
    const readEntries = async (code: string) => {
      const rows = await app.db
        .selectFrom('ledger_entry')
        .selectAll()
        .where('stay_code', '=', code)
        .orderBy('id')
        .execute()
      return rows.map(({ debit, credit, amount_poisha }) => `${debit} < ${credit} ${amount_poisha / 100}`)
    }

    test('posts nothing for a pending request, and posts nights and tax once the request is confirmed (PAY-2)', async () => {
      await writeCompany(app.db, { offlineNeedsApproval: true })
      const { code, ledgerStatements } = await requestStay(20)
      assert.deepEqual([ledgerStatements, await readEntries(code)], [[], []])
      await callAsOwner('confirmRequest', { code, message: '' })
      // 9,000 includes 15 % VAT.
      assert.deepEqual(await readEntries(code), ['guest < nights 7826.09', 'guest < vat 1173.91'])
      await assertMoneyConsistent(app.db)
    })

    test('posts a stay that is confirmed immediately with a single statement (PAY-2)', async () => {
      await writeCompany(app.db, { offlineNeedsApproval: false })
      const { code, ledgerStatements } = await requestStay(24)
      assert.equal(ledgerStatements.length, 1)
      assert.deepEqual(await readEntries(code), ['guest < nights 7826.09', 'guest < vat 1173.91'])
      await assertMoneyConsistent(app.db)
    })

    test('posts only the difference when a stay changes, and never rewrites an entry (PAY-1, PAY-2)', async () => {
      await writeCompany(app.db, { offlineNeedsApproval: false })
      const { code, token } = await requestStay(28)
      await callAsOwner('takePayment', { code, amount: 9000, method: 'cash' })
      const [{ booking, version }] = (await callAsOwner('getDeskStay', { code })).rooms
      const roomType = await app.db
        .selectFrom('room')
        .select('id')
        .where('slug', '=', 'single')
        .executeTakeFirstOrThrow()
      const parts = [{ room: roomType.id, unit: null, from: app.day(28), to: app.day(29) }]
      await callAsOwner('arrangeStays', { changes: [{ booking, version, parts }] })
      await callAsOwner('recordRefund', { code, amount: 4500, method: 'cash', reason: 'A night less' })
      const { status } = await app.call('cancelBooking', { id: code, fee: 0 }, { token })
      assert.equal(status, 200)
      assert.deepEqual(await readEntries(code), [
        'guest < nights 7826.09',
        'guest < vat 1173.91',
        'cash < guest 9000',
        'nights < guest 3913.05',
        'vat < guest 586.95',
        'guest < cash 4500',
        'nights < guest 3913.04',
        'vat < guest 586.96',
      ])
      await assertMoneyConsistent(app.db)
    })

    test('rejects an invalid entry in the database itself (PAY-1)', async () => {
      const insertEntry = (debit: string, credit: string, amount_poisha: number, overrides: object = {}) =>
        app.db
          .insertInto('ledger_entry')
          .values({
            at: 0,
            business_day: 0,
            stay_code: null,
            debit: debit as LedgerAccount,
            credit: credit as LedgerAccount,
            amount_poisha,
            reason: 'payment',
            ...overrides,
          })
          .execute()
          .then(() => 'written', findConstraintName)
      assert.equal(await insertEntry('cash', 'guest', 0), 'ledger_entry_amount')
      assert.equal(await insertEntry('cash', 'guest', -1), 'ledger_entry_amount')
      assert.equal(await insertEntry('cash', 'cash', 1), 'ledger_entry_moves')
      assert.equal(await insertEntry('purse', 'guest', 1), 'foreign key')
      assert.equal(await insertEntry('cash', 'guest', 1, { stay_code: 'NOSUCHSTAY' }), 'foreign key')
      const paymentRow = await app.db.selectFrom('payment').select('id').limit(1).executeTakeFirstOrThrow()
      assert.equal(await insertEntry('cash', 'guest', 1, { payment_id: paymentRow.id }), 'ledger_entry_of_payment')
    })
  })
}
