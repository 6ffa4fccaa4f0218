import { sql } from 'kysely'
import { companyOf } from '#content/company.ts'
import { listContacts } from '#people/customers/customers.ts'
import { today } from '#stays/availability/stay.ts'
import type { Database } from '#platform/database/database.ts'
import { isoInstant } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { listQuotations } from '../quotations/listing.ts'
import { presentQuotationRow } from '../quotations/office/http.ts'
import type { customerSalesContract } from './contract.ts'

export const customerSalesHandlers = {
  async getCustomerConversations(db, _, { id }) {
    const emails = await listEmails(db, id)
    const rows = await findConversations(db, emails)
    const files = await findFiles(db, emails)
    return {
      conversations: rows.map(({ code, message_id, name, subject, state, last_at }) => ({
        code,
        message: message_id,
        name,
        subject,
        state,
        at: isoInstant(last_at),
      })),
      files: files.map(({ created_at, message_id, ...file }) => ({
        ...file,
        message: message_id,
        at: isoInstant(created_at),
      })),
    }
  },
  async getCustomerQuotations(db, ctx, { id }) {
    const emails = await listEmails(db, id)
    if (emails.length === 0) return { data: [] }
    const { rows } = await listQuotations(db, { view: 'all', emails }, { limit: MAX_ROWS })
    const day = today(await companyOf(db, ctx), ctx.now)
    return { data: rows.map((row) => presentQuotationRow(row, day)) }
  },
} satisfies Handlers<typeof customerSalesContract>

const MAX_ROWS = 20

const listEmails = async (db: Database, customerId: number): Promise<string[]> =>
  (await listContacts(db, customerId)).map(({ email }) => email).filter(Boolean)

const isOneOf = (column: string, emails: readonly string[]) =>
  sql<boolean>`lower(${sql.ref(column)}) in (${sql.join(emails.map((email) => sql`lower(${email})`))})`

async function findConversations(db: Database, emails: readonly string[]) {
  if (emails.length === 0) return []
  const enquiries = await db
    .selectFrom('enquiry')
    .innerJoin('conversation', 'conversation.enquiry_id', 'enquiry.id')
    .select(['enquiry.code', 'conversation.message_id', 'name', 'conversation.state', 'conversation.last_at'])
    .select('enquiry.company as subject')
    .where(isOneOf('enquiry.email', emails))
    .orderBy('conversation.last_at', 'desc')
    .limit(MAX_ROWS)
    .execute()
  const messages = await db
    .selectFrom('contact_message')
    .innerJoin('conversation', 'conversation.message_id', 'contact_message.id')
    .select(['conversation.message_id', 'name', 'subject', 'conversation.state', 'conversation.last_at'])
    .where(isOneOf('contact_message.email', emails))
    .orderBy('conversation.last_at', 'desc')
    .limit(MAX_ROWS)
    .execute()
  return [...enquiries, ...messages.map((row) => ({ ...row, code: null }))]
    .toSorted((one, other) => other.last_at - one.last_at)
    .slice(0, MAX_ROWS)
}

/** The files of the enquiries and messages, and of the later emails in their conversations. */
async function findFiles(db: Database, emails: readonly string[]) {
  if (emails.length === 0) return []
  return db
    .selectFrom('attachment')
    .leftJoin('enquiry', 'enquiry.id', 'attachment.enquiry_id')
    .select(['attachment.id', 'attachment.name', 'attachment.bytes', 'attachment.created_at'])
    .select(['enquiry.code', 'attachment.message_id'])
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('attachment.enquiry_id', 'in', selectFrom('enquiry').select('id').where(isOneOf('email', emails))),
        eb('attachment.message_id', 'in', selectFrom('contact_message').select('id').where(isOneOf('email', emails))),
      ]),
    )
    .orderBy('attachment.id', 'desc')
    .limit(MAX_ROWS)
    .execute()
}
