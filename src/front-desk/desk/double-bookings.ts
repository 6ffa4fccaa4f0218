import { getBookingReference } from '#stays/bookings/store.ts'
import { listStatusesWith } from '#stays/bookings/status.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { isoDay, listDays } from '#platform/day.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { recordChange } from '#platform/audit.ts'
import { HOUR_MS } from '#platform/durations.ts'

/** Nights of a unit that are sold both on another channel and by us. */
export interface DoubleBooking {
  /** The ID of the calendar event. */
  id: number
  unit: string
  /** The name of the calendar, and its title for the event. */
  source: string
  title: string
  from: number
  to: number
  nights: number[]
  conflictSince: number
  /** Our own stays on these nights: in this unit, or in its room type without a unit. */
  stays: OwnStay[]
}

interface OwnStay {
  code: string
  name: string
  checkIn: number
  checkOut: number
  hasUnit: boolean
}

const MAX_SHOWN = 50
const MAX_STAYS_PER_EVENT = 5

/**
 * Returns both sides of at most `MAX_SHOWN` double bookings, ordered by first night. A double booking ends when one
 * side releases the nights or staff settle it.
 */
export async function findDoubleBookings(db: Database, day: number): Promise<DoubleBooking[]> {
  const events = await db
    .selectFrom('imported_event')
    .innerJoin('calendar_import', 'calendar_import.id', 'imported_event.import_id')
    .innerJoin('unit', 'unit.id', 'calendar_import.unit_id')
    .select(['imported_event.id', 'title', 'from_day', 'to_day', 'clash_since', 'calendar_import.name as source'])
    .select(['unit.id as unit_id', 'unit.name as unit', 'room_id'])
    .where('clash_since', 'is not', null)
    .where('settled_at', 'is', null)
    .where('gone_at', 'is', null)
    .where('to_day', '>', day)
    .orderBy('from_day')
    .orderBy('imported_event.id')
    .limit(MAX_SHOWN)
    .execute()
  if (events.length === 0) return []
  const closures = await db
    .selectFrom('unit_closure')
    .select(['event_id', 'from_day', 'to_day'])
    .where(
      'event_id',
      'in',
      events.map(({ id }) => id),
    )
    .execute()
  const soldNights = await readSoldNights(db, events, day)
  return events.map((event) => {
    const eventClosures = closures.filter(({ event_id }) => event_id === event.id)
    const nights = listDays(Math.max(event.from_day, day), event.to_day).filter(
      (night) => !eventClosures.some(({ from_day, to_day }) => from_day <= night && night < to_day),
    )
    const nightSet = new Set(nights)
    const affectedNights = soldNights.filter(({ night }) => nightSet.has(night))
    const assignedNights = affectedNights.filter(({ unit_id }) => unit_id === event.unit_id)
    const unassignedNights = affectedNights.filter(
      ({ unit_id, room_id }) => unit_id === null && room_id === event.room_id,
    )
    const nightsInUnit = new Set(assignedNights.map(({ night }) => night))
    const stays = [...assignedNights, ...unassignedNights.filter(({ night }) => !nightsInUnit.has(night))]
    return {
      id: event.id,
      unit: event.unit,
      source: event.source,
      title: event.title,
      from: event.from_day,
      to: event.to_day,
      nights,
      conflictSince: event.clash_since!,
      stays: [...new Map(stays.map((stay) => [stay.booking_id, stay])).values()]
        .slice(0, MAX_STAYS_PER_EVENT)
        .map((stay) => ({
          code: getBookingReference(stay),
          name: stay.name,
          checkIn: stay.check_in,
          checkOut: stay.check_out,
          hasUnit: stay.unit_id !== null,
        })),
    }
  })
}

/** The nights of stays that may be affected: in these units, or in these room types without a unit. */
const readSoldNights = (
  db: Database,
  events: readonly { unit_id: number; room_id: number; from_day: number; to_day: number }[],
  day: number,
) =>
  db
    .selectFrom('booking_night')
    .innerJoin('booking', 'booking.id', 'booking_night.booking_id')
    .leftJoin('unit_night', (join) =>
      join
        .onRef('unit_night.booking_id', '=', 'booking_night.booking_id')
        .onRef('unit_night.night', '=', 'booking_night.night'),
    )
    .select(['booking_night.booking_id', 'booking_night.night', 'booking_night.room_id', 'unit_night.unit_id'])
    .select(['booking.code', 'booking.stay_code', 'booking.name', 'booking.check_in', 'booking.check_out'])
    .where('booking_night.night', '>=', day)
    .where('booking_night.night', '<', Math.max(...events.map(({ to_day }) => to_day)))
    .where('booking.check_out', '>', day)
    .where('booking.status', 'not in', listStatusesWith('releasedNights'))
    .where((row) =>
      row.or([
        row(
          'unit_night.unit_id',
          'in',
          events.map(({ unit_id }) => unit_id),
        ),
        row.and([
          row('unit_night.unit_id', 'is', null),
          row(
            'booking_night.room_id',
            'in',
            events.map(({ room_id }) => room_id),
          ),
        ]),
      ]),
    )
    .orderBy('booking_night.night')
    .orderBy('booking_night.booking_id')
    .execute()

/**
 * Records that staff have settled a double booking, and how. If the other calendar changes its nights, the double
 * booking is reported again.
 */
export async function resolveDoubleBooking(
  db: Database,
  ctx: RequestContext,
  { id, note }: { id: number; note: string },
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const event = await transaction
      .selectFrom('imported_event')
      .innerJoin('calendar_import', 'calendar_import.id', 'imported_event.import_id')
      .innerJoin('unit', 'unit.id', 'calendar_import.unit_id')
      .select(['from_day', 'to_day', 'calendar_import.name as source', 'unit.name as unit', 'room_id'])
      .where('imported_event.id', '=', id)
      .executeTakeFirst()
    if (!event) throw notFound()
    const { numUpdatedRows } = await transaction
      .updateTable('imported_event')
      .set({ settled_at: ctx.now, settled_by: ctx.account!.id, settled_note: note })
      .where('id', '=', id)
      .where('clash_since', 'is not', null)
      .where('settled_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('desk.double_booking_over')
    await recordChange(transaction, ctx, 'calendar conflict resolved', `room ${event.room_id}`, {
      after: {
        [`sold_elsewhere ${event.unit}`]: `${event.source}: ${isoDay(event.from_day)} – ${isoDay(event.to_day)}`,
        reason: note,
      },
    })
  })
}

/**
 * The content of a calendar counts as current for this long. Afterwards, more nights may have been sold on the other
 * channel.
 */
export const STALE_AFTER_MS = 2 * HOUR_MS

export interface OutdatedCalendar {
  unit: string
  source: string
  /** Null: never read so far. */
  succeededAt: number | null
}

/** Returns the calendars that could not be read for longer than `STALE_AFTER_MS`. */
export async function findStaleCalendars(db: Database, now: number): Promise<OutdatedCalendar[]> {
  const rows = await db
    .selectFrom('calendar_import')
    .innerJoin('unit', 'unit.id', 'calendar_import.unit_id')
    .select(['unit.name as unit', 'calendar_import.name as source', 'succeeded_at'])
    .where(({ eb, fn, ref }) => eb(fn.coalesce(ref('succeeded_at'), ref('added_at')), '<', now - STALE_AFTER_MS))
    .orderBy('unit.name')
    .orderBy('calendar_import.id')
    .limit(MAX_SHOWN)
    .execute()
  return rows.map(({ unit, source, succeeded_at }) => ({ unit, source, succeededAt: succeeded_at }))
}
