import { memo } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import bars from './bars.module.css'
import { getAllowedMoves } from './limits.ts'
import { listCells, type Bar, type Chart, type Row } from './model.ts'
import { formatBarLabel, formatConditionLabel, formatFreeNightLabel, formatRowLabel } from './labels.ts'
import styles from './tape-chart.module.css'
import type { Span } from './hooks/use-visible-range.ts'

/** A unit with its nights. Memoized: renders again only when its props change. */
export const ChartRow = memo(function ChartRow({
  chart,
  days,
  drawnDays,
  row,
  rowIndex,
  line,
  top,
  focusedAt,
  heldBar,
  openStay,
  selection,
}: {
  chart: Chart
  days: readonly string[]
  /** The days that are drawn, in addition to the focused one. */
  drawnDays: Span
  row: Row
  rowIndex: number
  /** The index among all lines, for screen readers. */
  line: number
  top: number
  /** The focused night, if it is in this row. */
  focusedAt: number | null
  /** The bar that the user moves, if it is in this row. */
  heldBar: Bar | null
  /** The stay that is open beside the chart, if part of it is in this row. */
  openStay: number | null
  /** The selected nights of this row. */
  selection: Span | null
}) {
  const translator = useTranslator()
  const { t } = translator
  const { unit } = row
  return (
    <div role="row" aria-rowindex={line + 2} className={styles.row} data-unassigned={!unit} style={{ top }}>
      <div role="rowheader">
        <span className="visually-hidden">
          {unit ? unit.name : `${t('desk.unassigned')} ${formatRowLabel(row, translator)}`}
          {` ${formatConditionLabel(row, translator)}`}
        </span>
      </div>
      {listCells(row, chart.days).map(({ at, span, bar }) => {
        const isFocused = focusedAt !== null && focusedAt >= at && focusedAt < at + span
        if (!isFocused && (at >= drawnDays.to || at + span <= drawnDays.from)) return null
        const allowedMoves = bar && getAllowedMoves(chart, bar)
        return (
          <div
            key={bar ? bar.key : at}
            role="gridcell"
            aria-colindex={at + 2}
            aria-colspan={span > 1 ? span : undefined}
            tabIndex={isFocused ? 0 : -1}
            data-cell={`${rowIndex}:${at}`}
            className={bar ? styles.taken : styles.free}
            style={{ gridColumn: `${at + 2} / span ${span}` }}
            aria-selected={selection && !bar ? selection.from <= at && at < selection.to : undefined}
            aria-label={bar ? formatBarLabel(chart, bar, translator) : formatFreeNightLabel(row, days[at]!, translator)}
          >
            {bar && (
              <div
                className={bars.bar}
                title={bar.stay ? bar.stay.name || undefined : bar.closure!.reason}
                data-short={(bar.to - bar.from) * SHORT_BAR_DIVISOR <= chart.days || undefined}
                data-script={bar.stay && BENGALI_PATTERN.test(bar.stay.name) ? 'bengali' : undefined}
                data-due={bar.stay?.due}
                data-closed={bar.closure ? (bar.closure.isImported ? 'imported' : true) : undefined}
                data-open={openStay !== null && bar.stay?.id === openStay ? true : undefined}
                data-held={heldBar === bar ? true : undefined}
                data-cut={describeCut(chart, bar)}
              >
                {allowedMoves?.start && <span data-edge="start" />}
                <span className={bars.words}>{bar.stay ? bar.stay.name || '–' : bar.closure!.reason}</span>
                {bar.stay && <span className={bars.initials} data-initials={getInitials(bar.stay.name)} />}
                {allowedMoves?.end && <span data-edge="end" />}
              </div>
            )}
          </div>
        )
      })}
    </div>
  )
})

const BENGALI_PATTERN = /\p{Script=Bengali}/u

/** Returns the first letters of the first and the last name, for a bar that is too narrow for a word. */
function getInitials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const initials = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => word && [...graphemes.segment(word)][0]!.segment,
  )
  return initials.filter(Boolean).join(BENGALI_PATTERN.test(name) ? '\u00a0' : '')
}
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * A bar that covers at most one 14th of the visible days wraps its name, because one line would show only a few
 * letters.
 */
const SHORT_BAR_DIVISOR = 14

/** Returns the sides on which a stay continues beyond the visible days. */
function describeCut({ days }: Chart, { stay, from, to }: Bar): string | undefined {
  if (!stay) return undefined
  return (
    [from === 0 && stay.from < 0 && 'start', to === days && stay.to > days && 'end'].filter(Boolean).join(' ') ||
    undefined
  )
}
