import { useEffect, useRef, useState } from 'react'
import { isoDay, parseDay } from '#platform/day.ts'
import { getFirstDayOfMonth, getLastDayOfMonth } from './months.ts'
import type { Terms } from './range-rules.ts'

/** Returns the terms of the days from `first` to `last`, by ISO date. */
export type FetchTerms = (first: string, last: string) => Promise<ReadonlyMap<string, Terms>>

interface LoadedTerms {
  terms: ReadonlyMap<number, Terms>
  loading: ReadonlySet<number>
  failedMonths: ReadonlySet<number>
}

/** Loads each month once. A failed month is loaded again when the visible month changes. */
export function useTerms(loadTerms: FetchTerms, firstMonth: number, lastMonth: number): LoadedTerms {
  const [loadedTerms, setLoadedTerms] = useState<LoadedTerms>(noTerms)
  const requestedMonths = useRef(new Set<number>())
  useEffect(() => {
    const visibleMonths = Array.from({ length: lastMonth - firstMonth + 1 }, (_, index) => firstMonth + index)
    const months = visibleMonths.filter((month) => !requestedMonths.current.has(month))
    if (months.length === 0) return
    for (const month of months) requestedMonths.current.add(month)
    setLoadedTerms(({ terms, loading, failedMonths }) => ({
      terms,
      loading: addMonths(loading, months),
      failedMonths: removeMonths(failedMonths, months),
    }))
    loadTerms(isoDay(getFirstDayOfMonth(months[0]!)), isoDay(getLastDayOfMonth(months.at(-1)!))).then(
      (termsByDate) => {
        const termsByDay = [...termsByDate].map(([iso, terms]) => [parseDay(iso)!, terms] as const)
        setLoadedTerms(({ terms, loading, failedMonths }) => ({
          terms: new Map([...terms, ...termsByDay]),
          loading: removeMonths(loading, months),
          failedMonths,
        }))
      },
      (error: unknown) => {
        console.error('Error fetching data', error)
        for (const month of months) requestedMonths.current.delete(month)
        setLoadedTerms(({ terms, loading, failedMonths }) => ({
          terms,
          loading: removeMonths(loading, months),
          failedMonths: addMonths(failedMonths, months),
        }))
      },
    )
  }, [loadTerms, firstMonth, lastMonth])
  return loadedTerms
}

const noTerms: LoadedTerms = { terms: new Map(), loading: new Set(), failedMonths: new Set() }

const addMonths = (set: ReadonlySet<number>, addedMonths: readonly number[]) => new Set([...set, ...addedMonths])
const removeMonths = (set: ReadonlySet<number>, removedMonths: readonly number[]) =>
  new Set([...set].filter((entry) => !removedMonths.includes(entry)))
