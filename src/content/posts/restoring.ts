import type { RequestContext } from '#platform/contract.ts'
import { updatePictureFiles } from '../media/text-pictures.ts'
import { inTransaction, type WholeDatabase } from '#platform/database/database.ts'
import { conflict } from '#platform/errors.ts'
import { recordChange } from '#platform/audit.ts'
import type { Language } from '#routes/public.ts'
import { getDraft, updateChangedFlag } from './draft.ts'
import { describeChanges } from './describe-changes.ts'
import { storePostPictures } from './post.ts'
import type { LoadedVersions } from './publishing.ts'
import { storeVersion, getVersion } from './versions.ts'

/**
 * Restores an old version as the draft, in one language or both. Rejects an outdated version of the draft. Address,
 * category and picture stay. The published post does not change, and the replaced draft is stored as a version.
 */
export async function restorePost(
  db: WholeDatabase,
  ctx: RequestContext,
  {
    id,
    version_id,
    languages,
    ...loadedVersions
  }: LoadedVersions & { version_id: number; languages: readonly Language[] },
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const oldVersion = await getVersion(transaction, id, version_id)
    const previousDraft = await getDraft(transaction, id)
    await storeVersion(transaction, ctx, 'saved', id, previousDraft)
    const includesEnglish = languages.includes('en')
    const includesBangla = languages.includes('bn')
    const { numUpdatedRows } = await transaction
      .updateTable('post_draft')
      .set(({ eb }) => ({
        ...(includesEnglish && {
          title_en: oldVersion.title_en,
          summary_en: oldVersion.summary_en,
          version_en: eb('version_en', '+', 1),
          tab_en: '',
        }),
        ...(includesBangla && {
          title_bn: oldVersion.title_bn,
          summary_bn: oldVersion.summary_bn,
          version_bn: eb('version_bn', '+', 1),
          tab_bn: '',
        }),
        edited_at: ctx.now,
        edited_by: ctx.account!.id,
      }))
      .$if(includesEnglish, (draft) => draft.where('version_en', '=', loadedVersions.version_en))
      .$if(includesBangla, (draft) => draft.where('version_bn', '=', loadedVersions.version_bn))
      .where('post_id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.conflict')
    await transaction
      .updateTable('post_draft')
      .set({
        ...(includesEnglish && { body_en: await updatePictureFiles(transaction, oldVersion.body_en) }),
        ...(includesBangla && { body_bn: await updatePictureFiles(transaction, oldVersion.body_bn) }),
      })
      .where('post_id', '=', id)
      .execute()
    const draft = await updateChangedFlag(transaction, id)
    await storePostPictures(transaction, 'draft', id, draft)
    await storeVersion(transaction, ctx, 'restored', id, draft)
    await recordChange(transaction, ctx, 'post restored', `post ${id}`, describeChanges(previousDraft, draft))
  })
}
