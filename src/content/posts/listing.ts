import { sql } from 'kysely'
import { containsWord } from '#platform/database/contains-word.ts'
import type { Database } from '#platform/database/database.ts'
import type { PostState } from './states.ts'

export interface PostQuery {
  category?: number | undefined
  state?: PostState | undefined
  words?: string | undefined
  after?: string | undefined
  now: number
  limit: number
}

/** Lists one page of posts, the most recently edited first. */
export async function listPosts(db: Database, { category, state, words, after, now, limit }: PostQuery) {
  const [, editedAt, id] = /^(\d+)~(\d+)$/.exec(after ?? '') ?? []
  const foundRows = await db
    .selectFrom('post_draft')
    .innerJoin('post', 'post.id', 'post_draft.post_id')
    .leftJoin('post_schedule', 'post_schedule.post_id', 'post_draft.post_id')
    .leftJoin('account', 'account.id', 'post_draft.edited_by')
    .select([
      'post_draft.post_id',
      'post_draft.category_id',
      'post_draft.slug',
      'post_draft.title_en',
      'post_draft.title_bn',
      'post_draft.summary_en',
      'post_draft.summary_bn',
      'post_draft.changed',
      'post_draft.edited_at',
      'post.published_at',
      'post_schedule.at as due_at',
      'account.name as authorName',
    ])
    .select(sql<number>`case when post_draft.body_bn is null then 0 else 1 end`.as('has_bangla'))
    .$if(editedAt !== undefined, (rows) =>
      rows.where(sql<boolean>`(post_draft.edited_at, post_draft.post_id) < (${Number(editedAt)}, ${Number(id)})`),
    )
    .$if(category !== undefined, (rows) => rows.where('post_draft.category_id', '=', category!))
    .$if(state === 'draft', (rows) => rows.where('post.published_at', 'is', null).where('post_schedule.id', 'is', null))
    .$if(state === 'published', (rows) => rows.where('post.published_at', '<=', now))
    .$if(state === 'scheduled', (rows) =>
      rows.where(({ or, eb }) => or([eb('post_schedule.id', 'is not', null), eb('post.published_at', '>', now)])),
    )
    .$if(state === 'changed', (rows) => rows.where('post_draft.changed', '=', 1).where('post.published_at', '<=', now))
    .$if(Boolean(words), (rows) => rows.where(matchesSearch(words!)))
    .orderBy('post_draft.edited_at', 'desc')
    .orderBy('post_draft.post_id', 'desc')
    .limit(limit + 1)
    .execute()
  const rows = foundRows.slice(0, limit)
  const lastRow = rows.at(-1)
  return { rows, more: foundRows.length > limit ? `${lastRow!.edited_at}~${lastRow!.post_id}` : null }
}

/** SQL condition: the titles, the summaries and the address together contain the first eight search words. */
function matchesSearch(search: string) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)
  const text = sql`(post_draft.title_en || ' ' || coalesce(post_draft.title_bn, '') || ' ' || post_draft.slug || ' ' ||
    post_draft.summary_en || ' ' || coalesce(post_draft.summary_bn, ''))`
  const conditions = words.map((word) => containsWord([text], word))
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}
