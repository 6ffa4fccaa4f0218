import { join } from 'node:path'
import { openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { migrationsFolder } from '#platform/project-root.ts'
import { move } from '#app/admin/move.ts'
import { seedManyBookings } from '#testing/many-bookings.ts'
import { openPostgresDatabase } from './databases.ts'
import { chooseBySize } from './size.ts'
import type { Figure } from './table.ts'

const rowCounts = chooseBySize({ full: { people: 20_000, stays: 100_000 }, smallest: { people: 20, stays: 100 } })
const turnCount = chooseBySize({ full: 3, smallest: 1 })
const FILLING_TIMEOUT_MS = 600_000

/** Measures `npm run admin -- move`: the copy of an embedded database to PostgreSQL, with the comparison of all rows. */
export async function measureMove(folder: string): Promise<Figure[]> {
  const file = join(folder, 'moved.sqlite')
  const database = await openDatabase({ file, statementsLastMs: FILLING_TIMEOUT_MS })
  await migrate(database.db, database.engine, migrationsFolder)
  await seedManyBookings(rowCounts)(database)
  await database.close()

  const tookMs: number[] = []
  const rowsPerSecond: number[] = []
  for (let turn = 0; turn < turnCount; turn++) {
    await using target = await openPostgresDatabase('move')
    const startedAt = performance.now()
    const { sums } = await move({ from: file, to: target.url, migrationsFolder })
    const moveMs = performance.now() - startedAt
    const rowCount = sums.values().reduce((sum, table) => sum + table.rows, 0)
    if (sums.get('booking')!.rows < rowCounts.stays) throw new Error('not all bookings were moved')
    tookMs.push(moveMs)
    rowsPerSecond.push((rowCount / moveMs) * 1_000)
  }
  return [
    { label: `move of ${rowCounts.stays.toLocaleString('en')} bookings to PostgreSQL`, unit: 'ms', ours: tookMs },
    { label: 'rows copied and compared by the move', unit: '/s', ours: rowsPerSecond },
  ]
}
