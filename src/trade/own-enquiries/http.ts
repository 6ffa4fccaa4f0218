import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { findLinkedEnquiry, signEnquiryLink, type EnquiryKey } from '../enquiries/enquiry-link.ts'
import type { ownEnquiriesContract } from './contract.ts'
import { listOwnEnquiries } from './listing.ts'
import { readSentEnquiryView } from './sent-enquiry.ts'
import { writeAboutEnquiry } from './writing.ts'
import { DAY_MS } from '#platform/durations.ts'

export const ownEnquiriesHandlers = {
  getOwnEnquiries: listOwnEnquiries,

  async openOwnEnquiry(db, { account, now }, { code }) {
    const enquiry = await db
      .selectFrom('enquiry')
      .select('code')
      .where('code', '=', code)
      .where('account_id', '=', account!.id)
      .executeTakeFirst()
    if (!enquiry) throw notFound()
    const link = { key: { enquiry: enquiry.code }, accountId: account!.id, expiresAt: now + DAY_MS }
    return { token: await signEnquiryLink(db, now, link) }
  },

  getSentEnquiry: async (db, ctx, { token }) =>
    readSentEnquiryView(db, ctx, { token, key: await requireLinkedEnquiry(db, ctx.now, token) }),

  async writeAboutEnquiry(db, ctx, { token, ...message }) {
    const key = await requireLinkedEnquiry(db, ctx.now, token)
    await writeAboutEnquiry(db, ctx, key, message)
    return readSentEnquiryView(db, ctx, { key, token })
  },
} satisfies Handlers<typeof ownEnquiriesContract>

async function requireLinkedEnquiry(db: Database, now: number, token: string): Promise<EnquiryKey> {
  const key = await findLinkedEnquiry(db, now, token)
  if (!key) throw notFound()
  return key
}
