import type { GlobalData } from '#content/contract.ts'
import { useTranslator } from '#platform/pages/page.tsx'

/** The approximate price in other currencies, with the date of the rate. Empty if the company has set no rate. */
export function PriceHint({ bdt, rate }: { bdt: number; rate: GlobalData['exchange'] }) {
  const { t, day, digits, money } = useTranslator()
  if (!rate || !(rate.usd || rate.eur)) return null
  const amounts = [
    rate.usd && t('room.about_usd', { amount: Math.round(bdt / rate.usd) }),
    rate.eur && t('room.about_eur', { amount: Math.round(bdt / rate.eur) }),
  ].filter(Boolean)
  const rateDate = `${day(rate.day, 'short')} ${digits(rate.day.slice(0, 4))}`
  return <p className="note">{t('room.about', { price: money(bdt), amounts: amounts.join(' · '), rated: rateDate })}</p>
}
