import { Link, useTranslator } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { href } from '#routes/public.ts'
import type { Translator } from '#locales/translator.ts'
import styles from './package-offer.module.css'
import type { PackageOffer } from './packages.ts'

/** The extras of a package and their list price, as text. Empty if it has none. */
export const formatExtras = ({ extras, extrasBdt }: PackageOffer, { t, money }: Translator): string =>
  extras && t('packages.included', { extras, worth: money(extrasBdt) })

export function IncludedExtras({ offer }: { offer: PackageOffer }) {
  const text = formatExtras(offer, useTranslator())
  return (
    text && (
      <ul role="list" className={styles.checked}>
        <li>{text}</li>
      </ul>
    )
  )
}

/** The price, the room and the saving of a package. */
export function PackagePrice({ nights, offer }: { nights: number; offer: PackageOffer }) {
  const { t, count, money } = useTranslator()
  const { room, bdt, isFixed, extras, roomBdt, extrasBdt } = offer
  const separateBdt = roomBdt + extrasBdt
  const savedBdt = separateBdt - bdt
  return (
    <div className={styles.price}>
      <p>
        <strong>{isFixed ? money(bdt) : t('packages.from', { price: money(bdt) })}</strong>{' '}
        {count('rooms.for_nights', nights)}
      </p>
      <p className="note">
        <Link to={href('room', { slug: room.slug })}>{room.name}</Link>, {t('room.price_note')}
      </p>
      <p className={styles.saving}>
        {isFixed && extras && savedBdt > 0
          ? t('packages.saves', { separate: money(separateBdt), saved: money(savedBdt) })
          : isFixed
            ? t('packages.room_alone', { price: money(roomBdt) })
            : t(extras ? 'packages.room_price_with' : 'packages.room_price', { saved: money(extrasBdt) })}
      </p>
    </div>
  )
}

/** The link to the room of a package, to choose the dates and book. */
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
  const { count } = useTranslator()
  return (
    <ButtonLink variant={variant} to={`${href('room', { slug: room.slug }, { package: slug, nights })}#booking`}>
      {count('packages.dates', nights)}
      <span className="visually-hidden">: {title}</span>
    </ButtonLink>
  )
}
