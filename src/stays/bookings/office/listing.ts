import { sql, type RawBuilder } from 'kysely'
import { computeToday } from '../../availability/stay.ts'
import { loadCompany } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { BookingStatus } from '#schema/bookings.ts'
import { parseTerms, type Term } from '#platform/database/search-words.ts'
import { findIdsOfRoomType, findIdsByTerms, hasWord } from '../search-words.ts'
import { statusesWithoutStay } from '../status.ts'
import { getBookingReference, isFirstRoomOfStay, type BookedRow } from '../store.ts'
import { MAX_OVERDUE_DAYS, type View } from './desk-status.ts'
import { isWaiting } from './waiting.ts'

/** The filters of the list. With the view 'newest' alone, the list contains all stays. */
export interface ListQuery {
  view: View
  /** Words, or the end of a phone number. */
  search?: string | undefined
  roomId?: number | undefined
  /** Arrival dates, both included. */
  from?: number | undefined
  until?: number | undefined
}

/** Lists a page of the matching stays, with the cursor of the next page. */
export async function listStays(
  db: Database,
  ctx: RequestContext,
  listQuery: ListQuery,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<{ rows: BookedRow[]; more: string | null }> {
  const currentDay = computeToday(await loadCompany(db, ctx), ctx.now)
  const view = toListView(listQuery, ctx.now, currentDay)
  const searchTerms = parseTerms(listQuery.search ?? '')
  const candidateIds = await findCandidates(db, listQuery, searchTerms)
  const sortKey = view.key('booking')
  const [lastKey, lastId] = after?.split('-').map(Number) ?? []
  const [comparison, direction] = view.isDescending ? (['<', 'desc'] as const) : (['>', 'asc'] as const)
  const isAll = listQuery.view === 'newest' && listQuery.roomId === undefined && !hasDateFilter(listQuery)
  const matchingRooms = await db
    .selectFrom('booking')
    .selectAll()
    .select(sortKey.as('key'))
    .where(isAll ? isFirstRoomOfStay : isListedRoom(listQuery, view))
    .$if(candidateIds !== null, (query) => query.where('booking.id', 'in', candidateIds!))
    .where(({ and }) => and(searchTerms.map((term) => hasWord(term, isAll ? undefined : firstRoomId))))
    .$if(after !== undefined, (query) =>
      query
        .where(sortKey, view.isDescending ? '<=' : '>=', lastKey!)
        .where((row) => row.or([row(sortKey, comparison, lastKey!), row('booking.id', comparison, lastId!)])),
    )
    .orderBy(sortKey, direction)
    .orderBy('booking.id', direction)
    .limit(limit + 1)
    .execute()
  const rows = matchingRooms.slice(0, limit)
  const lastRow = matchingRooms.length > limit ? rows.at(-1) : undefined
  return { rows: await loadFirstRooms(db, rows), more: lastRow ? `${lastRow.key}-${lastRow.id}` : null }
}

/** Replaces each row with the first room of its stay. The order is unchanged. */
async function loadFirstRooms(db: Database, rows: readonly BookedRow[]): Promise<BookedRow[]> {
  const codes = rows.flatMap(({ code, stay_code }) => (stay_code === null || stay_code === code ? [] : [stay_code]))
  if (codes.length === 0) return [...rows]
  const firstRooms = await db.selectFrom('booking').selectAll().where('code', 'in', codes).execute()
  const firstRoomsByCode = new Map(firstRooms.map((first) => [first.code, first]))
  return rows.map((row) => firstRoomsByCode.get(getBookingReference(row)) ?? row)
}

/** Lists all matching stays in batches of a few hundred, so that other queries need not wait. */
export async function* listAllStays(
  db: Database,
  ctx: RequestContext,
  listQuery: ListQuery,
): AsyncGenerator<BookedRow[]> {
  let after: string | undefined
  do {
    const { rows, more } = await listStays(db, ctx, listQuery, { limit: ROWS_AT_ONCE, after })
    yield rows
    after = more ?? undefined
  } while (after !== undefined)
}
const ROWS_AT_ONCE = 500

/** An SQL expression for a room, given the table alias of its row. */
type RoomSql<Value> = (room: string) => RawBuilder<Value>

interface ListView {
  /** A stay is listed if any of its rooms matches. */
  matches: RoomSql<boolean>
  /** A stay is not listed if any of its rooms matches. For views of stays whose rooms must all be in one state. */
  exclusion?: RoomSql<boolean>
  key: RoomSql<number>
  isDescending: boolean
}

/** Returns the filter and the order of a view. A filter by arrival date sorts the first three views by arrival. */
function toListView(listQuery: ListQuery, now: number, day: number): ListView {
  const arrivalOrder = hasDateFilter(listQuery) && { key: selectArrival, isDescending: false }
  switch (listQuery.view) {
    case 'newest':
      return { matches: () => sql`1 = 1`, key: selectBookingId, isDescending: true, ...arrivalOrder }
    case 'cancelled':
      return { matches: isOver, exclusion: isNotOver, key: selectBookingId, isDescending: true, ...arrivalOrder }
    case 'past':
      return {
        matches: hasLeft(day),
        exclusion: hasNotLeft(day),
        key: selectDeparture,
        isDescending: true,
        ...arrivalOrder,
      }
    case 'to_answer':
      return { matches: (room) => isWaiting(now, day, room), key: selectDueAt, isDescending: false }
    case 'arriving':
      return { matches: willArrive(day), key: selectArrival, isDescending: false }
    case 'in_house':
      return { matches: isInHouseNow(day), key: selectDeparture, isDescending: false }
  }
}

const hasDateFilter = ({ from, until }: ListQuery): boolean => from !== undefined || until !== undefined

const selectBookingId: RoomSql<number> = (room) => sql.ref(`${room}.id`)
const selectArrival: RoomSql<number> = (room) => sql.ref(`${room}.check_in`)
const selectDeparture: RoomSql<number> = (room) => sql.ref(`${room}.check_out`)
const selectDueAt: RoomSql<number> = (room) =>
  sql`coalesce(${sql.ref(`${room}.expires_at`)}, ${sql.ref(`${room}.created_at`)})`

/** Statuses are literals, as in the definition of the index, so that both engines use the index. */
const selectStatusIn = (room: string, statuses: readonly BookingStatus[], operator = sql`in`) =>
  sql<boolean>`${sql.ref(`${room}.status`)} ${operator} (${sql.join(statuses.map((status) => sql.lit(status)))})`

const isOver: RoomSql<boolean> = (room) => selectStatusIn(room, statusesWithoutStay)
const isNotOver: RoomSql<boolean> = (room) => selectStatusIn(room, statusesWithoutStay, sql`not in`)
/** SQL: the guest has checked in, and is not overdue for long. */
const isCheckedIn =
  (day: number): RoomSql<boolean> =>
  (room) =>
    sql`(${selectStatusIn(room, ['checked_in'])} and ${selectDeparture(room)} >= ${day - MAX_OVERDUE_DAYS})`
const hasLeft =
  (day: number): RoomSql<boolean> =>
  (room) =>
    sql`(${selectStatusIn(room, ['confirmed', 'checked_in', 'checked_out'])} and ${selectDeparture(room)} < ${day}
      and not ${isCheckedIn(day)(room)})`
const hasNotLeft =
  (day: number): RoomSql<boolean> =>
  (room) =>
    sql`(${isNotOver(room)} and (${selectDeparture(room)} >= ${day} or ${isCheckedIn(day)(room)}))`
const willArrive =
  (day: number): RoomSql<boolean> =>
  (room) =>
    sql`(${selectStatusIn(room, ['confirmed'])} and ${selectArrival(room)} >= ${day})`
/**
 * SQL condition: the guest has arrived and has not checked out. Includes guests who leave today or should have left, and
 * confirmed stays that began before today without a recorded check-in.
 */
const isInHouseNow =
  (day: number): RoomSql<boolean> =>
  (room) =>
    sql`(${selectStatusIn(room, ['confirmed', 'checked_in'])} and ${selectDeparture(room)} >= ${day - MAX_OVERDUE_DAYS}
      and ${selectArrival(room)} <= ${day} and (${selectStatusIn(room, ['checked_in'])} or (${selectDeparture(room)} >= ${day} and ${selectArrival(room)} < ${day})))`

/** SQL: the first room of a stay. Only the first room has search words. */
const firstRoomId = sql`coalesce(
  (select first_room.id from booking as first_room where first_room.code = booking.stay_code), booking.id)`

/**
 * SQL: whether a room matches and is the first match of its stay in the order of the list. So each stay is listed once,
 * by an index on rooms. A stay of one room needs no subquery.
 */
function isListedRoom(
  { roomId, from, until }: ListQuery,
  { matches, exclusion, key: selectSortKey, isDescending }: ListView,
): RawBuilder<boolean> {
  const matchesQuery: RoomSql<boolean> = (room) =>
    sql`(${sql.join(
      [
        matches(room),
        ...(from === undefined ? [] : [sql`${selectArrival(room)} >= ${from}`]),
        ...(until === undefined ? [] : [sql`${selectArrival(room)} <= ${until}`]),
        ...(roomId === undefined ? [] : [sql`${sql.ref(`${room}.room_id`)} = ${roomId}`]),
      ],
      sql` and `,
    )})`
  const precedingOperator = isDescending ? sql`>` : sql`<`
  // The condition `other.id <> booking.id` makes PostgreSQL look up these few rows instead of reading all matching
  // rooms first.
  const selectNoOtherRoom = (condition: RawBuilder<boolean>) => sql`not exists (
    select 1 from booking as other where other.stay_code = booking.stay_code and other.id <> booking.id and ${condition})`
  const precedesCursor = sql<boolean>`(${matchesQuery('other')} and (${selectSortKey('other')} ${precedingOperator} ${selectSortKey('booking')}
    or (${selectSortKey('other')} = ${selectSortKey('booking')} and other.id ${precedingOperator} booking.id)))`
  return sql`(${matchesQuery('booking')} and (booking.stay_code is null
    or (${selectNoOtherRoom(precedesCursor)} and ${exclusion ? selectNoOtherRoom(exclusion('other')) : sql`1 = 1`})))`
}

/** Up to this many candidates are checked one by one. With more, the list is scanned until the page is full. */
const MAX_CANDIDATES = 512

/** Finds the IDs of rooms that can match, if the words or the room type leave few. Null if there are many. */
async function findCandidates(db: Database, { roomId }: ListQuery, terms: readonly Term[]): Promise<number[] | null> {
  const idsByTerms = terms.length > 0 ? await findIdsByTerms(db, terms, MAX_CANDIDATES) : null
  if (idsByTerms) return padIds(await loadRoomsOfStays(db, idsByTerms))
  const idsOfRoomType = roomId === undefined ? null : await listCandidatesOfRoomType(db, roomId)
  if (idsOfRoomType) return padIds(idsOfRoomType)
  const idsByRoomAndTerms =
    roomId === undefined || terms.length === 0 ? null : await findIdsOfRoomType(db, roomId, terms, MAX_CANDIDATES)
  return idsByRoomAndTerms && padIds(idsByRoomAndTerms)
}

/** All rooms of these stays. */
async function loadRoomsOfStays(db: Database, firstIds: readonly number[]): Promise<number[]> {
  const otherRows = await db
    .selectFrom('booking as first')
    .innerJoin('booking', 'booking.stay_code', 'first.stay_code')
    .select('booking.id')
    .where('first.id', 'in', padIds(firstIds))
    .where('first.stay_code', 'is not', null)
    .execute()
  return [...new Set([...firstIds, ...otherRows.map(({ id }) => id)])]
}

async function listCandidatesOfRoomType(db: Database, roomId: number): Promise<number[] | null> {
  const rows = await db
    .selectFrom('booking')
    .select('booking.id')
    .where('booking.room_id', '=', roomId)
    .limit(MAX_CANDIDATES + 1)
    .execute()
  return rows.length > MAX_CANDIDATES ? null : rows.map(({ id }) => id)
}

/** Pads a list to one of a few lengths by repeating the last id, so that the database prepares few statements. */
function padIds(ids: readonly number[]): number[] {
  const length =
    [1, 8, 64, MAX_CANDIDATES].find((size) => size >= ids.length) ??
    Math.ceil(ids.length / MAX_CANDIDATES) * MAX_CANDIDATES
  return Array.from({ length }, (_, index) => ids[index] ?? ids.at(-1) ?? 0)
}
