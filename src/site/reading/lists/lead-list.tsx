import { Link, useTranslator } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { FactList } from '#ui/fact-list.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import styles from './lead-list.module.css'
import { ReadingFacts } from '../article/reading-facts.tsx'
import type { Course, Offer, Opening } from '../teasers.ts'

export const leadSizes = '(min-width: 62rem) 43rem, 100vw'
const furtherSizes = '(min-width: 62rem) 36rem, 26vw'

type ListedPost = Opening | Offer | Course

/**
 * A lead post with its picture, and the other posts in two columns. An odd number of posts ends with three columns.
 * `hasOpening`: the page opens with the picture of the lead post.
 */
export function LeadList({ posts, hasOpening = false }: { posts: readonly ListedPost[]; hasOpening?: boolean }) {
  const [lead, ...otherPosts] = posts
  if (!lead) return null
  return (
    <div className="container">
      <article className={styles.lead}>
        {lead.picture && !hasOpening && (
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
          {'facts' in lead && !hasOpening && <FactList facts={lead.facts} />}
          <NextStep post={lead} />
        </div>
        {'facts' in lead && hasOpening && <FactList facts={lead.facts} />}
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

/** The action of an offer, or the link to the text. */
function NextStep({ post }: { post: ListedPost }) {
  const { t } = useTranslator()
  if ('action' in post && post.action)
    return (
      <ButtonLink variant="quiet" to={post.action.to}>
        {post.action.label}
      </ButtonLink>
    )
  return (
    <ButtonLink variant="quiet" to={post.to}>
      {t('page.read_more')}
      <span className="visually-hidden">: {post.title}</span>
    </ButtonLink>
  )
}
