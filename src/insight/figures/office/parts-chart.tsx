import { useWords } from '#platform/pages/page.tsx'
import styles from './parts-chart.module.css'

export interface Part {
  name: string
  value: number | null
  /** Of the days that these are compared with. */
  before: number | null
}

/** How high a bar is with what lies between it and the next. */
const BAR = 15

/**
 * Bars that lie below each other, each under its name and with its number at its end; an outlined one below it is that of
 * other days. Names have all the width that there is, and go on in a second line where it does not do.
 */
export function PartsChart({
  label,
  parts,
  say,
}: {
  label: string
  parts: readonly Part[]
  say: (value: number) => string
}) {
  const { t } = useWords()
  const isCompared = parts.some(({ before }) => before !== null)
  const most = Math.max(...parts.flatMap(({ value, before }) => [value ?? 0, before ?? 0]))
  const long = (value: number | null) => (value !== null && value > 0 ? `${(value / most) * 100}%` : '0')
  const told = (value: number | null) => (value === null ? t('figures.none') : say(value))
  const hasLongNumbers = parts.some(({ value }) => told(value).length > SHORT)
  return (
    <div
      role="img"
      aria-label={t('figures.chart_said', { name: label })}
      className={hasLongNumbers ? styles.withLongNumbers : styles.parts}
    >
      {parts.map(({ name, value, before }) => (
        <div key={name}>
          <span>{name}</span>
          <svg height={isCompared ? BAR * 2 : BAR} aria-hidden="true">
            <rect className={styles.now} width={long(value)} height={BAR - 4} />
            <text x={long(value)} dx="6" y={BAR - 5} className={styles.bold}>
              {told(value)}
            </text>
            {isCompared && (
              <>
                <rect className={styles.before} x="0.5" y={BAR + 0.5} width={long(before)} height={BAR - 6} />
                <text x={long(before)} dx="6" y={BAR * 2 - 5}>
                  {t('figures.before', { value: told(before) })}
                </text>
              </>
            )}
          </svg>
        </div>
      ))}
    </div>
  )
}

/** Of so many signs are numbers that count; amounts have more. */
const SHORT = 5
