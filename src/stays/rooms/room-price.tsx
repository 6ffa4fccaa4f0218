import { useWords } from '#platform/pages/page.tsx'
import styles from './room-price.module.css'

/** What a stay costs in all, and a night of it: on average, where its nights vary; then it is shown in whole BDT. */
export interface StayCost {
  nights: number
  total: number
  per_night: number
  varies: boolean
}

interface Props {
  price: number
}
interface Full extends Props {
  stay?: StayCost | null | undefined
  brief?: false
}
/** What a night costs is left out. */
interface Brief extends Props {
  stay: Pick<StayCost, 'nights' | 'total'> | null
  brief: true
}

/** What a room costs: the stay first, where one is known, then a night of it; else a night, and that it is from so much. */
export function RoomPrice({ price, stay, brief }: Full | Brief) {
  const { t, count, money } = useWords()
  // The amount stands out of its sentence, wherever a language puts it.
  const [before, after] = stay
    ? ['', ` ${count('rooms.for_nights', stay.nights)}`]
    : t('rooms.from_per_night', { price: '|' }).split('|')
  return (
    <div className={styles.price}>
      <p data-stay={stay && ''}>
        {before}
        <strong>{money(stay ? stay.total : price)}</strong>
        {after}
      </p>
      {stay && !brief && (
        <p className={styles.night}>
          {money(stay.varies ? Math.round(stay.per_night) : stay.per_night)}{' '}
          {t(stay.varies ? 'rooms.per_night_average' : 'rooms.per_night')}
        </p>
      )}
    </div>
  )
}
