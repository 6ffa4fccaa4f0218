import { useEffect, useState } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import { RoomPrice, type StayCost } from '../../rooms/room-price.tsx'
import { ButtonLink } from '#ui/button.tsx'
import styles from './book-bar.module.css'

/**
 * At the foot of a screen on which the form does not stand beside the room: what it costs, and the way to the form. It
 * stands in the page before the form, and so never over it, nor over what comes after.
 */
export function BookBar({
  formId,
  to,
  price,
  stay,
}: {
  formId: string
  to: string
  price: number
  stay: Pick<StayCost, 'nights' | 'total'> | null
}) {
  const { t } = useWords()
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    // As long as any of it is in sight, or above: then whoever reads has been there.
    const watch = new IntersectionObserver(([form]) => setAway(form!.isIntersecting), {
      rootMargin: '999999px 0px 0px',
    })
    watch.observe(document.getElementById(formId)!)
    return () => watch.disconnect()
  }, [formId])
  return (
    <div className={`${styles.bar} no-print`} data-away={isAway || undefined}>
      <div>
        <RoomPrice price={price} stay={stay} brief />
        <ButtonLink to={to}>{t('rooms.book_now')}</ButtonLink>
      </div>
    </div>
  )
}
