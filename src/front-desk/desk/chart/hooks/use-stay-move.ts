import { useEffect, useRef } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi } from '#platform/pages/page.tsx'
import type { DeskApi } from '../../contract.ts'
import { useOperationToast } from '../../stay/use-operation-toast.tsx'
import { isSamePosition, needsNoPreview } from '../limits.ts'
import { findBar, findSameBar, computeMovedParts, type Bar, type Chart, type Target } from '../model.ts'
import { adaptRow, useCarriedState } from './use-carried-state.ts'
import type { CellPosition } from '../spot.ts'

/** A stay that the user moves: held by keyboard, or waiting for confirmation. */
export interface ActiveMove {
  bar: Bar
  target: Target
  isHeld: boolean
}

/** Moves stays. A move that needs no preview is applied at once. Other moves wait for confirmation in the panel. */
export function useStayMove(chart: Chart, focusCell: (to: CellPosition) => void, announce: (message: string) => void) {
  const api = useApi<DeskApi>()
  const showOperationToast = useOperationToast()
  const [activeMove, setActiveMove] = useCarriedState(chart, adaptMove)
  const lastDrop = useRef<{ stay: number; from: number } | null>(null)
  // The focus follows a dropped stay once the new chart contains it.
  useEffect(() => {
    const bar = lastDrop.current && findBar(chart, lastDrop.current.stay, lastDrop.current.from)
    if (!bar) return
    lastDrop.current = null
    focusCell({ row: bar.row, night: bar.from })
  }, [chart, focusCell])

  async function drop(droppedBar: Bar, target: Target) {
    const bar = findSameBar(chart, droppedBar) ?? droppedBar
    if (isSamePosition(bar, target)) return setActiveMove(null)
    if (!needsNoPreview(chart, bar, target)) return setActiveMove({ bar, target, isHeld: false })
    setActiveMove({ bar, target, isHeld: true })
    try {
      const { id, version } = bar.stay!
      const changes = [{ booking: id, version, parts: computeMovedParts(chart, bar, target) }]
      showOperationToast(await api.arrangeStays({ changes }))
      lastDrop.current = { stay: id, from: target.from }
    } catch (error) {
      // Announces the error and shows it in the panel.
      announce(error instanceof ApiError ? error.message : '')
      setActiveMove({ bar, target, isHeld: false })
    }
  }
  return { activeMove, setActiveMove, drop }
}

function adaptMove({ bar, target, isHeld }: ActiveMove, previousChart: Chart, currentChart: Chart): ActiveMove | null {
  const [newBar, newTarget] = [findSameBar(currentChart, bar), adaptRow(target, previousChart, currentChart)]
  return newBar && newTarget ? { bar: newBar, target: newTarget, isHeld } : null
}
