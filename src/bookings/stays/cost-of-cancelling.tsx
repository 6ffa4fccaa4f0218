import { useWords } from '../../platform/pages/page.tsx'

export function CostOfCancelling({ fee }: { fee: number }) {
  const { t, money } = useWords()
  return <strong>{fee === 0 ? t('summary.cancel_free') : t('summary.cancel_costs', { fee: money(fee) })}</strong>
}
