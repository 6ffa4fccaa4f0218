import { useWords } from '../../platform/pages/page.tsx'
import bank from '../../../art/svg/pay-bank.svg?inline'
import card from '../../../art/svg/pay-card.svg?inline'
import cash from '../../../art/svg/pay-cash.svg?inline'
import wallet from '../../../art/svg/pay-mobile-wallet.svg?inline'
import styles from './ways-to-pay.module.css'

/** Each is smaller than the question for it, so they come with the page. */
const ways = [
  ['room.pay_card', card],
  ['room.pay_wallet', wallet],
  ['room.pay_bank', bank],
  ['room.pay_cash', cash],
] as const

export function WaysToPay() {
  const { t } = useWords()
  return (
    <ul role="list" className={styles.ways}>
      {ways.map(([key, source]) => (
        <li key={key}>
          <img src={source} alt="" width={40} height={40} />
          {t(key)}
        </li>
      ))}
    </ul>
  )
}
