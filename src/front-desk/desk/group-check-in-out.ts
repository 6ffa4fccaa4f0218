import { findFirstRoom, loadRoomsOfStay } from '#stays/bookings/store.ts'
import { getStatusTraits, getStatus } from '#stays/bookings/status.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { UserError } from '#platform/errors.ts'
import type { MessageRef } from '#locales/translator.ts'
import { buildArrival } from './check-in.ts'
import { runDeskTransaction, applyStayChanges, type Change, type DeskOperation } from './stay-changes.ts'
import { findConflictError } from './conflicts.ts'
import { findFreeUnits } from './free-units.ts'
import { lockStayVersions, readStays, type DeskStay, type StayVersion } from './stays.ts'
import { isReady } from './ready-unit.ts'

interface RoomReadiness {
  stay: DeskStay
  /**
   * The unit assigned to the stay, or else a free and clean unit that no other room of the stay takes. Null if there
   * is none.
   */
  unit: { id: number; name: string } | null
  /** Why the room cannot be checked in or out with the others. */
  rejection: MessageRef | null
}

/**
 * Returns the rooms of a stay to check in or out now, each with the reason if it is not possible. Ended rooms are left
 * out.
 */
export async function listEligibleRooms(
  db: Database,
  ctx: RequestContext,
  code: string,
  direction: 'in' | 'out',
): Promise<RoomReadiness[]> {
  const firstRoom = await findFirstRoom(db, code)
  const ids = (await loadRoomsOfStay(db, firstRoom)).map(({ id }) => id)
  const stays = (await readStays(db, ids)).filter((stay) => {
    const status = getStatus(stay, ctx.now)
    return direction === 'out' ? status === 'checked_in' : status !== 'checked_in' && !getStatusTraits(status).isOver
  })
  const units = await chooseUnits(db, ctx, stays)
  const roomReadiness: RoomReadiness[] = []
  for (const [index, stay] of stays.entries()) {
    const unit = units[index]!
    const arrivalError = direction === 'in' ? await findArrivalError(db, ctx, stay, unit?.id ?? null) : null
    roomReadiness.push({ stay, unit, rejection: arrivalError })
  }
  return roomReadiness
}

/** Returns the unit of each stay. A stay that has nights without a unit gets a free unit that no other stay gets. */
async function chooseUnits(
  db: Database,
  ctx: RequestContext,
  stays: readonly DeskStay[],
): Promise<RoomReadiness['unit'][]> {
  const ownUnitIds = stays.flatMap(({ nights }) => nights.flatMap(({ unitId }) => unitId ?? []))
  const ownUnits = await db
    .selectFrom('unit')
    .select(['id', 'name'])
    .where('id', 'in', ownUnitIds.length > 0 ? ownUnitIds : [0])
    .execute()
  const assignedUnitIds = new Set(ownUnitIds)
  const units: RoomReadiness['unit'][] = []
  for (const { nights } of stays) {
    const unassignedNights = nights.filter(({ unitId }) => unitId === null)
    if (unassignedNights.length === 0) {
      units.push(ownUnits.find(({ id }) => id === nights.at(-1)!.unitId) ?? null)
      continue
    }
    const days = { checkIn: unassignedNights[0]!.night, checkOut: unassignedNights.at(-1)!.night + 1 }
    const { roomId: bookedRoomId } = unassignedNights[0]!
    const roomTypes = await findFreeUnits(db, ctx, days, { bookedRoomId })
    const roomType = roomTypes.find(({ room }) => room.id === bookedRoomId)
    const freeUnits = (roomType?.units ?? []).filter(({ id }) => !assignedUnitIds.has(id))
    const unit = freeUnits.find((f) => !f.isOccupied && isReady(f.condition)) ?? freeUnits[0] ?? null
    if (unit) assignedUnitIds.add(unit.id)
    units.push(unit && { id: unit.id, name: unit.name })
  }
  return units
}

/** Checks in all of these rooms or none, each into its unit or the given one. */
export const checkInTogether = (
  db: Database,
  ctx: RequestContext,
  rooms: readonly (StayVersion & { unitId: number | null })[],
): Promise<DeskOperation> =>
  runDeskTransaction(db, async (transaction) => {
    const changes: Change[] = []
    for (const [index, stay] of (await lockStayVersions(transaction, rooms)).entries())
      changes.push(
        await buildArrival(transaction, ctx, stay, { unitId: rooms[index]!.unitId, allowsUnreadyUnit: false }),
      )
    const conflictError = await findConflictError(transaction, ctx, changes)
    if (conflictError) throw conflictError
    return applyStayChanges(transaction, ctx, 'guest checked in', changes)
  }).catch(rejectAll)

/** Rejects all rooms because of the error of one room. The new error belongs to no field. */
function rejectAll(error: unknown): never {
  throw error instanceof UserError ? new UserError(409, getMessage(error)) : error
}

const getMessage = ({ messageRef: message, fields }: UserError): MessageRef =>
  Object.values(fields ?? {}).flat()[0] ?? message

async function findArrivalError(
  db: Database,
  ctx: RequestContext,
  stay: DeskStay,
  unitId: number | null,
): Promise<MessageRef | null> {
  try {
    await buildArrival(db, ctx, stay, { unitId, allowsUnreadyUnit: false })
    return null
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return unitId === null && error.fields?.['unit'] ? { key: 'desk.none_free' } : getMessage(error)
  }
}
