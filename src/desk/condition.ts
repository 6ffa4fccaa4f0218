import { companyOf } from '../content/company.ts'
import { takeUnits } from '../availability/unit-nights.ts'
import { dayIn } from '../platform/clock.ts'
import type { Asker } from '../platform/contract.ts'
import { inTransaction, type Database } from '../platform/database/database.ts'
import { conflict, invalid, notFound } from '../platform/errors.ts'
import { recordChange } from '../platform/work/audit.ts'
import type { BookingStatus, Condition } from '../tables/bookings.ts'

interface Mark {
  unitId: number
  /** The one that was looked at. */
  version: number
  condition: Condition
  note: string
}

/**
 * Says in what condition somebody has seen a unit. Refused where somebody has seen it otherwise meanwhile; whoever says the
 * same changes nothing but when it was last seen. What is out of service says why.
 */
export async function markUnit(db: Database, asker: Asker, { unitId, version, condition, note }: Mark): Promise<void> {
  if (condition === 'out_of_service' && note === '') throw invalid({ note: 'error.out_of_service_note' })
  await inTransaction(db, async (transaction) => {
    const unit = await transaction
      .selectFrom('unit')
      .select(['room_id', 'name'])
      .where('id', '=', unitId)
      .where('active', '=', 1)
      .executeTakeFirst()
    if (!unit) throw notFound()
    await takeUnits(transaction, [unitId])
    const { condition: before, kept } = await conditionNow(transaction, asker, unitId)
    const noteBefore = kept?.note ?? ''
    const lastSeen = versionOf(kept)
    const isSame = before === condition && noteBefore === note
    if (!isSame && lastSeen !== version) throw conflict('error.unit_seen_meanwhile', { unit: unit.name })
    // Each one counts as later than the one before, also within a millisecond.
    const seenAt = Math.max(asker.now, lastSeen + 1)
    await transaction
      .updateTable('unit_state')
      .set({ condition, note, seen_at: seenAt, seen_by: asker.account!.id })
      .where('unit_id', '=', unitId)
      .execute()
    const said = (each: Condition, text: string) => ({
      [`condition ${unit.name}`]: each,
      [`note ${unit.name}`]: text,
    })
    await recordChange(transaction, asker, 'unit seen', `room ${unit.room_id}`, {
      before: said(before, noteBefore),
      after: said(condition, note),
    })
  })
}

/** In what condition one unit is now, and what is kept of it. */
export async function conditionNow(db: Database, asker: Asker, unitId: number) {
  const { timeZone } = await companyOf(db, asker)
  const kept = await db.selectFrom('unit_state').selectAll().where('unit_id', '=', unitId).executeTakeFirst()
  const wasSlept = await wasSleptIn(db, unitId, dayOfRooms(timeZone, asker.now) - 1)
  return { condition: conditionOf(kept ?? null, wasSlept, timeZone, asker.now), kept }
}

interface Seen {
  condition: Condition
  seen_at: number | null
}

/**
 * In what condition a unit is: as it was last seen, but dirty in the morning after somebody has slept there, until somebody
 * has seen it. What is out of service stays so.
 */
export function conditionOf(seen: Seen | null, sleptLastNight: boolean, timeZone: string, now: number): Condition {
  const { condition, seen_at } = seen ?? { condition: 'clean', seen_at: null }
  if (!sleptLastNight || condition === 'out_of_service') return condition
  const isSeen = seen_at !== null && dayOfRooms(timeZone, seen_at) >= dayOfRooms(timeZone, now)
  return isSeen ? condition : 'dirty'
}

/** Raised with each time that somebody has seen it. */
export const versionOf = (seen: Pick<Seen, 'seen_at'> | undefined): number => seen?.seen_at ?? 0

/** Nobody makes rooms before this hour, and who comes before it comes for the night that is under way. */
const NIGHT_ENDS_MS = 4 * 3_600_000

/** The day it is for whoever makes rooms. */
export const dayOfRooms = (timeZone: string, now: number): number => dayIn(timeZone, now - NIGHT_ENDS_MS)

/** Of a stay that has a unit on a night: whether somebody was there. */
export const sleptThere = (status: BookingStatus): boolean => status === 'checked_in' || status === 'checked_out'

async function wasSleptIn(db: Database, unitId: number, night: number): Promise<boolean> {
  const stay = await db
    .selectFrom('unit_night')
    .innerJoin('booking', 'booking.id', 'unit_night.booking_id')
    .select('booking.status')
    .where('unit_night.unit_id', '=', unitId)
    .where('unit_night.night', '=', night)
    .executeTakeFirst()
  return stay !== undefined && sleptThere(stay.status)
}
