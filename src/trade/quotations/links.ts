import { hashToken } from '#platform/codes.ts'
import type { Database } from '#platform/database/database.ts'
import { toEmailKey } from '#platform/email-key.ts'
import { notFound } from '#platform/errors.ts'
import { findLinkedEnquiry } from '../enquiries/enquiry-link.ts'

/*
 * The token of a quotation is in its email. The page of the enquiry opens the quotation with the token of the enquiry
 * and the ID of the revision.
 */

export const formatRevisionToken = (enquiryToken: string, revisionId: number): string => `${enquiryToken}.${revisionId}`

/** Returns the ID of the sent revision that a token opens. Throws "not found" if the token is not valid. */
export async function requireRevisionId(db: Database, now: number, token: string): Promise<number> {
  const [, enquiryToken, id] = /^([\w-]+)\.([1-9]\d{0,8})$/.exec(token) ?? []
  const revision = enquiryToken
    ? await findByEnquiry(db, now, { enquiryToken, id: Number(id) })
    : await findByEmail(db, token)
  if (!revision) throw notFound()
  return revision.id
}

const findByEmail = (db: Database, token: string) =>
  db.selectFrom('quotation_revision').select('id').where('token_hash', '=', hashToken(token)).executeTakeFirst()

/** Finds a revision of the enquiry that was sent to the address of the enquiry. */
async function findByEnquiry(
  db: Database,
  now: number,
  { enquiryToken, id }: { enquiryToken: string; id: number },
): Promise<{ id: number } | undefined> {
  const key = await findLinkedEnquiry(db, now, enquiryToken)
  if (!key || !('enquiry' in key)) return undefined
  const revision = await db
    .selectFrom('quotation_revision as revision')
    .innerJoin('quotation', 'quotation.id', 'revision.quotation_id')
    .innerJoin('enquiry', 'enquiry.id', 'quotation.enquiry_id')
    .select(['revision.id', 'revision.email', 'enquiry.email as sender'])
    .where('revision.id', '=', id)
    .where('enquiry.code', '=', key.enquiry)
    .where('sent_at', 'is not', null)
    .executeTakeFirst()
  return revision && toEmailKey(revision.email) === toEmailKey(revision.sender) ? revision : undefined
}
