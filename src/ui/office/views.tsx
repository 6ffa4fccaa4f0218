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

/** The search and the filters above a list. */
export const ListBar = ({ children }: { children: ReactNode }) => <div className={styles.bar}>{children}</div>
