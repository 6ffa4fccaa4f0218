import { recordAudit } from '../platform/work/audit.ts'
import type { Clock } from '../platform/clock.ts'
import { inTransaction, type Database } from '../platform/database/database.ts'
import type { JobKinds } from '../platform/work/jobs.ts'
import { giveBackNights } from '../availability/inventory.ts'
import { forgetAsker } from './open-requests.ts'
import { bookedStay } from './store.ts'

/**
 * A booking that waits for its payment holds its nights until `expires_at`, and not a moment longer. The counters alone
 * say what is free, so whoever is about to read them, or was refused by them, first ends the holds that are over. A job
 * made with the booking does so where nobody asks.
 */
export async function endHolds(db: Database, now: number): Promise<number> {
  const over = await db.selectFrom('booking').select('id').where('expires_at', '<=', now).execute()
  const ended = await Promise.all(over.map(({ id }) => endHold(db, now, id)))
  return ended.filter(Boolean).length
}

/** Each in a transaction of its own, so that it never has the nights of two stays and waits for a third. */
const endHold = (db: Database, now: number, bookingId: number): Promise<boolean> =>
  inTransaction(db, async (transaction) => {
    const over = await transaction
      .updateTable('booking')
      .set({ status: 'expired', expires_at: null })
      .where('id', '=', bookingId)
      .where('status', '=', 'pending_payment')
      .where('expires_at', '<=', now)
      .returning(['code', 'room_id', 'check_in', 'check_out'])
      .executeTakeFirst()
    if (!over) return false
    await recordAudit(transaction, {
      at: now,
      accountId: null,
      action: 'booking expired',
      subject: `booking ${over.code}`,
    })
    await forgetAsker(transaction, bookingId)
    await giveBackNights(transaction, over.room_id, bookedStay(over))
    return true
  })

export const holdJobs = (clock: Clock): JobKinds => ({
  async 'end-hold'({ bookingId }: { bookingId: number }, db: Database) {
    await endHold(db, clock(), bookingId)
  },
})

/** The payment has come: the stay is confirmed. False where it comes too late, or again. */
export async function payHold(db: Database, now: number, bookingId: number): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const paid = await transaction
      .updateTable('booking')
      .set({ status: 'confirmed', payment_status: 'paid', expires_at: null })
      .where('id', '=', bookingId)
      .where('status', '=', 'pending_payment')
      .where('expires_at', '>', now)
      .executeTakeFirst()
    if (paid.numUpdatedRows === 0n) return false
    await forgetAsker(transaction, bookingId)
    return true
  })
}
