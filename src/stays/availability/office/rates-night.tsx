import { useEffect, useState } from 'react'
import { isoDay } from '#platform/day.ts'
import { ApiError } from '#platform/errors.ts'
import { useApi, useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icons.tsx'
import { when } from '#ui/office/when.ts'
import { inSearch } from '#routes/public.ts'
import { dates } from '#locales/dates.ts'
import type { Translator } from '#locales/translator.ts'
import type { AvailabilityApi } from '../contract.ts'
import { vatSaid } from '../vat-said.ts'
import { poishaOf } from '#platform/money.ts'
import type { NightHistory, Rate, RatesApi } from './rates-contract.ts'
import styles from './rates-panel.module.css'
import { rulesOf, type Sheet, type SheetRoom } from './rates-sheet.ts'

type Price = Awaited<ReturnType<AvailabilityApi['getStayPrice']>>

/** The price that the public page shows for these nights now. A new `sheet` discards the old result. */
export function GuestPays({ room, from, to, sheet }: { room: SheetRoom; from: number; to: number; sheet: Sheet }) {
  const translator = useWords()
  const { t, money, count } = translator
  const api = useApi<Pick<AvailabilityApi, 'getStayPrice'>>()
  const [told, setTold] = useState<{ of: Sheet; price: Price | null; said: string } | null>(null)
  const [isAsking, setAsking] = useState(false)
  const known = told?.of === sheet ? told : null
  async function ask() {
    setAsking(true)
    const days = { [inSearch.checkIn]: isoDay(from), [inSearch.checkOut]: isoDay(to + 1) }
    try {
      const stay = { slug: room.slug, ...days, adult: 1, child: 0 } as Parameters<typeof api.getStayPrice>[0]
      setTold({ of: sheet, price: await api.getStayPrice(stay), said: '' })
    } catch (error) {
      const fault = error instanceof ApiError ? Object.values(error.errors)[0]?.[0] : undefined
      const said = error instanceof ApiError ? (fault ?? error.message) : t('failure.offline')
      setTold({ of: sheet, price: null, said })
    }
    setAsking(false)
  }
  return (
    <section className={styles.ask}>
      <Button look="secondary" busy={isAsking} onClick={() => void ask()}>
        {t('rates.guest_pays')}
      </Button>
      <div role="status">
        {known && !known.price && <p>{t('rates.guest_cannot', { why: known.said })}</p>}
        {known?.price && (
          <>
            <p>
              <strong>{money(known.price.total)}</strong>
              {vatSaid(known.price.vat, translator)}{' '}
              {count('rates.guest_nights', known.price.nights.length, {
                dates: dates(translator, isoDay(from), isoDay(to + 1)),
              })}
            </p>
            <p className={styles.hint}>{known.price.cancelling.terms}</p>
            {!known.price.free && <p>{t('rates.guest_full')}</p>}
          </>
        )}
      </div>
    </section>
  )
}

/** The changes of this night, newest first. */
export function NightPast({ room, day, sheet }: { room: number; day: number; sheet: Sheet }) {
  const translator = useWords()
  const { t } = translator
  const { getNightHistory } = useApi<RatesApi>()
  const [lines, setLines] = useState<NightHistory['data'] | null>(null)
  useEffect(() => {
    let isLeft = false
    getNightHistory({ room, day: isoDay(day) }).then(
      ({ data }) => !isLeft && setLines(data),
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [getNightHistory, room, day, sheet])
  if (!lines) return null
  return (
    <section className={styles.past}>
      <h3>{t('rates.who')}</h3>
      {lines.length === 0 && <p>{t('rates.who_none')}</p>}
      <ol role="list">
        {lines.map(({ id, at, who, undoes, before, after }) => (
          <li key={id}>
            <p>
              <del>{rateInWords(translator, before)}</del> <Icon name="next" size={16} />{' '}
              <ins>{rateInWords(translator, after)}</ins>
            </p>
            <p className={styles.hint}>
              {[who ?? t('log.nobody'), when(translator, at), undoes && t('rates.put_back')].filter(Boolean).join(', ')}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Describes a rate in one line. */
function rateInWords(
  translator: Translator,
  { price, min_nights, max_nights, closed, no_arrival, no_departure, policy }: Rate,
): string {
  const rate = {
    pricePoisha: price === null ? null : poishaOf(price),
    minNights: min_nights,
    maxNights: max_nights,
    closed,
    noArrival: no_arrival,
    noDeparture: no_departure,
  }
  return [
    price === null ? translator.t('rates.of_room') : translator.money(price),
    ...rulesOf(translator, rate, policy),
  ].join(', ')
}
