import { localized } from '#platform/database/localized.ts'
import type { Database } from '#platform/database/database.ts'
import type { Language } from '#routes/public.ts'

const selectPublishedPosts = (db: Database, language: Language, now: number) =>
  db
    .selectFrom('post')
    .select([
      'post.id',
      'post.slug',
      'post.category_id',
      'post.picture',
      'post.published_at',
      'post.updated_at',
      'post.stay_nights',
      'post.stay_room_id',
      'post.stay_price_poisha',
      'post.stay_extras',
      localized(language, 'post.title').as('title'),
      localized(language, 'post.summary').as('summary'),
      localized(language, 'post.body').as('body'),
    ])
    .where('post.published_at', '<=', now)

export const listPostsOfCategory = (db: Database, language: Language, now: number, categoryId: number) =>
  selectPublishedPosts(db, language, now)
    .where('post.category_id', '=', categoryId)
    .orderBy('post.position')
    .orderBy('post.published_at', 'desc')
    .orderBy('post.id')
    .execute()

export const findPostBySlug = (db: Database, language: Language, now: number, slug: string) =>
  selectPublishedPosts(db, language, now).where('post.slug', '=', slug).execute()

/** The extras of the catalogue with their names and prices, by ID. */
export async function loadExtras(
  db: Database,
  language: Language,
  ids: readonly number[],
): Promise<ReadonlyMap<number, NamedExtra>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('extra')
    .select(['id', 'price_poisha', localized(language, 'name').as('name')])
    .where('id', 'in', [...new Set(ids)])
    .orderBy('position')
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
export interface NamedExtra {
  name: string
  price_poisha: number
}

/** Finds the current address of a post by a former one. */
export const findMovedPost = (db: Database, now: number, slug: string) =>
  db
    .selectFrom('post_redirect')
    .innerJoin('post', 'post.id', 'post_redirect.post_id')
    .select(['post.slug', 'post.category_id'])
    .where('post_redirect.slug', '=', slug)
    .where('post.published_at', '<=', now)
    .executeTakeFirst()

const selectCategories = (db: Database, language: Language) =>
  db
    .selectFrom('category')
    .select([
      'category.id',
      localized(language, 'category.title').as('name'),
      localized(language, 'category.intro').as('intro'),
    ])

/** Lists the categories with at least one published post. */
export const listCategoriesWithPosts = (db: Database, language: Language, now: number) =>
  selectCategories(db, language)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('post')
          .select('post.id')
          .whereRef('post.category_id', '=', 'category.id')
          .where('post.published_at', '<=', now),
      ),
    )
    .orderBy('category.id')
    .execute()

export const findCategory = (db: Database, language: Language, id: number) =>
  selectCategories(db, language).where('category.id', '=', id).executeTakeFirst()

/** Lists the addresses and dates of the published posts, without their texts. */
export const listPublishedDates = (db: Database, now: number) =>
  db
    .selectFrom('post')
    .select(['slug', 'category_id', 'published_at', 'updated_at'])
    .where('published_at', '<=', now)
    .orderBy('category_id')
    .orderBy('position')
    .orderBy('id')
    .execute()

export const listActiveSlides = (db: Database, language: Language) =>
  db
    .selectFrom('slide')
    .select([
      'slide.picture',
      'slide.link_path',
      localized(language, 'slide.title').as('title'),
      localized(language, 'slide.text').as('text'),
      localized(language, 'slide.link_label').as('link_label'),
    ])
    .where('slide.active', '=', 1)
    .orderBy('slide.position')
    .orderBy('slide.id')
    .execute()

export const listPassages = (db: Database, language: Language, page: string) =>
  db
    .selectFrom('passage')
    .select([
      'passage.key',
      'passage.picture',
      localized(language, 'passage.title').as('title'),
      localized(language, 'passage.text').as('text'),
    ])
    .where('passage.page', '=', page)
    .orderBy('passage.position')
    .orderBy('passage.key')
    .execute()
