import { sql } from 'kysely'
import { formatNights } from '#stays/availability/needed-nights.ts'
import { validateParty } from '#stays/availability/party.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { UserError } from '#platform/errors.ts'
import { translatorFor } from '#locales/both.ts'
import { formatMessageRef, type MessageRef } from '#locales/translator.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import { countNightChanges, type Change } from './stay-changes.ts'
import { holdsNights, readStays, type DeskStay } from './stays.ts'

/** The occupant of a requested unit: another stay, or a closure. */
export interface Occupancy {
  unitId: number
  unitName: string
  from: number
  to: number
  reason: string | null
  stay: DeskStay | null
}

/** Returns the occupants of the units on the requested nights, one entry per run of nights. */
export async function findOccupants(db: Database, changes: readonly Change[]): Promise<Occupancy[]> {
  const ownIds = changes.map(({ before }) => before.id)
  const requestedNights = changes
    .filter(({ after }) => holdsNights(after))
    .flatMap(({ after }) => after.nights.filter(({ unitId }) => unitId !== null))
  if (requestedNights.length === 0) return []
  const requestedKeys = new Set(requestedNights.map(({ unitId, night }) => `${unitId} ${night}`))
  const nights = requestedNights.map(({ night }) => night)
  const rows = await db
    .selectFrom('unit_night')
    .innerJoin('unit', 'unit.id', 'unit_night.unit_id')
    .leftJoin('unit_closure', 'unit_closure.id', 'unit_night.closure_id')
    .select(['unit_night.unit_id', 'night', 'booking_id', 'closure_id', 'unit.name', 'unit_closure.reason'])
    .where('unit_night.unit_id', 'in', [...new Set(requestedNights.map(({ unitId }) => unitId!))])
    .where('night', '>=', Math.min(...nights))
    .where('night', '<=', Math.max(...nights))
    .where((row) => row.or([row('booking_id', 'is', null), row('booking_id', 'not in', ownIds)]))
    .orderBy('unit_night.unit_id')
    .orderBy('night')
    .execute()
  const occupiedNights = rows.filter(({ unit_id, night }) => requestedKeys.has(`${unit_id} ${night}`))
  const stays = await readStays(db, [...new Set(occupiedNights.flatMap(({ booking_id }) => booking_id ?? []))])
  const occupancies: (Occupancy & { key: string })[] = []
  for (const { unit_id, night, booking_id, closure_id, name, reason } of occupiedNights) {
    const key = `${unit_id} ${booking_id} ${closure_id}`
    const lastOccupancy = occupancies.at(-1)
    if (lastOccupancy?.key === key && lastOccupancy.to === night) lastOccupancy.to = night + 1
    else {
      const stay = stays.find(({ id }) => id === booking_id) ?? null
      occupancies.push({ unitId: unit_id, unitName: name, from: night, to: night + 1, reason, stay, key })
    }
  }
  return occupancies.map(({ key: _, ...occupancy }) => occupancy)
}

/** Why stays cannot be changed, and the booking, night and field that cause it. */
export interface Conflict {
  message: MessageRef
  cause: { bookingId: number; night: number; field: 'unit' | 'room' }
}

/** Returns the first conflict that can be detected before the changes are applied, as an error, or null. */
export async function findConflictError(
  db: Database,
  ctx: RequestContext,
  changes: readonly Change[],
): Promise<UserError | null> {
  const conflict = await findConflict(db, ctx, changes)
  return conflict && new UserError(409, conflict.message)
}

export const findConflict = async (
  db: Database,
  ctx: RequestContext,
  changes: readonly Change[],
): Promise<Conflict | null> =>
  findSharedUnit(changes) ??
  (await findUnitConflict(db, changes)) ??
  (await findPartyConflict(db, ctx, changes)) ??
  (await findOccupancyConflict(db, ctx, changes)) ??
  (await findSoldOutConflict(db, ctx, changes))

/** Finds two changed stays that request the same unit on the same night. */
function findSharedUnit(changes: readonly Change[]): Conflict | null {
  const takenNights = new Set<string>()
  for (const { after } of changes)
    for (const { unitId, night } of after.nights) {
      if (unitId === null) continue
      const unitNightKey = `${unitId} ${night}`
      if (takenNights.has(unitNightKey))
        return { message: { key: 'desk.unit_taken' }, cause: { bookingId: after.id, night, field: 'unit' } }
      takenNights.add(unitNightKey)
    }
  return null
}

