import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Database } from '../src/platform/database/database.ts'

/** A booking in one of these has given its nights back. */
const released = ['cancelled', 'declined', 'expired']

/** Night by night: what is said to be sold is what is booked, and no more than there is; each night has its price. */
export async function proveBooks(db: Database): Promise<void> {
  const { bookings, counters } = await atOneMoment(db)
  const booked = new Map<string, number>()
  for (const { room_id, check_in, check_out, status } of bookings) {
    if (released.includes(status)) continue
    for (let night = check_in; night < check_out; night++) {
      const key = `room ${room_id} night ${night}`
      booked.set(key, (booked.get(key) ?? 0) + 1)
    }
  }
  const sold = counters.filter((counter) => counter.sold > 0)
  assert.deepEqual(
    new Map(sold.map(({ room_id, night, sold: times }) => [`room ${room_id} night ${night}`, times])),
    booked,
  )
  assert.ok(counters.every(({ sold: times, capacity }) => times >= 0 && times <= capacity))

  const priced = new Map<number, number>()
  for (const { booking_id } of await db.selectFrom('booking_night').select('booking_id').execute()) {
    priced.set(booking_id, (priced.get(booking_id) ?? 0) + 1)
  }
  assert.deepEqual(priced, new Map(bookings.map(({ id, check_in, check_out }) => [id, check_out - check_in])))
}

/** In one statement: the worker may end a hold between two. */
async function atOneMoment(db: Database) {
  const rows = await db
    .selectFrom('booking')
    .select([
      'id',
      'room_id',
      'check_in',
      'check_out',
      sql<string>`status`.as('status'),
      sql<number>`0`.as('sold'),
      sql<number>`0`.as('capacity'),
    ])
    .unionAll(
      db
        .selectFrom('inventory')
        .select([
          sql<number>`0`.as('id'),
          'room_id',
          'night as check_in',
          'night as check_out',
          sql<string>`'counter'`.as('status'),
          'sold',
          'capacity',
        ]),
    )
    .execute()
  const isCounter = ({ status }: { status: string }) => status === 'counter'
  return {
    bookings: rows.filter((row) => !isCounter(row)),
    counters: rows.filter(isCounter).map(({ check_in, ...row }) => ({ ...row, night: check_in })),
  }
}
