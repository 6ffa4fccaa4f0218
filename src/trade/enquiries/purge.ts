import { monthsBefore } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { purgeEventsAbout } from '#platform/work/events.ts'
import { inBatches } from '#platform/work/housekeeping.ts'
import { enquiryRetention } from './retention.ts'

/** Deletes old contact messages and enquiries, answered or not. */
export async function purgeOldWords(db: Database, now: number): Promise<void> {
  const then = monthsBefore(now, enquiryRetention.months)
  const before = (table: 'contact_message' | 'enquiry') =>
    db.selectFrom(table).select('id').where('created_at', '<', then)
  await purgeFiles(db, (files) => files.where('enquiry_id', 'in', before('enquiry')))
  await purgeFiles(db, (files) => files.where('message_id', 'in', before('contact_message')))
  for (const table of ['contact_message', 'enquiry'] as const) {
    await inBatches(async (most) => {
      const old = before(table).orderBy('created_at').limit(most)
      return (await db.deleteFrom(table).where('id', 'in', old).executeTakeFirst()).numDeletedRows
    })
  }
}

/** Deletes the enquiries of closed accounts, because nobody is left to answer. */
export async function purgeEnquiriesOfClosed(db: Database): Promise<void> {
  const closed = db.selectFrom('account').select('id').where('closed_at', 'is not', null)
  const theirs = db.selectFrom('enquiry').select('id').where('account_id', 'in', closed)
  await purgeFiles(db, (files) => files.where('enquiry_id', 'in', theirs))
  const gone = await db.deleteFrom('enquiry').where('account_id', 'in', closed).returning('code').execute()
  await purgeEventsAbout(
    db,
    gone.map(({ code }) => `enquiry ${code}`),
  )
}

const attachments = (db: Database) => db.selectFrom('attachment').select('attachment.id')
type Attachments = ReturnType<typeof attachments>

/**
 * Deletes files before their owners, one file per transaction. Deleting a hundred files of ten megabytes at once would
 * block other writers for too long.
 */
async function purgeFiles(db: Database, which: (files: Attachments) => Attachments): Promise<void> {
  await inBatches(async () => {
    const { numDeletedRows } = await db
      .deleteFrom('attachment')
      .where('id', 'in', which(attachments(db)).limit(1))
      .executeTakeFirst()
    return numDeletedRows
  })
}
