import { listLinkChoices } from '#content/link-choices.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { localized } from '#platform/database/localized.ts'
import { href } from '#routes/public.ts'
import { roomSearchPage } from '../visits/visit-counter.ts'
import { translatorFor } from '#locales/both.ts'

/** Returns the titles of pages by path in the user's language. */
export async function loadPageNames(
  db: Database,
  { language, now }: RequestContext,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { pages: fixedPages, products, rooms } = await listLinkChoices(db, now)
  const names = new Map(
    [...fixedPages, ...products, ...rooms].map(({ to, title_en, title_bn }) => [
      to,
      (language === 'bn' && title_bn) || title_en,
    ]),
  )
  names.set(roomSearchPage, translatorFor(language).t('visits.rooms_searched'))
  const slugs = paths.flatMap((path) => getSlugOfPost(path) ?? [])
  if (slugs.length === 0) return names
  const posts = await db
    .selectFrom('post')
    .select(['slug', localized(language, 'title').as('title')])
    .where('slug', 'in', slugs)
    .execute()
  const titles = new Map(posts.map(({ slug, title }) => [slug, title]))
  for (const path of paths) {
    const title = titles.get(getSlugOfPost(path) ?? '')
    if (title) names.set(path, title)
  }
  return names
}

const getSlugOfPost = (path: string): string | undefined =>
  [href('post', { slug: '' }), href('detail', { slug: '' })].flatMap((start) =>
    path.startsWith(start) ? [path.slice(start.length)] : [],
  )[0]
