import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { prepareDatabase } from '#app/app.ts'
import { refreshAllDailyFigures } from '#insight/figures/daily-figures.ts'
import type { FiguresQuery } from '#insight/figures/figures.ts'
import { figuresHandlers } from '#insight/figures/office/http.ts'
import { storeSnapshot } from '#insight/figures/nights-on-books.ts'
import { dayIn } from '#platform/clock.ts'
import { openDatabase, type Database, type OpenOptions, type WholeDatabase } from '#platform/database/database.ts'
import { MONDAY_MORNING_IN_DHAKA } from '#testing/test-app.ts'
import { serializedNoTerms } from '#testing/policies.ts'
import { createRequestContext } from '#testing/request-context.ts'
import { openPostgresDatabase } from './databases.ts'
import { createSearch } from './search.ts'
import { chooseBySize } from './size.ts'
import type { Figure } from './table.ts'
import { runInTurns } from './turns.ts'
import { runWithoutIndexes } from './without-indexes.ts'

const turnCount = chooseBySize({ full: 5, smallest: 1 })
/** How often the largest page is requested while searches run. */
const busyRequestCount = chooseBySize({ full: 30, smallest: 1 })
/** The number of stays whose status changes before each request, as many as in a few minutes at a large hotel. */
const changedStayCount = chooseBySize({ full: 20, smallest: 1 })
const SEARCH_PAUSE_MS = 5
/** The number of stays of a hotel with a few hundred rooms, and of a much larger one. */
const stayCounts = chooseBySize({ full: [100_000, 2_000_000], smallest: [100], huge: [2_000_000] })
/** Four years of history and more than one year ahead. */
const [daysBack, totalDays] = [1_460, 2_000]
const FILLING_TIMEOUT_MS = 900_000

/**
 * Measures the figures for a month and a year, their whole page, and the searches meanwhile, on five and a half years of
 * bookings.
 */
export const measureFiguresOnSqlite = (folder: string): Promise<Figure[]> =>
  measureEachSize((stays) => measureFigures('SQLite', { file: join(folder, `figures-${stays}.sqlite`) }, stays))

export const measureFiguresOnPostgres = (): Promise<Figure[]> =>
  measureEachSize(async (stays) => {
    await using database = await openPostgresDatabase('figures')
    return await measureFigures('PostgreSQL', { url: database.url, file: '' }, stays)
  })

async function measureEachSize(measure: (stayCount: number) => Promise<Figure[]>): Promise<Figure[]> {
  const allFigures: Figure[] = []
  for (const stayCount of stayCounts) allFigures.push(...(await measure(stayCount)))
  return allFigures
}

type FiguresRequest = Pick<FiguresQuery, 'period' | 'compare'>

/** Figures without a comparison, to compare with earlier measurements. */
const queryWithoutComparison = {
  'a month': { period: 'last_month', compare: 'none' },
  'a year': { period: 'last_year', compare: 'none' },
  'this year': { period: 'year', compare: 'none' },
} as const satisfies Record<string, FiguresRequest>
/** The requests of the page: with its default period, and with the largest period. */
const pageRequests = {
  'the page as it opens': { period: 'month', compare: 'year' },
  'the page of a year beside the last': { period: 'year', compare: 'year' },
} as const satisfies Record<string, FiguresRequest>

async function measureFigures(engineName: string, location: OpenOptions, stayCount: number): Promise<Figure[]> {
  const database = await openDatabase({ ...location, statementsLastMs: FILLING_TIMEOUT_MS })
  try {
    await prepareDatabase(database, () => MONDAY_MORNING_IN_DHAKA, true)
    await fillStays(database.db, stayCount)
    const owner = { id: 1, name: 'Nasreen Akter', role: 'owner' as const }
    const createCtx = () => ({ ...createRequestContext(owner), now: MONDAY_MORNING_IN_DHAKA })
    const timeRequests = async (...requests: (() => Promise<unknown>)[]) => {
      const startedAt = performance.now()
      await Promise.all(requests.map((request) => request()))
      return performance.now() - startedAt
    }
    const { getFigures, getOnTheBooks } = figuresHandlers
    const createFiguresRequest = (figuresRequest: FiguresRequest) => () =>
      getFigures.execute(database.db, createCtx(), figuresRequest)
    const createBooksRequest = (figuresRequest: FiguresRequest) => () =>
      getOnTheBooks.execute(database.db, createCtx(), figuresRequest)
    const runs = Object.fromEntries([
      ...Object.entries(queryWithoutComparison).map(
        ([name, days]) => [name, () => timeRequests(createFiguresRequest(days))] as const,
      ),
      ...Object.entries(pageRequests).map(
        ([name, days]) => [name, () => timeRequests(createFiguresRequest(days), createBooksRequest(days))] as const,
      ),
    ])
    const { db } = database
    const createLabel = (name: string) => `${engineName}: ${name} of ${stayCount.toLocaleString('en')}`
    const startedAt = performance.now()
    await refreshAllDailyFigures(db, 'Asia/Dhaka')
    const refreshMs = performance.now() - startedAt
    const requestLargestPage = runs['the page of a year beside the last']!
    const runsWithChanges = {
      ...runs,
      [`a year beside the last after ${changedStayCount} changes`]: async () => {
        await changeStays(db)
        return requestLargestPage()
      },
    }
    if (turnCount > 1) await runInTurns(1, runsWithChanges)
    const tookMs = await runInTurns(turnCount, runsWithChanges)
    const searchMs = await measureSearches(db, async () => {
      for (let turn = 0; turn < busyRequestCount; turn++) await requestLargestPage()
    })
    return [
      { label: createLabel('sums of all days, computed once'), unit: 'ms', ours: [refreshMs] },
      ...Object.keys(runsWithChanges).map((name) => ({
        label: createLabel(name),
        unit: 'ms' as const,
        ours: tookMs[name]!,
        target: { max: 300 },
      })),
      {
        label: createLabel('searches during the largest page, p99'),
        unit: 'ms',
        ours: [searchMs],
        target: { max: 20 },
      },
    ]
  } finally {
    await database.close()
  }
}

