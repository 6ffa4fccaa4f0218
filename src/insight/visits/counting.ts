import type { IncomingMessage } from 'node:http'
import { dayBegins, dayIn, type Clock } from '#platform/clock.ts'
import type { WholeDatabase } from '#platform/database/database.ts'
import { headerOf } from '#platform/http/headers.ts'
import type { Place } from '#platform/pages/page.tsx'
import type { Device } from '#schema/visits.ts'
import { inSearch, pages, type Language } from '#routes/public.ts'
import { readerOf, seenHeader } from './reader.ts'
import { noSites, sourceOf } from './sources.ts'
import { addVisits, type DayCounted } from './store.ts'

/** Counts what is seen of the public pages: added up in memory, and written now and then. */
export interface Visits {
  /** What is told of each time that a page is sent. Null: this one is not counted. */
  tellOf(entry: string, place: Place): ((request: IncomingMessage) => void) | null
  /** Where the days are told by. */
  liveIn(timeZone: string): void
  write(): Promise<void>
  /** Writes what is not written yet. */
  stop(): Promise<void>
}

const WRITTEN_EVERY_MS = 30_000
/** Of one day, between two writes: strangers invent as many as they like. */
const MAX_SOURCES_HELD = 200

/** Rooms that were searched for days stand there beside the page itself. */
export const roomsSearched = pages.rooms + '?'

export function countVisits({
  db,
  clock,
  publicUrl,
  onError,
}: {
  db: WholeDatabase
  clock: Clock
  publicUrl: string
  onError: (error: unknown) => void
}): Visits {
  const ours = publicUrl + '/'
  let held = new Map<number, DayCounted>()
  let zone = 'UTC'
  let today = { from: 0, until: 0, day: 0 }
  let writing = Promise.resolve()

  function dayNow(): number {
    const now = clock()
    if (now < today.from || now >= today.until) {
      const day = dayIn(zone, now)
      today = { day, from: now, until: dayBegins(zone, day + 1) }
    }
    return today.day
  }

  function counted(): DayCounted {
    const day = dayNow()
    let all = held.get(day)
    if (!all) held.set(day, (all = { pages: new Map(), sources: new Map() }))
    return all
  }

  function add(pageKey: string, source: string): void {
    const { pages: seen, sources } = counted()
    seen.set(pageKey, (seen.get(pageKey) ?? 0) + 1)
    const named = sources.size < MAX_SOURCES_HELD || sources.has(source) ? source : noSites.others
    sources.set(named, (sources.get(named) ?? 0) + 1)
  }

  /**
   * Whoever was led on has seen one page, and came there from where they had come. The other may have been written by now, or
   * be held by another process: so it is taken back.
   */
  function leadOn(from: string, to: string): void {
    const { pages: seen } = counted()
    seen.set(from, (seen.get(from) ?? 0) - 1)
    seen.set(to, (seen.get(to) ?? 0) + 1)
  }

  async function writeHeld(): Promise<void> {
    const taken = held
    if (taken.size === 0) return
    held = new Map()
    try {
      await addVisits(db, taken)
    } catch (error) {
      giveBack(taken)
      throw error
    }
  }

  function giveBack(taken: Map<number, DayCounted>): void {
    const later = held
    held = taken
    for (const [day, { pages: seen, sources }] of later) {
      const all = taken.get(day)
      if (!all) taken.set(day, { pages: seen, sources })
      else {
        for (const [key, times] of seen) all.pages.set(key, (all.pages.get(key) ?? 0) + times)
        for (const [key, times] of sources) all.sources.set(key, (all.sources.get(key) ?? 0) + times)
      }
    }
  }

  /** One after the other: whoever waits for it has all written that was held when they asked. */
  function write(): Promise<void> {
    const written = writing.then(writeHeld)
    writing = written.catch(() => {})
    return written
  }

  const timer = setInterval(() => void write().catch(onError), WRITTEN_EVERY_MS).unref()

  return {
    tellOf(entry, { path, language, query }) {
      if (query.has('preview')) return null
      const seen = keysOf(nameOf(entry, path), language)
      const searched = keysOf(roomsSearched, language)
      const isOwnHome = entry === pages.home && language !== 'en'
      const isSearch = entry === pages.rooms && query.has(inSearch.checkIn)
      return (request) => {
        const device = readerOf(request)
        if (device === null) return
        if (request.method === 'HEAD') {
          const found = entry === pages.rooms && request.headers[seenHeader] === 'searched'
          return add((found ? searched : seen)[device], noSites.inside)
        }
        const referrer = headerOf(request.headers, 'referer')
        const isInside = referrer?.startsWith(ours)
        const source = isInside ? noSites.inside : sourceOf(referrer, request.headers.host)
        if (source === noSites.inside && fromOffice.test(referrer!)) return
        if (isOwnHome && source === noSites.inside && wasLed(request, referrer!))
          return leadOn(home[device], seen[device])
        add((isSearch ? searched : seen)[device], source)
      }
    },
    liveIn(timeZone) {
      zone = timeZone
      today = { from: 0, until: 0, day: 0 }
    },
    write,
    async stop() {
      clearInterval(timer)
      await write().catch(onError)
    },
  }
}

/** What stands for something of the content by its path; all else, such as a booking's number, stays out. */
const nameOf = (entry: string, path: string) => (entry.includes(':slug') ? path : entry)

/** From the office nobody comes but those who work there. */
const fromOffice = /^https?:\/\/[^/]+(?:\/bn)?\/office(?:[/?#]|$)/

/** By the page at the front door and not by a press (`fetch-scripts.ts`): browsers say whose doing it is. */
const wasLed = ({ headers }: IncomingMessage, referrer: string): boolean =>
  headers['sec-fetch-dest'] !== undefined && headers['sec-fetch-user'] === undefined && isHome.test(referrer)
const isHome = /^https?:\/\/[^/]+\/(?:[?#]|$)/

const keysOf = (page: string, language: Language): Record<Device, string> => ({
  phone: `${page} ${language} phone`,
  desktop: `${page} ${language} desktop`,
})

const home = keysOf(pages.home, 'en')
