import { useState } from 'react'
import { Link, usePlace, useTranslator, type Page } from '#platform/pages/page.tsx'
import { formatDateList } from '#locales/dates.ts'
import { Button } from '#ui/button.tsx'
import { Chip, OperationResult, Fact, Facts, RecordPage, RecordSection, Written } from '#ui/office/record-page.tsx'
import { ContactLinks } from '#ui/office/contact-links.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { timeLeft, when } from '#ui/office/format-time.ts'
import { useBackLink } from '#ui/office/origin.ts'
import { officeHref } from '#routes/office.ts'
import { formatGuests } from '../../availability/format-guests.ts'
import { guestFields, optionalFields, optionsOf } from '../guest-fields.ts'
import { cancellationCostText, paymentKey, wishLines } from '../summary.ts'
import { AnswerForm } from './answer-form.tsx'
import { CancelForm } from './cancel-form.tsx'
import type { BookingRecord, BookingsOfficeApi } from './contract.ts'
import { NightPrices } from './night-prices.tsx'
import { EmailForm } from './email-form.tsx'
import { History, Emails, OtherStays } from './records.tsx'
import { DeskStatusChip } from './desk-status-chip.tsx'
import { useBookingActions } from './use-booking-actions.ts'

/** The page of a stay. For a pending request it includes the form for the answer. */
export const bookingPage: Page<BookingsOfficeApi, BookingRecord> = {
  load: ({ api, place }) => api.getBookingRecord({ code: place.params['code']! }),
  head: ({ name, code }) => ({ title: [name, code].filter(Boolean).join(', '), hidden: true }),
  View: BookingView,
}

function BookingView({ data: record }: { data: BookingRecord }) {
  const translator = useTranslator()
  const { t } = translator
  const { path } = usePlace()
  const { notice, answer, cancel, showSent, onConflict } = useBookingActions(record)
  const backLink = useBackLink(record.may_be_answered ? 'requests' : 'bookings')
  const mayAnswer = useOffice().may('answer requests')
  return (
    <RecordPage
      back={backLink}
      about={`${record.code}, ${t(record.is_of_desk ? 'request.booked' : 'request.requested', { when: when(translator, record.asked_at) })}`}
      title={record.name || t('office.name_deleted')}
      state={<State record={record} />}
      aside={
        <>
          <Emails emails={record.emails}>
            {mayAnswer && record.email !== '' && <WriteEmail record={record} onSent={showSent} />}
          </Emails>
          <History history={record.history} />
          <OtherStays others={record.others} guest_id={record.guest_id} />
        </>
      }
    >
      {notice && (
        <OperationResult path={path} kind={notice.kind} undo={notice.undo}>
          {notice.text}
        </OperationResult>
      )}
      <StayFacts record={record} />
      {optionalFields.map(
        (name) =>
          optionsOf(name).kind === 'paragraphs' &&
          record[name] && (
            <Written key={name} label={t(guestFields[name].label)}>
              {record[name]}
            </Written>
          ),
      )}
      {record.answer && (
        <RecordSection title={t('request.our_message')}>
          <Written label={t('request.our_message')}>{record.answer}</Written>
        </RecordSection>
      )}
      {mayAnswer && record.may_be_answered && <AnswerForm record={record} answer={answer} onConflict={onConflict} />}
      {mayAnswer && record.may_be_cancelled && <CancelForm record={record} cancel={cancel} onConflict={onConflict} />}
    </RecordPage>
  )
}

function State({ record }: { record: BookingRecord }) {
  const translator = useTranslator()
  if (!record.held_until) return <DeskStatusChip {...record} />
  const { timeLeftText, isToday } = timeLeft(translator, record.held_until)
  return (
    <>
      <Chip tone={isToday ? 'due' : 'to-come'}>{timeLeftText}</Chip>
      {translator.t('request.expires', { when: when(translator, record.held_until) })}
    </>
  )
}

/** The button for an email to the guest, and the form that it opens. */
function WriteEmail({ record, onSent }: { record: BookingRecord; onSent: (record: BookingRecord) => void }) {
  const { t } = useTranslator()
  const [isWriting, setWriting] = useState(false)
  if (!isWriting)
    return (
      <Button look="secondary" onClick={() => setWriting(true)}>
        {t('request.write')}
      </Button>
    )
  return (
    <EmailForm
      record={record}
      onSent={(updated) => {
        setWriting(false)
        onSent(updated)
      }}
      onClose={() => setWriting(false)}
    />
  )
}

/** The details of the booking, with links to its other pages. */
function StayFacts({ record }: { record: BookingRecord }) {
  const translator = useTranslator()
  const { t } = translator
  const office = useOffice()
  const cost = cancellationCostText({ cost: record.cancel_cost }, translator)
  return (
    <Facts>
      <Fact name={t(record.may_be_answered ? 'request.requested_stay' : 'request.stays')}>
        <strong>
          {record.room_name}, {formatDateList(translator, record.checkin, record.checkout)}
        </strong>
        <br />
        {translator.count('rooms.nights', record.nights.length)}, {formatGuests(record, translator)}
      </Fact>
      <Fact name={t('request.times')}>
        {t('request.from_until', {
          arrival: record.check_in_from,
          departure: record.check_out_until,
        })}
      </Fact>
      {wishLines(record, translator).map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
      {office.may('run the desk') && (
        <Fact name={t('request.at_desk')}>
          <Link to={officeHref('stay', record.code)}>{t('request.change_stay')}</Link>
        </Fact>
      )}
      {record.total !== null && (
        <Fact name={t('request.price')}>
          <NightPrices record={record} />
        </Fact>
      )}
      {office.may('see money') && (
        <Fact name={t('bill.title')}>
          <Link to={officeHref('bill', record.code)}>{t('bill.about')}</Link>
          <br />
          <Link to={officeHref('stayInvoices', record.code)}>{t('bill.invoices')}</Link>
        </Fact>
      )}
      <Fact name={t('booking.paymenttype')}>
        {[t(`request.pays_${record.payment}`), t(paymentKey(record, record.cancel_cost)), cost]
          .filter(Boolean)
          .join(' · ')}
      </Fact>
      <ContactLinks email={record.email} phone={record.phone} subject={record.reply_subject} />
      {optionalFields.map(
        (name) =>
          !['paragraphs', 'arrival'].includes(optionsOf(name).kind) &&
          record[name] && (
            <Fact key={name} name={t(guestFields[name].label)}>
              {record[name]}
            </Fact>
          ),
      )}
      {office.may('run the desk') && (
        <Fact name={t('guests.title')}>
          <Link to={officeHref('stayRegister', record.code)}>{t('guests.about')}</Link>
        </Fact>
      )}
      <Fact name={t('office.language')}>{t(`office.language_${record.language}`)}</Fact>
      <Fact name={t('office.account')}>{t(record.has_account ? 'office.has_account' : 'office.no_account')}</Fact>
    </Facts>
  )
}
