import type { ReactNode } from 'react'

/** A drawing of one size in millimetres. Its shapes take the colours of the chosen options through `paints`. */
export interface Drawing {
  width: number
  height: number
  /** The factor by which the drawing is smaller than the actual size. */
  reduction: number
  shapes: ReactNode
  /** The right end of a strip. Its origin is the upper right corner. */
  end?: ReactNode
  /** The measurements that the name of the size does not include. */
  measures: { chain?: number; tape?: number; diameter?: number; ticket?: number; thickness?: number; drawn?: number[] }
}

/** The paints of the chosen shade and finish. Style sheets set both variables. */
export const paints = { shade: 'var(--shade)', finish: 'var(--finish)' }

/** The length of a strip in millimetres, more than the width of any column. The column cuts the strip off. */
export const STRIP_LENGTH_MM = 320

export const round = (millimetres: number): number => Number(millimetres.toFixed(2))
