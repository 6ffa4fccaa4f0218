import { useTranslator } from '#platform/pages/page.tsx'
import styles from './payment-methods.module.css'

const methods = ['card', 'wallet', 'bank', 'cash'] as const

/** The accepted payment methods. The icons come from CSS and are decorative. */
export function PaymentMethods() {
  const { t } = useTranslator()
  return (
    <ul role="list" className={styles.ways}>
      {methods.map((method) => (
        <li key={method} className={`stack-2 ${styles[method]}`}>
          {t(`room.pay_${method}`)}
        </li>
      ))}
    </ul>
  )
}
