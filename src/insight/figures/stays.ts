import { sql, type RawBuilder } from 'kysely'
import { isFirst } from '#stays/bookings/store.ts'
import type { Company } from '#content/company.ts'
import type { Database } from '#platform/database/database.ts'
import { big, counts, leavingIn, type Days } from './counted.ts'
import { dayOf, momentsOf } from './clocks.ts'
import type { Period } from './period.ts'

/** How often something was so long. */
export type Spread = readonly { length: number; times: number }[]

/** Stays by how many nights they have, of those who leave in these days. Several rooms are one stay. */
export const lengthsOfStay = (db: Database, period: Period, days: Days): Promise<Spread> =>
  spread(
    sql<{ length: number; times: number }>`
      select check_out - check_in as length, count(*) as times from ${leavingIn(period)} as booking
      where ${isFirstOne} and ${counts(sql`booking.check_in`, days)}
      group by check_out - check_in`
      .execute(db)
      .then(({ rows }) => rows),
  )

/** Stays by how many days before the arrival they were booked, of those who arrive in these days. */
export function leadTimes(
  db: Database,
  period: Period,
  days: Days,
  { timeZone }: Company,
  now: number,
): Promise<Spread> {
  const booked = dayOf(sql`booking.created_at`, timeZone, now)
  const lead = sql<number>`case when check_in > ${booked} then check_in - ${booked} else 0 end`
  const found = db
    .selectFrom('booking')
    .select(lead.as('length'))
    .where(isFirst)
    .where('check_in', '>=', period.from)
    .where('check_in', '<', period.to)
    .where(counts(sql`booking.check_in`, days))
  return spread(
    db
      .selectFrom(found.as('found'))
      .select(['length', ({ fn }) => fn.countAll<number>().as('times')])
      .groupBy('length')
      .execute(),
  )
}

const spread = async (rows: Promise<{ length: number; times: number }[]>): Promise<Spread> =>
  (await rows).map(({ length, times }) => ({ length: Number(length), times })).toSorted((a, b) => a.length - b.length)

/** SQL: of several rooms the one that stands for the stay. */
export const isFirstOne = sql<boolean>`(stay_code is null or stay_code = code)`

export interface Ended {
  /** Stays that were booked in these days, whatever became of them. */
  made: number
  /** Of these those that were cancelled, whenever that was. */
  madeAndCancelled: number
  /** Those that were cancelled in these days, whenever they were booked. */
  cancelled: number
  noShows: number
  /** What was agreed for it, its tax among it. */
  cancelFeesPoisha: number
  noShowFeesPoisha: number
}

/** What was booked in these days, and what was given back in them, by the clocks of the house. */
export async function endedStays(db: Database, period: Period, { timeZone }: Company): Promise<Ended> {
  const [since, until] = momentsOf(period, timeZone)
  const made = await db
    .selectFrom('booking')
    .select([times(sql`1 = 1`).as('made'), times(sql`status = 'cancelled'`).as('cancelled')])
    .where(isFirst)
    .where('created_at', '>=', since)
    .where('created_at', '<', until)
    .executeTakeFirstOrThrow()
  const back = await db
    .selectFrom('booking')
    .select([
      times(sql`status = 'cancelled' and ${isFirstOne}`).as('cancelled'),
      times(sql`status = 'no_show' and ${isFirstOne}`).as('noShows'),
      feesOf('cancelled').as('cancelFeesPoisha'),
      feesOf('no_show').as('noShowFeesPoisha'),
    ])
    .where('cancelled_at', '>=', since)
    .where('cancelled_at', '<', until)
    .executeTakeFirstOrThrow()
  return { made: made.made, madeAndCancelled: made.cancelled, ...back }
}

const times = (which: RawBuilder<unknown>) =>
  sql<number>`cast(coalesce(sum(case when ${which} then 1 else 0 end), 0) as bigint)`
const feesOf = (status: 'cancelled' | 'no_show') =>
  sql<number>`cast(coalesce(sum(case when status = ${sql.lit(status)} then cancel_fee_poisha end), 0) as bigint)`

export interface Answered {
  came: number
  answered: number
  /** Whole hours until it was answered. */
  waited: Spread
}

/** What was written to the company in these days, and how long it was until somebody marked it as answered. */
export async function answeredOf(
  db: Database,
  table: 'enquiry' | 'contact_message',
  period: Period,
  { timeZone }: Company,
): Promise<Answered> {
  const [since, until] = momentsOf(period, timeZone)
  const { rows } = await sql<{ length: number | null; times: number }>`
    select (handled_at - created_at) / ${big(MS_PER_HOUR)} as length, count(*) as times
    from ${sql.table(table)}
    where created_at >= ${big(since)} and created_at < ${big(until)}
    group by 1`.execute(db)
  const waited = rows.flatMap(({ length, times: often }) =>
    length === null ? [] : [{ length: Number(length), times: often }],
  )
  return {
    came: sum(rows),
    answered: sum(waited),
    waited: waited.toSorted((one, other) => one.length - other.length),
  }
}
const MS_PER_HOUR = 3_600_000

const sum = (all: readonly { times: number }[]): number => all.reduce((so, { times: often }) => so + often, 0)

/** Half of all are no longer; between two in the middle, the mean of both. Null of nothing. */
export function medianOf(all: Spread): number | null {
  const many = sum(all)
  if (many === 0) return null
  const at = (place: number): number => {
    let passed = 0
    return all.find(({ times: often }) => (passed += often) > place)!.length
  }
  return (at(Math.floor((many - 1) / 2)) + at(Math.floor(many / 2))) / 2
}

export const meanOf = (all: Spread): number | null =>
  sum(all) === 0 ? null : all.reduce((so, { length, times: often }) => so + length * often, 0) / sum(all)

/** How often it was as long as each part of it, from these lengths on. */
export const inBuckets = (all: Spread, steps: readonly number[]): { from: number; times: number }[] =>
  steps.map((from, at) => ({
    from,
    times: sum(all.filter(({ length }) => length >= from && length < (steps[at + 1] ?? Infinity))),
  }))
