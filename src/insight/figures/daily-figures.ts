import { sql, type RawBuilder } from 'kysely'
import { startOfDay } from '#platform/clock.ts'
import { asBigint, asInteger } from '#platform/database/casts.ts'
import { inTransaction, isPostgres, type Database, type Transaction } from '#platform/database/database.ts'
import { countsOnSomeDay, selectBookingsWithNightsIn } from './counting-rule.ts'
import { findDay, selectDay, toTimestamps } from './local-time.ts'
import type { Period } from './period.ts'
import { isFirstBookedRoom, isFirstRoom, isFirstRoomOfEndedStay } from './stays.ts'
import { listDays } from '#platform/day.ts'

/** The changes that one transaction reads, so that it stays short. */
const CHANGES_PER_STEP = 500
/** One step computes days with about this number of arrivals, because SQLite blocks other requests meanwhile. */
const ARRIVALS_PER_STEP = 500
const MAX_DAYS_PER_STEP = 92

/**
 * Computes the sums of a period that are missing, or outdated by a change of a booking. Afterwards the sums include
 * every change that was committed before the call.
 */
export async function refreshDailyFigures(db: Database, timeZone: string, period: Period): Promise<void> {
  await discardChangedDays(db, timeZone)
  let missingDays = await listMissingDays(db, timeZone, period)
  while (missingDays.length > 0) {
    const step = await chooseStep(db, missingDays)
    await storeDailyFigures(db, timeZone, step)
    missingDays = missingDays.slice(step.to - step.from)
  }
}

/** Computes the missing sums of all days from the first arrival to the last departure. */
export async function refreshAllDailyFigures(db: Database, timeZone: string): Promise<void> {
  const firstBooking = await db.selectFrom('booking').select('check_in').orderBy('check_in').limit(1).executeTakeFirst()
  const lastBooking = await db
    .selectFrom('booking')
    .select('check_out')
    .orderBy('check_out', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (firstBooking && lastBooking)
    await refreshDailyFigures(db, timeZone, { from: firstBooking.check_in, to: lastBooking.check_out + 1 })
}

/** Marks the days of all recorded changes as outdated, and deletes the changes. */
async function discardChangedDays(db: Database, timeZone: string): Promise<void> {
  const notedChange = await db.selectFrom('figure_change').select('id').limit(1).executeTakeFirst()
  if (!notedChange) return
  const discardStep = async (transaction: Transaction): Promise<number> => {
    const oldestChanges = transaction.selectFrom('figure_change').select('id').orderBy('id').limit(CHANGES_PER_STEP)
    const changes = await transaction
      .deleteFrom('figure_change')
      .where('id', 'in', oldestChanges)
      .returning(['from_day', 'until_day', 'made_at', 'ended_at'])
      .execute()
    const days = changes.flatMap(({ from_day: from, until_day: until, made_at: madeAt, ended_at: endedAt }) => [
      ...Array.from({ length: until - from + 1 }, (_, index) => from + index),
      ...[madeAt, endedAt].flatMap((at) => (at === null ? [] : findDay(timeZone, at))),
    ])
    for (const { from, to } of toPeriods(days))
      await transaction.deleteFrom('figure_day').where('day', '>=', from).where('day', '<', to).execute()
    return changes.length
  }
  while ((await runAsOnlyRefresh(db, discardStep)) === CHANGES_PER_STEP);
}

async function listMissingDays(db: Database, timeZone: string, { from, to }: Period): Promise<number[]> {
  const selectedCompleteDays = db
    .selectFrom('figure_day')
    .where('day', '>=', from)
    .where('day', '<', to)
    .where('time_zone', '=', timeZone)
  const { count } = await selectedCompleteDays
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) === to - from) return []
  const completeDays = new Set((await selectedCompleteDays.select('day').execute()).map(({ day }) => day))
  return listDays(from, to).filter((day) => !completeDays.has(day))
}

/** Returns the first of the missing days, as many consecutive ones as one step can compute. */
async function chooseStep(db: Database, missingDays: readonly number[]): Promise<Period> {
  const from = missingDays[0]!
  const busyDay = await db
    .selectFrom('booking')
    .select('check_in')
    .where('check_in', '>=', from)
    .orderBy('check_in')
    .offset(ARRIVALS_PER_STEP)
    .limit(1)
    .executeTakeFirst()
  const stepEnd = Math.min(from + MAX_DAYS_PER_STEP, Math.max(from + 1, busyDay?.check_in ?? Infinity))
  const gapIndex = missingDays.findIndex((day, index) => day !== from + index)
  return { from, to: Math.min(stepEnd, from + (gapIndex === -1 ? missingDays.length : gapIndex)) }
}

