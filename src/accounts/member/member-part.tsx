import { useId, type ReactNode } from 'react'
import styles from './member-page.module.css'

/** One of the things on a member's page. */
export function MemberPart({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <div className={styles.about}>
        <h2 id={id}>{title}</h2>
        {text && <p>{text}</p>}
      </div>
      <div className={styles.does}>{children}</div>
    </section>
  )
}
