import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/** The statuses in which a booking has released its nights. */
const releasedStatuses = ['cancelled', 'declined', 'expired', 'no_show']

/**
 * Asserts that the books are consistent. The inventory counters match the booked nights and stay within the capacity.
 * The prices of a booking's nights add up to its total. An assigned unit belongs to the room of its night.
 */
export async function assertBooksConsistent(db: Database): Promise<void> {
  const { nights, bookings, counters } = await readSnapshot(db)
  const liveBookingIds = new Set(
    bookings.filter(({ status }) => !releasedStatuses.includes(status)).map(({ id }) => id),
  )
  const bookedCounts = new Map<string, number>()
  for (const { booking_id, room_id, night } of nights) {
    if (!liveBookingIds.has(booking_id)) continue
    const key = `room ${room_id} night ${night}`
    bookedCounts.set(key, (bookedCounts.get(key) ?? 0) + 1)
  }
  const soldCounters = counters.filter((counter) => counter.sold > 0)
  assert.deepEqual(
    new Map(soldCounters.map(({ room_id, night, sold: soldUnits }) => [`room ${room_id} night ${night}`, soldUnits])),
    bookedCounts,
  )
  assert.ok(counters.every(({ sold: soldUnits, capacity }) => soldUnits >= 0 && soldUnits <= capacity))

  const nightsByBooking = Map.groupBy(nights, ({ booking_id }) => booking_id)
  for (const { id, check_in, check_out, total, vat } of bookings) {
    const ownNights = (nightsByBooking.get(id) ?? []).toSorted((a, b) => a.night - b.night)
    const days = Array.from({ length: check_out - check_in }, (_, offset) => check_in + offset)
    assert.deepEqual(
      ownNights.map(({ night }) => night),
      days,
      `the nights of booking ${id}`,
    )
    const sumNights = (numberOf: (night: (typeof ownNights)[number]) => number) =>
      ownNights.reduce((allRows, night) => allRows + numberOf(night), 0)
    assert.deepEqual(
      [sumNights(({ price }) => price), sumNights((night) => night.vat)],
      [total, vat],
      `the sums of booking ${id}`,
    )
  }
  for (const { booking_id, unit_room, room_id, night } of nights) {
    if (unit_room === null) continue
    assert.equal(unit_room, room_id, `the unit of booking ${booking_id} on night ${night}`)
    assert.ok(liveBookingIds.has(booking_id), `booking ${booking_id} has given its unit back`)
  }
}

/** Reads everything in one statement, because the worker may end a hold between two statements. */
async function readSnapshot(db: Database) {
  const { rows } = await sql<
    Record<'kind' | 'status', string> & Record<(typeof numberColumns)[number], number | string | null>
  >`
    select 'booking' as kind, status, id, room_id, check_in, check_out, total_poisha as total, vat_poisha as vat from booking
    union all
    select 'counter', '', 0, room_id, night, 0, sold, capacity from inventory
    union all
    select 'night', '', booking_night.booking_id, booking_night.room_id, booking_night.night, unit.room_id,
      price_poisha, vat_poisha
    from booking_night
    left join unit_night on unit_night.booking_id = booking_night.booking_id and unit_night.night = booking_night.night
    left join unit on unit.id = unit_night.unit_id`.execute(db)
  const allRows = rows.map(({ kind, status, ...row }) => {
    const getNumber = (name: (typeof numberColumns)[number]) => Number(row[name])
    return {
      kind,
      status,
      other: row.check_out,
      id: getNumber('id'),
      room_id: getNumber('room_id'),
      from: getNumber('check_in'),
      of: getNumber,
    }
  })
  const listRowsOfKind = (kind: string) => allRows.filter((row) => row.kind === kind)
  return {
    bookings: listRowsOfKind('booking').map(({ id, status, from, of: numberOf }) => {
      return {
        id,
        status,
        check_in: from,
        check_out: numberOf('check_out'),
        total: numberOf('total'),
        vat: numberOf('vat'),
      }
    }),
    counters: listRowsOfKind('counter').map(({ room_id, from, of: numberOf }) => {
      return { room_id, night: from, sold: numberOf('total'), capacity: numberOf('vat') }
    }),
    nights: listRowsOfKind('night').map(({ id, room_id, from, other, of: numberOf }) => {
      const unit_room = other === null ? null : Number(other)
      return { booking_id: id, room_id, night: from, unit_room, price: numberOf('total'), vat: numberOf('vat') }
    }),
  }
}
const numberColumns = ['id', 'room_id', 'check_in', 'check_out', 'total', 'vat'] as const
