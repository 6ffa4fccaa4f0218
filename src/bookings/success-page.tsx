import { useWords, type Page } from '../platform/page.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { href } from '../urls.ts'
import type { BookingsApi, Confirmation } from './contract.ts'
import { useMade } from './made-booking.ts'
import styles from './success-page.module.css'

/** Of the link in a guest's letter: the stay it leads to, or null where it leads to none. Undefined without a link. */
type Data = Confirmation | null | undefined

export const successPage: Page<BookingsApi, Data> = {
  reads: ['stay'],
  async load(api, { query }) {
    const token = query.get('stay')
    if (token === null) return undefined
    try {
      return await api.getStay({ token })
    } catch (error) {
      const { status = 500 } = error as { status?: number }
      if (status !== 404 && status !== 422) throw error
      return null
    }
  },
  head: (_, { t }) => ({ title: t('booking.success_title'), hidden: true }),
  View: SuccessView,
}

function SuccessView({ data: linked }: { data: Data }) {
  const { t, day, money } = useWords()
  const made = useMade()
  const stay = linked === undefined ? made : linked
  const received = made ? t('booking.success_text', { email: made.email }) : t('booking.success_plain')
  return (
    <div className={`container ${styles.page}`}>
      <header className={styles.head}>
        <h1>{t('booking.success_title')}</h1>
        <p className="lead">{linked === null ? t('booking.link_ended') : (linked?.next ?? received)}</p>
        {stay && stay === made && <p>{stay.next}</p>}
        <ButtonLink to={href('home')}>{t('booking.back_home')}</ButtonLink>
      </header>
      {stay && (
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
            <dt>{t('booking.success_stay')}</dt>
            <dd>{t('rooms.stay_dates', { from: day(stay.checkin), to: day(stay.checkout) })}</dd>
          </div>
          <div>
            <dt>{t('booking.success_amount')}</dt>
            <dd>
              {money(stay.total)} <small>{t('room.price_note')}</small>
            </dd>
          </div>
        </dl>
      )}
    </div>
  )
}
