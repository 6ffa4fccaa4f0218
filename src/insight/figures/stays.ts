import { sql, type RawBuilder } from 'kysely'
import { listStatusesWith } from '#stays/bookings/status.ts'
import type { Company } from '#content/company.ts'
import { asBigint, asInteger } from '#platform/database/casts.ts'
import type { Database } from '#platform/database/database.ts'
import { isSold, type CountingDays } from './counting-rule.ts'
import { toTimestamps } from './local-time.ts'
import type { Period } from './period.ts'
import { HOUR_MS } from '#platform/durations.ts'

/** A distribution: how often each length occurs. */
export type Distribution = readonly { length: number; times: number }[]

/** SQL for the booking that represents a stay of several rooms. */
export const isFirstRoom = sql<boolean>`(stay_code is null or stay_code = code)`

const hasReleasedNights = (status: RawBuilder<string>) =>
  sql<boolean>`${status} in (${sql.join(listStatusesWith('releasedNights').map((item) => sql.lit(item)))})`

const hasBookedRoom = (condition: RawBuilder<boolean>) => sql<boolean>`exists (
  select 1 from booking as other where other.stay_code = booking.stay_code and ${condition}
    and not ${hasReleasedNights(sql`other.status`)})`

/** SQL for the first room of a stay that is still booked, among rooms that are. */
export const isFirstBookedRoom = sql<boolean>`(stay_code is null or not ${hasBookedRoom(sql`other.id < booking.id`)})`

/** SQL for the first room of a stay without a booked room, among rooms that are not booked any more. */
export const isFirstRoomOfEndedStay = sql<boolean>`(stay_code is null
  or (stay_code = code and not ${hasBookedRoom(sql`1 = 1`)}))`

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

interface StayFigures {
  /** The lengths of the stays that end in the period. A stay of several rooms counts once. */
  lengths: Distribution
  /** The days between booking and arrival of the stays that arrive in the period. */
  leads: Distribution
  ended: EndedStayFigures
}

/** Adds up the sums of the days, which must be complete. */
export async function loadStayFigures(db: Database, period: Period, days: CountingDays): Promise<StayFigures> {
  const sumStays = (
    kind: 'arrived' | 'left' | 'made' | 'ended',
    group: 'length' | 'status',
    isCounted: RawBuilder<unknown> = sql`1 = 1`,
  ) => sql`
    select kind, ${group === 'length' ? sql`length` : sql`0`} as length, ${group === 'status' ? sql`status` : sql`''`} as status,
      cast(sum(times) as bigint) as times, cast(sum(gross_poisha) as bigint) as fees
    from daily_figure
    where kind = ${sql.lit(kind)} and day >= ${asInteger(period.from)} and day < ${asInteger(period.to)} and ${isCounted}
    group by kind, ${sql.ref(group)}`
  const isStaySold = (arrival: RawBuilder<number>) => isSold(arrival, days, sql`status`)
  const { rows } = await sql<{ kind: string; length: number; status: string; times: number; fees: number }>`
    ${sumStays('arrived', 'length', isStaySold(sql`day`))}
    union all ${sumStays('left', 'length', isStaySold(sql`day - length`))}
    union all ${sumStays('made', 'status')}
    union all ${sumStays('ended', 'status')}`.execute(db)
  const distribute = (requestedKind: string): Distribution =>
    rows
      .filter(({ kind }) => kind === requestedKind)
      .map(({ length, times }) => ({ length, times }))
      .toSorted((a, b) => a.length - b.length)
  const madeRows = rows.filter(({ kind }) => kind === 'made')
  const cancelledRow = rows.find((row) => row.kind === 'ended' && row.status === 'cancelled')
  const noShowRow = rows.find((row) => row.kind === 'ended' && row.status === 'no_show')
  return {
    lengths: distribute('left'),
    leads: distribute('arrived'),
    ended: {
      made: countAll(madeRows),
      madeAndCancelled: countAll(madeRows.filter((row) => row.status === 'cancelled')),
      cancelled: cancelledRow?.times ?? 0,
      noShows: noShowRow?.times ?? 0,
      cancelFeesPoisha: cancelledRow?.fees ?? 0,
      noShowFeesPoisha: noShowRow?.fees ?? 0,
    },
  }
}

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
    select (handled_at - created_at) / ${asBigint(HOUR_MS)} as length, count(*) as times
    from ${sql.table(table)}
    where created_at >= ${asBigint(since)} and created_at < ${asBigint(until)}
    group by 1`.execute(db)
  const waitLengths = rows.flatMap(({ length, times: count }) =>
    length === null ? [] : [{ length: Number(length), times: count }],
  )
  return {
    received: countAll(rows),
    answered: countAll(waitLengths),
    waited: waitLengths.toSorted((a, b) => a.length - b.length),
  }
}

const countAll = (all: readonly { times: number }[]): number =>
  all.reduce((total, { times: count }) => total + count, 0)

/** Returns the median, or the mean of the two middle values. Null if there are none. */
export function getMedian(distribution: Distribution): number | null {
  const totalCount = countAll(distribution)
  if (totalCount === 0) return null
  const getValueAt = (position: number): number => {
    let seenCount = 0
    return distribution.find(({ times: count }) => (seenCount += count) > position)!.length
  }
  return (getValueAt(Math.floor((totalCount - 1) / 2)) + getValueAt(Math.floor(totalCount / 2))) / 2
}

export const getMean = (all: Distribution): number | null =>
  countAll(all) === 0
    ? null
    : all.reduce((total, { length, times: count }) => total + length * count, 0) / countAll(all)

/** Counts the lengths in each group, given the lower bounds of the groups. */
export const groupCounts = (all: Distribution, steps: readonly number[]): { from: number; times: number }[] =>
  steps.map((from, index) => ({
    from,
    times: countAll(all.filter(({ length }) => length >= from && length < (steps[index + 1] ?? Infinity))),
  }))
