import { toFeeLogDetails } from '#stays/bookings/cancelling/cancelling.ts'
import { getStatus, listStatusesWith } from '#stays/bookings/status.ts'
import { getFeeAt, parseTerms } from '#stays/policies/terms.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict } from '#platform/errors.ts'
import { notifyGuests } from './arrangements.ts'
import { runDeskTransaction, applyStayChanges, withCancellation, type DeskOperation } from './stay-changes.ts'
import { lockStayVersion, type DeskStay, type StayVersion } from './stays.ts'
import { refundIfDue } from './undo.ts'

/** Cancels one room of a stay; the other rooms stay booked. The last room needs the normal cancellation of the stay. */
export const cancelRoom = (
  db: Database,
  ctx: RequestContext,
  { fee, notifiesGuest, ...form }: StayVersion & { fee: 'agreed' | 'none'; notifiesGuest: boolean },
): Promise<DeskOperation> =>
  runDeskTransaction(db, async (transaction) => {
    const stay = await lockStayVersion(transaction, form)
    const status = getStatus(stay, ctx.now)
    if (status !== 'confirmed') throw conflict(`booking.now_${status}`)
    if (!(await hasOtherRooms(transaction, stay))) throw conflict('desk.last_room')
    const agreedFee = getFeeAt(parseTerms(stay.terms), ctx.now)
    const chargedFee = fee === 'agreed' ? agreedFee : 0
    const after = { ...withCancellation(stay, chargedFee, ctx), status: 'cancelled' } as const
    const changes = [{ before: stay, after }]
    const feeFields = toFeeLogDetails(chargedFee, agreedFee)
    const operation = await applyStayChanges(transaction, ctx, 'room of a stay cancelled', changes, {
      extraFields: feeFields,
    })
    await refundIfDue(transaction, ctx, stay, { operationId: operation.id, isAnnounced: notifiesGuest })
    if (notifiesGuest) await notifyGuests(transaction, ctx, changes, operation.id, { isRefunded: true })
    return operation
  })

/** Returns whether a stay has another room whose nights are not released. */
async function hasOtherRooms(db: Database, { id, stay_code }: DeskStay): Promise<boolean> {
  const otherRoom = await db
    .selectFrom('booking')
    .select('id')
    .where('stay_code', '=', stay_code)
    .where('id', '<>', id)
    .where('status', 'not in', listStatusesWith('releasedNights'))
    .limit(1)
    .executeTakeFirst()
  return otherRoom !== undefined
}
