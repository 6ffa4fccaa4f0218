import type { ReactNode } from 'react'
import styles from './part.module.css'

/** A part of a page that is looked up: what it is about beside what is to be said of it. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  )
}
