import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import type { Selection, Sheet } from './rates-sheet.ts'

/** The active cell for the keyboard. */
export interface ActiveCell {
  room: number
  day: number
}
/** A cell, a column heading or a row heading. Null means all rooms or all days. */
interface Hit {
  room: number | null
  day: number | null
}
interface Options {
  sheet: Sheet
  scroller: RefObject<HTMLElement | null>
  active: ActiveCell
  setActive: (active: ActiveCell, focus?: boolean) => void
  selection: Selection | null
  onSelect: (selection: Selection | null) => void
  /** Called when a pointer selection is complete. */
  onChosen: () => void
  /** Opens the form fields, with the first typed digit of a price if there is one. */
  onOpen: (typed?: string) => void
  /** The cell that a navigation key leads to. Null for all other keys. */
  move: (from: ActiveCell, event: KeyboardEvent) => ActiveCell | null
}

/** A finger that rests this long selects. A finger that moves earlier scrolls. */
export const HOLD_MS = 350
const MAX_HOLD_MOVE_PX = 10
/** Within this distance of the edge, the calendar scrolls during a drag. */
const EDGE_PX = 40
const EDGE_SCROLL_MS = 70

/**
 * Selects nights by dragging with the mouse, or with a finger after a long press. Shift with arrow keys selects too,
 * and headings select whole rows and columns. The first tap of a finger selects the first night, the second tap the
 * last.
 */
export function useSelecting(options: Options) {
  const latestOptions = useRef(options)
  useLayoutEffect(() => {
    latestOptions.current = options
  })
  const anchor = useRef<Hit | null>(null)
  const currentDrag = useRef<{ end(): void } | null>(null)
  const lastPointerType = useRef('mouse')
  useEffect(() => () => currentDrag.current?.end(), [])

  const { scroller } = options
  useEffect(() => {
    const element = scroller.current!
    const preventScroll = (event: TouchEvent) => currentDrag.current && event.preventDefault()
    element.addEventListener('touchmove', preventScroll, { passive: false })
    return () => element.removeEventListener('touchmove', preventScroll)
  }, [scroller])

  function select(from: Hit, to: Hit) {
    const { sheet, onSelect, setActive } = latestOptions.current
    const selection = getSelectionBetween(sheet, from, to)
    if (!selection) return
    onSelect(selection)
    setActive({ room: to.room ?? sheet.rooms[0]!.id, day: to.day ?? Math.max(sheet.today, selection.from) })
  }

  function startSelection(hit: Hit, extendsSelection: boolean) {
    const { active: activeCell } = latestOptions.current
    const start = extendsSelection ? (anchor.current ?? activeCell) : hit
    anchor.current = start
    select(start, hit)
    drag(start)
  }

  /** Follows the pointer until it is released, and scrolls the calendar at its edges. */
  function drag(start: Hit) {
    const pointer = { x: 0, y: 0, isKnown: false }
    const followPointer = () => {
      const hit = pointer.isKnown ? findHitAt(pointer.x, pointer.y, scroller.current!, start) : null
      if (hit) select(start, hit)
    }
    const onMove = (event: globalThis.PointerEvent) => {
      Object.assign(pointer, { x: event.clientX, y: event.clientY, isKnown: true })
      followPointer()
    }
    const timer = setInterval(() => {
      const box = scroller.current!.getBoundingClientRect()
      if (!pointer.isKnown) return
      const getDirection = (value: number, low: number, high: number) => (value > high ? 1 : value < low ? -1 : 0)
      const horizontalDirection =
        start.day === null ? 0 : getDirection(pointer.x, getLeftEdge(scroller.current!), box.right - EDGE_PX)
      const verticalDirection =
        start.room === null ? 0 : getDirection(pointer.y, getTopEdge(scroller.current!), box.bottom - EDGE_PX / 2)
      if (horizontalDirection === 0 && verticalDirection === 0) return
      scroller.current!.scrollBy({ left: horizontalDirection * 64, top: verticalDirection * 31, behavior: 'instant' })
      followPointer()
    }, EDGE_SCROLL_MS)
    const end = () => {
      clearInterval(timer)
      removeEventListener('pointermove', onMove)
      for (const name of ['pointerup', 'pointercancel']) removeEventListener(name, finish)
      currentDrag.current = null
    }
    const finish = () => {
      end()
      latestOptions.current.onChosen()
    }
    currentDrag.current?.end()
    currentDrag.current = { end }
    addEventListener('pointermove', onMove)
    for (const name of ['pointerup', 'pointercancel']) addEventListener(name, finish)
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    lastPointerType.current = event.pointerType
    const hit = toHit(event.target)
    if (!hit || event.button !== 0) return
    if (event.pointerType === 'mouse') {
      startSelection(hit, event.shiftKey)
      return
    }
    const { clientX, clientY } = event
    const stop = () => {
      clearTimeout(timer)
      removeEventListener('pointermove', onMove)
      for (const name of ['pointerup', 'pointercancel']) removeEventListener(name, stop)
    }
    const onMove = (moveEvent: globalThis.PointerEvent) =>
      Math.hypot(moveEvent.clientX - clientX, moveEvent.clientY - clientY) > MAX_HOLD_MOVE_PX && stop()
    const timer = setTimeout(() => {
      stop()
      startSelection(hit, false)
    }, HOLD_MS)
    addEventListener('pointermove', onMove)
    for (const name of ['pointerup', 'pointercancel']) addEventListener(name, stop)
  }

  /** Handles a tap. A mouse or a long press has already made its selection. */
  function onClick(event: { target: EventTarget }) {
    const hit = toHit(event.target)
    if (!hit || lastPointerType.current === 'mouse') return
    const { selection } = latestOptions.current
    const startsNewSelection =
      !selection || selection.from !== selection.to || anchor.current === null || hit.day === null
    const start = startsNewSelection ? hit : anchor.current!
    anchor.current = startsNewSelection ? hit : null
    select(start, hit)
    latestOptions.current.onChosen()
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { active: activeCell, selection, sheet, onSelect, onOpen, setActive, move } = latestOptions.current
    const activeHit: Hit = { ...activeCell }
    const getSelection = () => selection ?? getSelectionBetween(sheet, activeHit, activeHit)
    if (event.key === 'Escape') {
      if (!selection) return
      onSelect(null)
    } else if (event.key === ' ') {
      const [columnHit, rowHit] = [
        { room: null, day: activeCell.day },
        { room: activeCell.room, day: null },
      ]
      const hit = event.ctrlKey ? columnHit : event.shiftKey ? rowHit : activeHit
      anchor.current = hit
      onSelect(getSelectionBetween(sheet, hit, hit))
    } else if (event.key === 'Enter' || (/^[\d০-৯]$/.test(event.key) && !event.ctrlKey && !event.altKey)) {
      const nextSelection = getSelection()
      if (!nextSelection) return
      onSelect(nextSelection)
      onOpen(event.key === 'Enter' ? undefined : event.key)
    } else {
      const nextCell = move(activeCell, event)
      if (!nextCell) return
      if (event.shiftKey) {
        if (!selection || anchor.current === null) anchor.current = activeHit
        onSelect(getSelectionBetween(sheet, anchor.current, nextCell))
      } else {
        anchor.current = nextCell
        onSelect(null)
      }
      setActive(nextCell, true)
    }
    event.preventDefault()
  }

  return { onPointerDown, onClick, onKeyDown }
}

