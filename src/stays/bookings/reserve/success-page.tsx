import type { ReactNode } from 'react'
import { isNotFound } from '#platform/errors.ts'
import { navigate } from '#platform/pages/navigate.ts'
import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { href } from '#routes/public.ts'
import { Picture } from '#ui/pictures/picture.tsx'
import { ArrivalTime } from '../own-stays/arrival-time.tsx'
import { AddToCalendar } from '../own-stays/add-to-calendar.tsx'
import { CancelStay } from '../own-stays/cancel-stay.tsx'
import { CancellingTerms } from '../own-stays/cancelling-terms.tsx'
import { formatGuests } from '../../availability/format-guests.ts'
import { ChangeStay } from '../change/change-stay.tsx'
import { loadSteps, readRooms, stepParamNames, type StepsData } from '../change/steps.ts'
import type { StayChangesApi } from '../change/contract.ts'
import type { BookingsApi, Confirmation, OnlinePaymentApi } from '../contract.ts'
import type { InvoiceRequestsApi, OwnInvoices } from '../own-stays/invoice-requests-api.ts'
import { useSavedBooking, type SavedBooking } from './made-booking.ts'
import { VerifyRequest } from './verify-request.tsx'
import { DownloadSummary } from '../own-stays/download-summary.tsx'
import { Directions, NextSteps } from '../own-stays/next-steps.tsx'
import { OwnInvoice } from '../own-stays/own-invoice.tsx'
import { PayNow } from '../own-stays/pay-now.tsx'
import { StatusBadge } from '../own-stays/status-badge.tsx'
import { StayDates } from '../own-stays/stay-dates.tsx'
import { StayState } from '../own-stays/stay-state.tsx'
import styles from './success-page.module.css'
import { getStatusTraits } from '../status.ts'
import { formatCancellationCost, formatPaymentText, listPreferenceLines } from '../summary.ts'

/** The stay behind the link in the email, or null if the link is not valid. Undefined without a link. */
interface Data {
  linked: LinkedStay | null | undefined
}

interface LinkedStay {
  token: string
  stay: Confirmation
  /** Loaded on the server for visitors without scripts. The browser loads these on demand. */
  invoices: OwnInvoices | null
  steps: StepsData | null
}

export const successPage: Page<BookingsApi & OnlinePaymentApi & StayChangesApi & InvoiceRequestsApi, Data> = {
  queryNames: ['stay', ...stepParamNames],
  async load({ api, route: { query } }) {
    const token = query.get('stay')
    if (token === null) return { linked: undefined }
    try {
      const stay = await api.getStay({ token })
      const invoices = import.meta.env.SSR ? await api.getOwnInvoices({ token }) : null
      const steps = import.meta.env.SSR ? await loadSteps(api, token, query) : null
      return { linked: { token, stay, invoices, steps } }
    } catch (error) {
      if (!isNotFound(error)) throw error
      return { linked: null }
    }
  },
  async submit(api, form) {
    const verifyToken = form.get('prove')
    if (verifyToken) {
      await api.verifyStay({ token: verifyToken })
      return buildStayPath(verifyToken)
    }
    const payToken = form.get('pay')
    if (payToken) return (await api.startPayment({ token: payToken })).url
    const changeToken = form.get('change')
    if (changeToken) {
      const [checkin, checkout] = [form.get('checkin') ?? '', form.get('checkout') ?? '']
      const rooms = readRooms(form)
      const change = { token: changeToken, checkin, checkout, ...(rooms.length > 0 && { rooms }) }
      await api.changeStay({ ...change, total: Number(form.get('total') || NaN) })
      return buildStayPath(changeToken)
    }
    const invoiceToken = form.get('invoice')
    if (invoiceToken) {
      const [name, bin, address] = ['name', 'bin', 'address'].map((field) => form.get(field) ?? '')
      await api.requestInvoice({ token: invoiceToken, name: name!, bin: bin!, address: address! })
      return buildStayPath(invoiceToken)
    }
    const arrivalToken = form.get('arrival')
    if (arrivalToken) {
      await api.changeArrivalTime({ token: arrivalToken, arrival_time: form.get('arrival_time') ?? '' })
      return buildStayPath(arrivalToken)
    }
    const token = form.get('token') ?? ''
    await api.cancelStay({ token, fee: Number(form.get('fee') || NaN) })
    return buildStayPath(token)
  },
  head: (_, { t }) => ({
    title: t('summary.page'),
    hidden: true,
  }),
  View: SuccessView,
}

const buildStayPath = (token: string) => href('bookingSuccess', null, { stay: token })

function SuccessView({ data: { linked } }: { data: Data }) {
  const booking = useSavedBooking()
  if (linked) return <LinkedStayView {...linked} />
  if (linked === null) return <LinkExpired />
  if (booking) return <ThanksView booking={booking} />
  return booking === null ? <NoBooking /> : <noscript>{import.meta.env.SSR && <NoBooking />}</noscript>
}