/** Cancels some future stays, or confirms them again. */
async function changeStays(db: Database): Promise<void> {
  const today = dayIn('Asia/Dhaka', MONDAY_MORNING_IN_DHAKA)
  await sql`
    update booking set status = case when status = 'cancelled' then 'confirmed' else 'cancelled' end
    where id in (select id from booking where check_in > ${today} order by check_in limit ${sql.lit(changedStayCount)})`.execute(
    db,
  )
}

/** Returns the 99th percentile of the search times during `work`, including the wait for the thread. */
async function measureSearches(db: WholeDatabase, work: () => Promise<void>): Promise<number> {
  const search = createSearch(db)
  await search(0)
  const tookMs: number[] = []
  let isFinished = false
  const searchLoop = (async () => {
    for (let turn = 0; !isFinished || turn === 0; turn++) {
      const dueAt = performance.now() + SEARCH_PAUSE_MS
      await sleep(SEARCH_PAUSE_MS)
      await search(turn)
      tookMs.push(performance.now() - dueAt)
    }
  })()
  await work()
  isFinished = true
  await searchLoop
  return tookMs.sort((a, b) => a - b)[Math.floor(tookMs.length * 0.99)]!
}

/**
 * Fills the database with stays. One booking in seven is cancelled. All other stays that began by today are checked
 * out.
 */
async function fillStays(db: Database, stayCount: number): Promise<void> {
  const today = dayIn('Asia/Dhaka', MONDAY_MORNING_IN_DHAKA)
  const rooms = (await db.selectFrom('room').select('id').orderBy('id').execute()).map(({ id }) => id)
  const room = sql.raw(`case n % ${rooms.length} ${rooms.map((id, at) => `when ${at} then ${id}`).join(' ')} end`)
  const day = sql.raw(`(${today - daysBack} + cast(cast(n as bigint) * 7919 % ${totalDays} as integer))`)
  await runWithoutIndexes(db, async () => {
    await sql`
      insert into booking (id, code, booker_id, guest_id, room_id, check_in, check_out, adults, children, status, payment_status,
        payment_type, room_name_en, bed_en, total_poisha, vat_basis_points, vat_poisha, name, email, phone, message,
        language, created_at, terms, source, country, cancelled_at, cancel_fee_poisha)
      with recursive numbers (n) as (
        select 0 union all select n + 1 from numbers where n + 1 < cast(${stayCount} as integer)
      )
      select 1000 + n, 'F' || n, 1, 1, ${room}, ${day}, ${day} + 1 + n % 4, 1, 0,
        case when n % 7 = 3 then 'cancelled' when ${day} > ${sql.lit(today)} then 'confirmed' else 'checked_out' end,
        'unpaid', 2, 'A room', 'A bed', 460000 * (1 + n % 4), 1500, 60000 * (1 + n % 4), 'Rafiq Islam',
        'rafiq@guest.example', '+8801700000004', '', 'en', cast(${day} - n % 61 as bigint) * 86400000, ${sql.lit(serializedNoTerms)},
        case n % 3 when 0 then 'website' when 1 then 'phone' else 'agent' end,
        case n % 4 when 0 then 'BD' when 1 then 'DE' when 2 then 'CN' end,
        case when n % 7 = 3 then cast(${day} - n % 5 as bigint) * 86400000 end, case when n % 7 = 3 then 0 end
      from numbers`.execute(db)
    await sql`
      insert into booking_night (booking_id, night, room_id, price_poisha, vat_poisha)
      select booking.id, booking.check_in + later.nights, booking.room_id, 460000, 60000
      from booking
      join (select 0 as nights union all select 1 union all select 2 union all select 3) as later
        on booking.check_in + later.nights < booking.check_out
      where booking.id >= 1000`.execute(db)
  })
  for (const snapshotDay of [today, today - 7, today - 364]) {
    await storeSnapshot(db, snapshotDay)
    await db
      .insertInto('daily_run')
      .values({ name: 'on books', day: snapshotDay, at: MONDAY_MORNING_IN_DHAKA })
      .execute()
  }
  // A database vacuums automatically after a while.
  await sql`vacuum`.execute(db)
  await sql`analyze`.execute(db)
}
