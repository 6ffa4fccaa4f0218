import { readCompany } from '#content/company.ts'
import { listPublishedDates } from '#content/store.ts'
import { listProductSlugs } from '#trade/enquiries/store.ts'
import { isoTimestamp } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { xml, renderXmlDocument } from './xml.ts'
import { listActiveRoomSlugs } from '#stays/rooms/store.ts'
import { href, inLanguage, languages, type Language } from '#routes/public.ts'
import { categories, findCategoryPage } from '#content/categories.ts'
import { buildPostHref } from '../reading/post-path.ts'

/** Lists every public page in every language. `paths` are the paths of pages without parameters. */
export async function buildSitemap(
  db: Database,
  now: number,
  publicUrl: string,
  paths: readonly string[],
): Promise<string> {
  const { timeZone } = await readCompany(db)
  const productSlugs = await listProductSlugs(db)
  const changedAtByPath = new Map<string, number | null>(paths.map((path) => [path, null]))
  for (const post of await listPublishedDates(db, now)) {
    const changedAt = Math.max(Number(post.published_at), post.updated_at)
    const isProduct = post.category_id === categories.services && productSlugs.includes(post.slug)
    changedAtByPath.set(isProduct ? href('product', { slug: post.slug }) : buildPostHref(post), changedAt)
    const categoryPage = findCategoryPage(post.category_id)
    if (categoryPage)
      changedAtByPath.set(href(categoryPage), Math.max(changedAt, changedAtByPath.get(href(categoryPage)) ?? 0))
  }
  for (const slug of await listActiveRoomSlugs(db)) changedAtByPath.set(href('room', { slug }), null)
  for (const slug of productSlugs) {
    const path = href('product', { slug })
    changedAtByPath.set(path, changedAtByPath.get(path) ?? null)
  }

  const buildAbsoluteUrl = (path: string, language: Language) => publicUrl + inLanguage(path, language)
  const entries = [...changedAtByPath].flatMap(([path, changedAt]) => {
    const lastmod = changedAt === null ? '' : xml`<lastmod>${isoTimestamp(timeZone, changedAt)}</lastmod>`
    const languageLinks = languages.map((alternative) =>
      buildAlternateLink(alternative, buildAbsoluteUrl(path, alternative)),
    )
    const alternateLinks = [...languageLinks, buildAlternateLink('x-default', buildAbsoluteUrl(path, 'en'))]
    return languages.map(
      (alternative) => xml`<url><loc>${buildAbsoluteUrl(path, alternative)}</loc>${lastmod}${alternateLinks}</url>\n`,
    )
  })
  const namespaces = xml`xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"`
  return renderXmlDocument(xml`<urlset ${namespaces}>\n${entries}</urlset>`)
}

const buildAlternateLink = (hreflang: string, absoluteUrl: string) =>
  xml`<xhtml:link rel="alternate" hreflang="${hreflang}" href="${absoluteUrl}"/>`
