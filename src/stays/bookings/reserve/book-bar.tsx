import { useEffect, useState } from 'react'
import { RoomPrice, type StayCost } from '../../rooms/room-price.tsx'
import { ButtonLink } from '#ui/button.tsx'
import styles from './book-bar.module.css'

/** The link of a page that leads to a booking. */
export interface BookingAction {
  to: string
  label: string
}

/**
 * The bar with the price and a link to the form, at the bottom of screens where the form is not next to the room. It
 * comes before the form in the document. Without scripts it never covers the form. With scripts it is hidden once the
 * form comes into view.
 */
export function BookingBar({
  formId,
  action,
  price,
  stay,
  obstacle,
}: {
  formId: string
  action: BookingAction
  price: number
  stay: Pick<StayCost, 'nights' | 'total'> | null
  /** Why the room cannot be booked. It takes the place of the price. */
  obstacle?: string | undefined
}) {
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
        {obstacle ? <p>{obstacle}</p> : <RoomPrice price={price} stay={stay} isBrief />}
        <ButtonLink to={action.to}>{action.label}</ButtonLink>
      </div>
    </div>
  )
}
