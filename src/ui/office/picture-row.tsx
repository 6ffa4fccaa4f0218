import type { ReactNode } from 'react'
import { Link } from '#platform/pages/page.tsx'
import styles from './picture-row.module.css'

/** A row with a picture, a linked title and details. */
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
      <h2 className="size-2">
        <Link to={path}>{title}</Link>
      </h2>
      {children}
    </div>
  </div>
)
