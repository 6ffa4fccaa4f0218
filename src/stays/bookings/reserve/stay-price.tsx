import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import type { GlobalData } from '#content/contract.ts'
import { useGlobal } from '#content/global.ts'
import type { FieldErrors } from '#platform/errors.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import type { Room } from '../../rooms/contract.ts'
import { RoomPrice } from '../../rooms/room-price.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { href, bookingDayFields, searchDayFields } from '#routes/public.ts'
import { formatDateList } from '#locales/dates.ts'
import type { AvailabilityApi } from '../../availability/contract.ts'
import { formatGuests } from '../../availability/format-guests.ts'
import { PriceHint } from '../search/price-hint.tsx'
import { addDays, toSearchQuery, type Search } from '../search/last-search.ts'
import { AgreedTerms } from './agreed-terms.tsx'
import { NearStays } from './near-stays.tsx'
import { getStayCost, loadQuote, type FreeQuote, type Quote, type RequestedStay } from './quote.ts'
import styles from './stay-price.module.css'

/** The price of the stay in the form, or the reason why it is not available. Without dates, the lowest price. */
export function QuoteView({
  room,
  rate,
  quote,
  search,
  children,
}: {
  room: Pick<Room, 'roomPrice'>
  rate: GlobalData['exchange']
  quote: Quote | null
  search: Search
  /** Shown between the price and the terms. */
  children?: ReactNode
}) {
  const translator = useTranslator()
  const { t } = translator
  const termsKey = useGlobal().takesOnlinePayments ? 'booking.price_terms_online' : 'booking.price_terms'
  const unavailableTitle = quote?.near?.title
  const isOutdated = quote?.kind === 'free' && !matchesSearch(search, quote)
  return (
    <>
      {unavailableTitle && <NearStays near={quote!.near!} />}
      <div
        className={styles.price}
        data-quote={unavailableTitle ? 'taken' : quote?.kind}
        aria-live="polite"
        aria-busy={isOutdated || undefined}
      >
        {(!quote || quote.kind === 'free') && (
          <>
            <RoomPrice price={room.roomPrice} stay={getStayCost(quote)} />
            <PriceHint bdt={quote?.total ?? room.roomPrice} rate={rate} />
            {quote && (
              <p>
                {formatDateList(translator, ...getQuotedDates(quote))} · {formatGuests(search, translator)}
              </p>
            )}
            <p>{t(quote ? termsKey : 'booking.price_hint')}</p>
          </>
        )}
        {unavailableTitle ? (
          <>
            <p className="visually-hidden">{unavailableTitle}</p>
            <ButtonLink variant="quiet" to={href('rooms', null, toSearchQuery(search))}>
              {t('booking.other_rooms')}
            </ButtonLink>
          </>
        ) : (
          quote?.kind === 'refused' && <p>{quote.message}</p>
        )}
        {quote?.kind === 'unknown' && (
          <>
            <p>{t('booking.price_unknown')}</p>
            {quote.retry && (
              <Button variant="secondary" isBusy={quote.isLoading} onClick={quote.retry}>
                {t('dashboard.retry')}
              </Button>
            )}
          </>
        )}
      </div>
      {children}
      {quote?.kind === 'free' && (
        <>
          <NightByNight quote={quote} />
          <AgreedTerms terms={quote.cancelling} />
        </>
      )}
    </>
  )
}

function NightByNight({ quote: { nights, vat } }: { quote: FreeQuote }) {
  const { t, day, money } = useTranslator()
  return (
    <details className={styles.nights}>
      <summary className="beside-2">{t('booking.price_nights')}</summary>
      <dl>
        {nights.map(({ night, price }) => (
          <div key={night}>
            <dt>{day(night)}</dt>
            <dd>{money(price)}</dd>
          </div>
        ))}
        {vat > 0 && (
          <div className={styles.vat}>
            <dt>{t('booking.price_vat')}</dt>
            <dd>{money(vat)}</dd>
          </div>
        )}
      </dl>
    </details>
  )
}

/** Returns whether the room is the reason why the stay cannot be booked, and not, for example, a date in the past. */
export const isUnavailable = (quote: Quote | null): boolean => Boolean(quote?.near?.title)

/** Returns whether the dates are the reason why the room is not available. */
export const areDatesInvalid = (quote: Quote | null) =>
  quote?.kind === 'taken' || (quote?.kind === 'refused' && isDateError(quote))

const isDateError = ({ field }: { field: string }) =>
  field === searchDayFields.checkIn || field === searchDayFields.checkOut

/** The server's errors for this stay, by the field names of the form. */
export function toQuoteErrors(quote: Quote | null, currentSearch: RequestedStay): FieldErrors {
  if (quote?.kind !== 'refused' || !isSameStay(quote.search, currentSearch)) return {}
  return Object.fromEntries(
    Object.entries(quote.fieldErrors).map(([name, messages]) => [formFieldNames[name] ?? name, messages]),
  )
}

/** The date fields have other names in the search. */
const formFieldNames: Readonly<Record<string, string>> = {
  [searchDayFields.checkIn]: bookingDayFields.checkIn,
  [searchDayFields.checkOut]: bookingDayFields.checkOut,
}
const isSameStay = (a: RequestedStay, b: RequestedStay) => JSON.stringify(a) === JSON.stringify(b)

/** The dates of arrival and departure. */
function getQuotedDates({ nights }: FreeQuote): [string, string] {
  const from = nights[0]!.night
  return [from, addDays(from, nights.length)!]
}

function matchesSearch({ checkIn, checkOut }: Search, quote: FreeQuote): boolean {
  const [from, to] = getQuotedDates(quote)
  return checkIn === from && checkOut === to
}

/** Called with each new quote of the form, for other prices on the page. */
export const QuoteListener = createContext<(quote: Quote | null) => void>(() => {})

/**
 * Requests a quote when the visitor pauses, and again after each rejected booking. Answers to older requests are
 * dropped. The quote that was part of the page is not requested again.
 */
export function useQuote(
  slug: string,
  search: RequestedStay,
  initialQuote: Quote | null,
  rejections: number,
): Quote | null {
  const { checkIn, checkOut, adult, child, package: chosenPackage } = search
  const api = useApi<AvailabilityApi>()
  const notify = useContext(QuoteListener)
  const [quote, setQuote] = useState(initialQuote)
  const [tryCount, setTryCount] = useState(0)
  const isInitial = useRef(initialQuote !== null && initialQuote.kind !== 'unknown')
  useEffect(() => {
    if (isInitial.current) {
      isInitial.current = false
      return
    }
    let isStale = false
    const timer = setTimeout(async () => {
      const newQuote = await loadQuote(api, slug, { checkIn, checkOut, adult, child, package: chosenPackage })
      if (!isStale) setQuote(newQuote)
    }, DEBOUNCE_MS)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [api, slug, checkIn, checkOut, adult, child, chosenPackage, rejections, tryCount])
  useEffect(() => notify(quote), [notify, quote])

  function retry() {
    setQuote({ kind: 'unknown', isLoading: true })
    setTryCount(tryCount + 1)
  }
  return quote?.kind === 'unknown' ? { ...quote, retry } : quote
}

const DEBOUNCE_MS = 250
