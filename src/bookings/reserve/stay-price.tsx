import { useEffect, useRef, useState } from 'react'
import { useApi, useWords } from '../../platform/pages/page.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { href, inSearch } from '../../urls.ts'
import type { BookingsApi } from '../contract.ts'
import { onWire, type Search } from '../search/last-search.ts'
import { quoteFor, type Quote } from './quote.ts'
import styles from './stay-price.module.css'

/** What the stay as it stands in the form would cost, and whether it can be had at all. */
export function Quoted({
  quote,
  search,
  isSaidByFields = false,
}: {
  quote: Quote | null
  search: Search
  /** Who is too many stands under the field where they are counted. */
  isSaidByFields?: boolean
}) {
  const { t, count, day, money } = useWords()
  return (
    <div className={styles.price} data-quote={quote?.kind} aria-live="polite">
      {quote === null && <p>{t('booking.price_hint')}</p>}
      {quote?.kind === 'free' && (
        <>
          <p className={styles.sum}>
            <span>{count('rooms.nights', quote.nights.length)}</span>
            <strong>{money(quote.total)}</strong>
          </p>
          <p>{t('booking.price_terms')}</p>
          <details className={styles.nights}>
            <summary>{t('booking.price_nights')}</summary>
            <dl>
              {quote.nights.map(({ night, price }) => (
                <div key={night}>
                  <dt>{day(night)}</dt>
                  <dd>{money(price)}</dd>
                </div>
              ))}
              <div className={styles.vat}>
                <dt>{t('booking.price_vat')}</dt>
                <dd>{money(quote.vat)}</dd>
              </div>
            </dl>
          </details>
        </>
      )}
      {quote?.kind === 'taken' && <p>{t('booking.not_free')}</p>}
      {quote?.kind === 'refused' && (
        <p>{isSaidByFields && isForOtherRooms(quote) ? t('booking.not_free') : quote.sentence}</p>
      )}
      {isForOtherRooms(quote) && (
        <ButtonLink to={href('rooms', null, onWire(search))}>{t('booking.other_rooms')}</ButtonLink>
      )}
    </div>
  )
}

/** Of dates that cannot be, other rooms are of no use either. */
export const isForOtherRooms = (quote: Quote | null) =>
  quote?.kind === 'taken' || (quote?.kind === 'refused' && !isOfDates(quote))

/** Whether it is the dates that keep the room from being had. */
export const areDatesWrong = (quote: Quote | null) =>
  quote?.kind === 'taken' || (quote?.kind === 'refused' && isOfDates(quote))

const isOfDates = ({ field }: { field: string }) => field === inSearch.checkIn || field === inSearch.checkOut

/**
 * Asks once the reader pauses, and again after each refusal; an answer to an earlier question is dropped. What came with
 * the page is not asked again.
 */
export function useQuote(slug: string, search: Search, known: Quote | null, refusals: number): Quote | null {
  const { checkIn, checkOut, adult, child } = search
  const api = useApi<BookingsApi>()
  const [quote, setQuote] = useState(known)
  const isKnown = useRef(known !== null)
  useEffect(() => {
    if (isKnown.current) {
      isKnown.current = false
      return
    }
    let isStale = false
    const timer = setTimeout(async () => {
      const answer = await quoteFor(api, slug, { checkIn, checkOut, adult, child })
      if (!isStale) setQuote(answer)
    }, PAUSE_MS)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [api, slug, checkIn, checkOut, adult, child, refusals])
  return quote
}

const PAUSE_MS = 250
