import { today } from '#stays/availability/stay.ts'
import { registerRetention } from '#stays/bookings/retention.ts'
import { readCompany } from '#content/company.ts'
import { monthsBefore } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { inBatches } from '#platform/work/housekeeping.ts'

/** Who slept here long ago, counted from the day on which they left; of a stay that came to nothing, were to leave. */
export async function purgeRegistered(db: Database, now: number): Promise<void> {
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
