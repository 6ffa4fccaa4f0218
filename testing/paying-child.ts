import { createInterface } from 'node:readline'
import type { AddressInfo } from 'node:net'
import { Kysely } from 'kysely'
import { buildApp } from '#app/app.ts'
import type { DatabaseLocation, WholeDatabase } from '#platform/database/database.ts'
import { createPostgresDialect } from '#platform/database/postgres.ts'
import { createSqliteDialect } from '#platform/database/sqlite.ts'
import { openSealer } from '#platform/files/seal.ts'
import { createAddressCheck } from '#platform/external/fetch.ts'
import { readSettings } from '#app/settings.ts'
import { testInstallation } from './request-context.ts'
import type { Tables } from '#schema/tables.ts'

export interface ChildApp {
  at: DatabaseLocation
  now: number
  environment: Record<string, string>
  /** The key that encrypts secrets, and the internal addresses that webhooks may reach. */
  sealKey?: string
  reaches?: string
}

/**
 * Runs the app in this child process on an existing database. It kills itself with SIGKILL after a number of
 * statements, so no handler runs and nothing is flushed. Commands on standard input: `now` sets the time, `left` the
 * number of remaining statements, `due` runs the due jobs.
 */
export async function serveUntilKilled({ at, now: startTime, environment, sealKey, reaches }: ChildApp): Promise<void> {
  let [currentTime, statementsLeft] = [startTime, Infinity]
  const dialect = at.url ? createPostgresDialect(at.url, 10, console.error) : createSqliteDialect(at.file)
  const log = () => {
    if (--statementsLeft <= 0) process.kill(process.pid, 'SIGKILL')
  }
  const db = new Kysely<Tables>({ dialect, log }) as unknown as WholeDatabase
  const context = {
    clock: () => currentTime,
    mailer: { place: 'nowhere', from: 'nobody@selvage.example', send: async () => {}, close: () => {} },
    publicUrl: 'https://selvage.example',
    sealer: openSealer({ key: sealKey, folder: null }),
    isAllowedAddress: reaches === undefined ? () => false : createAddressCheck(reaches),
    isLimited: false,
    onlinePayments: 'simulated',
    isDemo: true,
    installation: testInstallation,
  } as const
  const settings = readSettings({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off', ...environment })
  const { app, worker } = await buildApp(db, context, settings)
  await app.listen({ host: '127.0.0.1', port: 0 })
  console.log(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
  for await (const line of createInterface({ input: process.stdin })) {
    const [command, value] = line.split(' ')
    if (command === 'now') currentTime = Number(value)
    if (command === 'left') statementsLeft = Number(value)
    if (command === 'due') {
      await worker.runDue()
      console.log('done')
    }
  }
}
