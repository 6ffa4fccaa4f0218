import type { Translator } from '#locales/translator.ts'
import { toPercent } from './buckets.ts'

/** Whether the figure became worse since the comparison period. */
export const isWorse = (now: number | null, before: number | null, isLowerBetter = false): boolean =>
  now !== null && before !== null && (isLowerBetter ? now > before : now < before)

/**
 * Describes the change of a figure: a share in percentage points, another figure in per cent. Empty if a figure is
 * missing, or if it would be per cent of zero.
 */
export function describeChange(
  { t, number }: Pick<Translator, 't' | 'number'>,
  now: number | null,
  before: number | null,
  isShare = false,
): string {
  if (now === null || before === null || (before === 0 && !isShare)) return ''
  const change = isShare ? toPercent(now)! - toPercent(before)! : ((now - before) / before) * 100
  const rounded = Math.abs(change) < 10 ? Math.round(change * 10) / 10 : Math.round(change)
  const sign = rounded < 0 ? '−' : rounded > 0 ? '+' : ''
  return t(isShare ? 'figures.points' : 'figures.percent', { value: sign + number(Math.abs(rounded)) })
}
