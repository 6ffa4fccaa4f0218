import type { ReactNode } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import styles from './lost-view.module.css'

/** A page without content: the reason, and links to other pages. */
export function LostView({
  number,
  title,
  text,
  note,
  children,
}: {
  number: number | null
  title: string
  text: string
  note?: string | null
  children: ReactNode
}) {
  const translator = useTranslator()
  return (
    <section className={`container ${styles.lost}`}>
      {number !== null && (
        <p className={styles.number} aria-hidden="true">
          {translator.number(number)}
        </p>
      )}
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      {note && <p className="small">{note}</p>}
      <div className={styles.ways}>{children}</div>
    </section>
  )
}
