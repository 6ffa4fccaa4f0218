import { loadCompany } from '#content/company.ts'
import { listContacts } from '#people/customers/customers.ts'
import { computeToday } from '#stays/availability/stay.ts'
import type { Database } from '#platform/database/database.ts'
import { hasEmail } from '#platform/database/has-email.ts'
import { isoInstant } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { listConversationsByEmail, toConversationSummaryView } from '../inbox/conversations-of.ts'
import { listOrders } from '../orders/listing.ts'
import { toOrderRowView } from '../orders/office/http.ts'
import { listQuotations } from '../quotations/listing.ts'
import { toQuotationRowView } from '../quotations/office/http.ts'
import type { customerSalesContract } from './contract.ts'

export const customerSalesHandlers = {
  async getCustomerConversations(db, _, { id }) {
    const addresses = await listAddresses(db, id)
    const rows = await listConversationsByEmail(db, addresses, MAX_ROWS)
    const files = await findFiles(db, addresses)
    return {
      conversations: rows.map(toConversationSummaryView),
      files: files.map(({ created_at, message_id, ...file }) => ({
        ...file,
        message: message_id,
        at: isoInstant(created_at),
      })),
    }
  },
  async getCustomerQuotations(db, ctx, { id }) {
    const addresses = await listAddresses(db, id)
    if (addresses.length === 0) return { data: [] }
    const { rows } = await listQuotations(db, { view: 'all', emails: addresses }, { limit: MAX_ROWS })
    const currentDay = computeToday(await loadCompany(db, ctx), ctx.now)
    return { data: rows.map((row) => toQuotationRowView(row, currentDay)) }
  },
  async getCustomerOrders(db, ctx, { id }) {
    const addresses = await listAddresses(db, id)
    if (addresses.length === 0) return { data: [] }
    const { rows } = await listOrders(db, { view: 'all', emails: addresses }, { limit: MAX_ROWS })
    const { timeZone } = await loadCompany(db, ctx)
    return { data: rows.map((row) => toOrderRowView(row, { timeZone, now: ctx.now })) }
  },
} satisfies Handlers<typeof customerSalesContract>

const MAX_ROWS = 20

const listAddresses = async (db: Database, customerId: number): Promise<string[]> =>
  (await listContacts(db, customerId)).map(({ email }) => email).filter(Boolean)

/** Finds the newest files of the enquiries and messages from these addresses, with those of later emails. */
async function findFiles(db: Database, addresses: readonly string[]) {
  if (addresses.length === 0) return []
  return db
    .selectFrom('attachment')
    .leftJoin('enquiry', 'enquiry.id', 'attachment.enquiry_id')
    .select(['attachment.id', 'attachment.name', 'attachment.bytes', 'attachment.created_at'])
    .select(['enquiry.code', 'attachment.message_id'])
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('attachment.enquiry_id', 'in', selectFrom('enquiry').select('id').where(hasEmail('email', addresses))),
        eb(
          'attachment.message_id',
          'in',
          selectFrom('contact_message').select('id').where(hasEmail('email', addresses)),
        ),
      ]),
    )
    .orderBy('attachment.id', 'desc')
    .limit(MAX_ROWS)
    .execute()
}
