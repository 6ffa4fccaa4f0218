import type { ReactNode } from 'react'
import { Link } from '#platform/pages/page.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import type { Teaser } from '../teasers.ts'
import styles from './post-card.module.css'

/** A card: a picture and a title. On a phone picture and text are side by side. */
export function PostCard({
  post,
  to,
  heading: Heading = 'h3',
  hasPriority,
  isLazy,
  sizes = '(min-width: 62rem) 22rem, (min-width: 40rem) 44vw, 34vw',
}: {
  post: Omit<Teaser, 'slug'>
  to: string
  heading?: 'h2' | 'h3'
  hasPriority?: boolean
  isLazy?: boolean
  sizes?: string
}) {
  return (
    <article className={`leads ${styles.card}`}>
      {post.picture && (
        <div className={styles.swatch}>
          <Picture picture={post.picture} sizes={sizes} priority={hasPriority} lazy={isLazy} />
        </div>
      )}
      <div>
        <Heading className="size-3">
          <Link to={to}>{post.title}</Link>
        </Heading>
        <p className={styles.text}>{post.text}</p>
      </div>
    </article>
  )
}

export const PostCards = ({ children }: { children: ReactNode }) => <div className={styles.cards}>{children}</div>
