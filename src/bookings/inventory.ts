import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'
import { nightsOf, type Stay } from './stay.ts'

/**
 * Takes one unit of a room for every night of a stay. True when every night was had; otherwise the caller rolls back.
 * One statement for all nights, and in the order of the nights: bookings that overlap then wait for one another in the
 * same order and never for each other. The CHECK no_overbooking stands behind it.
 */
export async function takeNights(db: Database, roomId: number, stay: Stay): Promise<boolean> {
  const result = await sql`
    insert into inventory (room_id, night, sold, capacity)
    with recursive nights (night) as (
      select cast(${stay.checkIn} as integer)
      union all
      select night + 1 from nights where night + 1 < cast(${stay.checkOut} as integer)
    )
    select room.id, nights.night, 1, room.capacity
    from room cross join nights
    where room.id = cast(${roomId} as integer) and room.capacity > 0
    order by nights.night
    on conflict (room_id, night) do update
      set sold = inventory.sold + 1
      where inventory.sold < inventory.capacity`.execute(db)
  return Number(result.numAffectedRows) === nightsOf(stay)
}

/** SQL: true for a room of which a unit is left on every night. Asks the counters, never the bookings. */
export const hasUnitLeft = (stay: Stay) => sql<boolean>`room.capacity > 0 and not exists (
  select 1 from inventory
  where inventory.room_id = room.id
    and inventory.night >= ${stay.checkIn} and inventory.night < ${stay.checkOut}
    and inventory.sold >= inventory.capacity)`
