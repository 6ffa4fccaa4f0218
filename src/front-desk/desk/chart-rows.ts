import { sql } from 'kysely'
import { listStatusesWith } from '#stays/bookings/status.ts'
import { readCurrentCondition } from './housekeeping/condition.ts'
import { MAX_NIGHTS } from './stays.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { BookingStatus, UnitCondition } from '#schema/bookings.ts'

/** The chart data for the given days: room types with their units, stays, and closed nights. */
export interface ChartRows {
  roomTypes: { id: number; name: string; units: number; freeCounts: Map<number, number> }[]
  units: { id: number; roomType: number; name: string; isActive: boolean; condition: UnitCondition }[]
  stays: { id: number; version: number; name: string; status: BookingStatus; checkIn: number; checkOut: number }[]
  /** The visible nights of each stay, ordered by stay and night. */
  nights: { stay: number; night: number; roomType: number; unit: number | null }[]
  /** If `isImported`, the closure and its reason come from another calendar. */
  closures: { id: number; unit: number; from: number; to: number; reason: string; isImported: boolean }[]
}

type ChartQueryRow = Record<'kind' | 'words' | 'more', string | null> &
  Record<'a' | 'b' | 'c' | 'd', number | string | null>

/**
 * Reads all chart data with one query. Each stay that holds its nights appears exactly once, with or without a unit.
 * Stays past their expiry time are left out, even if their status is not updated yet.
 */
export async function readChartRows(db: Database, ctx: RequestContext, from: number, to: number): Promise<ChartRows> {
  const nameColumn = sql.raw(ctx.language === 'bn' ? 'coalesce(room.name_bn, room.name_en)' : 'room.name_en')
  const endedStatuses = sql.join(listStatusesWith('releasedNights').map((status) => sql.lit(status)))
  const waitingStatuses = sql.join(listStatusesWith('awaitsAnswer').map((status) => sql.lit(status)))
  const [firstNight, endDay] = [sql`cast(${from} as integer)`, sql`cast(${to} as integer)`]
  const condition = await readCurrentCondition(db, ctx)
  const { rows } = await sql<ChartQueryRow>`
    with seen as (
      select booking.id, booking.version, booking.name, booking.status, booking.check_in, booking.check_out
      from booking
      where booking.check_out > ${firstNight} and booking.check_out <= ${endDay} + ${sql.lit(MAX_NIGHTS)}
        and booking.check_in < ${endDay} and booking.status not in (${endedStatuses})
        and (booking.status not in (${waitingStatuses}) or booking.expires_at is null or booking.expires_at > ${ctx.now})
    )
    select 'room type' as kind, ${nameColumn} as words, null as more, room.id as a, room.capacity as b, room.position as c, 0 as d
    from room
    union all
    select 'unit', unit.name, ${condition}, unit.id, unit.room_id, unit.active, 0
    from unit left join unit_state on unit_state.unit_id = unit.id
    union all
    select 'left', null, null, inventory.room_id, inventory.night, inventory.capacity - inventory.sold, 0
    from inventory where inventory.night >= ${firstNight} and inventory.night < ${endDay}
    union all
    select 'stay', seen.name, seen.status, seen.id, seen.version, seen.check_in, seen.check_out from seen
    union all
    select 'night', null, null, booking_night.booking_id, booking_night.night, booking_night.room_id, unit_night.unit_id
    from seen
    join booking_night on booking_night.booking_id = seen.id
      and booking_night.night >= ${firstNight} and booking_night.night < ${endDay}
    left join unit_night on unit_night.booking_id = booking_night.booking_id and unit_night.night = booking_night.night
    union all
    select 'closure', unit_closure.reason, case when unit_closure.event_id is null then null else 'imported' end, unit_closure.id, unit_closure.unit_id, unit_closure.from_day,
      unit_closure.to_day
    from unit_closure where unit_closure.to_day > ${firstNight} and unit_closure.from_day < ${endDay}`.execute(db)
  return toChartRows(rows)
}

function toChartRows(rows: readonly ChartQueryRow[]): ChartRows {
  const rowsByKind = Map.groupBy(rows, ({ kind }) => kind)
  const listRowsOfKind = (kind: string) => rowsByKind.get(kind) ?? []
  const freeUnitRows = Map.groupBy(listRowsOfKind('left'), ({ a }) => Number(a))
  const compareByName = (x: { name: string }, y: { name: string }) =>
    x.name.localeCompare(y.name, 'en', { numeric: true })
  return {
    roomTypes: listRowsOfKind('room type')
      .toSorted((a, b) => Number(a.c) - Number(b.c) || Number(a.a) - Number(b.a))
      .map(({ a, b, words }) => ({
        id: Number(a),
        name: words!,
        units: Number(b),
        freeCounts: new Map(freeUnitRows.get(Number(a))?.map((row) => [Number(row.b), Number(row.c)])),
      })),
    units: listRowsOfKind('unit')
      .map(({ a, b, c, words, more }) => ({
        id: Number(a),
        roomType: Number(b),
        name: words!,
        isActive: Number(c) === 1,
        condition: more as UnitCondition,
      }))
      .toSorted(compareByName),
    stays: listRowsOfKind('stay')
      .map(({ a, b, c, d, words, more }) => ({
        id: Number(a),
        version: Number(b),
        name: words!,
        status: more as BookingStatus,
        checkIn: Number(c),
        checkOut: Number(d),
      }))
      .toSorted((a, b) => a.checkIn - b.checkIn || a.id - b.id),
    nights: listRowsOfKind('night')
      .map(({ a, b, c, d }) => ({
        stay: Number(a),
        night: Number(b),
        roomType: Number(c),
        unit: d === null ? null : Number(d),
      }))
      .toSorted((a, b) => a.stay - b.stay || a.night - b.night),
    closures: listRowsOfKind('closure').map(({ a, b, c, d, words, more }) => ({
      id: Number(a),
      unit: Number(b),
      from: Number(c),
      to: Number(d),
      reason: words!,
      isImported: more !== null,
    })),
  }
}
