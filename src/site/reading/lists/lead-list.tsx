import { Link } from '#platform/pages/page.tsx'
import { FactList } from '#ui/fact-list.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import styles from './lead-list.module.css'
import { NextStep } from './next-step.tsx'
import { ReadingFacts } from '../article/reading-facts.tsx'
import type { Course, Opening } from '../enriched-teasers.ts'

export const leadSizes = '(min-width: 62rem) 43rem, 100vw'
const furtherSizes = '(min-width: 62rem) 36rem, 26vw'

type ListedPost = Opening | Course

/**
 * A lead post, and the other posts in two columns. An odd number of posts ends with three columns. The page opens with the
 * picture of a leading course, so it is not repeated: the title stands beside the text.
 */
export function LeadList({ posts }: { posts: readonly ListedPost[] }) {
  const [lead, ...otherPosts] = posts
  if (!lead) return null
  const title = (
    <h2>
      <Link to={lead.to}>{lead.title}</Link>
    </h2>
  )
  return (
    <div className="container">
      <article className={styles.lead}>
        {'facts' in lead
          ? title
          : lead.picture && (
              <div className={styles.picture}>
                <Picture picture={lead.picture} sizes={leadSizes} priority hasCaption />
              </div>
            )}
        <div className={styles.text}>
          {!('facts' in lead) && title}
          {'minutes' in lead && <ReadingFacts {...lead} />}
          <p className={styles.opening}>{lead.text}</p>
          {'facts' in lead && <FactList facts={lead.facts} />}
          <NextStep post={lead} />
        </div>
      </article>
      <div className={styles.further}>
        {otherPosts.map((post) => (
          <article key={post.slug} className={styles.entry}>
            {post.picture && (
              <span className={styles.small}>
                <Picture picture={post.picture} sizes={furtherSizes} lazy />
              </span>
            )}
            <h2 className="size-4">
              <Link to={post.to}>{post.title}</Link>
            </h2>
            {'minutes' in post && <ReadingFacts {...post} />}
            <div>
              <p className="quiet">{post.text}</p>
              {'facts' in post && <FactList facts={post.facts} />}
              <NextStep post={post} />
            </div>
          </article>
        ))}
      </div>
    </div>
  )
}
