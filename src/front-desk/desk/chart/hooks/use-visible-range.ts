import { startTransition, useEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { findLineAt, type Geometry } from '../geometry.ts'
import type { Chart } from '../model.ts'

/**
 * In a chart with up to this many lines, all of them are drawn. In a longer chart, only the visible lines and some
 * around them are drawn.
 */
const MAX_FULLY_DRAWN_LINES = 80
const EXTRA_LINES = 8
/** Days are added and removed in groups of this size, with one more group on either side. */
const DAY_STEP = 4
/** The minimum width of a day. Limits the number of days before the first measurement. */
const MIN_DAY_PX = 32

/** A range of lines or days. `to` is exclusive. */
export interface Span {
  from: number
  to: number
}

export interface VisibleRange {
  lines: readonly number[]
  days: Span
}

/**
 * Returns the lines and days to draw: those visible in the scrolling chart and in the window, because the page scrolls
 * on a phone. Printing draws everything. The focused line is always drawn, so that it keeps the focus after scrolling
 * away.
 */
export function useVisibleRange(
  chart: Chart,
  geometry: Geometry,
  scroller: RefObject<HTMLDivElement | null>,
  body: RefObject<HTMLDivElement | null>,
  focused: number | undefined,
): VisibleRange {
  const [lineCount, dayCount] = [chart.lines.length, chart.days]
  // The first frame draws the lines that fit into the window below the page header. The second frame adds the lines
  // around them.
  const [lines, setLines] = useState<Span>(() => ({ from: 0, to: findLineAt(geometry, 0.8 * window.innerHeight) + 1 }))
  const [days, setDays] = useState<Span>(() => ({ from: 0, to: Math.ceil(window.innerWidth / MIN_DAY_PX) }))
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    const measure = () => {
      const [scrollBox, sheet] = [scroller.current!.getBoundingClientRect(), body.current!.getBoundingClientRect()]
      const top = Math.max(scrollBox.top, 0) - sheet.top
      const bottom = Math.min(scrollBox.bottom, window.innerHeight) - sheet.top
      const hasFewLines = lineCount <= MAX_FULLY_DRAWN_LINES
      setLines(
        keepIfEqual({
          from: hasFewLines ? 0 : Math.max(0, findLineAt(geometry, top) - EXTRA_LINES),
          to: hasFewLines ? lineCount : Math.min(lineCount, findLineAt(geometry, bottom) + 1 + EXTRA_LINES),
        }),
      )
      const headWidth = body.current!.querySelector('[role=rowheader]')?.clientWidth ?? 0
      const columnWidth = (sheet.width - headWidth) / dayCount
      const [firstColumn, lastColumn] = [
        (scrollBox.left - sheet.left) / columnWidth,
        (scrollBox.right - sheet.left - headWidth) / columnWidth,
      ]
      setDays(
        keepIfEqual({
          from: Math.max(0, (Math.floor(firstColumn / DAY_STEP) - 1) * DAY_STEP),
          to: Math.min(dayCount, (Math.ceil(lastColumn / DAY_STEP) + 1) * DAY_STEP),
        }),
      )
    }
    // Rows are added during scrolling and must not delay a frame.
    const measureLater = () => startTransition(measure)
    let frameId = requestAnimationFrame(() => (frameId = requestAnimationFrame(measureLater)))
    // The browser does not wait before printing, so render synchronously.
    const createPrintListener = (willPrint: boolean) => () => flushSync(() => setIsPrinting(willPrint))
    const [onBeforePrint, onAfterPrint] = [createPrintListener(true), createPrintListener(false)]
    // Listens to both the chart and the page, because either may scroll.
    addEventListener('scroll', measureLater, { capture: true, passive: true })
    // The chart becomes narrower when a panel opens beside it.
    const resizeObserver = new ResizeObserver(() => scroller.current && measure())
    resizeObserver.observe(scroller.current!)
    addEventListener('resize', measure)
    addEventListener('beforeprint', onBeforePrint)
    addEventListener('afterprint', onAfterPrint)
    return () => {
      cancelAnimationFrame(frameId)
      removeEventListener('scroll', measureLater, { capture: true })
      resizeObserver.disconnect()
      removeEventListener('resize', measure)
      removeEventListener('beforeprint', onBeforePrint)
      removeEventListener('afterprint', onAfterPrint)
    }
  }, [lineCount, dayCount, geometry, scroller, body])
  const { from, to } = isPrinting ? { from: 0, to: lineCount } : lines
  const lineIndexes = Array.from({ length: Math.max(0, Math.min(to, lineCount) - from) }, (_, index) => from + index)
  const includesFocused = focused === undefined || lineIndexes.includes(focused)
  return {
    lines: includesFocused ? lineIndexes : focused < from ? [focused, ...lineIndexes] : [...lineIndexes, focused],
    days: isPrinting ? { from: 0, to: dayCount } : days,
  }
}

/** Returns the current span if nothing changed, which avoids a render. */
const keepIfEqual = (span: Span) => (current: Span) =>
  current.from === span.from && current.to === span.to ? current : span
