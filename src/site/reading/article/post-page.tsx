import { categories, findCategoryPage } from '#content/categories.ts'
import type { Category, ContentApi, Post } from '#content/contract.ts'
import type { EnquiriesApi, ListedProduct, Product } from '#trade/enquiries/contract.ts'
import { apiNotFound } from '#platform/errors.ts'
import { Redirect, useRoute, useTranslator, type Page } from '#platform/pages/page.tsx'
import type { PostsApi } from '#content/posts/contract.ts'
import type { RoomsApi } from '#stays/rooms/contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Picture, createPreload } from '#ui/pictures/picture.tsx'
import { href, inLanguage, type Language } from '#routes/public.ts'
import { BookPackage, IncludedExtras, PackagePrice } from '../packages/package-offer.tsx'
import { loadPackages, type Package } from '../packages/packages.ts'
import { loadList, loadPosts, toCard, type Card } from '../teasers.ts'
import { countMinutes, toTitle } from '../enriched-teasers.ts'
import styles from './post-page.module.css'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { SectionHead } from '#ui/section-head.tsx'
import { Closing, getCategoryTopic } from '../lists/closing.tsx'
import { PostCard, PostCards } from '../lists/post-card.tsx'
import opening from '../opening.module.css'
import { buildPostHref } from '../post-path.ts'
import { outlinePost, type OutlineEntry } from './outline.ts'
import { stackTables } from './stacked-tables.ts'
import { LinkedProducts } from './linked-products.tsx'
import { ReadingFacts } from './reading-facts.tsx'
import { findFeaturedPost, loadSidebar, Sidebar, type SidebarData } from '../sidebar/sidebar.tsx'
import { findProduct } from '../trims.ts'

interface Data {
  post: Post
  category: Category | null
  /** The posts that follow in the category. */
  related: Card[]
  minutes: number
  sidebar: SidebarData
  /** The product that the post is about. If there is one, its page shows the post and accepts enquiries. */
  product: Product | null
  /** The products that the text links to. */
  linkedProducts: ListedProduct[]
  stayPackage: Package | null
}

/** A post with further reading: /reading-blog/:slug and /details/:slug. */
export const postPage: Page<ContentApi & PostsApi & EnquiriesApi & RoomsApi, Data> = {
  queryNames: ['preview'],
  async load(args) {
    const { route, optional, api } = args
    const preview = route.query.get('preview')
    const [{ post, category }, sidebar] = await Promise.all([
      preview === null ? loadPost(api, route.params.slug!) : api.getPreview({ token: preview }),
      loadSidebar(args),
    ])
    const relatedPosts = await loadPosts(args, post.category_id)
    const isTrimPost = post.category_id === categories.services
    const needsProducts = isTrimPost || post.description.includes(productsPath)
    const products = needsProducts ? await loadList(optional, api.getProducts({ facts: 1 })) : []
    const product = isTrimPost && findProduct(post, products)
    const [stayPackage] = post.category_id === categories.packages ? await loadPackages(args, [post]) : []
    return {
      post,
      category,
      related: listFollowing(relatedPosts, post.slug, findFeaturedPost(sidebar, post.slug)?.slug).map(toCard),
      minutes: countMinutes(post.description),
      sidebar,
      product: product || null,
      linkedProducts: product ? [] : listLinkedProducts(post.description, products, route.language),
      stayPackage: stayPackage ?? null,
    }
  },
  head({ post, category, product }, { language, t }, { query }) {
    if (query.has('preview')) return { title: post.title, hidden: true }
    const categoryPage = category && findCategoryPage(category.id)
    return {
      title: language === 'en' ? toTitle(post.slug) : post.title,
      description: post.summary,
      picture: post.picture,
      article: { published: post.published_at, modified: post.updated_at },
      trail: product
        ? [
            { name: t('products.title'), path: href('products') },
            { name: product.name, path: href('product', { slug: product.slug }) },
          ]
        : [
            ...(categoryPage ? [{ name: category.name, path: href(categoryPage) }] : []),
            { name: post.title, path: buildPostHref(post) },
          ],
      preload: createPreload(post.picture, pictureSizes),
    }
  },
  View: PostView,
}

const productsPath = `${href('products')}/`

