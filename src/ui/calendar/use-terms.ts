import { useEffect, useRef, useState } from 'react'
import { isoDay, parseDay } from '#platform/day.ts'
import { firstDayOf, lastDayOf } from './months.ts'
import type { Terms } from './range-rules.ts'

/** Returns the terms of the days from `first` to `last`, by ISO date. */
export type AskTerms = (first: string, last: string) => Promise<ReadonlyMap<string, Terms>>

interface Known {
  terms: ReadonlyMap<number, Terms>
  /** Months that are loading, and months that failed to load. */
  coming: ReadonlySet<number>
  missing: ReadonlySet<number>
}

/** Loads each month once. A failed month is loaded again when the calendar is turned. */
export function useTerms(ask: AskTerms, firstMonth: number, lastMonth: number): Known {
  const [known, setKnown] = useState<Known>(nothing)
  const asked = useRef(new Set<number>())
  useEffect(() => {
    const all = Array.from({ length: lastMonth - firstMonth + 1 }, (_, index) => firstMonth + index)
    const months = all.filter((month) => !asked.current.has(month))
    if (months.length === 0) return
    for (const month of months) asked.current.add(month)
    setKnown(({ terms, coming, missing }) => ({ terms, coming: plus(coming, months), missing: minus(missing, months) }))
    ask(isoDay(firstDayOf(months[0]!)), isoDay(lastDayOf(months.at(-1)!))).then(
      (found) => {
        const days = [...found].map(([iso, terms]) => [parseDay(iso)!, terms] as const)
        setKnown(({ terms, coming, missing }) => ({
          terms: new Map([...terms, ...days]),
          coming: minus(coming, months),
          missing,
        }))
      },
      (error: unknown) => {
        console.error('Error fetching data', error)
        for (const month of months) asked.current.delete(month)
        setKnown(({ terms, coming, missing }) => ({
          terms,
          coming: minus(coming, months),
          missing: plus(missing, months),
        }))
      },
    )
  }, [ask, firstMonth, lastMonth])
  return known
}

const nothing: Known = { terms: new Map(), coming: new Set(), missing: new Set() }

const plus = (set: ReadonlySet<number>, more: readonly number[]) => new Set([...set, ...more])
const minus = (set: ReadonlySet<number>, less: readonly number[]) =>
  new Set([...set].filter((each) => !less.includes(each)))
