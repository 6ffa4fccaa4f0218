import { useEffect, useRef } from 'react'
import { usePlace } from '#platform/pages/page.tsx'
import { barOfStay, type Chart } from './model.ts'
import type { Spot } from './use-keys.ts'

/** Focuses the stay that the address names, once. Later charts do not move the focus back. */
export function useFound(chart: Chart, goTo: (to: Spot) => void): void {
  const found = usePlace().query.get('find')
  const wentTo = useRef<string | null>(null)
  useEffect(() => {
    if (wentTo.current === found) return
    wentTo.current = found
    const bar = found === null ? undefined : barOfStay(chart, Number(found))
    if (bar) goTo({ row: bar.row, at: bar.from })
  }, [chart, found, goTo])
}
