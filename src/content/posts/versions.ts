import type { Selectable } from 'kysely'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Tables } from '#schema/tables.ts'
import { contentOf, isSame, keepPicturesOf, type PostContent } from './post.ts'

export type VersionRow = Selectable<Tables['post_version']>
type Kind = VersionRow['kind']

/** Autosaves within this time share one version. */
const GATHERED_MS = 10 * 60_000

/**
 * Stores the content of a post as a version, in the transaction that saves the post. `isNew` is false if the content is
 * unchanged or was merged into the user's current autosave version.
 */
export async function keepVersion(
  db: Database,
  { now, account }: Pick<RequestContext, 'now' | 'account'>,
  kind: Kind,
  postId: number,
  content: PostContent,
): Promise<{ id: number; isNew: boolean }> {
  const last = await db
    .selectFrom('post_version')
    .selectAll()
    .where('post_id', '=', postId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const by = account?.id ?? null
  const row = { ...contentOf(content), kind, at: now, account_id: by }
  if ((kind === 'saved' || kind === 'autosaved') && last && last.kind !== 'autosaved' && isSame(last, content))
    return { id: last.id, isNew: false }
  const gathered = await gathering(db, postId, by, now)
  const takesUp = gathered && (kind === 'autosaved' || (kind === 'saved' && gathered.id === last!.id))
  if (takesUp) {
    await db.updateTable('post_version').set(row).where('id', '=', gathered.id).execute()
    await keepPicturesOf(db, 'version', gathered.id, content)
    return { id: gathered.id, isNew: false }
  }
  const { id } = await db
    .insertInto('post_version')
    .values({ ...row, post_id: postId, began_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await keepPicturesOf(db, 'version', id, content)
  return { id, isNew: true }
}

const gathering = (db: Database, postId: number, by: number | null, now: number) =>
  db
    .selectFrom('post_version')
    .select('id')
    .where('post_id', '=', postId)
    .where('at', '>', now - GATHERED_MS)
    .where('began_at', '>', now - GATHERED_MS)
    .where('kind', '=', 'autosaved')
    .where('account_id', 'is not distinct from', by)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Lists one page of the versions of a post, newest first. */
export async function versionsOf(db: Database, postId: number, after: string | undefined, most: number) {
  const [, at, id] = /^(\d+)~(\d+)$/.exec(after ?? '') ?? []
  const found = await db
    .selectFrom('post_version')
    .leftJoin('account', 'account.id', 'post_version.account_id')
    .selectAll('post_version')
    .select('account.name as who')
    .where('post_id', '=', postId)
    .$if(at !== undefined, (rows) =>
      rows.where(({ eb, and, or }) =>
        or([eb('at', '<', Number(at)), and([eb('at', '=', Number(at)), eb('post_version.id', '<', Number(id))])]),
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('post_version.id', 'desc')
    .limit(most + 1)
    .execute()
  const rows = found.slice(0, most)
  const last = rows.at(-1)
  return { rows, more: found.length > most ? `${last!.at}~${last!.id}` : null }
}

export async function versionWith(db: Database, postId: number, id: number): Promise<VersionRow> {
  const row = await db
    .selectFrom('post_version')
    .selectAll()
    .where('id', '=', id)
    .where('post_id', '=', postId)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}
