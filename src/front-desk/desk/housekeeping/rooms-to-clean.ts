import { loadCompany } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { localized } from '#platform/database/localized.ts'
import { translatorFor } from '#locales/both.ts'
import type { Language } from '#routes/public.ts'
import type { BookingStatus, UnitCondition } from '#schema/bookings.ts'
import { formatArrivalTime } from '#stays/bookings/preferences/arrival-time.ts'
import { getBedName } from '#stays/bookings/preferences/preference-views.ts'
import { readCurrentCondition, getHousekeepingDay, occupiedStatuses, getUnitStateVersion } from './condition.ts'
import { HOUR_MS } from '#platform/durations.ts'

/** A unit with the data that housekeeping needs: the number of guests, but no names and no amounts. */
export interface UnitToClean {
  id: number
  version: number
  name: string
  roomType: string
  condition: UnitCondition
  note: string
  /** Whether a guest is in the unit now. */
  isOccupied: boolean
  closed: { until: number; reason: string } | null
  /** The departure of the guest who slept there. `leftAt` is set once they have left. */
  leaves: { leftAt: number | null } | null
  /** Today's arrival. `arrivedAt` is set once the guest is there. */
  arrives: { persons: number; arrivedAt: number | null; arrival: string; bed: string } | null
  staysOn: boolean
  /** The day of the next arrival after today, within the next days. */
  nextArrival: number | null
  tasks: UnitTask[]
}

interface UnitTask {
  id: number
  text: string
  createdAt: number
  createdBy: string
  isDone: boolean
}

/** Tasks done within this time are still shown, so that they can be reopened. */
const DONE_SHOWN_MS = 12 * HOUR_MS

/** A later arrival does not matter for the order of today. */
const NEXT_ARRIVAL_DAYS = 7

/** Returns every unit in use, in the order in which to clean them. */
export async function readUnitsToClean(
  db: Database,
  ctx: RequestContext,
): Promise<{ day: number; units: UnitToClean[] }> {
  const { timeZone } = await loadCompany(db, ctx)
  const day = getHousekeepingDay(timeZone, ctx.now)
  const condition = await readCurrentCondition(db, ctx)
  const [units, nights, overdueUnits, nextArrivals, tasks] = await Promise.all([
    db
      .selectFrom('unit')
      .innerJoin('room', 'room.id', 'unit.room_id')
      .leftJoin('unit_state', 'unit_state.unit_id', 'unit.id')
      .select(['unit.id', 'unit.name', 'note', 'seen_at', condition.as('condition')])
      .select(localized(ctx.language, 'room.name').as('roomType'))
      .where('unit.active', '=', 1)
      .execute(),
    readAdjacentNights(db, day),
    findOverstays(db, day),
    readNextArrivals(db, day),
    readTasks(db, ctx.now - DONE_SHOWN_MS),
  ])
  const nightsByUnit = Map.groupBy([...nights, ...overdueUnits], ({ unit_id }) => unit_id)
  const nextArrivalByUnit = new Map(nextArrivals.map(({ unit_id, arrival }) => [unit_id, arrival]))
  const tasksByUnit = Map.groupBy(tasks, ({ unit_id }) => unit_id!)
  const unitsToClean = units.map(({ id, name, roomType, condition: currentCondition, note, seen_at }): UnitToClean => {
    const unitNights = nightsByUnit.get(id) ?? []
    const isInHouse = (night: (typeof unitNights)[number] | undefined) => night?.status === 'checked_in'
    const pastNights = unitNights.filter(({ status, night }) => status !== null && night < day)
    // A guest who should have left can still be in the unit of a guest who was expected last night.
    const lastNight = pastNights.find(isInHouse) ?? pastNights[0]
    const currentNight = unitNights.find(({ night }) => night === day)
    const leftAt = lastNight?.left_at ?? null
    const hasLeftBeforeToday = leftAt !== null && getHousekeepingDay(timeZone, leftAt) < day
    const wasOccupiedLastNight =
      lastNight?.night === day - 1 && occupiedStatuses.includes(lastNight.status!) && !hasLeftBeforeToday
    const staysAnotherNight = lastNight !== undefined && lastNight.booking_id === currentNight?.booking_id
    const hasArrivedToday =
      isInHouse(currentNight) && getHousekeepingDay(timeZone, currentNight!.arrived_at ?? 0) === day
    return {
      id,
      version: getUnitStateVersion({ seen_at }),
      name,
      roomType,
      condition: currentCondition,
      note: note ?? '',
      // A guest who moves today counts as still in the old unit.
      isOccupied: isInHouse(lastNight) || hasArrivedToday,
      closed: currentNight?.closed_until ? { until: currentNight.closed_until, reason: currentNight.reason! } : null,
      leaves:
        lastNight && !staysAnotherNight && (wasOccupiedLastNight || isInHouse(lastNight))
          ? { leftAt: lastNight.left_at }
          : null,
      arrives:
        staysAnotherNight && isInHouse(currentNight) ? null : toArrival(currentNight, hasArrivedToday, ctx.language),
      staysOn: staysAnotherNight && isInHouse(currentNight),
      nextArrival: nextArrivalByUnit.get(id) ?? null,
      tasks: (tasksByUnit.get(id) ?? []).map(toTask),
    }
  })
  return { day, units: unitsToClean.toSorted(compareByPriority) }
}

