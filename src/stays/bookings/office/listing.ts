import { sql, type RawBuilder } from 'kysely'
import { today } from '../../availability/stay.ts'
import { companyOf } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { BookingStatus } from '#schema/bookings.ts'
import { termsOf, type Term } from '#platform/database/search-words.ts'
import { fewOfKindWithWords, fewWithWords, hasWord } from '../search-words.ts'
import { statusesWithoutStay } from '../status.ts'
import { codeOf, isFirst, type BookedRow } from '../store.ts'
import type { View } from './standing.ts'
import { isWaiting } from './waiting.ts'

/** The filters of the list. With the view 'newest' alone, the list contains all stays. */
export interface Asked {
  view: View
  /** Words, or the end of a phone number. */
  search?: string | undefined
  roomId?: number | undefined
  /** Arrival dates, both included. */
  from?: number | undefined
  until?: number | undefined
}

/** A page of the matching stays, with the cursor of the next page. */
export async function listStays(
  db: Database,
  ctx: RequestContext,
  asked: Asked,
  { most, after }: { most: number; after?: string | undefined },
): Promise<{ rows: BookedRow[]; more: string | null }> {
  const day = today(await companyOf(db, ctx), ctx.now)
  const view = viewOf(asked, ctx.now, day)
  const terms = termsOf(asked.search ?? '')
  const few = await fewOf(db, asked, terms)
  const key = view.key('booking')
  const [lastKey, lastId] = after?.split('-').map(Number) ?? []
  const [beyond, way] = view.isDown ? (['<', 'desc'] as const) : (['>', 'asc'] as const)
  const isAll = asked.view === 'newest' && asked.roomId === undefined && !hasDays(asked)
  const found = await db
    .selectFrom('booking')
    .selectAll()
    .select(key.as('key'))
    .where(isAll ? isFirst : standsForAll(asked, view))
    .$if(few !== null, (query) => query.where('booking.id', 'in', few!))
    .where(({ and }) => and(terms.map((term) => hasWord(term, isAll ? undefined : firstOf))))
    .$if(after !== undefined, (query) =>
      query
        .where(key, view.isDown ? '<=' : '>=', lastKey!)
        .where((row) => row.or([row(key, beyond, lastKey!), row('booking.id', beyond, lastId!)])),
    )
    .orderBy(key, way)
    .orderBy('booking.id', way)
    .limit(most + 1)
    .execute()
  const rows = found.slice(0, most)
  const last = found.length > most ? rows.at(-1) : undefined
  return { rows: await firstsOf(db, rows), more: last ? `${last.key}-${last.id}` : null }
}

/** Replaces each row by the first room of its stay. The order is unchanged. */
async function firstsOf(db: Database, rows: readonly BookedRow[]): Promise<BookedRow[]> {
  const codes = rows.flatMap(({ code, stay_code }) => (stay_code === null || stay_code === code ? [] : [stay_code]))
  if (codes.length === 0) return [...rows]
  const firsts = await db.selectFrom('booking').selectAll().where('code', 'in', codes).execute()
  const byCode = new Map(firsts.map((first) => [first.code, first]))
  return rows.map((row) => byCode.get(codeOf(row)) ?? row)
}

/** All matching stays in batches of a few hundred, so that other queries need not wait. */
export async function* wholeList(db: Database, ctx: RequestContext, asked: Asked): AsyncGenerator<BookedRow[]> {
  let after: string | undefined
  do {
    const { rows, more } = await listStays(db, ctx, asked, { most: ROWS_AT_ONCE, after })
    yield rows
    after = more ?? undefined
  } while (after !== undefined)
}
const ROWS_AT_ONCE = 500

/** An SQL expression for a room, given the table alias of its row. */
type OfRoom<Value> = (room: string) => RawBuilder<Value>

interface ListView {
  /** A stay is listed if any of its rooms matches. */
  which: OfRoom<boolean>
  /** A stay is not listed if any of its rooms matches. For views of stays whose rooms must all be in one state. */
  unless?: OfRoom<boolean>
  key: OfRoom<number>
  isDown: boolean
}

/** The filter and the order of a view. With a filter by arrival date, the list is sorted by arrival. */
function viewOf(asked: Asked, now: number, day: number): ListView {
  const arrivesFirst = hasDays(asked) && { key: arrival, isDown: false }
  switch (asked.view) {
    case 'newest':
      return { which: () => sql`1 = 1`, key: number, isDown: true, ...arrivesFirst }
    case 'cancelled':
      return { which: isOver, unless: isNotOver, key: number, isDown: true, ...arrivesFirst }
    case 'past':
      return { which: hasLeft(day), unless: hasNotLeft(day), key: departure, isDown: true, ...arrivesFirst }
    case 'to_answer':
      return { which: (room) => isWaiting(now, day, room), key: due, isDown: false }
    case 'arriving':
      return { which: arrives(day), key: arrival, isDown: false }
    case 'in_house':
      return { which: isHere(day), key: departure, isDown: false }
  }
}

const hasDays = ({ from, until }: Asked): boolean => from !== undefined || until !== undefined

