import { codeOf } from '#stays/bookings/store.ts'
import { sql } from 'kysely'
import { today } from '#stays/availability/stay.ts'
import { companyOf } from '#content/company.ts'
import { may } from '#schema/permissions.ts'
import type { RequestContext } from '#platform/contract.ts'
import { constraintOf } from '#platform/database/constraint.ts'
import { openBalances, type Balance } from './balances.ts'
import { conditionNow, slept } from './condition.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { conflict } from '#platform/errors.ts'
import { recordChange } from '#platform/work/audit.ts'
import { MAX_NIGHTS } from './stays.ts'
import { unregisteredIn } from './unregistered.ts'

/** The last day that somebody has closed. A house that never closed one begins with yesterday. */
export const lastClosedDay = async (db: Database, day: number): Promise<number> => (await closedLast(db)) ?? day - 2

export async function closedLast(db: Database): Promise<number | null> {
  const row = await db
    .selectFrom('closed_day')
    .select(({ fn }) => fn.max('day').as('day'))
    .executeTakeFirst()
  return row?.day ?? null
}

/**
 * The first night of which it may still be said who came: the one after the last closed day, but never one to come, and a closed
 * one for as long as somebody is awaited for it after all. Where no day was ever closed, yesterday's, or as far back as
 * the desk has let guests in, so that nobody who was to come is forgotten unsaid; for a month.
 */
export async function openFrom(db: Database, day: number): Promise<number> {
  const closed = await closedLast(db)
  if (closed !== null) return Math.min(day, (await isAwaitedAfter(db, closed)) ? closed : closed + 1)
  const first = await db
    .selectFrom('booking')
    .select(({ fn }) => fn.min('check_in').as('day'))
    .where(sql<boolean>`status in ('checked_in', 'checked_out')`)
    .executeTakeFirst()
  return Math.max(day - UNSAID_DAYS, Math.min(day - 1, first?.day ?? day))
}
const UNSAID_DAYS = 30

/**
 * Of the night of a closed day: whether somebody has it who is still to come. Of all others it was said before it was closed: so
 * they booked it afterwards, or were said not to come by mistake.
 */
async function isAwaitedAfter(db: Database, closed: number): Promise<boolean> {
  const late = await db
    .selectFrom('booking')
    .select('id')
    .where('status', '=', 'confirmed')
    .where('check_out', '=', closed + 1)
    .limit(1)
    .executeTakeFirst()
  return late !== undefined
}

/** What a day leaves open: whose time is over, and what should be looked at before. */
export interface OpenInDay {
  /** Must be said first, for each: came or did not come; left or stays on. */
  arrivals: { code: string; name: string }[]
  departures: { code: string; name: string }[]
  /** Should be known. */
  expected: { code: string; name: string }[]
  /** What is open with money. Null: not for whoever asks to see. */
  owing: Balance[] | null
  /** Who slept here, and does not stand in the register of guests: how many of each stay. */
  unregistered: { code: string; name: string; persons: number }[]
  dirty: string[]
  tasks: number
}

/**
 * What is open in a day that is to be closed. Whose last night it was, or one before the first day that is ever closed, must be
 * said to have come or not; who has more nights may still come on another day.
 */
export async function openIn(db: Database, ctx: RequestContext, day: number): Promise<OpenInDay> {
  const since = await openFrom(db, today(await companyOf(db, ctx), ctx.now))
  const stays = await db
    .selectFrom('booking')
    .select(['code', 'stay_code', 'name', 'status', 'check_in', 'check_out'])
    .where((row) =>
      row.or([
        row.and([row('status', '=', 'checked_in'), row('check_out', '<=', day)]),
        row.and([
          row('status', '=', 'confirmed'),
          row('check_in', '<=', day),
          row('check_in', '>=', since - MAX_NIGHTS),
          row('check_out', '>', Math.min(since, day)),
        ]),
      ]),
    )
    .orderBy('id')
    .limit(MAX_TOLD)
    .execute()
  const told = (those: typeof stays) => those.map((stay) => ({ code: codeOf(stay), name: stay.name }))
  const toCome = stays.filter(({ status }) => status === 'confirmed')
  const dirty = await db
    .selectFrom('unit')
    .leftJoin('unit_state', 'unit_state.unit_id', 'unit.id')
    .select('unit.name')
    .where(await conditionNow(db, ctx), '=', 'dirty')
    .where('unit.active', '=', 1)
    .orderBy('unit.name')
    .execute()
  const owing = may(ctx.account, 'see money') ? await openBalances(db, ctx, day) : null
  const { tasks } = await db
    .selectFrom('desk_note')
    .select(({ fn }) => fn.countAll<number | string>().as('tasks'))
    .where('is_task', '=', 1)
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    arrivals: told(toCome.filter(({ check_out }) => check_out <= day + 1)),
    departures: told(stays.filter(({ status }) => status === 'checked_in')),
    expected: told(toCome.filter(({ check_out }) => check_out > day + 1)),
    owing,
    unregistered: await whoIsUnregistered(db, day),
    dirty: dirty.map(({ name }) => name),
    tasks: Number(tasks),
  }
}
const MAX_TOLD = 500

async function whoIsUnregistered(db: Database, day: number): Promise<OpenInDay['unregistered']> {
  const stays = await db
    .selectFrom('booking')
    .select(['id', 'code', 'stay_code', 'name', 'adults', 'children'])
    .where('status', 'in', slept)
    .where('check_in', '<=', day)
    .where('check_in', '>', day - MAX_NIGHTS)
    .where('check_out', '>', day)
    .orderBy('id')
    .limit(MAX_TOLD)
    .execute()
  const missing = await unregisteredIn(db, stays)
  return [...Map.groupBy(stays, codeOf)].flatMap(([code, rooms]) => {
    const persons = rooms.reduce((sum, { id }) => sum + (missing.get(id) ?? 0), 0)
    return persons === 0 ? [] : [{ code, name: rooms[0]!.name, persons }]
  })
}

/** The day that is to be closed next: the one after the last, if it is over or under way; else none. */
export async function dayToClose(db: Database, ctx: RequestContext): Promise<number | null> {
  const day = today(await companyOf(db, ctx), ctx.now)
  const next = (await lastClosedDay(db, day)) + 1
  return next <= day ? next : null
}

/** Closes a day, by a person, one after the other and each once: from then on nobody arrives in it. */
export async function closeDay(
  db: Database,
  ctx: RequestContext,
  { day, note }: { day: number; note: string },
): Promise<void> {
  const isNotNext = () => conflict('desk.day_not_next', { day: isoDay(day) })
  await inTransaction(db, async (transaction) => {
    if ((await dayToClose(transaction, ctx)) !== day) throw isNotNext()
    const { arrivals, departures } = await openIn(transaction, ctx, day)
    if (arrivals.length + departures.length > 0) throw conflict('desk.day_open')
    const row = { day, closed_at: ctx.now, closed_by: ctx.account!.id, note }
    await transaction.insertInto('closed_day').values(row).execute()
    await recordChange(transaction, ctx, 'day closed', `day ${isoDay(day)}`, { after: { day: isoDay(day), note } })
  }).catch((error: unknown) => {
    throw constraintOf(error) === 'closed_day_pk' ? isNotNext() : error
  })
}
