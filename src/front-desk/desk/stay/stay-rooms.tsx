import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/form/radio-group.tsx'
import { TextArea } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { RecordSection } from '#ui/office/record-page.tsx'
import type { TodayApi } from '../today/contract.ts'
import { DueFields, Note } from '../today/notes.tsx'
import type { DeskStay } from './contract.ts'
import { Room } from './room.tsx'
import styles from './stay.module.css'
import { StayActions } from './stay-actions.tsx'

/** The rooms of a stay, with the actions that change dates, rooms and guests. */
export function StayRooms({ stay }: { stay: DeskStay }) {
  const liveCount = stay.rooms.filter(({ can_change }) => can_change).length
  return (
    <>
      {liveCount > 1 && <StayActions stay={stay} />}
      {stay.rooms.map((room) => (
        // The version in the key resets a room that another user has changed.
        <Room
          key={`${room.booking} ${room.version}`}
          room={room}
          stay={stay}
          mayBeCancelled={liveCount > 1}
          isUnderHeader={stay.rooms.length === 1}
        />
      ))}
      {liveCount === 1 && <StayActions stay={stay} />}
    </>
  )
}

/** The notes of a stay for the next shift, and the form for another one. */
export function StayNotes({ stay }: { stay: DeskStay }) {
  const { t } = useTranslator()
  const api = useApi<TodayApi>()
  const office = useOffice()
  const { form, isBusy, failure, error } = useForm(
    async ({ text, sendOnce, form: element }) => {
      const showAt = text('show_at')
      const show_at = showAt === 'arrival' || showAt === 'departure' ? showAt : null
      const dueFields = { due_day: text('due_day'), due_time: text('due_time') }
      await sendOnce(api.addDeskNote, { text: text('note'), code: stay.code, show_at, ...dueFields })
      element.reset()
      office.refresh()
    },
    { isRepeatable: true, draftFields: ['note'] },
  )
  return (
    <RecordSection title={t('desk.stay_notes')}>
      {stay.notes.length > 0 && (
        <ul role="list">
          {stay.notes.map((note) => (
            <Note key={note.id} note={note} isOfThisStay />
          ))}
        </ul>
      )}
      <form {...form} className={`stack-3 ${styles.note}`}>
        <TextArea label={t('desk.stay_note')} name="note" rows={2} maxLength={500} error={error('text')} />
        <Choice
          legend={t('desk.note_when')}
          name="show_at"
          value="always"
          options={(['always', 'arrival', 'departure'] as const).map((time) => [time, t(`desk.note_${time}`)])}
        />
        <DueFields error={error} />
        {failure && <Failure>{failure}</Failure>}
        <Button type="submit" variant="secondary" isBusy={isBusy}>
          {t('desk.add_note')}
        </Button>
      </form>
    </RecordSection>
  )
}
