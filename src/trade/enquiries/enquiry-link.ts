import { findBuyerLink, createLinkToken } from '#people/accounts/signed-link.ts'
import { subtractMonths } from '#platform/clock.ts'
import type { Context } from '#platform/context.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { href, inLanguage } from '#routes/public.ts'
import { enquiryRetention } from './retention.ts'

/** An enquiry by its code, or a contact message by its number. */
export type EnquiryKey = { enquiry: string } | { message: number }

interface LinkContext extends Pick<RequestContext, 'now' | 'language'> {
  context: Pick<Context, 'publicUrl'>
}

/** Creates a link by which the sender follows an enquiry or message without an account, as long as it is stored. */
export async function createEnquiryLink(db: Database, ctx: LinkContext, key: EnquiryKey): Promise<string> {
  const { now, language, context } = ctx
  const expiresAt = subtractMonths(now, -enquiryRetention.months)
  const token = await signEnquiryLink(db, now, { key, accountId: null, expiresAt })
  return context.publicUrl + inLanguage(href('enquiryStatus', null, { enquiry: token }), language)
}

export const signEnquiryLink = (
  db: Database,
  now: number,
  { key, accountId, expiresAt }: { key: EnquiryKey; accountId: number | null; expiresAt: number },
): Promise<string> =>
  createLinkToken(db, now, {
    purpose: 'view-enquiry',
    accountId,
    payload: 'enquiry' in key ? `enquiry ${key.enquiry}` : `message ${key.message}`,
    expiresAt,
  })

/** Returns the enquiry or message of a link, or null if the link is not valid or the enquiry was deleted. */
export async function findLinkedEnquiry(db: Database, now: number, token: string): Promise<EnquiryKey | null> {
  const link = await findBuyerLink(db, now, 'view-enquiry', token)
  if (!link) return null
  const [kind, id] = link.payload.split(' ') as ['enquiry' | 'message', string]
  const key = kind === 'enquiry' ? { enquiry: id } : { message: Number(id) }
  const createdAt = await findCreationTime(db, key)
  // SQLite may assign the number of a deleted message to a newer one.
  return createdAt !== undefined && createdAt <= link.created_at ? key : null
}

async function findCreationTime(db: Database, key: EnquiryKey): Promise<number | undefined> {
  const row =
    'enquiry' in key
      ? await db.selectFrom('enquiry').select('created_at').where('code', '=', key.enquiry).executeTakeFirst()
      : await db.selectFrom('contact_message').select('created_at').where('id', '=', key.message).executeTakeFirst()
  return row?.created_at
}
