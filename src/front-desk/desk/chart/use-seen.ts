import { startTransition, useEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { lineAt, type Geometry } from './geometry.ts'
import type { Chart } from './model.ts'

/** So many lines are all drawn; of more, those that are seen and some around them. */
const FEW_LINES = 80
const AROUND = 8
/** Days come and go by as many, and as many more stand at either side. */
const DAYS_AT_ONCE = 4
/** The least that a day is wide: before anybody has looked, no more of them can be seen than this allows. */
const MIN_PX = 28

/** Of lines or days those from one on, up to and without another. */
export interface Span {
  from: number
  to: number
}

export interface Seen {
  lines: readonly number[]
  days: Span
}

/**
 * The lines that are drawn, by their places, and of them which days, as far as they are seen: in the chart, which scrolls, and of
 * the window, by which it scrolls on a phone. On paper all of it is. The line with the focus always is drawn: it can be reached
 * however far it is, and is there still when somebody has scrolled away from it.
 */
export function useSeen(
  chart: Chart,
  geometry: Geometry,
  scroller: RefObject<HTMLDivElement | null>,
  body: RefObject<HTMLDivElement | null>,
  focused: number | undefined,
): Seen {
  const [all, count] = [chart.lines.length, chart.days]
  // The first picture is of what the window has room for, below the head of the page; what lies around comes with the second.
  const [lines, setLines] = useState<Span>(() => ({ from: 0, to: lineAt(geometry, 0.8 * window.innerHeight) + 1 }))
  const [days, setDays] = useState<Span>(() => ({ from: 0, to: Math.ceil(window.innerWidth / MIN_PX) }))
  const [prints, setPrints] = useState(false)
  useEffect(() => {
    const look = () => {
      const [box, sheet] = [scroller.current!.getBoundingClientRect(), body.current!.getBoundingClientRect()]
      const top = Math.max(box.top, 0) - sheet.top
      const bottom = Math.min(box.bottom, window.innerHeight) - sheet.top
      const isFew = all <= FEW_LINES
      setLines(
        sameOr({
          from: isFew ? 0 : Math.max(0, lineAt(geometry, top) - AROUND),
          to: isFew ? all : Math.min(all, lineAt(geometry, bottom) + 1 + AROUND),
        }),
      )
      const head = body.current!.querySelector('[role=rowheader]')?.clientWidth ?? 0
      const column = (sheet.width - head) / count
      const [first, last] = [(box.left - sheet.left) / column, (box.right - sheet.left - head) / column]
      setDays(
        sameOr({
          from: Math.max(0, (Math.floor(first / DAYS_AT_ONCE) - 1) * DAYS_AT_ONCE),
          to: Math.min(count, (Math.ceil(last / DAYS_AT_ONCE) + 1) * DAYS_AT_ONCE),
        }),
      )
    }
    // Rows come while one scrolls on, and hold up no picture.
    const lookOn = () => startTransition(look)
    let soon = requestAnimationFrame(() => (soon = requestAnimationFrame(lookOn)))
    // Paper does not wait.
    const print = (isPrinting: boolean) => () => flushSync(() => setPrints(isPrinting))
    const [before, after] = [print(true), print(false)]
    // Of whatever scrolls, the chart or the page.
    addEventListener('scroll', lookOn, { capture: true, passive: true })
    addEventListener('resize', look)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      cancelAnimationFrame(soon)
      removeEventListener('scroll', lookOn, { capture: true })
      removeEventListener('resize', look)
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [all, count, geometry, scroller, body])
  const { from, to } = prints ? { from: 0, to: all } : lines
  const near = Array.from({ length: Math.max(0, Math.min(to, all) - from) }, (_, at) => from + at)
  const isNear = focused === undefined || near.includes(focused)
  return {
    lines: isNear ? near : focused < from ? [focused, ...near] : [...near, focused],
    days: prints ? { from: 0, to: count } : days,
  }
}

/** A span that is no other is no news. */
const sameOr = (span: Span) => (now: Span) => (now.from === span.from && now.to === span.to ? now : span)
