import { useGlobal } from '#content/global.ts'
import { useWords } from '#platform/pages/page.tsx'
import type { ToldTerms } from '../../policies/contract.ts'
import { TermsTold } from '../../policies/terms-told.tsx'
import styles from './agreed-terms.module.css'

/** The terms that apply to a booking: cancellation fees and the deposit. */
export function AgreedTerms({ terms }: { terms: ToldTerms }) {
  const { t, money } = useWords()
  const { takesOnlinePayments } = useGlobal()
  return (
    <div className={styles.terms}>
      <p className={styles.name}>{t('room.cancelling')}</p>
      <TermsTold told={terms} />
      {takesOnlinePayments && terms.deposit > 0 && <p>{t('booking.deposit', { deposit: money(terms.deposit) })}</p>}
    </div>
  )
}
