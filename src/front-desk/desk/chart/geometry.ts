import { useMemo } from 'react'
import { tablet } from '#ui/breakpoints.ts'
import { useMedia } from '#ui/use-media-query.ts'
import type { Chart } from './model.ts'

/** The height and position of each line, whether it is drawn or not. */
export interface Geometry {
  rowHeight: number
  headHeight: number
  tops: readonly number[]
  height: number
  /** The line index of each row. */
  lineByRow: readonly number[]
}

export function useGeometry(chart: Chart): Geometry {
  const isTouchLayout = useMedia(`(pointer: coarse), not ${tablet}`)
  return useMemo(() => {
    const [rowHeight, headHeight] = isTouchLayout ? [48, 36] : [32, 26]
    const tops: number[] = []
    const lineByRow: number[] = []
    let height = 0
    for (const line of chart.lines) {
      if ('row' in line) lineByRow[line.row] = tops.length
      tops.push(height)
      height += 'row' in line ? rowHeight : headHeight
    }
    return { rowHeight, headHeight, tops, height, lineByRow }
  }, [chart, isTouchLayout])
}

/** Returns the last line that begins at or above a height. */
export function findLineAt({ tops }: Geometry, y: number): number {
  let [low, high] = [0, tops.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (tops[middle]! <= y) low = middle
    else high = middle - 1
  }
  return low
}

/** Returns the row at a height. At a room type heading, returns the next row; below the chart, the last one. */
export function findRowAt(chart: Chart, geometry: Geometry, y: number): number {
  for (let at = findLineAt(geometry, y); at < chart.lines.length; at++) {
    const line = chart.lines[at]!
    if ('row' in line) return line.row
  }
  return chart.rows.length - 1
}
