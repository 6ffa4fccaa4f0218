import { specialSources } from './sources.ts'
import type { DayCounts } from './store.ts'

/** The maximum number of sources per day between two writes, because clients can send any source. */
const MAX_PENDING_SOURCES = 200

/** The views by day that are not in the database yet. */
export class PendingVisits {
  #byDay = new Map<number, DayCounts>()

  add(day: number, pageKey: string, source: string, times: 1 | -1 = 1): void {
    const { pages, sources } = this.#countsOf(day)
    addTimes(pages, pageKey, times)
    const isCounted = sources.size < MAX_PENDING_SOURCES || sources.has(source)
    addTimes(sources, isCounted ? source : specialSources.others, times)
  }

  /**
   * Counts a redirected visitor as one view of the target page, with the original source. The first view may already be
   * written or be pending in another process, so it is subtracted.
   */
  recordRedirect(day: number, from: string, to: string): void {
    const { pages } = this.#countsOf(day)
    addTimes(pages, from, -1)
    addTimes(pages, to, 1)
  }

  take(): Map<number, DayCounts> {
    const batch = this.#byDay
    this.#byDay = new Map()
    return batch
  }

  /** Adds a batch that could not be written. */
  restore(batch: Map<number, DayCounts>): void {
    for (const [day, { pages, sources }] of batch) {
      const counts = this.#countsOf(day)
      for (const [key, times] of pages) addTimes(counts.pages, key, times)
      for (const [key, times] of sources) addTimes(counts.sources, key, times)
    }
  }

  #countsOf(day: number): DayCounts {
    let counts = this.#byDay.get(day)
    if (!counts) this.#byDay.set(day, (counts = { pages: new Map(), sources: new Map() }))
    return counts
  }
}

function addTimes(counts: Map<string, number>, key: string, times: number): void {
  counts.set(key, (counts.get(key) ?? 0) + times)
}
