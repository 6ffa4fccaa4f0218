import type { Bar, Chart, Target } from './model.ts'

/** How a bar is held: as a whole, or by one of its ends. */
export type DragAction = 'move' | 'start' | 'end'

/**
 * The allowed moves of a stay. An ended stay cannot change. A guest who has arrived keeps the first day, and a stay
 * that awaits its payment keeps its dates.
 */
export function getAllowedMoves(
  chart: Chart,
  { stay, from, to }: Bar,
): Record<DragAction, boolean> & { shift: boolean } {
  if (!stay || stay.due === 'left') return { move: false, start: false, end: false, shift: false }
  const [isFirst, isLast] = [from === stay.bars[0]!.from, to === stay.bars.at(-1)!.to]
  const [showsStart, showsEnd] = [stay.from >= 0, stay.to <= chart.days]
  const hasArrived = stay.status === 'checked_in'
  const awaitsPayment = stay.status === 'pending_payment'
  return {
    move: true,
    start: isFirst && showsStart && !hasArrived && !awaitsPayment,
    end: isLast && showsEnd && !awaitsPayment,
    shift: stay.bars.length === 1 && showsStart && showsEnd && !hasArrived && !awaitsPayment,
  }
}

/**
 * Returns the new target of a bar that the user moves to a row and by `days` from its current target. Null: not
 * possible.
 */
export function computeMoveTarget(
  chart: Chart,
  bar: Bar,
  dragAction: DragAction,
  row: number,
  days: number,
  { row: at, from, to }: Target = bar,
): Target | null {
  const allowedMoves = getAllowedMoves(chart, bar)
  if (!allowedMoves[dragAction]) return null
  if (dragAction === 'end') return { row: at, from, to: clamp(to + days, from + 1, chart.days) }
  if (dragAction === 'start') return { row: at, from: clamp(from + days, 0, to - 1), to }
  // Past nights stay in their unit.
  if (isInHouse(bar)) return { row, from: row === bar.row ? bar.from : getFirstMovableNight(chart, bar), to }
  const shift = allowedMoves.shift ? clamp(days, -from, chart.days - to) : 0
  return { row, from: from + shift, to: to + shift }
}

const isInHouse = ({ stay }: Bar) => stay?.status === 'checked_in'

const getFirstMovableNight = ({ today }: Chart, { from, to }: Bar) => Math.max(from, Math.min(today, to - 1))

export const isSamePosition = (bar: Bar, { row, from, to }: Target): boolean =>
  bar.row === row && bar.from === from && bar.to === to

/**
 * Returns whether a stay can move without a preview. A move to another unit of the same room type, on the same nights,
 * does not change the price. But a guest in house would have to move their luggage, so that move needs a preview.
 */
export const needsNoPreview = (chart: Chart, bar: Bar, { row, from, to }: Target): boolean =>
  !isInHouse(bar) && bar.from === from && bar.to === to && chart.rows[row]!.roomTypeId === bar.roomTypeId

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)
