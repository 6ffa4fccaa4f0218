import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { PublishTransaction } from '#platform/database/publish.ts'
import { statement } from '#platform/database/statement.ts'
import { countNights, type Stay } from './stay.ts'
import { listDays } from '#platform/day.ts'

/**
 * Takes one unit of a room for every night of a stay. Returns false if some night is full; the caller must then roll
 * back.
 * Uses one statement for all nights in night order. Overlapping bookings then lock rows in the same order and cannot
 * deadlock. The CHECK no_overbooking is the last safeguard.
 */
export async function takeNights(db: Database, roomId: number, stay: Stay): Promise<boolean> {
  const { numAffectedRows } = await reserveNightsStatement(db, { roomId, stay })
  return Number(numAffectedRows) === countNights(stay)
}

const reserveNightsStatement = statement((db, { roomId, stay }: { roomId: number; stay: Stay }) =>
  sql`
    insert into inventory (room_id, night, sold, capacity)
    ${selectNights(stay)}
    select room.id, nights.night, 1, room.capacity
    from room cross join nights
    where room.id = cast(${roomId} as integer) and room.capacity > 0
    order by nights.night
    on conflict (room_id, night) do update
      set sold = inventory.sold + 1
      where inventory.sold < inventory.capacity`.compile(db),
)

/** A change of the number of sold units of a room on one night. Negative when nights are released. */
export interface SoldNightChange {
  roomId: number
  night: number
  delta: number
}

/**
 * Takes and releases nights together. Locks all rows first, in one order, to avoid deadlocks. The CHECK no_overbooking
 * rejects the change if there are too few units.
 */
export async function adjustSoldNights(db: Database, nights: readonly SoldNightChange[]): Promise<void> {
  const changes = nights.filter(({ delta }) => delta !== 0).toSorted((a, b) => a.roomId - b.roomId || a.night - b.night)
  for (let start = 0; start < changes.length; start += NIGHTS_PER_STATEMENT) {
    const batch = changes.slice(start, start + NIGHTS_PER_STATEMENT)
    await sql`
      insert into inventory (room_id, night, sold, capacity)
      with shifted (room_id, night, by) as (values ${toRows(batch)})
      select shifted.room_id, shifted.night, 0, room.capacity
      from shifted join room on room.id = shifted.room_id
      order by shifted.room_id, shifted.night
      on conflict (room_id, night) do update set sold = inventory.sold`.execute(db)
  }
  for (let start = 0; start < changes.length; start += NIGHTS_PER_STATEMENT) {
    await sql`
      with shifted (room_id, night, by) as (values ${toRows(changes.slice(start, start + NIGHTS_PER_STATEMENT))})
      update inventory set sold = inventory.sold + shifted.by
      from shifted where shifted.room_id = inventory.room_id and shifted.night = inventory.night`.execute(db)
  }
}

/**
 * The maximum number of nights per statement. A stay of several months fits, and a group stay does not exceed the
 * parameter limit of the database.
 */
const NIGHTS_PER_STATEMENT = 500

const toRows = (nights: readonly SoldNightChange[]) =>
  sql.join(
    nights.map(
      ({ roomId, night, delta }) =>
        sql`(cast(${roomId} as integer), cast(${night} as integer), cast(${delta} as integer))`,
    ),
  )

