import { Link } from '#platform/pages/page.tsx'
import { Icon } from '#ui/icons.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import styles from './place-index.module.css'
import type { Card } from '../teasers.ts'

/** Wider than shown, because the pictures are cropped. */
const placeSizes = '(min-width: 62rem) 62rem, 100vw'

/** An index of places, beside the first picture of a place. Each row leads to the page of its place. */
export function PlaceIndex({ places }: { places: readonly Card[] }) {
  const picture = places.find((place) => place.picture)?.picture
  return (
    <div className={`container ${picture ? styles.illustrated : ''}`}>
      {picture && (
        <div className={styles.picture}>
          <Picture picture={picture} sizes={placeSizes} priority hasCaption />
        </div>
      )}
      <ul role="list" className="divided">
        {places.map(({ slug, to, title, text }) => (
          <li key={slug} className={`leads ${styles.place}`}>
            <h2>
              <Link to={to}>{title}</Link>
            </h2>
            <p className="quiet">{text}</p>
            <span className={styles.mark}>
              <Icon name="next" />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
