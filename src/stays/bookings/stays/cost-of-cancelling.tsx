import { useWords } from '#platform/pages/page.tsx'

/** And what of the money that was paid goes back. */
export function CostOfCancelling({ fee, goesBack }: { fee: number; goesBack: number }) {
  const { t, money } = useWords()
  return (
    <p>
      <strong>{fee === 0 ? t('summary.cancel_free') : t('summary.cancel_costs', { fee: money(fee) })}</strong>
      {goesBack > 0 && ` ${t('summary.dates_back', { amount: money(goesBack) })}`}
    </p>
  )
}
