import { useState } from 'react'
import { Link, usePlace, useTranslator, type Page } from '#platform/pages/page.tsx'
import { formatDateList } from '#locales/dates.ts'
import { Button } from '#ui/button.tsx'
import { Chip, Done, Fact, Facts, File, Part, Written } from '#ui/office/record-page.tsx'
import { Reach } from '#ui/office/contact-links.tsx'
import { useDesk } from '#ui/office/desk.ts'
import { timeLeft, when } from '#ui/office/format-time.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { formatGuests } from '../../availability/format-guests.ts'
import { guestFields, optionalFields, optionsOf } from '../guest-fields.ts'
import { cancellationCostText, paymentKey } from '../summary.ts'
import { AnswerForm } from './answer-form.tsx'
import { CancelForm } from './cancel-form.tsx'
import type { BookingFile, BookingsOfficeApi } from './contract.ts'
import { NightPrices } from './night-prices.tsx'
import { lastListPath } from './last-list.ts'
import { EmailForm } from './email-form.tsx'
import { History, Emails, OtherStays } from './records.tsx'
import { DeskStatusChip } from './desk-status-chip.tsx'
import { useBookingActions } from './use-booking-actions.ts'

/** The page of a stay. For a pending request it includes the form for the answer. */
export const bookingPage: Page<BookingsOfficeApi, BookingFile> = {
  load: ({ api, place }) => api.getBookingFile({ code: place.params['code']! }),
  head: ({ name, code }) => ({ title: [name, code].filter(Boolean).join(', '), hidden: true }),
  View: BookingView,
}

function BookingView({ data: file }: { data: BookingFile }) {
  const translator = useTranslator()
  const { t } = translator
  const { path } = usePlace()
  const { notice, answer, cancel, showSent, onConflict } = useBookingActions(file)
  /** After answering a request, staff return to the other requests. */
  const [backLink] = useState(() =>
    file.may_be_answered
      ? { to: officePages.requests, label: t('office.requests') }
      : { to: lastListPath(), label: t('stays.title') },
  )
  const mayAnswer = useDesk().may('answer requests')
  return (
    <File
      back={backLink}
      about={`${file.code}, ${t(file.is_of_desk ? 'request.booked' : 'request.asked', { when: when(translator, file.asked_at) })}`}
      title={file.name || t('office.forgotten')}
      state={<State file={file} />}
      aside={
        <>
          <Emails letters={file.letters}>
            {mayAnswer && file.email !== '' && <WriteEmail file={file} onSent={showSent} />}
          </Emails>
          <History history={file.history} />
          <OtherStays others={file.others} />
        </>
      }
    >
      {notice && (
        <Done path={path} kind={notice.kind} undo={notice.undo}>
          {notice.text}
        </Done>
      )}
      <StayFacts file={file} />
      {optionalFields.map(
        (name) =>
          optionsOf(name).kind === 'paragraphs' &&
          file[name] && (
            <Written key={name} label={t(guestFields[name].label)}>
              {file[name]}
            </Written>
          ),
      )}
      {file.answer && (
        <Part title={t('request.our_sentence')}>
          <Written label={t('request.our_sentence')}>{file.answer}</Written>
        </Part>
      )}
      {mayAnswer && file.may_be_answered && <AnswerForm file={file} answer={answer} onConflict={onConflict} />}
      {mayAnswer && file.may_be_cancelled && <CancelForm file={file} cancel={cancel} onConflict={onConflict} />}
    </File>
  )
}

function State({ file }: { file: BookingFile }) {
  const translator = useTranslator()
  if (!file.held_until) return <DeskStatusChip {...file} />
  const { said: timeLeftText, isToday } = timeLeft(translator, file.held_until)
  return (
    <>
      <Chip tone={isToday ? 'due' : 'to-come'}>{timeLeftText}</Chip>
      {translator.t('request.expires', { when: when(translator, file.held_until) })}
    </>
  )
}

/** The button for an email to the guest, and the form that it opens. */
function WriteEmail({ file, onSent }: { file: BookingFile; onSent: (file: BookingFile) => void }) {
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
      file={file}
      onSent={(updated) => {
        setWriting(false)
        onSent(updated)
      }}
      onClose={() => setWriting(false)}
    />
  )
}

/** The details of the booking, with links to its other pages. */
function StayFacts({ file }: { file: BookingFile }) {
  const translator = useTranslator()
  const { t } = translator
  const desk = useDesk()
  const cost = cancellationCostText({ cost: file.cancel_cost }, translator)
  return (
    <Facts>
      <Fact name={t(file.may_be_answered ? 'request.wants' : 'request.stays')}>
        <strong>
          {file.room_name}, {formatDateList(translator, file.checkin, file.checkout)}
        </strong>
        <br />
        {translator.count('rooms.nights', file.nights.length)}, {formatGuests(file, translator)}
      </Fact>
      <Fact name={t('request.arrives')}>
        {t('request.from_until', {
          arrival: file.check_in_from,
          departure: file.check_out_until,
        })}
      </Fact>
      {desk.may('run the desk') && (
        <Fact name={t('request.at_desk')}>
          <Link to={officeHref('stay', file.code)}>{t('request.change_stay')}</Link>
        </Fact>
      )}
      {file.total !== null && (
        <Fact name={t('request.price')}>
          <NightPrices file={file} />
        </Fact>
      )}
      {desk.may('see money') && (
        <Fact name={t('bill.title')}>
          <Link to={officeHref('bill', file.code)}>{t('bill.about')}</Link>
          <br />
          <Link to={officeHref('stayInvoices', file.code)}>{t('bill.invoices')}</Link>
        </Fact>
      )}
      <Fact name={t('booking.paymenttype')}>
        {[t(`request.pays_${file.payment}`), t(paymentKey(file, file.cancel_cost)), cost].filter(Boolean).join(' · ')}
      </Fact>
      <Reach email={file.email} phone={file.phone} subject={file.reply_subject} />
      {optionalFields.map(
        (name) =>
          optionsOf(name).kind !== 'paragraphs' &&
          file[name] && (
            <Fact key={name} name={t(guestFields[name].label)}>
              {file[name]}
            </Fact>
          ),
      )}
      {desk.may('run the desk') && (
        <Fact name={t('guests.title')}>
          <Link to={officeHref('stayRegister', file.code)}>{t('guests.about')}</Link>
        </Fact>
      )}
      <Fact name={t('office.reads')}>{t(`office.reads_${file.language}`)}</Fact>
      <Fact name={t('office.account')}>{t(file.has_account ? 'office.has_account' : 'office.no_account')}</Fact>
    </Facts>
  )
}
