import { excerpt } from '../../content/excerpt.ts'
import type { Category, ContentApi, Post } from '../../content/contract.ts'
import { Link, useWords, type LoadArgs } from '../../platform/pages/page.tsx'
import { Picture } from '../../ui/picture.tsx'
import { href } from '../../urls.ts'
import { pageOfCategory } from './category-links.ts'
import { categories, listOf, newestFirst, postsOf, teaser, type Teaser } from './teasers.ts'
import styles from './sidebar.module.css'

interface ShortLink {
  title: string
  to: string
}
export interface SidebarData {
  courses: ShortLink[]
  countries: ShortLink[]
  offerings: ShortLink[]
  categories: ShortLink[]
  /** The newest, and another one for the page that shows the newest itself. */
  featured: Teaser[]
}

export async function loadSidebar(asked: Pick<LoadArgs<ContentApi>, 'api' | 'optional'>): Promise<SidebarData> {
  const [courses, countries, offerings, blog, all] = await Promise.all([
    postsOf(asked, categories.courses),
    postsOf(asked, categories.countries),
    postsOf(asked, categories.offerings),
    postsOf(asked, categories.blog),
    listOf(asked.optional, asked.api.getCategories({})),
  ])
  return {
    courses: courses.map(shortLink),
    countries: countries.map(shortLink),
    offerings: offerings.map(shortLink),
    categories: otherCategories(all),
    featured: newestFirst(blog).slice(0, 2).map(teaser),
  }
}

const shortLink = ({ slug, title }: Post): ShortLink => ({ title: excerpt(title, 20), to: href('detail', { slug }) })

/** Those that have a page of their own and are not yet here with their posts. */
function otherCategories(all: Category[]): ShortLink[] {
  const here: number[] = [categories.about, categories.courses, categories.countries, categories.offerings]
  return all.flatMap(({ id, name }) => {
    const page = pageOfCategory(id)
    return page && !here.includes(id) ? [{ title: name, to: href(page) }] : []
  })
}

/** What else there is to read. */
export function Sidebar({ data, except }: { data: SidebarData; except?: string | undefined }) {
  const { t } = useWords()
  const featured = data.featured.find(({ slug }) => slug !== except)
  return (
    <aside className={styles.sidebar} aria-label={t('sidebar.label')}>
      {featured && <Featured post={featured} />}
      <Shelf title={t('sidebar.courses')} links={data.courses} />
      <Shelf title={t('sidebar.countries')} links={data.countries} />
      <Shelf title={t('sidebar.offerings')} links={data.offerings} />
      <Shelf title={t('sidebar.categories')} links={data.categories} />
    </aside>
  )
}

function Featured({ post }: { post: Teaser }) {
  const { t } = useWords()
  return (
    <section className={`leads ${styles.featured}`}>
      <h2>{t('sidebar.featured')}</h2>
      {post.picture && <Picture picture={post.picture} sizes="(min-width: 60rem) 19rem, 92vw" later />}
      <h3>
        <Link to={href('post', { slug: post.slug })}>{post.title}</Link>
      </h3>
    </section>
  )
}

function Shelf({ title, links }: { title: string; links: ShortLink[] }) {
  if (links.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <ul role="list">
        {links.map((link) => (
          <li key={link.to}>
            <Link to={link.to}>{link.title}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
