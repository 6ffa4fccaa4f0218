import { useTranslator } from '#platform/pages/page.tsx'
import styles from './parts-chart.module.css'

export interface Part {
  name: string
  value: number | null
  /** The value in the period to compare with. */
  before: number | null
}

/** The height of a bar including the gap to the next. */
const BAR_HEIGHT_PX = 12

/**
 * Horizontal bars, each beside its label. An outlined bar below shows the period to compare with. The table beside the
 * chart has the numbers.
 */
export function PartsChart({ label, parts }: { label: string; parts: readonly Part[] }) {
  const { t } = useTranslator()
  const isCompared = parts.some(({ before }) => before !== null)
  const maxValue = Math.max(...parts.flatMap(({ value, before }) => [value ?? 0, before ?? 0]))
  const getBarLength = (value: number | null) => (value !== null && value > 0 ? `${(value / maxValue) * 100}%` : '0')
  return (
    <div className="stack-2">
      <div role="img" aria-label={t('figures.chart_label', { name: label })} className={styles.parts}>
        {parts.map(({ name, value, before }) => (
          <div key={name}>
            <span>{name}</span>
            <svg height={isCompared ? BAR_HEIGHT_PX * 2 : BAR_HEIGHT_PX} aria-hidden="true">
              <rect className={styles.now} width={getBarLength(value)} height={BAR_HEIGHT_PX - 2} />
              {isCompared && (
                <rect
                  className={styles.before}
                  x="0.5"
                  y={BAR_HEIGHT_PX + 0.5}
                  width={getBarLength(before)}
                  height={BAR_HEIGHT_PX - 5}
                />
              )}
            </svg>
          </div>
        ))}
      </div>
      {isCompared && (
        <p className={styles.legend}>
          <svg width="24" height="12" aria-hidden="true">
            <rect className={styles.before} x="0.5" y="2.5" width="23" height="7" />
          </svg>
          {t('figures.chart_before')}
        </p>
      )}
    </div>
  )
}
