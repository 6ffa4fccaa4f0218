import { categories } from '#content/categories.ts'
import type { Category, ContentApi, Post } from '#content/contract.ts'
import { useTranslator, type LoadArgs, type Page } from '#platform/pages/page.tsx'
import type { ShownPicture } from '#platform/pictures.ts'
import type { RoomsApi } from '#stays/rooms/contract.ts'
import type { EnquiriesApi } from '#trade/enquiries/contract.ts'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { FactList } from '#ui/fact-list.tsx'
import { createPreload, Picture } from '#ui/pictures/picture.tsx'
import { toShownPicture } from '#ui/pictures/shown-picture.ts'
import type { PageMessageKey } from '#locales/translator.ts'
import { AboutSpread, aboutSizes, type Figures } from './about-spread.tsx'
import styles from './category-page.module.css'
import { Closing, getCategoryTopic, type Topic } from './closing.tsx'
import { LeadList, leadSizes } from './lead-list.tsx'
import { NumberedStatements, StatementIndex } from './numbered-statements.tsx'
import { offerSizes, OfferRows } from './offer-rows.tsx'
import { PlaceIndex } from './place-index.tsx'
import { loadCategory, loadList, loadPosts, toArticle, toCard, type Article, type Card } from '../teasers.ts'
import {
  toCourse,
  toOffer,
  toOpening,
  type Course,
  type Fact,
  type Offer,
  type Opening,
  separateSharedFacts,
} from '../enriched-teasers.ts'
import { TwoGrounds } from './two-grounds.tsx'
import { EmptyNotice } from '#content/empty-notice.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { FurtherLinks } from './further-links.tsx'
import type { ShortLink } from '../../frame/page-links.tsx'
import { listLinksToCategories } from '../../frame/link-group.tsx'
import { loadSidebar, Sidebar, type SidebarData } from '../sidebar/sidebar.tsx'

/** The compositions of category pages: with complete posts, with cards, or with the first words of posts. */
type Layout =
  | { kind: 'spread'; posts: Article[] }
  | { kind: 'statements' | 'grounds'; posts: Article[] }
  | { kind: 'places'; posts: Card[] }
  | { kind: 'offers'; posts: Offer[] }
  | { kind: 'courses'; posts: Course[]; shared: Fact[] }
  | { kind: 'journal'; posts: Opening[] }

interface Data {
  category: Category | null
  /** Null if the posts could not be loaded. */
  layout: Layout | null
  figures: Figures | null
  /** The picture of the workplace, on the page about the company. */
  workplace: ShownPicture | null
  sidebar: SidebarData | null
  furtherLinks: ShortLink[]
}

interface CategoryPageOptions {
  id: number
  /** The title of the page if its category cannot be loaded. */
  name: Extract<PageMessageKey, `page.${string}`>
  kind: Layout['kind']
  hasSidebar?: true
  hasFigures?: true
  /** The categories that the page links to at its end. */
  furtherLinks?: readonly number[]
}

type Api = ContentApi & EnquiriesApi & RoomsApi

