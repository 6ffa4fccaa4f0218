import { isSameAddress } from '#people/accounts/address.ts'
import type { Database } from '#platform/database/database.ts'
import { addressSearchWord } from '#platform/database/search-words.ts'
import { isFirstRoomOfStay, type BookedRow } from '../store.ts'

const MAX_OTHER_STAYS = 20

/** The other stays of the same person, newest first: of the same account, or of the same verified address. */
export async function otherStays(
  db: Database,
  { id, account_id, email, email_verified_at }: BookedRow,
): Promise<BookedRow[]> {
  const stays = db
    .selectFrom('booking')
    .selectAll('booking')
    .where('booking.id', '<>', id)
    .where(isFirstRoomOfStay)
    .orderBy('booking.id', 'desc')
    .limit(MAX_OTHER_STAYS)
  const ofAccount = await stays.where('account_id', '=', account_id).execute()
  const ofAddress =
    email === '' || email_verified_at === null
      ? []
      : await stays
          .innerJoin('booking_search_word', 'booking_search_word.booking_id', 'booking.id')
          .where('word', '=', addressSearchWord(email))
          .where('email_verified_at', 'is not', null)
          .execute()
  const knownIds = ofAccount.map((row) => row.id)
  const staysOfAddress = ofAddress.filter((row) => !knownIds.includes(row.id) && isSameAddress(row.email, email))
  return [...ofAccount, ...staysOfAddress].toSorted((a, b) => b.id - a.id).slice(0, MAX_OTHER_STAYS)
}
