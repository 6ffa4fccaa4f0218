import { registerRetention } from '../bookings/keeping.ts'
import { today } from '../availability/stay.ts'
import { readCompany } from '../content/company.ts'
import { monthsBefore } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { inBatches } from '../platform/work/housekeeping.ts'
import { doneNotesRetention } from './keeping.ts'

const DAY_MS = 86_400_000

/** What was done long ago, in a unit or at the desk. What is still to be done stays. */
export async function forgetDoneNotes(db: Database, now: number): Promise<void> {
  const then = now - doneNotesRetention.days * DAY_MS
  await inBatches(async (most) => {
    const old = db
      .selectFrom('desk_note')
      .select('id')
      .where('written_at', '<', then)
      .where('done_at', '<', then)
      .orderBy('written_at')
      .limit(most)
    return (await db.deleteFrom('desk_note').where('id', 'in', old).executeTakeFirst()).numDeletedRows
  })
}

/** Who slept here long ago, counted from the day on which they left; of a stay that came to nothing, were to leave. */
export async function forgetRegistered(db: Database, now: number): Promise<void> {
  const then = today(await readCompany(db), monthsBefore(now, registerRetention.months))
  await inBatches(async (most) => {
    const old = db
      .selectFrom('booking')
      .innerJoin('stay_person', 'stay_person.booking_id', 'booking.id')
      .select('stay_person.id')
      .where('check_out', '<', then)
      .orderBy('check_out')
      .limit(most)
    return (await db.deleteFrom('stay_person').where('id', 'in', old).executeTakeFirst()).numDeletedRows
  })
}