/**
 * Returns the stay or closure of each unit for last night and tonight. The query starts from the units, so that the
 * primary key finds each night.
 */
const readAdjacentNights = (db: Database, day: number) =>
  db
    .selectFrom('unit')
    .innerJoin('unit_night', 'unit_night.unit_id', 'unit.id')
    .leftJoin('booking', 'booking.id', 'unit_night.booking_id')
    .leftJoin('unit_closure', 'unit_closure.id', 'unit_night.closure_id')
    .select(['unit_night.unit_id', 'night', 'unit_night.booking_id', 'status', 'check_out', 'adults', 'children'])
    .select(['arrived_at', 'left_at', 'unit_closure.to_day as closed_until', 'unit_closure.reason'])
    .select(['arrival_time', 'bed_preference'])
    .where('unit.active', '=', 1)
    .where('night', 'in', [day - 1, day])
    .execute()

/** Returns guests who should have left before today and have not. */
const findOverstays = (db: Database, day: number) =>
  db
    .selectFrom('booking')
    .innerJoin('unit_night', (join) =>
      join
        .onRef('unit_night.booking_id', '=', 'booking.id')
        .on(({ eb, ref }) => eb('unit_night.night', '=', eb(ref('booking.check_out'), '-', 1))),
    )
    .select(['unit_night.unit_id', 'night', 'unit_night.booking_id', 'status', 'check_out', 'adults', 'children'])
    .select(({ val }) => [
      'arrived_at',
      'left_at',
      'arrival_time',
      'bed_preference',
      val<number | null>(null).as('closed_until'),
      val<string | null>(null).as('reason'),
    ])
    .where('status', '=', 'checked_in')
    .where('check_out', '<', day)
    .execute()

/** Returns the first arrival of each unit on the days after `day`. */
const readNextArrivals = (db: Database, day: number) =>
  db
    .selectFrom('unit')
    .innerJoin('unit_night', 'unit_night.unit_id', 'unit.id')
    .innerJoin('booking', 'booking.id', 'unit_night.booking_id')
    .select(({ fn }) => ['unit_night.unit_id', fn.min('night').as('arrival')])
    .where('unit.active', '=', 1)
    .where('night', '>', day)
    .where('night', '<=', day + NEXT_ARRIVAL_DAYS)
    .whereRef('night', '=', 'booking.check_in')
    .where('status', '=', 'confirmed')
    .groupBy('unit_night.unit_id')
    .execute()

const toTask = ({
  id,
  text,
  createdAt,
  createdBy,
  done_at,
}: Awaited<ReturnType<typeof readTasks>>[number]): UnitTask => ({
  id,
  text,
  createdAt,
  createdBy,
  isDone: done_at !== null,
})

const readTasks = (db: Database, doneAfter: number) =>
  db
    .selectFrom('desk_note')
    .innerJoin('account', 'account.id', 'desk_note.written_by')
    .select(['desk_note.id', 'unit_id', 'text', 'done_at'])
    .select(['written_at as createdAt', 'account.name as createdBy'])
    .where('unit_id', 'is not', null)
    .where('is_task', '=', 1)
    .where(({ eb, or }) => or([eb('done_at', 'is', null), eb('done_at', '>', doneAfter)]))
    .orderBy('desk_note.id')
    .execute()

interface Night {
  status: BookingStatus | null
  adults: number | null
  children: number | null
  arrived_at: number | null
  arrival_time: string | null
  bed_preference: string | null
}

/** Returns the arrival for the coming night. */
function toArrival(nextNight: Night | undefined, hasArrivedToday: boolean, language: Language): UnitToClean['arrives'] {
  if (nextNight?.status !== 'confirmed' && nextNight?.status !== 'checked_in') return null
  return {
    persons: nextNight.adults! + nextNight.children!,
    arrivedAt: hasArrivedToday ? nextNight.arrived_at : null,
    arrival: formatArrivalTime(nextNight.arrival_time!, translatorFor(language)),
    bed: getBedName({ bed_preference: nextNight.bed_preference! }, language),
  }
}

const numericCollator = new Intl.Collator('en', { numeric: true })

const compareByPriority = (a: UnitToClean, b: UnitToClean): number =>
  getPriority(a) - getPriority(b) ||
  (a.nextArrival ?? Infinity) - (b.nextArrival ?? Infinity) ||
  numericCollator.compare(a.name, b.name)

/**
 * Returns the position of a unit in the list: dirty, clean, inspected, then unusable. Among dirty and clean units,
 * those with an arrival come first. Among dirty units, those with a departure come next. Then the next arrival decides.
 */
function getPriority({ condition, arrives, leaves, closed }: UnitToClean): number {
  const hasArrival = arrives !== null && arrives.arrivedAt === null
  if (condition === 'out_of_service' || closed) return 6
  if (condition === 'dirty') return hasArrival ? 0 : leaves ? 1 : 2
  if (condition === 'clean') return hasArrival ? 3 : 4
  return 5
}
