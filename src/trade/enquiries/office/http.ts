import { sql, type Selectable } from 'kysely'
import { isAddressConfirmed } from '#people/accounts/address.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { isoInstant } from '#platform/day.ts'
import type { Tables } from '#schema/tables.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import type { enquiriesOfficeContract, EnquiryRecord, MessageRecord } from './contract.ts'
import { listAttachments, listLines } from '../store.ts'

export const enquiriesOfficeHandlers = {
  async getEnquiriesOfPerson(db, _, { account }) {
    const rows = await db
      .selectFrom('enquiry')
      .innerJoin('account', 'account.id', 'enquiry.account_id')
      .select(['enquiry.id', 'enquiry.code', 'enquiry.created_at'])
      .where('account_id', '=', account)
      // A member can also send an enquiry for another person.
      .where(sql<boolean>`lower(enquiry.email) = lower(account.email)`)
      .orderBy('enquiry.id', 'desc')
      .limit(MAX_ENQUIRIES_PER_PERSON)
      .execute()
    const lines = await listLines(
      db,
      rows.map(({ id }) => id),
    )
    const data = rows.map(({ id, code, created_at }) => ({
      code,
      products: lines.filter((line) => line.enquiry_id === id).map(({ product }) => product),
      asked_at: isoInstant(created_at),
    }))
    return { data }
  },

  getEnquiryRecord: (db, _, { code }) => loadEnquiryRecord(db, code),
  getMessageRecord: (db, _, { id }) => loadMessageRecord(db, id),
} satisfies Handlers<typeof enquiriesOfficeContract>

const MAX_ENQUIRIES_PER_PERSON = 20

async function loadEnquiryRecord(db: Database, code: string): Promise<EnquiryRecord> {
  const row = await db.selectFrom('enquiry').selectAll().where('code', '=', code).executeTakeFirst()
  if (!row) throw notFound()
  const lines = await listLines(db, [row.id])
  return {
    code,
    company: row.company,
    phone: row.phone,
    notes: row.notes,
    has_account: row.account_id !== null && (await isAddressConfirmed(db, row.account_id, row.email)),
    lines: lines.map(({ enquiry_id: _, product_id: __, ...line }) => line),
    files: await listFiles(db, 'enquiry_id', row.id),
    ...toSenderView(row),
    reply_subject: `Re: ${translatorFor(row.language as Language).t('mail.enquiry_subject', { code })}`,
  }
}

async function loadMessageRecord(db: Database, id: number): Promise<MessageRecord> {
  const row = await db.selectFrom('contact_message').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  const reference = translatorFor(row.language as Language).t('mail.contact_reply', { id: String(id) })
  return {
    id,
    subject: row.subject,
    message: row.message,
    files: await listFiles(db, 'message_id', row.id),
    ...toSenderView(row),
    reply_subject: `Re: ${[row.subject, reference].filter(Boolean).join(' · ')}`,
  }
}

/** The files of the enquiry or the first message. Later ones belong to their entries. */
async function listFiles(db: Database, column: 'enquiry_id' | 'message_id', id: number) {
  const files = await listAttachments(db, column, [id])
  return files
    .filter(({ entry_id }) => entry_id === null)
    .map(({ number, name, type, bytes }) => ({ number, name, type, bytes }))
}

function toSenderView(row: Selectable<Tables['enquiry'] | Tables['contact_message']>) {
  return {
    name: row.name,
    email: row.email,
    language: row.language as Language,
    asked_at: isoInstant(row.created_at),
  }
}
