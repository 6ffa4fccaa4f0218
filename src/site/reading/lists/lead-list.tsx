import { Link, useTranslator } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import styles from './lead-list.module.css'
import { ReadingFacts } from '../article/reading-facts.tsx'
import type { Card, Opening } from '../teasers.ts'

export const leadSizes = '(min-width: 62rem) 43rem, 100vw'
const rowSizes = '(min-width: 62rem) 15rem, 26vw'

/** A lead post with its picture, and the other posts as rows with small pictures. */
export function LeadList({ posts }: { posts: readonly (Card | Opening)[] }) {
  const [lead, ...otherPosts] = posts
  if (!lead) return null
  return (
    <div className="container">
      <article className={styles.lead}>
        {lead.picture && (
          <div className={styles.picture}>
            <Picture picture={lead.picture} sizes={leadSizes} priority hasCaption />
          </div>
        )}
        <div className={styles.text}>
          <h2>
            <Link to={lead.to}>{lead.title}</Link>
          </h2>
          {'minutes' in lead && <ReadingFacts {...lead} />}
          <p className={styles.opening}>{lead.text}</p>
          <ReadMore post={lead} />
        </div>
      </article>
      {otherPosts.map((post) => (
        <article key={post.slug} className={styles.row}>
          {post.picture && (
            <span className={styles.small}>
              <Picture picture={post.picture} sizes={rowSizes} lazy />
            </span>
          )}
          <h2 className="size-4">
            <Link to={post.to}>{post.title}</Link>
          </h2>
          {'minutes' in post && <ReadingFacts {...post} />}
          <div>
            <p className="quiet">{post.text}</p>
            <ReadMore post={post} />
          </div>
        </article>
      ))}
    </div>
  )
}

function ReadMore({ post: { to, title } }: { post: Card }) {
  const { t } = useTranslator()
  return (
    <ButtonLink variant="quiet" to={to}>
      {t('page.read_more')}
      <span className="visually-hidden">: {title}</span>
    </ButtonLink>
  )
}
