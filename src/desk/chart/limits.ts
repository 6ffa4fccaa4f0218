import { staysBefore, type Bar, type Chart, type Target } from './model.ts'

/** How a bar is taken hold of: to lie elsewhere, or by one of its ends. */
export type Hold = 'move' | 'start' | 'end'

/** What a stay allows: who has come does not come on another day, and who is gone stays as they were. */
export function allowed(chart: Chart, { stay, from, to }: Bar): Record<Hold, boolean> & { shift: boolean } {
  if (!stay || stay.due === 'left') return { move: false, start: false, end: false, shift: false }
  const [isFirst, isLast] = [from === stay.bars[0]!.from, to === stay.bars.at(-1)!.to]
  const [seesStart, seesEnd] = [stay.from >= 0, stay.to <= chart.days]
  const isHere = stay.status === 'checked_in'
  const isPaying = stay.status === 'pending_payment'
  return {
    move: true,
    start: isFirst && seesStart && !isHere && !isPaying,
    end: isLast && seesEnd && !isPaying,
    shift: stay.bars.length === 1 && seesStart && seesEnd && !isHere && !isPaying,
  }
}

/** Where a bar would lie that is taken to a row, and so many days on. Null: it cannot lie there. */
export function movedTo(chart: Chart, bar: Bar, hold: Hold, row: number, days: number): Target | null {
  const may = allowed(chart, bar)
  if (!may[hold]) return null
  if (hold === 'end') return { row: bar.row, from: bar.from, to: clamp(bar.to + days, bar.from + 1, chart.days) }
  if (hold === 'start') return { row: bar.row, from: clamp(bar.from + days, 0, bar.to - 1), to: bar.to }
  // Nights that are over stay where they were slept.
  const first = bar.stay!.status === 'checked_in' ? Math.max(bar.from, Math.min(chart.today, bar.to - 1)) : bar.from
  const shift = may.shift ? clamp(days, -bar.from, chart.days - bar.to) : 0
  return { row, from: (row === bar.row ? bar.from : first) + shift, to: bar.to + shift }
}

export const isSame = (bar: Bar, { row, from, to }: Target): boolean =>
  bar.row === row && bar.from === from && bar.to === to

/** Another unit of the same kind on the same nights costs nothing, and is nobody's business but the desk's. */
export const isPlain = (chart: Chart, bar: Bar, { row, from, to }: Target): boolean =>
  (bar.from === from || staysBefore(bar, from)) && bar.to === to && chart.rows[row]!.kind === bar.kind

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
