import { computeToday } from '#stays/availability/stay.ts'
import { findOccupant } from '#stays/availability/unit-nights.ts'
import { getStatus } from '#stays/bookings/status.ts'
import { loadCompany } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict, invalid } from '#platform/errors.ts'
import { findConflictError } from './conflicts.ts'
import { readFirstOpenNight } from './days.ts'
import { readCondition } from './housekeeping/condition.ts'
import { runDeskTransaction, applyStayChanges, type Change, type DeskOperation } from './stay-changes.ts'
import { lockStayVersion, type DeskStay, type StayVersion } from './stays.ts'

/** The check-in of a guest, into the unit of the stay or into the given one. */
interface CheckInForm extends StayVersion {
  /** The unit for all nights without one. Null: every night has one. */
  unitId: number | null
  /** Allows check-in although the unit is not ready or still occupied. */
  allowsUnreadyUnit: boolean
}

export const checkIn = (db: Database, ctx: RequestContext, form: CheckInForm): Promise<DeskOperation> =>
  runDeskTransaction(db, async (transaction) => {
    const change = await buildArrival(transaction, ctx, await lockStayVersion(transaction, form), form)
    return applyStayChanges(transaction, ctx, 'guest checked in', [change])
  })

/**
 * Returns the check-in change of a stay, or throws if the guest cannot check in. A guest of last night may still check
 * in until that day is closed, even on the departure day (`readFirstOpenNight`).
 */
export async function buildArrival(
  db: Database,
  ctx: RequestContext,
  stay: DeskStay,
  { unitId, allowsUnreadyUnit }: Pick<CheckInForm, 'unitId' | 'allowsUnreadyUnit'>,
): Promise<Change> {
  const day = computeToday(await loadCompany(db, ctx), ctx.now)
  const status = getStatus(stay, ctx.now)
  if (status !== 'confirmed') throw conflict(`booking.now_${status}`)
  if (stay.check_in > day) throw conflict('desk.arrives_later')
  if (stay.check_out <= (await readFirstOpenNight(db, day))) throw conflict('desk.stay_over')
  const nights = stay.nights.map((night) => ({ ...night, unitId: night.unitId ?? unitId }))
  if (nights.some((night) => night.unitId === null)) throw invalid({ unit: 'desk.needs_unit' })
  const change = { before: stay, after: { ...stay, nights, status: 'checked_in', arrived_at: ctx.now } as const }
  const conflictError = await findConflictError(db, ctx, [change])
  if (conflictError) throw conflictError
  // A stay that has already ended needs no ready room.
  if (!allowsUnreadyUnit && stay.check_out >= day)
    await requireReadyUnit(db, ctx, day, nights.findLast(({ night }) => night <= day)!.unitId!)
  return change
}

/** Rejects a unit that is still occupied, out of service or dirty. */
async function requireReadyUnit(db: Database, ctx: RequestContext, day: number, unitId: number): Promise<void> {
  const occupant = await findOccupant(db, unitId, day)
  if (occupant) throw invalid({ anyway: { key: 'desk.unit_occupied', values: { name: occupant } } })
  const { condition } = await readCondition(db, ctx, unitId)
  if (condition === 'out_of_service') throw invalid({ anyway: 'desk.unit_not_in_service' })
  if (condition === 'dirty') throw invalid({ anyway: 'desk.unit_not_clean' })
}
