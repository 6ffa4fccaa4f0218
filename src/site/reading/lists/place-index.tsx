import { Link } from '#platform/pages/page.tsx'
import { Icon } from '#ui/icons.tsx'
import styles from './place-index.module.css'
import type { Card } from '../teasers.ts'

/** An index of places. Each row leads to the page of its place. */
export const PlaceIndex = ({ places }: { places: readonly Card[] }) => (
  <ul role="list" className="container divided">
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
)
