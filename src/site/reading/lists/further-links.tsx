import { useTranslator } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import styles from './further-links.module.css'
import type { ShortLink } from '../../frame/page-links.tsx'

/** Links to further pages, at the end of a page. */
export function FurtherLinks({ links }: { links: ShortLink[] }) {
  const { t } = useTranslator()
  if (links.length === 0) return null
  return (
    <nav aria-labelledby="onward" className={`container ${styles.onward}`}>
      <h2 id="onward" className="size-3">
        {t('page.onward')}
      </h2>
      <ul role="list" className={styles.links}>
        {links.map(({ to, title }) => (
          <li key={to}>
            <ButtonLink variant="quiet" to={to}>
              {title}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
