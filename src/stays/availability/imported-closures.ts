import type { Database } from '#platform/database/database.ts'
import { publish, type PublishTransaction, type Publisher } from '#platform/database/publish.ts'
import { recountClosedNights } from './closure.ts'
import { updateUnitCounts } from './inventory.ts'
import { lockUnits } from './unit-nights.ts'
import { listDays } from '#platform/day.ts'

/** A closure of a unit that an external calendar requests. */
export interface ImportedClosure {
  eventId: number
  fromDay: number
  /** The first day on which the unit is available again. */
  toDay: number
  /** The name of the calendar. */
  reason: string
}

interface Span {
  from: number
  to: number
}

/**
 * Synchronizes the closures of a unit from today on with external calendars. Closes all requested nights that can be
 * closed, and reopens nights that are no longer requested. Returns, by event, the requested nights that are sold here.
 * Past days stay unchanged. Safe to call at any time, because it writes nothing if nothing changed.
 */
export async function syncImportedClosures(
  db: Publisher,
  unitId: number,
  today: number,
  readImported: (db: Database) => Promise<readonly ImportedClosure[]>,
): Promise<Pick<Plan, 'imported' | 'sold'>> {
  const plan = await planChanges(db, unitId, today, await readImported(db))
  if (isEmpty(plan)) return plan
  return publish(db, async (tx) => {
    const lockedPlan = await lockAndPlan(tx, unitId, today, readImported)
    await applyPlan(tx, unitId, lockedPlan)
    return lockedPlan
  })
}

interface Plan {
  imported: readonly ImportedClosure[]
  endedClosures: ClosureRow[]
  /** Closures with new dates. */
  changed: { closure: ClosureRow; span: Span; reason: string }[]
  added: { eventId: number; span: Span; reason: string }[]
  /** The sold nights by event. */
  sold: Map<number, number[]>
  today: number
}
const isEmpty = ({ endedClosures, changed, added }: Plan) => endedClosures.length + changed.length + added.length === 0

interface ClosureRow {
  id: number
  event_id: number | null
  from_day: number
  to_day: number
}

/**
 * Plans again after locking the unit and its room, so that no concurrent booking or assignment can change the result.
 */
async function lockAndPlan(
  tx: PublishTransaction,
  unitId: number,
  today: number,
  readImported: (db: Database) => Promise<readonly ImportedClosure[]>,
): Promise<Plan> {
  await lockUnits(tx, [unitId])
  const importedClosures = await readImported(tx)
  const { room_id } = await tx.selectFrom('unit').select('room_id').where('id', '=', unitId).executeTakeFirstOrThrow()
  const lastDay = Math.max(today, ...importedClosures.map(({ toDay }) => toDay))
  // This also locks the inventory rows, so that concurrent bookings and this change wait for each other.
  if (lastDay > today) await updateUnitCounts(tx, room_id, { checkIn: today, checkOut: lastDay })
  return planChanges(tx, unitId, today, importedClosures)
}

async function planChanges(
  db: Database,
  unitId: number,
  today: number,
  imported: readonly ImportedClosure[],
): Promise<Plan> {
  const closures = await db
    .selectFrom('unit_closure')
    .select(['id', 'event_id', 'from_day', 'to_day'])
    .where('unit_id', '=', unitId)
    .where('to_day', '>=', today)
    .orderBy('from_day')
    .orderBy('id')
    .execute()
  const importedClosures = closures.filter(({ event_id }) => event_id !== null)
  const closableNights = await findClosableNights(db, unitId, today, closures, imported)
  const plan: Plan = { imported, endedClosures: [], changed: [], added: [], sold: new Map(), today }
  const closuresByEvent = Map.groupBy(importedClosures, ({ event_id }) => event_id!)
  for (const { eventId, fromDay, toDay, reason } of imported) {
    const requestedSpan: Span = { from: Math.max(fromDay, today), to: toDay }
    const soldNights = listNightsInSpan(requestedSpan).filter((night) => !closableNights(night))
    if (soldNights.length > 0) plan.sold.set(eventId, soldNights)
    const remainingRows = closuresByEvent.get(eventId) ?? []
    closuresByEvent.delete(eventId)
    for (const span of subtractNights(requestedSpan, soldNights)) {
      const index = remainingRows.findIndex(
        ({ from_day, to_day }) =>
          from_day <= span.to && to_day >= span.from && (from_day >= today || span.from === today),
      )
      const [closure] = index < 0 ? [] : remainingRows.splice(index, 1)
      if (!closure) plan.added.push({ eventId, span, reason })
      else if (Math.max(closure.from_day, today) !== span.from || closure.to_day !== span.to) {
        // A closure that has begun keeps its first day. A calendar window that moves daily then stays one closure.
        const from = Math.min(closure.from_day, today) === today ? span.from : closure.from_day
        plan.changed.push({ closure, span: { from, to: span.to }, reason })
      }
    }
    plan.endedClosures.push(...remainingRows)
  }
  plan.endedClosures.push(...[...closuresByEvent.values()].flat())
  plan.endedClosures = plan.endedClosures.filter(({ to_day }) => to_day > today)
  return plan
}

