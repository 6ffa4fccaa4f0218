/** One line of the table: the results of the product and of the bare engine, turn by turn. */
export interface Figure {
  what: string
  unit: '/s' | 'µs' | 'ms' | 'kB' | 'MiB' | 'of all'
  ours: readonly number[]
  bare?: readonly number[]
  /** Describes the work of the bare side. */
  against?: string
  target?: { ratioAtLeast: number } | { ratioAtMost: number } | { atMost: number }
}

export function printHead(): void {
  print(['figure', 'ours', 'bare', 'ratio (min–max)', 'target', '', 'bare is'])
  print(widths.map((width) => '─'.repeat(width)))
}

export function printTable(figures: readonly Figure[]): void {
  for (const { what, unit, ours, bare, against, target } of figures) {
    const amount = (value: number) => `${rounded(value)} ${unit}`
    const ratios = bare?.map((each, turn) => ours[turn]! / each)
    const [wanted, reached] = validate(target, unit, median(ours), ratios && median(ratios))
    const amounts = [amount(median(ours)), bare && amount(median(bare)), ratios && spread(ratios)]
    print([what, ...amounts, wanted, reached, against])
  }
}

function validate(target: Figure['target'], unit: string, ours: number, ratio = NaN): [string?, string?] {
  if (!target) return []
  const [wanted, isReached] =
    'atMost' in target
      ? [`≤ ${target.atMost} ${unit}`, ours <= target.atMost]
      : 'ratioAtMost' in target
        ? [`≤ ${target.ratioAtMost}`, ratio <= target.ratioAtMost]
        : [`≥ ${target.ratioAtLeast}`, ratio >= target.ratioAtLeast]
  return [wanted, isReached ? 'ok' : 'MISS']
}

const spread = (ratios: readonly number[]) =>
  `${rounded(median(ratios))} (${rounded(Math.min(...ratios))}–${rounded(Math.max(...ratios))})`

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

const widths = [48, 11, 11, 18, 9, 4, 7]

function print(cells: readonly (string | undefined)[]): void {
  const isNumber = (column: number) => column >= 1 && column <= 3
  const padded = widths.map((width, column) => {
    const cell = cells[column] ?? ''
    return isNumber(column) ? cell.padStart(width) : cell.padEnd(width)
  })
  console.log(padded.join('  ').trimEnd())
}

function rounded(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
}
