import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, sql, type CompiledQuery, type Dialect } from 'kysely'
import pg from 'pg'
import { prepareDatabase } from '#app/app.ts'
import { cacheCheapestStays } from '#stays/availability/cheapest-stays.ts'
import { createAvailabilityHandlers } from '#stays/availability/http.ts'
import { dayIn, systemClock } from '#platform/clock.ts'
import { openDatabase, type Database, type WholeDatabase } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { createPostgresDialect } from '#platform/database/postgres.ts'
import { createSqliteDialect } from '#platform/database/sqlite.ts'
import type { Tables } from '#schema/tables.ts'
import { createRequestContext } from '#testing/request-context.ts'
import { openPostgresDatabase } from './databases.ts'
import { chooseBySize } from './size.ts'
import type { Figure } from './table.ts'
import { runInTurns } from './turns.ts'
import { runWithoutIndexes } from './without-indexes.ts'

const turnCount = chooseBySize({ full: 15, smallest: 1, huge: 7 })
const searchesPerTurn = chooseBySize({ full: 400, smallest: 2 })
const searchKindCount = chooseBySize({ full: 64, smallest: 2 })
const roomCounts = chooseBySize({ full: [10, 1_000, 20_000], smallest: [3], huge: [10, 20_000] })
const soldNightCounts = chooseBySize({ full: [0, 1_000_000], smallest: [30], huge: [0, 10_000_000] })
const FILLING_TIMEOUT_MS = 1_800_000

/** Measures the 99th percentile of search times for different numbers of rooms and of sold nights. */
export const measureSearchesOnSqlite = (folder: string): Promise<Figure[]> =>
  measureSearchEngine('SQLite', async (name) => {
    const file = join(folder, `search-${name}.sqlite`)
    return {
      place: { file },
      dialect: () => createSqliteDialect(file),
      bare: () => openBareSqlite(file),
      drop: async () => {},
    }
  })

export const measureSearchesOnPostgres = (): Promise<Figure[]> =>
  measureSearchEngine('PostgreSQL', async (name) => {
    const database = await openPostgresDatabase(`search_${name}`)
    const { url } = database
    return {
      place: { url, file: '' },
      dialect: () => createPostgresDialect(url, 1, console.error),
      bare: () => openBarePostgres(url),
      drop: async () => database[Symbol.asyncDispose](),
    }
  })

interface Engine {
  place: { url?: string; file: string }
  dialect(): Dialect
  bare(): Promise<BareEngine>
  drop(): Promise<void>
}
interface BareEngine {
  query(sql: string, parameters: readonly unknown[]): unknown
  close(): unknown
}

async function measureSearchEngine(
  engineName: string,
  openEngine: (name: string) => Promise<Engine>,
): Promise<Figure[]> {
  const cleanUps: (() => Promise<unknown>)[] = []
  const runs: Record<string, () => Promise<number>> = {}
  try {
    for (const soldNightCount of soldNightCounts) {
      for (const roomCount of roomCounts) {
        const engine = await openEngine(`${roomCount}_${soldNightCount}`)
        cleanUps.push(engine.drop)
        const database = await openDatabase({ ...engine.place, statementsLastMs: FILLING_TIMEOUT_MS })
        cleanUps.push(database.close)
        await prepareDatabase(database, systemClock, true)
        await fillRooms(database.db, roomCount, soldNightCount)
        const bareDatabase = await engine.bare()
        cleanUps.push(async () => bareDatabase.close())
        const queries = await recordQueries(engine.dialect())
        const search = createSearch(database.db)
        runs[describeSize(roomCount, soldNightCount)] = () => measureP99(search)
        runs[`bare ${describeSize(roomCount, soldNightCount)}`] = () =>
          measureP99(async (turn) => {
            for (const { sql: text, parameters } of queries[turn % searchKindCount]!)
              await bareDatabase.query(text, parameters)
          })
      }
    }
    if (turnCount > 1) await runInTurns(1, runs)
    const tookMs = await runInTurns(turnCount, runs)
    const [smallestName, largestName] = [
      describeSize(roomCounts[0]!, soldNightCounts[0]!),
      describeSize(roomCounts.at(-1)!, soldNightCounts.at(-1)!),
    ]
    return [
      ...soldNightCounts.flatMap((soldNights) =>
        roomCounts.map((rooms) => ({
          label: `${engineName} search p99, ${describeSize(rooms, soldNights)}`,
          unit: 'ms' as const,
          ours: tookMs[describeSize(rooms, soldNights)]!,
          bare: tookMs[`bare ${describeSize(rooms, soldNights)}`]!,
          against: 'its SQL alone',
        })),
      ),
      {
        label: '  the most of both',
        unit: 'ms',
        ours: tookMs[largestName]!,
        bare: tookMs[smallestName]!,
        against: 'the fewest of both',
        target: { maxRatio: 2 },
      },
    ]
  } finally {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp()
  }
}

