import { useGlobal } from '#content/global.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import type { TermsView } from '../../policies/contract.ts'
import { TermsSummary } from '../../policies/terms-summary.tsx'
import styles from './agreed-terms.module.css'

/** The terms that apply to a booking: cancellation fees and the deposit. */
export function AgreedTerms({ terms }: { terms: TermsView }) {
  const { t, money } = useTranslator()
  const { takesOnlinePayments } = useGlobal()
  return (
    <div className={styles.terms}>
      <p className={styles.name}>{t('room.cancelling')}</p>
      <TermsSummary terms={terms} />
      {takesOnlinePayments && terms.deposit > 0 && <p>{t('booking.deposit', { deposit: money(terms.deposit) })}</p>}
    </div>
  )
}
