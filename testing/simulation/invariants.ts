import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { listChecks } from '#app/admin/checks.ts'
import type { WholeDatabase } from '#platform/database/database.ts'
import { listStatusesWith } from '#stays/bookings/status.ts'
import { assertBooksConsistent } from '../assert-books.ts'
import { assertDailyReportsMatchLedger } from '../assert-daily-reports.ts'
import { assertMoneyConsistent } from '../assert-money.ts'
import type { SimulatedGateway } from './gateway.ts'

/** The facts that clients and the gateway can prove. */
export interface Knowledge {
  /** References of bookings that a client got a response for. */
  acknowledged: ReadonlySet<string>
  gateway: SimulatedGateway
}

/** Guests with an idempotency key book under a name of their own that begins with this. */
export const ONE_BOOKING = 'Once'

/** Asserts what must be true after every change, also while operations are unfinished. */
export async function assertInvariants(db: WholeDatabase, { acknowledged, gateway }: Knowledge): Promise<void> {
  // The first check reads the whole database file, so it runs only at the end.
  for (const { name, find } of listChecks(db).slice(1)) assert.deepEqual(await find(db), [], name)
  const { rows } = await sql<{ code: string; stay: string; name: string }>`
    select code, coalesce(stay_code, code) as stay, name from booking`.execute(db)
  const existingCodes = new Set(rows.map(({ code }) => code))
  assert.deepEqual(acknowledged.difference(existingCodes), new Set(), 'acknowledged, but missing')
  const bookingsByName = Map.groupBy(
    rows.filter(({ name }) => name.startsWith(ONE_BOOKING)),
    ({ name }) => name,
  )
  for (const [name, bookings] of bookingsByName)
    assert.equal(new Set(bookings.map(({ stay }) => stay)).size, 1, `${name} booked once`)
  const recordedRows = await sql<{ reference: string }>`
    select reference from payment where method = 'online' and amount_poisha > 0 and reverses_id is null
    group by reference having count(*) > 1`.execute(db)
  assert.deepEqual(recordedRows.rows, [], 'payments that were recorded twice')
  assert.deepEqual(gateway.findOverRefunded(), [])
}

/** Asserts what must be true when all operations and jobs have finished. */
export async function assertFinalState(db: WholeDatabase, knowledge: Knowledge, now: number): Promise<void> {
  await assertInvariants(db, knowledge)
  await assertBooksConsistent(db)
  await assertMoneyConsistent(db)
  await assertDailyReportsMatchLedger(db)
  const overdueHolds = await db
    .selectFrom('booking')
    .select(['code', 'status', 'expires_at'])
    .where('status', 'in', listStatusesWith('awaitsAnswer'))
    .where('expires_at', '<', now)
    .execute()
  assert.deepEqual(overdueHolds, [], 'holds that never expired')
  const receipts = await db.selectFrom('payment_receipt').select('val_id').orderBy('val_id').execute()
  assert.deepEqual(
    receipts.map(({ val_id }) => val_id),
    knowledge.gateway.payments.map(({ valId }) => valId).toSorted(),
    'payments at the gateway',
  )
  const unsettledAttempts = await db
    .selectFrom('payment_attempt')
    .select('tran_id')
    .where('state', '=', 'opened')
    .execute()
  assert.deepEqual(unsettledAttempts, [], 'attempts without a result')
}
