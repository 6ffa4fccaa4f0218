import type { IncomingMessage } from 'node:http'
import { startOfDay, dayIn, type Clock } from '#platform/clock.ts'
import type { WholeDatabase } from '#platform/database/database.ts'
import { readHeader } from '#platform/http/headers.ts'
import type { Route } from '#platform/pages/page.tsx'
import type { Device } from '#schema/visits.ts'
import { searchDayFields, pages, type Language } from '#routes/public.ts'
import { detectDevice, seenHeader } from './detect-device.ts'
import { specialSources, getVisitSource } from './sources.ts'
import { PendingVisits } from './pending-visits.ts'
import { addVisits } from './store.ts'

/** Counts views of public pages in memory and writes them to the database periodically. */
export interface VisitCounter {
  /** Returns a function to call for each response with the page. Null if the page is not counted. */
  listenerFor(entry: string, route: Route): ((request: IncomingMessage) => void) | null
  /** Sets the time zone that decides on which day a view is counted. */
  setTimeZone(timeZone: string): void
  write(): Promise<void>
  /** Writes the remaining counts. */
  stop(): Promise<void>
}

const WRITE_EVERY_MS = 30_000

/** The key under which searches by date on the rooms page are counted. */
export const roomSearchPage = pages.rooms + '?'

export function createVisitCounter({
  db,
  clock,
  publicUrl,
  onError,
}: {
  db: WholeDatabase
  clock: Clock
  publicUrl: string
  onError: (error: unknown) => void
}): VisitCounter {
  const ownPrefix = publicUrl + '/'
  const pendingVisits = new PendingVisits()
  let currentTimeZone = 'UTC'
  let currentDay = { from: 0, until: 0, day: 0 }
  let lastWrite = Promise.resolve()

  function getToday(): number {
    const now = clock()
    if (now < currentDay.from || now >= currentDay.until) {
      const day = dayIn(currentTimeZone, now)
      currentDay = { day, from: now, until: startOfDay(currentTimeZone, day + 1) }
    }
    return currentDay.day
  }

  const addView = (pageKey: string, source: string, times?: 1 | -1) =>
    pendingVisits.add(getToday(), pageKey, source, times)
  const recordRedirect = (from: string, to: string) => pendingVisits.recordRedirect(getToday(), from, to)

  async function writePending(): Promise<void> {
    const batch = pendingVisits.take()
    if (batch.size === 0) return
    try {
      await addVisits(db, batch)
    } catch (error) {
      pendingVisits.restore(batch)
      throw error
    }
  }

  /** Runs one write at a time. When the promise resolves, all counts from before the call are written. */
  function write(): Promise<void> {
    const currentWrite = lastWrite.then(writePending)
    lastWrite = currentWrite.catch(() => {})
    return currentWrite
  }

  const timer = setInterval(() => void write().catch(onError), WRITE_EVERY_MS).unref()

  return {
    listenerFor(entry, { path, language, query }) {
      if (query.has('preview')) return null
      const countedKeys = buildPageKeys(getCountedPath(entry, path), language)
      const searchKeys = buildPageKeys(roomSearchPage, language)
      const isTranslatedHome = entry === pages.home && language !== 'en'
      const isSearch = entry === pages.rooms && query.has(searchDayFields.checkIn)
      return (request) => {
        const device = detectDevice(request)
        if (device === null) return
        const referrer = readHeader(request.headers, 'referer')
        const isInside = referrer?.startsWith(ownPrefix)
        const source = isInside ? specialSources.inside : getVisitSource(referrer, request.headers.host)
        const isFromOffice = source === specialSources.inside && OFFICE_URL_PATTERN.test(referrer!)
        if (request.method === 'HEAD') {
          const seenHeaderValue = request.headers[seenHeader]
          // Subtracts the view that was counted when staff loaded the document.
          if (seenHeaderValue === 'staff')
            return isFromOffice
              ? undefined
              : addView((isSearch ? searchKeys : countedKeys)[device], specialSources.inside, -1)
          const isSearchResult = entry === pages.rooms && seenHeaderValue === 'searched'
          return addView((isSearchResult ? searchKeys : countedKeys)[device], specialSources.inside)
        }
        if (isFromOffice) return
        if (isTranslatedHome && source === specialSources.inside && wasRedirected(request, referrer!))
          return recordRedirect(englishHomeKeys[device], countedKeys[device])
        addView((isSearch ? searchKeys : countedKeys)[device], source)
      }
    },
    setTimeZone(timeZone) {
      currentTimeZone = timeZone
      currentDay = { from: 0, until: 0, day: 0 }
    },
    write,
    async stop() {
      clearInterval(timer)
      await write().catch(onError)
    },
  }
}

/**
 * Returns the path of content pages. Other pages use their pattern, which leaves out data such as booking references.
 */
const getCountedPath = (entry: string, path: string) => (entry.includes(':slug') ? path : entry)

/** Matches a referrer in the office. Only staff come to the site from there. */
const OFFICE_URL_PATTERN = /^https?:\/\/[^/]+(?:\/bn)?\/office(?:[/?#]|$)/

/**
 * Returns whether the home page redirected the visitor to another language (`fetch-scripts.ts`). Browsers send
 * `sec-fetch-user` only for navigations by the user.
 */
const wasRedirected = ({ headers }: IncomingMessage, referrer: string): boolean =>
  headers['sec-fetch-dest'] !== undefined && headers['sec-fetch-user'] === undefined && HOME_URL_PATTERN.test(referrer)
const HOME_URL_PATTERN = /^https?:\/\/[^/]+\/(?:[?#]|$)/

const buildPageKeys = (page: string, language: Language): Record<Device, string> => ({
  phone: `${page} ${language} phone`,
  desktop: `${page} ${language} desktop`,
})

const englishHomeKeys = buildPageKeys(pages.home, 'en')
