import { useCallback, useEffect, useRef, useState, type FocusEvent, type RefObject } from 'react'
import { useRoute } from '#platform/pages/page.tsx'
import { findBarAt, findBar, type Chart } from '../model.ts'
import { findCellPosition, type CellPosition } from '../spot.ts'

/** Manages the one cell in the tab order. If this cell has the focus, it keeps the focus when a new chart arrives. */
export function useCellFocus(chart: Chart, body: RefObject<HTMLDivElement | null>) {
  const [focus, setFocus] = useState<CellPosition>({
    row: 0,
    night: Math.min(Math.max(chart.today, 0), chart.days - 1),
  })
  const cellPosition: CellPosition = {
    row: Math.min(focus.row, chart.rows.length - 1),
    night: Math.min(focus.night, chart.days - 1),
  }
  const hasFocus = useRef(false)
  const focusCell = useCallback((to: CellPosition) => {
    hasFocus.current = true
    setFocus(to)
  }, [])
  useEffect(() => {
    if (!hasFocus.current) return
    const cell = findFocusableCell(body)
    cell?.focus()
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [focus, body])
  // The cell may have been rendered as a new element. Focusing it must not scroll the chart back.
  useEffect(() => {
    if (hasFocus.current) findFocusableCell(body)?.focus({ preventScroll: true })
  }, [chart, body])
  useFocusFoundStay(chart, focusCell)

  function onFocus({ target }: FocusEvent) {
    const to = findCellPosition(target)
    if (to && (to.row !== cellPosition.row || !isSameCell(chart, cellPosition, to.night))) setFocus(to)
    hasFocus.current = true
  }
  function onBlur({ relatedTarget }: FocusEvent) {
    if (relatedTarget && !body.current?.contains(relatedTarget)) hasFocus.current = false
  }
  return { cellPosition, focusCell, onFocus, onBlur }
}

const findFocusableCell = (body: RefObject<HTMLElement | null>) =>
  body.current?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')

/** Focuses the stay that the address names, once per stay. Later charts do not move the focus back. */
function useFocusFoundStay(chart: Chart, focusCell: (to: CellPosition) => void): void {
  const foundId = useRoute().query.get('find')
  const focusedId = useRef<string | null>(null)
  useEffect(() => {
    if (focusedId.current === foundId) return
    focusedId.current = foundId
    const bar = foundId === null ? undefined : findBar(chart, Number(foundId))
    if (bar) focusCell({ row: bar.row, night: bar.from })
  }, [chart, foundId, focusCell])
}

function isSameCell(chart: Chart, cellPosition: CellPosition, night: number): boolean {
  const bar = findBarAt(chart.rows[cellPosition.row]!, cellPosition.night)
  return bar ? bar.from <= night && night < bar.to : cellPosition.night === night
}
