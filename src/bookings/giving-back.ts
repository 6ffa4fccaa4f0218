import type { Database } from '../platform/database/database.ts'
import { giveBackNights } from '../availability/inventory.ts'
import { forgetAsker } from './open-requests.ts'
import { bookedStay } from './store.ts'
import type { WholeStay } from './whole-stay.ts'

/** The stay will not be: its nights are others' to have, in the order in which all take them, and nobody waits for an answer. */
export async function giveBackRooms(db: Database, { rooms }: WholeStay): Promise<void> {
  for (const row of rooms.toSorted((one, other) => one.room_id - other.room_id)) {
    await forgetAsker(db, row.id)
    await giveBackNights(db, row.room_id, bookedStay(row))
  }
}
