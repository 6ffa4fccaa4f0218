import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { serialize } from 'node:v8'
import pg from 'pg'
import { postgresDialect } from '#platform/database/postgres.ts'
import { sqliteDialect } from '#platform/database/sqlite.ts'
import { bareOnPostgres, bareOnSqlite, recordBookings, type Recipe } from './bare-bookings.ts'
import { openPostgresDatabase } from './databases.ts'
import { bookingRequests, keyMark, openHotel } from './hotel.ts'
import { hasPgbench, pgbench } from './pgbench.ts'
import {
  hasSlowDisk,
  memoryMiB,
  slowFlushMs,
  startLoadGenerator,
  startOneByOne,
  startProduct,
  type Disk,
  type LoadGenerator,
  type Server,
} from './processes.ts'
import { bySize } from './size.ts'
import type { Figure } from './table.ts'
import { inTurns, timesASecond } from './turns.ts'

const turns = bySize({ full: 5, smallest: 1 })
const secondsOfTurn = bySize({ full: 1.5, smallest: 0.01 })
const guests = bySize({ full: 64, smallest: 2 })
const connections = 10

/** Durable bookings by few and by many guests at once, in process and over HTTP, against the same SQL on the bare driver. */
export async function bookingsOnSqlite(folder: string): Promise<Figure[]> {
  const file = join(folder, 'called.sqlite')
  await using hotel = await openHotel({ file }, guests)
  const recipes = await recordBookings(sqliteDialect(file), guests, hotel.book)
  using bare = bareOnSqlite(file, recipes)
  await using servers = await bothServers(folder, recipes, 'as it is')
  const results = await measured({
    called8: () => timesASecond(secondsOfTurn, 8, hotel.book),
    bare8: () => bare.bookingsASecond(secondsOfTurn, 8),
    called64: () => timesASecond(secondsOfTurn, 64, hotel.book),
    bare64: () => bare.bookingsASecond(secondsOfTurn, 64),
    called1: () => timesASecond(secondsOfTurn, 1, hotel.book),
    http1: () => servers.ours(1),
    http8: () => servers.ours(8),
    bare1: () => bare.bookingsASecond(secondsOfTurn, 1),
    oneByOne: () => servers.oneByOne(64),
    http64: () => servers.ours(64),
  })
  const { called1, called8, called64, bare1, bare8, bare64, http1, http8, http64, oneByOne } = results
  const alone = 'their SQL alone, a commit for each'
  const unit = '/s'
  return [
    { what: 'SQLite, in process: 1 books', unit, ours: called1, bare: bare1, against: alone },
    { what: '  8 book at once', unit, ours: called8, bare: bare8, against: 'their SQL alone, 8 to a commit' },
    {
      what: '  64 book at once',
      unit,
      ours: called64,
      bare: bare64,
      against: 'their SQL alone, 64 to a commit',
      target: { ratioAtLeast: 0.6 },
    },
    { what: '  their SQL alone, 64 to a commit', unit, ours: bare64, bare: bare1, against: alone },
    { what: 'SQLite, over HTTP: 1 books', unit, ours: http1, bare: oneByOne, against: bareServer },
    { what: '  8 book at once', unit, ours: http8, bare: oneByOne, against: bareServer },
    { what: '  64 book at once', unit, ours: http64, bare: oneByOne, against: bareServer },
    memoryAfterwards(servers.product),
  ]
}

/** Bookings over HTTP on a slow disk, where sharing a flush between bookings matters most. */
export async function bookingsOnSlowDisk(folder: string): Promise<Figure[]> {
  if (!hasSlowDisk()) {
    console.log('The slow disk is not measured, because strace is not installed.')
    return []
  }
  const file = join(folder, 'recorded.sqlite')
  await using hotel = await openHotel({ file }, guests)
  await using servers = await bothServers(folder, await recordBookings(sqliteDialect(file), guests, hotel.book), 'slow')
  const { http1, http64, oneByOne } = await measured({
    http1: () => servers.ours(1),
    oneByOne: () => servers.oneByOne(64),
    http64: () => servers.ours(64),
  })
  const compared = { unit: '/s', bare: oneByOne, against: bareServer } as const
  return [
    { ...compared, what: `SQLite, over HTTP, flushes ${slowFlushMs} ms longer: 1 books`, ours: http1 },
    { ...compared, what: '  64 book at once', ours: http64, target: { ratioAtLeast: 5 } },
  ]
}

