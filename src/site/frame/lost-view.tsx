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
      <div className={styles.words}>
        {number !== null && (
          <p className={styles.number} aria-hidden="true">
            {translator.number(number)}
          </p>
        )}
        <h1>{title}</h1>
        <p className="lead">{text}</p>
        {note && <p className="small">{note}</p>}
        <div className={styles.ways}>{children}</div>
      </div>
      <div className={styles.zipper}>
        <OpenZipper />
      </div>
    </section>
  )
}

/** A zipper that is half open. The dashes along the edges of the tapes are its teeth. */
const OpenZipper = () => (
  <svg viewBox="0 0 400 420" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <path className={styles.tape} d="M156 430V270C156 190 94 130 68 -20M244 430V270C244 190 306 130 332 -20" />
    <path className={styles.teeth} d="M193 430V270C193 190 131 130 105 -20" />
    <path className={styles.teeth} d="M207 423V270C207 190 269 130 295 -20" />
    <path className={styles.slider} d="M170 232q30-16 60 0l6 26-12 44q-24 10-48 0l-12-44z" />
    <path className={styles.puller} d="M193 262h14l15 108a22 22 0 0 1-44 0zm7 92a12 12 0 1 0 0 24 12 12 0 0 0 0-24z" />
  </svg>
)
