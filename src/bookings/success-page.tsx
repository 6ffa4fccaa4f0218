import { useGlobal } from '../content/global.ts'
import { useWords, type Page } from '../platform/page.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { href } from '../urls.ts'
import { AddToCalendar } from './add-to-calendar.tsx'
import type { BookingsApi, Confirmation } from './contract.ts'
import { useMade } from './made-booking.ts'
import styles from './success-page.module.css'

/** Of the link in a guest's letter: the stay it leads to, or null where it leads to none. Undefined without a link. */
interface Data {
  token: string | null
  linked: Confirmation | null | undefined
}

export const successPage: Page<BookingsApi, Data> = {
  reads: ['stay'],
  async load(api, { query }) {
    const token = query.get('stay')
    if (token === null) return { token, linked: undefined }
    try {
      return { token, linked: await api.getStay({ token }) }
    } catch (error) {
      const { status = 500 } = error as { status?: number }
      if (status !== 404 && status !== 422) throw error
      return { token: null, linked: null }
    }
  },
  head: ({ linked }, { t }) => ({
    title: t(linked === undefined ? 'booking.success_title' : 'summary.page'),
    hidden: true,
  }),
  View: SuccessView,
}

function SuccessView({ data: { token, linked } }: { data: Data }) {
  const made = useMade()
  if (linked === null) return <NoStay />
  return linked ? <Returned stay={linked} token={token} /> : <Thanks made={made} />
}

function Thanks({ made }: { made: ReturnType<typeof useMade> }) {
  const { t } = useWords()
  return (
    <div className={`container ${styles.page}`}>
      <header className={styles.head}>
        <h1>{t('booking.success_title')}</h1>
        <p className="lead">{made ? t('booking.success_text', { email: made.email }) : t('booking.success_plain')}</p>
        {made && <Next stay={made} />}
        <div className={styles.actions}>
          <ButtonLink to={href('home')}>{t('booking.back_home')}</ButtonLink>
          {made && <AddToCalendar stay={made} token={null} />}
        </div>
      </header>
      {made && <Slip stay={made} />}
    </div>
  )
}

/** Whoever comes back by the link in the letter. */
function Returned({ stay, token }: { stay: Confirmation; token: string | null }) {
  const { t } = useWords()
  return (
    <div className={`container ${styles.page}`}>
      <header className={styles.head}>
        <h1>{t('summary.page')}</h1>
        <Next stay={stay} />
        <div className={styles.actions}>
          <AddToCalendar stay={stay} token={token} />
          <ButtonLink look="quiet" to={href('contact', null, { subject: stay.booking_id })}>
            {t('home.talk_action')}
          </ButtonLink>
          <ButtonLink look="quiet" to={href('home')}>
            {t('booking.back_home')}
          </ButtonLink>
        </div>
      </header>
      <Slip stay={stay} />
    </div>
  )
}

function NoStay() {
  const { t } = useWords()
  return (
    <div className={`container ${styles.page}`}>
      <header className={styles.head}>
        <h1>{t('summary.page')}</h1>
        <p className="lead">{t('booking.link_ended')}</p>
        <p>{t('booking.link_text')}</p>
        <p className={styles.actions}>
          <ButtonLink to={href('rooms')}>{t('dashboard.find_room')}</ButtonLink>
          <ButtonLink look="quiet" to={href('contact')}>
            {t('home.talk_action')}
          </ButtonLink>
        </p>
      </header>
    </div>
  )
}

function Next({ stay }: { stay: Confirmation }) {
  const { t } = useWords()
  return (
    <section className={styles.next}>
      <h2>{t('booking.next')}</h2>
      <p>{stay.next}</p>
    </section>
  )
}

function Slip({ stay }: { stay: Confirmation }) {
  const { t, count, day, money } = useWords()
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
        <dd>{t(`dashboard.status_${stay.status as 'confirmed'}`)}</dd>
      </div>
      <div>
        <dt>{t('summary.payment')}</dt>
        <dd>{t(`summary.payment_${stay.payment_status as 'paid'}`)}</dd>
      </div>
    </dl>
  )
}
