import { Link } from '#platform/pages/page.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import styles from './alternating-list.module.css'
import type { Card } from '../teasers.ts'

export const alternatingSizes = '(min-width: 40rem) 47vw, 100vw'

/** Posts one below the other, with the picture on the left and the right in turns. */
export const AlternatingList = ({ cards }: { cards: readonly Card[] }) => (
  <div className={styles.list}>
    {cards.map(({ slug, to, title, text, picture }, index) => (
      <article key={slug} className={`leads ${styles.entry}`}>
        <div className={styles.picture}>
          {picture && (
            <Picture picture={picture} sizes={alternatingSizes} priority={index === 0} lazy={index > 0} hasCaption />
          )}
        </div>
        <div>
          <h2 className="size-5">
            <Link to={to}>{title}</Link>
          </h2>
          <p className={`lead ${styles.text}`}>{text}</p>
        </div>
      </article>
    ))}
  </div>
)
