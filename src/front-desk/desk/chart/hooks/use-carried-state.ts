import { useEffect, useRef, useState } from 'react'
import { findSameRow, type Chart } from '../model.ts'

/**
 * A state that refers to a chart. When a new chart arrives, `adaptState` converts the state, or returns null to clear
 * it.
 */
export function useCarriedState<State>(
  chart: Chart,
  adaptState: (state: State, previous: Chart, current: Chart) => State | null,
) {
  const [state, setState] = useState<State | null>(null)
  const previousChart = useRef(chart)
  useEffect(() => {
    const previousState = previousChart.current
    previousChart.current = chart
    setState((now) => now && adaptState(now, previousState, chart))
  }, [chart, adaptState])
  return [state, setState] as const
}

/** Moves a position to its row in a newer chart. Null: that chart shows other days or lacks the row. */
export function adaptRow<Position extends { row: number }>(
  position: Position,
  previousChart: Chart,
  currentChart: Chart,
): Position | null {
  if (previousChart.first !== currentChart.first || previousChart.days !== currentChart.days) return null
  const row = findSameRow(currentChart, previousChart.rows[position.row]!)
  return row < 0 ? null : { ...position, row }
}