/** Recounts how many units of a room can be sold per night: the active units that are not closed. */
export async function updateUnitCounts(tx: PublishTransaction, roomId: number, nights: Stay): Promise<void> {
  // Concurrent recounts of this room wait here for the lock. They count only afterwards, because a statement does not
  // see data that is committed after it began.
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
    ${selectNights(nights)}
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

/** SQL: true for a room with a free unit on every night. Reads the inventory counters, not the bookings. */
export const hasFreeUnit = (stay: Stay): RawBuilder<boolean> => sql<boolean>`room.capacity > 0 and not exists (
  select 1 from inventory
  where inventory.room_id = room.id
    and inventory.night >= ${stay.checkIn} and inventory.night < ${stay.checkOut}
    and inventory.sold >= inventory.capacity)`

/** Returns a function that tells whether a room has a free unit on each of these nights. Needs one statement. */
export async function loadFreeNights(
  db: Database,
  rooms: readonly { id: number; capacity: number }[],
  { checkIn, checkOut }: Stay,
): Promise<(room: { id: number; capacity: number }, night: number) => boolean> {
  if (rooms.length === 0) return () => false
  const rows = await db
    .selectFrom('inventory')
    .select(['room_id', 'night'])
    .where(
      'room_id',
      'in',
      rooms.map(({ id }) => id),
    )
    .where('night', '>=', checkIn)
    .where('night', '<', checkOut)
    .whereRef('sold', '>=', 'capacity')
    .execute()
  const soldOutNights = new Set(rows.map(({ room_id, night }) => `${room_id} ${night}`))
  return ({ id, capacity }, night) => capacity > 0 && !soldOutNights.has(`${id} ${night}`)
}

/** Returns the number of units of each room that are free on every night. */
export async function countFreeUnits(
  db: Database,
  roomIds: readonly number[],
  stay: Stay,
): Promise<Map<number, number>> {
  if (roomIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('room')
    .leftJoin('inventory', (join) =>
      join
        .onRef('inventory.room_id', '=', 'room.id')
        .on('inventory.night', '>=', stay.checkIn)
        .on('inventory.night', '<', stay.checkOut),
    )
    .select(['room.id', 'room.capacity', sql<number | null>`min(inventory.capacity - inventory.sold)`.as('minFree')])
    .where('room.id', 'in', roomIds)
    .groupBy(['room.id', 'room.capacity'])
    .execute()
  return new Map(rows.map(({ id, capacity, minFree }) => [id, Math.min(capacity, minFree ?? capacity)]))
}

/**
 * Returns the number of units of each room that are free on every night of a stay if these sold nights are released.
 */
export async function countUnitsWithout(
  db: Database,
  rooms: readonly { id: number; capacity: number }[],
  { checkIn, checkOut }: Stay,
  releasedNights: readonly { roomId: number; night: number }[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('inventory')
    .select(['room_id', 'night', 'capacity', 'sold'])
    .where(
      'room_id',
      'in',
      rooms.map(({ id }) => id),
    )
    .where('night', '>=', checkIn)
    .where('night', '<', checkOut)
    .execute()
  const freeUnitsByNight = new Map(
    rows.map(({ room_id, night, capacity, sold }) => [`${room_id} ${night}`, capacity - sold]),
  )
  const releasedByNight = Map.groupBy(releasedNights, ({ roomId, night }) => `${roomId} ${night}`)
  const countFreeUnitsOn = ({ id, capacity }: { id: number; capacity: number }, night: number) =>
    (freeUnitsByNight.get(`${id} ${night}`) ?? capacity) + (releasedByNight.get(`${id} ${night}`)?.length ?? 0)
  const nights = listDays(checkIn, checkOut)
  return new Map(rooms.map((room) => [room.id, Math.min(...nights.map((night) => countFreeUnitsOn(room, night)))]))
}

/** Returns whether each room has a free unit on every night. List a room twice to require two units. */
export async function areFree(db: Database, roomIds: readonly number[], stay: Stay): Promise<boolean> {
  const freeUnits = await countFreeUnits(db, [...new Set(roomIds)], stay)
  return roomIds.every((id) => freeUnits.get(id)! >= roomIds.filter((roomId) => roomId === id).length)
}

const selectNights = ({ checkIn, checkOut }: Stay) => sql`
    with recursive nights (night) as (
      select cast(${checkIn} as integer)
      union all
      select night + 1 from nights where night + 1 < cast(${checkOut} as integer)
    )`
