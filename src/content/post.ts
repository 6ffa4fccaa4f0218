import type { Insertable } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import { publish, type Press, type Publisher } from '../platform/database/publish.ts'
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
export async function savePost(db: Publisher, clock: Clock, { id, ...post }: WrittenPost): Promise<number> {
  refuseTooLong(post)
  const body_en = await cleanHtml(post.body_en)
  const body_bn = post.body_bn ? await cleanHtml(post.body_bn) : null
  const now = clock()
  const row = { ...post, body_en, body_bn, updated_at: now }
  return publish(db, async (press) => {
    const saved = id === undefined ? await insertPost(press, row) : await updatePost(press, id, row)
    if (post.published_at && post.published_at > now)
      await enqueue(press, now, 'show-post', { postId: saved }, post.published_at)
    return saved
  })
}

export const postJobs: JobKinds = {
  // Nothing is written, but from now on it is read differently.
  'show-post': (_, db) => publish(db, async () => {}),
}

/** Far more than anybody reads; deeply nested tags make the cleaner slow. */
const MOST_CHARACTERS = 100_000

function refuseTooLong(post: { body_en: string; body_bn?: string | null }): void {
  const tooLong = (['body_en', 'body_bn'] as const).filter((name) => (post[name]?.length ?? 0) > MOST_CHARACTERS)
  const sentence = { key: 'error.too_long', values: { max: MOST_CHARACTERS } } as const
  if (tooLong.length > 0) throw invalidFields(Object.fromEntries(tooLong.map((name) => [name, [sentence]])))
}

type PostRow = Omit<Insertable<Tables['post']>, 'id'>

async function insertPost(press: Press, row: PostRow): Promise<number> {
  return (await press.insertInto('post').values(row).returning('id').executeTakeFirstOrThrow()).id
}

async function updatePost(press: Press, id: number, row: PostRow): Promise<number> {
  await press.updateTable('post').set(row).where('id', '=', id).returning('id').executeTakeFirstOrThrow(notFound)
  return id
}