const describeSize = (roomCount: number, soldNightCount: number) =>
  `${roomCount.toLocaleString('en')} rooms, ${soldNightCount.toLocaleString('en')} sold`

/** Returns the 99th percentile in milliseconds. */
async function measureP99(work: (turn: number) => Promise<unknown>): Promise<number> {
  const tookMs: number[] = []
  for (let turn = 0; turn < searchesPerTurn; turn++) {
    const startedAt = performance.now()
    await work(turn)
    tookMs.push(performance.now() - startedAt)
  }
  return tookMs.sort((a, b) => a - b)[Math.floor(searchesPerTurn * 0.99)]!
}

/** Searches for a stay of one to seven nights within the next year, for one to three adults. */
export function createSearch(db: WholeDatabase) {
  const { filterBooking } = createAvailabilityHandlers(
    async () => {},
    cacheCheapestStays(() => 0),
  )
  return (turn: number) => {
    const kind = turn % searchKindCount
    const arrival = getToday() + 1 + ((kind * 37) % 365)
    return filterBooking(db, createRequestContext(null), {
      check_in: isoDay(arrival),
      check_out: isoDay(arrival + 1 + (kind % 7)),
      adult: 1 + (kind % 3),
      child: 0,
    })
  }
}

const getToday = () => dayIn('Asia/Dhaka', systemClock())

/** Records the SQL statements of each kind of search. The first search of a kind fills the cache of prices. */
async function recordQueries(dialect: Dialect): Promise<CompiledQuery[][]> {
  let queries: CompiledQuery[] = []
  const db = new Kysely<Tables>({ dialect, log: ({ query }) => void queries.push(query) })
  const queriesByKind: CompiledQuery[][] = []
  const search = createSearch(db as WholeDatabase)
  for (let kind = 0; kind < searchKindCount; kind++) {
    await search(kind)
    queries = []
    await search(kind)
    queriesByKind.push(queries)
  }
  await db.destroy()
  return queriesByKind
}

const nightsPerStay = chooseBySize({ full: 3, smallest: 3, huge: 5 })
const consecutiveStayCount = chooseBySize({ full: 160, smallest: 160, huge: 96 })

/** The demo tables to empty, in an order in which rows are deleted before the rows they refer to. */
const demoTables = [
  'ledger_entry',
  'customer_payment',
  'stay_customer',
  'payment',
  'charge',
  'booking_night',
  'unit_night',
  'booking',
  'inventory',
  'rate',
  'room_picture',
  'room_facility',
  'unit_closure',
  'unit',
  'room',
]

/**
 * Replaces the demo's rooms and bookings by `roomCount` rooms with `soldNightCount` nights from today on. The stays are spread
 * out, and some nights are sold out.
 */
