import { startTransition, useEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { lineAt, type Geometry } from './geometry.ts'
import type { Chart } from './model.ts'

/** So many lines are drawn as they are; of more, those that are seen and some around them. */
const FEW_LINES = 80
const AROUND = 12
/** Before anybody has scrolled. */
const FIRST_LINES = 40

/**
 * The lines that are drawn, by their places. On paper all of them are. The one with the focus always is: it can be reached
 * however far it is, and is there still when somebody has scrolled away from it.
 */
export function useSeen(
  chart: Chart,
  geometry: Geometry,
  scroller: RefObject<HTMLDivElement | null>,
  focused: number | undefined,
): readonly number[] {
  const all = chart.lines.length
  const [seen, setSeen] = useState<[from: number, to: number]>([0, FIRST_LINES])
  const [prints, setPrints] = useState(false)
  const isWhole = prints || all <= FEW_LINES
  useEffect(() => {
    const box = scroller.current!
    const look = () => {
      const from = Math.max(0, lineAt(geometry, box.scrollTop) - AROUND)
      const to = Math.min(all, lineAt(geometry, box.scrollTop + box.clientHeight) + 1 + AROUND)
      setSeen((now) => (now[0] === from && now[1] === to ? now : [from, to]))
    }
    look()
    // Rows come while one scrolls on, and hold up no picture.
    const lookOn = () => startTransition(look)
    // Paper does not wait.
    const print = (isPrinting: boolean) => () => flushSync(() => setPrints(isPrinting))
    const [before, after] = [print(true), print(false)]
    box.addEventListener('scroll', lookOn, { passive: true })
    addEventListener('resize', look)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      box.removeEventListener('scroll', lookOn)
      removeEventListener('resize', look)
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [all, geometry, scroller])
  const [from, to] = isWhole ? [0, all] : seen
  const near = Array.from({ length: Math.max(0, Math.min(to, all) - from) }, (_, at) => from + at)
  if (focused === undefined || near.includes(focused)) return near
  return focused < from ? [focused, ...near] : [...near, focused]
}