/** Finds a unit of another room type, or one that is not in use. Checks changed nights only. */
async function findUnitConflict(db: Database, changes: readonly Change[]): Promise<Conflict | null> {
  const nights = changes.flatMap(({ before, after }) =>
    after.nights
      .filter(({ night, unitId, roomId }) => {
        const nightBefore = before.nights.find((n) => n.night === night)
        return unitId !== null && (nightBefore?.unitId !== unitId || nightBefore.roomId !== roomId)
      })
      .map((night) => ({ ...night, bookingId: after.id })),
  )
  if (nights.length === 0) return null
  const units = await db
    .selectFrom('unit')
    .select(['id', 'room_id', 'active', 'name'])
    .where('id', 'in', [...new Set(nights.map(({ unitId }) => unitId!))])
    .execute()
  for (const { unitId, roomId, night, bookingId } of nights) {
    const unit = units.find(({ id }) => id === unitId)
    const cause = { bookingId, night, field: 'unit' } as const
    if (!unit || unit.room_id !== roomId) return { message: { key: 'desk.not_found' }, cause }
    if (unit.active === 0) return { message: { key: 'desk.unit_out_of_use', values: { unit: unit.name } }, cause }
  }
  return null
}

/**
 * Checks the party of a room if the party changes or the room type is new to the stay. Otherwise the agreed party stays
 * valid.
 */
async function findPartyConflict(
  db: Database,
  ctx: RequestContext,
  changes: readonly Change[],
): Promise<Conflict | null> {
  for (const { before, after } of changes) {
    const isSameParty = before.adults === after.adults && before.children === after.children
    const knownRoomIds = new Set(isSameParty ? before.nights.map(({ roomId }) => roomId) : [])
    const ids = [...new Set(after.nights.map(({ roomId }) => roomId))].filter((id) => !knownRoomIds.has(id))
    if (ids.length === 0) continue
    for (const room of await db.selectFrom('room').selectAll().where('id', 'in', ids).execute()) {
      const [partyError] = Object.values(validateParty(after, room)).flat()
      if (!partyError) continue
      const { night, unitId } = after.nights.find(({ roomId }) => roomId === room.id)!
      const values = {
        name: after.name || after.code,
        room: [pickLocalizedName(ctx.language, room), unitId && (await loadUnitName(db, unitId))]
          .filter(Boolean)
          .join(' '),
        limit: formatMessageRef(translatorFor(ctx.language), partyError),
      }
      return { message: { key: 'desk.too_small', values }, cause: { bookingId: after.id, night, field: 'room' } }
    }
  }
  return null
}

const loadUnitName = async (db: Database, id: number): Promise<string> =>
  (await db.selectFrom('unit').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name

async function findOccupancyConflict(
  db: Database,
  ctx: RequestContext,
  changes: readonly Change[],
): Promise<Conflict | null> {
  const [firstOccupant] = await findOccupants(db, changes)
  if (!firstOccupant) return null
  const { unitId, unitName: unit, from: night } = firstOccupant
  const nightsText = formatNights(
    ctx.language,
    Array.from({ length: firstOccupant.to - night }, (_, index) => night + index),
  )
  const change = changes.find(({ after }) => after.nights.some((n) => n.unitId === unitId && n.night === night))!
  const cause = { bookingId: change.after.id, night, field: 'unit' } as const
  if (firstOccupant.stay === null)
    return { message: { key: 'desk.unit_closed', values: { unit, nights: nightsText } }, cause }
  const name = firstOccupant.stay.name || firstOccupant.stay.code
  return { message: { key: 'desk.unit_taken_by', values: { unit, nights: nightsText, name } }, cause }
}

/** Checks the night counters. The database checks them again when the changes are applied. */
async function findSoldOutConflict(
  db: Database,
  ctx: RequestContext,
  changes: readonly Change[],
): Promise<Conflict | null> {
  const increasedNights = countNightChanges(changes).filter(({ delta }) => delta > 0)
  if (increasedNights.length === 0) return null
  const nights = increasedNights.map(({ night }) => night)
  const rows = await db
    .selectFrom('room')
    .leftJoin('inventory', (join) =>
      join
        .onRef('inventory.room_id', '=', 'room.id')
        .on('night', '>=', Math.min(...nights))
        .on('night', '<=', Math.max(...nights)),
    )
    .select(['room.id', 'room.name_en', 'room.name_bn', 'room.capacity as units', 'night'])
    .select(sql<number | null>`inventory.capacity - inventory.sold`.as('left'))
    .where('room.id', 'in', [...new Set(increasedNights.map(({ roomId }) => roomId))])
    .execute()
  const soldOutNights = increasedNights.filter(({ roomId, night, delta }) => {
    const remainingRooms = rows.find((row) => row.id === roomId && row.night === night)?.left
    return (remainingRooms ?? rows.find((row) => row.id === roomId)?.units ?? 0) < delta
  })
  if (soldOutNights.length === 0) return null
  const [{ roomId }] = soldOutNights as [(typeof soldOutNights)[0]]
  const room = rows.find((row) => row.id === roomId)!
  const missingNights = soldOutNights.filter((s) => s.roomId === roomId).map(({ night }) => night)
  const values = {
    room: pickLocalizedName(ctx.language, room),
    nights: formatNights(
      ctx.language,
      missingNights.toSorted((a, b) => a - b),
    ),
  }
  const night = Math.min(...missingNights)
  const change = changes.find(({ after }) => after.nights.some((n) => n.roomId === roomId && n.night === night))!
  return { message: { key: 'desk.sold_out_on', values }, cause: { bookingId: change.after.id, night, field: 'room' } }
}
