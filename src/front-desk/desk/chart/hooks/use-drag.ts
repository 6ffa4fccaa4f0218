import { useEffect, useRef, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'
import { findRowAt, type Geometry } from '../geometry.ts'
import { isSamePosition, computeMoveTarget, type DragAction } from '../limits.ts'
import { findBarAt, findFreeNights, type Bar, type Chart, type Target } from '../model.ts'
import { findCellPosition } from '../spot.ts'

const DRAG_THRESHOLD_PX = 5
/** A finger that rests this long on a bar picks it up. A finger that moves earlier scrolls. */
export const LONG_PRESS_MS = 300
/** The chart scrolls while the pointer is this close to its edge. */
const EDGE_PX = 36
const SCROLL_STEP_PX = 10

interface DragState {
  pointer: number
  x: number
  y: number
  /** The bar that the user moves. Null: the user selects nights of a row. */
  bar: Bar | null
  hold: DragAction
  row: number
  at: number
  isTouch: boolean
  hasBegun: boolean
  target: Target | null
}

interface DragElements {
  scroller: RefObject<HTMLDivElement | null>
  /** The element that contains the lines. */
  body: RefObject<HTMLDivElement | null>
  /** The element that follows the pointer. */
  ghost: RefObject<HTMLDivElement | null>
}

interface DragHandlers {
  onDrop: (bar: Bar, target: Target) => void
  onChoose: (nights: Target) => void
  /** Called when a finger has picked up a bar and dropped it in the same place. */
  onHold: (bar: Bar) => void
}

/**
 * Drags bars by pointer. A finger must press long on a bar, because a short move scrolls. The dragged element is
 * positioned outside of React in each frame. The rest of the chart renders again only after a drop.
 */
export function useDrag(
  chart: Chart,
  geometry: Geometry,
  { scroller, body, ghost }: DragElements,
  handlers: DragHandlers,
) {
  const dragState = useRef<DragState | null>(null)
  const latestOptions = useRef({ chart, geometry, handlers })
  useEffect(() => {
    latestOptions.current = { chart, geometry, handlers }
  })
  const pressTimer = useRef(0)
  const frameId = useRef(0)
  const pointer = useRef({ x: 0, y: 0 })

  useEffect(() => {
    const preventScroll = (event: Event) => dragState.current?.hasBegun && event.preventDefault()
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && end(null)
    const element = body.current!
    // A finger that drags must not scroll.
    element.addEventListener('touchmove', preventScroll, { passive: false })
    addEventListener('keydown', onKey)
    return () => {
      element.removeEventListener('touchmove', preventScroll)
      removeEventListener('keydown', onKey)
      end(null)
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the callbacks read the latest values from a ref
  }, [])

  function onPointerDown(event: ReactPointerEvent) {
    if (event.button !== 0 || dragState.current) return
    const cell = findCellPosition(event.target)
    if (!cell) return
    const { row, night } = cell
    const bar = findBarAt(latestOptions.current.chart.rows[row]!, night) ?? null
    if (bar ? !bar.stay : !latestOptions.current.chart.rows[row]!.unit) return
    const { clientX: x, clientY: y, pointerId, pointerType } = event
    const isTouch = pointerType === 'touch'
    const { edge, grip } = (event.target as HTMLElement).dataset as { edge?: DragAction; grip?: DragAction }
    // The edge of a bar is too narrow for a finger. Fingers use the handles beside the bar.
    const dragAction = grip ?? (isTouch ? undefined : edge) ?? 'move'
    dragState.current = {
      pointer: pointerId,
      x,
      y,
      bar,
      hold: dragAction,
      row,
      at: night,
      isTouch,
      hasBegun: false,
      target: null,
    }
    pointer.current = { x, y }
    if (grip) startDragging()
    else if (isTouch) pressTimer.current = window.setTimeout(startDragging, LONG_PRESS_MS)
    addEventListener('pointermove', onPointerMove)
    addEventListener('pointerup', onPointerUp)
    addEventListener('pointercancel', onCancel)
  }

  function startDragging() {
    if (!dragState.current) return
    dragState.current.hasBegun = true
    navigator.vibrate?.(10)
    draw()
  }

  function onPointerMove(event: PointerEvent) {
    const drag = dragState.current
    if (!drag || event.pointerId !== drag.pointer) return
    pointer.current = { x: event.clientX, y: event.clientY }
    if (drag.hasBegun) frameId.current ||= requestAnimationFrame(followPointer)
    else if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAG_THRESHOLD_PX) {
      if (drag.isTouch) end(null)
      else startDragging()
    }
  }

  function followPointer() {
    frameId.current = 0
    if (scroller.current) scrollNearEdge(scroller.current, pointer.current)
    draw()
  }

  function draw() {
    const drag = dragState.current
    const [ghostElement, bodyElement] = [ghost.current, body.current]
    if (!drag?.hasBegun || !ghostElement || !bodyElement) return
    const { chart: currentChart, geometry: currentGeometry } = latestOptions.current
    const area = bodyElement.getBoundingClientRect()
    const headWidth = bodyElement.querySelector('[role=rowheader]')?.clientWidth ?? 0
    const columnWidth = (area.width - headWidth) / currentChart.days
    const getDayAt = (x: number) => Math.floor((x - area.left - headWidth) / columnWidth)
    const row = findRowAt(currentChart, currentGeometry, pointer.current.y - area.top)
    drag.target = drag.bar
      ? computeMoveTarget(currentChart, drag.bar, drag.hold, row, getDayAt(pointer.current.x) - getDayAt(drag.x))
      : findFreeNights(currentChart, drag.row, drag.at, getDayAt(pointer.current.x))
    if (!drag.target) return
    const { target } = drag
    ghostElement.hidden = false
    ghostElement.textContent = drag.bar?.stay?.name ?? ''
    ghostElement.style.width = `${(target.to - target.from) * columnWidth}px`
    ghostElement.style.height = `${currentGeometry.rowHeight}px`
    ghostElement.style.transform = `translate(${headWidth + target.from * columnWidth}px, ${currentGeometry.tops[currentGeometry.lineByRow[target.row]!]}px)`
  }

  function onPointerUp(event: PointerEvent) {
    const drag = dragState.current
    if (!drag || event.pointerId !== drag.pointer) return
    // The pointer may have moved since the last frame.
    pointer.current = { x: event.clientX, y: event.clientY }
    draw()
    end(drag.hasBegun ? drag : null)
  }
  const onCancel = () => end(null)

  function end(finishedDrag: DragState | null) {
    clearTimeout(pressTimer.current)
    cancelAnimationFrame(frameId.current)
    frameId.current = 0
    removeEventListener('pointermove', onPointerMove)
    removeEventListener('pointerup', onPointerUp)
    removeEventListener('pointercancel', onCancel)
    dragState.current = null
    if (ghost.current) ghost.current.hidden = true
    if (!finishedDrag) return
    ignoreClickOfDrag()
    if (!finishedDrag.target) return
    const { onDrop, onChoose, onHold } = latestOptions.current.handlers
    if (!finishedDrag.bar) onChoose(finishedDrag.target)
    else if (finishedDrag.isTouch && isSamePosition(finishedDrag.bar, finishedDrag.target)) onHold(finishedDrag.bar)
    else onDrop(finishedDrag.bar, finishedDrag.target)
  }
  return onPointerDown
}

/**
 * Ignores the click with which the browser ends a drag, on a slow phone a few tasks later. Stops waiting for it after a
 * new press, a key, or a click without a pointer.
 */
function ignoreClickOfDrag(): void {
  const controller = new AbortController()
  const options = { capture: true, signal: controller.signal }
  const onClick = (event: MouseEvent) => {
    controller.abort()
    if (event.detail === 0) return
    event.stopPropagation()
    event.preventDefault()
  }
  addEventListener('click', onClick, options)
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, () => controller.abort(), options)
}

function scrollNearEdge(scrollBox: HTMLElement, { x, y }: { x: number; y: number }): void {
  const { top, bottom, left, right } = scrollBox.getBoundingClientRect()
  if (y < top + EDGE_PX) scrollBox.scrollTop -= SCROLL_STEP_PX
  if (y > bottom - EDGE_PX) scrollBox.scrollTop += SCROLL_STEP_PX
  if (x < left + EDGE_PX) scrollBox.scrollLeft -= SCROLL_STEP_PX
  if (x > right - EDGE_PX) scrollBox.scrollLeft += SCROLL_STEP_PX
}
