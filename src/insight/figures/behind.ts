import { sql, type RawBuilder } from 'kysely'
import { today as todayOf } from '#stays/availability/stay.ts'
import { companyOf } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { assertValid } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import type { BookingSource } from '#schema/bookings.ts'
import { momentsOf } from './clocks.ts'
import { big, counts, daysAt, leavingIn, stayingIn, whole } from './counted.ts'
import { daysAsked, errorsOf } from './figures.ts'
import { NO_COUNTRY, type StayFigure } from './parts.ts'
import { isFirstOne } from './stays.ts'

/** Which figure, of which days; nights also of one kind of room, one way or one country alone. */
export interface AskedStays {
  figure: StayFigure
  from: string
  until: string
  room?: string | undefined
  source?: BookingSource | undefined
  country?: string | undefined
}

export interface StayBehind {
  id: number
  /** By what they are listed: a day or a moment. */
  place: number
  /** Those that count, or all of the stay. */
  nights: number
  grossPoisha: number
  vatPoisha: number
  code: string
  stay_code: string | null
  name: string
  room_name_en: string
  room_name_bn: string | null
  check_in: number
  check_out: number
}

export interface SumBehind {
  stays: number
  nights: number
  grossPoisha: number
  vatPoisha: number
}

/**
 * The stays that a figure counts, a page of them, and with the first page what they come to. It is the figure, since both
 * are read by the same rule: nights room by room, as they are sold, all else stay by stay.
 */
export async function staysBehind(
  db: Database,
  ctx: RequestContext,
  asked: AskedStays,
  { most, after }: { most: number; after?: string | undefined },
): Promise<{ rows: StayBehind[]; more: string | null; all: SumBehind | null }> {
  assertValid(behindFaults(asked))
  const found = await foundFor(db, ctx, asked)
  const [place, id] = after?.split('-').map(Number) ?? []
  const beyond =
    place === undefined || id === undefined
      ? sql`1 = 1`
      : sql`(found.place > ${big(place)} or (found.place = ${big(place)} and found.id > ${big(id)}))`
  const { rows } = await sql<StayBehind>`
    select found.id, found.place, found.nights, found.gross as "grossPoisha", found.vat as "vatPoisha", booking.code,
      booking.stay_code, booking.name, booking.room_name_en, booking.room_name_bn, booking.check_in, booking.check_out
    from (${found}) as found
    join booking on booking.id = found.id
    where ${beyond}
    order by found.place, found.id
    limit ${whole(most + 1)}`.execute(db)
  const shown = rows.slice(0, most)
  const last = rows.length > most ? shown.at(-1) : undefined
  return {
    rows: shown,
    more: last ? `${last.place}-${last.id}` : null,
    all: after === undefined ? await sumOf(db, found) : null,
  }
}

export const validateBehind = (_: Database, __: RequestContext, form: Partial<AskedStays>): Promise<ValidationResult> =>
  Promise.resolve({ fieldErrors: behindFaults(form) })

const behindFaults = ({ from, until }: Partial<AskedStays>) => errorsOf({ period: 'own', from, until })

async function sumOf(db: Database, found: RawBuilder<unknown>): Promise<SumBehind> {
  const { rows } = await sql<SumBehind>`
    select count(*) as stays, cast(coalesce(sum(nights), 0) as bigint) as nights,
      cast(coalesce(sum(gross), 0) as bigint) as "grossPoisha", cast(coalesce(sum(vat), 0) as bigint) as "vatPoisha"
    from (${found}) as found`.execute(db)
  return rows[0]!
}

/** SQL: of each stay its number, its place in the list, its nights, and what these cost. */
async function foundFor(db: Database, ctx: RequestContext, asked: AskedStays): Promise<RawBuilder<unknown>> {
  const company = await companyOf(db, ctx)
  const today = todayOf(company, ctx.now)
  const { period } = daysAsked({ period: 'own', from: asked.from, until: asked.until, compare: 'none' }, today)
  const days = await daysAt(db, today)
  const [since, until] = momentsOf(period, company.timeZone).map(big)
  const wholeStay = (place: RawBuilder<number>, where: RawBuilder<unknown>, from = sql`booking`) => sql`
    select booking.id, ${place} as place, check_out - check_in as nights, 0 as gross, 0 as vat
    from ${from} as booking
    where ${isFirstOne} and ${where}`
  switch (asked.figure) {
    case 'nights':
      return sql`
        select booking.id, booking.check_in as place, count(*) as nights,
          cast(sum(booking_night.price_poisha) as bigint) as gross, cast(sum(booking_night.vat_poisha) as bigint) as vat
        from ${stayingIn(period)} as booking
        join booking_night on booking_night.booking_id = booking.id
        where booking_night.night >= ${whole(period.from)} and booking_night.night < ${whole(period.to)}
          and ${counts(sql`booking_night.night`, days)} and ${onlyOf(asked)}
        group by booking.id, booking.check_in`
    case 'left':
      return wholeStay(sql`check_out`, counts(sql`booking.check_in`, days), leavingIn(period))
    case 'arrived':
      return wholeStay(
        sql`check_in`,
        sql`check_in >= ${whole(period.from)} and check_in < ${whole(period.to)}
          and ${counts(sql`booking.check_in`, days)}`,
      )
    case 'made':
      return wholeStay(sql`created_at`, sql`created_at >= ${since} and created_at < ${until}`)
    case 'made_cancelled':
      return wholeStay(sql`created_at`, sql`created_at >= ${since} and created_at < ${until} and status = 'cancelled'`)
    case 'cancelled':
    case 'no_shows':
      return wholeStay(
        sql`cancelled_at`,
        sql`cancelled_at >= ${since} and cancelled_at < ${until}
          and status = ${sql.lit(asked.figure === 'cancelled' ? 'cancelled' : 'no_show')}`,
      )
  }
}

/** SQL: a part of the nights. */
function onlyOf({ room, source, country }: AskedStays): RawBuilder<unknown> {
  const parts = [
    room !== undefined && sql`booking_night.room_id = (select id from room where slug = ${room})`,
    source !== undefined && sql`booking.source = ${source}`,
    country !== undefined && sql`coalesce(booking.country, '') = ${country === NO_COUNTRY ? '' : country}`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? sql`1 = 1` : sql.join(parts, sql` and `)
}
