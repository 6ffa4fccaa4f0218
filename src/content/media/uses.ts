import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { PublishTransaction } from '#platform/database/publish.ts'
import { localized } from '#platform/database/localized.ts'
import type { TextLocation } from '#schema/media.ts'
import { href, inLanguage, type Language } from '#routes/public.ts'
import { picturesPrefix } from './store.ts'

/** A place that shows a picture, with its name and its path on the site. */
export interface PictureUse {
  kind: 'room' | 'post' | 'slide' | 'product' | 'text' | 'draft'
  name: string
  path: string | null
}

/** Lists the uses of a picture, so that nobody removes a picture in use unknowingly. */
export async function listUses(db: Database, language: Language, { name }: { name: string }): Promise<PictureUse[]> {
  const [rooms, posts, slides, products, textUses] = await Promise.all([
    db
      .selectFrom('room_picture')
      .innerJoin('room', 'room.id', 'room_picture.room_id')
      .select(['room.slug', localized(language, 'room.name').as('title')])
      .where('picture', '=', name)
      .distinct()
      .execute(),
    db
      .selectFrom('post')
      .select(['id', 'slug', localized(language, 'post.title').as('title')])
      .where('picture', '=', name)
      .execute(),
    db.selectFrom('slide').select(localized(language, 'slide.title').as('title')).where('picture', '=', name).execute(),
    db
      .selectFrom('product')
      .select(['slug', localized(language, 'product.name').as('title')])
      .where('picture', '=', name)
      .execute(),
    db
      .selectFrom('text_picture')
      .select(['place', 'place_id'])
      .where('picture', '=', name)
      .orderBy('place')
      .orderBy('place_id')
      .limit(MAX_TEXTS)
      .execute(),
  ])
  const texts = await resolveTexts(db, language, textUses, new Set(posts.map(({ id }) => id)))
  const getLocalizedPath = (path: string) => inLanguage(path, language)
  return [
    ...rooms.map(({ slug, title }) => ({
      kind: 'room' as const,
      name: title,
      path: getLocalizedPath(href('room', { slug })),
    })),
    ...posts.map(({ slug, title }) => ({
      kind: 'post' as const,
      name: title,
      path: getLocalizedPath(href('post', { slug })),
    })),
    ...slides.map(({ title }) => ({ kind: 'slide' as const, name: title, path: getLocalizedPath(href('home')) })),
    ...products.map(({ slug, title }) => ({
      kind: 'product' as const,
      name: title,
      path: getLocalizedPath(href('product', { slug })),
    })),
    ...texts,
  ]
}

/** The maximum number of texts to read. A picture with more uses shows only the first ones. */
const MAX_TEXTS = 200

/**
 * Converts the locations of texts to uses of the picture. A post counts once, even if several of its versions contain
 * the picture.
 */
async function resolveTexts(
  db: Database,
  language: Language,
  textUses: readonly { place: TextLocation; place_id: string }[],
  listedPostIds: ReadonlySet<number>,
): Promise<PictureUse[]> {
  const toPlaceIds = (targetPlace: TextLocation) =>
    textUses.filter(({ place }) => place === targetPlace).map(({ place_id }) => place_id)
  const toNumericIds = (place: TextLocation) => toPlaceIds(place).map(Number)
  const [versionIds, passageIds] = [toNumericIds('version'), toPlaceIds('passage')]
  const versionPosts =
    versionIds.length === 0
      ? []
      : await db.selectFrom('post_version').select('post_id').distinct().where('id', 'in', versionIds).execute()
  const publishedIds = new Set(toNumericIds('post'))
  const ids = [...new Set([...publishedIds, ...toNumericIds('draft'), ...versionPosts.map(({ post_id }) => post_id)])]
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('post_draft')
          .innerJoin('post', 'post.id', 'post_draft.post_id')
          .select(['post.id', 'post.slug', localized(language, 'post_draft.title').as('title')])
          .where('post.id', 'in', ids)
          .orderBy('post.id')
          .execute()
  const passageRows =
    passageIds.length === 0
      ? []
      : await db
          .selectFrom('passage')
          .select(localized(language, 'passage.title').as('title'))
          .where(sql<string>`page || '.' || key`, 'in', passageIds)
          .execute()
  return [
    ...rows
      .filter(({ id }) => publishedIds.has(id) || !listedPostIds.has(id))
      .map(({ id, slug, title }) => ({
        kind: publishedIds.has(id) ? ('text' as const) : ('draft' as const),
        name: title,
        path: publishedIds.has(id) ? inLanguage(href('post', { slug }), language) : null,
      })),
    ...passageRows.map(({ title }) => ({ kind: 'text' as const, name: title, path: null })),
  ]
}

/** SQL condition: the picture is not built in, and no place uses it. */
export const isUnused = sql<boolean>`(picture.built = 0
  and not exists (select 1 from room_picture where room_picture.picture = picture.name)
  and not exists (select 1 from post where post.picture = picture.name)
  and not exists (select 1 from slide where slide.picture = picture.name)
  and not exists (select 1 from product where product.picture = picture.name)
  and not exists (select 1 from text_picture where text_picture.picture = picture.name))`

/**
 * Returns whether pages or posts show a picture to the public. Drafts do not count, even if they are scheduled.
 * Built-in pictures count as visible, because pages name them in code.
 */
export async function isPubliclyVisible(db: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ is_seen: number }>`
    select 1 as is_seen from picture where name = ${name} and (built = 1
      or exists (select 1 from room_picture where room_picture.picture = picture.name)
      or exists (select 1 from slide where slide.picture = picture.name and active = 1)
      or exists (select 1 from product where product.picture = picture.name and active = 1)
      or exists (select 1 from post where post.picture = picture.name and published_at is not null)
      or exists (select 1 from text_picture where text_picture.picture = picture.name and place in ('post', 'passage')))
  `.execute(db)
  return rows.length > 0
}

/**
 * Replaces a picture file in all posts, drafts and passages. Stored versions stay unchanged; text restored from one
 * gets the current files (`updatePictureFiles`).
 */
export async function replaceFileInArticles(
  tx: PublishTransaction,
  name: string,
  file: string,
  newFile: string,
): Promise<void> {
  const [before, after] = [picturesPrefix + file, picturesPrefix + newFile]
  const replaceIn = (column: string) => sql<string>`replace(${sql.ref(column)}, ${before}, ${after})`
  const textUses = await tx
    .selectFrom('text_picture')
    .select(['place', 'place_id'])
    .where('picture', '=', name)
    .execute()
  for (const { place, place_id } of textUses) {
    if (place === 'post')
      await tx
        .updateTable('post')
        .set({ body_en: replaceIn('body_en'), body_bn: replaceIn('body_bn') })
        .where('id', '=', Number(place_id))
        .execute()
    if (place === 'draft')
      await tx
        .updateTable('post_draft')
        .set({ body_en: replaceIn('body_en'), body_bn: replaceIn('body_bn') })
        .where('post_id', '=', Number(place_id))
        .execute()
    if (place === 'passage')
      await tx
        .updateTable('passage')
        .set({ text_en: replaceIn('text_en'), text_bn: replaceIn('text_bn') })
        .where(sql<string>`page || '.' || key`, '=', place_id)
        .execute()
  }
}
