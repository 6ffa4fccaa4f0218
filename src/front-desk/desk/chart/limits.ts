import type { Bar, Chart, Target } from './model.ts'

/** How a bar is taken hold of: to lie elsewhere, or by one of its ends. */
export type Hold = 'move' | 'start' | 'end'

/** What a stay allows: who has come does not come on another day, and who is gone stays as they were. */
export function allowed(chart: Chart, { stay, from, to }: Bar): Record<Hold, boolean> & { shift: boolean } {
  if (!stay || stay.due === 'left') return { move: false, start: false, end: false, shift: false }
  const [isFirst, isLast] = [from === stay.bars[0]!.from, to === stay.bars.at(-1)!.to]
  const [seesStart, seesEnd] = [stay.from >= 0, stay.to <= chart.days]
  const hasCome = stay.status === 'checked_in'
  const isPaying = stay.status === 'pending_payment'
  return {
    move: true,
    start: isFirst && seesStart && !hasCome && !isPaying,
    end: isLast && seesEnd && !isPaying,
    shift: stay.bars.length === 1 && seesStart && seesEnd && !hasCome && !isPaying,
  }
}

/** Where a bar would lie that is taken to a row, and so many days on from where it is held by now. Null: it cannot lie there. */
export function movedTo(
  chart: Chart,
  bar: Bar,
  hold: Hold,
  row: number,
  days: number,
  { row: at, from, to }: Target = bar,
): Target | null {
  const may = allowed(chart, bar)
  if (!may[hold]) return null
  if (hold === 'end') return { row: at, from, to: clamp(to + days, from + 1, chart.days) }
  if (hold === 'start') return { row: at, from: clamp(from + days, 0, to - 1), to }
  // Nights that are over stay where they were slept.
  if (isHere(bar)) return { row, from: row === bar.row ? bar.from : firstToMove(chart, bar), to }
  const shift = may.shift ? clamp(days, -from, chart.days - to) : 0
  return { row, from: from + shift, to: to + shift }
}

const isHere = ({ stay }: Bar) => stay?.status === 'checked_in'

const firstToMove = ({ today }: Chart, { from, to }: Bar) => Math.max(from, Math.min(today, to - 1))

export const isSame = (bar: Bar, { row, from, to }: Target): boolean =>
  bar.row === row && bar.from === from && bar.to === to

/**
 * Another unit of the same kind on the same nights costs nothing, and is nobody's business but the desk's, as long as nobody
 * sleeps there yet. Whoever is here has to carry their things: what it means is shown before it is done.
 */
export const isPlain = (chart: Chart, bar: Bar, { row, from, to }: Target): boolean =>
  !isHere(bar) && bar.from === from && bar.to === to && chart.rows[row]!.kind === bar.kind

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
