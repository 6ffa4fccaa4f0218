import { computeToday } from '#stays/availability/stay.ts'
import { registerRetention } from '#stays/bookings/retention.ts'
import { readCompany } from '#content/company.ts'
import { subtractMonths } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { runInBatches } from '#platform/background/cleanup.ts'

/**
 * Deletes guests some months after their departure date. For a stay that did not take place, the booked departure
 * counts.
 */
export async function purgeRegisteredPersons(db: Database, now: number): Promise<void> {
  const cutoffDay = computeToday(await readCompany(db), subtractMonths(now, registerRetention.months))
  await runInBatches(async (limit) => {
    const oldPersonsQuery = db
      .selectFrom('booking')
      .innerJoin('stay_person', 'stay_person.booking_id', 'booking.id')
      .select('stay_person.id')
      .where('check_out', '<', cutoffDay)
      .orderBy('check_out')
      .limit(limit)
    return (await db.deleteFrom('stay_person').where('id', 'in', oldPersonsQuery).executeTakeFirst()).numDeletedRows
  })
}