/** The selection between two cells, or whole columns or rows if it started at a heading. Past nights are left out. */
function getSelectionBetween(sheet: Sheet, start: Hit, end: Hit): Selection | null {
  const roomIds = sheet.rooms.map(({ id }) => id)
  const [firstIndex, lastIndex] = [start, end].map(({ room }) => roomIds.indexOf(room!)).toSorted((a, b) => a - b) as [
    number,
    number,
  ]
  const rooms = start.room === null || firstIndex < 0 ? roomIds : roomIds.slice(firstIndex, lastIndex + 1)
  const isWholeRow = start.day === null || end.day === null
  const [from, to] = isWholeRow
    ? [sheet.today, sheet.last]
    : ([start.day!, end.day!].toSorted((a, b) => a - b) as [number, number])
  if (to < sheet.today || rooms.length === 0) return null
  return { rooms, from: Math.max(from, sheet.today), to, weekdays: null }
}

function toHit(target: EventTarget | null): Hit | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-day], [data-room]') : null
  if (!element) return null
  const { day, room } = element.dataset
  return { day: day === undefined ? null : Number(day), room: room === undefined ? null : Number(room) }
}

/**
 * Finds the cell under the pointer, or the nearest one inside the calendar. A drag that started at a heading keeps its
 * row or column.
 */
function findHitAt(x: number, y: number, scroller: HTMLElement, start: Hit): Hit | null {
  const box = scroller.getBoundingClientRect()
  const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high)
  const leftEdge = start.day === null ? box.left + 8 : getLeftEdge(scroller) + 1
  const top = start.room === null ? box.top + 8 : getTopEdge(scroller) + 1
  const hit = toHit(
    document.elementFromPoint(
      clamp(x, leftEdge, Math.min(box.right, innerWidth) - 20),
      clamp(start.room === null ? top : y, top, Math.min(box.bottom, innerHeight) - 20),
    ),
  )
  if (!hit || (start.day !== null && hit.day === null) || (start.room !== null && hit.room === null)) return null
  return start.room === null ? { ...hit, room: null } : start.day === null ? { ...hit, day: null } : hit
}

/** The edges of the cell area: right of the row headings and below the column headings. */
const getLeftEdge = (scroller: HTMLElement) =>
  scroller.querySelector('[data-room]:not([data-day])')?.getBoundingClientRect().right ??
  scroller.getBoundingClientRect().left
const getTopEdge = (scroller: HTMLElement) =>
  scroller.querySelector('thead')?.getBoundingClientRect().bottom ?? scroller.getBoundingClientRect().top
