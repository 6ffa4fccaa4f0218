import { useRef, type TouchEvent } from 'react'

/** Calls `onSwipe` after a horizontal swipe. */
export function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const touchStart = useRef({ x: 0, y: 0 })
  const readTouchPosition = ({ changedTouches }: TouchEvent) => ({
    x: changedTouches[0]!.clientX,
    y: changedTouches[0]!.clientY,
  })
  return {
    onTouchStart: (event: TouchEvent) => void (touchStart.current = readTouchPosition(event)),
    onTouchEnd(event: TouchEvent) {
      const { x, y } = readTouchPosition(event)
      const [deltaX, deltaY] = [x - touchStart.current.x, y - touchStart.current.y]
      if (Math.abs(deltaX) > MIN_SWIPE_PX && Math.abs(deltaX) > 2 * Math.abs(deltaY)) onSwipe(deltaX < 0 ? 1 : -1)
    },
  }
}

const MIN_SWIPE_PX = 48
