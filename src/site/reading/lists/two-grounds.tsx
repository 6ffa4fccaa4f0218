import { Picture } from '#ui/pictures/picture.tsx'
import styles from './two-grounds.module.css'
import type { Article } from '../teasers.ts'

/** Posts side by side, on a light and a dark ground in turns. The summary is the statement of a post. */
export const TwoGrounds = ({ posts }: { posts: readonly Article[] }) => (
  <div className={styles.grounds}>
    {posts.map((post, index) => (
      <article key={post.slug} className={`reading ${styles.ground} ${index % 2 ? 'on-dark' : ''}`.trimEnd()}>
        {post.picture && (
          <div className={styles.picture}>
            <Picture picture={post.picture} sizes="(min-width: 62rem) 50vw, 100vw" priority={index === 0} hasCaption />
          </div>
        )}
        <div className={styles.words}>
          <h2 className="eyebrow">{post.title}</h2>
          <p className={styles.statement}>{post.text}</p>
          <div className="prose" dangerouslySetInnerHTML={{ __html: post.html }} />
        </div>
      </article>
    ))}
  </div>
)
