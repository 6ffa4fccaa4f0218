import { Link } from '#platform/pages/page.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import styles from './alternating-list.module.css'
import type { Card } from '../teasers.ts'

export const alternatingSizes = '(min-width: 40rem) 47vw, 100vw'

/** Posts one below the other, with the picture on the left and the right in turns. */
export const AlternatingList = ({ cards, heading: Heading }: { cards: readonly Card[]; heading: 'h2' | 'h3' }) => (
  <div className={styles.list}>
    {cards.map(({ slug, to, title, text, picture }, index) => (
      <article key={slug} className={`leads ${styles.entry}`}>
        <div className={styles.picture}>
          {picture && (
            <Picture
              picture={picture}
              sizes={alternatingSizes}
              priority={Heading === 'h2' && index === 0}
              lazy={Heading === 'h3' || index > 0}
              hasCaption
            />
          )}
        </div>
        <div>
          <Heading className="size-5">
            <Link to={to}>{title}</Link>
          </Heading>
          <p className={`lead ${styles.text}`}>{text}</p>
        </div>
      </article>
    ))}
  </div>
)
