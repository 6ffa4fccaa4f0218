import type { Selectable } from 'kysely'
import type { Transaction } from '#platform/database/database.ts'
import type { Tables } from '#schema/tables.ts'
import type { ImportedNights } from './reading.ts'
import { MINUTE_MS } from '#platform/durations.ts'

/** An event is released after it was missing from this many successful reads over at least this time. */
const GONE_AFTER_READS = 3
const GONE_AFTER_MS = 30 * MINUTE_MS
/** A window of at least this length that moves by a few days counts as the same event. */
const MIN_WINDOW_DAYS = 60
const MAX_SHIFT_DAYS = 3

type EventRow = Selectable<Tables['imported_event']>

/**
 * Stores the events of a calendar. Adds new events and updates changed dates. Counts missing events and releases them
 * only after a while. If part of the calendar could not be read, no event counts as missing.
 */
export async function storeEvents(
  db: Transaction,
  importId: number,
  { events, unreadableCount }: { events: readonly ImportedNights[]; unreadableCount: number },
  today: number,
  now: number,
): Promise<void> {
  const knownRows = await db.selectFrom('imported_event').selectAll().where('import_id', '=', importId).execute()
  const rowsByKey = new Map(knownRows.map((row) => [row.key, row]))
  const eventKeys = new Set(events.map(({ key }) => key))
  const missingRows = knownRows.filter(({ key }) => !eventKeys.has(key))
  const addedNights: ImportedNights[] = []
  for (const event of events) {
    const row = rowsByKey.get(event.key) ?? removeRenamedRow(missingRows, event, today)
    if (row) await updateKnownEvent(db, row, event, today)
    else addedNights.push(event)
  }
  await addEvents(db, importId, addedNights, now)
  if (unreadableCount === 0)
    await recordMissingEvents(
      db,
      missingRows.filter(({ to_day }) => to_day > today),
      now,
    )
}

/** Increments the miss count of events that were already missing. Called when the calendar has not changed. */
export async function recordStillMissing(db: Transaction, importId: number, today: number, now: number): Promise<void> {
  const missingEvents = await db
    .selectFrom('imported_event')
    .selectAll()
    .where('import_id', '=', importId)
    .where('missed', '>', 0)
    .where('to_day', '>', today)
    .execute()
  await recordMissingEvents(db, missingEvents, now)
}

async function updateKnownEvent(db: Transaction, row: EventRow, event: ImportedNights, today: number): Promise<void> {
  // Many calendars omit past days.
  const from = row.from_day < today && event.from <= today ? Math.min(row.from_day, event.from) : event.from
  const isMoved = from !== row.from_day || event.to !== row.to_day
  const isReturning = row.missed > 0 || row.gone_at !== null
  if (!isMoved && !isReturning && row.key === event.key && row.title === event.title) return
  await db
    .updateTable('imported_event')
    .set({
      key: event.key,
      title: event.title,
      from_day: from,
      to_day: event.to,
      missed: 0,
      missed_since: null,
      gone_at: null,
      ...((isMoved || row.gone_at !== null) && { needs_closure: 1 }),
      // The conflict was settled for the previous nights.
      ...(isMoved && { settled_at: null, settled_by: null, settled_note: '' }),
    })
    .where('id', '=', row.id)
    .execute()
}

/**
 * Removes a row from `missingRows` and returns it, if it is the same event under another UID. Some UIDs change each day,
 * because the event starts today or a fixed number of days from today. A wrong match releases at most the first nights
 * of the event too early.
 */
function removeRenamedRow(missingRows: EventRow[], event: ImportedNights, today: number): EventRow | undefined {
  const from = Math.max(event.from, today)
  const index = missingRows.findIndex((row) => {
    if (row.title !== event.title || event.to < row.to_day) return false
    const start = Math.max(row.from_day, today)
    if (from === today) return row.from_day <= today && row.to_day >= today
    return start <= from && from - start <= MAX_SHIFT_DAYS && event.to - event.from >= MIN_WINDOW_DAYS
  })
  return index < 0 ? undefined : missingRows.splice(index, 1)[0]
}

async function addEvents(
  db: Transaction,
  importId: number,
  events: readonly ImportedNights[],
  now: number,
): Promise<void> {
  for (let index = 0; index < events.length; index += BATCH_SIZE) {
    const rows = events.slice(index, index + BATCH_SIZE).map(({ key, title, from, to }) => {
      return { import_id: importId, key, title, from_day: from, to_day: to, seen_at: now }
    })
    await db.insertInto('imported_event').values(rows).execute()
  }
}
const BATCH_SIZE = 200

async function recordMissingEvents(db: Transaction, missingRows: readonly EventRow[], now: number): Promise<void> {
  for (const { id, missed, missed_since, gone_at } of missingRows) {
    if (gone_at !== null) continue
    const missingSince = missed_since ?? now
    const isGone = missed + 1 >= GONE_AFTER_READS && now - missingSince >= GONE_AFTER_MS
    await db
      .updateTable('imported_event')
      .set({ missed: missed + 1, missed_since: missingSince, ...(isGone && { gone_at: now, needs_closure: 1 }) })
      .where('id', '=', id)
      .execute()
  }
}
