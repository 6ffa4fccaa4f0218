import type { Database } from '#platform/database/database.ts'
import type { DeskStay } from './stays.ts'

/**
 * Returns how many guests of each stay are missing in the guest register. Stays without missing guests are left out.
 */
export async function countUnregistered(
  db: Database,
  stays: readonly Pick<DeskStay, 'id' | 'adults' | 'children'>[],
): Promise<Map<number, number>> {
  if (stays.length === 0) return new Map()
  const rows = await db
    .selectFrom('stay_person')
    .select(({ fn }) => ['booking_id', fn.countAll<number | string>().as('persons')])
    .where(
      'booking_id',
      'in',
      stays.map(({ id }) => id),
    )
    .groupBy('booking_id')
    .execute()
  const registered = new Map(rows.map(({ booking_id, persons }) => [booking_id, Number(persons)]))
  const missing = stays.map(({ id, adults, children }) => [id, adults + children - (registered.get(id) ?? 0)] as const)
  return new Map(missing.filter(([, persons]) => persons > 0))
}
