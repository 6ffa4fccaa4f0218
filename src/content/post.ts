import type { Insertable } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import { raiseVersion } from '../platform/database/content-version.ts'
import { inTransaction, type Database } from '../platform/database/database.ts'
import { invalidFields, notFound } from '../platform/errors.ts'
import { enqueue, type JobKinds } from '../platform/work/jobs.ts'
import type { Tables } from '../tables/tables.ts'
import { cleanHtml } from './clean.ts'

/** A post as it is written; with an id it is one that there is, written anew. */
export type WrittenPost = Omit<Insertable<Tables['post']>, 'updated_at'>

/**
 * The one way in which a post is written: its HTML is cleaned before it is stored, and pages that are kept are made
 * anew, at once and when the hour comes at which the post is to appear.
 */
export async function savePost(db: Database, clock: Clock, { id, ...post }: WrittenPost): Promise<number> {
  refuseTooLong(post)
  const body_en = await cleanHtml(post.body_en)
  const body_bn = post.body_bn ? await cleanHtml(post.body_bn) : null
  const now = clock()
  const row = { ...post, body_en, body_bn, updated_at: now }
  return inTransaction(db, async (transaction) => {
    const saved = id === undefined ? await insertPost(transaction, row) : await updatePost(transaction, id, row)
    await raiseVersion(transaction)
    if (post.published_at && post.published_at > now)
      await enqueue(transaction, now, 'show-post', { postId: saved }, post.published_at)
    return saved
  })
}

export const postJobs: JobKinds = {
  'show-post': (_, db) => raiseVersion(db),
}

/** Far more than anybody reads; deeply nested tags make the cleaner slow. */
const MOST_CHARACTERS = 100_000

function refuseTooLong(post: { body_en: string; body_bn?: string | null }): void {
  const tooLong = (['body_en', 'body_bn'] as const).filter((name) => (post[name]?.length ?? 0) > MOST_CHARACTERS)
  const sentence = { key: 'error.too_long', values: { max: MOST_CHARACTERS } } as const
  if (tooLong.length > 0) throw invalidFields(Object.fromEntries(tooLong.map((name) => [name, [sentence]])))
}

type PostRow = Omit<Insertable<Tables['post']>, 'id'>

async function insertPost(db: Database, row: PostRow): Promise<number> {
  return (await db.insertInto('post').values(row).returning('id').executeTakeFirstOrThrow()).id
}

async function updatePost(db: Database, id: number, row: PostRow): Promise<number> {
  await db.updateTable('post').set(row).where('id', '=', id).returning('id').executeTakeFirstOrThrow(notFound)
  return id
}
