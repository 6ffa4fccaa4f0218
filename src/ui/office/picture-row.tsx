import type { ReactNode } from 'react'
import { Link } from '#platform/pages/page.tsx'
import styles from './picture-row.module.css'

/** One of a list of things that readers see: how it looks, its name, which leads to it, and what is said of it. */
export const PictureRow = ({
  path,
  title,
  picture,
  children,
}: {
  path: string
  title: string
  picture: ReactNode
  children: ReactNode
}) => (
  <div className={`${styles.row} leads`}>
    <div className={styles.picture}>{picture}</div>
    <div className={styles.about}>
      <h2>
        <Link to={path}>{title}</Link>
      </h2>
      {children}
    </div>
  </div>
)
