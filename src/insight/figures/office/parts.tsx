import type { ReactNode } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import styles from './figures-page.module.css'

/** What counts in a figure, one press away from it. */
export function WhatCounts({ name, children }: { name: string; children: string }) {
  const { t } = useWords()
  return (
    <details className={styles.what}>
      <summary>
        {t('figures.what_counts')}
        <span className="visually-hidden">: {name}</span>
      </summary>
      <p>{children}</p>
    </details>
  )
}

export const Panel = ({
  title,
  note,
  about,
  tools,
  children,
}: {
  title: string
  note?: string
  about?: string
  /** What can be done with all of it. */
  tools?: ReactNode
  children: ReactNode
}) => (
  <section className={styles.panel}>
    <header>
      <h2>
        {title} {note && <small>{note}</small>}
      </h2>
      {tools}
    </header>
    {children}
    {about && <WhatCounts name={title}>{about}</WhatCounts>}
  </section>
)

interface Column<Row> {
  name: string
  of: (row: Row) => ReactNode
  /** Begins where its column begins. */
  isText?: boolean
}

/** Of each row its name, and numbers that end where their column ends. The last row may be the sum of all. */
export const Table = <Row,>({
  caption,
  named,
  rows,
  nameOf,
  columns,
  sum,
}: {
  caption: string
  /** What the rows are. */
  named: string
  rows: readonly Row[]
  nameOf: (row: Row) => ReactNode
  columns: readonly Column<Row>[]
  sum?: Row
}) => {
  const { t } = useWords()
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={caption}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{named}</th>
            {columns.map(({ name, isText }) => (
              <th key={name} scope="col" className={isText ? '' : styles.number}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // eslint-disable-next-line react/no-array-index-key -- rows are never moved: they are drawn anew
            <tr key={at}>
              <th scope="row">{nameOf(row)}</th>
              {columns.map(({ name, of, isText }) => (
                <td key={name} className={isText ? '' : styles.number}>
                  {of(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {sum && (
          <tfoot>
            <tr>
              <th scope="row">{t('figures.all')}</th>
              {columns.map(({ name, of }) => (
                <td key={name} className={styles.number}>
                  {of(sum)}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
