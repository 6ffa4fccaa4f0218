import { useTranslator } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { href } from '#routes/public.ts'
import styles from './blog-list.module.css'
import type { Teaser } from './teasers.ts'

export const blogSizes = '(min-width: 62rem) 17rem, (min-width: 40rem) 35vw, 92vw'

export function BlogList({ posts }: { posts: Teaser[] }) {
  const { t } = useTranslator()
  return (
    <div className={styles.list}>
      {posts.map((post, index) => (
        <article key={post.slug} className={styles.entry}>
          {post.picture && <Picture picture={post.picture} sizes={blogSizes} priority={index === 0} lazy={index > 1} />}
          <div>
            <h2 className="size-4">{post.title}</h2>
            <p className={styles.text}>{post.text}</p>
            <ButtonLink variant="quiet" to={href('post', { slug: post.slug })}>
              {t('page.read_more')}
              <span className="visually-hidden">: {post.title}</span>
            </ButtonLink>
          </div>
        </article>
      ))}
    </div>
  )
}
