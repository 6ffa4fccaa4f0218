import { useTranslator } from '#platform/pages/page.tsx'
import { formatDateList } from '#locales/dates.ts'
import type { DatesPlan } from '../contract.ts'
import styles from './stay-parts.module.css'

/** A preview of the stay on other dates, before anything is changed. */
export function DatesPlanView({ plan }: { plan: DatesPlan }) {
  const translator = useTranslator()
  const { t, count, money } = translator
  const { difference, goes_back: refundAmount } = plan
  const amount = money(Math.abs(difference))
  return (
    <div className={styles.plan}>
      <p>
        <strong>{formatDateList(translator, plan.checkin, plan.checkout)}</strong> ·{' '}
        {count('rooms.nights', plan.nights)}
      </p>
      <p>
        <strong>{money(plan.total)}</strong>{' '}
        {difference === 0
          ? t('summary.dates_same')
          : t(difference > 0 ? 'summary.dates_up' : 'summary.dates_down', { amount })}
      </p>
      {refundAmount > 0 && <p>{t('summary.dates_back', { amount: money(refundAmount) })}</p>}
      <p className={styles.terms}>{plan.terms}</p>
    </div>
  )
}
