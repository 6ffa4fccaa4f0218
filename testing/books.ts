import assert from 'node:assert/strict'
import type { Database } from '../src/platform/database/database.ts'

/** A booking in one of these has given its nights back. */
const released = ['cancelled', 'declined', 'expired']

/** Night by night: what is said to be sold is what is booked, and no more than there is; each night has its price. */
export async function proveBooks(db: Database): Promise<void> {
  const bookings = await db.selectFrom('booking').selectAll().execute()
  const booked = new Map<string, number>()
  for (const { room_id, check_in, check_out, status } of bookings) {
    if (released.includes(status)) continue
    for (let night = check_in; night < check_out; night++) {
      const key = `room ${room_id} night ${night}`
      booked.set(key, (booked.get(key) ?? 0) + 1)
    }
  }
  const counters = await db.selectFrom('inventory').selectAll().execute()
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
