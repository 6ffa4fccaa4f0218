import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { BookingSource } from '#schema/bookings.ts'
import { counts, stayingIn, whole, type Days } from './counted.ts'
import type { Period } from './period.ts'

/** Nights that were sold, or are on the books. */
export interface Sold {
  sold: number
  /** Those that cost something. */
  paid: number
  /** What they cost, its tax among it. */
  grossPoisha: number
  vatPoisha: number
}

/** All nights of a period, added up in four ways that each come to the same. */
export interface SoldNights {
  byNight: Map<number, Sold>
  byRoom: Map<number, Sold>
  bySource: Map<BookingSource, Sold>
  /** By its two letters; nothing where nobody said. */
  byCountry: Map<string, Sold>
}

/** Each night is read once. */
export async function soldNights(db: Database, period: Period, days: Days): Promise<SoldNights> {
  const { rows } = await sql<Row>`
    with counted (night, room_id, source, country, sold, paid, gross, vat) as materialized (
      select booking_night.night, booking_night.room_id, booking.source, coalesce(booking.country, ''), count(*),
        sum(case when booking_night.price_poisha > 0 then 1 else 0 end),
        sum(booking_night.price_poisha), sum(booking_night.vat_poisha)
      from ${stayingIn(period)} as booking
      join booking_night on booking_night.booking_id = booking.id
      where booking_night.night >= ${whole(period.from)} and booking_night.night < ${whole(period.to)}
        and ${counts(sql`booking_night.night`, days)}
      group by 1, 2, 3, 4
    )
    select 'night' as way, cast(night as text) as name, ${sums} from counted group by night
    union all
    select 'room', cast(room_id as text), ${sums} from counted group by room_id
    union all
    select 'source', source, ${sums} from counted group by source
    union all
    select 'country', country, ${sums} from counted group by country`.execute(db)
  const of = <Name>(way: Row['way'], named: (name: string) => Name) =>
    new Map(rows.filter((row) => row.way === way).map((row) => [named(row.name), soldOf(row)]))
  return {
    byNight: of('night', Number),
    byRoom: of('room', Number),
    bySource: of('source', (name) => name as BookingSource),
    byCountry: of('country', (name) => name),
  }
}

type Row = { way: 'night' | 'room' | 'source' | 'country'; name: string } & Record<
  'sold' | 'paid' | 'gross' | 'vat',
  number
>

const sums = sql`cast(sum(sold) as bigint) as sold, cast(sum(paid) as bigint) as paid,
  cast(sum(gross) as bigint) as gross, cast(sum(vat) as bigint) as vat`

const soldOf = ({ sold, paid, gross, vat }: Row): Sold => ({ sold, paid, grossPoisha: gross, vatPoisha: vat })

/**
 * The nights of requests that wait for an answer, which hold a room and are not sold. Of them there are few, so they are
 * looked for by themselves, each kind by its own index, and not among all stays.
 */
export async function waitingNights(db: Database, period: Period, now: number): Promise<Map<number, number>> {
  const isHeld = sql`(expires_at is null or expires_at > cast(${now} as bigint))`
  const { rows } = await sql<{ night: number; waiting: number }>`
    select booking_night.night, count(*) as waiting
    from (
      select id from booking where status = 'pending_approval' and ${isHeld}
      union all
      select id from booking where status = 'pending_payment' and expires_at > cast(${now} as bigint)
    ) as waits
    join booking_night on booking_night.booking_id = waits.id
    where booking_night.night >= ${whole(period.from)} and booking_night.night < ${whole(period.to)}
    group by booking_night.night`.execute(db)
  return new Map(rows.map(({ night, waiting }) => [night, waiting]))
}

/** What there was to be sold. */
export interface Units {
  units: number
  closed: number
}

/**
 * The units of each night and of each kind of room. What could be sold is kept with each night that somebody booked or
 * closed, as it was then; any other night has the units of today. What is closed is read by its dates.
 */
export async function unitsOf(
  db: Database,
  { from, to }: Period,
  today: number,
): Promise<{ byNight: Map<number, Units>; byRoom: Map<number, Units> }> {
  const { rows } = await sql<{ night: number; room_id: number; open: number; closed: number }>`
    with recursive nights (night) as (
      select ${whole(from)}
      union all
      select night + 1 from nights where night + 1 < ${whole(to)}
    ),
    closed (night, room_id, closed) as (
      select nights.night, unit.room_id, count(distinct unit.id)
      from unit_closure
      join unit on unit.id = unit_closure.unit_id
      join nights on nights.night >= unit_closure.from_day and nights.night < unit_closure.to_day
      where unit.active = 1 or nights.night < ${whole(today)}
      group by nights.night, unit.room_id
    )
    select nights.night, room.id as room_id, coalesce(inventory.capacity, room.capacity) as open,
      coalesce(closed.closed, 0) as closed
    from nights cross join room
    left join inventory on inventory.room_id = room.id and inventory.night = nights.night
    left join closed on closed.room_id = room.id and closed.night = nights.night
    where room.active = 1 or inventory.sold > 0
      or (inventory.room_id is not null and nights.night < ${whole(today)})`.execute(db)
  const added = (by: 'night' | 'room_id') => {
    const all = new Map<number, Units>()
    for (const row of rows) {
      const before = all.get(row[by]) ?? { units: 0, closed: 0 }
      all.set(row[by], { units: before.units + row.open + row.closed, closed: before.closed + row.closed })
    }
    return all
  }
  return { byNight: added('night'), byRoom: added('room_id') }
}
