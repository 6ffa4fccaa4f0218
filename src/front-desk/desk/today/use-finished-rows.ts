import { useEffect, useState } from 'react'
import type { TodaysRow } from './contract.ts'
import { MINUTE_MS } from '#platform/durations.ts'

/** An operation done in a row, and how to undo it. */
export interface RowOperation {
  undo: () => Promise<unknown>
  message: string
  /** Whether the row stays open for further operations, because a unit was assigned or a payment was taken. */
  staysOpen?: true
  /** Whether the operation is a check-in. */
  isCheckIn?: true
}

/** A finished row stays in place this long, with a button to undo it. */
const SHOWN_MS = MINUTE_MS

/**
 * The rows of a list, and those finished within the last minute. Finished rows stay in place, so that a mistake can be
 * undone there. They show the current state of their stay if another list of the sheet contains it.
 */
export function useFinishedRows(rows: readonly TodaysRow[], otherRows: readonly TodaysRow[] = []) {
  const [operations, setOperations] = useState<
    ReadonlyMap<number, RowOperation & { row: TodaysRow; index: number; at: number }>
  >(new Map())
  useEffect(() => {
    if (operations.size === 0) return
    const timer = setTimeout(() => {
      setOperations((current) => new Map([...current].filter(([, { at }]) => performance.now() - at < SHOWN_MS)))
    }, SHOWN_MS / 4)
    return () => clearTimeout(timer)
  }, [operations])
  const allRows = [...operations.values()]
    .toSorted((a, b) => a.index - b.index)
    .reduce(
      (list, { row, index, staysOpen }) => {
        const isSameBooking = ({ booking }: TodaysRow) => booking === row.booking
        if (staysOpen || list.some(isSameBooking)) return list
        const currentRow = otherRows.find(isSameBooking)
        return list.toSpliced(index, 0, currentRow ? { ...currentRow, late: row.late } : row)
      },
      [...rows],
    )
  return {
    rows: allRows,
    /** Null: no operation was done in the row, or it was undone. */
    operationOf: ({ booking }: TodaysRow): RowOperation | null => operations.get(booking) ?? null,
    onDone(row: TodaysRow, operation: RowOperation | null) {
      const index = allRows.findIndex(({ booking }) => booking === row.booking)
      setOperations((current) => {
        const nextOperations = new Map(current)
        if (operation) nextOperations.set(row.booking, { ...operation, row, index, at: performance.now() })
        else nextOperations.delete(row.booking)
        return nextOperations
      })
    },
  }
}
