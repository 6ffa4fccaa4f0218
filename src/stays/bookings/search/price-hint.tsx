import type { GlobalData } from '#content/contract.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import type { Translator } from '#locales/translator.ts'

type Rate = NonNullable<GlobalData['exchange']>

/**
 * The approximate price in other currencies, with the date of the rate. Empty if the company has set no rate. `isBrief`
 * leaves out the date, for pages that show it in a RateNote.
 */
export function PriceHint({ bdt, rate, isBrief }: { bdt: number; rate: Rate | null; isBrief?: boolean }) {
  const translator = useTranslator()
  const { t, money } = translator
  if (!rate) return null
  const amounts = [
    rate.usd && t('room.about_usd', { amount: Math.round(bdt / rate.usd) }),
    rate.eur && t('room.about_eur', { amount: Math.round(bdt / rate.eur) }),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <p className="note">
      {isBrief
        ? t('room.about_brief', { amounts })
        : t('room.about', { price: money(bdt), amounts, rated: formatRateDate(rate, translator) })}
    </p>
  )
}

/** The date of the exchange rate, for pages whose price hints leave it out. */
export function RateNote({ rate }: { rate: Rate | null }) {
  const translator = useTranslator()
  return rate && <p className="note">{translator.t('room.rate_note', { rated: formatRateDate(rate, translator) })}</p>
}

const formatRateDate = ({ day: rateDay }: Rate, { day, digits }: Translator): string =>
  `${day(rateDay, 'short')} ${digits(rateDay.slice(0, 4))}`
