import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { serialize } from 'node:v8'
import pg from 'pg'
import { createPostgresDialect } from '#platform/database/postgres.ts'
import { createSqliteDialect } from '#platform/database/sqlite.ts'
import { openBareOnPostgres, openBareOnSqlite, recordBookings, type Recipe } from './bare-bookings.ts'
import { openPostgresDatabase } from './databases.ts'
import { createBookingRequests, openHotel } from './hotel.ts'
import { hasPgbench, runPgbench } from './pgbench.ts'
import {
  hasStrace,
  readMemoryMiB,
  extraFlushMs,
  startLoadGenerator,
  startOneByOne,
  startProduct,
  type Disk,
  type LoadGenerator,
  type Server,
} from './processes.ts'
import { numberMark } from './requests.ts'
import { chooseBySize } from './size.ts'
import type { Figure } from './table.ts'
import { runInTurns, countTimesPerSecond } from './turns.ts'

const turnCount = chooseBySize({ full: 5, smallest: 1 })
const secondsOfTurn = chooseBySize({ full: 1.5, smallest: 0.01 })
const guestCount = chooseBySize({ full: 64, smallest: 2 })
const connectionCount = 10

/** Durable bookings by few and by many guests at once, in process and over HTTP, against the same SQL on the bare driver. */
export async function measureBookingsOnSqlite(folder: string): Promise<Figure[]> {
  const file = join(folder, 'called.sqlite')
  await using hotel = await openHotel({ file }, guestCount)
  const recipes = await recordBookings(createSqliteDialect(file), guestCount, hotel.book)
  using bareDatabase = openBareOnSqlite(file, recipes)
  await using servers = await startBothServers(folder, recipes, 'as it is')
  const results = await measure({
    called8: () => countTimesPerSecond(secondsOfTurn, 8, hotel.book),
    bare8: () => bareDatabase.bookingsPerSecond(secondsOfTurn, 8),
    called64: () => countTimesPerSecond(secondsOfTurn, 64, hotel.book),
    bare64: () => bareDatabase.bookingsPerSecond(secondsOfTurn, 64),
    called1: () => countTimesPerSecond(secondsOfTurn, 1, hotel.book),
    http1: () => servers.ours(1),
    http8: () => servers.ours(8),
    bare1: () => bareDatabase.bookingsPerSecond(secondsOfTurn, 1),
    oneByOne: () => servers.oneByOne(64),
    http64: () => servers.ours(64),
  })
  const { called1, called8, called64, bare1, bare8, bare64, http1, http8, http64, oneByOne } = results
  const separateCommitsLabel = 'their SQL alone, a commit for each'
  const unit = '/s'
  return [
    { label: 'SQLite, in process: 1 books', unit, ours: called1, bare: bare1, against: separateCommitsLabel },
    { label: '  8 book at once', unit, ours: called8, bare: bare8, against: 'their SQL alone, 8 to a commit' },
    {
      label: '  64 book at once',
      unit,
      ours: called64,
      bare: bare64,
      against: 'their SQL alone, 64 to a commit',
      target: { minRatio: 0.6 },
    },
    { label: '  their SQL alone, 64 to a commit', unit, ours: bare64, bare: bare1, against: separateCommitsLabel },
    { label: 'SQLite, over HTTP: 1 books', unit, ours: http1, bare: oneByOne, against: bareServerLabel },
    { label: '  8 book at once', unit, ours: http8, bare: oneByOne, against: bareServerLabel },
    { label: '  64 book at once', unit, ours: http64, bare: oneByOne, against: bareServerLabel },
    measureMemory(servers.product),
  ]
}

/** Bookings over HTTP on a slow disk, where sharing a flush between bookings matters most. */
export async function measureBookingsOnSlowDisk(folder: string): Promise<Figure[]> {
  if (!hasStrace()) {
    console.log('The slow disk is not measured, because strace is not installed.')
    return []
  }
  const file = join(folder, 'recorded.sqlite')
  await using hotel = await openHotel({ file }, guestCount)
  await using servers = await startBothServers(
    folder,
    await recordBookings(createSqliteDialect(file), guestCount, hotel.book),
    'slow',
  )
  const { http1, http64, oneByOne } = await measure({
    http1: () => servers.ours(1),
    oneByOne: () => servers.oneByOne(64),
    http64: () => servers.ours(64),
  })
  const comparison = { unit: '/s', bare: oneByOne, against: bareServerLabel } as const
  return [
    { ...comparison, label: `SQLite, over HTTP, flushes ${extraFlushMs} ms longer: 1 books`, ours: http1 },
    { ...comparison, label: '  64 book at once', ours: http64, target: { minRatio: 5 } },
  ]
}

const bareServerLabel = 'node:http with their SQL alone, a commit for each of 64'

