/** One line of the table: the results of the app and of the bare engine, turn by turn. */
export interface Figure {
  label: string
  unit: '/s' | 'µs' | 'ms' | 'kB' | 'MiB' | 'of all'
  ours: readonly number[]
  bare?: readonly number[]
  /** The work of the bare engine, to which the app is compared. */
  against?: string
  target?: { minRatio: number } | { maxRatio: number } | { max: number }
}

export function printHead(): void {
  print(['figure', 'ours', 'bare', 'ratio (min–max)', 'target', '', 'bare is'])
  print(widths.map((width) => '─'.repeat(width)))
}

export function printTable(figures: readonly Figure[]): void {
  for (const { label, unit, ours, bare, against, target } of figures) {
    const formatAmount = (value: number) => `${formatNumber(value)} ${unit}`
    const ratios = bare?.map((bareValue, turn) => ours[turn]! / bareValue)
    const [targetText, verdict] = checkTarget(target, unit, median(ours), ratios && median(ratios))
    const amounts = [formatAmount(median(ours)), bare && formatAmount(median(bare)), ratios && formatSpread(ratios)]
    print([label, ...amounts, targetText, verdict, against])
  }
}

function checkTarget(target: Figure['target'], unit: string, ours: number, ratio = NaN): [string?, string?] {
  if (!target) return []
  const [targetText, isReached] =
    'max' in target
      ? [`≤ ${target.max} ${unit}`, ours <= target.max]
      : 'maxRatio' in target
        ? [`≤ ${target.maxRatio}`, ratio <= target.maxRatio]
        : [`≥ ${target.minRatio}`, ratio >= target.minRatio]
  return [targetText, isReached ? 'ok' : 'MISS']
}

const formatSpread = (ratios: readonly number[]) =>
  `${formatNumber(median(ratios))} (${formatNumber(Math.min(...ratios))}–${formatNumber(Math.max(...ratios))})`

export function median(values: readonly number[]): number {
  const sortedValues = values.toSorted((a, b) => a - b)
  const middleIndex = sortedValues.length >> 1
  return sortedValues.length % 2 === 1
    ? sortedValues[middleIndex]!
    : (sortedValues[middleIndex - 1]! + sortedValues[middleIndex]!) / 2
}

const widths = [48, 11, 11, 18, 9, 4, 7]

function print(cells: readonly (string | undefined)[]): void {
  const isNumber = (column: number) => column >= 1 && column <= 3
  const paddedCells = widths.map((width, column) => {
    const cell = cells[column] ?? ''
    return isNumber(column) ? cell.padStart(width) : cell.padEnd(width)
  })
  console.log(paddedCells.join('  ').trimEnd())
}

function formatNumber(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
}
