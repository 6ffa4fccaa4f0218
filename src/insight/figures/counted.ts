import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Period } from './period.ts'

/** The days by which it is told which nights were slept. */
export interface Days {
  today: number
  /** The arrival from which on the desk says who came. */
  deskSince: number
}

/**
 * Since when the desk checks guests in: the first arrival of somebody who was. Where nobody ever was, it is today: until
 * then whoever was confirmed counts as having come.
 */
export async function daysAt(db: Database, today: number): Promise<Days> {
  const first = await db
    .selectFrom('booking')
    .select('check_in')
    .where(sql<boolean>`status in ('checked_in', 'checked_out')`)
    .orderBy('check_in')
    .limit(1)
    .executeTakeFirst()
  return { today, deskSince: Math.min(first?.check_in ?? today, today) }
}

/**
 * SQL, and the only place that says it: whether a night counts as sold. Who came counts. Who is confirmed counts from
 * today on, which is what is on the books; of nights that are over only those before the desk began to say who came.
 */
export const counts = (day: RawBuilder<number>, { today, deskSince }: Days): RawBuilder<boolean> =>
  sql<boolean>`(booking.status in ('checked_in', 'checked_out')
    or (booking.status = 'confirmed' and (${day} >= ${whole(today)} or ${day} < ${whole(deskSince)})))`

/** Of a length that its own index says as well (migration 84). */
const LONG = 60

/**
 * SQL: the bookings with nights in a period. Nearly all arrive in it or shortly before; of those who stay for months
 * there are few, which are looked for by themselves. `+ 0`: by their departure no index is to look for them.
 */
export const stayingIn = ({ from, to }: Period): RawBuilder<unknown> => sql`(
  select id, check_in, status, source, country from booking
  where check_in >= ${whole(from - LONG)} and check_in < ${whole(to)} and check_out + 0 > ${whole(from)}
  union all
  select id, check_in, status, source, country from booking
  where check_out - check_in > ${sql.lit(LONG)} and check_in < ${whole(from - LONG)} and check_out + 0 > ${whole(from)})`

/** SQL: the bookings that end in a period, found in the same way. */
export const leavingIn = ({ from, to }: Period): RawBuilder<unknown> => sql`(
  select id, check_in, check_out, status, stay_code, code from booking
  where check_in >= ${whole(from - LONG)} and check_in < ${whole(to)}
    and check_out + 0 >= ${whole(from)} and check_out + 0 < ${whole(to)}
  union all
  select id, check_in, check_out, status, stay_code, code from booking
  where check_out - check_in > ${sql.lit(LONG)} and check_in < ${whole(from - LONG)}
    and check_out + 0 >= ${whole(from)} and check_out + 0 < ${whole(to)})`

/** PostgreSQL is told what a value is where nothing beside it says so. */
export const whole = (value: number): RawBuilder<number> => sql<number>`cast(${value} as integer)`
export const big = (value: number): RawBuilder<number> => sql<number>`cast(${value} as bigint)`
