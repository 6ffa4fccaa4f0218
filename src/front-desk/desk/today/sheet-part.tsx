import { useId, type ReactNode } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import styles from './sheet-part.module.css'

/** One list of the sheet, with how many it holds. On a phone one of them is shown. */
export function SheetPart({
  part,
  title,
  count,
  said,
  empty,
  children,
}: {
  part: string
  title: string
  count: number
  /** What of it is over already. */
  said?: string | null
  /** What stands there where there is none. Without it the list is never empty. */
  empty?: string
  children: readonly ReactNode[]
}) {
  const { number } = useWords()
  const id = useId()
  return (
    <section className={styles.part} data-part={part} aria-labelledby={id}>
      <header>
        <h2 id={id}>
          {title} <span className={styles.count}>{number(count)}</span>
        </h2>
        {said && <p>{said}</p>}
      </header>
      {children.length === 0 ? <p className={styles.empty}>{empty}</p> : <ul role="list">{children}</ul>}
    </section>
  )
}
