import type { StayFigure } from '../sheet-names.ts'

/** A set of related figures, for the screen, the print and the file. */
export interface Sheet {
  title: string
  /** The definition of the figures. */
  about: string
  rowHeading: string
  columns: readonly Column[]
  /** The index of the column in the chart. On the screen, only this column is compared with the other period. */
  drawnColumn: number
  isCompared: boolean
  rows: readonly SheetRow[]
  /** The total of all rows, if a total makes sense. */
  sum?: SheetRow
}

interface Column {
  name: string
  /** The heading for the period to compare with. */
  nameBefore: string
  isAmount?: boolean
}

export interface SheetRow {
  name: string
  /** The path of the website page that the row is about. */
  path?: string
  now: readonly (number | null)[]
  /** The values in the period to compare with, and the row name there if different. */
  before: readonly (number | null)[] | null
  nameBefore?: string
  isAmount?: boolean
  /** Whether the row appears in the chart. Other rows appear only in the table. */
  isDrawn?: boolean
  /** The filter for the stays that the first number counts. */
  stays?: StaysFilter
}

export interface StaysFilter {
  figure: StayFigure
  room?: string
  source?: string
  country?: string
}
