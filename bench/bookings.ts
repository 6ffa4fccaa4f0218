import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { postgresDialect } from '../src/platform/postgres.ts'
import { sqliteDialect } from '../src/platform/sqlite.ts'
import { bareOnPostgres, bareOnSqlite, recordBookings } from './bare-bookings.ts'
import { openPostgresDatabase } from './databases.ts'
import { bookingRequests, keyMark, openHotel } from './hotel.ts'
import { hasPgbench, pgbench } from './pgbench.ts'
import { memoryMiB, startLoadGenerator, startProduct, type LoadGenerator, type Server } from './processes.ts'
import type { Figure } from './table.ts'
import { inTurns, timesASecond } from './turns.ts'

const turns = 5
const secondsOfTurn = 1.5
const guests = 64
const connections = 10

/** Durable bookings by few and by many at once, as a call and over HTTP, against the same SQL on the bare driver. */
export async function bookingsOnSqlite(folder: string): Promise<Figure[]> {
  const file = join(folder, 'called.sqlite')
  const servedFile = join(folder, 'served', 'selvage.sqlite')
  await (await openHotel({ file: servedFile }, guests))[Symbol.asyncDispose]()
  await using product = await startProduct(join(folder, 'served'))
  await using load = startLoadGenerator()
  await using hotel = await openHotel({ file }, guests)
  using bare = bareOnSqlite(file, await recordBookings(sqliteDialect(file), guests, hotel.book))
  const overHttp = await bookerOverHttp(product, load, () => {
    using database = new DatabaseSync(servedFile, { timeout: 5_000 })
    database.exec(dropLetters)
  })
  const results = await measured({
    called8: () => timesASecond(secondsOfTurn, 8, hotel.book),
    bare8: () => bare.bookingsASecond(secondsOfTurn, 8),
    called64: () => timesASecond(secondsOfTurn, 64, hotel.book),
    bare64: () => bare.bookingsASecond(secondsOfTurn, 64),
    called1: () => timesASecond(secondsOfTurn, 1, hotel.book),
    http1: () => overHttp(1),
    http8: () => overHttp(8),
    bare1: () => bare.bookingsASecond(secondsOfTurn, 1),
    http64: () => overHttp(64),
  })
  const { called1, called8, called64, bare1, bare8, bare64, http1, http8, http64 } = results
  const oneByOne = 'their SQL alone, a commit for each'
  const unit = '/s'
  return [
    { what: 'SQLite, in process: 1 books', unit, ours: called1, bare: bare1, against: oneByOne },
    { what: '  8 book at once', unit, ours: called8, bare: bare8, against: 'their SQL alone, 8 to a commit' },
    { what: '  64 book at once', unit, ours: called64, bare: bare64, against: 'their SQL alone, 64 to a commit', target: { ratioAtLeast: 0.6 } },
    { what: 'SQLite, over HTTP: 1 books', unit, ours: http1, bare: bare1, against: oneByOne },
    { what: '  8 book at once', unit, ours: http8, bare: bare1, against: oneByOne },
    { what: '  64 book at once', unit, ours: http64, bare: bare1, against: oneByOne, target: { ratioAtLeast: 5 } },
    { what: '  the same', unit, ours: http64, bare: http1, against: 'the same server, one guest at a time', target: { ratioAtLeast: 5 } },
    memoryAfterwards(product),
  ]
}

export async function bookingsOnPostgres(folder: string): Promise<Figure[]> {
  await using called = await openPostgresDatabase('called')
  await using served = await openPostgresDatabase('served')
  await (await openHotel({ url: served.url, file: '' }, guests))[Symbol.asyncDispose]()
  await using product = await startProduct(join(folder, 'served-postgres'), served.url)
  await using load = startLoadGenerator()
  await using hotel = await openHotel({ url: called.url, file: '', poolSize: connections }, guests)
  const recipes = await recordBookings(postgresDialect(called.url, 1, console.error), guests, hotel.book)
  await using bare = await bareOnPostgres(called.url, connections, recipes)
  const overHttp = await bookerOverHttp(product, load, async () => {
    const client = new pg.Client(served.url)
    await client.connect()
    await client.query(dropLetters)
    await client.end()
  })
  const best = hasPgbench() ? pgbench(folder, called.url, connections, recipes) : bare
  const { called1, called8, called64, driver, most, http1, http8, http64 } = await measured({
    called1: () => timesASecond(secondsOfTurn, 1, hotel.book),
    called8: () => timesASecond(secondsOfTurn, 8, hotel.book),
    driver: () => bare.bookingsASecond(secondsOfTurn),
    called64: () => timesASecond(secondsOfTurn, 64, hotel.book),
    most: () => best.bookingsASecond(secondsOfTurn),
    http64: () => overHttp(64),
    http1: () => overHttp(1),
    http8: () => overHttp(8),
  })
  const durability = called.isDurable ? '' : ', no flushes'
  const against = `${best === bare ? 'no pgbench here: ' : 'pgbench with '}their SQL alone, ${connections} connections${durability}`
  const compared = { unit: '/s', bare: most, against } as const
  return [
    { ...compared, what: 'PostgreSQL, in process: 1 books', ours: called1 },
    { ...compared, what: '  8 book at once', ours: called8 },
    { ...compared, what: '  64 book at once', ours: called64, target: { ratioAtLeast: 0.55 } },
    { ...compared, what: '  the same', ours: called64, bare: driver, against: `pg with their SQL alone, ${connections} connections${durability}` },
    { ...compared, what: 'PostgreSQL, over HTTP: 1 books', ours: http1 },
    { ...compared, what: '  8 book at once', ours: http8 },
    { ...compared, what: '  64 book at once', ours: http64, target: { ratioAtLeast: 0.4 } },
    memoryAfterwards(product),
  ]
}

async function measured<Name extends string>(runs: Record<Name, () => Promise<number>>): Promise<Record<Name, number[]>> {
  await inTurns(1, runs)
  return inTurns(turns, runs)
}

/** How many book over HTTP in a second, so many at once. */
async function bookerOverHttp(product: Server, load: LoadGenerator, afterwards: () => void | Promise<void>) {
  const requests = await bookingRequests(product, guests)
  return async (atOnce: number) => {
    const { aSecond } = await load.run({ port: product.port, connections: atOnce, requests, mark: keyMark, seconds: secondsOfTurn })
    await afterwards()
    return aSecond
  }
}

/** The server would send the letters of one turn during the next. */
const dropLetters = 'delete from job where done_at is null'

const memoryAfterwards = ({ pid }: Server): Figure => ({ what: '  memory (RSS) of that server after all of it', unit: 'MiB', ours: [memoryMiB(pid)] })
