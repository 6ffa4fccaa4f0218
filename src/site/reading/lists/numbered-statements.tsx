import { useTranslator } from '#platform/pages/page.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import styles from './numbered-statements.module.css'
import type { Article } from '../teasers.ts'

const statementSizes = '(min-width: 62rem) 32rem, 100vw'

/** The numbers and titles of all statements, below the head of the page. They link to the statements. */
export function StatementIndex({ label, posts }: { label: string; posts: readonly Article[] }) {
  const { number } = useTranslator()
  return (
    <nav className="on-dark no-print" aria-label={label}>
      <ol role="list" className={`container ${styles.index}`}>
        {posts.map(({ slug, title }, index) => (
          <li key={slug}>
            <a href={`#${slug}`}>
              <span className={styles.number} aria-hidden="true">
                {number(index + 1)}
              </span>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/**
 * Posts as numbered statements: the number, the statement, its picture, and the text that explains it. Each second one is
 * mirrored, on linen.
 */
export function NumberedStatements({ posts }: { posts: readonly Article[] }) {
  const { number } = useTranslator()
  return (
    <div>
      {posts.map((post, index) => (
        <article key={post.slug} id={post.slug} className={styles.band}>
          <div className={`container reading ${styles.statement}`}>
            <div className={styles.words}>
              <p className={styles.number} aria-hidden="true">
                {number(index + 1)}
              </p>
              <h2>{post.title}</h2>
              <p className="lead">{post.text}</p>
              {post.picture && (
                <div className={styles.picture}>
                  <Picture
                    picture={post.picture}
                    sizes={statementSizes}
                    priority={index === 0}
                    lazy={index > 0}
                    hasCaption
                  />
                </div>
              )}
            </div>
            <div className="prose" dangerouslySetInnerHTML={{ __html: post.html }} />
          </div>
        </article>
      ))}
    </div>
  )
}
