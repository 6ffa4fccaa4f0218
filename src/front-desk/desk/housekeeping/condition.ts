import { sql, type RawBuilder } from 'kysely'
import { loadCompany } from '#content/company.ts'
import { lockUnits } from '#stays/availability/unit-nights.ts'
import { dayIn, timestampAt } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { conflict, invalid, notFound } from '#platform/errors.ts'
import { isoDay } from '#platform/day.ts'
import { recordChange } from '#platform/audit.ts'
import type { BookingStatus, UnitCondition } from '#schema/bookings.ts'
import { HOUR_MS } from '#platform/durations.ts'

interface Mark {
  unitId: number
  /** The version that the user saw. */
  version: number
  condition: UnitCondition
  note: string
}

/**
 * Records the condition and the note of a unit. Rejects the change if another user recorded something else meanwhile.
 * The same condition and note update only the time and the user. Out of service requires a note.
 */
export async function markUnit(
  db: Database,
  ctx: RequestContext,
  { unitId, version, condition, note }: Mark,
): Promise<void> {
  if (condition === 'out_of_service' && note === '') throw invalid({ note: 'error.out_of_service_note' })
  await inTransaction(db, async (transaction) => {
    const unit = await transaction
      .selectFrom('unit')
      .select(['room_id', 'name'])
      .where('id', '=', unitId)
      .where('active', '=', 1)
      .executeTakeFirst()
    if (!unit) throw notFound()
    await lockUnits(transaction, [unitId])
    const { condition: before, note: previousNote, seen_at } = await readCondition(transaction, ctx, unitId)
    const previousText = previousNote ?? ''
    const lastSeenAt = getUnitStateVersion({ seen_at })
    const isUnchanged = before === condition && previousText === note
    if (!isUnchanged && lastSeenAt !== version) throw conflict('error.unit_updated_meanwhile', { unit: unit.name })
    // A second change in the same millisecond gets a higher version.
    const seenAt = Math.max(ctx.now, lastSeenAt + 1)
    await transaction
      .updateTable('unit_state')
      .set({ condition, note, seen_at: seenAt, seen_by: ctx.account!.id })
      .where('unit_id', '=', unitId)
      .execute()
    const toLogFields = (value: UnitCondition, text: string) => ({
      [`condition ${unit.name}`]: value,
      [`note ${unit.name}`]: text,
    })
    await recordChange(transaction, ctx, 'unit condition changed', `room ${unit.room_id}`, {
      before: toLogFields(before, previousText),
      after: toLogFields(condition, note),
    })
  })
}

/** Marks units as dirty after guests have left them, except units that are out of service. */
export async function markUnitsDirty(
  db: Transaction,
  { now, account }: RequestContext,
  units: readonly number[],
): Promise<void> {
  if (units.length === 0) return
  await db
    .updateTable('unit_state')
    .set({ condition: 'dirty', seen_at: now, seen_by: account!.id })
    .where('unit_id', 'in', units)
    .where('condition', '<>', 'out_of_service')
    .execute()
}

/** Returns the current condition of a unit, with its note and version. */
export async function readCondition(db: Database, ctx: RequestContext, unitId: number) {
  const row = await db
    .selectFrom('unit')
    .leftJoin('unit_state', 'unit_state.unit_id', 'unit.id')
    .select(['note', 'seen_at', (await readCurrentCondition(db, ctx)).as('condition')])
    .where('unit.id', '=', unitId)
    .executeTakeFirst()
  return row ?? { note: null, seen_at: null, condition: 'clean' as const }
}

/**
 * A SQL expression for the current condition of a unit, for queries that join unit_state. It is the last recorded
 * condition, but dirty from the morning after a guest has slept there until staff have seen the unit. A guest who left
 * before that morning made the unit dirty when leaving. Out of service has priority.
 */
export async function readCurrentCondition(
  db: Database,
  ctx: Pick<RequestContext, 'now' | 'visit'>,
): Promise<RawBuilder<UnitCondition>> {
  const { timeZone } = await loadCompany(db, ctx)
  const day = getHousekeepingDay(timeZone, ctx.now)
  const nightEnd = timestampAt(timeZone, isoDay(day), NIGHT_END_TIME) ?? ctx.now
  return sql<UnitCondition>`case
    when unit_state.condition = 'out_of_service' then 'out_of_service'
    when coalesce(unit_state.seen_at, 0) < cast(${nightEnd} as bigint) and exists (
      select 1 from unit_night as last_night join booking as sleeper on sleeper.id = last_night.booking_id
      where last_night.unit_id = unit.id and last_night.night = cast(${day - 1} as integer)
        and sleeper.status in (${sql.join(occupiedStatuses.map((status) => sql.lit(status)))})
        and (sleeper.left_at is null or sleeper.left_at >= cast(${nightEnd} as bigint))) then 'dirty'
    else coalesce(unit_state.condition, 'clean') end`
}

/** Returns the version of a unit's condition: the time at which it was last recorded. */
export const getUnitStateVersion = (state: { seen_at: number | null }): number => state.seen_at ?? 0

/** Housekeeping starts at this hour. Guests who arrive earlier arrive for the night in progress. */
const NIGHT_END_TIME = '04:00'
const NIGHT_ENDS_MS = 4 * HOUR_MS

/** The current day for housekeeping. */
export const getHousekeepingDay = (timeZone: string, now: number): number => dayIn(timeZone, now - NIGHT_ENDS_MS)

export const occupiedStatuses: readonly BookingStatus[] = ['checked_in', 'checked_out']
