import { useMemo } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { OfficeIcon } from '#ui/office/icons.tsx'
import { ChartRow } from './chart-row.tsx'
import type { Geometry } from './geometry.ts'
import { RoomTypeHead } from './heads.tsx'
import { formatConditionLabel, listDayLabels } from './labels.ts'
import { isNeededToday, type Chart, type Row, type Target } from './model.ts'
import styles from './tape-chart.module.css'
import type { CellPosition } from './spot.ts'
import type { ActiveMove } from './hooks/use-stay-move.ts'
import type { VisibleRange } from './hooks/use-visible-range.ts'

/** The drawn lines of the chart: room types, and rows with their nights. */
export function ChartLines({
  chart,
  geometry,
  visible: visibleRange,
  cellPosition,
  activeMove,
  openStay,
  selection,
}: {
  chart: Chart
  geometry: Geometry
  visible: VisibleRange
  cellPosition: CellPosition
  activeMove: ActiveMove | null
  /** The stay that is open beside the chart, if the chart contains it. */
  openStay: Chart['stays'][number] | undefined
  selection: Target | null
}) {
  const translator = useTranslator()
  const days = useMemo(() => listDayLabels(chart, translator), [chart, translator])
  return (
    <>
      <Names chart={chart} geometry={geometry} lines={visibleRange.lines} />
      {visibleRange.lines.map((line) => {
        const content = chart.lines[line]!
        const lineProps = { line, top: geometry.tops[line]!, drawnDays: visibleRange.days }
        if ('head' in content)
          return <RoomTypeHead key={`kind ${content.head.id}`} roomType={content.head} {...lineProps} />
        const row = chart.rows[content.row]!
        return (
          <ChartRow
            key={row.key}
            chart={chart}
            days={days}
            row={row}
            rowIndex={content.row}
            focusedAt={cellPosition.row === content.row ? cellPosition.night : null}
            heldBar={activeMove?.bar.row === content.row ? activeMove.bar : null}
            openStay={openStay?.bars.some((bar) => bar.row === content.row) ? openStay.id : null}
            selection={selection?.row === content.row ? selection : null}
            {...lineProps}
          />
        )
      })}
    </>
  )
}

/**
 * The names at the left, which stay in place when the chart scrolls to other days. One element holds all names, because
 * each sticky element would become a layer of its own in the browser. Screen readers use the names in the rows.
 */
function Names({ chart, geometry, lines }: { chart: Chart; geometry: Geometry; lines: readonly number[] }) {
  const { t } = useTranslator()
  return (
    <div className={styles.names} aria-hidden="true">
      {lines.map((line) => {
        const content = chart.lines[line]!
        const style = { top: geometry.tops[line] }
        return 'head' in content ? (
          <div key={`kind ${content.head.id}`} className={styles.kindName} style={style}>
            {content.head.name} <span>{t('desk.free')}</span>
          </div>
        ) : (
          <Name
            key={chart.rows[content.row]!.key}
            row={chart.rows[content.row]!}
            isNeeded={isNeededToday(chart, chart.rows[content.row]!)}
            style={style}
          />
        )
      })}
    </div>
  )
}

function Name({ row, isNeeded, style }: { row: Row; isNeeded: boolean; style: object }) {
  const translator = useTranslator()
  const { unit } = row
  const conditionLabel = formatConditionLabel(row, translator)
  return (
    <div className={styles.name} data-unassigned={!unit} style={style}>
      <strong>{unit ? unit.name : translator.t('desk.unassigned')}</strong>
      {conditionLabel &&
        (isNeeded || unit!.condition !== 'dirty' ? (
          <span className={styles.condition} data-due={isNeeded || undefined}>
            {conditionLabel}
          </span>
        ) : (
          <span className={styles.condition} title={conditionLabel}>
            <OfficeIcon name="broom" size={14} />
          </span>
        ))}
    </div>
  )
}
