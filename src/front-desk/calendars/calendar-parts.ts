import { RejectedInputError } from '#platform/sandbox/rejected-input.ts'

/** Reasons why a calendar cannot be read at all. */
export const calendarReadErrors = ['no_calendar', 'damaged', 'too_many', 'too_long'] as const
export type ReadError = (typeof calendarReadErrors)[number]

export interface CalendarParts {
  /** Each event as its lines. */
  events: string[][]
  zones: string[][]
  /** The number of VFREEBUSY components, which describe time but are not events. */
  freeBusyCount: number
  /** Whether the calendar cancels all its events (METHOD:CANCEL). */
  isCancelling: boolean
}

const MAX_LINES = 100_000
const MAX_EVENTS = 5_000
const MAX_ZONES = 50
const MAX_EVENT_LINES = 500
const MAX_LINE_LENGTH = 8_000

/** The properties that are read from events and time zones. Descriptions, locations and attendees are ignored. */
const READ_PROPERTIES = new Set(
  (
    'UID DTSTART DTEND DURATION RRULE RDATE EXDATE RECURRENCE-ID STATUS SUMMARY SEQUENCE ' +
    'TZID TZOFFSETFROM TZOFFSETTO TZNAME'
  ).split(' '),
)

/**
 * Splits a calendar into its parts in one pass, before any other processing. Rejects an incomplete calendar, because
 * the missing part is unknown. Skips event lines that are not needed, so that a description with a raw line break does
 * no harm.
 */
export function splitCalendar(text: string): CalendarParts {
  const lines = unfoldLines(text)
  if (lines[0]?.toUpperCase() !== 'BEGIN:VCALENDAR') throw new RejectedInputError('no_calendar')
  const parts: CalendarParts = { events: [], zones: [], freeBusyCount: 0, isCancelling: false }
  const openComponents: string[] = []
  let componentLines: string[] | null = null
  for (const line of lines) {
    const [name, kind] = parseLine(line)
    if (name === 'BEGIN') {
      if (openComponents.length >= MAX_DEPTH || (kind === 'VCALENDAR') !== (openComponents.length === 0))
        throw new RejectedInputError('damaged')
      openComponents.push(kind)
      if (openComponents.length === 2) componentLines = startComponent(parts, kind)
      else if (componentLines && openComponents[1] === 'VTIMEZONE') componentLines.push(line)
    } else if (name === 'END') {
      if (openComponents.pop() !== kind) throw new RejectedInputError('damaged')
      if (componentLines && (openComponents.length === 1 || openComponents[1] === 'VTIMEZONE'))
        componentLines.push(line)
      if (openComponents.length === 1) componentLines = null
    } else if (openComponents.length === 0) {
      throw new RejectedInputError('damaged')
    } else if (openComponents.length === 1) {
      if (name === 'METHOD' && /:\s*CANCEL\s*$/i.test(line)) parts.isCancelling = true
    } else if (
      componentLines &&
      READ_PROPERTIES.has(name) &&
      (openComponents.length === 2 || openComponents[1] === 'VTIMEZONE')
    ) {
      if (componentLines.push(line) > MAX_EVENT_LINES) throw new RejectedInputError('too_many')
    }
  }
  if (openComponents.length > 0) throw new RejectedInputError('damaged')
  return parts
}
const MAX_DEPTH = 6

function startComponent(parts: CalendarParts, kind: string): string[] | null {
  if (kind === 'VFREEBUSY') parts.freeBusyCount++
  const components = kind === 'VEVENT' ? parts.events : kind === 'VTIMEZONE' ? parts.zones : null
  if (!components) return null
  if (components.length >= (kind === 'VEVENT' ? MAX_EVENTS : MAX_ZONES)) throw new RejectedInputError('too_many')
  const componentLines = [`BEGIN:${kind}`]
  components.push(componentLines)
  return componentLines
}

/** Returns the property name of a line, and for BEGIN and END also the component name. */
function parseLine(line: string): [name: string, kind: string] {
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

/** Splits text into lines and unfolds the folded ones. */
function unfoldLines(text: string): string[] {
  const lines: string[] = []
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    const lastIndex = lines.length - 1
    if (/^[ \t]/.test(line) && lastIndex >= 0) {
      if (lines[lastIndex]!.length < MAX_LINE_LENGTH) lines[lastIndex] += line.slice(1)
    } else if (line !== '' && lines.push(line.slice(0, MAX_LINE_LENGTH)) > MAX_LINES)
      throw new RejectedInputError('too_many')
  }
  return lines
}
