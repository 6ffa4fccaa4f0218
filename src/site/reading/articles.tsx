import { Picture } from '#ui/pictures/picture.tsx'
import styles from './articles.module.css'
import type { Teaser } from './teasers.ts'

export interface Article extends Teaser {
  html: string
}

export const articleSizes = '(min-width: 62rem) 34rem, 92vw'

/** A few posts in full, one after the other. */
export const Articles = ({ posts }: { posts: Article[] }) => (
  <div className={styles.articles}>
    {posts.map((post, index) => (
      <article key={post.slug} className={styles.article}>
        {post.picture && (
          <div className={styles.picture}>
            <Picture picture={post.picture} sizes={articleSizes} priority={index === 0} lazy={index > 1} />
          </div>
        )}
        <div>
          <h2>{post.title}</h2>
          <p className={styles.summary}>{post.text}</p>
          <div className="prose" dangerouslySetInnerHTML={{ __html: post.html }} />
        </div>
      </article>
    ))}
  </div>
)
