import { createInterface } from 'node:readline'
import type { AddressInfo } from 'node:net'
import { Kysely } from 'kysely'
import { buildApp } from '#app/app.ts'
import type { DatabasePlace, WholeDatabase } from '#platform/database/database.ts'
import { postgresDialect } from '#platform/database/postgres.ts'
import { sqliteDialect } from '#platform/database/sqlite.ts'
import { openSealer } from '#platform/files/seal.ts'
import { reachable } from '#platform/outside/ask.ts'
import { readSettings } from '#platform/settings.ts'
import type { Tables } from '#schema/tables.ts'

export interface ChildApp {
  at: DatabasePlace
  now: number
  environment: Record<string, string>
  /** With what it seals, and which inner addresses it may reach, if any. */
  sealKey?: string
  reaches?: string
}

/**
 * The product in a process of its own, on a database that is there, which kills itself right after so many statements more: no
 * handler runs, nothing is flushed. It is told on its standard input what time it is (`now`), how many are left (`left`), and to
 * do what is due (`due`).
 */
export async function serveUntilKilled({ at, now: begins, environment, sealKey, reaches }: ChildApp): Promise<void> {
  let [now, left] = [begins, Infinity]
  const dialect = at.url ? postgresDialect(at.url, 10, console.error) : sqliteDialect(at.file)
  const log = () => {
    if (--left <= 0) process.kill(process.pid, 'SIGKILL')
  }
  const db = new Kysely<Tables>({ dialect, log }) as unknown as WholeDatabase
  const context = {
    clock: () => now,
    mailer: { place: 'nowhere', from: 'nobody@selvage.example', send: async () => {}, close: () => {} },
    publicUrl: 'https://selvage.example',
    sealer: openSealer({ key: sealKey, folder: null }),
    mayReach: reaches === undefined ? () => false : reachable(reaches),
    isLimited: false,
    paidOnline: 'in play',
    isDemo: true,
  } as const
  const settings = readSettings({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off', ...environment })
  const { app, worker } = await buildApp(db, context, settings, '0.0.0')
  await app.listen({ host: '127.0.0.1', port: 0 })
  console.log(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
  for await (const line of createInterface({ input: process.stdin })) {
    const [word, value] = line.split(' ')
    if (word === 'now') now = Number(value)
    if (word === 'left') left = Number(value)
    if (word === 'due') {
      await worker.runDue()
      console.log('done')
    }
  }
}
