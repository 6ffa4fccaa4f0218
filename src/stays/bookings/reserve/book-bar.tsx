import { useEffect, useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { RoomPrice, type StayCost } from '../../rooms/room-price.tsx'
import { ButtonLink } from '#ui/button.tsx'
import styles from './book-bar.module.css'

/**
 * The bar with the price and a link to the form, at the bottom of screens where the form is not next to the room. It
 * comes before the form in the document. Without scripts it never covers the form. With scripts it is hidden once the
 * form comes into view.
 */
export function BookingBar({
  formId,
  to,
  price,
  stay,
  label,
  isAvailable = true,
}: {
  formId: string
  to: string
  price: number
  stay: Pick<StayCost, 'nights' | 'total'> | null
  /** The text of the link while the stay is available. */
  label: string
  isAvailable?: boolean
}) {
  const { t } = useTranslator()
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    // The bar is hidden while the form is visible or above the viewport: then the visitor has seen the form.
    const observer = new IntersectionObserver(([form]) => setHidden(form!.isIntersecting), {
      rootMargin: '999999px 0px 0px',
    })
    observer.observe(document.getElementById(formId)!)
    return () => observer.disconnect()
  }, [formId])
  return (
    <div className={`${styles.bar} no-print`} data-away={isHidden || undefined}>
      <div>
        {isAvailable ? (
          <RoomPrice price={price} stay={stay} isBrief />
        ) : (
          <p className="note">{t('booking.not_free')}</p>
        )}
        <ButtonLink to={to} variant={isAvailable ? 'primary' : 'secondary'}>
          {isAvailable ? label : t('rooms.change_stay')}
        </ButtonLink>
      </div>
    </div>
  )
}
