import type { ReactNode } from 'react'
import { useGlobal } from '../../content/global.ts'
import { isNotFound } from '../../platform/errors.ts'
import { navigate, useWords, type Page } from '../../platform/pages/page.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { href } from '../../urls.ts'
import { AddToCalendar } from '../stays/add-to-calendar.tsx'
import { CancelStay } from '../stays/cancel-stay.tsx'
import { guestsSaid } from '../../availability/guests-said.ts'
import type { BookingsApi, Confirmation } from '../contract.ts'
import { useMade, type MadeBooking } from './made-booking.ts'
import { ProveRequest } from './prove-request.tsx'
import { GettingThere, NextSteps } from '../stays/next-steps.tsx'
import { StatusBadge } from '../stays/status-badge.tsx'
import { StayState } from '../stays/stay-state.tsx'
import styles from './success-page.module.css'
import { lifeOf } from '../status.ts'
import { costSaid, paymentWord } from '../summary.ts'

/** Of the link in a guest's letter: the stay it leads to, or null where it leads to none. Undefined without a link. */
interface Data {
  linked: { token: string; stay: Confirmation } | null | undefined
}

export const successPage: Page<BookingsApi, Data> = {
  reads: ['stay'],
  async load({ api, place: { query } }) {
    const token = query.get('stay')
    if (token === null) return { linked: undefined }
    try {
      return { linked: { token, stay: await api.getStay({ token }) } }
    } catch (error) {
      if (!isNotFound(error)) throw error
      return { linked: null }
    }
  },
  async act(api, form) {
    const asked = form.get('prove')
    if (asked) {
      await api.proveStay({ token: asked })
      return pathOfStay(asked)
    }
    const token = form.get('token') ?? ''
    await api.cancelStay({ token, fee: Number(form.get('fee') || NaN) })
    return pathOfStay(token)
  },
  head: (_, { t }) => ({
    title: t('summary.page'),
    hidden: true,
  }),
  View: SuccessView,
}

const pathOfStay = (token: string) => href('bookingSuccess', null, { stay: token })

function SuccessView({ data: { linked } }: { data: Data }) {
  const made = useMade()
  if (linked) return <Returned {...linked} />
  if (linked === null) return <LinkEnded />
  if (made) return <Thanks made={made} />
  return made === null ? <NoBooking /> : <noscript>{import.meta.env.SSR && <NoBooking />}</noscript>
}

function Thanks({ made }: { made: MadeBooking }) {
  const { t } = useWords()
  return (
    <div className={`container ${styles.page}`}>
      <header className={styles.head}>
        <h1>{t('booking.success_title')}</h1>
        <p className="lead">
          {t(made.status === 'confirmed' ? 'booking.success_booked' : 'booking.success_text', { email: made.email })}
        </p>
        <NextSteps stay={made} />
        <GettingThere code={made.booking_id} />
        <div className={styles.actions}>
          <ButtonLink to={href('home')}>{t('booking.back_home')}</ButtonLink>
          <AddToCalendar stay={made} token={null} />
        </div>
      </header>
      <Slip stay={made} terms={made.cancelling.terms} />
    </div>
  )
}

/** Whoever comes back by the link in the letter. */
function Returned({ stay, token }: { stay: Confirmation; token: string }) {
  const words = useWords()
  const { t } = words
  const lookAgain = () => navigate(pathOfStay(token), words.language, 'replace')
  return (
    <div className={`container ${styles.page}`}>
      <header className={styles.head}>
        <h1>{t('summary.page')}</h1>
        <StayState status={stay.status}>{costSaid(stay.cancelling, words)}</StayState>
        {stay.awaits_proof ? (
          <ProveRequest token={token} onProven={lookAgain} />
        ) : (
          <>
            <NextSteps stay={stay} />
            {!lifeOf(stay.status).isOver && <GettingThere code={stay.booking_id} />}
          </>
        )}
        <div className={styles.actions}>
          <AddToCalendar stay={stay} token={token} />
          <ButtonLink look="quiet" to={href('home')}>
            {t('booking.back_home')}
          </ButtonLink>
        </div>
      </header>
      <Slip stay={stay} />
      <CancelStay by={{ token }} stay={stay} cancelling={stay.cancelling} onChange={lookAgain} />
    </div>
  )
}

function LinkEnded() {
  const { t } = useWords()
  return (
    <NoStay lead={t('booking.link_ended')} text={t('booking.link_text')}>
      <ButtonLink look="quiet" to={href('contact')}>
        {t('home.talk_action')}
      </ButtonLink>
    </NoStay>
  )
}

/** Who did not come here by booking in this tab. */
function NoBooking() {
  const { t } = useWords()
  return (
    <NoStay lead={t('booking.none')} text={t('booking.none_text')}>
      <ButtonLink look="quiet" to={href('login')}>
        {t('shell.sign_in')}
      </ButtonLink>
    </NoStay>
  )
}

function NoStay({ lead, text, children }: { lead: string; text: string; children: ReactNode }) {
  const { t } = useWords()
  return (
    <div className={`container ${styles.page}`}>
      <header className={styles.head}>
        <h1>{t('summary.page')}</h1>
        <p className="lead">{lead}</p>
        <p>{text}</p>
        <p className={styles.actions}>
          <ButtonLink to={href('rooms')}>{t('dashboard.find_room')}</ButtonLink>
          {children}
        </p>
      </header>
    </div>
  )
}

function Slip({ stay, terms = null }: { stay: Confirmation; terms?: string | null }) {
  const words = useWords()
  const { t, count, day, money } = words
  const { checkInFrom, checkOutUntil } = useGlobal()
  return (
    <dl className={styles.slip}>
      <div>
        <dt>{t('booking.success_reference')}</dt>
        <dd>{stay.booking_id}</dd>
      </div>
      <div>
        <dt>{t('booking.success_room')}</dt>
        <dd>{stay.room_name}</dd>
      </div>
      <div>
        <dt>{t('search.check_in')}</dt>
        <dd>
          {day(stay.checkin)} <small>{t('room.arrive_from', { time: checkInFrom })}</small>
        </dd>
      </div>
      <div>
        <dt>{t('search.check_out')}</dt>
        <dd>
          {day(stay.checkout)} <small>{t('room.leave_until', { time: checkOutUntil })}</small>
        </dd>
      </div>
      <div>
        <dt>{t('room.guests')}</dt>
        <dd>{guestsSaid(stay, words)}</dd>
      </div>
      <div>
        <dt>{t('booking.success_amount')}</dt>
        <dd>
          {money(stay.total)}{' '}
          <small>
            {count('rooms.nights', stay.nights)}, {t('room.price_note')}
          </small>
        </dd>
      </div>
      <div>
        <dt>{t('summary.status')}</dt>
        <dd>
          <StatusBadge status={stay.status} />
        </dd>
      </div>
      <div>
        <dt>{t('booking.paymenttype')}</dt>
        <dd>{t(paymentWord(stay, stay.cancelling.cost))}</dd>
      </div>
      {terms !== null && (
        <div>
          <dt>{t('room.cancelling')}</dt>
          <dd className={styles.terms}>{terms}</dd>
        </div>
      )}
    </dl>
  )
}
