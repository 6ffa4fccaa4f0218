import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { closingReasons, openDesk, type BookedStay } from '#testing/desk.ts'
import { bothEngines } from '#testing/engines.ts'
import { assertMoneyConsistent } from '#testing/assert-money.ts'
import { valueForTier } from '#testing/tier.ts'
import { postPayment } from '#ledger/documents.ts'
import { inTransaction } from '#platform/database/database.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { HOUR_MS } from '#platform/durations.ts'

/** The number of days that are closed while payments are recorded. */
const ROUND_COUNT = valueForTier({ gate: 4, all: 12, soak: 60 })

for (const engine of bothEngines) {
  describe(`postings after a day is closed, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let desk: Awaited<ReturnType<typeof openDesk>>
    let guestStay: BookedStay
    before(async () => {
      desk = await openDesk(app, 'owner')
      app.clock.advance(9 * HOUR_MS)
      guestStay = await desk.book('Lena', 0, ROUND_COUNT + 5, { at: [0] })
    })

    const readTakings = (day: string) => desk.callOk('getTakings', { day })
    const close = (day: string) => desk.call('closeDay', { day, ...closingReasons })
    const pay = (amount: number) => desk.call('takePayment', { code: guestStay.code, amount, method: 'cash' })
    const addTea = (unitPrice: number) =>
      desk.callOk('addCharge', {
        code: guestStay.code,
        booking: guestStay.booking,
        name: 'Tea',
        quantity: 1,
        each: unitPrice,
      })
    const readCash = async (day: string) => {
      const { accounts } = await readTakings(day)
      const { received, back } = accounts.find(({ account }: { account: string }) => account === 'cash')
      return [received, back]
    }

    test('count for the next day: payments, refunds, voids, charges and bookings (CLOSE-1)', async () => {
      assert.equal((await close(app.day(-1))).status, 200)
      assert.equal((await pay(1000)).status, 200)
      await addTea(100)
      assert.equal((await close(app.day(0))).status, 200)
      const closedTakings = await readTakings(app.day(0))
      assert.deepEqual(await readCash(app.day(0)), [1000, 0])

      assert.equal((await pay(700)).status, 200)
      await addTea(230)
      const { payments, charges } = await desk.callOk('getBill', { code: guestStay.code })
      await desk.callOk('voidPayment', { code: guestStay.code, id: payments[0].id, reason: 'Counted twice' })
      await desk.callOk('recordRefund', { code: guestStay.code, amount: 50, method: 'cash', reason: 'Noise' })
      await desk.callOk('voidCharge', { code: guestStay.code, id: charges[0].id, reason: 'Not ordered' })
      await desk.book('Mina', 0, 1, { at: [1] })
      assert.deepEqual(await readTakings(app.day(0)), closedTakings)
      assert.deepEqual(await readCash(app.day(1)), [-300, 50])
      // Without a day, the request returns the report of the open day.
      assert.equal((await desk.callOk('getTakings')).day, app.day(1))
      await assertMoneyConsistent(app.db)
    })

    test('keep the calendar day in the payments of the guest (CLOSE-1)', async () => {
      const rows = await app.db
        .selectFrom('payment')
        .select('day')
        .distinct()
        .where('booking_id', '=', guestStay.booking)
        .execute()
      assert.deepEqual(
        rows.map(({ day }) => isoDay(day)),
        [app.day(0)],
      )
    })

    test('are never added to a day that closes concurrently (CLOSE-1)', async () => {
      for (let round = 0; round < ROUND_COUNT; round++) {
        app.clock.advance(24 * HOUR_MS)
        const day = (await desk.callOk('getDay')).day as string
        for (const row of [...(await desk.callOk('getToday')).arrivals].filter(({ name }) => name === 'Mina'))
          await desk.callOk('markNoShow', { booking: row.booking, version: row.version, fee: 'none' })
        let sumAtClosing: number[] | undefined
        const responses = await Promise.all([
          pay(1),
          pay(2),
          close(day).then(async (response) => {
            sumAtClosing = await readCash(day)
            return response
          }),
          pay(4),
          pay(8),
        ])
        assert.deepEqual(
          responses.map(({ status }) => status),
          [200, 200, 200, 200, 200],
        )
        assert.deepEqual(await readCash(day), sumAtClosing, `round ${round}`)
      }
      await assertMoneyConsistent(app.db)
    })

    test('that are in progress delay the report until they finish (CLOSE-1)', async () => {
      app.clock.advance(24 * HOUR_MS)
      const day = (await desk.callOk('getDay')).day as string
      let closingResponse: ReturnType<typeof close> | undefined
      await inTransaction(app.db, async (transaction) => {
        await postPayment(transaction, { at: app.clock.now, day: parseDay(day)! }, guestStay.code, {
          booking_id: guestStay.booking,
          amount_poisha: 12_345,
          method: 'bank',
          account_id: null,
        })
        closingResponse = close(day)
        // Without the lock, the closing finishes first. On SQLite, the closing always runs after this transaction.
        if (engine.name === 'postgres') await Promise.race([closingResponse, waitForLockWait(app)])
      })
      assert.equal((await closingResponse)?.status, 200)
      const { accounts } = (await desk.callOk('getClosedDay', { day })).money
      assert.equal(accounts.find(({ account }: { account: string }) => account === 'bank').received, 123.45)
      assert.deepEqual((await readTakings(day)).accounts, accounts)
    })
  })
}

/** Waits until a transaction on PostgreSQL waits for the lock of another one. */
async function waitForLockWait({ db }: TestApp): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from pg_locks join pg_stat_activity using (pid)
      where datname = current_database() and not granted`.execute(db)
    if (rows.length > 0) return
    await setImmediate()
  }
}
