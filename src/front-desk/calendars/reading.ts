import ICAL from 'ical.js'
import { textHash } from '#platform/codes.ts'
import { isDay } from '#platform/day.ts'
import { RejectedInput } from '#platform/sandbox/rejected-input.ts'
import { partsOf } from './calendar-parts.ts'
import { nightsOfEvent, type Entry } from './event-nights.ts'
import { isOwnUid } from './own-uid.ts'
import { zonesIn, type Zones } from './zones.ts'

/** That somebody has it on some nights. */
export interface Heard {
  /** The same at each reading. */
  key: string
  title: string
  from: number
  /** The first day on which it can be had again. */
  to: number
}

export interface ReadCalendar {
  events: Heard[]
  /** So many it has beside them that nobody could make nights of. */
  unread: number
}

export interface HowToRead {
  timeZone: string
  /** The days between which nights count. */
  from: number
  until: number
  /** Whose own events these are, should they come back. */
  ownHost: string
}

const MAX_HEARD = 2_000
const LONGEST_TITLE = 120

/**
 * What a calendar says of the nights of one place. An event that nobody can make nights of is counted and takes no other with
 * it. Never to be called with the text of a stranger in the process that answers people: the library that reads rules of
 * recurrence does not come back from some of them (see reading-apart.ts).
 */
export function readCalendar(text: string, how: HowToRead): ReadCalendar {
  const parts = partsOf(text)
  const zones = zonesIn(parts.zones, how.timeZone)
  const events = new Map<string, Heard>()
  let unread = parts.others
  const read = parts.events.flatMap((lines) => {
    try {
      return [entryOf(lines)]
    } catch {
      unread++
      return []
    }
  })
  for (const [, same] of Map.groupBy(read, ({ uid }) => uid)) {
    for (const entry of same.filter(({ uid }) => !isOwnUid(uid, how.ownHost))) {
      try {
        for (const heard of heardOf(entry, same, zones, how, parts.isCancelling)) keep(events, heard)
      } catch (error) {
        if (error instanceof RejectedInput) throw error
        unread++
      }
    }
  }
  return { events: [...events.values()], unread }
}

/** Two that are called alike and are not on the same nights are two. */
function keep(events: Map<string, Heard>, heard: Heard): void {
  const known = events.get(heard.key)
  if (known && known.from === heard.from && known.to === heard.to) return
  const key = known ? textHash(`${heard.key} ${heard.from} ${heard.to}`) : heard.key
  if (!events.has(key) && events.size >= MAX_HEARD) throw new RejectedInput('too_many')
  events.set(key, { ...heard, key })
}

function entryOf(lines: readonly string[]): Entry {
  const event = new ICAL.Component(ICAL.parse(lines.join('\r\n')) as [string, unknown[], unknown[]])
  const start = event.getFirstProperty('dtstart')
  if (!start) throw new Error('without a beginning')
  const uid = String(event.getFirstPropertyValue('uid') ?? '')
  // Whatever has no name is called by all that is said of it.
  return {
    uid: uid || `nameless ${textHash(lines.join('\n'))}`,
    event,
    instead: event.getFirstProperty('recurrence-id'),
  }
}

function* heardOf(
  entry: Entry,
  same: readonly Entry[],
  zones: Zones,
  { from, until }: HowToRead,
  isCancelling: boolean,
): Generator<Heard> {
  if (isCancelling || isCancelled(entry)) return
  const title = titleOf(entry.event)
  for (const nights of nightsOfEvent(entry, same, zones, until)) {
    if (!isDay(nights.from) || nights.to <= from || nights.from >= until) continue
    yield { key: textHash(nights.key), title, from: nights.from, to: Math.min(nights.to, until) }
  }
}

const isCancelled = ({ event }: Entry) => /^cancelled$/i.test(String(event.getFirstPropertyValue('status') ?? ''))

function titleOf(event: ICAL.Component): string {
  const said = String(event.getFirstPropertyValue('summary') ?? '').slice(0, 4 * LONGEST_TITLE)
  const plain = said.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
  return [...plain.replace(/ {2,}/g, ' ').trim()].slice(0, LONGEST_TITLE).join('')
}