const number: OfRoom<number> = (room) => sql.ref(`${room}.id`)
const arrival: OfRoom<number> = (room) => sql.ref(`${room}.check_in`)
const departure: OfRoom<number> = (room) => sql.ref(`${room}.check_out`)
const due: OfRoom<number> = (room) => sql`coalesce(${sql.ref(`${room}.expires_at`)}, ${sql.ref(`${room}.created_at`)})`

/** Statuses are literals, as in the definition of the index, so that both engines use the index. */
const oneOf = (room: string, statuses: readonly BookingStatus[], how = sql`in`) =>
  sql<boolean>`${sql.ref(`${room}.status`)} ${how} (${sql.join(statuses.map((status) => sql.lit(status)))})`

const isOver: OfRoom<boolean> = (room) => oneOf(room, statusesWithoutStay)
const isNotOver: OfRoom<boolean> = (room) => oneOf(room, statusesWithoutStay, sql`not in`)
const hasLeft =
  (day: number): OfRoom<boolean> =>
  (room) =>
    sql`(${oneOf(room, ['confirmed', 'checked_in', 'checked_out'])} and ${departure(room)} < ${day})`
const hasNotLeft =
  (day: number): OfRoom<boolean> =>
  (room) =>
    sql`(${isNotOver(room)} and ${departure(room)} >= ${day})`
const arrives =
  (day: number): OfRoom<boolean> =>
  (room) =>
    sql`(${oneOf(room, ['confirmed'])} and ${arrival(room)} >= ${day})`
/** Guests who leave today are still here. Before check-in is recorded, the dates decide. */
const isHere =
  (day: number): OfRoom<boolean> =>
  (room) =>
    sql`(${oneOf(room, ['confirmed', 'checked_in'])} and ${departure(room)} >= ${day} and ${arrival(room)} < ${day})`

/** SQL: the first room of a stay. Only the first room has search words. */
const firstOf = sql`coalesce(
  (select first_room.id from booking as first_room where first_room.code = booking.stay_code), booking.id)`

/**
 * SQL: whether a room matches and is the first match of its stay in the order of the list. So each stay is listed once,
 * by an index on rooms. A stay of one room needs no subquery.
 */
function standsForAll({ roomId, from, until }: Asked, { which, unless, key, isDown }: ListView): RawBuilder<boolean> {
  const isSo: OfRoom<boolean> = (room) =>
    sql`(${sql.join(
      [
        which(room),
        ...(from === undefined ? [] : [sql`${arrival(room)} >= ${from}`]),
        ...(until === undefined ? [] : [sql`${arrival(room)} <= ${until}`]),
        ...(roomId === undefined ? [] : [sql`${sql.ref(`${room}.room_id`)} = ${roomId}`]),
      ],
      sql` and `,
    )})`
  const before = isDown ? sql`>` : sql`<`
  // The condition `other.id <> booking.id` makes PostgreSQL look up these few rows instead of reading all matching
  // rooms first.
  const noOther = (so: RawBuilder<boolean>) => sql`not exists (
    select 1 from booking as other where other.stay_code = booking.stay_code and other.id <> booking.id and ${so})`
  const comesBefore = sql<boolean>`(${isSo('other')} and (${key('other')} ${before} ${key('booking')}
    or (${key('other')} = ${key('booking')} and other.id ${before} booking.id)))`
  return sql`(${isSo('booking')} and (booking.stay_code is null
    or (${noOther(comesBefore)} and ${unless ? noOther(unless('other')) : sql`1 = 1`})))`
}

/** Up to this many candidates are checked one by one. With more, the list is scanned until the page is full. */
const FEW = 512

/** The ids of the rooms that can match, if a word or a room kind leaves few. Null if there are many. */
async function fewOf(db: Database, { roomId }: Asked, terms: readonly Term[]): Promise<number[] | null> {
  const byWord = terms.length > 0 ? await fewWithWords(db, terms, FEW) : null
  if (byWord) return atLength(await roomsOfStays(db, byWord))
  const byKind = roomId === undefined ? null : await fewOfKind(db, roomId)
  if (byKind) return atLength(byKind)
  const byBoth = roomId === undefined || terms.length === 0 ? null : await fewOfKindWithWords(db, roomId, terms, FEW)
  return byBoth && atLength(byBoth)
}

/** All rooms of these stays. */
async function roomsOfStays(db: Database, firstIds: readonly number[]): Promise<number[]> {
  const others = await db
    .selectFrom('booking as first')
    .innerJoin('booking', 'booking.stay_code', 'first.stay_code')
    .select('booking.id')
    .where('first.id', 'in', atLength(firstIds))
    .where('first.stay_code', 'is not', null)
    .execute()
  return [...new Set([...firstIds, ...others.map(({ id }) => id)])]
}

async function fewOfKind(db: Database, roomId: number): Promise<number[] | null> {
  const rows = await db
    .selectFrom('booking')
    .select('booking.id')
    .where('booking.room_id', '=', roomId)
    .limit(FEW + 1)
    .execute()
  return rows.length > FEW ? null : rows.map(({ id }) => id)
}

/** Pads a list to one of a few lengths by repeating the last id, so that the database prepares few statements. */
function atLength(ids: readonly number[]): number[] {
  const length = [1, 8, 64, FEW].find((each) => each >= ids.length) ?? Math.ceil(ids.length / FEW) * FEW
  return Array.from({ length }, (_, at) => ids[at] ?? ids.at(-1) ?? 0)
}
