import { sql, type RawBuilder } from 'kysely'
import { isFirstRoomOfStay } from '#stays/bookings/store.ts'
import type { Company } from '#content/company.ts'
import { asBigint } from '#platform/database/casts.ts'
import type { Database } from '#platform/database/database.ts'
import { isSold, selectBookingsEndingIn, type CountingDays } from './counting-rule.ts'
import { selectDay, toTimestamps } from './local-time.ts'
import type { Period } from './period.ts'

/** A distribution: how often each length occurs. */
export type Distribution = readonly { length: number; times: number }[]

/** Returns the lengths of stays that end in a period. A stay of several rooms counts once. */
export const loadStayLengths = (db: Database, period: Period, days: CountingDays): Promise<Distribution> =>
  toDistribution(
    sql<{ length: number; times: number }>`
      select check_out - check_in as length, count(*) as times from ${selectBookingsEndingIn(period)} as booking
      where ${isFirstRoom} and ${isSold(sql`booking.check_in`, days)}
      group by check_out - check_in`
      .execute(db)
      .then(({ rows }) => rows),
  )

/** Returns the days between booking and arrival of stays that arrive in a period. */
export function loadLeadTimes(
  db: Database,
  period: Period,
  days: CountingDays,
  { timeZone }: Company,
  now: number,
): Promise<Distribution> {
  const bookingDay = selectDay(sql`booking.created_at`, timeZone, now)
  const leadDays = sql<number>`case when check_in > ${bookingDay} then check_in - ${bookingDay} else 0 end`
  const arrivals = db
    .selectFrom('booking')
    .select(leadDays.as('length'))
    .where(isFirstRoomOfStay)
    .where('check_in', '>=', period.from)
    .where('check_in', '<', period.to)
    .where(isSold(sql`booking.check_in`, days))
  return toDistribution(
    db
      .selectFrom(arrivals.as('found'))
      .select(['length', ({ fn }) => fn.countAll<number>().as('times')])
      .groupBy('length')
      .execute(),
  )
}

const toDistribution = async (rows: Promise<{ length: number; times: number }[]>): Promise<Distribution> =>
  (await rows).map(({ length, times }) => ({ length: Number(length), times })).toSorted((a, b) => a.length - b.length)

/** SQL for the booking that represents a stay of several rooms. */
export const isFirstRoom = sql<boolean>`(stay_code is null or stay_code = code)`

export interface EndedStayFigures {
  /** Stays booked in the period, in any current state. */
  made: number
  /** Stays booked in the period that were cancelled at any time. */
  madeAndCancelled: number
  /** Stays cancelled in the period. They may have been booked earlier. */
  cancelled: number
  noShows: number
  /** The agreed fees, including tax. */
  cancelFeesPoisha: number
  noShowFeesPoisha: number
}

/** Counts the stays that were booked and cancelled in a period, in local time. */
export async function countEndedStays(db: Database, period: Period, { timeZone }: Company): Promise<EndedStayFigures> {
  const [since, until] = toTimestamps(period, timeZone)
  const made = await db
    .selectFrom('booking')
    .select([countWhere(sql`1 = 1`).as('made'), countWhere(sql`status = 'cancelled'`).as('cancelled')])
    .where(isFirstRoomOfStay)
    .where('created_at', '>=', since)
    .where('created_at', '<', until)
    .executeTakeFirstOrThrow()
  const back = await db
    .selectFrom('booking')
    .select([
      countWhere(sql`status = 'cancelled' and ${isFirstRoom}`).as('cancelled'),
      countWhere(sql`status = 'no_show' and ${isFirstRoom}`).as('noShows'),
      sumFees('cancelled').as('cancelFeesPoisha'),
      sumFees('no_show').as('noShowFeesPoisha'),
    ])
    .where('cancelled_at', '>=', since)
    .where('cancelled_at', '<', until)
    .executeTakeFirstOrThrow()
  return { made: made.made, madeAndCancelled: made.cancelled, ...back }
}

const countWhere = (condition: RawBuilder<unknown>) =>
  sql<number>`cast(coalesce(sum(case when ${condition} then 1 else 0 end), 0) as bigint)`
const sumFees = (status: 'cancelled' | 'no_show') =>
  sql<number>`cast(coalesce(sum(case when status = ${sql.lit(status)} then cancel_fee_poisha end), 0) as bigint)`

export interface AnswerFigures {
  received: number
  answered: number
  /** The number of whole hours until the answer. */
  waited: Distribution
}

/** Counts the messages of a period and the hours until staff marked them as answered. */
export async function countAnswered(
  db: Database,
  table: 'enquiry' | 'contact_message',
  period: Period,
  { timeZone }: Company,
): Promise<AnswerFigures> {
  const [since, until] = toTimestamps(period, timeZone)
  const { rows } = await sql<{ length: number | null; times: number }>`
    select (handled_at - created_at) / ${asBigint(MS_PER_HOUR)} as length, count(*) as times
    from ${sql.table(table)}
    where created_at >= ${asBigint(since)} and created_at < ${asBigint(until)}
    group by 1`.execute(db)
  const waited = rows.flatMap(({ length, times: count }) =>
    length === null ? [] : [{ length: Number(length), times: count }],
  )
  return {
    received: countAll(rows),
    answered: countAll(waited),
    waited: waited.toSorted((a, b) => a.length - b.length),
  }
}
const MS_PER_HOUR = 3_600_000

const countAll = (all: readonly { times: number }[]): number =>
  all.reduce((total, { times: count }) => total + count, 0)

/** Returns the median, or the mean of the two middle values. Null if there are none. */
export function median(all: Distribution): number | null {
  const countTotal = countAll(all)
  if (countTotal === 0) return null
  const valueAt = (position: number): number => {
    let seen = 0
    return all.find(({ times: count }) => (seen += count) > position)!.length
  }
  return (valueAt(Math.floor((countTotal - 1) / 2)) + valueAt(Math.floor(countTotal / 2))) / 2
}

export const mean = (all: Distribution): number | null =>
  countAll(all) === 0
    ? null
    : all.reduce((total, { length, times: count }) => total + length * count, 0) / countAll(all)

/** Counts the lengths in each group, given the lower bounds of the groups. */
export const groupCounts = (all: Distribution, steps: readonly number[]): { from: number; times: number }[] =>
  steps.map((from, index) => ({
    from,
    times: countAll(all.filter(({ length }) => length >= from && length < (steps[index + 1] ?? Infinity))),
  }))
