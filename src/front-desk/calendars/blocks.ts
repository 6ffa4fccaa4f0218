import { getLastSellableDay, computeToday } from '#stays/availability/stay.ts'
import type { StayRules } from '#stays/availability/stay.ts'
import type { Database } from '#platform/database/database.ts'
import { listDays } from '#platform/day.ts'

/** Consecutive nights on which a room or unit is not available. */
export interface Block {
  /**
   * A key that stays the same while the cause stays the same, even if the nights change. It reveals nothing to readers
   * of the feed.
   */
  key: string
  from: number
  to: number
}

/** The target of a feed: a room type or a unit. `import_id` is the imported calendar that reads the feed. */
export interface FeedTarget {
  room_id: number | null
  unit_id: number | null
  import_id: number | null
}

/** The number of past days to read, so that a block in progress keeps its first night and does not change each day. */
const LOOKBACK_DAYS = 400

/**
 * Lists the blocks of a feed. A room type is blocked on nights without a free unit. A unit is blocked when it is
 * occupied or closed. It is also blocked when its room type is sold out, because any guest may then need the unit.
 * Closures from the calendar that reads this feed are left out.
 */
export async function findBlocks(db: Database, feed: FeedTarget, rules: StayRules, now: number): Promise<Block[]> {
  const day = computeToday(rules, now)
  const blocks =
    feed.unit_id === null
      ? await findRoomBlocks(db, feed.room_id!, day, getLastSellableDay(rules, now))
      : await findUnitBlocks(
          db,
          { unitId: feed.unit_id, importId: feed.import_id },
          day,
          getLastSellableDay(rules, now),
        )
  return blocks.filter(({ to }) => to > day).toSorted((a, b) => a.from - b.from || (a.key < b.key ? -1 : 1))
}

async function findRoomBlocks(db: Database, roomId: number, day: number, endDay: number): Promise<Block[]> {
  const room = await db.selectFrom('room').select('capacity').where('id', '=', roomId).executeTakeFirst()
  if (!room || room.capacity === 0) return [{ key: 'never', from: day, to: endDay }]
  return toBlocks('full', await findSoldOutNights(db, roomId, day))
}

async function findUnitBlocks(
  db: Database,
  { unitId, importId }: { unitId: number; importId: number | null },
  day: number,
  endDay: number,
): Promise<Block[]> {
  const unit = await db.selectFrom('unit').select(['room_id', 'active']).where('id', '=', unitId).executeTakeFirst()
  if (!unit || unit.active === 0) return [{ key: 'never', from: day, to: endDay }]
  const assignedRows = await db
    .selectFrom('unit_night')
    .select(['booking_id', 'night'])
    .where('unit_id', '=', unitId)
    .where('booking_id', 'is not', null)
    .where('night', '>=', day - LOOKBACK_DAYS)
    .orderBy('night')
    .execute()
  const closures = await db
    .selectFrom('unit_closure')
    .leftJoin('imported_event', 'imported_event.id', 'unit_closure.event_id')
    .select(['unit_closure.id', 'unit_closure.from_day', 'unit_closure.to_day', 'import_id'])
    .where('unit_id', '=', unitId)
    .where('unit_closure.to_day', '>', day)
    .orderBy('unit_closure.id')
    .execute()
  const visibleClosures = closures.filter(({ import_id }) => import_id === null || import_id !== importId)
  const closedNights = new Set(closures.flatMap(({ from_day, to_day }) => listDays(from_day, to_day)))
  const assignedNights = new Set(assignedRows.map(({ night }) => night))
  const soldOutNights = await findSoldOutNights(db, unit.room_id, day)
  return [
    ...[...Map.groupBy(assignedRows, ({ booking_id }) => booking_id!)].flatMap(([id, nights]) =>
      toBlocks(
        `stay ${id}`,
        nights.map(({ night }) => night),
        (_, index) => String(index),
      ),
    ),
    ...visibleClosures.map(({ id, from_day, to_day }) => ({ key: `closure ${id}`, from: from_day, to: to_day })),
    ...toBlocks(
      'full',
      soldOutNights.filter((night) => !closedNights.has(night) && !assignedNights.has(night)),
    ),
  ]
}

async function findSoldOutNights(db: Database, roomId: number, day: number): Promise<number[]> {
  const rows = await db
    .selectFrom('inventory')
    .select('night')
    .where('room_id', '=', roomId)
    .where('night', '>=', day - LOOKBACK_DAYS)
    .whereRef('sold', '>=', 'capacity')
    .orderBy('night')
    .execute()
  return rows.map(({ night }) => night)
}

/** Joins consecutive nights into blocks. The key of a block ends with its first night or its index. */
function toBlocks(
  key: string,
  nights: readonly number[],
  keySuffix: (firstNight: number, index: number) => string = String,
): Block[] {
  const runs: Omit<Block, 'key'>[] = []
  for (const night of nights) {
    const run = runs.at(-1)
    if (run && run.to === night) run.to = night + 1
    else runs.push({ from: night, to: night + 1 })
  }
  return runs.map((run, index) => ({ key: `${key} ${keySuffix(run.from, index)}`, ...run }))
}
