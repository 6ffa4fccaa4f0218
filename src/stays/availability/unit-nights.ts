import type { Database } from '#platform/database/database.ts'
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
      .onConflict((conflict) =>
        conflict.column('unit_id').doUpdateSet(({ ref }) => ({ condition: ref('unit_state.condition') })),
      )
      .execute()
  }
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
