import { today as todayOf } from '#stays/availability/stay.ts'
import { companyOf } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { parseDay } from '#platform/day.ts'
import { assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { daysAsked, errorsOf, type AskedFigures } from './figures.ts'

/** The days of the figures, and the two between which it is told what came. Without them: the week until today. */
export interface AskedBooks extends AskedFigures {
  since?: string | undefined
  upto?: string | undefined
}

/** Rooms on the books, and what they bring. */
export interface Booked {
  rooms: number
  grossPoisha: number
  vatPoisha: number
}

/** Those of one night or of one kind of room, as three days began; null of a day that was not taken. */
export type BookedThrice = Record<Moment, Booked | null>
type Moment = 'upto' | 'since' | 'before'

export interface OnBooks {
  today: number
  /** As which days began. Before: as many days ahead of the nights that one compares with. */
  days: { upto: number; since: number; before: number | null }
  taken: Record<Moment, boolean>
  /** From the first taken on, those of the last weeks that were not. */
  missed: { from: number; until: number }[]
  nights: (BookedThrice & { night: number; compared: number | null })[]
  byRoom: ReadonlyMap<number, BookedThrice>
  all: BookedThrice
}

/**
 * What was on the books as one day began, beside what was as an earlier one did (pick-up), and beside the nights that one
 * compares with when they were as far ahead (pace). Nights that were over as the later day began are in neither.
 */
export async function booksFor(db: Database, ctx: RequestContext, form: AskedBooks): Promise<OnBooks> {
  assertValid(booksFaults(form))
  const today = todayOf(await companyOf(db, ctx), ctx.now)
  const { period, compared } = daysAsked(form, today)
  const upto = form.upto === undefined ? today : parseDay(form.upto)!
  const since = form.since === undefined ? upto - A_WEEK : parseDay(form.since)!
  const ahead = compared && period.from - compared.from
  const before = ahead === null ? null : upto - ahead
  const [from, to] = [Math.max(period.from, upto), Math.max(period.to, upto)]
  const kept = {
    upto: await keptOn(db, upto, from, to),
    since: await keptOn(db, since, from, to),
    before: before === null || ahead === null ? null : await keptOn(db, before, from - ahead, to - ahead),
  }
  const thrice = (of: (row: Row, shift: number) => boolean): BookedThrice => ({
    upto: added(kept.upto, (row) => of(row, 0)),
    since: added(kept.since, (row) => of(row, 0)),
    before: added(kept.before, (row) => of(row, ahead ?? 0)),
  })
  const rooms = new Set(Object.values(kept).flatMap((rows) => (rows ?? []).map(({ room_id: room }) => room)))
  return {
    today,
    days: { upto, since, before },
    taken: { upto: kept.upto !== null, since: kept.since !== null, before: kept.before !== null },
    missed: await missedDays(db, today),
    nights: Array.from({ length: to - from }, (_, at) => ({
      night: from + at,
      compared: ahead === null ? null : from + at - ahead,
      ...thrice((row, shift) => row.night + shift === from + at),
    })),
    byRoom: new Map([...rooms].map((room) => [room, thrice((row) => row.room_id === room)])),
    all: thrice(() => true),
  }
}
const A_WEEK = 7

export const validateBooks = (_: Database, __: RequestContext, form: Partial<AskedBooks>): Promise<ValidationResult> =>
  Promise.resolve({ fieldErrors: booksFaults(form) })

/** The later day is not before the other. */
function booksFaults(form: Partial<AskedBooks>): FieldMessages {
  const { since, upto } = form
  const isOrdered = since === undefined || upto === undefined || since < upto
  return { ...errorsOf(form), ...(!isOrdered && { since: [{ key: 'error.books_order' }] }) }
}

type Row = Awaited<ReturnType<typeof rowsOf>>[number]

/** Null: what was on the books as that day began nobody took. */
async function keptOn(db: Database, day: number, from: number, to: number): Promise<Row[] | null> {
  const taken = await keptDays(db).where('day', '=', day).executeTakeFirst()
  return taken ? rowsOf(db, day, from, to) : null
}

const rowsOf = (db: Database, day: number, from: number, to: number) =>
  db
    .selectFrom('on_books')
    .select(['night', 'room_id', 'sold', 'gross_poisha', 'vat_poisha'])
    .where('kept_on', '=', day)
    .where('night', '>=', from)
    .where('night', '<', to)
    .execute()

const added = (rows: readonly Row[] | null, which: (row: Row) => boolean): Booked | null =>
  rows &&
  rows.filter(which).reduce(
    (all, row) => ({
      rooms: all.rooms + row.sold,
      grossPoisha: all.grossPoisha + row.gross_poisha,
      vatPoisha: all.vatPoisha + row.vat_poisha,
    }),
    { rooms: 0, grossPoisha: 0, vatPoisha: 0 },
  )

const keptDays = (db: Database) => db.selectFrom('daily_turn').select('day').where('name', '=', 'on books')

/** Between those that were taken: no process was there. */
async function missedDays(db: Database, today: number): Promise<OnBooks['missed']> {
  const taken = await keptDays(db).orderBy('day').execute()
  if (taken.length === 0) return []
  const days = [...taken.map(({ day }) => day), today + 1]
  return days.flatMap((day, at) => {
    const from = Math.max((days[at - 1] ?? day - 1) + 1, today - TOLD_DAYS)
    return from < day ? [{ from, until: day - 1 }] : []
  })
}
const TOLD_DAYS = 60
