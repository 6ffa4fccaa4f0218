import { useEffect, useState } from 'react'
import { useGlobal } from '#content/global.ts'
import { currentDay } from '#content/today.ts'
import type { FieldErrors } from '#platform/errors.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import type { Room } from '../../rooms/contract.ts'
import { fillIn } from '#ui/form/prefill.ts'
import { href } from '#routes/public.ts'
import { readLastSearch, toSearchQuery, type Search } from '../search/last-search.ts'
import { BookingForm } from './booking-form.tsx'
import styles from './booking-panel.module.css'
import type { Quote } from './quote.ts'
import { toFormFields, StayFields, readStay } from './stay-fields.tsx'
import { NoScriptStayForm } from './stay-form.tsx'
import { areDatesWrong, quoteErrors, suggestsOtherRooms, QuoteView, useQuote } from './stay-price.tsx'
import { useBooking } from './use-booking.ts'
import { BookerFields } from './booker-fields.tsx'
import { useBooker } from './booker.ts'

/** The panel with the form that books a room. */
export function BookingPanel({
  room,
  search,
  quote,
}: {
  room: Room
  search: Search | null
  /** The quote for the stay that was searched for. */
  quote: Quote | null
}) {
  const { t } = useTranslator()
  const global = useGlobal()
  const booker = useBooker()
  const { maxGuests } = booker
  const [currentSearch, setCurrentSearch] = useState<Search>(completeSearch(search ?? {}))
  const [rejections, setRejections] = useState(0)
  const validSearch = {
    ...currentSearch,
    adult: Math.min(currentSearch.adult, maxGuests),
    child: Math.min(currentSearch.child, maxGuests),
  }
  const currentQuote = useQuote(room.slug, validSearch, quote, rejections)
  const booking = useBooking({
    fixedFields: { slug: room.slug },
    savedFields,
    knownErrors: (form) => quoteErrors(currentQuote, readStay(form)),
    onRefused: () => setRejections((count) => count + 1),
    onSessionExpired: booker.login.ask,
  })
  const { ref } = booking.form
  useEffect(() => {
    if (!search) fillIn(ref.current!, toFormFields(completeSearch(readLastSearch(currentDay(global)))))
    setCurrentSearch(readStay(ref.current!))
  }, [search, global, ref])

  return (
    <div className={styles.panel}>
      <h2 id="booking-title">{t('booking.title')}</h2>
      <BookingForm
        booker={booker}
        booking={booking}
        otherRooms={href('rooms', null, toSearchQuery(validSearch))}
        isLastResort={suggestsOtherRooms(currentQuote)}
        onInput={(form) => setCurrentSearch(readStay(form))}
      >
        <StayFields
          room={room}
          currentSearch={validSearch}
          maxGuests={maxGuests}
          errors={{ ...booking.errors, ...partyErrors(booking.errors, quoteErrors(currentQuote, validSearch)) }}
          areDatesWrong={areDatesWrong(currentQuote)}
        />
        <QuoteView quote={currentQuote} search={validSearch} isShownByFields />
        <BookerFields errors={booking.errors} />
      </BookingForm>
      <noscript>{import.meta.env.SSR && <NoScriptStayForm room={room} search={search} quote={quote} />}</noscript>
    </div>
  )
}

const savedFields = ['checkin', 'checkout', 'adult', 'child'] as const

/** Shows at once that there are too many guests for the room. Other errors appear after submitting. */
const partyErrors = (errors: FieldErrors, knownErrors: FieldErrors): FieldErrors =>
  Object.fromEntries(partyFields.map((name) => [name, errors[name]?.length ? errors[name] : (knownErrors[name] ?? [])]))
const partyFields = ['adult', 'child'] as const

const completeSearch = ({ checkIn = '', checkOut = '', adult = 1, child = 0 }: Partial<Search>): Search => ({
  checkIn,
  checkOut,
  adult,
  child,
})
