import type { Bar, Chart, Target } from './model.ts'

/** How a bar is held: as a whole, or by one of its ends. */
export type Hold = 'move' | 'start' | 'end'

/** What a stay allows: an arrived guest cannot start on another day, and an ended stay cannot change. */
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

/** Returns the target of a bar that moves to a row and by some days from its current target. Null: not possible. */
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
  // Past nights stay in their unit.
  if (isHere(bar)) return { row, from: row === bar.row ? bar.from : firstToMove(chart, bar), to }
  const shift = may.shift ? clamp(days, -from, chart.days - to) : 0
  return { row, from: from + shift, to: to + shift }
}

const isHere = ({ stay }: Bar) => stay?.status === 'checked_in'

const firstToMove = ({ today }: Chart, { from, to }: Bar) => Math.max(from, Math.min(today, to - 1))

export const isSame = (bar: Bar, { row, from, to }: Target): boolean =>
  bar.row === row && bar.from === from && bar.to === to

/**
 * Another unit of the same room type on the same nights costs nothing, so no confirmation is needed. A guest in house
 * has to carry their things: show a preview first.
 */
export const isPlain = (chart: Chart, bar: Bar, { row, from, to }: Target): boolean =>
  !isHere(bar) && bar.from === from && bar.to === to && chart.rows[row]!.kind === bar.kind

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
