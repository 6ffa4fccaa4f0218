import { startTransition, useEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { lineAt, type Geometry } from './geometry.ts'
import type { Chart } from './model.ts'

/** Up to this many lines are all drawn. Of longer charts, only the visible lines and some around them are. */
const FEW_LINES = 80
const AROUND = 8
/** Days are added and removed in groups of this size, with one more group on either side. */
const DAYS_AT_ONCE = 4
/** The minimum width of a day. Limits the number of days before the first measurement. */
const MIN_PX = 28

/** A range of lines or days. `to` is exclusive. */
export interface Span {
  from: number
  to: number
}

export interface Seen {
  lines: readonly number[]
  days: Span
}

/**
 * Returns the lines and days to draw: those visible in the scrolling chart and in the window, because the page scrolls
 * on a phone. Printing draws everything. The focused line is always drawn, so that it keeps the focus after scrolling
 * away.
 */
export function useSeen(
  chart: Chart,
  geometry: Geometry,
  scroller: RefObject<HTMLDivElement | null>,
  body: RefObject<HTMLDivElement | null>,
  focused: number | undefined,
): Seen {
  const [all, count] = [chart.lines.length, chart.days]
  // The first frame draws what fits into the window below the page head. The second frame adds the lines around it.
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
    // Rows are added during scrolling and must not delay a frame.
    const lookOn = () => startTransition(look)
    let soon = requestAnimationFrame(() => (soon = requestAnimationFrame(lookOn)))
    // Printing does not wait, so render synchronously.
    const print = (isPrinting: boolean) => () => flushSync(() => setPrints(isPrinting))
    const [before, after] = [print(true), print(false)]
    // Whichever element scrolls, the chart or the page.
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

/** Returns the current span if nothing changed, which avoids a render. */
const sameOr = (span: Span) => (now: Span) => (now.from === span.from && now.to === span.to ? now : span)
