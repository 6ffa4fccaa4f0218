import type { Category, ContentApi, Post } from '../../content/contract.ts'
import { useWords, type Page } from '../../platform/pages/page.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { preloadOf } from '../../ui/picture.tsx'
import { href } from '../../urls.ts'
import type { PageWordKey } from '../../words/words.ts'
import { Articles, articleSizes, type Article } from './articles.tsx'
import styles from './category-page.module.css'
import { categories, opening, shelfOf, teaser, type Teaser } from './teasers.ts'
import { BlogList, blogSizes } from './blog-list.tsx'
import { PackageList, packageOf, packageSizes, type Package } from './package-list.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PostCard, PostCards } from './post-card.tsx'
import { SearchBand } from '../../bookings/search/search-band.tsx'
import { loadSidebar, Sidebar, type SidebarData } from './sidebar.tsx'

/** How a category shows its posts: read in full, as swatches to choose from, by their first words, or at length. */
type Layout =
  | { kind: 'articles'; posts: Article[] }
  | { kind: 'cards'; posts: Teaser[] }
  | { kind: 'blog'; posts: Teaser[] }
  | { kind: 'packages'; posts: Package[] }

interface Data {
  category: Category | null
  layout: Layout
  sidebar: SidebarData | null
}

interface Kind {
  id: number
  /** What the page is called while its category cannot be had. */
  name: Extract<PageWordKey, `page.${string}`>
  kind: Layout['kind']
  sidebar?: true
}

function categoryPage({ id, name, kind, sidebar }: Kind): Page<ContentApi, Data> {
  return {
    async load(asked) {
      const [{ category, posts }, aside] = await Promise.all([shelfOf(asked, id), sidebar ? loadSidebar(asked) : null])
      return { category, layout: laidOut(kind, posts), sidebar: aside }
    },
    head: ({ category, layout }, { t }, { path }) => ({
      title: category?.name ?? t(name),
      ...(category?.intro && { description: category.intro }),
      picture: layout.posts[0]?.picture,
      trail: [{ name: category?.name ?? t(name), path }],
      preload: preloadIn(layout),
    }),
    View: ({ data }) => <CategoryView name={name} data={data} />,
  }
}

function laidOut(kind: Layout['kind'], posts: Post[]): Layout {
  if (kind === 'articles') return { kind, posts: posts.map((post) => ({ ...teaser(post), html: post.description })) }
  if (kind === 'cards') return { kind, posts: posts.map(teaser) }
  if (kind === 'packages') return { kind, posts: posts.map(packageOf) }
  return { kind, posts: posts.map(opening) }
}

/** The pictures of cards are too small to be waited for. */
const preloadIn = ({ kind, posts }: Layout) =>
  kind === 'cards' ? undefined : preloadOf(posts[0]?.picture, pictureSizes[kind])

const pictureSizes = { articles: articleSizes, blog: blogSizes, packages: packageSizes }

export const aboutPage = categoryPage({
  id: categories.about,
  name: 'page.about',
  kind: 'articles',
})
export const goalsPage = categoryPage({
  id: categories.goals,
  name: 'page.goals',
  kind: 'articles',
})
export const missionVisionPage = categoryPage({
  id: categories.missionVision,
  name: 'page.mission_vision',
  kind: 'articles',
})
export const ourServicesPage = categoryPage({
  id: categories.services,
  name: 'page.services',
  kind: 'cards',
})
export const offeringsPage = categoryPage({
  id: categories.offerings,
  name: 'page.offerings',
  kind: 'cards',
})
export const countriesPage = categoryPage({
  id: categories.countries,
  name: 'page.countries',
  kind: 'cards',
  sidebar: true,
})
export const coursesPage = categoryPage({
  id: categories.courses,
  name: 'page.courses',
  kind: 'cards',
  sidebar: true,
})
export const blogPage = categoryPage({
  id: categories.blog,
  name: 'page.blog',
  kind: 'blog',
  sidebar: true,
})
export const packagesPage = categoryPage({
  id: categories.packages,
  name: 'page.packages',
  kind: 'packages',
})

function CategoryView({ name, data }: { name: PageWordKey; data: Data }) {
  const { t } = useWords()
  return (
    <>
      <PageHead title={data.category?.name ?? t(name)} text={data.category?.intro}>
        {name === 'page.services' && (
          <ButtonLink look="secondary" className={styles.onward} to={href('products')}>
            {t('products.all')}
          </ButtonLink>
        )}
      </PageHead>
      <div className={`container ${styles.body} ${data.sidebar ? styles.withSidebar : ''}`.trimEnd()}>
        {data.layout.posts.length > 0 ? <Posts layout={data.layout} /> : <NothingYet />}
        {data.sidebar && <Sidebar data={data.sidebar} except={data.layout.posts[0]?.slug} />}
      </div>
      <SearchBand />
    </>
  )
}

function Posts({ layout }: { layout: Layout }) {
  if (layout.kind === 'articles') return <Articles posts={layout.posts} />
  if (layout.kind === 'blog') return <BlogList posts={layout.posts} />
  if (layout.kind === 'packages') return <PackageList packages={layout.posts} />
  return (
    <div>
      <PostCards>
        {layout.posts.map((post, index) => (
          <PostCard
            key={post.slug}
            post={post}
            to={href('detail', { slug: post.slug })}
            heading="h2"
            priority={index === 0}
            later={index > 3}
          />
        ))}
      </PostCards>
    </div>
  )
}

function NothingYet() {
  const { t } = useWords()
  return (
    <Notice
      title={t('page.empty_title')}
      action={<ButtonLink to={href('contact')}>{t('home.talk_action')}</ButtonLink>}
    >
      <p>{t('page.empty_text')}</p>
    </Notice>
  )
}
