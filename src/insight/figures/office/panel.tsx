import { useState, type ReactNode } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import styles from './figures-page.module.css'

/** Shows the definition of a figure after a click. */
export function Definition({ name, children }: { name: string; children: string }) {
  const { t } = useTranslator()
  return (
    <details className={styles.what}>
      <summary>
        {t('figures.definition')}
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
  /** Actions for the whole panel. */
  tools?: ReactNode
  children: ReactNode
}) => (
  <section className={styles.panel}>
    <header>
      <h2>
        {title} {note && <small className="small">{note}</small>}
      </h2>
      {tools}
    </header>
    {children}
    {about && <Definition name={title}>{about}</Definition>}
  </section>
)

interface Column<Row> {
  name: string
  getValue: (row: Row) => ReactNode
  /** Whether the column contains text. Text is aligned left, unlike numbers. */
  isText?: boolean
  /** Whether a phone shows the value beside the name of the row. Without any, it shows the first column there. */
  isMain?: boolean
}

/** A table with more columns does not fit a phone. There, each row has two lines, and the last columns are folded. */
const MAX_NARROW_COLUMNS = 4

/** A table of named rows with right-aligned numbers. The last row may show the total. */
export const Table = <Row,>({
  caption,
  rowHeading,
  rows,
  getName,
  columns,
  sum,
}: {
  caption: string
  rowHeading: string
  rows: readonly Row[]
  getName: (row: Row) => ReactNode
  columns: readonly Column<Row>[]
  sum?: Row
}) => {
  const { t } = useTranslator()
  const [isUnfolded, setUnfolded] = useState(false)
  const hasManyColumns = columns.length > MAX_NARROW_COLUMNS
  const mainColumn = columns.find(({ isMain }) => isMain) ?? columns[0]
  const renderCell = (row: Row, { name, getValue, isText }: Column<Row>) => (
    <td
      key={name}
      className={isText ? '' : styles.number}
      data-name={name}
      data-main={name === mainColumn!.name || undefined}
    >
      {getValue(row)}
    </td>
  )
  return (
    <div className="scroll-table" tabIndex={0} role="region" aria-label={caption}>
      <table
        className={hasManyColumns ? styles.manyColumns : styles.table}
        data-folded={(hasManyColumns && !isUnfolded) || undefined}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{rowHeading}</th>
            {columns.map(({ name, isText }) => (
              <th key={name} scope="col" className={isText ? '' : styles.number}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              <th scope="row">{getName(row)}</th>
              {columns.map((column) => renderCell(row, column))}
            </tr>
          ))}
        </tbody>
        {sum && (
          <tfoot>
            <tr>
              <th scope="row">{t('figures.all')}</th>
              {columns.map((column) => renderCell(sum, column))}
            </tr>
          </tfoot>
        )}
      </table>
      {hasManyColumns && (
        <div className={styles.unfold}>
          <Button variant="quiet" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
            {t(isUnfolded ? 'figures.fewer_columns' : 'figures.all_columns')}
          </Button>
        </div>
      )}
    </div>
  )
}
