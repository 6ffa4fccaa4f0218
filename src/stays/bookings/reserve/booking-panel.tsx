import { useEffect, useState } from 'react'
import { useGlobal } from '#content/global.ts'
import { todayAt } from '#content/today.ts'
import type { FieldErrors } from '#platform/errors.ts'
import { useWords } from '#platform/pages/page.tsx'
import type { Room } from '../../rooms/contract.ts'
import { fillIn } from '#ui/form/fill-in.ts'
import { href } from '#routes/public.ts'
import { lastSearch, onWire, type Search } from '../search/last-search.ts'
import { BookingForm } from './booking-form.tsx'
import styles from './booking-panel.module.css'
import type { Quote } from './quote.ts'
import { fieldsOf, StayFields, stayIn } from './stay-fields.tsx'
import { StayForm } from './stay-form.tsx'
import { areDatesWrong, faultsIn, isForOtherRooms, Quoted, useQuote } from './stay-price.tsx'
import { useBooking } from './use-booking.ts'
import { WhoFields } from './who-fields.tsx'
import { useWhoBooks } from './who-books.ts'

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
  const { t } = useWords()
  const global = useGlobal()
  const who = useWhoBooks()
  const { most } = who
  const [wish, setWish] = useState<Search>(wishOf(search ?? {}))
  const [userErrors, setRefusals] = useState(0)
  const fitting = { ...wish, adult: Math.min(wish.adult, most), child: Math.min(wish.child, most) }
  const price = useQuote(room.slug, fitting, quote, userErrors)
  const booking = useBooking({
    wanted: { slug: room.slug },
    kept,
    told: (form) => faultsIn(price, stayIn(form)),
    onRefused: () => setRefusals((times) => times + 1),
    onEnded: who.login.ask,
  })
  const { ref } = booking.form
  useEffect(() => {
    if (!search) fillIn(ref.current!, fieldsOf(wishOf(lastSearch(todayAt(global)))))
    setWish(stayIn(ref.current!))
  }, [search, global, ref])

  return (
    <div className={styles.panel}>
      <h2 id="booking-title">{t('booking.title')}</h2>
      <BookingForm
        who={who}
        booking={booking}
        otherRooms={href('rooms', null, onWire(fitting))}
        isLastResort={isForOtherRooms(price)}
        onInput={(form) => setWish(stayIn(form))}
      >
        <StayFields
          slug={room.slug}
          wish={fitting}
          mostGuests={most}
          errors={{ ...booking.errors, ...tooMany(booking.errors, faultsIn(price, fitting)) }}
          areDatesWrong={areDatesWrong(price)}
        />
        <Quoted quote={price} search={fitting} isSaidByFields />
        <WhoFields errors={booking.errors} />
      </BookingForm>
      <noscript>{import.meta.env.SSR && <StayForm room={room} search={search} quote={quote} />}</noscript>
    </div>
  )
}

const kept = ['checkin', 'checkout', 'adult', 'child'] as const

/** Shows at once that there are too many guests for the room. Other errors appear after submitting. */
const tooMany = (errors: FieldErrors, told: FieldErrors): FieldErrors =>
  Object.fromEntries(ofParty.map((name) => [name, errors[name]?.length ? errors[name] : (told[name] ?? [])]))
const ofParty = ['adult', 'child'] as const

const wishOf = ({ checkIn = '', checkOut = '', adult = 1, child = 0 }: Partial<Search>): Search => ({
  checkIn,
  checkOut,
  adult,
  child,
})
