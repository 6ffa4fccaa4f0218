import type { Database } from '#platform/database/database.ts'
import { isoInstant } from '#platform/day.ts'
import { purgeEnquiriesOfClosedAccounts } from './purge.ts'
import { listAttachments, listLines } from './store.ts'

/** The personal data of enquiries. Contact messages are left out, because they belong to no account. */
export const enquiriesPersonalData = { exportData, purgeClosedAccounts: purgeEnquiriesOfClosedAccounts }

async function exportData(db: Database, accountId: number) {
  const rows = await db.selectFrom('enquiry').selectAll().where('account_id', '=', accountId).orderBy('id').execute()
  const ids = rows.map(({ id }) => id)
  const [lines, files, emails] = await Promise.all([
    listLines(db, ids),
    listAttachments(db, 'enquiry_id', ids),
    listEmails(db, ids),
  ])
  return rows.map((row) => ({
    code: row.code,
    company: row.company,
    name: row.name,
    email: row.email,
    phone: row.phone,
    notes: row.notes,
    created_at: isoInstant(row.created_at),
    lines: lines
      .filter((line) => line.enquiry_id === row.id)
      .map(({ product, quantity, notes, amount, unit, needed_by, purpose, pantone, chosen }) => ({
        product_name: product,
        quantity,
        notes,
        ...(amount !== null && { amount, unit }),
        ...(needed_by !== null && { needed_by }),
        ...(purpose !== null && { purpose }),
        ...(pantone !== '' && { pantone }),
        ...chosen,
      })),
    files: files
      .filter((file) => file.of === row.id && file.entryKind !== 'letter')
      .map(({ name, type, bytes }) => ({ name, type, bytes })),
    emails: emails
      .filter((email) => email.of === row.id)
      .map(({ kind, at, text }) => ({ from: kind === 'letter' ? 'company' : 'sender', at: isoInstant(at), text })),
  }))
}

/** Lists the correspondence. It leaves out internal notes; quotations export their own data. */
const listEmails = async (db: Database, enquiryIds: readonly number[]) =>
  enquiryIds.length === 0
    ? []
    : db
        .selectFrom('conversation_entry as entry')
        .innerJoin('conversation', 'conversation.id', 'entry.conversation_id')
        .select(['conversation.enquiry_id as of', 'entry.kind', 'entry.at', 'entry.text'])
        .where('conversation.enquiry_id', 'in', enquiryIds)
        .where('entry.kind', 'in', ['letter', 'mail', 'automatic'])
        .orderBy('entry.id')
        .execute()
