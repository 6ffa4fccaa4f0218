import { useWords } from '#platform/pages/page.tsx'
import styles from './ways-to-pay.module.css'

const ways = ['card', 'wallet', 'bank', 'cash'] as const

/** The accepted payment methods. The icons come from CSS and are decorative. */
export function WaysToPay() {
  const { t } = useWords()
  return (
    <ul role="list" className={styles.ways}>
      {ways.map((way) => (
        <li key={way} className={styles[way]}>
          {t(`room.pay_${way}`)}
        </li>
      ))}
    </ul>
  )
}
