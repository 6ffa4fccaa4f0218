import { pickTranslation, readCompany } from '#content/company.ts'
import { findCategory, listPostsOfCategory } from '#content/store.ts'
import type { Database } from '#platform/database/database.ts'
import { xml, renderXmlDocument } from './xml.ts'
import { files, href, inLanguage, type Language } from '#routes/public.ts'
import { categories } from '#content/categories.ts'
import { buildPostHref } from '../reading/post-path.ts'

/** Builds the blog as RSS 2.0, newest post first. */
export async function buildFeed(db: Database, language: Language, now: number, publicUrl: string): Promise<string> {
  const buildAbsoluteUrl = (path: string) => publicUrl + inLanguage(path, language)
  const company = await readCompany(db)
  const name = pickTranslation(company.name, language)
  const blog = await findCategory(db, language, categories.blog)
  const posts = (await listPostsOfCategory(db, language, now, categories.blog))
    .map((post) => ({ ...post, published_at: Number(post.published_at) }))
    .sort((a, b) => b.published_at - a.published_at)
  const changedAt = Math.max(...posts.map(({ published_at, updated_at }) => Math.max(published_at, updated_at)))
  const items = posts.map((post) => {
    const url = buildAbsoluteUrl(buildPostHref(post))
    return xml`
    <item>
      <title>${post.title}</title>
      <link>${url}</link>
      <guid isPermaLink="true">${url}</guid>
      <pubDate>${formatRssDate(post.published_at)}</pubDate>
      <description>${post.summary}</description>
    </item>`
  })
  return renderXmlDocument(xml`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>${blog ? `${name}: ${blog.name}` : name}</title>
    <link>${buildAbsoluteUrl(href('blog'))}</link>
    <description>${blog?.intro || pickTranslation(company.tagline, language)}</description>
    <language>${language}</language>
    <atom:link rel="self" type="application/rss+xml" href="${buildAbsoluteUrl(files.feed)}"/>
    ${posts.length > 0 ? xml`<lastBuildDate>${formatRssDate(changedAt)}</lastBuildDate>` : ''}${items}
  </channel>
</rss>`)
}

const formatRssDate = (atMs: number): string => new Date(atMs).toUTCString()
