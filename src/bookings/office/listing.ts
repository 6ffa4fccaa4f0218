import { sql, type ExpressionBuilder } from 'kysely'
import { today } from '../../availability/stay.ts'
import { companyOf } from '../../content/company.ts'
import type { Asker } from '../../platform/contract.ts'
import type { Database } from '../../platform/database/database.ts'
import type { BookingStatus } from '../../tables/bookings.ts'
import type { Tables } from '../../tables/tables.ts'
import { termsOf, type Term } from '../../platform/database/search-words.ts'
import { fewWithWords, hasWord } from '../search-words.ts'
import { statusesWithoutStay } from '../status.ts'
import { isFirst, type BookedRow } from '../store.ts'
import type { View } from './standing.ts'
import { isWaiting } from './waiting.ts'

/** Which stays are asked for; nothing beside the view, and it is all of them. */
export interface Asked {
  view: View
  /** Words, or the end of a phone number. */
  search?: string | undefined
  roomId?: number | undefined
  /** Of the day of arrival, both included. */
  from?: number | undefined
  until?: number | undefined
}

/** A page of the stays that are asked for, and with what the next one is. */
export async function listStays(
  db: Database,
  asker: Asker,
  asked: Asked,
  { most, after }: { most: number; after?: string | undefined },
): Promise<{ rows: BookedRow[]; more: string | null }> {
  const day = today(await companyOf(db, asker), asker.now)
  const { which, key, isDown } = viewOf(asked, asker.now, day)
  const terms = termsOf(asked.search ?? '')
  const few = await fewOf(db, asked, terms)
  const [lastKey, lastId] = after?.split('-').map(Number) ?? []
  const [beyond, way] = isDown ? (['<', 'desc'] as const) : (['>', 'asc'] as const)
  const found = await db
    .selectFrom('booking')
    .selectAll()
    .select(key.as('key'))
    .where(isFirst)
    .where(which)
    .$if(asked.from !== undefined, (query) => query.where('check_in', '>=', asked.from!))
    .$if(asked.until !== undefined, (query) => query.where('check_in', '<=', asked.until!))
    .$if(few !== null, (query) => query.where('booking.id', 'in', few!))
    .$if(asked.roomId !== undefined, (query) => query.where(hasRoom(asked.roomId!)))
    .where(({ and }) => and(terms.map((term) => hasWord(term))))
    .$if(after !== undefined, (query) =>
      query
        .where(key, isDown ? '<=' : '>=', lastKey!)
        .where((row) => row.or([row(key, beyond, lastKey!), row('booking.id', beyond, lastId!)])),
    )
    .orderBy(key, way)
    .orderBy('booking.id', way)
    .limit(most + 1)
    .execute()
  const rows = found.slice(0, most)
  const last = found.length > most ? rows.at(-1) : undefined
  return { rows, more: last ? `${last.key}-${last.id}` : null }
}

/** All of them, some hundred at a time, so that nobody waits for a long list. */
export async function* wholeList(db: Database, asker: Asker, asked: Asked): AsyncGenerator<BookedRow[]> {
  let after: string | undefined
  do {
    const { rows, more } = await listStays(db, asker, asked, { most: ROWS_AT_ONCE, after })
    yield rows
    after = more ?? undefined
  } while (after !== undefined)
}
const ROWS_AT_ONCE = 500

type Row = ExpressionBuilder<Pick<Tables, 'booking'>, 'booking'>

/** Which they are, and in which order: by what one looks for there, or, where days of arrival are asked for, by those. */
function viewOf({ view, from, until }: Asked, now: number, day: number) {
  const isKept = { newest: everything, cancelled: isOver, past: hasLeft(day) }
  if ((from !== undefined || until !== undefined) && (view === 'newest' || view === 'cancelled' || view === 'past'))
    return { which: isKept[view], key: arrival, isDown: false }
  switch (view) {
    case 'newest':
      return { which: everything, key: number, isDown: true }
    case 'cancelled':
      return { which: isOver, key: number, isDown: true }
    case 'past':
      return { which: hasLeft(day), key: departure, isDown: true }
    case 'to_answer':
      return { which: waits(now, day), key: due, isDown: false }
    case 'arriving':
      return { which: arrives(day), key: arrival, isDown: false }
    case 'in_house':
      return { which: isHere(day), key: departure, isDown: false }
  }
}

const number = sql<number>`booking.id`
const arrival = sql<number>`booking.check_in`
const departure = sql<number>`booking.check_out`
const due = sql<number>`coalesce(booking.expires_at, booking.created_at)`

const oneOf = (statuses: readonly BookingStatus[]) =>
  sql<boolean>`booking.status in (${sql.join(statuses.map((status) => sql.lit(status)))})`

const everything = (row: Row) => row.and([])
/** Written out as the index has it, so that both engines know it for the same. */
const isOver = () => oneOf(statusesWithoutStay)
const hasLeft = (day: number) => (row: Row) =>
  row.and([oneOf(['confirmed', 'checked_in', 'checked_out']), row('check_out', '<', day)])
const arrives = (day: number) => (row: Row) => row.and([oneOf(['confirmed']), row('check_in', '>=', day)])
/** Who leaves today is still here, and nobody says yet that somebody has come. */
const isHere = (day: number) => (row: Row) =>
  row.and([oneOf(['confirmed', 'checked_in']), row('check_out', '>=', day), row('check_in', '<', day)])
const waits = (now: number, day: number) => (row: Row) => isWaiting(row, now, day)

/** SQL: whether one of the rooms of a stay is of this kind. */
const hasRoom = (roomId: number) => (row: Row) =>
  row.or([
    row('booking.room_id', '=', roomId),
    row.and([
      row('booking.stay_code', 'is not', null),
      sql<boolean>`exists (select 1 from booking as other
        where other.stay_code = booking.stay_code and other.room_id = ${roomId})`,
    ]),
  ])

/** As many are looked at one by one; of more, a list is walked through until enough are met. */
const FEW = 512

/** The stays that come into question, where a word or a room leaves few; null where it does not. */
async function fewOf(db: Database, { roomId }: Asked, terms: readonly Term[]): Promise<number[] | null> {
  const byWord = terms.length > 0 ? await fewWithWords(db, terms, FEW) : null
  const few = byWord ?? (roomId === undefined ? null : await fewInRoom(db, roomId))
  return few && atLength(few)
}

async function fewInRoom(db: Database, roomId: number): Promise<number[] | null> {
  const rows = await db
    .selectFrom('booking')
    .leftJoin('booking as first', 'first.code', 'booking.stay_code')
    .select(['booking.id', 'first.id as first_id'])
    .where('booking.room_id', '=', roomId)
    .limit(FEW + 1)
    .execute()
  return rows.length > FEW ? null : [...new Set(rows.map(({ id, first_id }) => first_id ?? id))]
}

/** Lists of a few lengths, the last one said again and again: a database learns few statements by it. */
function atLength(ids: readonly number[]): number[] {
  const length = [1, 8, 64, FEW].find((each) => each >= ids.length)!
  return Array.from({ length }, (_, at) => ids[at] ?? ids.at(-1) ?? 0)
}
