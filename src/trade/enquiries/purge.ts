import { subtractMonths } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { purgeEventsAbout } from '#platform/events.ts'
import { runInBatches } from '#platform/background/cleanup.ts'
import { enquiryRetention } from './retention.ts'

/** Deletes old contact messages and enquiries, answered or not. */
export async function purgeOldCorrespondence(db: Database, now: number): Promise<void> {
  const cutoff = subtractMonths(now, enquiryRetention.months)
  const selectOlderThanCutoff = (table: 'contact_message' | 'enquiry') =>
    db.selectFrom(table).select('id').where('created_at', '<', cutoff)
  await purgeFiles(db, (files) => files.where('enquiry_id', 'in', selectOlderThanCutoff('enquiry')))
  await purgeFiles(db, (files) => files.where('message_id', 'in', selectOlderThanCutoff('contact_message')))
  for (const table of ['contact_message', 'enquiry'] as const) {
    await runInBatches(async (batchSize) => {
      const oldRows = selectOlderThanCutoff(table).orderBy('created_at').limit(batchSize)
      return (await db.deleteFrom(table).where('id', 'in', oldRows).executeTakeFirst()).numDeletedRows
    })
  }
}

/** Deletes the enquiries of closed accounts, because nobody is left to answer. */
export async function purgeEnquiriesOfClosedAccounts(db: Database): Promise<void> {
  const closedAccounts = db.selectFrom('account').select('id').where('closed_at', 'is not', null)
  const enquiryIds = db.selectFrom('enquiry').select('id').where('account_id', 'in', closedAccounts)
  await purgeFiles(db, (files) => files.where('enquiry_id', 'in', enquiryIds))
  const deletedEnquiries = await db
    .deleteFrom('enquiry')
    .where('account_id', 'in', closedAccounts)
    .returning('code')
    .execute()
  await purgeEventsAbout(
    db,
    deletedEnquiries.map(({ code }) => `enquiry ${code}`),
  )
}

const selectAttachments = (db: Database) => db.selectFrom('attachment').select('attachment.id')
type Attachments = ReturnType<typeof selectAttachments>

/**
 * Deletes files before their owners, one file at a time. Deleting a hundred files of ten megabytes at once would
 * block other writers for too long.
 */
async function purgeFiles(db: Database, selectFiles: (files: Attachments) => Attachments): Promise<void> {
  await runInBatches(async () => {
    const { numDeletedRows } = await db
      .deleteFrom('attachment')
      .where('id', 'in', selectFiles(selectAttachments(db)).limit(1))
      .executeTakeFirst()
    return numDeletedRows
  })
}
