import { getBookingReference } from '#stays/bookings/store.ts'
import { sql } from 'kysely'
import { findLastClosedDay } from '#ledger/business-day.ts'
import { computeToday } from '#stays/availability/stay.ts'
import { hasUncountedCash } from '#stays/bills/till.ts'
import { loadCompany } from '#content/company.ts'
import { startOfDay } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import { isoDay } from '#platform/day.ts'
import { listOpenBalances, type OpenBalance } from './balances.ts'
import { readCurrentCondition, occupiedStatuses } from './housekeeping/condition.ts'
import type { Database } from '#platform/database/database.ts'
import { readNotesOfDay } from './notes.ts'
import { MAX_NIGHTS } from './stays.ts'
import { countIncompleteEntries } from './incomplete-entries.ts'

/** The last closed day, YYYY-MM-DD. Null: no day was ever closed. */
export async function readLastClosedIsoDay(db: Database): Promise<string | null> {
  const lastClosedDay = await findLastClosedDay(db)
  return lastClosedDay === null ? null : isoDay(lastClosedDay)
}

/** The last closed day. If no day was ever closed, the first day to close is yesterday. */
export const readLastClosedDayOrDefault = async (db: Database, day: number): Promise<number> =>
  (await findLastClosedDay(db)) ?? day - 2

/**
 * The first night for which arrivals can still be recorded. That is the night after the last closed day, or that day
 * itself while it has expected guests, but never a future night. Before the first closing, it is yesterday or, if
 * earlier, the arrival day of the first guest, at most 30 days ago.
 */
export async function readFirstOpenNight(db: Database, day: number): Promise<number> {
  const lastClosedDay = await findLastClosedDay(db)
  if (lastClosedDay !== null)
    return Math.min(day, (await hasExpectedGuests(db, lastClosedDay)) ? lastClosedDay : lastClosedDay + 1)
  const firstArrival = await db
    .selectFrom('booking')
    .select(({ fn }) => fn.min('check_in').as('day'))
    .where(sql<boolean>`status in ('checked_in', 'checked_out')`)
    .executeTakeFirst()
  return Math.max(day - MAX_OPEN_DAYS, Math.min(day - 1, firstArrival?.day ?? day))
}
const MAX_OPEN_DAYS = 30

/**
 * Returns whether guests are still expected for whom the night of a closed day was the last one. They booked after the
 * closing, or their no-show was undone: all other guests were recorded before it.
 */
async function hasExpectedGuests(db: Database, closedDay: number): Promise<boolean> {
  const expectedStay = await db
    .selectFrom('booking')
    .select('id')
    .where('status', '=', 'confirmed')
    .where('check_out', '=', closedDay + 1)
    .limit(1)
    .executeTakeFirst()
  return expectedStay !== undefined
}

/** The open items of a day: those that block its closing, those to carry over, and those for information. */
export interface OpenItems {
  /** Guests who block the closing until they are recorded as arrived or no-show, or as departed or extended. */
  arrivals: { code: string; name: string }[]
  departures: { code: string; name: string }[]
  expected: { code: string; name: string }[]
  owing: OpenBalance[]
  /**
   * The stays with guests who stayed overnight without a complete entry in the guest register, and the number of these
   * guests.
   */
  unregistered: { code: string; name: string; persons: number }[]
  isCashUncounted: boolean
  dirty: string[]
  tasks: number
}

/**
 * Returns the open items of a day before it is closed, without those of later days. A guest whose last night is over
 * must be recorded as arrived or no-show; before the first closing, this includes earlier days. A guest with more
 * nights may still arrive on another day.
 */
