import pg from 'pg'
import { startDurablePostgresServer } from '#testing/postgres.ts'

export interface PostgresDatabase extends AsyncDisposable {
  url: string
  /** Whether a commit returns only after it is on disk. */
  isDurable: boolean
}

/**
 * Creates a PostgreSQL database, empty or as a copy of `template`, which must have no open connections. It is dropped
 * on disposal.
 */
export async function openPostgresDatabase(purpose: string, template?: { url: string }): Promise<PostgresDatabase> {
  const server = await startDurablePostgresServer()
  const name = `${purpose}_${process.pid}`
  await runStatement(
    server,
    `create database ${name} template ${template ? new URL(template.url).pathname.slice(1) : 'template0'}`,
  )
  return {
    url: Object.assign(new URL(server), { pathname: name }).href,
    isDurable: (await runStatement(server, 'show fsync'))[0] === 'on',
    [Symbol.asyncDispose]: async () => void (await runStatement(server, `drop database ${name} with (force)`)),
  }
}

/** Returns the values of all rows in one list. */
export async function runStatement(server: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(server)
  await client.connect()
  const { rows } = await client.query({ text: statement, rowMode: 'array' })
  await client.end()
  return rows.flat()
}
