import type { KeyboardEvent, RefObject } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { computeMoveTarget, type DragAction } from '../limits.ts'
import { findBarAt, listCells, findFreeNights, type Bar, type Chart, type Target } from '../model.ts'
import { formatBarLabel, formatSelectionLabel, formatTargetLabel } from '../labels.ts'
import type { CellPosition } from '../spot.ts'
import type { NightSelection } from './use-night-selection.ts'
import type { ActiveMove } from './use-stay-move.ts'

const WEEK_DAYS = 7

/**
 * The keyboard shortcuts of the grid: move between cells, select free nights, or move a stay. Announces changes to
 * screen readers.
 */
export function useKeys({
  chart,
  cellPosition,
  activeMove,
  selection,
  focusCell,
  activate,
  drop,
  setActiveMove,
  setSelection,
  announce,
  scroller,
}: {
  chart: Chart
  cellPosition: CellPosition
  activeMove: ActiveMove | null
  selection: NightSelection | null
  focusCell: (to: CellPosition) => void
  activate: (spot: CellPosition) => void
  drop: (bar: Bar, target: Target) => Promise<void>
  setActiveMove: (moving: ActiveMove | null) => void
  setSelection: (selection: NightSelection | null) => void
  announce: (message: string) => void
  scroller: RefObject<HTMLDivElement | null>
}) {
  const translator = useTranslator()
  const { t } = translator

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || (event.metaKey && !activeMove?.isHeld)) return
    const isHandled = activeMove?.isHeld
      ? moveHeldBar(event)
      : event.shiftKey
        ? extendSelection(event)
        : moveFocus(event)
    if (isHandled) event.preventDefault()
  }

  /** Moves from cell to cell. */
  function moveFocus(event: KeyboardEvent): boolean {
    const { key, ctrlKey } = event
    const cells = listCells(chart.rows[cellPosition.row]!, chart.days)
    const cellIndex = cells.findIndex(({ at, span }) => at <= cellPosition.night && cellPosition.night < at + span)
    const moveFocusTo = (row: number, at: number) => {
      setSelection(null)
      focusCell({
        row: Math.min(Math.max(row, 0), chart.rows.length - 1),
        night: Math.min(Math.max(at, 0), chart.days - 1),
      })
      return true
    }
    switch (key) {
      case 'ArrowRight':
        return moveFocusTo(cellPosition.row, cells[cellIndex + 1]?.at ?? cellPosition.night)
      case 'ArrowLeft':
        return moveFocusTo(cellPosition.row, cells[cellIndex - 1]?.at ?? cellPosition.night)
      case 'ArrowDown':
        return moveFocusTo(cellPosition.row + 1, cellPosition.night)
      case 'ArrowUp':
        return moveFocusTo(cellPosition.row - 1, cellPosition.night)
      case 'Home':
        return moveFocusTo(ctrlKey ? 0 : cellPosition.row, 0)
      case 'End':
        return moveFocusTo(ctrlKey ? chart.rows.length - 1 : cellPosition.row, chart.days - 1)
      case 'PageDown':
        return moveFocusTo(cellPosition.row, cellPosition.night + WEEK_DAYS)
      case 'PageUp':
        return moveFocusTo(cellPosition.row, cellPosition.night - WEEK_DAYS)
      case 'Enter':
        activate(cellPosition)
        return true
      case 'Escape':
        if (selection) announce(t('desk.selection_cleared'))
        setSelection(null)
        return selection !== null
    }
    if (ctrlKey) return false
    const letter = readLetter(event)
    if (letter === 't') return moveFocusTo(cellPosition.row, chart.today)
    return letter === 'm' && pickUpBar()
  }

  /** Extends the selection of free nights with Shift and an arrow key. */
  function extendSelection({ key, ctrlKey }: KeyboardEvent): boolean {
    const step = getDayStep(key)
    if (step === 0 || ctrlKey) return false
    const { row, night } = selection ?? cellPosition
    const toNight = (selection?.to ?? cellPosition.night) + step
    const nights = findFreeNights(chart, row, night, toNight)
    if (!nights) return false
    if (toNight < nights.from || toNight >= nights.to) announce(t('desk.move_limit'))
    else {
      setSelection({ row, night, to: toNight })
      focusCell({ row, night: toNight })
      announce(formatSelectionLabel(chart, nights, translator))
    }
    return true
  }

  function pickUpBar(): boolean {
    const bar = findBarAt(chart.rows[cellPosition.row]!, cellPosition.night)
    const target = bar?.stay && computeMoveTarget(chart, bar, 'move', bar.row, 0)
    if (!target) {
      announce(t('desk.not_movable'))
      return true
    }
    setActiveMove({ bar, target, isHeld: true })
    announce(t('desk.picked_up', { stay: formatBarLabel(chart, bar, translator) }))
    return true
  }

  /**
   * Moves the held stay with the arrow keys, its end with Shift, and its start with Ctrl+Shift. Enter drops the stay,
   * and Escape cancels the move.
   */
  function moveHeldBar({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    const { bar, target } = activeMove!
    if (key === 'Escape') {
      setActiveMove(null)
      announce(t('desk.move_cancelled', { stay: formatBarLabel(chart, bar, translator) }))
      return true
    }
    if (key === 'Enter') {
      void drop(bar, target)
      return true
    }
    const days = getDayStep(key)
    const rows = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    if (days === 0 && rows === 0) return false
    const dragAction: DragAction = !shiftKey || days === 0 ? 'move' : ctrlKey || metaKey ? 'start' : 'end'
    const row = Math.min(Math.max(target.row + rows, 0), chart.rows.length - 1)
    const nextTarget = computeMoveTarget(chart, bar, dragAction, row, days, target)
    if (
      nextTarget &&
      !(nextTarget.row === target.row && nextTarget.from === target.from && nextTarget.to === target.to)
    ) {
      setActiveMove({ bar, target: nextTarget, isHeld: true })
      announce(formatTargetLabel(chart, nextTarget, translator))
      scroller.current
        ?.querySelector(`[data-cell^="${nextTarget.row}:"]`)
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    } else announce(t('desk.move_limit'))
    return true
  }

  return onKeyDown
}

const getDayStep = (key: string) => (key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0)

/** The letter of a key, also with a Bangla keyboard layout. */
const readLetter = ({ key, code }: KeyboardEvent): string =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace('Key', '').toLowerCase()
