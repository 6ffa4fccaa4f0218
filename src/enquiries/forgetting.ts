import { monthsBefore } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { inBatches } from '../platform/work/housekeeping.ts'
import { enquiryRetention } from './keeping.ts'

/** What was written long ago, answered or not. */
export async function forgetOldWords(db: Database, now: number): Promise<void> {
  const then = monthsBefore(now, enquiryRetention.months)
  for (const table of ['contact_message', 'enquiry'] as const) {
    await inBatches(async (most) => {
      const old = db.selectFrom(table).select('id').where('created_at', '<', then).orderBy('created_at').limit(most)
      return (await db.deleteFrom(table).where('id', 'in', old).executeTakeFirst()).numDeletedRows
    })
  }
}
