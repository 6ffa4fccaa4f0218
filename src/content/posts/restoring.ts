import type { RequestContext } from '#platform/contract.ts'
import { withFilesOfNow } from '../media/text-pictures.ts'
import { inTransaction, type WholeDatabase } from '#platform/database/database.ts'
import { conflict } from '#platform/errors.ts'
import { recordChange } from '#platform/work/audit.ts'
import type { Language } from '#routes/public.ts'
import { draftWith, markChanged } from './draft.ts'
import { inWords } from './in-words.ts'
import { keepPicturesOf } from './post.ts'
import type { Read } from './publishing.ts'
import { keepVersion, versionWith } from './versions.ts'

/**
 * Restores an old version as the draft, in one language or both. Address, category and picture stay. The published post
 * does not change, and the replaced draft is stored as a version.
 */
export async function restorePost(
  db: WholeDatabase,
  ctx: RequestContext,
  { id, version_id, languages, ...read }: Read & { version_id: number; languages: readonly Language[] },
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const old = await versionWith(transaction, id, version_id)
    const was = await draftWith(transaction, id)
    await keepVersion(transaction, ctx, 'saved', id, was)
    const english = languages.includes('en')
    const bangla = languages.includes('bn')
    const { numUpdatedRows } = await transaction
      .updateTable('post_draft')
      .set(({ eb }) => ({
        ...(english && {
          title_en: old.title_en,
          summary_en: old.summary_en,
          version_en: eb('version_en', '+', 1),
          tab_en: '',
        }),
        ...(bangla && {
          title_bn: old.title_bn,
          summary_bn: old.summary_bn,
          version_bn: eb('version_bn', '+', 1),
          tab_bn: '',
        }),
        edited_at: ctx.now,
        edited_by: ctx.account!.id,
      }))
      .$if(english, (draft) => draft.where('version_en', '=', read.version_en))
      .$if(bangla, (draft) => draft.where('version_bn', '=', read.version_bn))
      .where('post_id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.stale')
    await transaction
      .updateTable('post_draft')
      .set({
        ...(english && { body_en: await withFilesOfNow(transaction, old.body_en) }),
        ...(bangla && { body_bn: await withFilesOfNow(transaction, old.body_bn) }),
      })
      .where('post_id', '=', id)
      .execute()
    const draft = await markChanged(transaction, id)
    await keepPicturesOf(transaction, 'draft', id, draft)
    await keepVersion(transaction, ctx, 'restored', id, draft)
    await recordChange(transaction, ctx, 'post restored', `post ${id}`, inWords(was, draft))
  })
}
