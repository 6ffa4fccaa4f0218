import type { Asker } from '../platform/contract.ts'
import { inTransaction, type Database } from '../platform/database/database.ts'
import { notFound } from '../platform/errors.ts'
import { recordChange } from '../platform/work/audit.ts'

/** What one shift leaves to the next. */
export interface NoteForm {
  text: string
  isTask: boolean
  /** The reference of the stay that it is about. Empty: of none. */
  code: string
  showAt: 'arrival' | 'departure' | null
  dueAt: number | null
}

export interface Note {
  id: number
  text: string
  is_task: number
  show_at: 'arrival' | 'departure' | null
  due_at: number | null
  written_at: number
  done_at: number | null
  code: string | null
  guest: string | null
  /** The number on the door, where it is about a unit. */
  unit: string | null
  by: string
}

/** What is open, the first due first; with what was done in the last hours, so that it can be taken back. */
export const openNotes = (db: Database, since: number): Promise<Note[]> =>
  notes(db)
    .where((row) => row.or([row('desk_note.done_at', 'is', null), row('desk_note.done_at', '>=', since)]))
    .limit(MOST_NOTES)
    .execute()
const MOST_NOTES = 200

/** What was noted about a stay. */
export const notesOf = (db: Database, bookingIds: readonly number[]): Promise<Note[]> =>
  notes(db).where('desk_note.booking_id', 'in', bookingIds).limit(MOST_NOTES).execute()

const notes = (db: Database) =>
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
      'booking.code',
      'booking.name as guest',
      'unit.name as unit',
      'account.name as by',
    ])
    .orderBy('due_at')
    .orderBy('desk_note.id')

export async function addNote(db: Database, asker: Asker, form: NoteForm): Promise<void> {
  await inTransaction(db, async (transaction) => {
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
        due_at: form.dueAt,
        written_at: asker.now,
        written_by: asker.account!.id,
      })
      .execute()
    await recordChange(transaction, asker, 'note written', subjectOf(form.code), { after: { text: form.text } })
  })
}

/** Done, or not done after all. Done twice, it is done. */
export async function markNote(db: Database, asker: Asker, { id, done }: { id: number; done: boolean }): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const note = await notes(transaction).where('desk_note.id', '=', id).executeTakeFirst()
    if (!note) throw notFound()
    if ((note.done_at !== null) === done) return
    await transaction
      .updateTable('desk_note')
      .set({ done_at: done ? asker.now : null, done_by: done ? asker.account!.id : null })
      .where('id', '=', id)
      .execute()
    const [before, after] = [{ done: !done }, { done }]
    await recordChange(transaction, asker, 'note done', subjectOf(note.code ?? ''), { before, after })
  })
}

const subjectOf = (code: string) => (code === '' ? 'notes' : `booking ${code}`)
