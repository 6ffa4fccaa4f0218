import { useGlobal } from '#content/global.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import styles from './stay-dates.module.css'

/** The days of a stay in large type, joined by a stitched line with the number of nights. */
export function StayDates({ stay }: { stay: { checkin: string; checkout: string; nights: number } }) {
  const { t, count, day } = useTranslator()
  const { checkInFrom, checkOutUntil } = useGlobal()
  return (
    <dl className={styles.dates}>
      <div>
        <dt>{t('search.check_in')}</dt>
        <dd>
          {day(stay.checkin)} <small>{t('room.arrive_from', { time: checkInFrom })}</small>
        </dd>
      </div>
      <div className={styles.nights}>
        <dt className="visually-hidden">{t('booking.nights_booked')}</dt>
        <dd>{count('rooms.nights', stay.nights)}</dd>
      </div>
      <div>
        <dt>{t('search.check_out')}</dt>
        <dd>
          {day(stay.checkout)} <small>{t('room.leave_until', { time: checkOutUntil })}</small>
        </dd>
      </div>
    </dl>
  )
}
