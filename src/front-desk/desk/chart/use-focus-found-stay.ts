import { useEffect, useRef } from 'react'
import { usePlace } from '#platform/pages/page.tsx'
import { findBar, type Chart } from './model.ts'
import type { Spot } from './use-keys.ts'

/** Focuses the stay that the address names, once. Later charts do not move the focus back. */
export function useFocusFoundStay(chart: Chart, goTo: (to: Spot) => void): void {
  const foundId = usePlace().query.get('find')
  const focusedId = useRef<string | null>(null)
  useEffect(() => {
    if (focusedId.current === foundId) return
    focusedId.current = foundId
    const bar = foundId === null ? undefined : findBar(chart, Number(foundId))
    if (bar) goTo({ row: bar.row, at: bar.from })
  }, [chart, foundId, goTo])
}
