import { execFileSync, spawnSync } from 'node:child_process'
import { convertIcsCalendar } from 'ts-ics'

interface ReadEvent {
  uid: string
  title: string
  /** YYYY-MM-DD. */
  from: string
  to: string
}

/** Independent programs that read calendars and share no code with the app. */
export interface CalendarReader {
  name: string
  read(text: string): ReadEvent[] | Promise<ReadEvent[]>
  /** The reason why the program is not available on this machine. */
  missing?: string | undefined
}

const pythonScript = `
import json, sys
from icalendar import Calendar
calendar = Calendar.from_ical(sys.stdin.buffer.read())
print(json.dumps([{
  "uid": str(event["UID"]), "title": str(event["SUMMARY"]),
  "from": event["DTSTART"].dt.isoformat(), "to": event["DTEND"].dt.isoformat(),
} for event in calendar.walk("VEVENT") if event["DTSTAMP"]]))
`
/** Debian's own Python comes first, because it finds Debian's packages. */
const interpreters = ['/usr/bin/python3', 'python3']
const interpreter = interpreters.find((program) => spawnSync(program, ['-c', 'import icalendar']).status === 0)

export const calendarReaders: readonly CalendarReader[] = [
  {
    name: 'icalendar of Python',
    missing: interpreter ? undefined : 'icalendar of Python is not installed (Debian: apt install python3-icalendar)',
    read: (text) =>
      JSON.parse(execFileSync(interpreter!, ['-c', pythonScript], { input: text, encoding: 'utf8' })) as ReadEvent[],
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
