import { randomBytes } from 'node:crypto'
import type { RequestContext } from '#platform/contract.ts'
import { tokenHash } from '#platform/codes.ts'
import { inTransaction, type Database, type WholeDatabase } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { CLOCKS_DIFFER_BY_MS } from '#platform/http/rate-limit.ts'
import { recordChange } from '#platform/work/audit.ts'
import { draftWith, type DraftRow } from './draft.ts'

/** How long a link to a draft counts. */
export const PREVIEW_LASTS_MS = 7 * 86_400_000

/** The secret of a new link by which anybody sees the draft as it is then: told once, and kept by nobody but its reader. */
export async function openPreview(db: WholeDatabase, ctx: RequestContext, { id }: { id: number }): Promise<string> {
  await draftWith(db, id)
  const token = randomBytes(16).toString('base64url')
  await inTransaction(db, async (transaction) => {
    await transaction
      .insertInto('post_preview')
      .values({
        token_hash: tokenHash(token),
        post_id: id,
        account_id: ctx.account!.id,
        until_at: ctx.now + PREVIEW_LASTS_MS,
      })
      .execute()
    await recordChange(transaction, ctx, 'post preview opened', `post ${id}`, {})
  })
  return token
}

/** No link to it counts any longer. */
export async function endPreviews(db: WholeDatabase, ctx: RequestContext, { id }: { id: number }): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const { numDeletedRows } = await transaction.deleteFrom('post_preview').where('post_id', '=', id).executeTakeFirst()
    if (numDeletedRows > 0n) await recordChange(transaction, ctx, 'post previews ended', `post ${id}`, {})
  })
}

/** What the link leads to. Whatever is wrong with it, there is nothing at this address. */
export async function previewed(db: Database, now: number, token: string): Promise<{ draft: DraftRow; until: number }> {
  const row = await db
    .selectFrom('post_preview')
    .innerJoin('post_draft', 'post_draft.post_id', 'post_preview.post_id')
    .selectAll('post_draft')
    .select('post_preview.until_at')
    .where('token_hash', '=', tokenHash(token))
    .where('until_at', '>', now)
    // A clock that was set back does not lengthen it.
    .where('until_at', '<=', now + PREVIEW_LASTS_MS + CLOCKS_DIFFER_BY_MS)
    .executeTakeFirst()
  if (!row) throw notFound()
  const { until_at, ...draft } = row
  return { draft, until: until_at }
}

/** How many links lead to a draft now, and until when the last of them does. */
export const previewsOf = (db: Database, now: number, id: number) =>
  db
    .selectFrom('post_preview')
    .select(({ fn }) => [fn.countAll<number | string>().as('links'), fn.max('until_at').as('until')])
    .where('post_id', '=', id)
    .where('until_at', '>', now)
    .executeTakeFirstOrThrow()

export async function purgeEndedPreviews(db: Database, now: number): Promise<void> {
  await db.deleteFrom('post_preview').where('until_at', '<=', now).execute()
}