async function fillRooms(db: Database, roomCount: number, soldNightCount: number): Promise<void> {
  const stayCount = Math.ceil(soldNightCount / nightsPerStay)
  const unitsPerRoom = Math.max(1, Math.ceil(Math.ceil(stayCount / roomCount) / consecutiveStayCount))
  // The demo's packages and bills refer to rooms and stays.
  for (const table of ['post', 'post_draft'])
    await sql`update ${sql.table(table)} set stay_room_id = null where stay_room_id is not null`.execute(db)
  for (const table of demoTables) await sql`delete from ${sql.table(table)}`.execute(db)
  const createNumbersCte = (name: string, count: number) =>
    sql`${sql.raw(name)} (n) as (select 0 union all select n + 1 from ${sql.raw(name)} where n + 1 < cast(${count} as integer))`
  await sql`
    insert into room (slug, name_en, type_en, bed_en, description_en, size_sqm,
      max_adults, max_children, max_guests, price_poisha, capacity, position, active)
    with recursive ${createNumbersCte('rooms', roomCount)}
    select 'room-' || n, 'Room ' || n, 'Room', 'One bed', 'A room.', 20, 2 + n % 3, n % 3, 4 + n % 3,
      300000 + (n * 7919) % 5000 * 100, cast(${unitsPerRoom} as integer), n, 1
    from rooms`.execute(db)
  const picture = await db.selectFrom('picture').select('name').orderBy('name').executeTakeFirstOrThrow()
  await sql`insert into room_picture (room_id, position, picture) select id, 0, cast(${picture.name} as text) from room`.execute(
    db,
  )
  const facility = await db.selectFrom('facility').select('id').orderBy('id').executeTakeFirstOrThrow()
  await sql`insert into room_facility (room_id, facility_id) select id, cast(${facility.id} as integer) from room`.execute(
    db,
  )
  if (stayCount === 0) return
  const account = await db.selectFrom('account').select('id').orderBy('id').executeTakeFirstOrThrow()
  const firstDay = getToday() + 1
  await runWithoutIndexes(db, async () => {
    await sql`
      insert into booking (code, booker_id, guest_id, room_id, check_in, check_out, adults, children, status, payment_status,
        payment_type, room_name_en, bed_en, total_poisha, vat_basis_points, vat_poisha, name, email, phone, message,
        language, created_at)
      with recursive ${createNumbersCte('stays', stayCount)},
        placed as (select n, n % ${sql.lit(roomCount)} as room, n / ${sql.lit(roomCount)} * 13 as turn from stays),
        ordered as (select n, room, (turn + room) % ${sql.lit(consecutiveStayCount)} * ${sql.lit(nightsPerStay)} as day from placed)
      select 'sold-' || n, cast(${account.id} as integer), cast(${account.id} as integer), room.id, cast(${firstDay} as integer) + day,
        cast(${firstDay} as integer) + day + ${sql.lit(nightsPerStay)}, 1, 0, 'confirmed', 'unpaid', 2, room.name_en, room.bed_en,
        900000, 0, 0, 'Guest', 'guest@guest.example', '+8801700000004', '', 'en', 0
      from ordered join room on room.position = ordered.room`.execute(db)
    await sql`
      insert into booking_night (booking_id, night, room_id, price_poisha, vat_poisha)
      with recursive ${createNumbersCte('nights', nightsPerStay)}
      select booking.id, booking.check_in + nights.n, booking.room_id, 300000, 0 from booking cross join nights`.execute(
      db,
    )
  })
  await sql`
    insert into inventory (room_id, night, sold, capacity)
    select booking.room_id, booking_night.night, count(*), cast(${unitsPerRoom} as integer)
    from booking join booking_night on booking_night.booking_id = booking.id
    group by booking.room_id, booking_night.night`.execute(db)
  await sql`analyze`.execute(db)
}

async function openBareSqlite(file: string): Promise<BareEngine> {
  const database = new DatabaseSync(file, { readOnly: true })
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  return {
    query(text, parameters) {
      let statement = statements.get(text)
      if (!statement) {
        statements.set(text, (statement = database.prepare(text)))
        statement.setReturnArrays(true)
      }
      return statement.all(...(parameters as SQLInputValue[]))
    },
    close: () => database.close(),
  }
}

async function openBarePostgres(url: string): Promise<BareEngine> {
  const client = new pg.Client(url)
  await client.connect()
  const names = new Map<string, string>()
  return {
    query(text, parameters) {
      if (!names.has(text)) names.set(text, `s${names.size}`)
      return client.query({ name: names.get(text)!, text, values: [...parameters], rowMode: 'array' })
    },
    close: () => client.end(),
  }
}
