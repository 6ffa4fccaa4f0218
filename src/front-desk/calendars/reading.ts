import ICAL from 'ical.js'
import { digestText } from '#platform/codes.ts'
import { isDay } from '#platform/day.ts'
import { RejectedInputError } from '#platform/sandbox/rejected-input.ts'
import { splitCalendar } from './calendar-parts.ts'
import { readEventNights, type CalendarEntry } from './event-nights.ts'
import { isOwnUid } from './own-uid.ts'
import { createZones, type Zones } from './zones.ts'

/** Nights on which a calendar says the unit is occupied. */
export interface ImportedNights {
  /** Stays the same across reads. */
  key: string
  title: string
  from: number
  /** The first day on which the unit is available again. */
  to: number
}

export interface ReadCalendar {
  events: ImportedNights[]
  /** The number of events that could not be read. */
  unreadableCount: number
}

export interface ReadOptions {
  timeZone: string
  /** The range of days to read. */
  from: number
  until: number
  /** The host of our own events, which are skipped. */
  ownHost: string
}

const MAX_NIGHTS = 2_000
const MAX_TITLE_LENGTH = 120

/**
 * Reads the nights that a calendar blocks. Counts an unreadable event and reads the others. Never call this function
 * with untrusted text in the server process. The ical.js library never returns for some recurrence rules (see
 * sandboxed-reading.ts).
 */
export function readCalendar(text: string, options: ReadOptions): ReadCalendar {
  const parts = splitCalendar(text)
  const zones = createZones(parts.zones, options.timeZone)
  const events = new Map<string, ImportedNights>()
  let unreadableCount = parts.freeBusyCount
  const entries = parts.events.flatMap((lines) => {
    try {
      return [parseEntry(lines)]
    } catch {
      unreadableCount++
      return []
    }
  })
  for (const [, entriesOfUid] of Map.groupBy(entries, ({ uid }) => uid)) {
    for (const entry of entriesOfUid.filter(({ uid }) => !isOwnUid(uid, options.ownHost))) {
      try {
        for (const importedNights of readNights(entry, entriesOfUid, zones, options, parts.isCancelling))
          addNights(events, importedNights)
      } catch (error) {
        if (error instanceof RejectedInputError) throw error
        unreadableCount++
      }
    }
  }
  return { events: [...events.values()], unreadableCount }
}

/** Adds an event. Two events with the same key but different nights are stored separately. */
function addNights(events: Map<string, ImportedNights>, importedNights: ImportedNights): void {
  const existingEvent = events.get(importedNights.key)
  if (existingEvent && existingEvent.from === importedNights.from && existingEvent.to === importedNights.to) return
  const key = existingEvent
    ? digestText(`${importedNights.key} ${importedNights.from} ${importedNights.to}`)
    : importedNights.key
  if (!events.has(key) && events.size >= MAX_NIGHTS) throw new RejectedInputError('too_many')
  events.set(key, { ...importedNights, key })
}

function parseEntry(lines: readonly string[]): CalendarEntry {
  const event = new ICAL.Component(ICAL.parse(lines.join('\r\n')) as [string, unknown[], unknown[]])
  const start = event.getFirstProperty('dtstart')
  if (!start) throw new Error('without a beginning')
  const uid = String(event.getFirstPropertyValue('uid') ?? '')
  // An event without a UID gets a UID from all its lines.
  return {
    uid: uid || `nameless ${digestText(lines.join('\n'))}`,
    event,
    recurrenceId: event.getFirstProperty('recurrence-id'),
  }
}

function* readNights(
  entry: CalendarEntry,
  entriesOfUid: readonly CalendarEntry[],
  zones: Zones,
  { from, until }: ReadOptions,
  isCancelling: boolean,
): Generator<ImportedNights> {
  if (isCancelling || isCancelled(entry)) return
  const title = readTitle(entry.event)
  for (const nights of readEventNights(entry, entriesOfUid, zones, until)) {
    if (!isDay(nights.from) || nights.to <= from || nights.from >= until) continue
    yield { key: digestText(nights.key), title, from: nights.from, to: Math.min(nights.to, until) }
  }
}

const isCancelled = ({ event }: CalendarEntry) =>
  /^cancelled$/i.test(String(event.getFirstPropertyValue('status') ?? ''))

function readTitle(event: ICAL.Component): string {
  const summary = String(event.getFirstPropertyValue('summary') ?? '').slice(0, 4 * MAX_TITLE_LENGTH)
  const plainSummary = summary.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
  return [...plainSummary.replace(/ {2,}/g, ' ').trim()].slice(0, MAX_TITLE_LENGTH).join('')
}
