import type { Selectable } from 'kysely'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Tables } from '#schema/tables.ts'
import { pickContent, hasSameContent, storePostPictures, type PostContent } from './post.ts'
import { MINUTE_MS } from '#platform/durations.ts'

export type VersionRow = Selectable<Tables['post_version']>
type VersionKind = VersionRow['kind']

/** Autosaves within this time share one version. */
const AUTOSAVE_WINDOW_MS = 10 * MINUTE_MS

/**
 * Stores the content of a post as a version, in the transaction that saves the post. `isNew` is false if the content is
 * unchanged or was merged into the user's current autosave version.
 */
export async function storeVersion(
  db: Database,
  { now, account }: Pick<RequestContext, 'now' | 'account'>,
  kind: VersionKind,
  postId: number,
  content: PostContent,
): Promise<{ id: number; isNew: boolean }> {
  const lastVersion = await db
    .selectFrom('post_version')
    .selectAll()
    .where('post_id', '=', postId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const authorId = account?.id ?? null
  const row = { ...pickContent(content), kind, at: now, account_id: authorId }
  if (
    (kind === 'saved' || kind === 'autosaved') &&
    lastVersion &&
    lastVersion.kind !== 'autosaved' &&
    hasSameContent(lastVersion, content)
  )
    return { id: lastVersion.id, isNew: false }
  const openAutosave = await findOpenAutosave(db, postId, authorId, now)
  const isMerged = openAutosave && (kind === 'autosaved' || (kind === 'saved' && openAutosave.id === lastVersion!.id))
  if (isMerged) {
    await db.updateTable('post_version').set(row).where('id', '=', openAutosave.id).execute()
    await storePostPictures(db, 'version', openAutosave.id, content)
    return { id: openAutosave.id, isNew: false }
  }
  const { id } = await db
    .insertInto('post_version')
    .values({ ...row, post_id: postId, began_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await storePostPictures(db, 'version', id, content)
  return { id, isNew: true }
}

const findOpenAutosave = (db: Database, postId: number, authorId: number | null, now: number) =>
  db
    .selectFrom('post_version')
    .select('id')
    .where('post_id', '=', postId)
    .where('at', '>', now - AUTOSAVE_WINDOW_MS)
    .where('began_at', '>', now - AUTOSAVE_WINDOW_MS)
    .where('kind', '=', 'autosaved')
    .where('account_id', 'is not distinct from', authorId)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Lists one page of the versions of a post, newest first. */
export async function listVersions(db: Database, postId: number, after: string | undefined, limit: number) {
  const [, beforeTime, id] = /^(\d+)~(\d+)$/.exec(after ?? '') ?? []
  const foundRows = await db
    .selectFrom('post_version')
    .leftJoin('account', 'account.id', 'post_version.account_id')
    .selectAll('post_version')
    .select('account.name as authorName')
    .where('post_id', '=', postId)
    .$if(beforeTime !== undefined, (rows) =>
      rows.where(({ eb, and, or }) =>
        or([
          eb('at', '<', Number(beforeTime)),
          and([eb('at', '=', Number(beforeTime)), eb('post_version.id', '<', Number(id))]),
        ]),
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('post_version.id', 'desc')
    .limit(limit + 1)
    .execute()
  const rows = foundRows.slice(0, limit)
  const lastRow = rows.at(-1)
  return { rows, more: foundRows.length > limit ? `${lastRow!.at}~${lastRow!.id}` : null }
}

export async function getVersion(db: Database, postId: number, id: number): Promise<VersionRow> {
  const row = await db
    .selectFrom('post_version')
    .selectAll()
    .where('id', '=', id)
    .where('post_id', '=', postId)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}
