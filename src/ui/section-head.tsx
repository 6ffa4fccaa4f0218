import type { ReactNode } from 'react'
import styles from './section-head.module.css'

/** The head of a section: a short topic, the title, a text and an action. */
export function SectionHead({
  eyebrow,
  title,
  text,
  action,
}: {
  eyebrow?: string
  title: string
  text?: string
  action?: ReactNode
}) {
  return (
    <header className={styles.head}>
      <div>
        {eyebrow && <p className={`eyebrow ${styles.eyebrow}`}>{eyebrow}</p>}
        <h2>{title}</h2>
        {text && <p className={`lead ${styles.lead}`}>{text}</p>}
      </div>
      {action}
    </header>
  )
}
