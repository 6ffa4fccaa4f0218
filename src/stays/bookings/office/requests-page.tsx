import { formatGuests } from '../../availability/format-guests.ts'
import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { Chip } from '#ui/office/record-page.tsx'
import { EmptyListMessage, ListHead, MoreButton, Rows, usePaged, type Row } from '#ui/office/list.tsx'
import { formatTimeLeft, formatWhen } from '#ui/office/format-time.ts'
import { queryString } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { formatStay } from '#locales/dates.ts'
import type { Translator } from '#locales/translator.ts'
import { BookingViews } from './booking-views.tsx'
import { FirstSteps } from './first-steps.tsx'
import type { BookingsOfficeApi, WaitingRequest, WaitingRequests } from './contract.ts'

/** The requests that wait for an answer. The one that expires first is on top. */
export const requestsPage: Page<BookingsOfficeApi, WaitingRequests> = {
  load: ({ api }) => api.getWaitingRequests({}),
  isLive: true,
  head: (_, { t }) => ({ title: t('office.requests'), hidden: true }),
  View: RequestsView,
}

function RequestsView({ data }: { data: WaitingRequests }) {
  const translator = useTranslator()
  const { t, count } = translator
  const api = useApi<BookingsOfficeApi>()
  const { can } = useOffice()
  const { rows, paging } = usePaged(data, (after) => api.getWaitingRequests({ after }), '')
  const firstHeldUntil = data.data[0]?.held_until
  const firstDeadline = firstHeldUntil
    ? `, ${t('office.next_deadline', { when: formatWhen(translator, firstHeldUntil) })}`
    : ''
  return (
    <>
      <ListHead
        title={t('office.requests')}
        subtitle={data.waiting > 0 && count('office.requests_count', data.waiting) + firstDeadline}
      />
      <BookingViews shown="requests" pathOf={(view) => officePages.bookings + queryString({ view })} />
      {data.begun ? (
        <FirstSteps completedSteps={data.begun} />
      ) : data.waiting === 0 ? (
        <EmptyListMessage
          title={t('office.no_requests')}
          text={t('office.no_requests_text')}
          action={
            can('run the desk') && (
              <ButtonLink variant="secondary" to={officePages.newBooking}>
                {t('desk.new_booking')}
              </ButtonLink>
            )
          }
        />
      ) : (
        <Rows rows={rows.map((row) => readRow(row, translator))} />
      )}
      <MoreButton {...paging} />
    </>
  )
}

function readRow(row: WaitingRequest, translator: Translator): Row {
  const timeLeftLabel = row.held_until && formatTimeLeft(translator, row.held_until)
  return {
    path: officeHref('booking', row.code),
    title: row.name,
    about: `${row.room_name}, ${formatStay(translator, row.checkin, row.checkout)}`,
    small: `${formatGuests(row, translator)}, ${translator.t('request.requested', { when: formatWhen(translator, row.asked_at) })}`,
    end: row.total !== null && translator.money(row.total),
    chip: timeLeftLabel && <Chip tone={timeLeftLabel.isToday ? 'due' : 'to-come'}>{timeLeftLabel.timeLeftText}</Chip>,
  }
}
