import { useEffect, useState } from 'react'
import { isoDay } from '#platform/day.ts'
import { ApiError } from '#platform/errors.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icons.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { searchDayFields } from '#routes/public.ts'
import { formatStayDates } from '#locales/dates.ts'
import type { Translator } from '#locales/translator.ts'
import type { AvailabilityApi } from '../contract.ts'
import { formatVat } from '../format-vat.ts'
import { bdtToPoisha } from '#platform/money.ts'
import type { NightHistory, Rate, RatesApi } from './rates-contract.ts'
import styles from './rates-panel.module.css'
import { describeRules, type Sheet, type SheetRoom } from './rates-sheet.ts'

type Price = Awaited<ReturnType<AvailabilityApi['getStayPrice']>>

/** The price that the public page shows for these nights now. A new `sheet` discards the old result. */
export function GuestPrice({ room, from, to, sheet }: { room: SheetRoom; from: number; to: number; sheet: Sheet }) {
  const translator = useTranslator()
  const { t, money, count } = translator
  const api = useApi<Pick<AvailabilityApi, 'getStayPrice'>>()
  const [result, setResult] = useState<{ sheet: Sheet; price: Price | null; message: string } | null>(null)
  const [isLoading, setLoading] = useState(false)
  const currentResult = result?.sheet === sheet ? result : null
  async function loadPrice() {
    setLoading(true)
    const dates = { [searchDayFields.checkIn]: isoDay(from), [searchDayFields.checkOut]: isoDay(to + 1) }
    try {
      const priceInput = { slug: room.slug, ...dates, adult: 1, child: 0 } as Parameters<typeof api.getStayPrice>[0]
      setResult({ sheet, price: await api.getStayPrice(priceInput), message: '' })
    } catch (error) {
      const fieldError = error instanceof ApiError ? Object.values(error.errors)[0]?.[0] : undefined
      const message = error instanceof ApiError ? (fieldError ?? error.message) : t('failure.offline')
      setResult({ sheet, price: null, message })
    }
    setLoading(false)
  }
  return (
    <section className="stack-2 left ruled">
      <Button variant="secondary" isBusy={isLoading} onClick={() => void loadPrice()}>
        {t('rates.guest_pays')}
      </Button>
      <div role="status">
        {currentResult && !currentResult.price && <p>{t('rates.guest_cannot', { why: currentResult.message })}</p>}
        {currentResult?.price && (
          <>
            <p>
              <strong>{money(currentResult.price.total)}</strong>
              {formatVat(currentResult.price.vat, translator)}{' '}
              {count('rates.guest_nights', currentResult.price.nights.length, {
                dates: formatStayDates(translator, isoDay(from), isoDay(to + 1)),
              })}
            </p>
            <p className="small">{currentResult.price.cancelling.terms}</p>
            {!currentResult.price.free && <p>{t('rates.guest_sold_out')}</p>}
          </>
        )}
      </div>
    </section>
  )
}

/** The changes of this night, newest first. */
export function NightHistoryList({ room, day, sheet }: { room: number; day: number; sheet: Sheet }) {
  const translator = useTranslator()
  const { t } = translator
  const { getNightHistory } = useApi<RatesApi>()
  const [entries, setEntries] = useState<NightHistory['data'] | null>(null)
  useEffect(() => {
    let isUnmounted = false
    getNightHistory({ room, day: isoDay(day) }).then(
      ({ data }) => !isUnmounted && setEntries(data),
      () => {},
    )
    return () => {
      isUnmounted = true
    }
  }, [getNightHistory, room, day, sheet])
  if (!entries) return null
  return (
    <section className={styles.past}>
      <h3 className="size-2">{t('rates.night_changes')}</h3>
      {entries.length === 0 && <p>{t('rates.no_night_changes')}</p>}
      <ol className="stack-2" role="list">
        {entries.map(({ id, at, who, undoes, before, after }) => (
          <li key={id}>
            <p>
              <del className="quiet">{describeRate(translator, before)}</del> <Icon name="next" size={16} />{' '}
              <ins>{describeRate(translator, after)}</ins>
            </p>
            <p className="small">
              {[who ?? t('log.nobody'), formatWhen(translator, at), undoes && t('rates.undone_change')]
                .filter(Boolean)
                .join(', ')}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Describes a rate in one line. */
function describeRate(
  translator: Translator,
  { price, min_nights, max_nights, closed, no_arrival, no_departure, policy }: Rate,
): string {
  const rate = {
    pricePoisha: price === null ? null : bdtToPoisha(price),
    minNights: min_nights,
    maxNights: max_nights,
    closed,
    noArrival: no_arrival,
    noDeparture: no_departure,
  }
  return [
    price === null ? translator.t('rates.of_room') : translator.money(price),
    ...describeRules(translator, rate, policy),
  ].join(', ')
}
