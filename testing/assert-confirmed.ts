import assert from 'node:assert/strict'
import { runDoctor } from '#app/admin/doctor.ts'
import type { Transaction, WholeDatabase } from '#platform/database/database.ts'
import { asKysely } from './as-kysely.ts'
import { assertBooksConsistent } from './assert-books.ts'
import { assertMoneyConsistent } from './assert-money.ts'
import type { ConfirmedWork } from './load.ts'

/**
 * Asserts that everything acknowledged exists, that no room is sold twice, and that the doctor finds nothing. Reads one
 * snapshot, because PostgreSQL may still be executing a commit of a killed server.
 */
export async function assertConfirmed(
  db: WholeDatabase,
  confirmedCodes: Record<Exclude<keyof ConfirmedWork, 'all'>, ReadonlySet<string>>,
): Promise<void> {
  await asKysely(db)
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      const [bookings, receipts, movements] = [
        await snapshot.selectFrom('booking').select(['code', 'stay_code']).execute(),
        await snapshot
          .selectFrom('payment_receipt')
          .innerJoin('payment_attempt', 'payment_attempt.id', 'attempt_id')
          .select('tran_id')
          .execute(),
        await snapshot.selectFrom('till_move').select('reason').execute(),
      ]
      const codes = new Set(bookings.flatMap(({ code, stay_code }) => [code, stay_code]))
      const recordedIds = new Set(receipts.map(({ tran_id }) => tran_id))
      const reasons = new Set(movements.map(({ reason }) => reason))
      const missingCodes = {
        bookings: [...confirmedCodes.bookings].filter((code) => !codes.has(code)),
        payments: [...confirmedCodes.payments].filter((tranId) => !recordedIds.has(tranId)),
        tillMovements: [...confirmedCodes.tillMovements].filter((reason) => !reasons.has(reason)),
      }
      assert.deepEqual(missingCodes, { bookings: [], payments: [], tillMovements: [] }, 'acknowledged, but missing')
      await assertBooksConsistent(snapshot as Transaction)
      await assertMoneyConsistent(snapshot as Transaction)
      const findings: string[] = []
      const isHealthy = await runDoctor(snapshot as Transaction, (line) => findings.push(line))
      assert.ok(isHealthy, findings.join('\n'))
    })
}