/** Starts the app, and a server that commits each booking separately, on equal databases and disks. */
async function startBothServers(folder: string, recipes: Recipe[], disk: Disk) {
  const files = { ours: join(folder, disk, 'selvage.sqlite'), oneByOne: join(folder, `${disk}.sqlite`) }
  for (const file of Object.values(files)) await (await openHotel({ file }, guestCount))[Symbol.asyncDispose]()
  const recipesFile = join(folder, 'recipes')
  writeFileSync(recipesFile, serialize(recipes))
  await using startedServers = new AsyncDisposableStack()
  const product = startedServers.use(await startProduct(dirname(files.ours), { disk }))
  const bareProcess = startedServers.use(await startOneByOne(files.oneByOne, recipesFile, disk))
  const loadGenerator = startedServers.use(startLoadGenerator())
  const requests = await createBookingRequests(product, guestCount)
  const runningServers = startedServers.move()
  return {
    product,
    ours: createHttpBooker(product, loadGenerator, requests, () => {
      using database = new DatabaseSync(files.ours, { timeout: 5_000 })
      database.exec(deletePendingJobs)
    }),
    oneByOne: createHttpBooker(bareProcess, loadGenerator, requests),
    [Symbol.asyncDispose]: () => runningServers.disposeAsync(),
  }
}

export async function measureBookingsOnPostgres(folder: string): Promise<Figure[]> {
  await using calledDatabase = await openPostgresDatabase('called')
  await using servedDatabase = await openPostgresDatabase('served')
  await (await openHotel({ url: servedDatabase.url, file: '' }, guestCount))[Symbol.asyncDispose]()
  await using product = await startProduct(join(folder, 'served-postgres'), { databaseUrl: servedDatabase.url })
  await using load = startLoadGenerator()
  await using hotel = await openHotel({ url: calledDatabase.url, file: '', poolSize: connectionCount }, guestCount)
  const recipes = await recordBookings(
    createPostgresDialect(calledDatabase.url, 1, console.error),
    guestCount,
    hotel.book,
  )
  await using bareDatabase = await openBareOnPostgres(calledDatabase.url, connectionCount, recipes)
  const httpBooker = createHttpBooker(product, load, await createBookingRequests(product, guestCount), async () => {
    const client = new pg.Client(servedDatabase.url)
    await client.connect()
    await client.query(deletePendingJobs)
    await client.end()
  })
  const bestBare = hasPgbench() ? runPgbench(folder, calledDatabase.url, connectionCount, recipes) : bareDatabase
  const {
    called1,
    called8,
    called64,
    driver,
    most: bestBareRates,
    http1,
    http8,
    http64,
  } = await measure({
    called1: () => countTimesPerSecond(secondsOfTurn, 1, hotel.book),
    called8: () => countTimesPerSecond(secondsOfTurn, 8, hotel.book),
    driver: () => bareDatabase.bookingsPerSecond(secondsOfTurn),
    called64: () => countTimesPerSecond(secondsOfTurn, 64, hotel.book),
    most: () => bestBare.bookingsPerSecond(secondsOfTurn),
    http64: () => httpBooker(64),
    http1: () => httpBooker(1),
    http8: () => httpBooker(8),
  })
  const flushNote = calledDatabase.isDurable ? '' : ', no flushes'
  const bareDescription = `${bestBare === bareDatabase ? 'no pgbench here: ' : 'pgbench with '}their SQL alone, ${connectionCount} connections${flushNote}`
  const comparison = { unit: '/s', bare: bestBareRates, against: bareDescription } as const
  return [
    { ...comparison, label: 'PostgreSQL, in process: 1 books', ours: called1 },
    { ...comparison, label: '  8 book at once', ours: called8 },
    { ...comparison, label: '  64 book at once', ours: called64, target: { minRatio: 0.55 } },
    {
      ...comparison,
      label: '  the same',
      ours: called64,
      bare: driver,
      against: `pg with their SQL alone, ${connectionCount} connections${flushNote}`,
    },
    { ...comparison, label: 'PostgreSQL, over HTTP: 1 books', ours: http1 },
    { ...comparison, label: '  8 book at once', ours: http8 },
    { ...comparison, label: '  64 book at once', ours: http64, target: { minRatio: 0.4 } },
    measureMemory(product),
  ]
}

async function measure<Name extends string>(
  runs: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number[]>> {
  if (turnCount > 1) await runInTurns(1, runs)
  return runInTurns(turnCount, runs)
}

/** Returns a function that measures bookings per second over HTTP for a number of concurrent guests. */
function createHttpBooker(
  server: Server,
  load: LoadGenerator,
  requests: string[],
  cleanUp?: () => void | Promise<void>,
) {
  return async (concurrency: number) => {
    const { perSecond } = await load.run({
      port: server.port,
      connections: concurrency,
      requests,
      mark: numberMark,
      seconds: secondsOfTurn,
    })
    await cleanUp?.()
    return perSecond
  }
}

/** Deletes pending jobs. Otherwise the server would send their emails during the next turn. */
const deletePendingJobs = 'delete from job where done_at is null'

const measureMemory = ({ pid }: Server): Figure => ({
  label: '  memory (RSS) of that server after all of it',
  unit: 'MiB',
  ours: [readMemoryMiB(pid)],
})
