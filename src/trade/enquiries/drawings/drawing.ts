import type { ReactNode } from 'react'

/**
 * A drawing of one size in millimetres. Shapes in `currentColor` take the colour of the chosen shade (`base`) or of the
 * chosen finish (`metal`). `overlay` keeps its colours.
 */
export interface Drawing {
  width: number
  height: number
  /** The factor by which the drawing is smaller than the actual size. */
  reduction: number
  base?: ReactNode
  metal?: ReactNode
  overlay?: ReactNode
  /** The measurements that the name of the size does not include. */
  measures: { chain?: number; tape?: number; diameter?: number; ticket?: number; thickness?: number; drawn?: number[] }
}

/** The length of a strip in millimetres, more than the width of any column. The column cuts the strip off. */
export const STRIP_LENGTH_MM = 320

export const round = (millimetres: number): number => Number(millimetres.toFixed(2))
