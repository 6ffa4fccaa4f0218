import { useTranslator } from '#platform/pages/page.tsx'
import styles from './parts-chart.module.css'

export interface Part {
  name: string
  value: number | null
  /** The value in the period to compare with. */
  before: number | null
}

/** The height of a bar including the gap to the next. */
const BAR_HEIGHT_PX = 15

/**
 * Horizontal bars, each below its label and with its number at the end. An outlined bar below shows the period to
 * compare with. Labels use the full width and wrap if necessary.
 */
export function PartsChart({
  label,
  parts,
  format,
}: {
  label: string
  parts: readonly Part[]
  format: (value: number) => string
}) {
  const { t } = useTranslator()
  const isCompared = parts.some(({ before }) => before !== null)
  const maxValue = Math.max(...parts.flatMap(({ value, before }) => [value ?? 0, before ?? 0]))
  const getBarLength = (value: number | null) => (value !== null && value > 0 ? `${(value / maxValue) * 100}%` : '0')
  const formatValue = (value: number | null) => (value === null ? t('figures.none') : format(value))
  const hasLongNumbers = parts.some(({ value }) => formatValue(value).length > MAX_SHORT_LENGTH)
  return (
    <div
      role="img"
      aria-label={t('figures.chart_label', { name: label })}
      className={hasLongNumbers ? styles.withLongNumbers : styles.parts}
    >
      {parts.map(({ name, value, before }) => (
        <div key={name}>
          <span>{name}</span>
          <svg height={isCompared ? BAR_HEIGHT_PX * 2 : BAR_HEIGHT_PX} aria-hidden="true">
            <rect className={styles.now} width={getBarLength(value)} height={BAR_HEIGHT_PX - 4} />
            <text x={getBarLength(value)} dx="6" y={BAR_HEIGHT_PX - 5} className={styles.bold}>
              {formatValue(value)}
            </text>
            {isCompared && (
              <>
                <rect
                  className={styles.before}
                  x="0.5"
                  y={BAR_HEIGHT_PX + 0.5}
                  width={getBarLength(before)}
                  height={BAR_HEIGHT_PX - 6}
                />
                <text x={getBarLength(before)} dx="6" y={BAR_HEIGHT_PX * 2 - 5}>
                  {t('figures.before', { value: formatValue(before) })}
                </text>
              </>
            )}
          </svg>
        </div>
      ))}
    </div>
  )
}

/** The maximum length of a count. Amounts are longer. */
const MAX_SHORT_LENGTH = 5