const bareServer = 'node:http with their SQL alone, a commit for each of 64'

/** Starts the product, and a server that commits each booking separately, on equal databases and disks. */
async function bothServers(folder: string, recipes: Recipe[], disk: Disk) {
  const files = { ours: join(folder, disk, 'selvage.sqlite'), oneByOne: join(folder, `${disk}.sqlite`) }
  for (const file of Object.values(files)) await (await openHotel({ file }, guests))[Symbol.asyncDispose]()
  const recipesFile = join(folder, 'recipes')
  writeFileSync(recipesFile, serialize(recipes))
  await using started = new AsyncDisposableStack()
  const product = started.use(await startProduct(dirname(files.ours), { disk }))
  const other = started.use(await startOneByOne(files.oneByOne, recipesFile, disk))
  const load = started.use(startLoadGenerator())
  const requests = await bookingRequests(product, guests)
  const running = started.move()
  return {
    product,
    ours: bookerOverHttp(product, load, requests, () => {
      using database = new DatabaseSync(files.ours, { timeout: 5_000 })
      database.exec(dropEmails)
    }),
    oneByOne: bookerOverHttp(other, load, requests),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

export async function bookingsOnPostgres(folder: string): Promise<Figure[]> {
  await using called = await openPostgresDatabase('called')
  await using served = await openPostgresDatabase('served')
  await (await openHotel({ url: served.url, file: '' }, guests))[Symbol.asyncDispose]()
  await using product = await startProduct(join(folder, 'served-postgres'), { databaseUrl: served.url })
  await using load = startLoadGenerator()
  await using hotel = await openHotel({ url: called.url, file: '', poolSize: connections }, guests)
  const recipes = await recordBookings(postgresDialect(called.url, 1, console.error), guests, hotel.book)
  await using bare = await bareOnPostgres(called.url, connections, recipes)
  const overHttp = bookerOverHttp(product, load, await bookingRequests(product, guests), async () => {
    const client = new pg.Client(served.url)
    await client.connect()
    await client.query(dropEmails)
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
    {
      ...compared,
      what: '  the same',
      ours: called64,
      bare: driver,
      against: `pg with their SQL alone, ${connections} connections${durability}`,
    },
    { ...compared, what: 'PostgreSQL, over HTTP: 1 books', ours: http1 },
    { ...compared, what: '  8 book at once', ours: http8 },
    { ...compared, what: '  64 book at once', ours: http64, target: { ratioAtLeast: 0.4 } },
    memoryAfterwards(product),
  ]
}

async function measured<Name extends string>(
  runs: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number[]>> {
  if (turns > 1) await inTurns(1, runs)
  return inTurns(turns, runs)
}

/** Returns a function that measures bookings per second over HTTP for a number of concurrent guests. */
function bookerOverHttp(
  server: Server,
  load: LoadGenerator,
  requests: string[],
  afterwards?: () => void | Promise<void>,
) {
  return async (atOnce: number) => {
    const { aSecond } = await load.run({
      port: server.port,
      connections: atOnce,
      requests,
      mark: keyMark,
      seconds: secondsOfTurn,
    })
    await afterwards?.()
    return aSecond
  }
}

/** Drops pending emails. Otherwise the server would send them during the next turn. */
const dropEmails = 'delete from job where done_at is null'

const memoryAfterwards = ({ pid }: Server): Figure => ({
  what: '  memory (RSS) of that server after all of it',
  unit: 'MiB',
  ours: [memoryMiB(pid)],
})
