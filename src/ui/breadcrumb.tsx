import { Link, useBreadcrumbs, useTranslator } from '#platform/pages/page.tsx'
import styles from './breadcrumb.module.css'

/** The breadcrumbs from the home page to this page. Search engines get the same data. */
export function Breadcrumb() {
  const { t } = useTranslator()
  const trail = useBreadcrumbs()
  if (trail.length === 0) return null
  return (
    <nav className={`no-print ${styles.breadcrumb}`} aria-label={t('trail.label')}>
      <ol role="list">
        {trail.map(({ name, path }, index) => (
          <li key={path}>
            <Link to={path} aria-current={index === trail.length - 1 ? 'page' : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
