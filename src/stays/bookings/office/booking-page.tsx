import { useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { Link, useApi, usePlace, useTranslator, type Page } from '#platform/pages/page.tsx'
import { formatDateList } from '#locales/dates.ts'
import { Button } from '#ui/button.tsx'
import { Chip, Done, Fact, Facts, File, Part, Written } from '#ui/office/record-page.tsx'
import { Reach } from '#ui/office/contact-links.tsx'
import { useDesk } from '#ui/office/desk.ts'
import { timeLeft, when } from '#ui/office/format-time.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { e164 } from '#people/accounts/phone.ts'
import { formatGuests } from '../../availability/format-guests.ts'
import { cancellationCostText, paymentKey } from '../summary.ts'
import { AnswerForm } from './answer-form.tsx'
import { CancelForm } from './cancel-form.tsx'
import type { BookingFile, BookingsOfficeApi } from './contract.ts'
import { NightPrices } from './night-prices.tsx'
import { lastListPath } from './last-list.ts'
import { EmailForm } from './email-form.tsx'
import { History, Emails, OtherStays } from './records.tsx'
import { DeskStatusChip } from './desk-status-chip.tsx'

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
  const api = useApi<BookingsOfficeApi>()
  const desk = useDesk()
  const [notice, setNotice] = useState<{ text: string; kind?: 'refused'; act?: number } | null>(null)
  const [isWriting, setWriting] = useState(false)
  /** After answering a request, staff return to the other requests. */
  const [backLink] = useState(() =>
    file.may_be_answered
      ? { to: officePages.requests, label: t('office.requests') }
      : { to: lastListPath(), label: t('stays.title') },
  )
  const mayAnswer = desk.may('answer requests')

  async function answer(operation: 'confirm' | 'decline', sentence: string) {
    const form = { code: file.code, sentence }
    const updated = await (operation === 'confirm' ? api.confirmRequest(form) : api.declineRequest(form))
    const { email } = updated
    setNotice({ text: t(operation === 'confirm' ? 'request.confirmed' : 'request.declined', { email }) })
    desk.show(updated)
    desk.refresh()
  }
  async function cancel(fee: 'agreed' | 'none', sentence: string) {
    const shownFee = fee === 'none' ? 0 : file.cancel_fee
    const updated = await api.cancelForGuest({ code: file.code, fee, told: shownFee, sentence })
    const text =
      updated.email === '' ? t('request.cancel_done_silent') : t('request.cancel_done', { email: updated.email })
    setNotice({ text, act: updated.act })
    desk.show(updated)
    desk.refresh()
  }
  async function undoCancellation(operation: number) {
    try {
      const updated = await api.takeBackCancelling({ code: file.code, act: operation })
      setNotice({
        text: updated.email === '' ? t('request.stands_silent') : t('request.stands', { email: updated.email }),
      })
      desk.show(updated)
      desk.refresh()
    } catch (error) {
      onConflict((error instanceof ApiError && error.message) || t('office.failed'))
    }
  }
  function onSent(updatedFile: BookingFile) {
    setWriting(false)
    setNotice({ text: t('request.write_done', { email: updatedFile.email }) })
    desk.show(updatedFile)
    desk.refresh()
  }
  function onConflict(text: string) {
    setNotice({ text, kind: 'refused' })
    desk.refresh()
  }

  const cost = cancellationCostText({ cost: file.cancel_cost }, translator)
  return (
    <File
      back={backLink}
      about={`${file.code}, ${t(file.is_of_desk ? 'request.booked' : 'request.asked', { when: when(translator, file.asked_at) })}`}
      title={file.name || t('office.forgotten')}
      state={<State file={file} />}
      aside={
        <>
          <Emails letters={file.letters}>
            {mayAnswer &&
              file.email !== '' &&
              (isWriting ? (
                <EmailForm
                  file={file}
                  write={(draft, options) => api.writeToGuest(draft, options)}
                  onSent={onSent}
                  onClose={() => setWriting(false)}
                />
              ) : (
                <Button look="secondary" onClick={() => setWriting(true)}>
                  {t('request.write')}
                </Button>
              ))}
          </Emails>
          <History history={file.history} />
          <OtherStays others={file.others} />
        </>
      }
    >
      {notice && (
        <Done
          path={path}
          {...(notice.kind && { kind: notice.kind })}
          {...(notice.act && { undo: () => undoCancellation(notice.act!) })}
        >
          {notice.text}
        </Done>
      )}
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
        <Reach
          email={file.email}
          phone={{ typed: file.phone, dialled: e164(file.phone) }}
          subject={file.reply_subject}
        />
        {desk.may('run the desk') && (
          <Fact name={t('guests.title')}>
            <Link to={officeHref('stayRegister', file.code)}>{t('guests.about')}</Link>
          </Fact>
        )}
        <Fact name={t('office.reads')}>{t(`office.reads_${file.language}`)}</Fact>
        <Fact name={t('office.account')}>{t(file.has_account ? 'office.has_account' : 'office.no_account')}</Fact>
      </Facts>
      {file.message && <Written label={t('booking.message')}>{file.message}</Written>}
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
