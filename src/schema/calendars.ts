import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** What other calendars say of our units, and where they read what we say. */
export interface CalendarTables {
  calendar_import: CalendarImportTable
  imported_event: ImportedEventTable
  calendar_feed: CalendarFeedTable
}

/** The calendar of somebody else who sells a unit. */
interface CalendarImportTable {
  id: Generated<number>
  unit_id: number
  name: string
  /** Of its address, which is sealed. */
  host: string
  sealed: Uint8Array
  about: string
  added_at: number
  added_by: number
  /** When it was asked last; when it answered well; when it was read whole, not only found as it was. */
  asked_at: Generated<number | null>
  good_at: Generated<number | null>
  whole_at: Generated<number | null>
  next_at: number
  failures: Generated<number>
  fault: Generated<string | null>
  fault_detail: Generated<string>
  etag: Generated<string | null>
  modified: Generated<string | null>
}

/** That somebody has a unit on some nights, as such a calendar says. */
interface ImportedEventTable {
  id: Generated<number>
  import_id: number
  key: string
  title: string
  from_day: number
  to_day: number
  seen_at: number
  /** How often in a row, and since when, a calendar that was read well has not had it. */
  missed: Generated<number>
  missed_since: Generated<number | null>
  gone_at: Generated<number | null>
  waits: Generated<Flag>
  clash_since: Generated<number | null>
  settled_at: Generated<number | null>
  settled_by: Generated<number | null>
  settled_note: Generated<string>
}

/** Of a room, of a unit, or of a unit for one import: `import_id`. */
interface CalendarFeedTable {
  id: Generated<number>
  room_id: number | null
  unit_id: number | null
  import_id: number | null
  hash: Uint8Array
  sealed: Uint8Array
  about: string
  made_at: number
  read_at: Generated<number | null>
  body: Generated<string>
  changed_at: number
}
