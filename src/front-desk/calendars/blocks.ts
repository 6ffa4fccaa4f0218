import { lastDay, today } from '#stays/availability/stay.ts'
import type { StayRules } from '#stays/availability/stay.ts'
import type { Database } from '#platform/database/database.ts'

/** Nights on which something is not to be had. */
export interface Block {
  /** What it comes of: the same as long as that is the same, whatever its nights are. Says nothing to anybody else. */
  key: string
  from: number
  to: number
}

/** Of what a feed speaks: a kind of room, or a unit; `importId`: for which calendar that is read here. */
export interface FeedOf {
  room_id: number | null
  unit_id: number | null
  import_id: number | null
}

/** What has begun so long ago is told from its beginning: a block that is under way is the same each day. */
const LOOKS_BACK = 400

/**
 * When it is not to be had. A kind of room: on nights for which no unit of it is left. A unit: when somebody has it, when it is
 * closed, and when no unit of its room is left, since then it is needed whoever will sleep in it. What came from the calendar
 * that reads this is not told back to it.
 */
export async function blocksOf(db: Database, feed: FeedOf, rules: StayRules, now: number): Promise<Block[]> {
  const day = today(rules, now)
  const blocks =
    feed.unit_id === null
      ? await blocksOfRoom(db, feed.room_id!, day, lastDay(rules, now))
      : await blocksOfUnit(db, { unitId: feed.unit_id, importId: feed.import_id }, day, lastDay(rules, now))
  return blocks
    .filter(({ to }) => to > day)
    .toSorted((one, other) => one.from - other.from || (one.key < other.key ? -1 : 1))
}

async function blocksOfRoom(db: Database, roomId: number, day: number, last: number): Promise<Block[]> {
  const room = await db.selectFrom('room').select('capacity').where('id', '=', roomId).executeTakeFirst()
  if (!room || room.capacity === 0) return [{ key: 'never', from: day, to: last }]
  return runsOf('full', await nightsSoldOut(db, roomId, day))
}

async function blocksOfUnit(
  db: Database,
  { unitId, importId }: { unitId: number; importId: number | null },
  day: number,
  last: number,
): Promise<Block[]> {
  const unit = await db.selectFrom('unit').select(['room_id', 'active']).where('id', '=', unitId).executeTakeFirst()
  if (!unit || unit.active === 0) return [{ key: 'never', from: day, to: last }]
  const given = await db
    .selectFrom('unit_night')
    .select(['booking_id', 'night'])
    .where('unit_id', '=', unitId)
    .where('booking_id', 'is not', null)
    .where('night', '>=', day - LOOKS_BACK)
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
  const others = closures.filter(({ import_id }) => import_id === null || import_id !== importId)
  const closed = new Set(closures.flatMap(({ from_day, to_day }) => nightsBetween(from_day, to_day)))
  const slept = new Set(given.map(({ night }) => night))
  const full = await nightsSoldOut(db, unit.room_id, day)
  return [
    ...[...Map.groupBy(given, ({ booking_id }) => booking_id!)].flatMap(([id, nights]) =>
      runsOf(
        `stay ${id}`,
        nights.map(({ night }) => night),
        (_, at) => String(at),
      ),
    ),
    ...others.map(({ id, from_day, to_day }) => ({ key: `closure ${id}`, from: from_day, to: to_day })),
    ...runsOf(
      'full',
      full.filter((night) => !closed.has(night) && !slept.has(night)),
    ),
  ]
}

async function nightsSoldOut(db: Database, roomId: number, day: number): Promise<number[]> {
  const rows = await db
    .selectFrom('inventory')
    .select('night')
    .where('room_id', '=', roomId)
    .where('night', '>=', day - LOOKS_BACK)
    .whereRef('sold', '>=', 'capacity')
    .orderBy('night')
    .execute()
  return rows.map(({ night }) => night)
}

/** Nights that follow one another are one block, called by its first or by its place among the others. */
function runsOf(
  key: string,
  nights: readonly number[],
  called: (first: number, at: number) => string = String,
): Block[] {
  const runs: Omit<Block, 'key'>[] = []
  for (const night of nights) {
    const run = runs.at(-1)
    if (run && run.to === night) run.to = night + 1
    else runs.push({ from: night, to: night + 1 })
  }
  return runs.map((run, at) => ({ key: `${key} ${called(run.from, at)}`, ...run }))
}

const nightsBetween = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)
