import { categories } from '#content/categories.ts'
import type { Category, ContentApi, Post } from '#content/contract.ts'
import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { preloadOf } from '#ui/pictures/picture.tsx'
import type { PageMessageKey } from '#locales/translator.ts'
import { Articles, articleSizes, type Article } from './articles.tsx'
import styles from './category-page.module.css'
import { Closing, topicOfCategory, type Topic } from './closing.tsx'
import { LeadList, leadSizes } from './lead-list.tsx'
import { toCard, loadList, toOpening, loadCategory, toTeaser, type Card, type Opening } from './teasers.ts'
import { EmptyNotice } from './empty-notice.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { FurtherLinks } from './further-links.tsx'
import { CardList } from './card-list.tsx'
import type { ShortLink } from '../frame/page-links.tsx'
import { listLinksToCategories } from '../frame/link-group.tsx'
import { loadSidebar, Sidebar, type SidebarData } from './sidebar.tsx'

/** How a category page shows its posts: in full, as cards, or by their first words. */
type Layout =
  { kind: 'articles'; posts: Article[] } | { kind: 'cards'; posts: Card[] } | { kind: 'blog'; posts: Opening[] }

interface Data {
  category: Category | null
  /** Null if the posts could not be loaded. */
  layout: Layout | null
  hasSidebar: SidebarData | null
  furtherLinks: ShortLink[]
}

interface CategoryPageOptions {
  id: number
  /** The title of the page if its category cannot be loaded. */
  name: Extract<PageMessageKey, `page.${string}`>
  kind: Layout['kind']
  hasSidebar?: true
  /** The categories that the page links to at its end. */
  furtherLinks?: readonly number[]
}

function categoryPage({ id, name, kind, hasSidebar, furtherLinks }: CategoryPageOptions): Page<ContentApi, Data> {
  return {
    async load(args) {
      const [{ category, posts }, sidebarData, allCategories] = await Promise.all([
        loadCategory(args, id),
        hasSidebar ? loadSidebar(args) : null,
        furtherLinks ? loadList(args.optional, args.api.getCategories({})) : [],
      ])
      return {
        category,
        layout: posts && createLayout(kind, posts),
        hasSidebar: sidebarData,
        furtherLinks: listLinksToCategories(allCategories, furtherLinks ?? []),
      }
    },
    head: ({ category, layout }, { t }, { path }) => ({
      title: category?.name ?? t(name),
      ...(category?.intro && { description: category.intro }),
      picture: layout?.posts[0]?.picture,
      trail: [{ name: category?.name ?? t(name), path }],
      preload: layout ? findPreload(layout) : undefined,
    }),
    View: ({ data }) => <CategoryView name={name} topic={topicOfCategory(id)} data={data} />,
  }
}

function createLayout(kind: Layout['kind'], posts: Post[]): Layout {
  if (kind === 'articles') return { kind, posts: posts.map((post) => ({ ...toTeaser(post), html: post.description })) }
  return kind === 'cards' ? { kind, posts: posts.map(toCard) } : { kind, posts: posts.map(toOpening) }
}

/** Returns the picture to preload. The pictures of cards are too small to preload. */
const findPreload = ({ kind, posts }: Layout) =>
  kind === 'cards' ? undefined : preloadOf(posts[0]?.picture, pictureSizes[kind])

const pictureSizes = { articles: articleSizes, blog: leadSizes }

export const aboutPage = categoryPage({
  id: categories.about,
  name: 'page.about',
  kind: 'articles',
  furtherLinks: [categories.missionVision, categories.goals, categories.courses, categories.blog],
})
export const goalsPage = categoryPage({
  id: categories.goals,
  name: 'page.goals',
  kind: 'articles',
  furtherLinks: [categories.about, categories.missionVision],
})
export const missionVisionPage = categoryPage({
  id: categories.missionVision,
  name: 'page.mission_vision',
  kind: 'articles',
  furtherLinks: [categories.about, categories.goals],
})
export const offeringsPage = categoryPage({
  id: categories.offerings,
  name: 'page.offerings',
  kind: 'cards',
  furtherLinks: [categories.services, categories.packages],
})
export const countriesPage = categoryPage({
  id: categories.countries,
  name: 'page.countries',
  kind: 'cards',
  hasSidebar: true,
})
export const coursesPage = categoryPage({
  id: categories.courses,
  name: 'page.courses',
  kind: 'cards',
  hasSidebar: true,
})
export const blogPage = categoryPage({
  id: categories.blog,
  name: 'page.blog',
  kind: 'blog',
  hasSidebar: true,
})

function CategoryView({ name, topic, data }: { name: PageMessageKey; topic: Topic; data: Data }) {
  const { t } = useTranslator()
  const { category, layout, hasSidebar, furtherLinks } = data
  return (
    <>
      <PageHead title={category?.name ?? t(name)} text={category?.intro} />
      <div className={`container ${styles.body}`}>
        {layout ? <Posts layout={layout} /> : <CouldNotLoad />}
        <FurtherLinks links={furtherLinks} />
      </div>
      {hasSidebar && <Sidebar data={hasSidebar} excludedSlug={layout?.posts[0]?.slug} isSilent={!layout} />}
      <Closing topic={topic} />
    </>
  )
}

function Posts({ layout }: { layout: Layout }) {
  if (layout.posts.length === 0) return <EmptyNotice />
  if (layout.kind === 'articles') return <Articles posts={layout.posts} />
  if (layout.kind === 'blog') return <LeadList posts={layout.posts} />
  return <CardList cards={layout.posts} heading="h2" />
}
