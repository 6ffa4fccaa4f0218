import type { Selectable } from 'kysely'
import type { Transaction } from '#platform/database/database.ts'
import type { Tables } from '#schema/tables.ts'
import type { Heard } from './reading.ts'

/** An event that is gone is let go of when so many good readings in a row, over so long a time, have not had it. */
const GONE_AFTER = 3
const GONE_AFTER_MS = 30 * 60_000
/** A window of this length that moves on by a few days is the same one. */
const WINDOW_DAYS = 60
const MOVES_ON_DAYS = 3

type EventRow = Selectable<Tables['imported_event']>

/**
 * Writes down what a calendar says now beside what it said before. What has other dates than before moves; what is new is
 * added; what is missing is counted, and gone only after a while. Where some of it could not be read, nothing counts as missing.
 */
export async function keepEvents(
  db: Transaction,
  importId: number,
  { events, unread }: { events: readonly Heard[]; unread: number },
  today: number,
  now: number,
): Promise<void> {
  const known = await db.selectFrom('imported_event').selectAll().where('import_id', '=', importId).execute()
  const byKey = new Map(known.map((row) => [row.key, row]))
  const heard = new Set(events.map(({ key }) => key))
  const missing = known.filter(({ key }) => !heard.has(key))
  const added: Heard[] = []
  for (const event of events) {
    const row = byKey.get(event.key) ?? takeRenamed(missing, event, today)
    if (row) await keepKnown(db, row, event, today)
    else added.push(event)
  }
  await addEvents(db, importId, added, now)
  if (unread === 0)
    await countMissing(
      db,
      missing.filter(({ to_day }) => to_day > today),
      now,
    )
}

/** The calendar was found as it was: what it did not have it still has not. */
export async function countStillMissing(db: Transaction, importId: number, today: number, now: number): Promise<void> {
  const missing = await db
    .selectFrom('imported_event')
    .selectAll()
    .where('import_id', '=', importId)
    .where('missed', '>', 0)
    .where('to_day', '>', today)
    .execute()
  await countMissing(db, missing, now)
}

async function keepKnown(db: Transaction, row: EventRow, event: Heard, today: number): Promise<void> {
  // Many calendars leave out days that are over.
  const from = row.from_day < today && event.from <= today ? Math.min(row.from_day, event.from) : event.from
  const isMoved = from !== row.from_day || event.to !== row.to_day
  const isBack = row.missed > 0 || row.gone_at !== null
  if (!isMoved && !isBack && row.key === event.key && row.title === event.title) return
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
      ...((isMoved || row.gone_at !== null) && { waits: 1 }),
      // What somebody settled were other nights.
      ...(isMoved && { settled_at: null, settled_by: null, settled_note: '' }),
    })
    .where('id', '=', row.id)
    .execute()
}

/**
 * A block that is called otherwise each day, because it begins today, or so many days from today: the same one, moved on.
 * Nothing of what is to come is let go of at once by it but the first days of a window.
 */
function takeRenamed(missing: EventRow[], event: Heard, today: number): EventRow | undefined {
  const from = Math.max(event.from, today)
  const at = missing.findIndex((row) => {
    if (row.title !== event.title || event.to < row.to_day) return false
    const began = Math.max(row.from_day, today)
    if (from === today) return row.from_day <= today && row.to_day >= today
    return began <= from && from - began <= MOVES_ON_DAYS && event.to - event.from >= WINDOW_DAYS
  })
  return at < 0 ? undefined : missing.splice(at, 1)[0]
}

async function addEvents(db: Transaction, importId: number, events: readonly Heard[], now: number): Promise<void> {
  for (let at = 0; at < events.length; at += ROWS_AT_ONCE) {
    const rows = events.slice(at, at + ROWS_AT_ONCE).map(({ key, title, from, to }) => {
      return { import_id: importId, key, title, from_day: from, to_day: to, seen_at: now }
    })
    await db.insertInto('imported_event').values(rows).execute()
  }
}
const ROWS_AT_ONCE = 200

async function countMissing(db: Transaction, missing: readonly EventRow[], now: number): Promise<void> {
  for (const { id, missed, missed_since, gone_at } of missing) {
    if (gone_at !== null) continue
    const since = missed_since ?? now
    const isGone = missed + 1 >= GONE_AFTER && now - since >= GONE_AFTER_MS
    await db
      .updateTable('imported_event')
      .set({ missed: missed + 1, missed_since: since, ...(isGone && { gone_at: now, waits: 1 }) })
      .where('id', '=', id)
      .execute()
  }
}
