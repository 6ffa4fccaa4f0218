import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { sqliteDialect } from '../src/platform/sqlite.ts'
import { postgresDialect } from '../src/platform/postgres.ts'
import { postgresServer } from '../testing/postgres.ts'
import { bareOnPostgres, bareOnSqlite, recordBookings } from './bare-bookings.ts'
import { bookingRequests, keyMark, openHotel } from './hotel.ts'
import { startLoadGenerator, startProduct } from './processes.ts'
import type { Figure } from './table.ts'
import { inTurns, timesASecond } from './turns.ts'

const turns = 5
const secondsOfTurn = 1.5
const guests = 64
const connections = 10

/** Durable bookings by many at once, through the front door and as a call, against the same SQL on the bare driver. */
export async function bookingsOnSqlite(folder: string): Promise<Figure[]> {
  const file = join(folder, 'called.sqlite')
  const servedFile = join(folder, 'served', 'selvage.sqlite')
  await (await openHotel({ file: servedFile }, guests))[Symbol.asyncDispose]()
  await using product = await startProduct(join(folder, 'served'))
  await using load = startLoadGenerator()
  await using hotel = await openHotel({ file }, guests)
  using bare = bareOnSqlite(file, await recordBookings(sqliteDialect(file), guests, hotel.book))
  const requests = await bookingRequests(product, guests)

  const overHttp = async (atOnce: number) => {
    const { aSecond } = await load.run({ port: product.port, connections: atOnce, requests, mark: keyMark, seconds: secondsOfTurn })
    dropLetters(servedFile)
    return aSecond
  }
  const runs = {
    http: () => overHttp(guests),
    httpOneByOne: () => overHttp(1),
    called: () => timesASecond(secondsOfTurn, guests, hotel.book),
    bare: () => bare.bookingsASecond(secondsOfTurn, guests),
    bareOneByOne: () => bare.bookingsASecond(secondsOfTurn, 1),
  }
  await inTurns(1, runs)
  const results = await inTurns(turns, runs)
  const manyGuests = {
    unit: '/s', ours: results.http, bare: results.httpOneByOne, target: { ratioAtLeast: 5 },
  } as const
  return [
    { ...manyGuests, what: `${guests} guests book over HTTP, SQLite`, against: 'the same server, one guest at a time' },
    { ...manyGuests, what: '  the same', bare: results.bareOneByOne, against: 'their SQL alone, a commit for each' },
    {
      what: `${guests} book at once within the process, SQLite`, unit: '/s', ours: results.called, bare: results.bare,
      against: `their SQL alone, ${guests} to a commit`,
    },
  ]
}

export async function bookingsOnPostgres(): Promise<Figure[]> {
  const server = await postgresServer()
  const name = `bench_${process.pid}`
  await ask(server, `create database ${name} template template0`)
  try {
    const url = Object.assign(new URL(server), { pathname: name }).href
    await using hotel = await openHotel({ url, file: '', poolSize: connections }, guests)
    const recipes = await recordBookings(postgresDialect(url, 1, console.error), guests, hotel.book)
    await using bare = await bareOnPostgres(url, connections, recipes)
    const runs = {
      called: () => timesASecond(secondsOfTurn, guests, hotel.book),
      bare: () => bare.bookingsASecond(secondsOfTurn),
    }
    await inTurns(1, runs)
    const results = await inTurns(turns, runs)
    const isDurable = (await ask(server, 'show fsync'))[0] === 'on'
    const what = `${guests} book at once within the process, PostgreSQL`
    const against = `their SQL alone; both ${connections} connections${isDurable ? '' : ', no flushes'}`
    return [{ what, unit: '/s', ours: results.called, bare: results.bare, against }]
  } finally {
    await ask(server, `drop database ${name} with (force)`)
  }
}

/** The server would send the letters of one turn during the next. */
function dropLetters(file: string): void {
  using database = new DatabaseSync(file, { timeout: 5_000 })
  database.exec('delete from job where done_at is null')
}

async function ask(server: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(server)
  await client.connect()
  const { rows } = await client.query({ text: statement, rowMode: 'array' })
  await client.end()
  return rows.flat()
}
