import type { KeyboardEvent, RefObject } from 'react'
import { useWords } from '../../platform/pages/page.tsx'
import { movedTo, type Hold } from './limits.ts'
import { barAt, cellsOf, type Bar, type Chart, type Target } from './model.ts'
import { barSaid, targetSaid } from './said.ts'

/** A cell, by any night of it. */
export interface Spot {
  row: number
  at: number
}

/** A stay that is on its way to another place: held by the keys, or asked about. */
export interface Moving {
  bar: Bar
  target: Target
  isHeld: boolean
}

const WEEK = 7

/** The keys of the grid: one walks from cell to cell, or carries a stay. What happens is said to those who listen. */
export function useKeys({
  chart,
  spot,
  moving,
  goTo,
  enter,
  drop,
  setMoving,
  setSaid,
  scroller,
}: {
  chart: Chart
  spot: Spot
  moving: Moving | null
  goTo: (to: Spot) => void
  enter: (spot: Spot) => void
  drop: (bar: Bar, target: Target) => Promise<void>
  setMoving: (moving: Moving | null) => void
  setSaid: (said: string) => void
  scroller: RefObject<HTMLDivElement | null>
}) {
  const words = useWords()
  const { t } = words

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey) return
    const handled = moving?.isHeld ? carry(event) : walk(event)
    if (handled) event.preventDefault()
  }

  /** From cell to cell. */
  function walk({ key, ctrlKey, shiftKey }: KeyboardEvent): boolean {
    const cells = cellsOf(chart.rows[spot.row]!, chart.days)
    const here = cells.findIndex(({ at, span }) => at <= spot.at && spot.at < at + span)
    const to = (row: number, at: number) => {
      goTo({ row: Math.min(Math.max(row, 0), chart.rows.length - 1), at: Math.min(Math.max(at, 0), chart.days - 1) })
      return true
    }
    switch (key) {
      case 'ArrowRight':
        return to(spot.row, cells[here + 1]?.at ?? spot.at)
      case 'ArrowLeft':
        return to(spot.row, cells[here - 1]?.at ?? spot.at)
      case 'ArrowDown':
        return to(spot.row + 1, spot.at)
      case 'ArrowUp':
        return to(spot.row - 1, spot.at)
      case 'Home':
        return to(ctrlKey ? 0 : spot.row, 0)
      case 'End':
        return to(ctrlKey ? chart.rows.length - 1 : spot.row, chart.days - 1)
      case 'PageDown':
        return to(spot.row, spot.at + WEEK)
      case 'PageUp':
        return to(spot.row, spot.at - WEEK)
      case 't':
      case 'T':
        return to(spot.row, chart.today)
      case 'Enter':
        enter(spot)
        return true
      case 'm':
      case 'M':
        return !shiftKey && takeUp()
      default:
        return false
    }
  }

  function takeUp(): boolean {
    const bar = barAt(chart.rows[spot.row]!, spot.at)
    const target = bar?.stay && movedTo(chart, bar, 'move', bar.row, 0)
    if (!target) {
      setSaid(t('desk.not_movable'))
      return true
    }
    setMoving({ bar, target, isHeld: true })
    setSaid(t('desk.held', { stay: barSaid(chart, bar, words) }))
    return true
  }

  /** With a stay in hand: arrows take it along, with Shift its end. */
  function carry({ key, shiftKey }: KeyboardEvent): boolean {
    const { bar, target } = moving!
    if (key === 'Escape') {
      setMoving(null)
      setSaid(t('desk.put_back', { stay: barSaid(chart, bar, words) }))
      return true
    }
    if (key === 'Enter') {
      void drop(bar, target)
      return true
    }
    const sideways = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    const downwards = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    if (sideways === 0 && downwards === 0) return false
    const hold: Hold = shiftKey && sideways !== 0 ? 'end' : 'move'
    const row = Math.min(Math.max(target.row + downwards, 0), chart.rows.length - 1)
    const next =
      hold === 'end'
        ? movedTo(chart, { ...bar, ...target }, 'end', target.row, sideways)
        : movedTo(chart, { ...bar, from: target.from, to: target.to }, 'move', row, sideways)
    if (next && !(next.row === target.row && next.from === target.from && next.to === target.to)) {
      setMoving({ bar, target: next, isHeld: true })
      setSaid(targetSaid(chart, next, words))
      scroller.current
        ?.querySelector(`[data-cell^="${next.row}:"]`)
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    } else setSaid(t('desk.no_further'))
    return true
  }

  return onKeyDown
}
