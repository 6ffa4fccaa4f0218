import { Link, useTranslator } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { href } from '#routes/public.ts'
import styles from './package-offer.module.css'
import type { PackageOffer } from './packages.ts'

/** The price, the room and the included extras of a package. */
export function PackagePrice({ nights, offer }: { nights: number; offer: PackageOffer }) {
  const { t, count, money } = useTranslator()
  const { room, bdt, isFixed, extras, roomBdt, extrasBdt } = offer
  const savedBdt = roomBdt + extrasBdt - bdt
  return (
    <div className={styles.price}>
      <p>
        <strong>{isFixed ? money(bdt) : t('packages.from', { price: money(bdt) })}</strong>{' '}
        {count('rooms.for_nights', nights)}
      </p>
      <p className="note">
        <Link to={href('room', { slug: room.slug })}>{room.name}</Link>, {t('room.price_note')}
      </p>
      {extras && <p>{t('booking.package_with', { extras })}</p>}
      <p className="note">
        {isFixed && extras && savedBdt > 0
          ? t('packages.saves', { room: money(roomBdt), extras: money(extrasBdt), saved: money(savedBdt) })
          : isFixed
            ? t('packages.room_alone', { price: money(roomBdt) })
            : t(extras ? 'packages.room_price_with' : 'packages.room_price')}
      </p>
    </div>
  )
}

/** The link to the booking of a package. */
export function BookPackage({
  slug,
  title,
  nights,
  offer: { room },
  variant = 'primary',
}: {
  slug: string
  title: string
  nights: number
  offer: PackageOffer
  variant?: 'primary' | 'secondary'
}) {
  const { t } = useTranslator()
  return (
    <ButtonLink variant={variant} to={`${href('room', { slug: room.slug }, { package: slug, nights })}#booking`}>
      {t('packages.book')}
      <span className="visually-hidden">: {title}</span>
    </ButtonLink>
  )
}
