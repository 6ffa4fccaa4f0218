import { sql, type RawBuilder, type Selectable } from 'kysely'
import { type Database } from '#platform/database/database.ts'
import { startsWithTerm, buildSearchWords, type Term } from '#platform/database/search-words.ts'
import { statement } from '#platform/database/statement.ts'
import type { Tables } from '#schema/tables.ts'
import { guestFieldNames, getOptions } from './guest-fields.ts'

type SearchedBooking = Pick<Selectable<Tables['booking']>, (typeof searchedColumns)[number]>
/** The columns that the search words are made of. */
export const searchedColumns = ['id', 'code', 'stay_code', ...guestFieldNames] as const
type SearchWordRow = Tables['booking_search_word']

/**
 * Stores the search words of a booking. In a stay of several rooms, only the first room has words. Must run in the
 * transaction that stores the booking.
 */
export async function saveWords(db: Database, booking: SearchedBooking): Promise<void> {
  const rows = listSearchRows(booking)
  if (rows.length > 0) await insertWords(db, { rows })
}

const listSearchRows = (booking: SearchedBooking): SearchWordRow[] =>
  booking.stay_code === null || booking.stay_code === booking.code
    ? listSearchWords(booking).map((word) => ({ word, booking_id: booking.id }))
    : []

function listSearchWords(booking: SearchedBooking): string[] {
  const searchedFields = guestFieldNames.filter((name) => getOptions(name).isSearched)
  const joinFields = (kind: 'text' | 'email' | 'tel') =>
    searchedFields.flatMap((name) => (getOptions(name).kind === kind ? booking[name] : [])).join(' ')
  return buildSearchWords({
    codes: [booking.code],
    name: joinFields('text'),
    email: joinFields('email'),
    phone: joinFields('tel'),
  })
}

const insertWords = statement((db, { rows }: { rows: readonly SearchWordRow[] }) =>
  db
    .insertInto('booking_search_word')
    .values(rows)
    .onConflict((conflictTarget) => conflictTarget.doNothing())
    .compile(),
)

/** Deletes the search words of purged bookings, except their references. */
export async function purgeWords(db: Database, purgedBookings: readonly SearchedBooking[]): Promise<void> {
  if (purgedBookings.length === 0) return
  const ids = purgedBookings.map(({ id }) => id)
  await db.deleteFrom('booking_search_word').where('booking_id', 'in', ids).execute()
  await saveInBatches(db, purgedBookings.flatMap(listSearchRows))
}

/** SQL: whether the first room of a stay has a word with this prefix. */
export const hasWord = (term: Term, booking: RawBuilder<unknown> = sql.ref('booking.id')) => sql<boolean>`exists (
  select 1 from booking_search_word as own where own.booking_id = ${booking} and ${startsWithTerm('own.word', term)})`

/**
 * Finds candidates for a search: the stays that match one rare term, or else all terms. The caller checks the other
 * terms. Null if there are many candidates: then a scan of the list fills a page quickly.
 */
export async function findIdsByTerms(db: Database, terms: readonly Term[], limit: number): Promise<number[] | null> {
  const findIds = async (firstTerm: Term, moreTerms: readonly Term[]) => {
    const rows = await db
      .selectFrom('booking_search_word')
      .select('booking_id')
      .where(startsWithTerm('booking_search_word.word', firstTerm))
      .where(({ and }) => and(moreTerms.map((term) => hasWord(term, sql.ref('booking_search_word.booking_id')))))
      .limit(limit + 1)
      .execute()
    return rows.length > limit ? null : [...new Set(rows.map(({ booking_id }) => booking_id))]
  }
  for (const term of terms) {
    const ids = await findIds(term, [])
    if (ids) return ids
  }
  if (terms.length < 2) return null
  const [rarestTerm, ...otherTerms] = (await sortByRarity(db, terms)).map(({ term }) => term)
  return findIds(rarestTerm!, otherTerms)
}

/**
 * Finds candidates for a search by the rarest term and the room type. Many stays may match the words and many the type,
 * but few both. A scan would then read the whole list.
 */
export async function findIdsOfRoomType(
  db: Database,
  roomId: number,
  terms: readonly Term[],
  limit: number,
): Promise<number[] | null> {
  const rarestTerm = (await sortByRarity(db, terms)).find(({ count }) => count < MAX_COUNTED_MATCHES)?.term
  if (!rarestTerm) return null
  const firstRooms = db
    .selectFrom('booking_search_word')
    .select('booking_id')
    .where(startsWithTerm('booking_search_word.word', rarestTerm))
  const matchingIds = await Promise.all([
    db
      .selectFrom('booking')
      .where('room_id', '=', roomId)
      .where('id', 'in', firstRooms)
      .select('id')
      .limit(limit + 1)
      .execute(),
    db
      .selectFrom('booking as first')
      .innerJoin('booking', 'booking.stay_code', 'first.stay_code')
      .where('first.stay_code', 'is not', null)
      .where('first.id', 'in', firstRooms)
      .where('booking.room_id', '=', roomId)
      .select('booking.id')
      .limit(limit + 1)
      .execute(),
  ])
  if (matchingIds.some((rows) => rows.length > limit)) return null
  return [...new Set(matchingIds.flat().map(({ id }) => id))]
}

/** Sorts the terms by the number of matches, the rarest first. Counting stops at `MAX_COUNTED_MATCHES` to stay fast. */
async function sortByRarity(db: Database, terms: readonly Term[]): Promise<{ term: Term; count: number }[]> {
  const termCounts: { term: Term; count: number }[] = []
  for (const term of terms) {
    const limitedMatches = db
      .selectFrom('booking_search_word')
      .select('booking_id')
      .where(startsWithTerm('booking_search_word.word', term))
      .limit(MAX_COUNTED_MATCHES)
    const { count } = await db
      .selectFrom(limitedMatches.as('some'))
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    termCounts.push({ term, count: Number(count) })
  }
  return termCounts.toSorted((a, b) => a.count - b.count)
}
const MAX_COUNTED_MATCHES = 10_000

/** Writes batches of recurring sizes, so that few statements are prepared. */
async function saveInBatches(db: Database, rows: readonly SearchWordRow[]): Promise<void> {
  for (let index = 0; index < rows.length;) {
    const batchSize = Math.min(MAX_ROWS, 2 ** Math.floor(Math.log2(rows.length - index)))
    await insertWords(db, { rows: rows.slice(index, index + batchSize) })
    index += batchSize
  }
}
const MAX_ROWS = 128