function createCategoryPage(options: CategoryPageOptions): Page<Api, Data> {
  const { id, name, kind, hasSidebar, hasFigures, furtherLinks } = options
  return {
    async load(args) {
      const [{ category, posts }, sidebar, figures, workplace, allCategories] = await Promise.all([
        loadCategory(args, id),
        hasSidebar ? loadSidebar(args) : null,
        hasFigures ? loadFigures(args) : null,
        hasFigures ? loadWorkplace(args) : null,
        furtherLinks ? loadList(args.optional, args.api.getCategories({})) : [],
      ])
      return {
        category,
        layout: posts && createLayout(kind, posts),
        figures,
        workplace,
        sidebar,
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
    View: ({ data }) => <CategoryView name={name} topic={getCategoryTopic(id)} data={data} />,
  }
}

function createLayout(kind: Layout['kind'], posts: Post[]): Layout {
  if (kind === 'journal') return { kind, posts: posts.map(toOpening) }
  if (kind === 'offers') return { kind, posts: posts.map(toOffer) }
  if (kind === 'courses') {
    const { shared, courses } = separateSharedFacts(posts.map(toCourse))
    return { kind, posts: courses, shared }
  }
  if (kind === 'places') return { kind, posts: posts.map(toCard) }
  return { kind, posts: posts.map(toArticle) }
}

async function loadFigures(args: LoadArgs<Api>): Promise<Figures> {
  const { api, optional } = args
  const [products, countries, rooms] = await Promise.all([
    loadList(optional, api.getProducts({})),
    loadPosts(args, categories.countries),
    loadList(optional, api.activeRooms({})),
  ])
  return { products: products.length, countries: countries.length, rooms: rooms.length }
}

async function loadWorkplace({ api, optional }: LoadArgs<Api>): Promise<ShownPicture | null> {
  const picture = (await optional(api.getPassages({ page: 'about' }), null))?.pictures['workplace']
  return picture ? toShownPicture(picture) : null
}

/** Returns the picture that opens the page over the whole width: of the first course, or of the first country with one. */
function findOpeningPicture(layout: Layout | null) {
  if (layout?.kind === 'courses') return layout.posts[0]?.picture
  if (layout?.kind === 'places') return layout.posts.find(({ picture }) => picture)?.picture
  return null
}

/** Returns the picture to preload, if the page begins with one. */
const findPreload = (layout: Layout) => {
  const sizes = leadingSizes[layout.kind]
  return sizes ? createPreload(findOpeningPicture(layout) ?? layout.posts[0]?.picture, sizes) : undefined
}

/** A little wider than the screen of a phone, because the picture is cropped. */
const openingSizes = '(min-width: 62rem) 100vw, 130vw'

const leadingSizes: Partial<Record<Layout['kind'], string>> = {
  spread: aboutSizes,
  offers: offerSizes,
  courses: openingSizes,
  places: openingSizes,
  journal: leadSizes,
}

export const aboutPage = createCategoryPage({
  id: categories.about,
  name: 'page.about',
  kind: 'spread',
  hasFigures: true,
  furtherLinks: [categories.missionVision, categories.goals, categories.courses, categories.blog],
})
export const goalsPage = createCategoryPage({
  id: categories.goals,
  name: 'page.goals',
  kind: 'statements',
  furtherLinks: [categories.about, categories.missionVision],
})
export const missionVisionPage = createCategoryPage({
  id: categories.missionVision,
  name: 'page.mission_vision',
  kind: 'grounds',
  furtherLinks: [categories.about, categories.goals],
})
export const offeringsPage = createCategoryPage({
  id: categories.offerings,
  name: 'page.offerings',
  kind: 'offers',
  furtherLinks: [categories.services, categories.packages],
})
export const countriesPage = createCategoryPage({
  id: categories.countries,
  name: 'page.countries',
  kind: 'places',
  hasSidebar: true,
})
export const coursesPage = createCategoryPage({
  id: categories.courses,
  name: 'page.courses',
  kind: 'courses',
  hasSidebar: true,
})
export const blogPage = createCategoryPage({
  id: categories.blog,
  name: 'page.blog',
  kind: 'journal',
  hasSidebar: true,
})

function CategoryView({ name, topic, data }: { name: PageMessageKey; topic: Topic; data: Data }) {
  const { t } = useTranslator()
  const { category, layout, sidebar, furtherLinks } = data
  const title = category?.name ?? t(name)
  const openingPicture = findOpeningPicture(layout)
  return (
    <>
      {layout?.kind === 'spread' && layout.posts.length > 0 ? (
        <AboutSpread
          name={title}
          intro={category?.intro}
          posts={layout.posts}
          figures={data.figures}
          workplace={data.workplace}
        />
      ) : (
        <>
          <PageHead
            title={title}
            text={category?.intro}
            ground={openingPicture || layout?.kind === 'statements' ? 'on-dark' : 'on-linen'}
          >
            {layout?.kind === 'courses' && layout.shared.length > 0 && (
              <section className={styles.shared}>
                <h2 className="size-3">{t('courses.shared')}</h2>
                <FactList facts={layout.shared} />
              </section>
            )}
          </PageHead>
          {layout?.kind === 'statements' && layout.posts.length > 0 && (
            <StatementIndex label={title} posts={layout.posts} />
          )}
          {openingPicture && (
            <div className={styles.opening}>
              <Picture picture={openingPicture} sizes={openingSizes} priority hasCaption />
            </div>
          )}
          {layout && layout.kind !== 'spread' && layout.posts.length > 0 ? (
            <div className={layout.kind === 'grounds' ? undefined : styles.body}>
              <Posts layout={layout} />
            </div>
          ) : (
            <div className={`container ${styles.body}`}>{layout ? <EmptyNotice /> : <CouldNotLoad />}</div>
          )}
        </>
      )}
      <FurtherLinks links={furtherLinks} />
      {sidebar && <Sidebar data={sidebar} excludedSlug={layout?.posts[0]?.slug} isSilent={!layout} />}
      <Closing topic={topic} />
    </>
  )
}

function Posts({ layout }: { layout: Exclude<Layout, { kind: 'spread' }> }) {
  switch (layout.kind) {
    case 'statements':
      return <NumberedStatements posts={layout.posts} />
    case 'grounds':
      return <TwoGrounds posts={layout.posts} />
    case 'places':
      return <PlaceIndex places={layout.posts} />
    case 'offers':
      return <OfferRows offers={layout.posts} />
    default:
      return <LeadList posts={layout.posts} />
  }
}
