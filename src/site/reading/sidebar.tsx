import { categories } from '#content/categories.ts'
import { excerpt } from '#content/excerpt.ts'
import type { ContentApi, Post } from '#content/contract.ts'
import { Link, useTranslator, type LoadArgs } from '#platform/pages/page.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { href } from '#routes/public.ts'
import type { ShortLink } from '../frame/page-links.tsx'
import { listLinksToCategories, LinkGroup } from '../frame/link-group.tsx'
import { loadListOrNull, sortNewestFirst, loadCategory, type Teaser } from './teasers.ts'
import styles from './sidebar.module.css'

export interface SidebarData {
  /** Each list is null if it could not be loaded. */
  courses: ShortLink[] | null
  countries: ShortLink[] | null
  offerings: ShortLink[] | null
  categories: ShortLink[] | null
  /** The two newest posts. The second one is used on the page of the newest post. */
  featuredPosts: Omit<Teaser, 'picture'>[] | null
}

export async function loadSidebar(args: Pick<LoadArgs<ContentApi>, 'api' | 'optional'>): Promise<SidebarData> {
  const [courses, countries, offerings, blog, allCategories] = await Promise.all([
    loadCategory(args, categories.courses),
    loadCategory(args, categories.countries),
    loadCategory(args, categories.offerings),
    loadCategory(args, categories.blog),
    loadListOrNull(args.optional, args.api.getCategories({})),
  ])
  return {
    courses: toLinks(courses),
    countries: toLinks(countries),
    offerings: toLinks(offerings),
    categories: allCategories && listLinksToCategories(allCategories, linkedCategories),
    featuredPosts: blog.posts && sortNewestFirst(blog.posts).slice(0, 2).map(withoutPicture),
  }
}

const withoutPicture = ({ slug, title, summary }: Post) => ({ slug, title, text: summary })

const toLinks = ({ posts }: { posts: Post[] | null }): ShortLink[] | null =>
  posts && posts.map(({ slug, title }) => ({ title: excerpt(title, 20), to: href('detail', { slug }) }))

/** The categories whose posts are not listed in the sidebar. */
const linkedCategories = [
  categories.services,
  categories.missionVision,
  categories.goals,
  categories.blog,
  categories.packages,
] as const

const sidebarLists = ['courses', 'countries', 'offerings', 'categories'] as const

/** Links for further reading. `isSilent`: the page beside it already shows the load error. */
export function Sidebar({
  data,
  excludedSlug,
  isSilent = false,
}: {
  data: SidebarData
  excludedSlug?: string | undefined
  isSilent?: boolean
}) {
  const { t } = useTranslator()
  const featuredPost = data.featuredPosts?.find(({ slug }) => slug !== excludedSlug)
  return (
    <aside className={styles.sidebar} aria-label={t('sidebar.label')}>
      {featuredPost && <Featured post={featuredPost} />}
      {sidebarLists.map((listName) =>
        data[listName]?.length ? (
          <LinkGroup key={listName} title={t(`sidebar.${listName}`)} links={data[listName]} />
        ) : null,
      )}
      {!isSilent && Object.values(data).includes(null) && <CouldNotLoad />}
    </aside>
  )
}

/** Text only: its picture would have to load on every article page. */
function Featured({ post }: { post: Omit<Teaser, 'picture'> }) {
  const { t } = useTranslator()
  return (
    <section className={`leads ${styles.featured}`}>
      <h2>{t('sidebar.featured')}</h2>
      <h3>
        <Link to={href('post', { slug: post.slug })}>{post.title}</Link>
      </h3>
      <p className="note">{post.text}</p>
    </section>
  )
}
