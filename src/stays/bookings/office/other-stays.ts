import type { Database } from '#platform/database/database.ts'
import { isFirstRoomOfStay, type BookedRow } from '../store.ts'

const MAX_OTHER_STAYS = 20

/** At most `MAX_OTHER_STAYS` other stays of the same guest, newest first. */
export const loadOtherStays = (db: Database, { id, guest_id }: BookedRow): Promise<BookedRow[]> =>
  db
    .selectFrom('booking')
    .selectAll()
    .where('guest_id', '=', guest_id)
    .where('id', '<>', id)
    .where(isFirstRoomOfStay)
    .orderBy('id', 'desc')
    .limit(MAX_OTHER_STAYS)
    .execute()