const storeDailyFigures = (db: Database, timeZone: string, period: Period): Promise<void> =>
  runAsOnlyRefresh(db, async (transaction) => {
    // Another process may have computed the days meanwhile.
    if ((await listMissingDays(transaction, timeZone, period)).length === 0) return
    const days = listDays(period.from, period.to)
    await transaction
      .deleteFrom('daily_figure')
      .where('kind', 'in', figureKinds)
      .where('day', '>=', period.from)
      .where('day', '<', period.to)
      .execute()
    await sql`insert into daily_figure (${figureColumns}) ${selectDailyFigures(period, timeZone)}`.execute(transaction)
    await transaction
      .insertInto('figure_day')
      .values(days.map((day) => ({ day, time_zone: timeZone })))
      .onConflict((conflict) => conflict.column('day').doUpdateSet({ time_zone: timeZone }))
      .execute()
  })

/**
 * Runs one transaction at a time. Otherwise one could compute a day without seeing a change, and mark the day as complete
 * after another has deleted that change from `figure_change`.
 */
const runAsOnlyRefresh = <T>(db: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> =>
  inTransaction(db, async (transaction) => {
    // A transaction on SQLite is the only one that writes.
    if (isPostgres(db)) await sql`select pg_advisory_xact_lock(hashtext('figures'))`.execute(transaction)
    return work(transaction)
  })

const figureKinds = ['room', 'source', 'country', 'arrived', 'left', 'made', 'ended'] as const
const figureColumns = sql`kind, day, name, length, status, times, paid, gross_poisha, vat_poisha`

/** Returns SQL that computes the sums of a period from the bookings. */
function selectDailyFigures(period: Period, timeZone: string): RawBuilder<unknown> {
  const [from, to] = [asInteger(period.from), asInteger(period.to)]
  const bookingDay = selectDay(sql`booking.created_at`, timeZone, startOfDay(timeZone, period.to))
  const sumNightsBy = (kind: 'room' | 'source' | 'country', name: RawBuilder<unknown>) => sql`
    select ${sql.lit(kind)}, night, ${name}, 0, status, sum(sold), sum(paid), cast(sum(gross) as bigint),
      cast(sum(vat) as bigint)
    from sold group by night, ${name}, status`
  return sql`
    with span (day, since, until) as (values ${listSpans(period, timeZone)}),
    sold (night, room_id, source, country, status, sold, paid, gross, vat) as materialized (
      select booking_night.night, booking_night.room_id, booking.source, coalesce(booking.country, ''), booking.status,
        count(*), sum(case when booking_night.price_poisha > 0 then 1 else 0 end),
        cast(sum(booking_night.price_poisha) as bigint), cast(sum(booking_night.vat_poisha) as bigint)
      from ${selectBookingsWithNightsIn(period)} as booking
      join booking_night on booking_night.booking_id = booking.id
      where booking_night.night >= ${from} and booking_night.night < ${to}
        and booking_night.night < booking.check_out and ${countsOnSomeDay}
      group by 1, 2, 3, 4, 5
    )
    ${sumNightsBy('room', sql`cast(room_id as text)`)}
    union all ${sumNightsBy('source', sql`source`)}
    union all ${sumNightsBy('country', sql`country`)}
    union all
    select 'arrived', check_in, '', length, status, count(*), 0, 0, 0
    from (
      select check_in, status, case when check_in > ${bookingDay} then check_in - ${bookingDay} else 0 end as length
      from booking where check_in >= ${from} and check_in < ${to} and ${countsOnSomeDay} and ${isFirstBookedRoom}
    ) as arrival
    group by check_in, length, status
    union all
    select 'left', check_out, '', check_out - check_in, status, count(*), 0, 0, 0
    from booking where check_out >= ${from} and check_out < ${to} and ${countsOnSomeDay} and ${isFirstBookedRoom}
    group by check_out, check_out - check_in, status
    union all
    select 'made', span.day, '', 0,
      case when status = 'cancelled' and not ${isFirstRoomOfEndedStay} then 'confirmed' else status end, count(*), 0, 0, 0
    from span cross join booking
    where created_at >= span.since and created_at < span.until and ${isFirstRoom}
    group by 2, 5
    union all
    select 'ended', span.day, '', 0, status, sum(case when ${isFirstRoomOfEndedStay} then 1 else 0 end), 0,
      cast(coalesce(sum(cancel_fee_poisha), 0) as bigint), 0
    from span cross join booking
    where cancelled_at >= span.since and cancelled_at < span.until and status in ('cancelled', 'no_show')
    group by span.day, status`
}

/** A sum of which the stored number or amounts differ from the bookings. */
interface WrongSum {
  kind: string
  name: string
  day: number
  stored: string
  computed: string
}

/** Compares the stored sums of complete days with the bookings. Returns at most `limit` differences. */
export async function findWrongSums(db: Database, timeZone: string, limit: number): Promise<WrongSum[]> {
  const days = await db.selectFrom('figure_day').select('day').where('time_zone', '=', timeZone).execute()
  const wrongSums: WrongSum[] = []
  for (const { from, to } of toPeriods(days.map(({ day }) => day)))
    for (let stepStart = from; stepStart < to && wrongSums.length < limit; stepStart += MAX_DAYS_PER_STEP) {
      const period = { from: stepStart, to: Math.min(to, stepStart + MAX_DAYS_PER_STEP) }
      wrongSums.push(...(await compareSums(db, timeZone, period, limit - wrongSums.length)))
    }
  return wrongSums
}

/** Uses one statement, which sees one state even while the site is in use. Leaves out days with pending changes. */
async function compareSums(db: Database, timeZone: string, period: Period, limit: number): Promise<WrongSum[]> {
  const { rows } = await sql<WrongSum>`
    with checked (day, since, until) as (values ${listSpans(period, timeZone)}),
    computed (${figureColumns}) as (select * from (${selectDailyFigures(period, timeZone)}) as sums)
    select kind, name, day, ${describeSums(-1)} as stored, ${describeSums(1)} as computed
    from (
      select 1 as side, computed.* from computed
      union all
      select -1, ${figureColumns} from daily_figure
      where kind in (${sql.join(figureKinds)}) and day >= ${asInteger(period.from)} and day < ${asInteger(period.to)}
    ) as sums
    where day in (
      select checked.day from checked join figure_day on figure_day.day = checked.day
      where figure_day.time_zone = ${timeZone} and not exists (
        select 1 from figure_change
        where (checked.day between from_day and until_day) or (made_at >= checked.since and made_at < checked.until)
          or (ended_at >= checked.since and ended_at < checked.until)
      )
    )
    group by kind, day, name, length, status
    having ${sql.join(
      sumColumns.map((column) => sql`sum(side * ${sql.ref(column)}) <> 0`),
      sql` or `,
    )}
    order by day, kind, name, length, status limit ${asInteger(limit)}`.execute(db)
  return rows
}

/** Returns SQL for the days of a period with the times at which each starts and ends. */
const listSpans = (period: Period, timeZone: string): RawBuilder<unknown> =>
  sql.join(
    listDays(period.from, period.to).map((day) => {
      const [since, until] = toTimestamps({ from: day, to: day + 1 }, timeZone)
      return sql`(${asInteger(day)}, ${asBigint(since)}, ${asBigint(until)})`
    }),
  )

const sumColumns = ['times', 'paid', 'gross_poisha', 'vat_poisha'] as const

/** Returns SQL for the sums of one side as text: `2, 2, 900000, 135000`. */
const describeSums = (side: 1 | -1): RawBuilder<string> =>
  sql`${sql.join(
    sumColumns.map(
      (column) => sql`cast(sum(case when side = ${sql.lit(side)} then ${sql.ref(column)} else 0 end) as text)`,
    ),
    sql` || ', ' || `,
  )}`

/** Groups days, in any order, into periods of consecutive days. */
function toPeriods(days: readonly number[]): Period[] {
  const periods: Period[] = []
  for (const day of [...new Set(days)].sort((a, b) => a - b)) {
    const lastPeriod = periods.at(-1)
    if (lastPeriod?.to === day) lastPeriod.to++
    else periods.push({ from: day, to: day + 1 })
  }
  return periods
}
