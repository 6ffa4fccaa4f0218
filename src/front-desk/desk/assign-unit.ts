import { getStatusTraits, getStatus } from '#stays/bookings/status.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict, invalid } from '#platform/errors.ts'
import { lockStayVersions, type StayVersion } from './stays.ts'
import { runDeskTransaction, applyStayChanges, type DeskOperation } from './stay-changes.ts'
import { findConflictError } from './conflicts.ts'
import { getNightsWithoutUnit } from './stays.ts'

/** Assigns a unit to the nights of a stay without one, before or after check-in. Changes nothing else. */
export const assignUnit = (
  db: Database,
  ctx: RequestContext,
  { unitId, ...stayVersion }: StayVersion & { unitId: number },
): Promise<DeskOperation> =>
  runDeskTransaction(db, async (transaction) => {
    const [stay] = await lockStayVersions(transaction, [stayVersion])
    const status = getStatus(stay!, ctx.now)
    if (getStatusTraits(status).isOver) throw conflict(`booking.now_${status}`)
    const unassignedNights = getNightsWithoutUnit(stay!)
    if (!unassignedNights) throw conflict('desk.has_unit')
    const nights = stay!.nights.map((night) =>
      night.unitId === null && night.roomId === unassignedNights.roomId ? { ...night, unitId } : night,
    )
    const change = { before: stay!, after: { ...stay!, nights } }
    const conflictError = await findConflictError(transaction, ctx, [change])
    if (conflictError) throw invalid({ unit: conflictError.messageRef })
    return applyStayChanges(transaction, ctx, 'stay changed', [change])
  })
