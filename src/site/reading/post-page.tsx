import { categories, pageOfCategory } from '#content/categories.ts'
import type { Category, ContentApi, Post } from '#content/contract.ts'
import type { EnquiriesApi, Product } from '#trade/enquiries/contract.ts'
import { NextSteps } from '#content/next-steps.tsx'
import { notFoundError } from '#platform/errors.ts'
import { Redirect, useRoute, useTranslator, type Page } from '#platform/pages/page.tsx'
import type { PostsApi } from '#content/posts/contract.ts'
import type { RoomsApi } from '#stays/rooms/contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Picture, preloadOf } from '#ui/pictures/picture.tsx'
import { href } from '#routes/public.ts'
import { BookPackage, PackagePrice } from './package-offer.tsx'
import { loadPackages, type Package } from './packages.ts'
import { loadList, toTitle } from './teasers.ts'
import styles from './post-page.module.css'
import { PageHead } from '#ui/page-head.tsx'
import { buildPostHref } from './post-path.ts'
import { SearchBand } from '#stays/bookings/search/search-band.tsx'
import { loadSidebar, Sidebar, type SidebarData } from './sidebar.tsx'
import { findProduct } from './trims.ts'

interface Data {
  post: Post
  category: Category | null
  sidebar: SidebarData
  /** The product that the post is about. If there is one, its page shows the post and accepts enquiries. */
  product: Product | null
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
    const isTrimPost = post.category_id === categories.services
    const product = isTrimPost && findProduct(post, await loadList(optional, api.getProducts({})))
    const [stayPackage] = post.category_id === categories.packages ? await loadPackages(args, [post]) : []
    return { post, category, sidebar, product: product || null, stayPackage: stayPackage ?? null }
  },
  head({ post, category, product }, { language, t }, { query }) {
    if (query.has('preview')) return { title: post.title, hidden: true }
    const list = category && pageOfCategory(category.id)
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
            ...(list ? [{ name: category.name, path: href(list) }] : []),
            { name: post.title, path: buildPostHref(post) },
          ],
      preload: preloadOf(post.picture, pictureSizes),
    }
  },
  View: PostView,
}

/** Loads a post, or redirects from its former address. */
async function loadPost(api: ContentApi, slug: string) {
  const { category, data, moved } = await api.getSlugData({ slug })
  if (moved) throw new Redirect(buildPostHref(moved), true)
  const [post] = data
  if (!post) throw notFoundError()
  return { post, category }
}

const pictureSizes = '(min-width: 62rem) 50rem, 100vw'

function PostView({ data: { post, sidebar, product, stayPackage } }: { data: Data }) {
  const { t, day } = useTranslator()
  const { query } = useRoute()
  return (
    <>
      {query.has('preview') && <p className={styles.preview}>{t('page.preview')}</p>}
      <PageHead title={post.title} text={post.summary}>
        {product && (
          <p className={styles.onward}>
            <ButtonLink to={href('product', { slug: product.slug })}>
              {t('page.trim_action', { name: product.name })}
            </ButtonLink>
          </p>
        )}
        {stayPackage?.nights && stayPackage.offer && (
          <div className="stack-4 left">
            <PackagePrice nights={stayPackage.nights} offer={stayPackage.offer} />
            {!query.has('preview') && (
              <BookPackage slug={post.slug} title={post.title} nights={stayPackage.nights} offer={stayPackage.offer} />
            )}
          </div>
        )}
        {post.category_id === categories.blog && (
          <time className={styles.published} dateTime={post.published}>
            {day(post.published)}
          </time>
        )}
      </PageHead>
      <div className={`container ${styles.body}`}>
        <article>
          {post.picture && (
            <div className={styles.picture}>
              <Picture picture={post.picture} sizes={pictureSizes} priority hasCaption />
            </div>
          )}
          <div className="prose" dangerouslySetInnerHTML={{ __html: post.description }} />
        </article>
        <Sidebar data={sidebar} excludedSlug={post.slug} />
      </div>
      <NextSteps about={post.title} />
      <SearchBand />
    </>
  )
}
