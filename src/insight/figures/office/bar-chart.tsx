import { useEffect, useId, useRef, useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import type { Bucket } from './buckets.ts'
import styles from './bar-chart.module.css'

interface Bar {
  /** The label below the bar, shown if there is space. */
  name: string
  value: number | null
  when: Bucket['when']
  /** The share of the height that stands for closed units. It is drawn from the top. */
  closed?: number
  before?: number | null
}

const [LOW_HEIGHT_PX, TALL_HEIGHT_PX] = [176, 300]
/** From this number of table rows on, the chart is drawn taller. */
const MIN_TALL_ROWS = 9
/** From this width on, the chart has enough space to be drawn taller. */
const MIN_TALL_WIDTH_PX = 480
/** The space for the label of the highest bar. */
const TOP_MARGIN_PX = 18
const BOTTOM_MARGIN_PX = 22
/** A wider bar looks like an area. */
const MAX_BAR_WIDTH_PX = 72

/**
 * A bar chart with a mark at the value of each bar in the period to compare with, and a legend above it. On the screen,
 * it is drawn at the available width without scaling, so that its text keeps the normal size. Screen readers get the
 * table instead.
 */
export function BarChart({
  label,
  bars,
  rows,
  top,
  ticks,
  format,
  formatValue = format,
}: {
  label: string
  bars: readonly Bar[]
  /** The number of rows in the table beside the chart. */
  rows: number
  /** The highest value of the scale. */
  top: number
  ticks: readonly number[]
  format: (tick: number) => string
  /** Formats the value of a bar, shown by the pointer. */
  formatValue?: (value: number) => string
}) {
  const { t } = useTranslator()
  const [chartRef, width] = useElementWidth()
  const id = useId()
  const height = rows >= MIN_TALL_ROWS && width >= MIN_TALL_WIDTH_PX ? TALL_HEIGHT_PX : LOW_HEIGHT_PX
  const gutterWidth = Math.max(...ticks.map((tick) => format(tick).length)) * 7 + 8
  const barSpacing = Math.max(0, width - gutterWidth) / bars.length
  const y = (value: number) => TOP_MARGIN_PX + (height - TOP_MARGIN_PX - BOTTOM_MARGIN_PX) * (1 - value / top)
  const x = (index: number) => gutterWidth + barSpacing * index
  const getCenterX = (index: number) => x(index) + barSpacing / 2
  const labelWidth = Math.max(...bars.map(({ name }) => name.length)) * 7 + 10
  const labelEvery = Math.max(1, Math.ceil(labelWidth / Math.max(barSpacing, 1)))
  const comparisonMarks = bars.flatMap(({ before: value }, index) =>
    value == null ? [] : [`M${x(index) + 1} ${y(value)}h${Math.max(1, barSpacing - 2)}`],
  )
  const isCompared = comparisonMarks.length > 1
  const comparisonPath = comparisonMarks.join('')
  // The marks are wider than the bars, so that both can be read where they cross.
  const barShare = isCompared ? 0.5 : barSpacing > 12 ? 0.72 : 0.84
  const barWidth = Math.min(MAX_BAR_WIDTH_PX, Math.max(1, barSpacing * barShare))
  const peak = findPeak()
  /** The label of the highest bar, kept within the chart. */
  function findPeak() {
    const value = Math.max(...bars.map((bar) => bar.value ?? 0))
    if (value <= 0 || bars.length === 1) return null
    const text = formatValue(value)
    const halfWidth = (text.length * 7) / 2
    const centerX = getCenterX(bars.findIndex((bar) => bar.value === value))
    return { value, text, x: Math.min(Math.max(centerX, gutterWidth + halfWidth), width - halfWidth) }
  }
  const hasFutureBars = bars.some(({ when }) => when === 'books')
  const hasClosedUnits = bars.some(({ closed }) => (closed ?? 0) > 0)
  return (
    <div ref={chartRef} className={styles.place}>
      {(isCompared || hasFutureBars || hasClosedUnits) && (
        <ul role="list" className={styles.legend}>
          {hasFutureBars && (
            <li>
              <svg width="12" height="12" aria-hidden="true">
                <rect className={styles.books} x="1" y="1" width="10" height="10" />
              </svg>
              {t('figures.chart_books')}
            </li>
          )}
          {hasClosedUnits && (
            <li>
              <svg width="12" height="12" aria-hidden="true">
                <rect className={styles.closed} fill={`url(#${id})`} x="1" y="1" width="10" height="10" />
              </svg>
              {t('figures.chart_closed')}
            </li>
          )}
          {isCompared && (
            <li>
              <svg width="24" height="12" aria-hidden="true">
                <path className={styles.before} d="M0 6h24" />
              </svg>
              {t('figures.chart_before')}
            </li>
          )}
        </ul>
      )}
      {width > 0 && (
        <svg
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={t('figures.chart_label', { name: label })}
        >
          <defs>
            <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <path className={styles.hatch} d="M0 0v6" />
            </pattern>
          </defs>
          {ticks.map((tick) => (
            <g key={tick}>
              <path className={styles.axis} d={`M${gutterWidth} ${y(tick)}H${width}`} />
              <text x={gutterWidth - 6} y={y(tick) + 4} textAnchor="end">
                {format(tick)}
              </text>
            </g>
          ))}
          {bars.map(({ name, value, when, closed: closedShare = 0 }, index) => (
            <g key={index}>
              {value !== null && value > 0 && (
                <rect
                  className={styles[when]}
                  x={getCenterX(index) - barWidth / 2}
                  y={y(value)}
                  width={barWidth}
                  height={y(0) - y(value)}
                >
                  <title>{`${name}: ${formatValue(value)}`}</title>
                </rect>
              )}
              {closedShare > 0 && (
                <rect
                  className={styles.closed}
                  fill={`url(#${id})`}
                  x={getCenterX(index) - barWidth / 2}
                  y={y(top)}
                  width={barWidth}
                  height={y(top - closedShare * top) - y(top)}
                />
              )}
              {index % labelEvery === 0 && getCenterX(index) + labelWidth / 2 <= width + 6 && (
                <text
                  x={getCenterX(index)}
                  y={height - 6}
                  textAnchor="middle"
                  className={when === 'today' ? styles.bold : ''}
                >
                  {name}
                </text>
              )}
            </g>
          ))}
          {isCompared && (
            <>
              <path className={styles.edge} d={comparisonPath} />
              <path className={styles.before} d={comparisonPath} />
            </>
          )}
          {peak && (
            <text className={styles.peak} x={peak.x} y={y(peak.value) - 5} textAnchor="middle">
              {peak.text}
            </text>
          )}
        </svg>
      )}
    </div>
  )
}

function useElementWidth() {
  const chartRef = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)))
    observer.observe(chartRef.current!)
    return () => observer.disconnect()
  }, [])
  return [chartRef, width] as const
}

/** Returns a round maximum for the scale and its grid lines. */
export function createScale(values: readonly (number | null | undefined)[]): { top: number; ticks: number[] } {
  const maxValue = Math.max(1, ...values.map((value) => value ?? 0))
  const magnitude = 10 ** Math.floor(Math.log10(maxValue))
  const top = [1, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * magnitude >= maxValue)! * magnitude
  return { top, ticks: [0, top / 2, top] }
}
