import { useEffect, useId, useRef, useState } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import type { Bucket } from './buckets.ts'
import styles from './bar-chart.module.css'

interface Bar {
  /** What stands below it where there is room. */
  name: string
  value: number | null
  when: Bucket['when']
  /** How much of the height was closed, from above. */
  closed?: number
  before?: number | null
}

const [LOW, HIGH] = [176, 300]
/** Beside a table of so many rows it is higher. */
const MANY_ROWS = 9
/** So wide, and the table stands beside it or it has room all the same. */
const WIDE = 480
const TOP = 18
const BOTTOM = 22
const LINE = 11

/**
 * Bars with a dashed line of other days. It is drawn for the width that there is, never scaled, so that letters stay as
 * large as all others. Whoever does not see it has the table.
 */
export function BarChart({
  label,
  bars,
  rows,
  top,
  ticks,
  say,
}: {
  label: string
  bars: readonly Bar[]
  /** How many the table beside it has. */
  rows: number
  /** What the highest bar may be. */
  top: number
  ticks: readonly number[]
  say: (tick: number) => string
}) {
  const { t } = useWords()
  const [place, width] = useWidth()
  const id = useId()
  const height = rows >= MANY_ROWS && width >= WIDE ? HIGH : LOW
  const gutter = Math.max(...ticks.map((tick) => say(tick).length)) * 7 + 8
  const step = Math.max(0, width - gutter) / bars.length
  const y = (value: number) => TOP + (height - TOP - BOTTOM) * (1 - value / top)
  const x = (at: number) => gutter + step * at
  const middle = (at: number) => x(at) + step / 2
  const thick = Math.max(1, step * (step > 12 ? 0.72 : 0.84))
  const widest = Math.max(...bars.map(({ name }) => name.length)) * 7 + 10
  const each = Math.max(1, Math.ceil(widest / Math.max(step, 1)))
  const before = bars.flatMap(({ before: value }, at) => (value == null ? [] : [[middle(at), y(value)] as const]))
  const books = bars.findIndex(({ when }) => when === 'books')
  const closed = bars.findLastIndex((bar) => (bar.closed ?? 0) > 0)
  return (
    <div ref={place} className={styles.place}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={t('figures.chart_said', { name: label })}
        >
          <defs>
            <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <path className={styles.hatch} d="M0 0v6" />
            </pattern>
          </defs>
          {ticks.map((tick) => (
            <g key={tick}>
              <path className={styles.axis} d={`M${gutter} ${y(tick)}H${width}`} />
              <text x={gutter - 6} y={y(tick) + 4} textAnchor="end">
                {say(tick)}
              </text>
            </g>
          ))}
          {bars.map(({ name, value, when, closed: share = 0 }, at) => (
            <g key={at}>
              {value !== null && value > 0 && (
                <rect
                  className={styles[when]}
                  x={middle(at) - thick / 2}
                  y={y(value)}
                  width={thick}
                  height={y(0) - y(value)}
                />
              )}
              {share > 0 && (
                <rect
                  className={styles.closed}
                  fill={`url(#${id})`}
                  x={middle(at) - thick / 2}
                  y={y(top)}
                  width={thick}
                  height={y(top - share * top) - y(top)}
                />
              )}
              {at % each === 0 && middle(at) + widest / 2 <= width + 6 && (
                <text x={middle(at)} y={height - 6} textAnchor="middle" className={when === 'today' ? styles.bold : ''}>
                  {name}
                </text>
              )}
            </g>
          ))}
          {before.length > 1 && (
            <>
              <path className={styles.before} d={`M${before.map((point) => point.join(' ')).join('L')}`} />
              <text
                x={width}
                y={Math.max(TOP + LINE, before.at(-1)![1] - 6)}
                textAnchor="end"
                className={styles.onLine}
              >
                {t('figures.chart_before')}
              </text>
            </>
          )}
          {books > 0 && (
            <text {...beside(x(books), width)} y={LINE}>
              {t('figures.chart_books')}
            </text>
          )}
          {closed >= 0 && (
            <text {...beside(x(closed + 1), width)} y={y(top) + LINE} className={styles.onLine}>
              {t('figures.chart_closed')}
            </text>
          )}
        </svg>
      )}
    </div>
  )
}

/** It begins where its bars do, or ends at the edge where it would not fit. */
const beside = (x: number, width: number) =>
  x < width - 100 ? { x: x + 2, textAnchor: 'start' as const } : { x: width, textAnchor: 'end' as const }

function useWidth() {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)))
    watch.observe(place.current!)
    return () => watch.disconnect()
  }, [])
  return [place, width] as const
}

/** A round number that no bar is higher than, and the lines below it. */
export function scaleFor(values: readonly (number | null | undefined)[]): { top: number; ticks: number[] } {
  const most = Math.max(1, ...values.map((value) => value ?? 0))
  const size = 10 ** Math.floor(Math.log10(most))
  const top = [1, 2, 3, 4, 5, 6, 8, 10].find((each) => each * size >= most)! * size
  return { top, ticks: [0, top / 2, top] }
}
