import type { ContentApi, Post } from '../content/contract.ts'
import { useWords, type Page } from '../platform/page.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { href } from '../urls.ts'
import type { PageWordKey } from '../words/words.ts'
import { Articles, type Article } from './articles.tsx'
import styles from './category-page.module.css'
import { categories, lacking, opening, postsOf, teaser, type Teaser } from './gather.ts'
import { BlogList } from './blog-list.tsx'
import { PageHead } from './page-head.tsx'
import { PostCard, PostCards } from './post-card.tsx'
import { SearchBand } from './search-band.tsx'
import { loadSidebar, Sidebar, type SidebarData } from './sidebar.tsx'

/** How a category shows its posts: read in full, as swatches to choose from, or by their first words. */
type Layout =
  { kind: 'articles'; posts: Article[] } | { kind: 'cards'; posts: Teaser[] } | { kind: 'blog'; posts: Teaser[] }

interface Data {
  layout: Layout
  sidebar: SidebarData | null
  incomplete?: true
}

interface Category {
  category: number
  name: Extract<PageWordKey, `page.${string}`>
  intro: PageWordKey
  kind: Layout['kind']
  sidebar?: true
}

function categoryPage({ category, name, intro, kind, sidebar }: Category): Page<ContentApi, Data> {
  return {
    async load(api) {
      const [posts, aside] = await Promise.all([postsOf(api, category), sidebar ? loadSidebar(api) : null])
      return {
        layout: laidOut(kind, posts),
        sidebar: aside,
        ...(aside?.incomplete && { incomplete: true }),
        ...lacking(posts),
      }
    },
    head: (_, { t }) => ({ title: t(name), description: t(intro) }),
    View: ({ data }) => <CategoryView name={name} intro={intro} data={data} />,
  }
}

function laidOut(kind: Layout['kind'], posts: Post[]): Layout {
  if (kind === 'articles') return { kind, posts: posts.map((post) => ({ ...teaser(post), html: post.description })) }
  if (kind === 'cards') return { kind, posts: posts.map(teaser) }
  return { kind, posts: posts.map(opening) }
}

export const aboutPage = categoryPage({
  category: categories.about,
  name: 'page.about',
  intro: 'page.about_intro',
  kind: 'articles',
})
export const goalsPage = categoryPage({
  category: categories.goals,
  name: 'page.goals',
  intro: 'page.goals_intro',
  kind: 'articles',
})
export const missionVisionPage = categoryPage({
  category: categories.missionVision,
  name: 'page.mission_vision',
  intro: 'page.mission_vision_intro',
  kind: 'articles',
})
export const ourServicesPage = categoryPage({
  category: categories.services,
  name: 'page.services',
  intro: 'page.services_intro',
  kind: 'cards',
})
export const offeringsPage = categoryPage({
  category: categories.offerings,
  name: 'page.offerings',
  intro: 'page.offerings_intro',
  kind: 'cards',
})
export const countriesPage = categoryPage({
  category: categories.countries,
  name: 'page.countries',
  intro: 'page.countries_intro',
  kind: 'cards',
  sidebar: true,
})
export const coursesPage = categoryPage({
  category: categories.courses,
  name: 'page.courses',
  intro: 'page.courses_intro',
  kind: 'cards',
  sidebar: true,
})
export const blogPage = categoryPage({
  category: categories.blog,
  name: 'page.blog',
  intro: 'page.blog_intro',
  kind: 'blog',
  sidebar: true,
})

function CategoryView({ name, intro, data }: { name: PageWordKey; intro: PageWordKey; data: Data }) {
  const { t } = useWords()
  return (
    <>
      <PageHead title={t(name)} text={t(intro)} />
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
  return (
    <div>
      <PostCards>
        {layout.posts.map((post) => (
          <PostCard key={post.slug} post={post} to={href('detail', { slug: post.slug })} heading="h2" />
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
