import type { Category, ContentApi, Post } from '../../content/contract.ts'
import { notFoundError } from '../../platform/errors.ts'
import { useWords, type Page } from '../../platform/pages/page.tsx'
import { Picture, preloadOf } from '../../ui/picture.tsx'
import { href } from '../../urls.ts'
import { pageOfCategory } from './category-links.ts'
import { categories, titleOf } from './teasers.ts'
import styles from './post-page.module.css'
import { PageHead } from '../../ui/page-head.tsx'
import { postPath } from './post-path.ts'
import { SearchBand } from '../../bookings/search/search-band.tsx'
import { loadSidebar, Sidebar, type SidebarData } from './sidebar.tsx'

interface Data {
  post: Post
  category: Category | null
  sidebar: SidebarData
}

/** One post with what else there is to read: /reading-blog/:slug and /details/:slug. */
export const postPage: Page<ContentApi, Data> = {
  async load(asked) {
    const { api, place } = asked
    const [found, sidebar] = await Promise.all([api.getSlugData({ slug: place.params.slug! }), loadSidebar(asked)])
    const { category, data } = found
    const [post] = data
    if (!post) throw notFoundError()
    return { post, category, sidebar }
  },
  head({ post, category }, { language }) {
    const list = category && pageOfCategory(category.id)
    return {
      title: language === 'en' ? titleOf(post.slug) : post.title,
      description: post.summary,
      picture: post.picture,
      article: { published: post.published_at, modified: post.updated_at },
      trail: [...(list ? [{ name: category.name, path: href(list) }] : []), { name: post.title, path: postPath(post) }],
      preload: preloadOf(post.picture, pictureSizes),
    }
  },
  View: PostView,
}

const pictureSizes = '(min-width: 60rem) 50rem, 100vw'

function PostView({ data: { post, sidebar } }: { data: Data }) {
  const { day } = useWords()
  return (
    <>
      <PageHead title={post.title} text={post.summary}>
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
              <Picture picture={post.picture} sizes={pictureSizes} priority captioned />
            </div>
          )}
          <div className="prose" dangerouslySetInnerHTML={{ __html: post.description }} />
        </article>
        <Sidebar data={sidebar} except={post.slug} />
      </div>
      <SearchBand />
    </>
  )
}
