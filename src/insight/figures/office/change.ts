import type { Translator } from '#locales/translator.ts'
import { toPercent } from './buckets.ts'

/** Whether the figure became worse since the comparison period. */
export const isWorse = (now: number | null, before: number | null, isLowerBetter = false): boolean =>
  now !== null && before !== null && (isLowerBetter ? now > before : now < before)

/** From this number on, a change is described in per cent. Of a smaller number, a per cent says little. */
const MIN_PERCENT_BASE = 20

/**
 * Describes the change of a figure: a share in percentage points, another figure in per cent, and a small number as the
 * difference. Empty if a figure is missing.
 */
export function describeChange(
  { t, number }: Pick<Translator, 't' | 'number'>,
  now: number | null,
  before: number | null,
  isShare = false,
  format: (value: number) => string = number,
): string {
  if (now === null || before === null) return ''
  if (!isShare && before < MIN_PERCENT_BASE) return getSign(now - before) + format(Math.abs(now - before))
  const change = isShare ? toPercent(now)! - toPercent(before)! : ((now - before) / before) * 100
  const rounded = Math.abs(change) < 10 ? Math.round(change * 10) / 10 : Math.round(change)
  const value = getSign(rounded) + number(Math.abs(rounded))
  return t(isShare ? 'figures.points' : 'figures.percent', { value })
}

const getSign = (change: number): string => (change < 0 ? '−' : change > 0 ? '+' : '')
