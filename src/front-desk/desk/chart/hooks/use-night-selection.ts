import { useMemo } from 'react'
import { findBarAt, findFreeNights, type Chart, type Target } from '../model.ts'
import { adaptRow, useCarriedState } from './use-carried-state.ts'
import type { CellPosition } from '../spot.ts'

/** The free nights that the user selects by keyboard, from the first one to the focused one. */
export interface NightSelection extends CellPosition {
  to: number
}

/** The nights selected by keyboard, and the nights whose panel is open, which the user may have selected by mouse. */
export function useNightSelection(chart: Chart) {
  const [pendingSelection, setPendingSelection] = useCarriedState(chart, adaptRow<NightSelection>)
  const [nights, setNights] = useCarriedState(chart, adaptRow<Target>)
  /** The free nights to mark: those being selected, or those of the open panel. */
  const selection = useMemo(() => {
    if (pendingSelection)
      return findFreeNights(chart, pendingSelection.row, pendingSelection.night, pendingSelection.to)
    return nights && findFreeNights(chart, nights.row, nights.from, nights.to - 1)
  }, [chart, pendingSelection, nights])
  /** Opens the panel for a closure, for the selected nights, or for one free night. */
  function openNightsAt({ row, night }: CellPosition) {
    const isSelected = selection?.row === row && selection.from <= night && night < selection.to
    const span =
      findBarAt(chart.rows[row]!, night) ?? (isSelected ? selection : findFreeNights(chart, row, night, night))
    setNights(span && { row, from: span.from, to: span.to })
    setPendingSelection(null)
  }
  return { pendingSelection, setPendingSelection, selection, nights, setNights, openNightsAt }
}
