import { useEffect, useState } from 'react'
import type { TodaysRow } from './contract.ts'

/** What was done in a row, and how it is taken back. */
export interface DoneRow {
  undo: () => Promise<unknown>
  said: string
  /** There is more to do in this row: it was given a room, or has paid. */
  goesOn?: true
}

/** So long a row stays where it was, with the way back. */
const SHOWN_MS = 60_000

/**
 * The rows of a list, and those in which something was done within the last minute: they stay where they stood, so that
 * what was pressed by mistake is taken back in the same place.
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
    .toSorted((one, other) => one.place - other.place)
    .reduce(
      (list, { row, place, goesOn }) =>
        goesOn || list.some(({ booking }) => booking === row.booking) ? list : list.toSpliced(place, 0, row),
      [...rows],
    )
  return {
    rows: all,
    /** Null: nothing was done in it, or it was taken back. */
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
