import { useMemo } from 'react'
import { barAt, findFreeNights, type Chart, type Target } from '../model.ts'
import { carryRow, useCarriedState } from './use-carried-state.ts'
import type { Spot } from '../spot.ts'

/** Free nights selected by keyboard, from the first one to the focused one. */
export interface NightSelection extends Spot {
  to: number
}

/** The nights that are selected by keyboard, and the nights whose panel is open. */
export function useNightSelection(chart: Chart) {
  const [choosing, setChoosing] = useCarriedState(chart, carryRow<NightSelection>)
  const [nights, setNights] = useCarriedState(chart, carryRow<Target>)
  const selection = useMemo(
    () => choosing && findFreeNights(chart, choosing.row, choosing.at, choosing.to),
    [chart, choosing],
  )
  /** Opens the panel for a closure, for the selected nights, or for one free night. */
  function openNightsAt({ row, at }: Spot) {
    const isSelected = selection?.row === row && selection.from <= at && at < selection.to
    const span = barAt(chart.rows[row]!, at) ?? (isSelected ? selection : findFreeNights(chart, row, at, at))
    setNights(span && { row, from: span.from, to: span.to })
    setChoosing(null)
  }
  return { choosing, setChoosing, selection, nights, setNights, openNightsAt }
}
