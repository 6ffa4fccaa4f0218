import { randomBytes, randomUUID } from 'node:crypto'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, type CompiledQuery, type Dialect } from 'kysely'
import pg from 'pg'
import { createReadableCode } from '#platform/codes.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import type { Tables } from '#schema/tables.ts'
import { countTimesPerSecond } from './turns.ts'

/** The SQL statements of one booking in order, with the positions of the parameters that change with each booking. */
export type Recipe = Step[]
export interface Step {
  sql: string
  parameters: readonly unknown[]
  codePositions: number[]
  bookingIdPositions: number[]
  /** Positions of the idempotency key. */
  keyPositions: number[]
  /** Positions of the hash of the link in the email. */
  hashPositions: number[]
  returnsBookingId: boolean
}

/** Records the statements of the app while it books, so that the bare side does the same work. */
export async function recordBookings(
  dialect: Dialect,
  guests: number,
  book: (guest: number, db: Database) => Promise<{ id: number; code: string }>,
): Promise<Recipe[]> {
  let queries: CompiledQuery[] = []
  const db = new Kysely<Tables>({ dialect, log: ({ query }) => void queries.push(query) })
  const recipes: Recipe[] = []
  for (let guest = 0; guest < guests; guest++) {
    queries = []
    const bookedRow = await book(guest, db as WholeDatabase)
    recipes.push(queries.map((query) => toStep(query, bookedRow)))
  }
  await db.destroy()
  return recipes
}

function toStep({ sql, parameters }: CompiledQuery, { id, code }: { id: number; code: string }): Step {
  const listPositions = (value: unknown) =>
    parameters.flatMap((parameter, position) => (parameter === value ? [position] : []))
  return {
    sql,
    parameters,
    codePositions: listPositions(code),
    bookingIdPositions: sql.startsWith('insert into "booking_night"') ? listPositions(id) : [],
    keyPositions: sql.startsWith('insert into "request_key"') ? [1] : [],
    hashPositions: sql.startsWith('insert into "signed_link"') ? [0] : [],
    returnsBookingId: sql.startsWith('insert into "booking" '),
  }
}

/** Books with node:sqlite alone, with the durability of the app. */
export function openBareOnSqlite(file: string, recipes: readonly Recipe[]) {
  const database = new DatabaseSync(file, { timeout: 5_000 })
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  const statements = new Map<string, StatementSync>()
  let turn = 0

  function book(): void {
    const code = createReadableCode(10)
    let bookingId = 0
    for (const step of recipes[turn++ % recipes.length]!) {
      const values = fillParameters(step, code, bookingId) as SQLInputValue[]
      const rows = prepareOnce(step.sql).all(...values) as unknown as unknown[][]
      if (step.returnsBookingId) bookingId = rows[0]![0] as number
    }
  }

  function prepareOnce(sql: string): StatementSync {
    let statement = statements.get(sql)
    if (!statement) {
      statement = database.prepare(sql)
      statement.setReturnArrays(true)
      statements.set(sql, statement)
    }
    return statement
  }

  function commit(bookingCount: number): void {
    database.exec('begin immediate')
    for (let i = 0; i < bookingCount; i++) book()
    database.exec('commit')
  }

  return {
    commit,
    bookingsPerSecond: async (seconds: number, inOneCommit: number): Promise<number> =>
      inOneCommit * (await countTimesPerSecond(seconds, 1, () => commit(inOneCommit))),
    [Symbol.dispose]: () => database.close(),
  }
}

/** Books with pg alone: prepared statements, one transaction at a time on each connection. */
export async function openBareOnPostgres(url: string, connections: number, recipes: readonly Recipe[]) {
  const clients = Array.from({ length: connections }, () => new pg.Client(url))
  await Promise.all(clients.map((client) => client.connect()))
  const statementNames = new Map(recipes.flat().map(({ sql }, index) => [sql, `s${index}`]))
  let turn = 0

  async function book(client: pg.Client): Promise<void> {
    const code = createReadableCode(10)
    let bookingId = 0
    await client.query('begin')
    for (const step of recipes[turn++ % recipes.length]!) {
      const values = fillParameters(step, code, bookingId)
      const { rows } = await client.query({
        name: statementNames.get(step.sql),
        text: step.sql,
        values,
        rowMode: 'array',
      })
      if (step.returnsBookingId) bookingId = rows[0]![0] as number
    }
    await client.query('commit')
  }

  return {
    book: () => book(clients[0]!),
    bookingsPerSecond: (seconds: number) =>
      countTimesPerSecond(seconds, connections, (client) => book(clients[client]!)),
    [Symbol.asyncDispose]: async () => void (await Promise.all(clients.map((client) => client.end()))),
  }
}

function fillParameters(
  { parameters, codePositions, bookingIdPositions, keyPositions, hashPositions }: Step,
  code: string,
  bookingId: number,
): unknown[] {
  const values = [...parameters]
  for (const position of codePositions) values[position] = code
  for (const position of bookingIdPositions) values[position] = bookingId
  for (const position of keyPositions) values[position] = randomUUID()
  for (const position of hashPositions) values[position] = randomBytes(32)
  return values
}
