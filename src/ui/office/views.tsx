import type { ReactNode } from 'react'
import { Link } from '#platform/pages/page.tsx'
import styles from './views.module.css'

interface View {
  to: string
  label: string
  isShown: boolean
}

/** The ways of looking at a list, each with an address of its own. */
export const Views = ({ label, views }: { label: string; views: readonly View[] }) => (
  <nav className={styles.views} aria-label={label}>
    {views.map((view) => (
      <Link key={view.label} to={view.to} aria-current={view.isShown ? 'page' : 'false'}>
        {view.label}
      </Link>
    ))}
  </nav>
)

/** What is looked for in a list, and by what it is narrowed, above it. */
export const ListBar = ({ children }: { children: ReactNode }) => <div className={styles.bar}>{children}</div>
