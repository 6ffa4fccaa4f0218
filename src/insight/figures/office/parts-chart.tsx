import { useTranslator } from '#platform/pages/page.tsx'
import styles from './parts-chart.module.css'

export interface Part {
  name: string
  value: number | null
  /** The value in the period to compare with. */
  before: number | null
}

const [BAR_HEIGHT_PX, BEFORE_HEIGHT_PX, GAP_PX] = [14, 4, 3]
/** The space above and below the bars of a row. */
const ROW_MARGIN_PX = 4

/**
 * Horizontal bars, each beside its label and with its value at its end, on a scale with grid lines. A thin bar below
 * shows the period to compare with. Screen readers get the table instead.
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
  const barsHeight = BAR_HEIGHT_PX + (isCompared ? GAP_PX + BEFORE_HEIGHT_PX : 0)
  const top = Math.max(1, ...parts.flatMap(({ value, before }) => [value ?? 0, before ?? 0]))
  const ticks = createTicks(top)
  const toLength = (value: number | null) => `${(Math.max(0, value ?? 0) / top) * 100}%`
  return (
    <div className="stack-2">
      {isCompared && (
        <p className={styles.legend}>
          <svg width="24" height={BEFORE_HEIGHT_PX} aria-hidden="true">
            <rect className={styles.before} width="24" height={BEFORE_HEIGHT_PX} />
          </svg>
          {t('figures.chart_before')}
        </p>
      )}
      <div role="img" aria-label={t('figures.chart_label', { name: label })} className={styles.parts}>
        {parts.map(({ name, value, before }) => (
          <div key={name}>
            <span>{name}</span>
            <svg height={barsHeight + 2 * ROW_MARGIN_PX} aria-hidden="true">
              {ticks.map((tick) => (
                <line key={tick} className={styles.axis} x1={toLength(tick)} x2={toLength(tick)} y2="100%" />
              ))}
              <rect className={styles.now} y={ROW_MARGIN_PX} width={toLength(value)} height={BAR_HEIGHT_PX} />
              <rect
                className={styles.before}
                y={ROW_MARGIN_PX + BAR_HEIGHT_PX + GAP_PX}
                width={toLength(before)}
                height={BEFORE_HEIGHT_PX}
              />
              <text x={toLength(value)} y={ROW_MARGIN_PX + BAR_HEIGHT_PX / 2} dx="8" dy="0.35em">
                {value === null ? t('figures.none') : format(value)}
              </text>
            </svg>
          </div>
        ))}
        <div className={styles.scale}>
          <span />
          <svg height="16" aria-hidden="true">
            {ticks.map((tick) => (
              <text key={tick} x={toLength(tick)} y="12" textAnchor={tick === 0 ? 'start' : 'middle'}>
                {format(tick)}
              </text>
            ))}
          </svg>
        </div>
      </div>
    </div>
  )
}

/** Returns round whole numbers from zero to the highest value, for two to four grid lines. */
function createTicks(top: number): number[] {
  const roughStep = top / 3
  const magnitude = 10 ** Math.floor(Math.log10(roughStep))
  const step = Math.max(1, [1, 2, 5, 10].find((factor) => factor * magnitude >= roughStep)! * magnitude)
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => index * step)
}
