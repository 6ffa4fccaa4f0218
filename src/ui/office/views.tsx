import type { ReactNode } from 'react'
import { Link } from '#platform/pages/page.tsx'
import styles from './views.module.css'

interface View {
  to: string
  label: string
  isShown: boolean
}

/** The views of a list, each with its own address. */
export const Views = ({ label, views }: { label: string; views: readonly View[] }) => (
  <nav className={styles.views} aria-label={label}>
    {views.map((view) => (
      <Link key={view.label} to={view.to} aria-current={view.isShown ? 'page' : 'false'}>
        {view.label}
      </Link>
    ))}
  </nav>
)

/**
 * The search and the filters above a list. In a narrow bar of one line, the values of the filters must say what they
 * are, because there is no space for their labels.
 */
export const ListBar = ({ isOneLine = false, children }: { isOneLine?: boolean; children: ReactNode }) => (
  <div className={styles.bar} data-one-line={isOneLine || undefined}>
    {children}
  </div>
)
