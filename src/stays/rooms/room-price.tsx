import { useTranslator } from '#platform/pages/page.tsx'
import styles from './room-price.module.css'

/**
 * The total and the price per night of a stay. If the nights have different prices (`varies`), the price per night is
 * their average.
 */
export interface StayCost {
  nights: number
  total: number
  per_night: number
  varies: boolean
}

interface Props {
  price: number
}
interface FullPriceProps extends Props {
  stay?: StayCost | null | undefined
  isBrief?: false
}
/** Shows the total without the price per night. */
interface BriefPriceProps extends Props {
  stay: Pick<StayCost, 'nights' | 'total'> | null
  isBrief: true
}

/** The price of a stay and its price per night, or the lowest price as "from" if there is no stay. */
export function RoomPrice({ price, stay, isBrief }: FullPriceProps | BriefPriceProps) {
  const { t, count, money } = useTranslator()
  // Emphasizes the amount at its place in the translated sentence.
  const [textBefore, textAfter] = stay
    ? ['', ` ${count('rooms.for_nights', stay.nights)}`]
    : t('rooms.from_per_night', { price: '|' }).split('|')
  return (
    <div className={styles.price}>
      <p data-stay={stay && ''}>
        {textBefore}
        <strong>{money(stay ? stay.total : price)}</strong>
        {textAfter}
      </p>
      {stay && !isBrief && (
        <p className="note">
          {money(stay.varies ? Math.round(stay.per_night) : stay.per_night)}{' '}
          {t(stay.varies ? 'rooms.per_night_average' : 'rooms.per_night')}
        </p>
      )}
    </div>
  )
}
