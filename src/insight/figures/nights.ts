import { sql } from 'kysely'
import { asInteger } from '#platform/database/casts.ts'
import type { Database } from '#platform/database/database.ts'
import type { BookingSource } from '#schema/bookings.ts'
import { isSold, type CountingDays } from './counting-rule.ts'
import type { Period } from './period.ts'

/** Nights that were sold or are on the books. */
export interface SoldTotals {
  sold: number
  /** The nights with a price above zero. */
  paid: number
  /** The price including tax. */
  grossPoisha: number
  vatPoisha: number
}

/** The nights of a period, grouped in four ways with the same total. */
export interface SoldNights {
  byNight: Map<number, SoldTotals>
  byRoom: Map<number, SoldTotals>
  bySource: Map<BookingSource, SoldTotals>
  /** The nights by two-letter country code. The key is empty if the country is unknown. */
  byCountry: Map<string, SoldTotals>
}

/** Adds up the sums of the days, which must be complete. */
export async function loadSoldNights(db: Database, period: Period, days: CountingDays): Promise<SoldNights> {
  const isCounted = sql`day >= ${asInteger(period.from)} and day < ${asInteger(period.to)}
    and ${isSold(sql`day`, days, sql`status`)}`
  const { rows } = await sql<Row>`
    select 'night' as way, cast(day as text) as name, ${sumColumns} from daily_figure
    where kind = 'room' and ${isCounted} group by day
    union all
    select kind, name, ${sumColumns} from daily_figure
    where kind in ('room', 'source', 'country') and ${isCounted} group by kind, name`.execute(db)
  const groupBy = <Name>(grouping: Row['way'], parseName: (name: string) => Name) =>
    new Map(rows.filter((row) => row.way === grouping).map((row) => [parseName(row.name), toSoldTotals(row)]))
  return {
    byNight: groupBy('night', Number),
    byRoom: groupBy('room', Number),
    bySource: groupBy('source', (name) => name as BookingSource),
    byCountry: groupBy('country', (name) => name),
  }
}

type Row = { way: 'night' | 'room' | 'source' | 'country'; name: string } & Record<
  'sold' | 'paid' | 'gross' | 'vat',
  number
>

const sumColumns = sql`cast(sum(times) as bigint) as sold, cast(sum(paid) as bigint) as paid,
  cast(sum(gross_poisha) as bigint) as gross, cast(sum(vat_poisha) as bigint) as vat`

const toSoldTotals = ({ sold, paid, gross, vat }: Row): SoldTotals => ({
  sold,
  paid,
  grossPoisha: gross,
  vatPoisha: vat,
})

/**
 * Counts the nights of pending requests, which hold a room but are not sold. Pending requests are few, so each status
 * uses its own index instead of a scan over all stays.
 */
export async function loadWaitingNights(db: Database, period: Period, now: number): Promise<Map<number, number>> {
  const isHeld = sql`(expires_at is null or expires_at > cast(${now} as bigint))`
  const { rows } = await sql<{ night: number; waiting: number }>`
    select booking_night.night, count(*) as waiting
    from (
      select id from booking where status = 'pending_approval' and ${isHeld}
      union all
      select id from booking where status = 'pending_payment' and expires_at > cast(${now} as bigint)
    ) as waits
    join booking_night on booking_night.booking_id = waits.id
    where booking_night.night >= ${asInteger(period.from)} and booking_night.night < ${asInteger(period.to)}
    group by booking_night.night`.execute(db)
  return new Map(rows.map(({ night, waiting }) => [night, waiting]))
}
