import { Link, useWords } from '../../platform/pages/page.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Picture } from '../../ui/picture.tsx'
import { href } from '../../urls.ts'
import type { Teaser } from '../reading/teasers.ts'
import styles from './home-services.module.css'
import { PostCard, PostCards } from '../reading/post-card.tsx'
import { SectionHead } from '../../ui/section-head.tsx'

/** Everything we make, at a glance. */
export function HomeServices({ posts }: { posts: Teaser[] }) {
  const { t } = useWords()
  if (posts.length === 0) return null
  return (
    <section className="section container">
      <SectionHead eyebrow={t('home.services_eyebrow')} title={t('home.services_title')} />
      <PostCards>
        {posts.map((post, index) => (
          <PostCard key={post.slug} post={post} to={href('detail', { slug: post.slug })} later={index > 1} />
        ))}
      </PostCards>
    </section>
  )
}

/** A few of them looked at closely: one large, the others beside it. */
export function HomeShowpieces({ posts }: { posts: Teaser[] }) {
  const { t } = useWords()
  if (posts.length === 0) return null
  return (
    <section className="section on-dark">
      <div className="container">
        <SectionHead
          eyebrow={t('home.closer_eyebrow')}
          title={t('home.closer_title')}
          action={
            <ButtonLink look="quiet" to={href('ourServices')}>
              {t('home.closer_all')}
            </ButtonLink>
          }
        />
        <div className={styles.showpieces}>
          {posts.map((post, index) => (
            <article key={post.slug} className={`leads ${styles.piece}`}>
              {post.picture && (
                <div className={styles.picture}>
                  <Picture
                    picture={post.picture}
                    sizes={index === 0 ? '(min-width: 60rem) 43rem, 92vw' : '(min-width: 60rem) 14rem, 92vw'}
                    later
                  />
                </div>
              )}
              <div>
                <h3>
                  <Link to={href('detail', { slug: post.slug })}>{post.title}</Link>
                </h3>
                <p className={styles.text}>{post.text}</p>
              </div>
            </article>
          ))}
        </div>
      </div>
    </section>
  )
}
