import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { formatInclusiveDates } from '#locales/dates.ts'
import type { Stay } from './stay.ts'

/** Finds the nights on which this unit is open but cannot be closed, because all open units of its room are sold. */
export async function findNeededNights(db: Database, unitId: number, { checkIn, checkOut }: Stay): Promise<number[]> {
  const rows = await db
    .selectFrom('inventory')
    .innerJoin('unit', 'unit.room_id', 'inventory.room_id')
    .select('inventory.night')
    .where('unit.id', '=', unitId)
    .where('inventory.night', '>=', checkIn)
    .where('inventory.night', '<', checkOut)
    .where('inventory.sold', '>', 0)
    .whereRef('inventory.sold', '>=', 'inventory.capacity')
    .where(
      sql<boolean>`not exists (select 1 from unit_closure where unit_closure.unit_id = unit.id
        and unit_closure.from_day <= inventory.night and unit_closure.to_day > inventory.night)`,
    )
    .orderBy('inventory.night')
    .execute()
  return rows.map(({ night }) => night)
}

/**
 * Formats nights as date ranges, for example 4 to 6 December 2026 inclusive, 9 December 2026. Only the first few ranges
 * are listed.
 */
export function formatNights(language: Language, nights: readonly number[]): string {
  const translator = translatorFor(language)
  const nightRanges: [first: number, last: number][] = []
  for (const night of nights) {
    const lastRange = nightRanges.at(-1)
    if (lastRange && lastRange[1] === night - 1) lastRange[1] = night
    else nightRanges.push([night, night])
  }
  const text = nightRanges
    .slice(0, MAX_RANGES)
    .map(([first, last]) => formatInclusiveDates(translator, isoDay(first), isoDay(last)))
    .join(', ')
  return nightRanges.length > MAX_RANGES ? `${text} …` : text
}
const MAX_RANGES = 5
