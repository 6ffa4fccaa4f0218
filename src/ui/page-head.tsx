import type { ReactNode } from 'react'
import { Breadcrumb } from './breadcrumb.tsx'
import styles from './page-head.module.css'

export function PageHead({
  eyebrow,
  title,
  text,
  ground = 'on-linen',
  children,
}: {
  eyebrow?: ReactNode
  title: string
  text?: string | undefined
  /** The class of the ground, which is also the ground of the part below. */
  ground?: string | undefined
  children?: ReactNode
}) {
  return (
    <header className={`${ground} ${styles.head}`}>
      <div className="container">
        <Breadcrumb />
        {eyebrow && <p className={`eyebrow ${styles.eyebrow}`}>{eyebrow}</p>}
        <div className={styles.titled}>
          <h1>{title}</h1>
          {text && <p className={`lead ${styles.lead}`}>{text}</p>}
        </div>
        {children}
      </div>
    </header>
  )
}
