import { useTranslator } from '#platform/pages/page.tsx'
import type { Geometry } from './geometry.ts'
import type { Chart, Row } from './model.ts'
import { conditionLabel } from './labels.ts'
import styles from './tape-chart.module.css'

/**
 * The names at the left, which stay in place when the chart scrolls to other days. One element holds all names, because
 * each sticky element would become a layer of its own in the browser. Screen readers use the names in the rows.
 */
export function Names({ chart, geometry, lines }: { chart: Chart; geometry: Geometry; lines: readonly number[] }) {
  return (
    <div className={styles.names} aria-hidden="true">
      {lines.map((line) => {
        const content = chart.lines[line]!
        const style = { top: geometry.tops[line] }
        return 'head' in content ? (
          <div key={`kind ${content.head.id}`} className={styles.kindName} style={style}>
            {content.head.name}
          </div>
        ) : (
          <Name key={chart.rows[content.row]!.key} row={chart.rows[content.row]!} style={style} />
        )
      })}
    </div>
  )
}

function Name({ row, style }: { row: Row; style: object }) {
  const translator = useTranslator()
  const { unit } = row
  const condition = conditionLabel(row, translator)
  return (
    <div className={styles.name} data-unassigned={!unit} style={style}>
      <strong>{unit ? unit.name : translator.t('desk.unassigned')}</strong>
      {condition && <span className={styles.condition}>{condition}</span>}
    </div>
  )
}
