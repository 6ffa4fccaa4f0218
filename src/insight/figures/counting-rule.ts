import { sql, type RawBuilder } from 'kysely'
import { asInteger } from '#platform/database/casts.ts'
import type { Database } from '#platform/database/database.ts'
import type { Period } from './period.ts'

/** The days that decide which nights count as sold. */
export interface CountingDays {
  today: number
  /** The first arrival for which the desk recorded a check-in. */
  deskSince: number
}

/**
 * Returns the first arrival with a recorded check-in, or today if there is none. Before that day, a confirmed stay
 * counts as having taken place.
 */
export async function getCountingDays(db: Database, today: number): Promise<CountingDays> {
  const firstArrival = await db
    .selectFrom('booking')
    .select('check_in')
    .where(sql<boolean>`status in ('checked_in', 'checked_out')`)
    .orderBy('check_in')
    .limit(1)
    .executeTakeFirst()
  return { today, deskSince: Math.min(firstArrival?.check_in ?? today, today) }
}

/**
 * Returns the SQL that decides whether a night counts as sold. Stays with a check-in count. Confirmed stays count from
 * today on (on the books), and on past nights only before the first check-in.
 */
export const isSold = (
  day: RawBuilder<number>,
  { today, deskSince }: CountingDays,
  status: RawBuilder<string> = sql`booking.status`,
): RawBuilder<boolean> =>
  sql<boolean>`(${status} in ('checked_in', 'checked_out')
    or (${status} = 'confirmed' and (${day} >= ${asInteger(today)} or ${day} < ${asInteger(deskSince)})))`

/** SQL for the bookings that the rule counts on some day. */
export const countsOnSomeDay = sql<boolean>`booking.status in ('checked_in', 'checked_out', 'confirmed')`

/** The stay length in days that the partial index `booking_long` uses. */
const LONG_STAY_DAYS = 60

/**
 * Returns SQL for the bookings with nights in a period. Most of them arrive in the period or shortly before. The few
 * long stays come from their own index. `+ 0` keeps the database from using the index on `check_out`.
 */
export const selectBookingsWithNightsIn = ({ from, to }: Period): RawBuilder<unknown> => sql`(
  select id, check_in, check_out, status, source, country from booking
  where check_in >= ${asInteger(from - LONG_STAY_DAYS)} and check_in < ${asInteger(to)} and check_out + 0 > ${asInteger(from)}
  union all
  select id, check_in, check_out, status, source, country from booking
  where check_out - check_in > ${sql.lit(LONG_STAY_DAYS)} and check_in < ${asInteger(from - LONG_STAY_DAYS)} and check_out + 0 > ${asInteger(from)})`

/** Returns SQL for the bookings that end in a period, with the same index strategy. */
export const selectBookingsEndingIn = ({ from, to }: Period): RawBuilder<unknown> => sql`(
  select id, check_in, check_out, status, stay_code, code from booking
  where check_in >= ${asInteger(from - LONG_STAY_DAYS)} and check_in < ${asInteger(to)}
    and check_out + 0 >= ${asInteger(from)} and check_out + 0 < ${asInteger(to)}
  union all
  select id, check_in, check_out, status, stay_code, code from booking
  where check_out - check_in > ${sql.lit(LONG_STAY_DAYS)} and check_in < ${asInteger(from - LONG_STAY_DAYS)}
    and check_out + 0 >= ${asInteger(from)} and check_out + 0 < ${asInteger(to)})`
