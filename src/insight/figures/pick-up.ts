import { computeToday as todayOf } from '#stays/availability/stay.ts'
import { loadCompany } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { parseDay, listDays } from '#platform/day.ts'
import { assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { resolvePeriods, findQueryErrors, type FiguresQuery } from './figures.ts'

/** A requested period and the two days between which the change is reported. By default, the week until today. */
export interface BooksQuery extends FiguresQuery {
  since?: string | undefined
  upto?: string | undefined
}

/** Booked rooms and their revenue. */
export interface Booked {
  rooms: number
  grossPoisha: number
  vatPoisha: number
}

/** The bookings of one night or room type at the start of three days. Null for a day without a snapshot. */
export type Snapshots = Record<SnapshotName, Booked | null>
type SnapshotName = 'upto' | 'since' | 'before'

export interface OnBooks {
  today: number
  /** The days of the snapshots. `before` has the same lead time as `upto`, for the nights to compare with. */
  days: { upto: number; since: number; before: number | null }
  hasSnapshot: Record<SnapshotName, boolean>
  /** The days without a snapshot in recent weeks, counted from the first snapshot on. */
  missedSpans: { from: number; until: number }[]
  nights: (Snapshots & { night: number; compared: number | null })[]
  byRoom: ReadonlyMap<number, Snapshots>
  all: Snapshots
}

/**
 * Returns the bookings at the start of one day. Compares them with an earlier day (pick-up) and with other nights at
 * the same lead time (pace). Leaves out nights that were past at the later day.
 */
export async function loadBooks(db: Database, ctx: RequestContext, form: BooksQuery): Promise<OnBooks> {
  assertValid(findBooksErrors(form))
  const today = todayOf(await loadCompany(db, ctx), ctx.now)
  const { period, compared } = resolvePeriods(form, today)
  const upto = form.upto === undefined ? today : parseDay(form.upto)!
  const since = form.since === undefined ? upto - WEEK_DAYS : parseDay(form.since)!
  const leadDays = compared && period.from - compared.from
  const before = leadDays === null ? null : upto - leadDays
  const [from, to] = [Math.max(period.from, upto), Math.max(period.to, upto)]
  const snapshots = {
    upto: await findSnapshot(db, upto, from, to),
    since: await findSnapshot(db, since, from, to),
    before:
      before === null || leadDays === null ? null : await findSnapshot(db, before, from - leadDays, to - leadDays),
  }
  const sumBy = (getKey: (row: Row, night: number) => number): ((key: number) => Snapshots) => {
    const groupRows = (rows: Row[] | null, offset: number) =>
      rows && Map.groupBy(rows, (row) => getKey(row, row.night + offset))
    const groupedSnapshots = {
      upto: groupRows(snapshots.upto, 0),
      since: groupRows(snapshots.since, 0),
      before: groupRows(snapshots.before, leadDays ?? 0),
    }
    return (key) => ({
      upto: sumRows(groupedSnapshots.upto, key),
      since: sumRows(groupedSnapshots.since, key),
      before: sumRows(groupedSnapshots.before, key),
    })
  }
  const [sumSnapshotsOfNight, sumSnapshotsOfRoom] = [sumBy((_, night) => night), sumBy((row) => row.room_id)]
  const roomIds = new Set(Object.values(snapshots).flatMap((rows) => (rows ?? []).map(({ room_id: room }) => room)))
  return {
    today,
    days: { upto, since, before },
    hasSnapshot: { upto: snapshots.upto !== null, since: snapshots.since !== null, before: snapshots.before !== null },
    missedSpans: await findMissedDays(db, today),
    nights: listDays(from, to).map((night) => ({
      night,
      compared: leadDays === null ? null : night - leadDays,
      ...sumSnapshotsOfNight(night),
    })),
    byRoom: new Map([...roomIds].map((room) => [room, sumSnapshotsOfRoom(room)])),
    all: sumBy(() => 0)(0),
  }
}
const WEEK_DAYS = 7

export const validateBooksQuery = (
  _: Database,
  __: RequestContext,
  form: Partial<BooksQuery>,
): Promise<ValidationResult> => Promise.resolve({ fieldErrors: findBooksErrors(form) })

/** Checks that the earlier day comes before the later day. */
function findBooksErrors(form: Partial<BooksQuery>): FieldMessages {
  const { since, upto } = form
  const isOrdered = since === undefined || upto === undefined || since < upto
  return { ...findQueryErrors(form), ...(!isOrdered && { since: [{ key: 'error.books_order' }] }) }
}

type Row = Awaited<ReturnType<typeof loadRows>>[number]

/** Returns the snapshot of a day, or null if there is none. */
async function findSnapshot(db: Database, day: number, from: number, to: number): Promise<Row[] | null> {
  const snapshotDay = await selectSnapshotDays(db).where('day', '=', day).executeTakeFirst()
  return snapshotDay ? loadRows(db, day, from, to) : null
}

const loadRows = (db: Database, day: number, from: number, to: number) =>
  db
    .selectFrom('nights_on_books')
    .select(['night', 'room_id', 'sold', 'gross_poisha', 'vat_poisha'])
    .where('as_of_day', '=', day)
    .where('night', '>=', from)
    .where('night', '<', to)
    .execute()

const sumRows = (groups: ReadonlyMap<number, readonly Row[]> | null, key: number): Booked | null =>
  groups &&
  (groups.get(key) ?? []).reduce(
    (all, row) => ({
      rooms: all.rooms + row.sold,
      grossPoisha: all.grossPoisha + row.gross_poisha,
      vatPoisha: all.vatPoisha + row.vat_poisha,
    }),
    { rooms: 0, grossPoisha: 0, vatPoisha: 0 },
  )

const selectSnapshotDays = (db: Database) => db.selectFrom('daily_run').select('day').where('name', '=', 'on books')

/** Finds the gaps between snapshots, for example because no process was running. */
async function findMissedDays(db: Database, today: number): Promise<OnBooks['missedSpans']> {
  const snapshotDays = await selectSnapshotDays(db).orderBy('day').execute()
  if (snapshotDays.length === 0) return []
  const days = [...snapshotDays.map(({ day }) => day), today + 1]
  return days.flatMap((day, index) => {
    const from = Math.max((days[index - 1] ?? day - 1) + 1, today - REPORTED_DAYS)
    return from < day ? [{ from, until: day - 1 }] : []
  })
}
const REPORTED_DAYS = 60
