import { RejectedInput } from '#platform/sandbox/rejected-input.ts'

/** Why a calendar cannot be read at all. */
export const readFaults = ['no_calendar', 'damaged', 'too_many', 'too_long'] as const
export type ReadFault = (typeof readFaults)[number]

export interface CalendarParts {
  /** Each as the lines of which it is made. */
  events: string[][]
  zones: string[][]
  /** What speaks of time as well, and is no event. */
  others: number
  /** All of it is taken back. */
  isCancelling: boolean
}

const MAX_LINES = 100_000
const MAX_EVENTS = 5_000
const MAX_ZONES = 50
const MAX_IN_EVENT = 500
const LONGEST_LINE = 8_000

/** What is read of an event and of a zone. Descriptions, places and who takes part are nobody's business here. */
const read = new Set(
  (
    'UID DTSTART DTEND DURATION RRULE RDATE EXDATE RECURRENCE-ID STATUS SUMMARY SEQUENCE ' +
    'TZID TZOFFSETFROM TZOFFSETTO TZNAME'
  ).split(' '),
)

/**
 * A calendar taken apart, in one pass over its lines and before anything else is done with it. What is not whole to its last
 * line is refused: of what is cut off nobody knows what it said. Lines of events that nobody needs are left out, so that a
 * description broken in two spoils nothing.
 */
export function partsOf(text: string): CalendarParts {
  const lines = linesOf(text)
  if (lines[0]?.toUpperCase() !== 'BEGIN:VCALENDAR') throw new RejectedInput('no_calendar')
  const parts: CalendarParts = { events: [], zones: [], others: 0, isCancelling: false }
  const within: string[] = []
  let part: string[] | null = null
  for (const line of lines) {
    const [name, kind] = nameOf(line)
    if (name === 'BEGIN') {
      if (within.length >= MAX_DEEP || (kind === 'VCALENDAR') !== (within.length === 0))
        throw new RejectedInput('damaged')
      within.push(kind)
      if (within.length === 2) part = begun(parts, kind)
      else if (part && within[1] === 'VTIMEZONE') part.push(line)
    } else if (name === 'END') {
      if (within.pop() !== kind) throw new RejectedInput('damaged')
      if (part && (within.length === 1 || within[1] === 'VTIMEZONE')) part.push(line)
      if (within.length === 1) part = null
    } else if (within.length === 0) {
      throw new RejectedInput('damaged')
    } else if (within.length === 1) {
      if (name === 'METHOD' && /:\s*CANCEL\s*$/i.test(line)) parts.isCancelling = true
    } else if (part && read.has(name) && (within.length === 2 || within[1] === 'VTIMEZONE')) {
      if (part.push(line) > MAX_IN_EVENT) throw new RejectedInput('too_many')
    }
  }
  if (within.length > 0) throw new RejectedInput('damaged')
  return parts
}
const MAX_DEEP = 6

function begun(parts: CalendarParts, kind: string): string[] | null {
  if (kind === 'VFREEBUSY') parts.others++
  const list = kind === 'VEVENT' ? parts.events : kind === 'VTIMEZONE' ? parts.zones : null
  if (!list) return null
  if (list.length >= (kind === 'VEVENT' ? MAX_EVENTS : MAX_ZONES)) throw new RejectedInput('too_many')
  const part = [`BEGIN:${kind}`]
  list.push(part)
  return part
}

/** How a line begins; of BEGIN and END also what does. */
function nameOf(line: string): [name: string, kind: string] {
  const name = /^[A-Za-z0-9-]{1,40}(?=[:;])/.exec(line)?.[0].toUpperCase() ?? ''
  return [
    name,
    name === 'BEGIN' || name === 'END'
      ? line
          .slice(name.length + 1)
          .trim()
          .toUpperCase()
      : '',
  ]
}

/** Lines that were folded are one again. */
function linesOf(text: string): string[] {
  const lines: string[] = []
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    const last = lines.length - 1
    if (/^[ \t]/.test(line) && last >= 0) {
      if (lines[last]!.length < LONGEST_LINE) lines[last] += line.slice(1)
    } else if (line !== '' && lines.push(line.slice(0, LONGEST_LINE)) > MAX_LINES) throw new RejectedInput('too_many')
  }
  return lines
}
