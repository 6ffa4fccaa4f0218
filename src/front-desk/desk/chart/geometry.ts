import { useMemo } from 'react'
import { useMedia } from '#ui/use-media.ts'
import type { Chart } from './model.ts'

/** How high each line is, and where it begins: they lie where they belong, whether they are drawn or not. */
export interface Geometry {
  rowHeight: number
  headHeight: number
  tops: readonly number[]
  height: number
  /** The lines in which the rows lie. */
  lineOf: readonly number[]
}

export function useGeometry(chart: Chart): Geometry {
  const isTouched = useMedia('(pointer: coarse), (max-width: 47.99rem)')
  return useMemo(() => {
    const [rowHeight, headHeight] = isTouched ? [48, 36] : [32, 26]
    const tops: number[] = []
    const lineOf: number[] = []
    let height = 0
    for (const line of chart.lines) {
      if ('row' in line) lineOf[line.row] = tops.length
      tops.push(height)
      height += 'row' in line ? rowHeight : headHeight
    }
    return { rowHeight, headHeight, tops, height, lineOf }
  }, [chart, isTouched])
}

/** The last line that begins at or above a height. */
export function lineAt({ tops }: Geometry, y: number): number {
  let [low, high] = [0, tops.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (tops[middle]! <= y) low = middle
    else high = middle - 1
  }
  return low
}

/** The row that is nearest to a height: the head of a kind is none. */
export function rowAt(chart: Chart, geometry: Geometry, y: number): number {
  for (let at = lineAt(geometry, y); at < chart.lines.length; at++) {
    const line = chart.lines[at]!
    if ('row' in line) return line.row
  }
  return chart.rows.length - 1
}
