import { excerpt } from '../content/excerpt.ts'
import type { ContentApi, Post } from '../content/contract.ts'
import { Link, useWords } from '../platform/page.tsx'
import { Picture } from '../ui/picture.tsx'
import { href, type PageName } from '../urls.ts'
import type { PageWordKey } from '../words/words.ts'
import { categories, lacking, postsOf, teaser, type Teaser } from './gather.ts'
import styles from './sidebar.module.css'

interface ShortLink {
  slug: string
  title: string
}
export interface SidebarData {
  courses: ShortLink[]
  countries: ShortLink[]
  offerings: ShortLink[]
  /** The newest, and another one for the page that shows the newest itself. */
  featured: Teaser[]
  incomplete?: true
}

export async function loadSidebar(api: ContentApi): Promise<SidebarData> {
  const [courses, countries, offerings, blog] = await Promise.all([
    postsOf(api, categories.courses),
    postsOf(api, categories.countries),
    postsOf(api, categories.offerings),
    postsOf(api, categories.blog),
  ])
  return {
    courses: courses.map(shortLink),
    countries: countries.map(shortLink),
    offerings: offerings.map(shortLink),
    featured: [blog[0], blog.at(-1)].filter((post) => post !== undefined).map(teaser),
    ...lacking(courses, countries, offerings, blog),
  }
}

const shortLink = ({ slug, title }: Post): ShortLink => ({ slug, title: excerpt(title, 20) })

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
      <section>
        <h2>{t('sidebar.categories')}</h2>
        <ul role="list">
          {categoryPages.map(([page, label]) => (
            <li key={page}>
              <Link to={href(page)}>{t(label)}</Link>
            </li>
          ))}
        </ul>
      </section>
    </aside>
  )
}

const categoryPages: [PageName & ('ourServices' | 'goals' | 'missionVision' | 'blog'), PageWordKey][] = [
  ['ourServices', 'page.services'],
  ['goals', 'page.goals'],
  ['missionVision', 'page.mission_vision'],
  ['blog', 'page.blog'],
]

function Featured({ post }: { post: Teaser }) {
  const { t } = useWords()
  return (
    <section className={styles.featured}>
      <h2>{t('sidebar.featured')}</h2>
      {post.picture && <Picture picture={post.picture} sizes="(min-width: 60rem) 19rem, 92vw" />}
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
        {links.map(({ slug, title: short }) => (
          <li key={slug}>
            <Link to={href('detail', { slug })}>{short}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
