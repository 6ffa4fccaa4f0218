import { useEffect, useRef, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'
import { rowAt, type Geometry } from './geometry.ts'
import { isSame, movedTo, type Hold } from './limits.ts'
import { barAt, freeNights, type Bar, type Chart, type Target } from './model.ts'

const MOVES_FROM_PX = 5
/** A finger that rests this long on a bar picks it up. A finger that moves earlier scrolls. */
export const LONG_PRESS_MS = 300
/** The chart scrolls while the pointer is this close to its edge. */
const EDGE_PX = 36
const SCROLLS_PX = 10

interface Dragging {
  pointer: number
  x: number
  y: number
  /** The bar that is moved. Null: nights of a row are being selected. */
  bar: Bar | null
  hold: Hold
  row: number
  at: number
  isTouch: boolean
  hasBegun: boolean
  target: Target | null
}

interface Places {
  /** The scrolling element. */
  scroller: RefObject<HTMLDivElement | null>
  /** The element that contains the lines. */
  body: RefObject<HTMLDivElement | null>
  /** The element that follows the pointer. */
  ghost: RefObject<HTMLDivElement | null>
}

interface Meant {
  onDrop: (bar: Bar, target: Target) => void
  onChoose: (nights: Target) => void
  /** Called when a finger has picked up a bar and dropped it in the same place. */
  onHold: (bar: Bar) => void
}

/**
 * Drags bars by pointer: with a mouse at once, with a finger after a long press, so that a finger can scroll. The
 * dragged element is positioned outside of React, once per frame. The rest of the chart renders again only after a
 * drop.
 */
export function useDrag(chart: Chart, geometry: Geometry, { scroller, body, ghost }: Places, meant: Meant) {
  const dragging = useRef<Dragging | null>(null)
  const latest = useRef({ chart, geometry, meant })
  useEffect(() => {
    latest.current = { chart, geometry, meant }
  })
  const press = useRef(0)
  const frame = useRef(0)
  const pointer = useRef({ x: 0, y: 0 })

  useEffect(() => {
    const stop = (event: Event) => dragging.current?.hasBegun && event.preventDefault()
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && end(null)
    const element = body.current!
    // A finger that drags must not scroll.
    element.addEventListener('touchmove', stop, { passive: false })
    addEventListener('keydown', onKey)
    return () => {
      element.removeEventListener('touchmove', stop)
      removeEventListener('keydown', onKey)
      end(null)
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the callbacks read the latest values from a ref
  }, [])

  function onPointerDown(event: ReactPointerEvent) {
    if (event.button !== 0 || dragging.current) return
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-cell]')
    if (!cell) return
    const [row, at] = cell.dataset['cell']!.split(':').map(Number) as [number, number]
    const bar = barAt(latest.current.chart.rows[row]!, at) ?? null
    if (bar ? !bar.stay : !latest.current.chart.rows[row]!.unit) return
    const { clientX: x, clientY: y, pointerId, pointerType } = event
    const isTouch = pointerType === 'touch'
    const { edge, grip } = (event.target as HTMLElement).dataset as { edge?: Hold; grip?: Hold }
    // An edge is too narrow for a finger, which uses the handles beside the bar.
    const hold = grip ?? (isTouch ? undefined : edge) ?? 'move'
    dragging.current = { pointer: pointerId, x, y, bar, hold, row, at, isTouch, hasBegun: false, target: null }
    pointer.current = { x, y }
    if (grip) begin()
    else if (isTouch) press.current = window.setTimeout(begin, LONG_PRESS_MS)
    addEventListener('pointermove', onPointerMove)
    addEventListener('pointerup', onPointerUp)
    addEventListener('pointercancel', onCancel)
  }

  function begin() {
    if (!dragging.current) return
    dragging.current.hasBegun = true
    navigator.vibrate?.(10)
    draw()
  }

  function onPointerMove(event: PointerEvent) {
    const now = dragging.current
    if (!now || event.pointerId !== now.pointer) return
    pointer.current = { x: event.clientX, y: event.clientY }
    if (now.hasBegun) frame.current ||= requestAnimationFrame(follow)
    else if (Math.hypot(event.clientX - now.x, event.clientY - now.y) > MOVES_FROM_PX) {
      if (now.isTouch) end(null)
      else begin()
    }
  }

  function follow() {
    frame.current = 0
    if (scroller.current) scrollNear(scroller.current, pointer.current)
    draw()
  }

  function draw() {
    const now = dragging.current
    const [place, sheet] = [ghost.current, body.current]
    if (!now?.hasBegun || !place || !sheet) return
    const { chart: drawn, geometry: lines } = latest.current
    const area = sheet.getBoundingClientRect()
    const head = sheet.querySelector('[role=rowheader]')?.clientWidth ?? 0
    const column = (area.width - head) / drawn.days
    const dayAt = (x: number) => Math.floor((x - area.left - head) / column)
    const row = rowAt(drawn, lines, pointer.current.y - area.top)
    now.target = now.bar
      ? movedTo(drawn, now.bar, now.hold, row, dayAt(pointer.current.x) - dayAt(now.x))
      : freeNights(drawn, now.row, now.at, dayAt(pointer.current.x))
    if (!now.target) return
    const { target } = now
    place.hidden = false
    place.textContent = now.bar?.stay?.name ?? ''
    place.style.width = `${(target.to - target.from) * column}px`
    place.style.height = `${lines.rowHeight}px`
    place.style.transform = `translate(${head + target.from * column}px, ${lines.tops[lines.lineOf[target.row]!]}px)`
  }

  function onPointerUp(event: PointerEvent) {
    const now = dragging.current
    if (!now || event.pointerId !== now.pointer) return
    // The pointer may have moved since the last frame.
    pointer.current = { x: event.clientX, y: event.clientY }
    draw()
    end(now.hasBegun ? now : null)
  }
  const onCancel = () => end(null)

  function end(done: Dragging | null) {
    clearTimeout(press.current)
    cancelAnimationFrame(frame.current)
    frame.current = 0
    removeEventListener('pointermove', onPointerMove)
    removeEventListener('pointerup', onPointerUp)
    removeEventListener('pointercancel', onCancel)
    dragging.current = null
    if (ghost.current) ghost.current.hidden = true
    if (!done) return
    ignoreClickOfDrag()
    if (!done.target) return
    const { onDrop, onChoose, onHold } = latest.current.meant
    if (!done.bar) onChoose(done.target)
    else if (done.isTouch && isSame(done.bar, done.target)) onHold(done.bar)
    else onDrop(done.bar, done.target)
  }
  return onPointerDown
}

/**
 * The browser ends a drag with a click, on a slow phone some tasks later. This click is ignored. A new press, a key, or
 * a click without a pointer stops waiting for it.
 */
function ignoreClickOfDrag(): void {
  const wait = new AbortController()
  const options = { capture: true, signal: wait.signal }
  const onClick = (event: MouseEvent) => {
    wait.abort()
    if (event.detail === 0) return
    event.stopPropagation()
    event.preventDefault()
  }
  addEventListener('click', onClick, options)
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, () => wait.abort(), options)
}

function scrollNear(box: HTMLElement, { x, y }: { x: number; y: number }): void {
  const { top, bottom, left, right } = box.getBoundingClientRect()
  if (y < top + EDGE_PX) box.scrollTop -= SCROLLS_PX
  if (y > bottom - EDGE_PX) box.scrollTop += SCROLLS_PX
  if (x < left + EDGE_PX) box.scrollLeft -= SCROLLS_PX
  if (x > right - EDGE_PX) box.scrollLeft += SCROLLS_PX
}
