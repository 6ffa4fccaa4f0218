import { sql } from 'kysely'
import { asInteger } from '#platform/database/casts.ts'
import type { Database } from '#platform/database/database.ts'

/** The number of units, and how many of them are closed. */
export interface UnitTotals {
  units: number
  closed: number
}

/**
 * Counts the units of each night and of each room type. Nights that were ever booked or closed use their stored
 * capacity. Other nights use the current number of units. Closed units come from the closures.
 */
export async function loadUnits(
  db: Database,
  { from, to }: { from: number; to: number },
  today: number,
): Promise<{ byNight: Map<number, UnitTotals>; byRoom: Map<number, UnitTotals> }> {
  const { rows } = await sql<{ night: number; room_id: number; open: number; closed: number }>`
    with recursive nights (night) as (
      select ${asInteger(from)}
      union all
      select night + 1 from nights where night + 1 < ${asInteger(to)}
    ),
    closed (night, room_id, closed) as (
      select nights.night, unit.room_id, count(distinct unit.id)
      from unit_closure
      join unit on unit.id = unit_closure.unit_id
      join nights on nights.night >= unit_closure.from_day and nights.night < unit_closure.to_day
      where unit.active = 1 or nights.night < ${asInteger(today)}
      group by nights.night, unit.room_id
    )
    select nights.night, room.id as room_id, coalesce(inventory.capacity, room.capacity) as open,
      coalesce(closed.closed, 0) as closed
    from nights cross join room
    left join inventory on inventory.room_id = room.id and inventory.night = nights.night
    left join closed on closed.room_id = room.id and closed.night = nights.night
    where room.active = 1 or inventory.sold > 0
      or (inventory.room_id is not null and nights.night < ${asInteger(today)})`.execute(db)
  const sumBy = (groupKey: 'night' | 'room_id') => {
    const totals = new Map<number, UnitTotals>()
    for (const row of rows) {
      const groupTotals = totals.get(row[groupKey]) ?? { units: 0, closed: 0 }
      totals.set(row[groupKey], {
        units: groupTotals.units + row.open + row.closed,
        closed: groupTotals.closed + row.closed,
      })
    }
    return totals
  }
  return { byNight: sumBy('night'), byRoom: sumBy('room_id') }
}
