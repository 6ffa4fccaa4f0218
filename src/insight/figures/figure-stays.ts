import { sql, type RawBuilder } from 'kysely'
import { computeToday as todayOf } from '#stays/availability/stay.ts'
import { loadCompany } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import { asBigint, asInteger } from '#platform/database/casts.ts'
import type { Database } from '#platform/database/database.ts'
import { assertValid } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import type { BookingSource } from '#schema/bookings.ts'
import { toTimestamps } from './local-time.ts'
import { isSold, getCountingDays, selectBookingsEndingIn, selectBookingsWithNightsIn } from './counting-rule.ts'
import { resolvePeriods, findQueryErrors } from './figures.ts'
import { NO_COUNTRY, type StayFigure } from './sheet-names.ts'
import { isFirstBookedRoom, isFirstRoom, isFirstRoomOfEndedStay } from './stays.ts'

/** A figure and its period. Nights can be limited to one room type, source or country. */
export interface StaysQuery {
  figure: StayFigure
  from: string
  until: string
  room?: string | undefined
  source?: BookingSource | undefined
  country?: string | undefined
}

export interface FigureStay {
  id: number
  /** The sort key of the list: a day or a timestamp. */
  place: number
  /** The counted nights, or all nights of the stay. */
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

export interface StayTotals {
  stays: number
  nights: number
  grossPoisha: number
  vatPoisha: number
}

/**
 * Returns one page of the stays that a figure counts, and with the first page also their totals. The list and the
 * figure use the same rule: nights are counted per room as sold, all other figures per stay.
 */
export async function listFigureStays(
  db: Database,
  ctx: RequestContext,
  filter: StaysQuery,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<{ rows: FigureStay[]; nextCursor: string | null; all: StayTotals | null }> {
  assertValid(findStayQueryErrors(filter))
  const matchingStays = await selectStays(db, ctx, filter)
  const [sortKey, id] = after?.split('-').map(Number) ?? []
  const afterCursor =
    sortKey === undefined || id === undefined
      ? sql`1 = 1`
      : sql`(found.place > ${asBigint(sortKey)} or (found.place = ${asBigint(sortKey)} and found.id > ${asBigint(id)}))`
  const { rows } = await sql<FigureStay>`
    select found.id, found.place, found.nights, found.gross as "grossPoisha", found.vat as "vatPoisha", booking.code,
      booking.stay_code, booking.name, booking.room_name_en, booking.room_name_bn, booking.check_in, booking.check_out
    from (${matchingStays}) as found
    join booking on booking.id = found.id
    where ${afterCursor}
    order by found.place, found.id
    limit ${asInteger(limit + 1)}`.execute(db)
  const pageRows = rows.slice(0, limit)
  const lastRow = rows.length > limit ? pageRows.at(-1) : undefined
  return {
    rows: pageRows,
    nextCursor: lastRow ? `${lastRow.place}-${lastRow.id}` : null,
    all: after === undefined ? await sumStays(db, matchingStays) : null,
  }
}

export const validateStaysQuery = (
  _: Database,
  __: RequestContext,
  form: Partial<StaysQuery>,
): Promise<ValidationResult> => Promise.resolve({ fieldErrors: findStayQueryErrors(form) })

const findStayQueryErrors = ({ from, until }: Partial<StaysQuery>) => findQueryErrors({ period: 'own', from, until })

async function sumStays(db: Database, selectMatchingStays: RawBuilder<unknown>): Promise<StayTotals> {
  const { rows } = await sql<StayTotals>`
    select count(*) as stays, cast(coalesce(sum(nights), 0) as bigint) as nights,
      cast(coalesce(sum(gross), 0) as bigint) as "grossPoisha", cast(coalesce(sum(vat), 0) as bigint) as "vatPoisha"
    from (${selectMatchingStays}) as found`.execute(db)
  return rows[0]!
}

/** Returns SQL that selects the id, sort key, nights and price of each stay. */
async function selectStays(db: Database, ctx: RequestContext, filter: StaysQuery): Promise<RawBuilder<unknown>> {
  const company = await loadCompany(db, ctx)
  const today = todayOf(company, ctx.now)
  const { period } = resolvePeriods({ period: 'own', from: filter.from, until: filter.until, compare: 'none' }, today)
  const countingDays = await getCountingDays(db, today)
  const [since, until] = toTimestamps(period, company.timeZone).map(asBigint)
  const selectWholeStay = (sortKey: RawBuilder<number>, condition: RawBuilder<unknown>, from = sql`booking`) => sql`
    select booking.id, ${sortKey} as place, check_out - check_in as nights, 0 as gross, 0 as vat
    from ${from} as booking
    where ${condition}`
  switch (filter.figure) {
    case 'nights':
      return sql`
        select booking.id, booking.check_in as place, count(*) as nights,
          cast(sum(booking_night.price_poisha) as bigint) as gross, cast(sum(booking_night.vat_poisha) as bigint) as vat
        from ${selectBookingsWithNightsIn(period)} as booking
        join booking_night on booking_night.booking_id = booking.id
        where booking_night.night >= ${asInteger(period.from)} and booking_night.night < ${asInteger(period.to)}
          and ${isSold(sql`booking_night.night`, countingDays)} and ${filterNights(filter)}
        group by booking.id, booking.check_in`
    case 'left':
      return selectWholeStay(
        sql`check_out`,
        sql`${isSold(sql`booking.check_in`, countingDays)} and ${isFirstBookedRoom}`,
        selectBookingsEndingIn(period),
      )
    case 'arrived':
      return selectWholeStay(
        sql`check_in`,
        sql`check_in >= ${asInteger(period.from)} and check_in < ${asInteger(period.to)}
          and ${isSold(sql`booking.check_in`, countingDays)} and ${isFirstBookedRoom}`,
      )
    case 'made':
      return selectWholeStay(sql`created_at`, sql`created_at >= ${since} and created_at < ${until} and ${isFirstRoom}`)
    case 'made_cancelled':
      return selectWholeStay(
        sql`created_at`,
        sql`created_at >= ${since} and created_at < ${until} and status = 'cancelled' and ${isFirstRoomOfEndedStay}`,
      )
    case 'cancelled':
    case 'no_shows':
      return selectWholeStay(
        sql`cancelled_at`,
        sql`cancelled_at >= ${since} and cancelled_at < ${until}
          and status = ${sql.lit(filter.figure === 'cancelled' ? 'cancelled' : 'no_show')} and ${isFirstRoomOfEndedStay}`,
      )
  }
}

/** Returns SQL that limits the nights to a room type, source or country. */
function filterNights({ room, source, country }: StaysQuery): RawBuilder<unknown> {
  const conditions = [
    room !== undefined && sql`booking_night.room_id = (select id from room where slug = ${room})`,
    source !== undefined && sql`booking.source = ${source}`,
    country !== undefined && sql`coalesce(booking.country, '') = ${country === NO_COUNTRY ? '' : country}`,
  ].filter((part) => part !== false)
  return conditions.length === 0 ? sql`1 = 1` : sql.join(conditions, sql` and `)
}
