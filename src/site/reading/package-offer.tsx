import { Link, useTranslator } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { href } from '#routes/public.ts'
import styles from './package-offer.module.css'
import type { PackageOffer } from './packages.ts'

/** The price, the room and the included extras of a package. */
export function PackagePrice({
  nights,
  offer: { room, bdt, isFixed, extras },
}: {
  nights: number
  offer: PackageOffer
}) {
  const { t, count, money } = useTranslator()
  return (
    <div className={styles.price}>
      <p>
        <strong>{isFixed ? money(bdt) : t('packages.from', { price: money(bdt) })}</strong>{' '}
        <span className="note">
          {count('rooms.nights', nights)}, <Link to={href('room', { slug: room.slug })}>{room.name}</Link>,{' '}
          {t('room.price_note')}
        </span>
      </p>
      {extras && <p>{t('booking.package_with', { extras })}</p>}
    </div>
  )
}

/** The link to the booking of a package. */
export function BookPackage({
  slug,
  title,
  nights,
  offer: { room },
}: {
  slug: string
  title: string
  nights: number
  offer: PackageOffer
}) {
  const { t } = useTranslator()
  return (
    <ButtonLink to={`${href('room', { slug: room.slug }, { package: slug, nights })}#booking`}>
      {t('packages.book')}
      <span className="visually-hidden">: {title}</span>
    </ButtonLink>
  )
}
