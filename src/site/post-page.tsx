import type { ContentApi, Post } from '../content/contract.ts'
import { ApiError } from '../platform/client.ts'
import { Link, useWords, type Page } from '../platform/page.tsx'
import { Picture } from '../ui/picture.tsx'
import { href } from '../urls.ts'
import type { PageWordKey } from '../words/words.ts'
import { categories, titleOf } from './gather.ts'
import styles from './post-page.module.css'
import { PageHead } from './page-head.tsx'
import { SearchBand } from './search-band.tsx'
import { loadSidebar, Sidebar, type SidebarData } from './sidebar.tsx'

interface Data {
  post: Post
  sidebar: SidebarData
  incomplete?: true
}

/** One post with what else there is to read: /reading-blog/:slug and /details/:slug. */
export const postPage: Page<ContentApi, Data> = {
  async load(api, { params }) {
    const [found, sidebar] = await Promise.all([api.getSlugData({ slug: params.slug! }), loadSidebar(api)])
    const [post] = found.data
    if (!post) throw new ApiError(404, null)
    return { post, sidebar, ...(sidebar.incomplete && { incomplete: true }) }
  },
  head: ({ post }, words) => ({
    title: words.language === 'en' ? titleOf(post.slug) : post.title,
    description: post.summary,
  }),
  View: PostView,
}

function PostView({ data: { post, sidebar } }: { data: Data }) {
  const { t, day } = useWords()
  const home = homes[post.category_id]
  return (
    <>
      <PageHead
        eyebrow={home && <Link to={href(home.page)}>{t(home.label)}</Link>}
        title={post.title}
        text={post.summary}
      >
        {post.category_id === categories.blog && (
          <time className={styles.published} dateTime={post.published}>
            {day(post.published, 'long')}
          </time>
        )}
      </PageHead>
      <div className={`container ${styles.body}`}>
        <article>
          {post.picture && (
            <div className={styles.picture}>
              <Picture picture={post.picture} sizes="(min-width: 60rem) 50rem, 100vw" priority />
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

const homes: Record<
  number,
  {
    page: 'about' | 'countries' | 'courses' | 'ourServices' | 'missionVision' | 'ourOfferings' | 'goals' | 'blog'
    label: PageWordKey
  }
> = {
  [categories.about]: { page: 'about', label: 'page.about' },
  [categories.countries]: { page: 'countries', label: 'page.countries' },
  [categories.courses]: { page: 'courses', label: 'page.courses' },
  [categories.services]: { page: 'ourServices', label: 'page.services' },
  [categories.missionVision]: { page: 'missionVision', label: 'page.mission_vision' },
  [categories.offerings]: { page: 'ourOfferings', label: 'page.offerings' },
  [categories.goals]: { page: 'goals', label: 'page.goals' },
  [categories.blog]: { page: 'blog', label: 'page.blog' },
}
