import { categories } from '#content/categories.ts'
import { createExcerpt } from '#content/excerpt.ts'
import type { ContentApi, Post } from '#content/contract.ts'
import { Link, useTranslator, type LoadArgs } from '#platform/pages/page.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { href } from '#routes/public.ts'
import type { ShortLink } from '../../frame/page-links.tsx'
import { listLinksToCategories } from '../../frame/link-group.tsx'
import { loadListOrNull, sortNewestFirst, loadCategory, type Teaser } from '../teasers.ts'
import styles from './sidebar.module.css'

/** A link with the cut title that it shows, if its title is too long. */
interface SidebarLink extends ShortLink {
  cutTitle?: string
}

export interface SidebarData {
  /** Each list is null if it could not be loaded. */
  courses: SidebarLink[] | null
  countries: SidebarLink[] | null
  offerings: SidebarLink[] | null
  categories: SidebarLink[] | null
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
    featuredPosts: blog.posts && sortNewestFirst(blog.posts).slice(0, 2).map(omitPicture),
  }
}

const omitPicture = ({ slug, title, summary }: Post) => ({ slug, title, text: summary })

const toLinks = ({ posts }: { posts: Post[] | null }): SidebarLink[] | null => posts && posts.map(toLink)

function toLink({ slug, title }: Post): SidebarLink {
  const shownTitle = createExcerpt(title, MAX_TITLE_CHARACTERS)
  return { title, to: href('detail', { slug }), ...(shownTitle !== title && { cutTitle: shownTitle }) }
}

const MAX_TITLE_CHARACTERS = 20

/** The categories that the sidebar links to, because it does not list their posts. */
const linkedCategories = [
  categories.services,
  categories.missionVision,
  categories.goals,
  categories.blog,
  categories.packages,
] as const

const sidebarLists = ['courses', 'countries', 'offerings', 'categories'] as const

/** Returns the newest post of the blog, or the second newest if that is the excluded one. */
export const findFeaturedPost = ({ featuredPosts }: SidebarData, excludedSlug?: string) =>
  featuredPosts?.find(({ slug }) => slug !== excludedSlug)

/** The sidebar of the content pages, as a band below the content. `isSilent`: the page already shows the load error. */
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
  const featuredPost = findFeaturedPost(data, excludedSlug)
  return (
    <aside className={`container ${styles.sidebar}`} aria-label={t('sidebar.label')}>
      <hr />
      <div className={styles.columns}>
        {featuredPost && <Featured post={featuredPost} />}
        {sidebarLists.map((listName) =>
          data[listName]?.length ? (
            <SidebarList key={listName} title={t(`sidebar.${listName}`)} links={data[listName]} />
          ) : null,
        )}
      </div>
      {!isSilent && Object.values(data).includes(null) && <CouldNotLoad />}
    </aside>
  )
}

const SidebarList = ({ title, links }: { title: string; links: readonly SidebarLink[] }) => (
  <section>
    <h2>{title}</h2>
    <ul role="list">
      {links.map((link) => (
        <li key={link.to}>
          <Link to={link.to}>
            {link.cutTitle ? (
              <>
                <span aria-hidden="true" title={link.title}>
                  {link.cutTitle}
                </span>
                <span className="visually-hidden">{link.title}</span>
              </>
            ) : (
              link.title
            )}
          </Link>
        </li>
      ))}
    </ul>
  </section>
)

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
