import { useTranslator } from '#platform/pages/page.tsx'
import type { Translator } from '#locales/translator.ts'
import { describeChange, isWorse } from './change.ts'
import styles from './figures-page.module.css'

/** A figure of a period, and how to show it. */
export interface FigureFormat {
  format: (value: number) => string
  /** Whether the figure is a share from 0 to 1. */
  isShare?: boolean
  /** Whether a decrease is an improvement, as for cancellations. */
  isLowerBetter?: boolean
}

export const formatFigure = ({ t }: Pick<Translator, 't'>, value: number | null, { format }: FigureFormat): string =>
  value === null ? t('figures.none') : format(value)

interface ComparedFigure extends FigureFormat {
  now: number | null
  before: number | null
  /** Whether the figure still grows until the end of the period. A change would then look like a loss. */
  isSoFar?: boolean
}

/** The figure of the comparison period, after the change since then. An arrow marks a change for the worse. */
export function ComparedValue({ now, before, isSoFar = false, ...figure }: ComparedFigure) {
  const translator = useTranslator()
  const change = !isSoFar && describeChange(translator, now, before, figure.isShare, figure.format)
  return (
    <span>
      {change &&
        (isWorse(now, before, figure.isLowerBetter) ? (
          <b className={`alarm ${styles.worse}`}>
            <span aria-hidden="true">{figure.isLowerBetter ? '▲' : '▼'}</span> {change}
            <span className="visually-hidden">, {translator.t('figures.worse')}</span>
          </b>
        ) : (
          <b className="bold">{change}</b>
        ))}{' '}
      <span className={styles.whole}>
        {translator.t(isSoFar ? 'figures.before_so_far' : 'figures.before', {
          value: formatFigure(translator, before, figure),
        })}
      </span>
    </span>
  )
}
