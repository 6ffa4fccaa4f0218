/** One line of the table: what was measured on our side and on that of the bare engine, turn by turn. */
export interface Figure {
  what: string
  unit: '/s' | 'µs' | 'ms' | 'kB' | 'MiB'
  ours: readonly number[]
  bare?: readonly number[]
  /** What the bare side does. */
  against?: string
  target?: { ratioAtLeast: number } | { atMost: number }
}

const columns = ['figure', 'ours', 'bare', 'ratio (least–most)', 'target', '', 'bare is'] as const
const widths = [48, 11, 11, 18, 9, 4, 0]

export function printHead(): void {
  print([...columns])
  print(widths.map((width) => '─'.repeat(width || columns.at(-1)!.length)))
}

export function printTable(figures: readonly Figure[]): void {
  for (const { what, unit, ours, bare, against = '', target } of figures) {
    const oursAtAll = median(ours)
    const ratios = bare?.map((each, turn) => (ours[turn] ?? oursAtAll) / each)
    const amount = (value: number) => `${rounded(value)} ${unit}`
    const spread = ratios && `${rounded(median(ratios))} (${rounded(Math.min(...ratios))}–${rounded(Math.max(...ratios))})`
    const [wanted, reached] = !target
      ? ['', '']
      : 'atMost' in target
        ? [`≤ ${target.atMost} ${unit}`, oursAtAll <= target.atMost]
        : [`≥ ${target.ratioAtLeast}`, ratios !== undefined && median(ratios) >= target.ratioAtLeast]
    print([what, amount(oursAtAll), bare ? amount(median(bare)) : '', spread ?? '', wanted, reached === '' ? '' : reached ? 'ok' : 'MISS', against])
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

function print(cells: readonly string[]): void {
  console.log(cells.map((cell, column) => (column >= 1 && column <= 3 ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!))).join('  ').trimEnd())
}

function rounded(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
}