/** Returns the products that a text links to, in their order and at most three. */
const listLinkedProducts = (html: string, products: readonly ListedProduct[], language: Language): ListedProduct[] =>
  products.filter(({ slug }) => html.includes(`href="${inLanguage(productsPath + slug, language)}"`)).slice(0, 3)

/** Loads a post, or redirects from its former address. */
async function loadPost(api: ContentApi, slug: string) {
  const { category, data, moved } = await api.getSlugData({ slug })
  if (moved) throw new Redirect(buildPostHref(moved), true)
  const [post] = data
  if (!post) throw apiNotFound()
  return { post, category }
}

/**
 * Lists the next three posts of the category. After the last post, the list continues with the first. The sidebar shows
 * the featured post, so it is left out.
 */
function listFollowing(allPosts: readonly Post[], slug: string, featuredSlug: string | undefined): Post[] {
  const posts = allPosts.filter((post) => post.slug !== featuredSlug)
  const index = posts.findIndex((post) => post.slug === slug)
  return [...posts.slice(index + 1), ...posts.slice(0, Math.max(index, 0))].slice(0, 3)
}

/** Wider than shown, because the pictures are cropped. */
const pictureSizes = '(min-width: 62rem) 48rem, 100vw'

function PostView({ data }: { data: Data }) {
  const { t, language } = useTranslator()
  const { post, related, minutes, sidebar, product, linkedProducts, stayPackage } = data
  const isPreview = useRoute().query.has('preview')
  const { html, outline } = outlinePost(stackTables(post.description))
  // A post with a link to the rooms counts as a post about a stay.
  const topic = post.description.includes(`href="${inLanguage(href('rooms'), language)}`)
    ? 'stay'
    : getCategoryTopic(post.category_id)
  return (
    <>
      {isPreview && <p className={styles.preview}>{t('page.preview')}</p>}
      <header className={`on-linen ${opening.opening}`}>
        <div className={`${opening.words} ${styles.words}`}>
          <Breadcrumb />
          <h1>{post.title}</h1>
          <p className={`lead ${styles.summary}`}>{post.summary}</p>
          {post.category_id === categories.blog && <ReadingFacts published={post.published} minutes={minutes} />}
          {product && (
            <p className={styles.action}>
              <ButtonLink to={href('product', { slug: product.slug })}>
                {t('page.trim_action', { name: product.name })}
              </ButtonLink>
            </p>
          )}
          {stayPackage?.nights && stayPackage.offer && (
            <div className="stack-4 left">
              <PackagePrice nights={stayPackage.nights} offer={stayPackage.offer} />
              <IncludedExtras offer={stayPackage.offer} />
              {!isPreview && (
                <BookPackage
                  slug={post.slug}
                  title={post.title}
                  nights={stayPackage.nights}
                  offer={stayPackage.offer}
                />
              )}
            </div>
          )}
        </div>
        {post.picture && (
          <div className={opening.picture}>
            <Picture picture={post.picture} sizes={pictureSizes} priority hasCaption />
          </div>
        )}
      </header>
      <article className={`container reading ${styles.body}`}>
        {outline.length >= MIN_OUTLINE && <Outline entries={outline} />}
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
        {linkedProducts.length > 0 && <LinkedProducts products={linkedProducts} />}
      </article>
      {related.length > 0 && <Related posts={related} />}
      <Sidebar data={sidebar} excludedSlug={post.slug} />
      <Closing topic={topic} about={post.title} />
    </>
  )
}

const MIN_OUTLINE = 3

/** Links to the headings of the post, on wide screens. */
function Outline({ entries }: { entries: readonly OutlineEntry[] }) {
  const { t } = useTranslator()
  return (
    <nav className={`no-print ${styles.outline}`} aria-labelledby="outline-title">
      <h2 id="outline-title" className="small">
        {t('page.outline')}
      </h2>
      <ul role="list">
        {entries.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Related({ posts }: { posts: Card[] }) {
  const { t } = useTranslator()
  return (
    <section className={`container no-print ${styles.related}`}>
      <SectionHead title={t('page.related')} />
      <PostCards>
        {posts.map((post) => (
          <PostCard key={post.slug} post={post} to={post.to} isLazy sizes="(min-width: 62rem) 25rem, 44vw" />
        ))}
      </PostCards>
    </section>
  )
}
