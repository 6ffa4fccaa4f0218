import type { Insertable } from 'kysely'
import { createSecretToken, hashToken } from '#platform/codes.ts'
import type { Database } from '#platform/database/database.ts'
import { invalid, type UserError } from '#platform/errors.ts'
import { CLOCK_TOLERANCE_MS } from '#platform/http/rate-limit.ts'
import { statement } from '#platform/database/statement.ts'
import type { Tables } from '#schema/tables.ts'
import type { MessageKey } from '#locales/translator.ts'
import { DAY_MS, HOUR_MS } from '#platform/durations.ts'

type Purpose = Tables['signed_link']['purpose']
/** Links to an enquiry or an order belong to no account. */
type BuyerPurpose = 'view-enquiry' | 'view-order'
type AccountPurpose = Exclude<Purpose, BuyerPurpose>

interface NewLinkToken {
  purpose: Purpose
  /** Null for a link to an enquiry or an order, whose buyer needs no account. */
  accountId: number | null
  /** The subject of the link, such as an email address or a booking reference. */
  payload: string
  expiresAt: number
  /** The key of an email address that stays reserved while the link is valid. */
  holdsEmailKey?: string | null
}

/** Creates a link and returns its token. Only the hash is stored, so the token exists only in the email. */
export async function createLinkToken(
  db: Database,
  now: number,
  { purpose, accountId, payload, expiresAt, holdsEmailKey = null }: NewLinkToken,
): Promise<string> {
  const token = createSecretToken()
  await insertLink(db, {
    token_hash: hashToken(token),
    purpose,
    account_id: accountId,
    payload,
    created_at: now,
    expires_at: expiresAt,
    used_at: null,
    holds_email_key: holdsEmailKey,
  })
  return token
}

const insertLink = statement((db, row: Insertable<Tables['signed_link']>) =>
  db.insertInto('signed_link').values(row).compile(),
)

/** Finds a valid link of an account. */
export const findValidLink = (db: Database, now: number, purpose: AccountPurpose, token: string) =>
  selectValidLinks(db, now, purpose, token)
    .select(['account_id', 'payload'])
    .$narrowType<{ account_id: number }>()
    .executeTakeFirst()

/** Finds a valid link to an enquiry or an order: its subject and the time of its creation. */
export const findBuyerLink = (db: Database, now: number, purpose: BuyerPurpose, token: string) =>
  selectValidLinks(db, now, purpose, token).select(['payload', 'created_at']).executeTakeFirst()

const selectValidLinks = (db: Database, now: number, purpose: Purpose, token: string) =>
  db
    .selectFrom('signed_link')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)

/** Consumes a valid link. Of several concurrent calls with one link, only one succeeds. */
export const consumeLink = (db: Database, now: number, purpose: AccountPurpose, token: string) =>
  db
    .updateTable('signed_link')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .returning(['account_id', 'payload', 'created_at'])
    .$narrowType<{ account_id: number }>()
    .executeTakeFirst()

/**
 * Finds the reason why a link is invalid. Returns null if the link is valid. The reason is safe to reveal, because
 * tokens cannot be guessed.
 */
export async function findLinkErrorKey(
  db: Database,
  now: number,
  purpose: Purpose,
  token: string,
): Promise<MessageKey | null> {
  const link = await db
    .selectFrom('signed_link')
    .select(['used_at', 'expires_at'])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  if (!link) return 'error.link_invalid'
  if (link.used_at !== null) return 'error.link_used'
  return link.expires_at > now ? null : 'error.link_expired'
}

/** Returns the error for a link that was just rejected. */
export const findLinkError = async (db: Database, now: number, purpose: Purpose, token: string): Promise<UserError> =>
  invalid({ token: (await findLinkErrorKey(db, now, purpose, token)) ?? 'error.link_used' })

/** Marks the unused links of an account as used. */
export const withdrawLinks = (db: Database, now: number, accountId: number, purposes: readonly Purpose[]) =>
  db
    .updateTable('signed_link')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)

/**
 * Counts the links sent to an account in the last hour. Ignores timestamps in the future, which a wrong clock wrote.
 */
export async function countRecentLinks(
  db: Database,
  now: number,
  accountId: number,
  purpose: Purpose,
): Promise<number> {
  const { count } = await db
    .selectFrom('signed_link')
    .select((row) => row.fn.countAll().as('count'))
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('created_at', '>', now - HOUR_MS)
    .where('created_at', '<=', now + CLOCK_TOLERANCE_MS)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The time for which an expired link is reported as expired, before it counts as unknown. */
const EXPIRED_RETENTION_MS = 7 * DAY_MS

export const purgeExpiredLinks = (db: Database, now: number) =>
  db
    .deleteFrom('signed_link')
    .where('expires_at', '<=', now - EXPIRED_RETENTION_MS)
    .execute()
