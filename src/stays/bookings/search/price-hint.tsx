import type { GlobalData } from '#content/contract.ts'
import { useTranslator } from '#platform/pages/page.tsx'

type Rate = NonNullable<GlobalData['exchange']>

/** The approximate price in other currencies. Empty if the company has set no rate. A RateNote gives its date. */
export function PriceHint({ bdt, rate }: { bdt: number; rate: Rate | null }) {
  const { t } = useTranslator()
  if (!rate) return null
  const amounts = [
    rate.usd && t('room.about_usd', { amount: Math.round(bdt / rate.usd) }),
    rate.eur && t('room.about_eur', { amount: Math.round(bdt / rate.eur) }),
  ]
    .filter(Boolean)
    .join(' · ')
  return <p className="note">{t('room.about', { amounts })}</p>
}

/** The date of the exchange rate, once per page. */
export function RateNote({ rate }: { rate: Rate | null }) {
  const { t, day, digits } = useTranslator()
  if (!rate) return null
  const rated = `${day(rate.day, 'short')} ${digits(rate.day.slice(0, 4))}`
  return <p className="note">{t('room.rate_note', { rated })}</p>
}