function ThanksView({ booking }: { booking: SavedBooking }) {
  const { t } = useTranslator()
  return (
    <div className={`container ${styles.page}`}>
      <header className="stack-4 left">
        <h1>{t('booking.success_title')}</h1>
        <p className="lead">
          {t(booking.status === 'confirmed' ? 'booking.success_booked' : 'booking.success_text', {
            email: booking.email,
          })}
        </p>
        <StayDates stay={booking} />
        {booking.to_pay !== null && (
          <PayNow stayKey={{ id: booking.booking_id }} amount={booking.to_pay} dueText={booking.due_text} />
        )}
        <div className="row-5">
          <ButtonLink
            variant={booking.to_pay === null ? 'primary' : 'secondary'}
            to={href('booking', { id: booking.booking_id })}
          >
            {t('booking.see_booking')}
          </ButtonLink>
          <AddToCalendar stay={booking} token={null} />
          <ButtonLink variant="quiet" to={href('home')}>
            {t('booking.back_home')}
          </ButtonLink>
        </div>
        <NextSteps stay={booking} />
        <Directions code={booking.booking_id} />
      </header>
      <BookingSummary stay={booking} showsTerms />
    </div>
  )
}

/** The page for guests who return by the link in the email. */
function LinkedStayView({ stay, token, invoices, steps }: LinkedStay) {
  const translator = useTranslator()
  const { t } = translator
  const reload = () => navigate(buildStayPath(token), translator.language, 'replace')
  return (
    <div className={`container ${styles.page}`}>
      <header className="stack-4 left">
        <h1>{t('summary.page')}</h1>
        <StayState status={stay.status}>{formatCancellationCost(stay.cancelling, translator)}</StayState>
        <StayDates stay={stay} />
        {stay.awaits_verification ? (
          <VerifyRequest token={token} onVerified={reload} />
        ) : (
          <>
            {stay.to_pay !== null && <PayNow stayKey={{ token }} amount={stay.to_pay} dueText={stay.due_text} />}
            <NextSteps stay={stay} />
            {!getStatusTraits(stay.status).isOver && <Directions code={stay.booking_id} />}
          </>
        )}
        <div className="row-5">
          <DownloadSummary token={token} />
          <AddToCalendar stay={stay} token={token} />
          <ButtonLink variant="quiet" to={href('home')}>
            {t('booking.back_home')}
          </ButtonLink>
        </div>
      </header>
      <BookingSummary stay={stay} />
      <ArrivalTime stayKey={{ token }} stay={stay} onChange={reload} />
      {!stay.awaits_verification && <OwnInvoice stayKey={{ token }} stay={stay} preloaded={invoices} />}
      <ChangeStay
        stayKey={{ token }}
        code={stay.booking_id}
        stay={stay}
        change={stay.change}
        steps={steps}
        onChange={reload}
      />
      <CancelStay stayKey={{ token }} stay={stay} cancelling={stay.cancelling} onChange={reload} />
    </div>
  )
}

function LinkExpired() {
  const { t } = useTranslator()
  return (
    <NoStay intro={t('booking.link_ended')} text={t('booking.link_text')}>
      <ButtonLink variant="quiet" to={href('contact')}>
        {t('home.talk_action')}
      </ButtonLink>
    </NoStay>
  )
}

/** The page without a booking made in this tab. */
function NoBooking() {
  const { t } = useTranslator()
  return (
    <NoStay intro={t('booking.none')} text={t('booking.none_text')}>
      <ButtonLink variant="quiet" to={href('login')}>
        {t('shell.sign_in')}
      </ButtonLink>
    </NoStay>
  )
}

function NoStay({ intro, text, children }: { intro: string; text: string; children: ReactNode }) {
  const { t } = useTranslator()
  return (
    <div className={`container ${styles.page}`}>
      <header className="stack-4 left">
        <h1>{t('summary.page')}</h1>
        <p className="lead">{intro}</p>
        <p>{text}</p>
        <p className="row-5">
          <ButtonLink to={href('rooms')}>{t('dashboard.find_room')}</ButtonLink>
          {children}
        </p>
      </header>
    </div>
  )
}

function BookingSummary({ stay, showsTerms = false }: { stay: Confirmation; showsTerms?: boolean }) {
  const translator = useTranslator()
  const { t, count, money } = translator
  const renderWithNote = (value: string, note: string | null) => (
    <>
      {value} <small className="small">{note}</small>
    </>
  )
  const badge = <StatusBadge status={stay.status} />
  const terms = (
    <div className={styles.terms}>
      <CancellingTerms cancelling={stay.cancelling} />
    </div>
  )
  const lines: (readonly [name: string, value: ReactNode])[] = [
    [t('booking.success_reference'), stay.booking_id],
    [t('booking.success_room'), stay.room_name],
    [t('room.guests'), formatGuests(stay, translator)],
    ...listPreferenceLines(stay, translator),
    [
      t('booking.success_amount'),
      renderWithNote(money(stay.total), `${count('rooms.nights', stay.nights)}, ${t('room.price_note')}`),
    ],
    [t('summary.status'), badge],
    [t('booking.paymenttype'), formatPaymentText(stay, stay.cancelling.cost, translator)],
  ]
  if (stay.due > 0) lines.push([t('summary.due'), renderWithNote(money(stay.due), stay.due_text)])
  if (showsTerms) lines.push([t('room.cancelling'), terms])
  return (
    <div className={styles.summary}>
      {stay.picture && <Picture picture={stay.picture} sizes="(min-width: 64rem) 30rem, 92vw" hasCaption />}
      <dl className={styles.slip}>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
