/** One line of the table: what was measured, on our side and on that of the bare engine, turn by turn. */
export interface Figure {
  what: string
  unit: 'a second' | 'µs' | 'ms' | 'kB' | 'MiB'
  ours: readonly number[]
  bare?: readonly number[]
  /** What the bare side is. */
  against?: string
  target?: { ratioAtLeast: number } | { atMost: number }
}

export function printTable(figures: readonly Figure[]): void {
  for (const [index, figure] of figures.entries()) {
    if (index === 0 && !isHeadPrinted) printHead()
    const ours = median(figure.ours)
    const ratios = figure.bare?.map((bare, turn) => (figure.ours[turn] ?? ours) / bare)
    const cells = [
      figure.what.padEnd(widths.what),
      amount(ours, figure.unit).padStart(widths.ours),
      (figure.bare ? amount(median(figure.bare), figure.unit) : '').padStart(widths.bare),
      (ratios ? spread(ratios) : '').padStart(widths.ratio),
      verdict(figure, ours, ratios && median(ratios)).padEnd(widths.target),
      figure.against ?? '',
    ]
    console.log(cells.join('  ').trimEnd())
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

const widths = { what: 50, ours: 15, bare: 15, ratio: 19, target: 16 }
let isHeadPrinted = false

function printHead(): void {
  isHeadPrinted = true
  const head = ['figure'.padEnd(widths.what), 'ours'.padStart(widths.ours), 'bare'.padStart(widths.bare),
    'ratio'.padStart(widths.ratio), 'target'.padEnd(widths.target), 'bare is']
  console.log(head.join('  '))
}

function verdict({ target, unit }: Figure, ours: number, ratio: number | undefined): string {
  if (!target) return ''
  if ('atMost' in target) return `≤ ${amount(target.atMost, unit)} ${ours <= target.atMost ? 'ok' : 'MISS'}`
  return `≥ ${target.ratioAtLeast} × ${ratio! >= target.ratioAtLeast ? 'ok' : 'MISS'}`
}

const spread = (ratios: readonly number[]) =>
  `${short(median(ratios))} (${short(Math.min(...ratios))}–${short(Math.max(...ratios))})`

const amount = (value: number, unit: Figure['unit']) =>
  unit === 'a second' ? `${Math.round(value).toLocaleString('en')} /s` : `${short(value)} ${unit}`

const short = (value: number) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2))
