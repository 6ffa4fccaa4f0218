import { Link, useTranslator } from '#platform/pages/page.tsx'
import { href } from '#routes/public.ts'
import { Icon } from '#ui/icons.tsx'
import styles from './home-doors.module.css'

/** The two ways into the site, of equal weight: the trims, and a stay. The second leads to the search below it. */
export function HomeDoors() {
  const { t } = useTranslator()
  return (
    <nav className="on-linen no-print" aria-label={t('home.doors')}>
      <div className="container">
        <ul role="list" className={styles.row}>
          <li>
            <Link to={href('products')}>
              <strong>{t('home.door_trims')}</strong>
              <Icon name="next" />
              <span>{t('home.door_trims_text')}</span>
            </Link>
          </li>
          <li>
            <a href="#search-title">
              <strong>{t('home.door_rooms')}</strong>
              <Icon name="next" />
              <span>{t('home.door_rooms_text')}</span>
            </a>
          </li>
        </ul>
      </div>
    </nav>
  )
}
