import { execFileSync, spawnSync } from 'node:child_process'
import { convertIcsCalendar } from 'ts-ics'

interface ReadEvent {
  uid: string
  title: string
  /** YYYY-MM-DD. */
  from: string
  to: string
}

/** Programs that read calendars and have nothing in common with one another, nor with what the product reads them with. */
export interface CalendarReader {
  name: string
  read(text: string): ReadEvent[] | Promise<ReadEvent[]>
  /** Why it cannot be asked here. */
  missing?: string | undefined
}

const python = `
import json, sys
from icalendar import Calendar
calendar = Calendar.from_ical(sys.stdin.buffer.read())
print(json.dumps([{
  "uid": str(event["UID"]), "title": str(event["SUMMARY"]),
  "from": event["DTSTART"].dt.isoformat(), "to": event["DTEND"].dt.isoformat(),
} for event in calendar.walk("VEVENT") if event["DTSTAMP"]]))
`
/** Debian's own, which finds what Debian has installed. */
const interpreters = ['/usr/bin/python3', 'python3']
const interpreter = interpreters.find((each) => spawnSync(each, ['-c', 'import icalendar']).status === 0)

export const readersOfCalendars: readonly CalendarReader[] = [
  {
    name: 'icalendar of Python',
    missing: interpreter ? undefined : 'icalendar of Python is not installed (Debian: apt install python3-icalendar)',
    read: (text) =>
      JSON.parse(execFileSync(interpreter!, ['-c', python], { input: text, encoding: 'utf8' })) as ReadEvent[],
  },
  {
    name: 'ts-ics',
    read: (text) =>
      (convertIcsCalendar(undefined, text).events ?? []).map(({ uid, summary, start, end }) => ({
        uid,
        title: summary,
        from: start.date.toISOString().slice(0, 10),
        to: end!.date.toISOString().slice(0, 10),
      })),
  },
]