export async function readOpenItems(db: Database, ctx: RequestContext, day: number): Promise<OpenItems> {
  const company = await loadCompany(db, ctx)
  const endsAt = startOfDay(company.timeZone, day + 1)
  const firstOpenNight = await readFirstOpenNight(db, computeToday(company, ctx.now))
  const stays = await db
    .selectFrom('booking')
    .select(['code', 'stay_code', 'name', 'status', 'check_in', 'check_out'])
    .where((row) =>
      row.or([
        row.and([row('status', '=', 'checked_in'), row('check_out', '<=', day)]),
        row.and([
          row('status', '=', 'confirmed'),
          row('check_in', '<=', day),
          row('check_in', '>=', firstOpenNight - MAX_NIGHTS),
          row('check_out', '>', Math.min(firstOpenNight, day)),
        ]),
      ]),
    )
    .orderBy('id')
    .limit(MAX_LISTED_STAYS)
    .execute()
  const toGuests = (list: typeof stays) => list.map((stay) => ({ code: getBookingReference(stay), name: stay.name }))
  const expectedStays = stays.filter(({ status }) => status === 'confirmed')
  return {
    arrivals: toGuests(expectedStays.filter(({ check_out }) => check_out <= day + 1)),
    departures: toGuests(stays.filter(({ status }) => status === 'checked_in')),
    expected: toGuests(expectedStays.filter(({ check_out }) => check_out > day + 1)),
    owing: await listOpenBalances(db, ctx, day),
    unregistered: await findUnregisteredStays(db, ctx, day),
    isCashUncounted: await hasUncountedCash(db, endsAt),
    dirty: await findDirtyUnits(db, ctx, endsAt),
    tasks: await countOpenTasks(db, ctx, { day, endsAt }),
  }
}
const MAX_LISTED_STAYS = 500

/** Returns the units that were dirty at the end of a day and that nobody has seen since. */
async function findDirtyUnits(db: Database, { visit, now }: RequestContext, endsAt: number): Promise<string[]> {
  const units = await db
    .selectFrom('unit')
    .leftJoin('unit_state', 'unit_state.unit_id', 'unit.id')
    .select('unit.name')
    .where(await readCurrentCondition(db, { visit, now: Math.min(now, endsAt - 1) }), '=', 'dirty')
    .where(({ eb, fn, val }) => eb(fn.coalesce('seen_at', val(0)), '<', endsAt))
    .where('unit.active', '=', 1)
    .orderBy('unit.name')
    .execute()
  return units.map(({ name }) => name)
}

/** Counts the open tasks that were written by the end of a day and are due by then. */
async function countOpenTasks(
  db: Database,
  ctx: RequestContext,
  { day, endsAt }: { day: number; endsAt: number },
): Promise<number> {
  const notes = await readNotesOfDay(db, ctx, { day, doneSince: ctx.now })
  return notes.filter(({ is_task, done_at, written_at }) => is_task === 1 && done_at === null && written_at < endsAt)
    .length
}

async function findUnregisteredStays(
  db: Database,
  ctx: RequestContext,
  day: number,
): Promise<OpenItems['unregistered']> {
  const stays = await db
    .selectFrom('booking')
    .select(['id', 'code', 'stay_code', 'name', 'adults', 'children'])
    .where('status', 'in', occupiedStatuses)
    .where('check_in', '<=', day)
    .where('check_in', '>', day - MAX_NIGHTS)
    .where('check_out', '>', day)
    .orderBy('id')
    .limit(MAX_LISTED_STAYS)
    .execute()
  const incompleteCounts = await countIncompleteEntries(db, ctx, stays)
  return [...Map.groupBy(stays, getBookingReference)].flatMap(([code, rooms]) => {
    const personCount = rooms.reduce((sum, { id }) => sum + (incompleteCounts.get(id) ?? 0), 0)
    return personCount === 0 ? [] : [{ code, name: rooms[0]!.name, persons: personCount }]
  })
}

/** The next day to close: the day after the last closed one, if it has begun. Null: none. */
export async function findDayToClose(db: Database, ctx: RequestContext): Promise<number | null> {
  const day = computeToday(await loadCompany(db, ctx), ctx.now)
  const nextDay = (await readLastClosedDayOrDefault(db, day)) + 1
  return nextDay <= day ? nextDay : null
}
