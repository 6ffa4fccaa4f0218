import { useWords, type Page } from '../platform/page.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { href } from '../urls.ts'
import { useMade } from './made-booking.ts'
import styles from './success-page.module.css'

export const successPage: Page<unknown, unknown> = {
  head: (_, { t }) => ({ title: t('booking.success_title'), hidden: true }),
  View: SuccessView,
}

function SuccessView() {
  const { t, day, money } = useWords()
  const made = useMade()
  return (
    <div className={`container ${styles.page}`}>
      <header className={styles.head}>
        <h1>{t('booking.success_title')}</h1>
        <p className="lead">{made ? t('booking.success_text', { email: made.email }) : t('booking.success_plain')}</p>
        <p>{t(made?.isConfirmed ? 'booking.success_confirmed' : 'booking.success_next')}</p>
        <ButtonLink to={href('home')}>{t('booking.back_home')}</ButtonLink>
      </header>
      {made && (
        <dl className={styles.slip}>
          <div>
            <dt>{t('booking.success_reference')}</dt>
            <dd>{made.reference}</dd>
          </div>
          <div>
            <dt>{t('booking.success_room')}</dt>
            <dd>{made.room}</dd>
          </div>
          <div>
            <dt>{t('booking.success_stay')}</dt>
            <dd>{t('rooms.stay_dates', { from: day(made.checkin), to: day(made.checkout) })}</dd>
          </div>
          <div>
            <dt>{t('booking.success_amount')}</dt>
            <dd>
              {money(made.total)} <small>{t('room.price_note')}</small>
            </dd>
          </div>
        </dl>
      )}
    </div>
  )
}
