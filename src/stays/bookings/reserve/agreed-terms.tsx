import { useGlobal } from '#content/global.ts'
import { useWords } from '#platform/pages/page.tsx'
import type { ToldTerms } from '../../policies/contract.ts'
import { TermsTold } from '../../policies/terms-told.tsx'
import styles from './agreed-terms.module.css'

/** What one agrees to by booking: what cancelling costs from when on, and what is asked for ahead. */
export function AgreedTerms({ told }: { told: ToldTerms }) {
  const { t, money } = useWords()
  const { takesOnlinePayments } = useGlobal()
  return (
    <div className={styles.terms}>
      <p className={styles.name}>{t('room.cancelling')}</p>
      <TermsTold told={told} />
      {takesOnlinePayments && told.deposit > 0 && <p>{t('booking.deposit', { deposit: money(told.deposit) })}</p>}
    </div>
  )
}
