import { useEffect, useState } from 'react'
import type { TodaysRow } from './contract.ts'

/** An operation done in a row, and how to undo it. */
export interface DoneRow {
  undo: () => Promise<unknown>
  said: string
  /** The row has more to do: a unit was assigned, or a payment taken. */
  goesOn?: true
}

/** A finished row stays in place this long, with a button to undo it. */
const SHOWN_MS = 60_000

/**
 * The rows of a list, and those finished within the last minute. They stay in place, so that a mistake can be undone
 * there.
 */
export function useDone(rows: readonly TodaysRow[]) {
  const [kept, setKept] = useState<ReadonlyMap<number, DoneRow & { row: TodaysRow; place: number; at: number }>>(
    new Map(),
  )
  useEffect(() => {
    if (kept.size === 0) return
    const timer = setTimeout(() => {
      setKept((now) => new Map([...now].filter(([, { at }]) => performance.now() - at < SHOWN_MS)))
    }, SHOWN_MS / 4)
    return () => clearTimeout(timer)
  }, [kept])
  const all = [...kept.values()]
    .toSorted((a, b) => a.place - b.place)
    .reduce(
      (list, { row, place, goesOn }) =>
        goesOn || list.some(({ booking }) => booking === row.booking) ? list : list.toSpliced(place, 0, row),
      [...rows],
    )
  return {
    rows: all,
    /** Null: nothing was done in the row, or it was undone. */
    done: ({ booking }: TodaysRow): DoneRow | null => kept.get(booking) ?? null,
    onDone(row: TodaysRow, done: DoneRow | null) {
      const place = all.findIndex(({ booking }) => booking === row.booking)
      setKept((now) => {
        const next = new Map(now)
        if (done) next.set(row.booking, { ...done, row, place, at: performance.now() })
        else next.delete(row.booking)
        return next
      })
    },
  }
}
