import { randomBytes } from 'node:crypto'
import type { RequestContext } from '#platform/contract.ts'
import { hashToken } from '#platform/codes.ts'
import { inTransaction, type Database, type WholeDatabase } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { CLOCK_TOLERANCE_MS } from '#platform/http/rate-limit.ts'
import { recordChange } from '#platform/audit.ts'
import { getDraft, type DraftRow } from './draft.ts'
import { DAY_MS } from '#platform/durations.ts'

/** The lifetime of a preview link. */
export const PREVIEW_TTL_MS = 7 * DAY_MS

/** Creates the secret of a new preview link. It is returned once, and only its hash is stored. */
export async function createPreview(db: WholeDatabase, ctx: RequestContext, { id }: { id: number }): Promise<string> {
  await getDraft(db, id)
  const token = randomBytes(16).toString('base64url')
  await inTransaction(db, async (transaction) => {
    await transaction
      .insertInto('post_preview')
      .values({
        token_hash: hashToken(token),
        post_id: id,
        account_id: ctx.account!.id,
        until_at: ctx.now + PREVIEW_TTL_MS,
      })
      .execute()
    await recordChange(transaction, ctx, 'post preview created', `post ${id}`, {})
  })
  return token
}

/** Invalidates all preview links of a post. */
export async function endPreviews(db: WholeDatabase, ctx: RequestContext, { id }: { id: number }): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const { numDeletedRows } = await transaction.deleteFrom('post_preview').where('post_id', '=', id).executeTakeFirst()
    if (numDeletedRows > 0n) await recordChange(transaction, ctx, 'post previews disabled', `post ${id}`, {})
  })
}

/** Returns the draft behind a preview link. Throws "not found" for any invalid link. */
export async function findPreview(
  db: Database,
  now: number,
  token: string,
): Promise<{ draft: DraftRow; until: number }> {
  const row = await db
    .selectFrom('post_preview')
    .innerJoin('post_draft', 'post_draft.post_id', 'post_preview.post_id')
    .selectAll('post_draft')
    .select('post_preview.until_at')
    .where('token_hash', '=', hashToken(token))
    .where('until_at', '>', now)
    // A clock that was set back must not extend the lifetime.
    .where('until_at', '<=', now + PREVIEW_TTL_MS + CLOCK_TOLERANCE_MS)
    .executeTakeFirst()
  if (!row) throw notFound()
  const { until_at, ...draft } = row
  return { draft, until: until_at }
}

/** Returns the number of valid links to a draft and the time when the last one expires. */
export const countPreviews = (db: Database, now: number, id: number) =>
  db
    .selectFrom('post_preview')
    .select(({ fn }) => [fn.countAll<number | string>().as('links'), fn.max('until_at').as('until')])
    .where('post_id', '=', id)
    .where('until_at', '>', now)
    .executeTakeFirstOrThrow()

export async function purgeEndedPreviews(db: Database, now: number): Promise<void> {
  await db.deleteFrom('post_preview').where('until_at', '<=', now).execute()
}
