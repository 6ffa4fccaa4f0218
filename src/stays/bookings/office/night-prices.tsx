import { formatVat } from '../../availability/format-vat.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import type { BookingRecord } from './contract.ts'
import styles from './records.module.css'

/** The price of each night. If all nights cost the same, the price is shown once. */
export function NightPrices({ record: { nights, total, vat } }: { record: BookingRecord }) {
  const translator = useTranslator()
  const { t, count, money, day } = translator
  if (total === null || vat === null) return null
  const hasSinglePrice = new Set(nights.map(({ price }) => price)).size === 1
  return (
    <>
      <strong>{money(total)}</strong>
      {formatVat(vat, translator)}
      {hasSinglePrice ? (
        nights.length > 1 && (
          <>
            <br />
            {t('request.price_each', { nights: count('rooms.nights', nights.length), price: money(nights[0]!.price!) })}
          </>
        )
      ) : (
        <ul role="list" className={styles.nights}>
          {nights.map(({ night, price }) => (
            <li key={night}>
              <span>{day(night)}</span>
              <span>{money(price!)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
