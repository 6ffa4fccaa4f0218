import type { KeyboardEvent, RefObject } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import { movedTo, type Hold } from './limits.ts'
import { barAt, cellsOf, freeNights, type Bar, type Chart, type Target } from './model.ts'
import { barSaid, chosenSaid, targetSaid } from './said.ts'

/** A cell, identified by any of its nights. */
export interface Spot {
  row: number
  at: number
}

/** A stay that is being moved: held by keyboard, or waiting for confirmation. */
export interface Moving {
  bar: Bar
  target: Target
  isHeld: boolean
}

/** Free nights selected by keyboard, from the first one to the focused one. */
export interface Choosing extends Spot {
  to: number
}

const WEEK = 7

/**
 * The keyboard shortcuts of the grid: move between cells, select free nights, or move a stay. Announces changes to
 * screen readers.
 */
export function useKeys({
  chart,
  spot,
  moving,
  choosing,
  goTo,
  enter,
  drop,
  setMoving,
  setChoosing,
  setSaid,
  scroller,
}: {
  chart: Chart
  spot: Spot
  moving: Moving | null
  choosing: Choosing | null
  goTo: (to: Spot) => void
  enter: (spot: Spot) => void
  drop: (bar: Bar, target: Target) => Promise<void>
  setMoving: (moving: Moving | null) => void
  setChoosing: (choosing: Choosing | null) => void
  setSaid: (said: string) => void
  scroller: RefObject<HTMLDivElement | null>
}) {
  const translator = useWords()
  const { t } = translator

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || (event.metaKey && !moving?.isHeld)) return
    const handled = moving?.isHeld ? carry(event) : event.shiftKey ? choose(event) : walk(event)
    if (handled) event.preventDefault()
  }

  /** Moves from cell to cell. */
  function walk(event: KeyboardEvent): boolean {
    const { key, ctrlKey } = event
    const cells = cellsOf(chart.rows[spot.row]!, chart.days)
    const here = cells.findIndex(({ at, span }) => at <= spot.at && spot.at < at + span)
    const to = (row: number, at: number) => {
      setChoosing(null)
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
      case 'Enter':
        enter(spot)
        return true
      case 'Escape':
        if (choosing) setSaid(t('desk.not_chosen'))
        setChoosing(null)
        return choosing !== null
    }
    if (ctrlKey) return false
    const letter = emailOf(event)
    if (letter === 't') return to(spot.row, chart.today)
    return letter === 'm' && takeUp()
  }

  /** With Shift: extends the selection of free nights. */
  function choose({ key, ctrlKey }: KeyboardEvent): boolean {
    const by = sideways(key)
    if (by === 0 || ctrlKey) return false
    const { row, at } = choosing ?? spot
    const to = (choosing?.to ?? spot.at) + by
    const nights = freeNights(chart, row, at, to)
    if (!nights) return false
    if (to < nights.from || to >= nights.to) setSaid(t('desk.no_further'))
    else {
      setChoosing({ row, at, to })
      goTo({ row, at: to })
      setSaid(chosenSaid(chart, nights, translator))
    }
    return true
  }

  function takeUp(): boolean {
    const bar = barAt(chart.rows[spot.row]!, spot.at)
    const target = bar?.stay && movedTo(chart, bar, 'move', bar.row, 0)
    if (!target) {
      setSaid(t('desk.not_movable'))
      return true
    }
    setMoving({ bar, target, isHeld: true })
    setSaid(t('desk.held', { stay: barSaid(chart, bar, translator) }))
    return true
  }

  /** With a stay held: arrow keys move it, Shift moves its end, Ctrl+Shift moves its start. */
  function carry({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    const { bar, target } = moving!
    if (key === 'Escape') {
      setMoving(null)
      setSaid(t('desk.put_back', { stay: barSaid(chart, bar, translator) }))
      return true
    }
    if (key === 'Enter') {
      void drop(bar, target)
      return true
    }
    const days = sideways(key)
    const rows = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    if (days === 0 && rows === 0) return false
    const hold: Hold = !shiftKey || days === 0 ? 'move' : ctrlKey || metaKey ? 'start' : 'end'
    const row = Math.min(Math.max(target.row + rows, 0), chart.rows.length - 1)
    const next = movedTo(chart, bar, hold, row, days, target)
    if (next && !(next.row === target.row && next.from === target.from && next.to === target.to)) {
      setMoving({ bar, target: next, isHeld: true })
      setSaid(targetSaid(chart, next, translator))
      scroller.current
        ?.querySelector(`[data-cell^="${next.row}:"]`)
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    } else setSaid(t('desk.no_further'))
    return true
  }

  return onKeyDown
}

const sideways = (key: string) => (key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0)

/** The letter of a key, also with a Bangla keyboard layout. */
const emailOf = ({ key, code }: KeyboardEvent): string =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace('Key', '').toLowerCase()
