import { readPostViews } from './post-views.ts'
import { findCategory } from '../store.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import type { postsContract } from './contract.ts'
import { findPreview } from './preview.ts'

export const postsHandlers = {
  async getPreview(db, ctx, { token }) {
    const { language, now } = ctx
    const { draft } = await findPreview(db, now, token)
    const isBangla = language === 'bn'
    const livePost = await db
      .selectFrom('post')
      .select('published_at')
      .where('id', '=', draft.post_id)
      .executeTakeFirstOrThrow()
    const [post] = await readPostViews(db, ctx, [
      {
        ...draft,
        id: draft.post_id,
        title: (isBangla && draft.title_bn) || draft.title_en,
        summary: (isBangla && draft.summary_bn) || draft.summary_en,
        body: (isBangla && draft.body_bn) || draft.body_en,
        published_at: livePost.published_at ?? now,
        updated_at: draft.edited_at,
      },
    ])
    return { category: (await findCategory(db, language, draft.category_id)) ?? null, post: post! }
  },
} satisfies Handlers<typeof postsContract>
