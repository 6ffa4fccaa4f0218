import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { openHouse, type TestHouse } from '#testing/house.ts'
import { proveMoney } from '#testing/money.ts'
import { recorded } from '#testing/recorded.ts'
import { stayForm } from '#testing/stay.ts'
import { writeCompany } from '#content/company.ts'
import { constraintOf } from '#platform/database/constraint.ts'
import type { LedgerAccount } from '#schema/ledger.ts'

for (const engine of bothEngines) {
  describe(`the ledger, on ${engine.name}`, () => {
    let house: TestHouse
    let owner: string
    let said: string[] = []
    before(async () => {
      house = await openHouse(recorded(engine, async ({ sql }: { sql: string }) => void said.push(sql)))
      owner = await house.signIn('owner')
    })
    after(() => house.close())

    const done = async (name: Parameters<TestHouse['call']>[0], form: object) => {
      const { status, body } = await house.call(name, form, { token: owner })
      assert.equal(status, 200, JSON.stringify(body))
      return body
    }
    const ask = async (from: number) => {
      const days = { checkin: house.day(from), checkout: house.day(from + 2) }
      const token = await house.newGuest()
      said = []
      const form = stayForm(house, { slug: 'single', ...days })
      const { status, body } = await house.call('requestGuestBooking', form, { token, key: randomUUID() })
      assert.equal(status, 200, JSON.stringify(body))
      return { code: body.booking_id as string, token, asked: said.filter((sql) => sql.includes('ledger')) }
    }
    /** Each movement of a stay, in the order in which it was written. */
    const movesOf = async (code: string) => {
      const rows = await house.db
        .selectFrom('ledger_entry')
        .selectAll()
        .where('stay_code', '=', code)
        .orderBy('id')
        .execute()
      return rows.map(({ debit, credit, amount_poisha }) => `${debit} < ${credit} ${amount_poisha / 100}`)
    }

    test('has nothing of a request, and is not asked for it; has its nights and their tax once it is confirmed (PAY-2)', async () => {
      await writeCompany(house.db, { offlineNeedsApproval: true })
      const { code, asked } = await ask(20)
      assert.deepEqual([asked, await movesOf(code)], [[], []])
      await done('confirmRequest', { code, sentence: '' })
      // Of 9,000 with 15 % in it.
      assert.deepEqual(await movesOf(code), ['guest < nights 7826.09', 'guest < vat 1173.91'])
      await proveMoney(house.db)
    })

    test('has a stay that is promised at once by one statement (PAY-2)', async () => {
      await writeCompany(house.db, { offlineNeedsApproval: false })
      const { code, asked } = await ask(24)
      assert.equal(asked.length, 1)
      assert.deepEqual(await movesOf(code), ['guest < nights 7826.09', 'guest < vat 1173.91'])
      await proveMoney(house.db)
    })

    test('is brought to what a stay says by what differs, and never rewritten (PAY-1, PAY-2)', async () => {
      await writeCompany(house.db, { offlineNeedsApproval: false })
      const { code, token } = await ask(28)
      await done('takePayment', { code, amount: 9000, method: 'cash' })
      const [{ booking, version }] = (await done('getDeskStay', { code })).rooms
      const kind = await house.db.selectFrom('room').select('id').where('slug', '=', 'single').executeTakeFirstOrThrow()
      const parts = [{ room: kind.id, unit: null, from: house.day(28), to: house.day(29) }]
      await done('arrangeStays', { changes: [{ booking, version, parts }] })
      await done('payBack', { code, amount: 4500, method: 'cash', reason: 'A night less' })
      const { status } = await house.call('cancelBooking', { id: code, fee: 0 }, { token })
      assert.equal(status, 200)
      assert.deepEqual(await movesOf(code), [
        'guest < nights 7826.09',
        'guest < vat 1173.91',
        'cash < guest 9000',
        'nights < guest 3913.05',
        'vat < guest 586.95',
        'guest < cash 4500',
        'nights < guest 3913.04',
        'vat < guest 586.96',
      ])
      await proveMoney(house.db)
    })

    test('refuses what is no movement, whoever writes it (PAY-1)', async () => {
      const write = (debit: string, credit: string, amount_poisha: number, more: object = {}) =>
        house.db
          .insertInto('ledger_entry')
          .values({
            at: 0,
            day: 0,
            stay_code: null,
            debit: debit as LedgerAccount,
            credit: credit as LedgerAccount,
            amount_poisha,
            why: 'payment',
            ...more,
          })
          .execute()
          .then(() => 'written', constraintOf)
      assert.equal(await write('cash', 'guest', 0), 'ledger_entry_amount')
      assert.equal(await write('cash', 'guest', -1), 'ledger_entry_amount')
      assert.equal(await write('cash', 'cash', 1), 'ledger_entry_moves')
      assert.equal(await write('purse', 'guest', 1), 'foreign key')
      assert.equal(await write('cash', 'guest', 1, { stay_code: 'NOSUCHSTAY' }), 'foreign key')
      const paid = await house.db.selectFrom('payment').select('id').limit(1).executeTakeFirstOrThrow()
      assert.equal(await write('cash', 'guest', 1, { payment_id: paid.id }), 'ledger_entry_of_payment')
    })
  })
}
