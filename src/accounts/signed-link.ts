import { secretToken, tokenHash } from '../platform/codes.ts'
import type { Database } from '../platform/database.ts'
import type { Tables } from '../tables.ts'

interface Grant {
  purpose: Tables['signed_link']['purpose']
  accountId: number
  /** What the link leads to. */
  payload: string
  expiresAt: number
}

/** The secret of a new link, for a letter to carry: told once, and kept by nobody but its reader. */
export async function signLink(db: Database, now: number, { purpose, accountId, payload, expiresAt }: Grant): Promise<string> {
  const token = secretToken()
  await db
    .insertInto('signed_link')
    .values({
      token_hash: tokenHash(token),
      purpose,
      account_id: accountId,
      payload,
      created_at: now,
      expires_at: expiresAt,
      used_at: null,
    })
    .execute()
  return token
}

/** What the link leads to, for that purpose and no other, while it lasts. */
export const grantOf = (db: Database, now: number, purpose: Grant['purpose'], token: string) =>
  db
    .selectFrom('signed_link')
    .select(['account_id', 'payload'])
    .where('token_hash', '=', tokenHash(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .executeTakeFirst()

export const forgetEndedLinks = (db: Database, now: number) =>
  db.deleteFrom('signed_link').where('expires_at', '<=', now).execute()
