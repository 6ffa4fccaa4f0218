import { useTranslator } from '#platform/pages/page.tsx'
import { RoomPicture } from '../../rooms/room-picture.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { href } from '#routes/public.ts'
import type { HistoryItem } from '../contract.ts'
import styles from './booking-card.module.css'
import { getStatusTraits } from '../status.ts'
import { StatusBadge } from './status-badge.tsx'

/** A stay of the signed-in user. The next one is larger. */
export function BookingCard({ stay, isNext = false }: { stay: HistoryItem; isNext?: boolean }) {
  const { t, count, day, money } = useTranslator()
  return (
    <article
      className={styles.card}
      data-off={getStatusTraits(stay.status).releasedNights}
      data-next={isNext || undefined}
    >
      <RoomPicture
        picture={stay.picture}
        sizes={isNext ? '(min-width: 64rem) 36rem, 92vw' : '(min-width: 48rem) 18rem, 92vw'}
        hasCaption
      />
      <div className={styles.stay}>
        <p>
          <StatusBadge status={stay.status} />
        </p>
        <h3 className="size-3">{stay.name}</h3>
        <dl>
          <div>
            <dt className="small">{t('booking.checkin')}</dt>
            <dd>{day(stay.checkin)}</dd>
          </div>
          <div>
            <dt className="small">{t('booking.checkout')}</dt>
            <dd>{day(stay.checkout)}</dd>
          </div>
          <div>
            <dt className="small">{t('booking.success_reference')}</dt>
            <dd>{stay.booking_id}</dd>
          </div>
        </dl>
      </div>
      <div className={styles.price}>
        <strong>{money(stay.total)}</strong>
        <span className="note">
          {count('rooms.nights', stay.nights)} · {money(stay.roomPrice)} {t('rooms.per_night')}
        </span>
        <ButtonLink
          variant="secondary"
          to={href('booking', { id: stay.booking_id })}
          aria-label={t('dashboard.view_of', { room: stay.name, from: stay.checkin })}
        >
          {t('rooms.view_detail')}
        </ButtonLink>
        {stay.status === 'checked_out' && (
          <ButtonLink
            variant="quiet"
            to={`${href('booking', { id: stay.booking_id })}#invoice`}
            aria-label={t('dashboard.invoice_of', { room: stay.name, from: stay.checkin })}
          >
            {t('summary.invoice')}
          </ButtonLink>
        )}
      </div>
    </article>
  )
}
