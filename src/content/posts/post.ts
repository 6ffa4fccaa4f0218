import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import { storeTextPictures } from '../media/text-pictures.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { publish, type PublishTransaction, type Publisher } from '#platform/database/publish.ts'
import { invalidFields, notFound } from '#platform/errors.ts'
import { enqueue, type JobKinds } from '#platform/background/jobs.ts'
import type { Tables } from '#schema/tables.ts'
import { MAX_CHARACTERS } from './limits.ts'
import { cleanArticle } from './clean-article.ts'

/** The fields of a post. With an ID, they replace an existing post. */
export type PostInput = Omit<Insertable<Tables['post']>, 'updated_at'>

/**
 * Saves a published post together with its draft and cleans its HTML. Cached pages are rendered again, at once and at
 * the publication time. Used for the demo data and in tests; users write drafts.
 */
export async function savePost(db: Publisher, clock: Clock, { id, ...post }: PostInput): Promise<number> {
  assertMaxLength(post)
  const body_en = await cleanArticle(post.body_en)
  const body_bn = post.body_bn ? await cleanArticle(post.body_bn) : null
  const now = clock()
  const row = { ...post, body_en, body_bn, updated_at: now }
  return publish(db, async (tx) => {
    const postId = id === undefined ? await insertPost(tx, row) : await updatePost(tx, id, row)
    await syncDraft(tx, postId)
    if (post.published_at && post.published_at > now) await enqueue(tx, now, 'show-post', { postId }, post.published_at)
    return postId
  })
}

/** Returns a placeholder for the address of an unpublished post. No real address contains `~`. */
export const createPlaceholderSlug = (): string => `~${randomBytes(12).toString('hex')}`

/** Returns whether a post was ever published. */
export const wasPublished = ({ slug }: { slug: string }): boolean => !slug.startsWith('~')

export const postDisplayJobs: JobKinds = {
  // Changes no row. It starts a new content version, so that pages rendered from now on include the post.
  'show-post': (_, db) => publish(db, async () => {}),
}

/** The content fields of a post, in reading order. */
const contentFields = [
  'title_en',
  'title_bn',
  'summary_en',
  'summary_bn',
  'body_en',
  'body_bn',
  'category_id',
  'slug',
  'picture',
  'position',
  'stay_nights',
  'stay_room_id',
  'stay_price_poisha',
  'stay_extras',
] as const
export type PostContent = Pick<Insertable<Tables['post']>, (typeof contentFields)[number]> &
  Pick<
    Tables['post_draft'],
    | 'title_bn'
    | 'summary_bn'
    | 'body_bn'
    | 'picture'
    | 'stay_nights'
    | 'stay_room_id'
    | 'stay_price_poisha'
    | 'stay_extras'
  >

export const pickContent = (row: PostContent): PostContent =>
  Object.fromEntries(contentFields.map((field) => [field, row[field]])) as unknown as PostContent

export const hasSameContent = (left: PostContent, right: PostContent): boolean =>
  contentFields.every((field) => (left[field] ?? null) === (right[field] ?? null))

/** Stores which pictures a post contains, for the published post, the draft or a version. */
export const storePostPictures = (
  db: Database,
  place: 'post' | 'draft' | 'version',
  id: number,
  { body_en, body_bn, picture }: PostContent,
): Promise<void> => storeTextPictures(db, place, id, [body_en, body_bn], place === 'post' ? [] : [picture])

async function syncDraft(tx: PublishTransaction, id: number): Promise<void> {
  const post = await tx.selectFrom('post').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const content = pickContent(post)
  await tx
    .insertInto('post_draft')
    .values({ post_id: id, ...content, edited_at: post.updated_at, edited_by: null })
    .onConflict((conflict) =>
      conflict.column('post_id').doUpdateSet(({ eb }) => ({
        ...content,
        changed: 0,
        edited_at: post.updated_at,
        version: eb('post_draft.version', '+', 1),
        version_en: eb('post_draft.version_en', '+', 1),
        version_bn: eb('post_draft.version_bn', '+', 1),
      })),
    )
    .execute()
  await storePostPictures(tx, 'post', id, content)
  await storePostPictures(tx, 'draft', id, content)
}

function assertMaxLength(post: { body_en: string; body_bn?: string | null }): void {
  const longFields = (['body_en', 'body_bn'] as const).filter((name) => (post[name]?.length ?? 0) > MAX_CHARACTERS)
  const message = { key: 'error.too_long', values: { max: MAX_CHARACTERS } } as const
  if (longFields.length > 0) throw invalidFields(Object.fromEntries(longFields.map((name) => [name, [message]])))
}

type PostRow = Omit<Insertable<Tables['post']>, 'id'>

async function insertPost(tx: PublishTransaction, row: PostRow): Promise<number> {
  return (await tx.insertInto('post').values(row).returning('id').executeTakeFirstOrThrow()).id
}

async function updatePost(tx: PublishTransaction, id: number, row: PostRow): Promise<number> {
  await tx.updateTable('post').set(row).where('id', '=', id).returning('id').executeTakeFirstOrThrow(notFound)
  return id
}
