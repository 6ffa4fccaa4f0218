import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { PublishTransaction } from '#platform/database/publish.ts'
import { statement } from '#platform/database/statement.ts'
import { nightsOf, type Stay } from './stay.ts'

/**
 * Takes one unit of a room for every night of a stay. True when every night was had; otherwise the caller rolls back.
 * One statement for all nights, and in the order of the nights: bookings that overlap then wait for one another in the
 * same order and never for each other. The CHECK no_overbooking stands behind it.
 */
export async function takeNights(db: Database, roomId: number, stay: Stay): Promise<boolean> {
  const { numAffectedRows } = await taking(db, { roomId, stay })
  return Number(numAffectedRows) === nightsOf(stay)
}

const taking = statement((db, { roomId, stay }: { roomId: number; stay: Stay }) =>
  sql`
    insert into inventory (room_id, night, sold, capacity)
    ${nightsIn(stay)}
    select room.id, nights.night, 1, room.capacity
    from room cross join nights
    where room.id = cast(${roomId} as integer) and room.capacity > 0
    order by nights.night
    on conflict (room_id, night) do update
      set sold = inventory.sold + 1
      where inventory.sold < inventory.capacity`.compile(db),
)

/** A night of a room that is sold so much more often than before, or, below zero, less often. */
export interface NightSold {
  roomId: number
  night: number
  by: number
}

/**
 * The same for nights that are taken and given back together. Their rows are taken first, all in one order, so that
 * nobody waits for one who waits for them. Where there are too few units no_overbooking refuses it.
 */
export async function shiftNights(db: Database, nights: readonly NightSold[]): Promise<void> {
  const all = nights
    .filter(({ by }) => by !== 0)
    .toSorted((one, other) => one.roomId - other.roomId || one.night - other.night)
  for (let at = 0; at < all.length; at += NIGHTS_AT_ONCE) {
    const some = all.slice(at, at + NIGHTS_AT_ONCE)
    await sql`
      insert into inventory (room_id, night, sold, capacity)
      with shifted (room_id, night, by) as (values ${rowsOf(some)})
      select shifted.room_id, shifted.night, 0, room.capacity
      from shifted join room on room.id = shifted.room_id
      order by shifted.room_id, shifted.night
      on conflict (room_id, night) do update set sold = inventory.sold`.execute(db)
  }
  for (let at = 0; at < all.length; at += NIGHTS_AT_ONCE) {
    await sql`
      with shifted (room_id, night, by) as (values ${rowsOf(all.slice(at, at + NIGHTS_AT_ONCE))})
      update inventory set sold = inventory.sold + shifted.by
      from shifted where shifted.room_id = inventory.room_id and shifted.night = inventory.night`.execute(db)
  }
}

/** So many that a stay of months is one statement, and a group of them no more than a database takes. */
const NIGHTS_AT_ONCE = 500

const rowsOf = (nights: readonly NightSold[]) =>
  sql.join(
    nights.map(
      ({ roomId, night, by }) => sql`(cast(${roomId} as integer), cast(${night} as integer), cast(${by} as integer))`,
    ),
  )

/** Counts anew how many units of a room may be sold for each night: those in use that are not closed. */
export async function recountUnits(tx: PublishTransaction, roomId: number, nights: Stay): Promise<void> {
  // Whoever else recounts this room waits here. They count only then: a statement sees what was done before it began.
  await tx
    .updateTable('room')
    .set(({ ref }) => ({ capacity: ref('capacity') }))
    .where('id', '=', roomId)
    .execute()
  await tx
    .updateTable('room')
    .set(({ selectFrom }) => ({
      capacity: selectFrom('unit')
        .select(({ fn }) => fn.countAll<number>().as('units'))
        .whereRef('unit.room_id', '=', 'room.id')
        .where('unit.active', '=', 1),
    }))
    .where('id', '=', roomId)
    .execute()
  await sql`
    insert into inventory (room_id, night, sold, capacity)
    ${nightsIn(nights)}
    select room.id, nights.night, 0, (
      select count(*) from unit
      where unit.room_id = room.id and unit.active = 1 and not exists (
        select 1 from unit_closure
        where unit_closure.unit_id = unit.id
          and unit_closure.from_day <= nights.night and unit_closure.to_day > nights.night))
    from room cross join nights
    where room.id = cast(${roomId} as integer)
    order by nights.night
    on conflict (room_id, night) do update set capacity = excluded.capacity`.execute(tx)
}

/** SQL: true for a room of which a unit is left on every night. Asks the counters, never the bookings. */
export const hasUnitLeft = (stay: Stay): RawBuilder<boolean> => sql<boolean>`room.capacity > 0 and not exists (
  select 1 from inventory
  where inventory.room_id = room.id
    and inventory.night >= ${stay.checkIn} and inventory.night < ${stay.checkOut}
    and inventory.sold >= inventory.capacity)`

/** How many units of each of some rooms are left on every night. */
export async function unitsLeft(db: Database, roomIds: readonly number[], stay: Stay): Promise<Map<number, number>> {
  if (roomIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('room')
    .leftJoin('inventory', (join) =>
      join
        .onRef('inventory.room_id', '=', 'room.id')
        .on('inventory.night', '>=', stay.checkIn)
        .on('inventory.night', '<', stay.checkOut),
    )
    .select(['room.id', 'room.capacity', sql<number | null>`min(inventory.capacity - inventory.sold)`.as('least')])
    .where('room.id', 'in', roomIds)
    .groupBy(['room.id', 'room.capacity'])
    .execute()
  return new Map(rows.map(({ id, capacity, least }) => [id, Math.min(capacity, least ?? capacity)]))
}

/** Whether a unit is left for each of them on every night. A room of which two are wanted is named twice. */
export async function areFree(db: Database, roomIds: readonly number[], stay: Stay): Promise<boolean> {
  const left = await unitsLeft(db, [...new Set(roomIds)], stay)
  return roomIds.every((id) => left.get(id)! >= roomIds.filter((each) => each === id).length)
}

const nightsIn = ({ checkIn, checkOut }: Stay) => sql`
    with recursive nights (night) as (
      select cast(${checkIn} as integer)
      union all
      select night + 1 from nights where night + 1 < cast(${checkOut} as integer)
    )`
