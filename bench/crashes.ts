import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#platform/database/database.ts'
import { killWhileBooking } from '#testing/crash.ts'
import { openPostgresDatabase } from './databases.ts'
import { chooseBySize } from './size.ts'
import type { Figure } from './table.ts'

const killCount = chooseBySize({ full: 20, smallest: 1 })

/** Kills the server while guests book, on both engines. Fails if an acknowledged booking is lost. */
export async function measureCrashes(folder: string): Promise<Figure[]> {
  await using postgres = await openPostgresDatabase('killed')
  return [await measureRestarts(folder, 'SQLite', undefined), await measureRestarts(folder, 'PostgreSQL', postgres.url)]
}

async function measureRestarts(parent: string, engine: string, url: string | undefined): Promise<Figure> {
  const folder = join(parent, `killed-${engine}`)
  mkdirSync(folder)
  const { db, close } = await openDatabase({ url, file: join(folder, 'selvage.sqlite') })
  const environment = { DATA_DIR: folder, DATABASE_URL: url ?? '', SEED: 'company', LOG_LEVEL: 'error' }
  const { acknowledged: acknowledgedCount, readyMs } = await killWhileBooking(
    { environment, folder, db, close },
    killCount,
  )
  await close()
  const resultSummary = `of ${acknowledgedCount} bookings acknowledged before ${killCount} kills, none is lost`
  return { label: `start after a kill among bookings, ${engine}`, unit: 'ms', ours: readyMs, against: resultSummary }
}
