import assert from 'node:assert/strict'
import { findWrongSums, refreshAllDailyFigures } from '#insight/figures/daily-figures.ts'
import type { Database } from '#platform/database/database.ts'

/** Brings the daily figures up to date, and asserts that they are those of the bookings. */
export async function assertFiguresMatchBookings(db: Database, timeZone: string): Promise<void> {
  await refreshAllDailyFigures(db, timeZone)
  assert.deepEqual(await findWrongSums(db, timeZone, 20), [])
}
