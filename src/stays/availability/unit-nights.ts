import { sql, type ExpressionBuilder } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { conflict } from '#platform/errors.ts'
import type { BookingStatus } from '#schema/bookings.ts'
import type { Tables } from '#schema/tables.ts'
import type { Language } from '#routes/public.ts'
import type { MessageRef } from '#locales/translator.ts'
import { formatNights } from './needed-nights.ts'
import type { Stay } from './stay.ts'

/** Locks the assignment of these units until the end of the transaction. The ID order avoids deadlocks. */
export async function lockUnits(db: Database, unitIds: readonly number[]): Promise<void> {
  for (const unit_id of new Set(unitIds.toSorted((a, b) => a - b))) {
    await db
      .insertInto('unit_state')
      .values({ unit_id })
      .onConflict((conflictTarget) =>
        conflictTarget.column('unit_id').doUpdateSet(({ ref }) => ({ condition: ref('unit_state.condition') })),
      )
      .execute()
  }
}

/** Rejects units that are not in use. The units must be locked, because one could be deactivated meanwhile. */
export async function requireActiveUnits(db: Database, unitIds: readonly number[]): Promise<void> {
  if (unitIds.length === 0) return
  const inactiveUnit = await db
    .selectFrom('unit')
    .select('name')
    .where('id', 'in', unitIds)
    .where('active', '=', 0)
    .limit(1)
    .executeTakeFirst()
  if (inactiveUnit) throw conflict('desk.unit_out_of_use', { unit: inactiveUnit.name })
}

/** Names the first guest to whom a unit is assigned on these nights. That guest needs another unit first. */
export async function describeOccupants(
  db: Database,
  language: Language,
  unitId: number,
  { checkIn, checkOut }: Stay,
): Promise<MessageRef> {
  const nights = await db
    .selectFrom('unit_night')
    .innerJoin('booking', 'booking.id', 'unit_night.booking_id')
    .select(['booking.name', 'booking.code', 'night'])
    .where('unit_night.unit_id', '=', unitId)
    .where('night', '>=', checkIn)
    .where('night', '<', checkOut)
    .orderBy('night')
    .execute()
  const [firstNight] = nights
  // The guests may have been moved to another unit since.
  if (!firstNight) return { key: 'error.unit_assigned' }
  const guestNights = nights.filter(({ code }) => code === firstNight.code).map(({ night }) => night)
  const values = { name: firstNight.name || firstNight.code, nights: formatNights(language, guestNights) }
  return { key: 'error.unit_assigned_to', values }
}

/**
 * SQL: whether the guest of a booking is in the unit of a night: in house and staying tonight, or overdue after the last
 * night. The status is a literal, so that every plan can use the index of bookings in house.
 */
export const isInUnit =
  (day: number) => (eb: ExpressionBuilder<Pick<Tables, 'booking' | 'unit_night'>, 'booking' | 'unit_night'>) =>
    eb.and([
      eb('booking.status', '=', sql.lit('checked_in' satisfies BookingStatus)),
      eb.or([
        eb('unit_night.night', '=', day),
        eb.and([
          eb('booking.check_out', '<=', day),
          eb('unit_night.night', '=', eb(eb.ref('booking.check_out'), '-', 1)),
        ]),
      ]),
    ])

/** Returns the name of a guest who is in a unit now, or null. `leavesBefore`: only guests who should leave before that day. */
export async function findOccupant(
  db: Database,
  unitId: number,
  day: number,
  { leavesBefore = Infinity }: { leavesBefore?: number } = {},
): Promise<string | null> {
  const rows = await db
    .selectFrom('unit_night')
    .innerJoin('booking', 'booking.id', 'unit_night.booking_id')
    .select(['booking.name', 'booking.code', 'booking.check_out'])
    .where('unit_night.unit_id', '=', unitId)
    .where(isInUnit(day))
    .execute()
  const occupant = rows.find(({ check_out }) => check_out < leavesBefore)
  return occupant ? occupant.name || occupant.code : null
}
