import { useEffect, useState } from 'react'
import { Link, useApi, useWords } from '../platform/page.tsx'
import { refusedFields } from '../platform/refused.ts'
import { href } from '../urls.ts'
import { searchOf, type Wish } from './booking-fields.tsx'
import type { BookingsApi } from './contract.ts'
import styles from './stay-price.module.css'

/** What the stay as it stands in the form would cost, and whether it can be had at all. */
export function StayPrice({ slug, wish }: { slug: string; wish: Wish }) {
  const { t, count, money } = useWords()
  const quote = useQuote(slug, wish)
  return (
    <div className={styles.price} aria-live="polite">
      {quote === null && <p>{t('booking.price_hint')}</p>}
      {quote?.kind === 'free' && (
        <>
          <p className={styles.sum}>
            <span>{count('rooms.nights', quote.nights)}</span>
            <strong>{money(quote.total)}</strong>
          </p>
          <p>{t('booking.price_terms')}</p>
        </>
      )}
      {quote?.kind === 'taken' && (
        <p>
          {t('booking.not_free')} <Link to={href('rooms', null, searchOf(wish))}>{t('booking.other_rooms')}</Link>
        </p>
      )}
      {quote?.kind === 'refused' && <p>{quote.sentence}</p>}
    </div>
  )
}

type Quote = { kind: 'free'; nights: number; total: number } | { kind: 'taken' } | { kind: 'refused'; sentence: string }

/** Asks once the reader pauses; an answer to an earlier question is dropped. */
function useQuote(slug: string, wish: Wish): Quote | null {
  const { checkin, checkout, adult, child } = wish
  const api = useApi<BookingsApi>()
  const words = useWords()
  const [quote, setQuote] = useState<Quote | null>(null)
  useEffect(() => {
    if (!checkin || !checkout) return setQuote(null)
    let isStale = false
    const timer = setTimeout(async () => {
      const answer = await ask()
      if (!isStale) setQuote(answer)
    }, PAUSE_MS)
    return () => {
      isStale = true
      clearTimeout(timer)
    }

    async function ask(): Promise<Quote | null> {
      try {
        const { data } = await api.filterBooking({ check_in: checkin, check_out: checkout, adult, child })
        const room = data.find((free) => free.slug === slug)
        return room ? { kind: 'free', nights: room.nights, total: room.total } : { kind: 'taken' }
      } catch (error) {
        const sentence = Object.values(refusedFields(error, words) ?? {})[0]?.[0]
        if (!sentence) console.error('Error fetching data', error)
        return sentence ? { kind: 'refused', sentence } : null
      }
    }
  }, [api, words, slug, checkin, checkout, adult, child])
  return quote
}

const PAUSE_MS = 250