/**
 * Returns a function that checks whether a night can be closed: it is already closed, or no guest has the unit and the
 * room has a free unit.
 */
async function findClosableNights(
  db: Database,
  unitId: number,
  today: number,
  closures: readonly ClosureRow[],
  importedClosures: readonly ImportedClosure[],
): Promise<(night: number) => boolean> {
  const lastDay = Math.max(today, ...importedClosures.map(({ toDay }) => toDay))
  const unit = await db
    .selectFrom('unit')
    .innerJoin('room', 'room.id', 'unit.room_id')
    .select(['room_id', 'unit.active', 'room.capacity'])
    .where('unit.id', '=', unitId)
    .executeTakeFirstOrThrow()
  const assignedNights = await db
    .selectFrom('unit_night')
    .select('night')
    .where('unit_id', '=', unitId)
    .where('booking_id', 'is not', null)
    .where('night', '>=', today)
    .where('night', '<', lastDay)
    .execute()
  const inventoryRows = await db
    .selectFrom('inventory')
    .select(['night', 'sold', 'capacity'])
    .where('room_id', '=', unit.room_id)
    .where('night', '>=', today)
    .where('night', '<', lastDay)
    .execute()
  const assignedNightSet = new Set(assignedNights.map(({ night }) => night))
  const remainingByNight = new Map(inventoryRows.map(({ night, sold, capacity }) => [night, capacity - sold]))
  const closedNights = new Set(
    closures.flatMap(({ from_day, to_day }) =>
      listNightsInSpan({ from: Math.max(from_day, today), to: Math.min(to_day, lastDay) }),
    ),
  )
  return (night) => {
    if (assignedNightSet.has(night)) return false
    return unit.active === 0 || closedNights.has(night) || (remainingByNight.get(night) ?? unit.capacity) > 0
  }
}

async function applyPlan(
  tx: PublishTransaction,
  unitId: number,
  { endedClosures, changed, added, today }: Plan,
): Promise<void> {
  const changedDays: number[] = []
  for (const { id, from_day, to_day } of endedClosures) {
    changedDays.push(Math.max(from_day, today), to_day)
    if (from_day >= today) await tx.deleteFrom('unit_closure').where('id', '=', id).execute()
    else await tx.updateTable('unit_closure').set({ to_day: today }).where('id', '=', id).execute()
  }
  for (const { closure, span, reason } of changed) {
    changedDays.push(Math.max(closure.from_day, today), closure.to_day, Math.max(span.from, today), span.to)
    await tx
      .updateTable('unit_closure')
      .set({ from_day: span.from, to_day: span.to, reason })
      .where('id', '=', closure.id)
      .execute()
  }
  for (let index = 0; index < added.length; index += ROWS_PER_STATEMENT) {
    const batch = added.slice(index, index + ROWS_PER_STATEMENT)
    changedDays.push(...batch.flatMap(({ span }) => [span.from, span.to]))
    const rows = batch.map(({ eventId, span, reason }) => {
      return { unit_id: unitId, from_day: span.from, to_day: span.to, reason, event_id: eventId }
    })
    await tx.insertInto('unit_closure').values(rows).execute()
  }
  if (changedDays.length > 0)
    await recountClosedNights(tx, unitId, { checkIn: Math.min(...changedDays), checkOut: Math.max(...changedDays) })
}
const ROWS_PER_STATEMENT = 200

const listNightsInSpan = ({ from, to }: Span): number[] => listDays(from, to)

/** The parts of a span without the given nights. The nights must be sorted. */
function subtractNights({ from, to }: Span, nights: readonly number[]): Span[] {
  const spans: Span[] = []
  let nextNight = from
  for (const night of nights) {
    if (night > nextNight) spans.push({ from: nextNight, to: night })
    nextNight = night + 1
  }
  if (nextNight < to) spans.push({ from: nextNight, to })
  return spans
}
