import { useState, type ReactNode } from 'react'
import { Link, useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/form/field.tsx'
import { DateField } from '#ui/office/date-field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { formatWhen } from '#ui/office/format-time.ts'
import { officeHref } from '#routes/office.ts'
import type { Translator } from '#locales/translator.ts'
import type { DeskNote, TodayApi } from './contract.ts'
import styles from './notes.module.css'

/** The notes and tasks of the desk, with a form for a new one. */
export const renderNotes = (notes: readonly DeskNote[]): ReactNode[] => [
  ...notes.map((note) => <Note key={note.id} note={note} />),
  <li key="new">
    <NewNote isFirst={notes.length === 0} />
  </li>,
]

export function Note({
  note,
  isOfThisStay = false,
  isInset = !isOfThisStay,
}: {
  note: DeskNote
  isOfThisStay?: boolean
  /** Whether the frame around the note has no padding of its own. */
  isInset?: boolean
}) {
  const translator = useTranslator()
  const api = useApi<TodayApi>()
  const office = useOffice()
  /** The checkbox state until the server confirms it. */
  const [isDoneOptimistically, setIsDoneOptimistically] = useState<boolean | null>(null)
  async function markDone(isDone: boolean) {
    setIsDoneOptimistically(isDone)
    await api.markDeskNote({ id: note.id, done: isDone }).catch(() => setIsDoneOptimistically(null))
    office.refresh()
  }
  return (
    <li className={styles.note} data-done={note.done} data-inset={isInset}>
      <label>
        <input
          type="checkbox"
          checked={isDoneOptimistically ?? note.done}
          onChange={({ target }) => void markDone(target.checked)}
        />
        <span>{note.text}</span>
      </label>
      <p className="line-3 small">
        {note.unit && <strong>{note.unit}</strong>}
        {note.code && !isOfThisStay && <Link to={officeHref('booking', note.code)}>{note.guest || note.code}</Link>}
        {note.due_day && <strong>{formatDueText(translator, note)}</strong>}
        {note.show_at && isOfThisStay && <span>{translator.t(`desk.note_${note.show_at}`)}</span>}
        <span>{note.by}</span>
        {isOfThisStay && <time dateTime={note.written_at}>{formatWhen(translator, note.written_at)}</time>}
      </p>
    </li>
  )
}

function formatDueText({ t, day }: Translator, { due_day, due_time: time }: DeskNote): string {
  const dayText = day(due_day!, 'short')
  return time ? t('desk.note_due_at', { when: dayText, time }) : t('desk.note_due', { when: dayText })
}

/** The due date of a note: a day, a time, both or neither. */
export function DueFields({ error }: { error: (name: string) => string | undefined }) {
  const { t } = useTranslator()
  return (
    <div className={styles.due}>
      <DateField label={t('desk.note_due_day')} name="due_day" error={error('due_day')} />
      <DateField label={t('desk.note_due_time')} name="due_time" type="time" error={error('due_time')} />
    </div>
  )
}

function NewNote({ isFirst }: { isFirst: boolean }) {
  const { t } = useTranslator()
  const api = useApi<TodayApi>()
  const office = useOffice()
  const { form, isBusy, failure, error } = useForm(
    async ({ text, sendOnce, form: element }) => {
      const dueFields = { due_day: text('due_day'), due_time: text('due_time') }
      await sendOnce(api.addDeskNote, { text: text('note'), task: true, ...dueFields })
      element.reset()
      office.refresh()
    },
    { isRepeatable: true, draftFields: ['note'] },
  )
  return (
    <form {...form} className={styles.write}>
      {isFirst && <p>{t('desk.no_notes')}</p>}
      <TextArea label={t('desk.new_note')} name="note" rows={2} maxLength={500} placeholder=" " error={error('text')} />
      <DueFields error={error} />
      {failure && <Failure>{failure}</Failure>}
      <Button type="submit" variant="secondary" isBusy={isBusy}>
        {t('desk.add_task')}
      </Button>
    </form>
  )
}
