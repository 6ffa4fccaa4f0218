import { sql } from 'kysely'
import { listStatusesWith } from '#stays/bookings/status.ts'
import { loadCompany } from '#content/company.ts'
import { startOfDay, dayIn, timestampAt } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { claimOperation } from '#platform/database/idempotency-key.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import { invalid, notFound } from '#platform/errors.ts'
import { recordChange } from '#platform/audit.ts'

/** A note or task that one shift leaves to the next. */
export interface NoteForm {
  text: string
  isTask: boolean
  /** The reference of the stay. Empty: not about a stay. */
  code: string
  showAt: NoteTime
  /**
   * The due date and time in the time zone of the property: YYYY-MM-DD, HH:MM. A time alone means today, and a day
   * alone means the whole day.
   */
  dueDay: string
  dueTime: string
}

/** At arrival or at departure. Null: during the whole stay. */
type NoteTime = 'arrival' | 'departure' | null

export interface Note {
  id: number
  text: string
  is_task: number
  show_at: NoteTime
  due_at: number | null
  written_at: number
  done_at: number | null
  code: string | null
  guest: string | null
  /** The number of the unit, if the note is about one. */
  unit: string | null
  authorName: string
}

/**
 * Returns the open notes of a day by due time, and those done recently, which can be undone. A note with a due date
 * appears from that day on. A note about a stay without a due date appears from the arrival or the departure on.
 */
export async function readNotesOfDay(
  db: Database,
  ctx: RequestContext,
  { day, doneSince }: { day: number; doneSince: number },
): Promise<Note[]> {
  const { timeZone } = await loadCompany(db, ctx)
  const dayEndsAt = startOfDay(timeZone, day + 1)
  return selectNotes(db)
    .where((row) => row.or([row('desk_note.done_at', 'is', null), row('desk_note.done_at', '>=', doneSince)]))
    .where((row) =>
      row.or([
        row('due_at', '<', dayEndsAt),
        row.and([
          row('due_at', 'is', null),
          row.or([row('desk_note.booking_id', 'is', null), createNoteTimeCondition(day)]),
        ]),
      ]),
    )
    .limit(MAX_NOTES)
    .execute()
}
const MAX_NOTES = 200

/**
 * Returns a SQL condition: whether the note of a stay is shown now, because of its own room or another room of the
 * stay.
 */
function createNoteTimeCondition(day: number) {
  const endedStatuses = sql.join(listStatusesWith('releasedNights').map((status) => sql.lit(status)))
  const isDue = sql`room.status not in (${endedStatuses})
    and case when desk_note.show_at = 'departure' then room.check_out else room.check_in end <= cast(${day} as integer)`
  return sql<boolean>`(exists (select 1 from booking as room where room.id = desk_note.booking_id and ${isDue})
    or exists (select 1 from booking as room where room.stay_code = booking.stay_code and ${isDue}))`
}

/** Returns the open notes of the given stays by reference, for check-in and check-out. */
export async function readOpenNotes(db: Database, codes: readonly string[]): Promise<Map<string, Note[]>> {
  if (codes.length === 0) return new Map()
  const openNotes = await selectNotes(db)
    .where('desk_note.done_at', 'is', null)
    .where(stayReference, 'in', codes)
    .limit(MAX_STAY_NOTES)
    .execute()
  return Map.groupBy(openNotes, ({ code }) => code!)
}
const MAX_STAY_NOTES = 1_000

/** Returns the notes about a stay, including those that are not due. */
export const readStayNotes = (db: Database, bookingIds: readonly number[]): Promise<Note[]> =>
  selectNotes(db).where('desk_note.booking_id', 'in', bookingIds).limit(MAX_NOTES).execute()

const stayReference = sql<string | null>`coalesce(booking.stay_code, booking.code)`

const selectNotes = (db: Database) =>
  db
    .selectFrom('desk_note')
    .leftJoin('booking', 'booking.id', 'desk_note.booking_id')
    .leftJoin('unit', 'unit.id', 'desk_note.unit_id')
    .innerJoin('account', 'account.id', 'desk_note.written_by')
    .select([
      'desk_note.id',
      'text',
      'is_task',
      'show_at',
      'due_at',
      'written_at',
      'done_at',
      stayReference.as('code'),
      'booking.name as guest',
      'unit.name as unit',
      'account.name as authorName',
    ])
    // Notes without a due time come last with both databases.
    .orderBy('due_at', (order) => order.asc().nullsLast())
    .orderBy('desk_note.id')

/** Adds a note. Repeating the request with the same key adds nothing. */
export async function addNote(db: Database, ctx: RequestContext, form: NoteForm): Promise<void> {
  const dueAt = await parseDueTime(db, ctx, form)
  await inTransaction(db, async (transaction) => {
    if (!(await claimOperation(transaction, ctx, 'desk note', form))) return
    const booking =
      form.code === ''
        ? null
        : await transaction.selectFrom('booking').select('id').where('code', '=', form.code).executeTakeFirst()
    if (booking === undefined) throw notFound()
    await transaction
      .insertInto('desk_note')
      .values({
        text: form.text,
        is_task: form.isTask ? 1 : 0,
        booking_id: booking && booking.id,
        unit_id: null,
        show_at: form.showAt,
        due_at: dueAt,
        written_at: ctx.now,
        written_by: ctx.account!.id,
      })
      .execute()
    // The text of a note is deleted with its stay or some time after it is done, so the audit log must not contain it.
    await recordChange(transaction, ctx, 'note added', getAuditSubject(form.code), {})
  })
}

async function parseDueTime(db: Database, ctx: RequestContext, { dueDay, dueTime }: NoteForm): Promise<number | null> {
  if (dueDay === '' && dueTime === '') return null
  const { timeZone } = await loadCompany(db, ctx)
  const today = dayIn(timeZone, ctx.now)
  const day = dueDay === '' ? today : parseDay(dueDay)!
  if (day < today) throw invalid({ due_day: 'desk.due_day_past' })
  if (dueTime === '') return startOfDay(timeZone, day)
  const dueAt = timestampAt(timeZone, isoDay(day), dueTime)
  if (dueAt === undefined) throw invalid({ due_time: 'error.no_such_time' })
  if (dueAt <= ctx.now) throw invalid({ due_time: 'error.time_past' })
  return dueAt
}

/** Marks a note as done or as open again. Repeating it has no effect. */
export async function markNote(
  db: Database,
  ctx: RequestContext,
  { id, isDone }: { id: number; isDone: boolean },
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const note = await selectNotes(transaction).where('desk_note.id', '=', id).executeTakeFirst()
    if (!note) throw notFound()
    if ((note.done_at !== null) === isDone) return
    await transaction
      .updateTable('desk_note')
      .set({ done_at: isDone ? ctx.now : null, done_by: isDone ? ctx.account!.id : null })
      .where('id', '=', id)
      .execute()
    const [before, after] = [{ done: !isDone }, { done: isDone }]
    await recordChange(transaction, ctx, 'note done', getAuditSubject(note.code ?? ''), { before, after })
  })
}

const getAuditSubject = (code: string) => (code === '' ? 'notes' : `booking ${code}`)
