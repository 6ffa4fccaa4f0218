import { memo } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import bars from './bars.module.css'
import { allowed } from './limits.ts'
import { cellsOf, type Bar, type Chart, type Row } from './model.ts'
import { barSaid, conditionSaid, freeSaid, rowSaid } from './said.ts'
import styles from './tape-chart.module.css'
import type { Span } from './use-seen.ts'

/** A unit with its nights. Memoized: renders again only when its props change. */
export const ChartRow = memo(function ChartRow({
  chart,
  days,
  seen,
  row,
  place,
  line,
  top,
  focusedAt,
  held,
  opened,
  chosen,
}: {
  chart: Chart
  days: readonly string[]
  /** The days that are drawn, in addition to the focused one. */
  seen: Span
  row: Row
  place: number
  /** The index among all lines, for screen readers. */
  line: number
  top: number
  /** The focused night, if it is in this row. */
  focusedAt: number | null
  /** The bar that is being moved, if it is in this row. */
  held: Bar | null
  /** The stay that is open beside the chart, if part of it is in this row. */
  opened: number | null
  /** The selected nights of this row. */
  chosen: Span | null
}) {
  const translator = useWords()
  const { t } = translator
  const { unit } = row
  return (
    <div role="row" aria-rowindex={line + 2} className={styles.row} data-unassigned={!unit} style={{ top }}>
      <div role="rowheader">
        <span className="visually-hidden">
          {unit ? unit.name : `${t('desk.unassigned')} ${rowSaid(row, translator)}`}
          {` ${conditionSaid(row, translator)}`}
        </span>
      </div>
      {cellsOf(row, chart.days).map(({ at, span, bar }) => {
        const isFocused = focusedAt !== null && focusedAt >= at && focusedAt < at + span
        if (!isFocused && (at >= seen.to || at + span <= seen.from)) return null
        const may = bar && allowed(chart, bar)
        return (
          <div
            key={bar ? bar.key : at}
            role="gridcell"
            aria-colindex={at + 2}
            aria-colspan={span > 1 ? span : undefined}
            tabIndex={isFocused ? 0 : -1}
            data-cell={`${place}:${at}`}
            className={bar ? styles.taken : styles.free}
            style={{ gridColumn: `${at + 2} / span ${span}` }}
            aria-selected={chosen && !bar ? chosen.from <= at && at < chosen.to : undefined}
            aria-label={bar ? barSaid(chart, bar, translator) : freeSaid(row, days[at]!, translator)}
          >
            {bar && (
              <div
                className={bars.bar}
                data-due={bar.stay?.due}
                data-closed={bar.closure ? (bar.closure.told ? 'told' : true) : undefined}
                data-open={opened !== null && bar.stay?.id === opened ? true : undefined}
                data-held={held === bar ? true : undefined}
                data-cut={cutOf(chart, bar)}
              >
                {may?.start && <span data-edge="start" />}
                <span className={bars.words}>{bar.stay ? bar.stay.name || '–' : bar.closure!.reason}</span>
                {may?.end && <span data-edge="end" />}
              </div>
            )}
          </div>
        )
      })}
    </div>
  )
})

/** Returns the sides on which a stay continues beyond the visible days. */
function cutOf({ days }: Chart, { stay, from, to }: Bar): string | undefined {
  if (!stay) return undefined
  return (
    [from === 0 && stay.from < 0 && 'start', to === days && stay.to > days && 'end'].filter(Boolean).join(' ') ||
    undefined
  )
}
