import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** Calendars of other sites that are imported, and feeds that other sites read. */
export interface CalendarTables {
  calendar_import: CalendarImportTable
  imported_event: ImportedEventTable
  calendar_feed: CalendarFeedTable
}

/** The calendar of another site that sells a unit. */
interface CalendarImportTable {
  id: Generated<number>
  unit_id: number
  name: string
  /** The host of the calendar URL. The URL itself is encrypted. */
  host: string
  sealed: Uint8Array
  about: string
  added_at: number
  added_by: number
  /** The last request, the last successful answer, and the last complete read (not just "unchanged"). */
  checked_at: Generated<number | null>
  succeeded_at: Generated<number | null>
  full_read_at: Generated<number | null>
  next_at: number
  failures: Generated<number>
  fault: Generated<string | null>
  fault_detail: Generated<string>
  etag: Generated<string | null>
  modified: Generated<string | null>
}

/** An event of an imported calendar: the unit is taken on some nights. */
interface ImportedEventTable {
  id: Generated<number>
  import_id: number
  key: string
  title: string
  from_day: number
  to_day: number
  seen_at: number
  /** The number of successful reads in a row without the event, and the time of the first one. */
  missed: Generated<number>
  missed_since: Generated<number | null>
  gone_at: Generated<number | null>
  needs_closure: Generated<Flag>
  clash_since: Generated<number | null>
  settled_at: Generated<number | null>
  settled_by: Generated<number | null>
  settled_note: Generated<string>
}

/** The feed of a room, of a unit, or of a unit for one import (`import_id`). */
interface CalendarFeedTable {
  id: Generated<number>
  room_id: number | null
  unit_id: number | null
  import_id: number | null
  hash: Uint8Array
  sealed: Uint8Array
  about: string
  created_at: number
  read_at: Generated<number | null>
  body: Generated<string>
  changed_at: number
}
