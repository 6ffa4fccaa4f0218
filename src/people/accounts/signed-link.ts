import type { Insertable } from 'kysely'
import { secretToken, tokenHash } from '#platform/codes.ts'
import type { Database } from '#platform/database/database.ts'
import { invalid, type UserError } from '#platform/errors.ts'
import { CLOCKS_DIFFER_BY_MS } from '#platform/http/rate-limit.ts'
import { statement } from '#platform/database/statement.ts'
import type { Tables } from '#schema/tables.ts'
import type { MessageKey } from '#locales/translator.ts'

type Purpose = Tables['signed_link']['purpose']

interface Grant {
  purpose: Purpose
  accountId: number
  /** What the link leads to. */
  payload: string
  expiresAt: number
  /** The key of an e-mail address that nobody else takes as long as the link counts. */
  holdsEmailKey?: string | null
}

/** The secret of a new link, for a letter to carry: told once, and kept by nobody but its reader. */
export async function signLink(
  db: Database,
  now: number,
  { purpose, accountId, payload, expiresAt, holdsEmailKey = null }: Grant,
): Promise<string> {
  const token = secretToken()
  await linkIn(db, {
    token_hash: tokenHash(token),
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

const linkIn = statement((db, row: Insertable<Tables['signed_link']>) =>
  db.insertInto('signed_link').values(row).compile(),
)

/** What the link leads to, for that purpose and no other, while it lasts. */
export const grantOf = (db: Database, now: number, purpose: Purpose, token: string) =>
  db
    .selectFrom('signed_link')
    .select(['account_id', 'payload'])
    .where('token_hash', '=', tokenHash(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .executeTakeFirst()

/** The same, once: of several who come with one link, one is let in. */
export const spendLink = (db: Database, now: number, purpose: Purpose, token: string) =>
  db
    .updateTable('signed_link')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .returning(['account_id', 'payload', 'created_at'])
    .executeTakeFirst()

/** Why a link does not count, or null if it does. Whoever has it may know: nobody comes upon one by chance. */
export async function errorOfLink(
  db: Database,
  now: number,
  purpose: Purpose,
  token: string,
): Promise<MessageKey | null> {
  const link = await db
    .selectFrom('signed_link')
    .select(['used_at', 'expires_at'])
    .where('token_hash', '=', tokenHash(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  if (!link) return 'error.link_wrong'
  if (link.used_at !== null) return 'error.link_used'
  return link.expires_at > now ? null : 'error.link_expired'
}

/** The same, of a link that was just not let in. */
export const refusedLink = async (db: Database, now: number, purpose: Purpose, token: string): Promise<UserError> =>
  invalid({ token: (await errorOfLink(db, now, purpose, token)) ?? 'error.link_used' })

/** Links that were sent and not used: from now on they count as used. */
export const withdrawLinks = (db: Database, now: number, accountId: number, purposes: readonly Purpose[]) =>
  db
    .updateTable('signed_link')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)

/** How many links of a kind an account was sent in the last hour; not those of a clock that was wrong. */
export async function linksOfLastHour(db: Database, now: number, accountId: number, purpose: Purpose): Promise<number> {
  const { count } = await db
    .selectFrom('signed_link')
    .select((row) => row.fn.countAll().as('count'))
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('created_at', '>', now - HOUR_MS)
    .where('created_at', '<=', now + CLOCKS_DIFFER_BY_MS)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const HOUR_MS = 3_600_000

/** A link that has ended says so for a while, before it is one that never was. */
const ENDED_LINKS_ARE_KNOWN_FOR_MS = 7 * 24 * HOUR_MS

export const purgeEndedLinks = (db: Database, now: number) =>
  db
    .deleteFrom('signed_link')
    .where('expires_at', '<=', now - ENDED_LINKS_ARE_KNOWN_FOR_MS)
    .execute()
