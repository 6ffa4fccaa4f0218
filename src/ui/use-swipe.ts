import { useRef, type TouchEvent } from 'react'

/** Calls `turn` after a horizontal swipe. */
export function useSwipe(turn: (by: 1 | -1) => void) {
  const began = useRef({ x: 0, y: 0 })
  const fingerOf = ({ changedTouches }: TouchEvent) => ({
    x: changedTouches[0]!.clientX,
    y: changedTouches[0]!.clientY,
  })
  return {
    onTouchStart: (event: TouchEvent) => void (began.current = fingerOf(event)),
    onTouchEnd(event: TouchEvent) {
      const { x, y } = fingerOf(event)
      const [right, down] = [x - began.current.x, y - began.current.y]
      if (Math.abs(right) > MIN_SWIPE_PX && Math.abs(right) > 2 * Math.abs(down)) turn(right < 0 ? 1 : -1)
    },
  }
}

const MIN_SWIPE_PX = 48
