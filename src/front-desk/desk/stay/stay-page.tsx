import { Link, useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/form/radio-group.tsx'
import { TextArea } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { RecordPage, RecordSection } from '#ui/office/record-page.tsx'
import { useBackLink } from '#ui/office/origin.ts'
import { officeHref, officePages } from '#routes/office.ts'
import type { DeskApi } from '../contract.ts'
import type { TodayApi } from '../today/contract.ts'
import { DueFields, Note } from '../today/notes.tsx'
import type { DeskStay, StayApi } from './contract.ts'
import { Room } from './room.tsx'
import styles from './stay.module.css'
import { StayActions } from './stay-actions.tsx'

/** The stay page of the desk: changes dates, rooms and guests, cancels rooms, and adds notes for the next shift. */
export const stayPage: Page<StayApi & DeskApi & TodayApi, DeskStay> = {
  live: true,
  load: ({ api, place }) => api.getDeskStay({ code: place.params['code']! }),
  head: ({ name, code }, { t }) => ({ title: [t('desk.edit_stay'), name || code].join(', '), hidden: true }),
  View: StayView,
}

function StayView({ data: stay }: { data: DeskStay }) {
  const { t } = useTranslator()
  const office = useOffice()
  const origin = useBackLink('bookings')
  const isFromChart = origin.page === 'chart'
  const booking = { to: officeHref('booking', stay.code), label: t('desk.booking_details') }
  const liveCount = stay.rooms.filter(({ may_change }) => may_change).length
  return (
    <RecordPage
      back={isFromChart ? origin : booking}
      about={stay.code}
      title={stay.name || t('office.name_deleted')}
      state={
        <>
          {isFromChart && (
            <>
              <Link to={booking.to}>{booking.label}</Link>
              {' · '}
            </>
          )}
          <Link to={`${officePages.newBooking}?copy=${stay.code}`}>{t('desk.stay_copy')}</Link>
          {office.may('see money') && (
            <>
              {' · '}
              <Link to={officeHref('bill', stay.code)}>{t('bill.title')}</Link>
              {' · '}
              <Link to={officeHref('stayInvoices', stay.code)}>{t('bill.invoices')}</Link>
            </>
          )}
        </>
      }
      aside={<StayNotes stay={stay} />}
    >
      {liveCount > 0 && <StayActions stay={stay} />}
      {stay.rooms.map((room) => (
        // The version in the key resets a room that another user has changed.
        <Room key={`${room.booking} ${room.version}`} room={room} stay={stay} isOneOfSeveral={liveCount > 1} />
      ))}
    </RecordPage>
  )
}

export function StayNotes({ stay }: { stay: DeskStay }) {
  const { t } = useTranslator()
  const api = useApi<TodayApi>()
  const office = useOffice()
  const { form, busy, failure, error } = useForm(
    async ({ text, form: element }) => {
      const show = text('show_at')
      const show_at = show === 'arrival' || show === 'departure' ? show : null
      const due = { due_day: text('due_day'), due_time: text('due_time') }
      await api.addDeskNote({ text: text('note'), code: stay.code, show_at, ...due })
      element.reset()
      office.refresh()
    },
    { again: true, draftFields: ['note'] },
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
          chosen="always"
          options={(['always', 'arrival', 'departure'] as const).map((time) => [time, t(`desk.note_${time}`)])}
        />
        <DueFields error={error} />
        {failure && <Failure>{failure}</Failure>}
        <Button type="submit" look="secondary" busy={busy}>
          {t('desk.add_note')}
        </Button>
      </form>
    </RecordSection>
  )
}
