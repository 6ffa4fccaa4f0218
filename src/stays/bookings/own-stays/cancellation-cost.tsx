import { useTranslator } from '#platform/pages/page.tsx'

export function CancellationCost({ fee, refund }: { fee: number; refund: number }) {
  const { t, money } = useTranslator()
  return (
    <p>
      <strong>{fee === 0 ? t('summary.cancel_free') : t('summary.cancel_costs', { fee: money(fee) })}</strong>
      {refund > 0 && ` ${t('summary.refund_text', { amount: money(refund) })}`}
    </p>
  )
}
