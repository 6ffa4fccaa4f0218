import type { ReactNode } from 'react'
import styles from './page-section.module.css'

/** A section of a reference page: the heading beside its content. */
export function PageSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2 className="size-4">{title}</h2>
      <div className="stack-4">{children}</div>
    </section>
  )
}
