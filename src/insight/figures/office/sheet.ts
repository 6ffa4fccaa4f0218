import type { StayFigure } from '../parts.ts'

/** Figures that are told together: the same rows and numbers stand on the screen, on paper and in the file. */
export interface Sheet {
  title: string
  /** What counts in them. */
  about: string
  /** What its rows are. */
  named: string
  columns: readonly Column[]
  /** Which of them is drawn, and stands beside that of other days on the screen. */
  drawn: number
  isCompared: boolean
  rows: readonly SheetRow[]
  /** All rows together, where that says something. */
  sum?: SheetRow
}

interface Column {
  name: string
  /** That of the days that these are compared with. */
  nameBefore: string
  isAmount?: boolean
}

export interface SheetRow {
  name: string
  /** The page of the website that it is about. */
  path?: string
  now: readonly (number | null)[]
  /** The same of the days that these are compared with, and what the row is called there, if otherwise. */
  before: readonly (number | null)[] | null
  nameBefore?: string
  isAmount?: boolean
  /** As one among others; what is of another kind stands in the table alone. */
  isDrawn?: boolean
  /** Of which stays its first number is the sum. */
  stays?: StaysAsked
}

export interface StaysAsked {
  figure: StayFigure
  room?: string
  source?: string
  country?: string
}
