import { useMemo } from 'react'
import { barAt, findFreeNights, type Chart, type Target } from '../model.ts'
import { carryRow, useCarriedState } from './use-carried-state.ts'
import type { Spot } from '../spot.ts'

/** The free nights that the user selects by keyboard, from the first one to the focused one. */
export interface NightSelection extends Spot {
  to: number
}

/** The nights selected by keyboard, and the nights whose panel is open, which the user may have selected by mouse. */
export function useNightSelection(chart: Chart) {
  const [choosing, setChoosing] = useCarriedState(chart, carryRow<NightSelection>)
  const [nights, setNights] = useCarriedState(chart, carryRow<Target>)
  /** The free nights to mark: those being selected, or those of the open panel. */
  const selection = useMemo(() => {
    if (choosing) return findFreeNights(chart, choosing.row, choosing.night, choosing.to)
    return nights && findFreeNights(chart, nights.row, nights.from, nights.to - 1)
  }, [chart, choosing, nights])
  /** Opens the panel for a closure, for the selected nights, or for one free night. */
  function openNightsAt({ row, night }: Spot) {
    const isSelected = selection?.row === row && selection.from <= night && night < selection.to
    const span = barAt(chart.rows[row]!, night) ?? (isSelected ? selection : findFreeNights(chart, row, night, night))
    setNights(span && { row, from: span.from, to: span.to })
    setChoosing(null)
  }
  return { choosing, setChoosing, selection, nights, setNights, openNightsAt }
}
