import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { recordChange } from '#platform/audit.ts'
import { getStatus, getStatusTraits } from '../status.ts'
import { mergeRooms } from '../stay-with-rooms.ts'
import { toGuestContext } from '../stay-link.ts'
import { lockStay, nextVersion } from '../store.ts'
import { verifyStay } from '../verification.ts'

interface ArrivalChange {
  /** The reference of the stay. */
  code: string
  arrivalTime: string
  /** A guest with the link from an email has proven that the address is theirs. */
  requestedBy: 'staff' | 'guest' | 'guest with link'
}

/** Changes the arrival time of a stay whose guests are still expected. Without a difference it has no effect. */
export const changeArrivalTime = (
  db: Database,
  ctx: RequestContext,
  { code, arrivalTime, requestedBy }: ArrivalChange,
): Promise<void> =>
  inTransaction(db, async (transaction) => {
    if (requestedBy === 'guest with link') await verifyStay(transaction, ctx.now, code)
    const rooms = await lockStay(transaction, code)
    const [firstRoom] = rooms
    if (!firstRoom) throw notFound()
    const isExpected = getStatusTraits(getStatus(mergeRooms(rooms), ctx.now)).mayBeCancelled
    if (!isExpected) throw conflict('stay.arrival_not_now')
    if (firstRoom.arrival_time === arrivalTime) return
    await transaction
      .updateTable('booking')
      .set({ arrival_time: arrivalTime, version: nextVersion })
      .where(
        'id',
        'in',
        rooms.map(({ id }) => id),
      )
      .execute()
    await recordChange(
      transaction,
      requestedBy === 'staff' ? ctx : toGuestContext(ctx, firstRoom),
      'arrival time changed',
      `booking ${code}`,
      { before: { arrival_time: firstRoom.arrival_time }, after: { arrival_time: arrivalTime } },
    )
  })
